"""Raw sockets to a server process, to talk to it as rudely as one likes. All on 127.0.0.0/8."""

from __future__ import annotations

import base64
import json
import os
import socket
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.served_tables import PATIENCE
from tests.support.server_process import Json, ServerProcess, started


class RudeServer(ServerProcess):
    """A server process, and ways to talk to it below HTTP."""

    def __init__(self, data: Path, process: subprocess.Popen[bytes], log: Path, address: str) -> None:
        super().__init__(process, log, address)
        self.data = data
        self._strangers = (f"127.0.{high}.{low}" for high in range(2, 250) for low in range(1, 250))

    def files(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def connect(self, address: str | None = None, *, receive_buffer: int | None = None) -> socket.socket:
        """From an address that has not been here yet, unless one is named; 127.0.0.1 counts as a proxy."""
        found = socket.socket()
        try:
            if receive_buffer is not None:
                found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            found.settimeout(PATIENCE)
            found.bind((address or next(self._strangers), 0))
            found.connect(("127.0.0.1", self.port))
        except OSError:
            found.close()
            raise
        return found

    @contextmanager
    def crowd(self, number: int, address: str, **more: Any) -> Iterator[list[socket.socket]]:
        with ExitStack() as stack:
            yield [stack.enter_context(self.connect(address, **more)) for _ in range(number)]

    def ask(self, request: bytes, address: str | None = None) -> bytes:
        """What comes back on a connection of its own, until the server closes it or falls silent."""
        with self.connect(address) as connection:
            connection.sendall(request)
            return read_all(connection)

    def request(
        self, method: str, path: str, body: Any = None, address: str | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers, body."""
        data = b"" if body is None else json.dumps(body).encode()
        named = {
            "Host": f"127.0.0.1:{self.port}",
            "Connection": "close",
            "Content-Type": "application/json",
            "Content-Length": str(len(data)),
        } | {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        answer = self.ask(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + data, address)
        return split(answer)

    def upgrade(self, path: str, address: str | None = None, **given: Any) -> socket.socket:
        """A WebSocket, just accepted."""
        connection = self.connect(address, **given)
        key = base64.b64encode(os.urandom(16)).decode()
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head and (more := connection.recv(1)):
            head += more
        if b" 101 " not in head.split(b"\r\n")[0]:
            connection.close()
            raise RuntimeError(f"not accepted: {head!r}")
        return connection

    def open_table_from(self, address: str | None = None, **more: Any) -> Json:
        """From an address of its own."""
        body = {"rules": {"id": "coinche"}, "nickname": "Ana", "start": True, **more}
        status, _, answer = self.request("POST", "/api/tables", body, address)
        assert status == 201, answer
        found: Json = json.loads(answer)
        return found


def split(answer: bytes) -> tuple[int, dict[str, str], bytes]:
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    return int(first.split()[1]), headers, body


def read_all(connection: socket.socket) -> bytes:
    found = b""
    with suppress(ConnectionResetError):
        while more := connection.recv(65536):
            found += more
    return found


def is_closed(connection: socket.socket, within: float) -> bool:
    """Whether the server lets go of it in that time; whatever it says meanwhile is read."""
    until = time.monotonic() + within
    while (left := until - time.monotonic()) > 0:
        connection.settimeout(left)
        try:
            if not connection.recv(65536):
                return True
        except TimeoutError:
            return False
        except OSError:
            return True
    return False


def frame(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A WebSocket frame as a client sends it, masked with nothing."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack("!H", size)
    return bytes([(0x80 if last else 0) | opcode]) + length + bytes(4) + payload


TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


@contextmanager
def rude_server(folder: Path, *, before: str = "", **environment: str) -> Iterator[RudeServer]:
    """With its limits; `before` is for the shell that starts it."""
    data = folder / "data"
    with started(folder, before=before, limits=True, REBELOTE_DATA=str(data), **environment) as facts:
        yield RudeServer(data, *facts)
