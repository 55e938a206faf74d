"""The client's end of a WebSocket with as little work as can be: the load leaves the cores to the servers.

It trusts the server, which is on this machine: nothing is verified, no message comes in parts, and the mask
that a client must put over its bytes is zero.
"""

import asyncio
import struct
from collections import deque
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
LAST = 0x80
MASKED = 0x80
NO_MASK = bytes(4)
SHORT, MEDIUM = 125, 0xFFFF

Heard = Callable[[bytes], None]


class PlainSocket(asyncio.Protocol):
    """What comes waits for `recv` until `listen` names who hears it."""

    def __init__(self) -> None:
        self.is_open = True
        self.bytes_in = 0
        self._transport: asyncio.Transport
        self._buffer = b""
        self._upgraded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting: deque[bytes] = deque()
        self._wanted: asyncio.Future[bytes] | None = None
        self._heard: Heard = self._keep

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        lost = exc or ConnectionError("the server closed the connection")
        for waiting in (self._upgraded, self._wanted):
            if waiting is not None and not waiting.done():
                waiting.set_exception(lost)

    async def upgrade(self, host: str, target: str) -> None:
        head = (
            f"GET {target} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._transport.write(head.encode())
        await self._upgraded

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        self._buffer = self._buffer + data if self._buffer else data
        if not self._upgraded.done():
            self._read_head()
        if self._upgraded.done():
            self._read_frames()

    def _read_head(self) -> None:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return
        self._buffer = rest
        if b" 101 " in head.partition(b"\r\n")[0]:
            self._upgraded.set_result(None)
        else:
            self._upgraded.set_exception(ConnectionError(head.decode().partition("\r\n")[0]))

    def _read_frames(self) -> None:
        buffer, start, end = self._buffer, 0, len(self._buffer)
        while end - start >= 2:
            size, body = buffer[start + 1], start + 2
            if size > SHORT:
                width = 2 if size == SHORT + 1 else 8
                body += width
                size = int.from_bytes(buffer[start + 2 : body], "big")
            if end < body + size:
                break
            self._frame(buffer[start] & 0xF, buffer[body : body + size])
            start = body + size
        self._buffer = buffer[start:]

    def _frame(self, kind: int, data: bytes) -> None:
        if kind in (TEXT, BINARY):
            self._heard(data)
        elif kind == PING:
            self._write(PONG, data)
        elif kind == CLOSE:
            self.close()

    def _keep(self, message: bytes) -> None:
        if self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(message)
        else:
            self._waiting.append(message)

    async def recv(self) -> bytes:
        """The next message, before anybody listens."""
        if self._waiting:
            return self._waiting.popleft()
        self._wanted = asyncio.get_running_loop().create_future()
        return await self._wanted

    def listen(self, heard: Heard) -> None:
        """From now on, and what has come so far."""
        self._heard = heard
        while self._waiting:
            heard(self._waiting.popleft())

    def send(self, message: str | bytes) -> None:
        if isinstance(message, str):
            self._write(TEXT, message.encode())
        else:
            self._write(BINARY, message)

    def _write(self, kind: int, data: bytes) -> None:
        size = len(data)
        if size <= SHORT:
            head = struct.pack("!BB", LAST | kind, MASKED | size)
        elif size <= MEDIUM:
            head = struct.pack("!BBH", LAST | kind, MASKED | SHORT + 1, size)
        else:
            head = struct.pack("!BBQ", LAST | kind, MASKED | SHORT + 2, size)
        if self.is_open:
            self._transport.write(head + NO_MASK + data)

    def close(self) -> None:
        self._write(CLOSE, b"\x03\xe8")
        self.is_open = False
        self._transport.close()


async def connect(url: str) -> PlainSocket:
    parts = urlsplit(url)
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(PlainSocket, parts.hostname or "", parts.port or 80)
    await socket.upgrade(parts.netloc, f"{parts.path}?{parts.query}" if parts.query else parts.path)
    return socket
