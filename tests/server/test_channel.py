"""Messages between nodes through a real Redis, and a connection to it that is dead without a word."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from rebelote.server import channel as channels
from rebelote.server.channel import RedisChannel
from tests.support.redis import Redis
from tests.support.served_tables import run

PATIENCE = 60.0


class Wire:
    """To Redis. Once it is dead, nothing passes over the connections that there are, and none is closed;
    over new ones everything does."""

    def __init__(self, redis_port: int) -> None:
        self._redis_port = redis_port
        self._died = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = ""

    def die(self) -> None:
        self._died += 1

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
        try:
            yield
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        redis_reader, redis_writer = await asyncio.open_connection("127.0.0.1", self._redis_port)
        for way in (self._pass(reader, redis_writer), self._pass(redis_reader, writer)):
            task = asyncio.create_task(way)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lived = self._died
        try:
            while data := await reader.read(65536):
                if self._died == lived:
                    writer.write(data)
        finally:
            writer.close()


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.02)


def test_a_connection_that_is_dead_without_a_word_is_made_anew(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the machine of Redis is gone, or something between has forgotten the connection."""
    monkeypatch.setattr(channels, "CHECK_SECONDS", 0.3)
    monkeypatch.setattr(channels, "ANSWER_SECONDS", 0.5)

    async def play() -> None:
        wire, heard = Wire(redis.port), list[bytes]()
        async with wire.listening():
            one, two = RedisChannel(wire.url, "one"), RedisChannel(wire.url, "two")
            two.subscribe("cards", heard.append)

            def is_heard() -> bool:
                one.publish("cards", b"JH")
                return bool(heard)

            async with one.opened(), two.opened():
                await until(is_heard)
                wire.die()
                await asyncio.sleep(0.1)  # what was under way has arrived
                heard.clear()
                await until(is_heard)

    run(play())


def test_a_listener_that_fails_keeps_nobody_else_from_hearing(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_message: Any) -> None:
        raise LookupError("of this table")

    async def play() -> None:
        one, two = RedisChannel(redis.url, "one"), RedisChannel(redis.url, "two")
        heard: list[bytes] = []
        two.subscribe("bad", fail, fail)
        two.on_return(fail)
        two.subscribe("good", heard.append)

        def is_heard() -> bool:
            one.publish("bad", b"7C")
            one.publish("good", b"JH")
            return len(heard) > 2

        async with one.opened(), two.opened():
            await until(is_heard)

    with caplog.at_level(logging.ERROR, "rebelote.server"):
        run(play())
    assert "of this table" in caplog.text


def test_a_stop_ends_a_loop_that_loses_its_cancelling_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As redis-py does on Python 3.11, where Redis has answered at the moment of the stop."""

    class Answered:
        def publish(self, topic: str, message: bytes) -> None: ...

        async def execute(self) -> None:
            sending.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

    async def stop() -> None:
        channel = RedisChannel("redis://127.0.0.1:1/0", "one")
        monkeypatch.setattr(channel._redis, "pipeline", lambda **_: Answered())
        async with asyncio.timeout(PATIENCE), channel.opened():
            channel.publish("cards", b"JH")
            await sending.wait()

    sending = asyncio.Event()
    run(stop())
