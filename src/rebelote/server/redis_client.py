"""A client of Redis by its address, and what may go wrong with one."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from rebelote.language.text import said
from rebelote.server.database import DatabaseProblem

CONNECT_SECONDS: Final = 2.0
ANSWER_SECONDS: Final = 5.0
"""Then a connection is taken for dead: the other end may be gone without a word."""


class RedisProblem(DatabaseProblem):
    """A Redis that can't be reached, or that is of no use here."""


def client_of(url: str, answer_seconds: float = ANSWER_SECONDS) -> Any:
    """It tries everything once. Raises RedisProblem for an address that can't be one."""
    from redis.asyncio import Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    try:
        return Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=answer_seconds,
            socket_keepalive=True,
        )
    except ValueError as error:
        raise RedisProblem(said("redis_address", detail=error)) from None


def failures() -> tuple[type[Exception], ...]:
    """Redis is away, or in trouble. uvloop raises a RuntimeError where a connection was just closed."""
    from redis.exceptions import RedisError

    return (RedisError, OSError, asyncio.TimeoutError, RuntimeError)
