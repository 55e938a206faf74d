"""Sync codes for all nodes, in Redis: made on one, taken on another, once. Redis forgets them in time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any, Final

import msgspec

from rebelote.server.channel import PREFIX
from rebelote.server.game import now_ms
from rebelote.server.problems import Refused
from rebelote.server.redis_client import client_of, failures
from rebelote.server.transfers import (
    LIFE_MS,
    MOST,
    MOST_OF_ADDRESS,
    MOST_WRONG,
    Transfer,
    Transfers,
    digest,
    new_code,
)

LIFE_SECONDS: Final = LIFE_MS // 1000
ALL: Final = f"{PREFIX}transfers"
"""The codes that wait, by digest, with the time at which each ends."""
REDIS_SECONDS: Final = 2.0
"""For an answer: somebody waits for it."""
AWAY_SECONDS: Final = 5
"""When to try again while Redis is away."""


class SharedTransfers(Transfers):
    """What Redis holds of an address is its digest."""

    def __init__(self, url: str) -> None:
        self._redis: Any = client_of(url, REDIS_SECONDS)

    async def close(self) -> None:
        await self._redis.aclose()

    async def make(self, data: bytes, person: str | None, address: str) -> tuple[str, int]:
        code, until = new_code(), now_ms() + LIFE_MS
        key = digest(code).hex()
        async with _answering():
            await self._redis.zremrangebyscore(ALL, "-inf", now_ms())
            await self._drop_oldest(address)
            if await self._redis.zcard(ALL) >= MOST:
                raise Refused("busy", seconds=60)
            kept = msgspec.msgpack.encode(Transfer(data, person, "", until))
            writing = self._redis.pipeline(transaction=True)
            writing.set(_name(key), kept, px=LIFE_MS)
            writing.zadd(ALL, {key: until})
            writing.rpush(_own(address), key)
            writing.expire(_own(address), LIFE_SECONDS)
            await writing.execute()
        return code, until

    async def _drop_oldest(self, address: str) -> None:
        while await self._redis.llen(_own(address)) >= MOST_OF_ADDRESS:
            oldest = await self._redis.lpop(_own(address))
            if oldest is not None:
                await self._remove(oldest.decode())

    async def _remove(self, key: str) -> bytes | None:
        """What it stood for: to one of those who ask at once."""
        taking = self._redis.pipeline(transaction=True)
        taking.getdel(_name(key))
        taking.zrem(ALL, key)
        found: bytes | None = (await taking.execute())[0]
        return found

    async def take(self, code: str, address: str) -> Transfer:
        async with _answering():
            tries = _name(f"wrong:{_mark(address)}")
            if int(await self._redis.get(tries) or 0) >= MOST_WRONG:
                raise Refused("rate", seconds=max(1, await self._redis.ttl(tries)))
            found = await self._remove(digest(code).hex())
            if found is None:
                counting = self._redis.pipeline(transaction=True)
                counting.set(tries, 0, ex=LIFE_SECONDS, nx=True)
                counting.incr(tries)
                await counting.execute()
                raise Refused("no_transfer", field="code")
        return msgspec.msgpack.decode(found, type=Transfer)


@asynccontextmanager
async def _answering() -> AsyncIterator[None]:
    """As long as Redis is there."""
    try:
        yield
    except failures():
        raise Refused("busy", seconds=AWAY_SECONDS) from None


def _name(key: str) -> str:
    return f"{PREFIX}transfer:{key}"


def _own(address: str) -> str:
    return f"{PREFIX}transfers:{_mark(address)}"


def _mark(address: str) -> str:
    return sha256(address.encode("utf-8", "replace")).hexdigest()[:32]
