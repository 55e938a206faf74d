"""Servers that share a database, and a Redis if there is one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from tests.support.postgres import Postgres
from tests.support.redis import Redis
from tests.support.served_tables import Place, serving

SHORT = {"id": "ffb-belote", "options": {"target": 1}}


@asynccontextmanager
async def nodes(
    folder: Path, postgres: Postgres, redis: Redis | None, number: int
) -> AsyncIterator[list[Place]]:
    url = postgres.new_database()
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                serving(folder / str(n), database_url=url, redis_url="" if redis is None else redis.url)
            )
            for n in range(number)
        ]
