"""The proxy disturbs what subscribers hear, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.faults.redis_proxy import RedisProxy, read_reply
from tests.support import redis as redis_server
from tests.support.redis import Redis


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    found = redis_server.start()
    yield found
    found.stop()


async def _heard(redis: Redis, number: int, **disturb: int) -> list[str]:
    """What a subscriber behind the proxy hears of 1, 2, 3 …"""
    async with RedisProxy(redis.port).listening() as proxy:
        for name, every in disturb.items():
            setattr(proxy, name, every)
        port = int(proxy.url.rpartition(":")[2].partition("/")[0])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"SUBSCRIBE topic\r\n")
        assert b"subscribe" in await read_reply(reader)
        other_reader, other = await asyncio.open_connection("127.0.0.1", port)
        for each in range(1, number + 1):
            other.write(b"PUBLISH topic %d\r\n" % each)
            assert await read_reply(other_reader) == b":1\r\n"
        writer.write(b"UNSUBSCRIBE topic\r\n")
        heard = []
        while b"unsubscribe" not in (reply := await read_reply(reader)):
            heard.append(reply.split(b"\r\n")[-2].decode())
        other.close()
        writer.close()
    return heard


@pytest.mark.parametrize(
    ("disturb", "expected"),
    [
        ({}, "12345"),
        ({"lose": 3}, "1245"),
        ({"repeat": 3}, "123345"),
        ({"hold": 2}, "13254"),
    ],
)
def test_messages_are_lost_repeated_or_late(redis: Redis, disturb: dict[str, int], expected: str) -> None:
    assert "".join(asyncio.run(_heard(redis, 5, **disturb))) == expected
