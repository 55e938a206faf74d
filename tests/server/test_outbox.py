"""Texts that go out by the writer's thread, beside what the transport writes itself: one stream, in order."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast
from unittest.mock import Mock

import pytest
import uvloop

from rebelote._native import SocketWriter, WrittenSocket, text_frames
from rebelote.server.outbox import Outbox, SharedTransport

LOOPS = pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, uvloop.new_event_loop])
SMALL = 2**17
"""What the system keeps of a connection's bytes, so that it is soon full."""
NewLoop = Callable[[], asyncio.AbstractEventLoop]


class Served(asyncio.Protocol):
    """A connection as GuardedWebSocket shares one."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox
        self.shared: SharedTransport | None = None
        self.lost = asyncio.get_running_loop().create_future()
        self.is_paused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.shared = self.outbox.share(cast(asyncio.Transport, transport))  # uvloop's is none by type

    def pause_writing(self) -> None:
        self.is_paused = True

    def resume_writing(self) -> None:
        self.is_paused = False

    def connection_lost(self, exc: Exception | None) -> None:
        if self.shared is not None:
            self.outbox.forget(self.shared)
        self.lost.set_result(exc)


@asynccontextmanager
async def connected(
    outbox: Outbox,
) -> AsyncIterator[tuple[Served, asyncio.StreamReader, asyncio.StreamWriter]]:
    loop, made = asyncio.get_running_loop(), []

    def serve() -> Served:
        made.append(Served(outbox))
        return made[-1]

    server = await loop.create_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**16)
    try:
        while not made or made[0].shared is None:
            await asyncio.sleep(0)
        for end in (made[0].shared, writer):
            end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
            end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        yield made[0], reader, writer
    finally:
        writer.close()
        server.close()


def run(new_loop: NewLoop, work: Any) -> None:
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(asyncio.wait_for(work, 120))


@LOOPS
@pytest.mark.parametrize("seed", range(3))
def test_thread_and_transport_make_one_stream_for_a_slow_reader(new_loop: NewLoop, seed: int) -> None:
    """Some megabytes, of which he leaves much unread: what the socket does not take goes by the transport."""

    async def work() -> None:
        rng, outbox = random.Random(seed), Outbox(most=10)
        async with connected(outbox) as (served, reader, _):
            shared, said, ways = served.shared, bytearray(), set()
            assert shared is not None

            async def read_on() -> bytes:
                read = bytearray()
                while part := await reader.read(rng.randrange(1, 2**18)):
                    read += part
                    if rng.random() < 0.1:
                        await asyncio.sleep(0.002)
                return bytes(read)

            reading = asyncio.create_task(read_on())
            for number in range(1000):
                text = b"%d " % number + bytes(rng.choice((10, 900, 20_000)))
                if rng.random() < 0.2:
                    shared.write(text)
                    said += text
                else:
                    place = shared.place
                    ways.add(type(place) is WrittenSocket)
                    outbox.write([(place, [text, b"more"])])
                    said += text_frames([text, b"more"])
                if rng.random() < 0.3:
                    await asyncio.sleep(0)
                while served.is_paused:
                    await asyncio.sleep(0.001)
            shared.close()
            assert await reading == bytes(said)
            assert ways == {True, False}
            await served.lost

    run(new_loop, work())


@LOOPS
def test_what_was_said_comes_before_the_end(new_loop: NewLoop) -> None:
    async def work() -> None:
        outbox = Outbox(most=1)
        async with connected(outbox) as (served, reader, _):
            assert served.shared is not None
            texts = [b"x" * 2**23, b"last"]
            outbox.write([(served.shared.place, texts)])
            served.shared.close()
            assert await reader.read(-1) == text_frames(texts)

    run(new_loop, work())


@LOOPS
def test_a_reader_who_reads_nothing_is_noticed(new_loop: NewLoop) -> None:
    async def work() -> None:
        outbox = Outbox(most=1)
        async with connected(outbox) as (served, _, _):
            assert served.shared is not None
            while not served.is_paused:
                outbox.write([(served.shared.place, [bytes(2**18)])])
                await asyncio.sleep(0.001)
            served.shared.abort()
            await served.lost

    run(new_loop, work())


def test_what_the_system_does_not_take_is_given_back() -> None:
    """It may have had no memory for it; a reader who missed one message would wait for it."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with here, there:
        writer, written = SocketWriter(), WrittenSocket(here.fileno())
        too_large = [bytes(2**24)]
        writer.hand_in([(written, too_large)])
        assert writer.take_back(written) == text_frames(too_large)
        writer.hand_in([(written, [b"next"])])
        assert writer.take_back(written) == b""
        assert there.recv(100) == text_frames([b"next"])


def test_who_is_gone_makes_room() -> None:
    async def work() -> None:
        outbox = Outbox(most=1)
        async with connected(outbox) as (first, reader, _):
            transport = Mock(get_extra_info=Mock(side_effect={"socket": Mock(), "sslcontext": None}.get))
            assert outbox.share(transport) is None
            assert first.shared is not None
            first.shared.close()
            assert await reader.read(-1) == b""
            await first.lost
            async with connected(outbox) as (second, _, _):
                assert second.shared is not None

    run(asyncio.new_event_loop, work())


@pytest.mark.parametrize("known", [{}, {"socket": Mock(), "sslcontext": Mock()}], ids=["no socket", "TLS"])
def test_what_is_no_plain_socket_is_left_to_the_transport(known: dict[str, Any]) -> None:
    assert Outbox(most=9).share(Mock(get_extra_info=Mock(side_effect=known.get))) is None


def test_without_files_to_spare_nothing_is_shared() -> None:
    transport = Mock(get_extra_info=Mock(side_effect={"socket": Mock()}.get))
    assert Outbox().share(transport) is None
