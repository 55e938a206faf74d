"""Between the nodes and Redis: messages of its channels can be lost, held back, or delivered twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

Deliver = Callable[[bytes], None]


class RedisProxy:
    """`lose`, `repeat`, `hold`: every n-th message is lost, delivered twice, or delivered after the next one;
    0: none. Only what a subscriber hears is touched, never an answer."""

    def __init__(self, redis_port: int) -> None:
        self._redis_port = redis_port
        self.url = ""
        self.lose = self.repeat = self.hold = 0
        self.heard = self.lost = self.repeated = self.held = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[RedisProxy]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
        try:
            yield self
        finally:
            server.close()
            for writer in list(self._open):
                writer.close()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._open.add(writer)
        try:
            redis_reader, redis_writer = await asyncio.open_connection("127.0.0.1", self._redis_port)
        except OSError:
            writer.close()
            self._open.discard(writer)
            return
        self._open.add(redis_writer)
        ways = (
            asyncio.create_task(_pass_on(reader, redis_writer)),
            asyncio.create_task(self._pass_messages(redis_reader, writer)),
        )
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        for each in (writer, redis_writer):
            each.close()
            self._open.discard(each)

    async def _pass_messages(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        waiting: list[bytes] = []
        with suppress(OSError, asyncio.IncompleteReadError):
            while reply := await read_reply(reader):
                if is_message(reply):
                    self._deliver(reply, writer.write, waiting)
                else:
                    writer.write(reply)
                await writer.drain()

    def _deliver(self, reply: bytes, write: Deliver, waiting: list[bytes]) -> None:
        self.heard += 1
        if self.lose and self.heard % self.lose == 0:
            self.lost += 1
            return
        if self.hold and self.heard % self.hold == 0:
            self.held += 1
            waiting.append(reply)
            return
        write(reply)
        if self.repeat and self.heard % self.repeat == 0:
            self.repeated += 1
            write(reply)
        for late in waiting:
            write(late)
        waiting.clear()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()


async def read_reply(reader: asyncio.StreamReader) -> bytes:
    """One whole reply of Redis (RESP 2 or 3), as it was sent; nothing at the end."""
    line = await reader.readline()
    if not line.endswith(b"\r\n"):
        return b""
    kind, size = line[:1], line[1:-2]
    if kind in (b"$", b"=", b"!"):
        return line if size == b"-1" else line + await reader.readexactly(int(size) + 2)
    if kind in (b"*", b">", b"~", b"%", b"|"):
        parts = max(0, int(size)) * (2 if kind in (b"%", b"|") else 1)
        more = [await read_reply(reader) for _ in range(parts)]
        return line + b"".join(more) + (await read_reply(reader) if kind == b"|" else b"")
    return line


def is_message(reply: bytes) -> bool:
    """Something that was published, for a subscriber."""
    head = reply[:40].split(b"\r\n")
    return head[0][:1] in (b"*", b">") and len(head) > 2 and head[2] in (b"message", b"smessage", b"pmessage")
