"""What is to be written to all connections in one turn of the loop, written in one go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from rebelote._native import SocketWriter, WrittenSocket, text_frames

Prepared: TypeAlias = tuple[WrittenSocket | Callable[[bytes], None], list[bytes]]
"""Texts, and what they are written to: a socket that the writer's thread has, or else how."""


class Speaker(Protocol):
    def to_write(self) -> Prepared | None:
        """What was said and can be written now."""


class Outbox:
    """All writes follow each other, with nothing between them: a reader on the same machine is woken by the
    first and finds the others there. One who is woken by each takes the processor from us each time.

    A write is the dearest step of telling something, so it is done in a thread of the core that does not
    need Python's lock, on up to `most` sockets: each is a second file.
    """

    def __init__(self, most: int = 0) -> None:
        self.most = most
        self._speakers: list[Speaker] = []
        self._writer: SocketWriter | None = None
        self._shared: dict[int, SharedTransport] = {}

    def add(self, speaker: Speaker) -> None:
        """One who has something to say, once a turn."""
        if not self._speakers:
            asyncio.get_running_loop().call_soon(self._flush)
        self._speakers.append(speaker)

    def _flush(self) -> None:
        speakers, self._speakers = self._speakers, []
        self.write([prepared for each in speakers if (prepared := each.to_write()) is not None])

    def write(self, prepared: list[Prepared]) -> None:
        handed_in, written = [], []
        for where, texts in prepared:
            if isinstance(where, WrittenSocket):
                handed_in.append((where, texts))
            else:
                written.append((where, texts))
        if handed_in:
            self._started_writer().hand_in(handed_in)
        for write, texts in written:
            write(text_frames(texts))

    # Sockets that the thread writes to

    def share(self, transport: asyncio.Transport) -> SharedTransport | None:
        """The transport, and its socket for the writer's thread; None where there is no room, or no socket of
        ours to write to, as with TLS."""
        plug = transport.get_extra_info("socket")
        if plug is None or transport.get_extra_info("sslcontext") or len(self._shared) >= self.most:
            return None
        writer = self._started_writer()
        try:
            socket = WrittenSocket(plug.fileno())
        except OSError:  # no more files
            return None
        shared = self._shared[socket.descriptor] = SharedTransport(transport, socket, writer)
        return shared

    def forget(self, shared: SharedTransport) -> None:
        """Of a connection that is lost: its second file is closed too."""
        del self._shared[shared.socket.descriptor]
        shared.socket.close()

    def _started_writer(self) -> SocketWriter:
        if self._writer is None:
            self._writer = SocketWriter()
            asyncio.get_running_loop().add_reader(self._writer.notice, self._settle_full)
        return self._writer

    def _settle_full(self) -> None:
        """What sockets did not take at once goes the usual way, where slow readers are looked after."""
        assert self._writer is not None
        for descriptor in self._writer.full_sockets():
            if (shared := self._shared.get(descriptor)) is not None:
                shared.settle()


class SharedTransport(asyncio.Transport):
    """A transport whose socket is written to by a thread too: neither writes in the middle of what the other
    has begun."""

    def __init__(self, transport: asyncio.Transport, socket: WrittenSocket, writer: SocketWriter) -> None:
        super().__init__()
        self.socket = socket
        self._transport = transport
        self._writer = writer

    @property
    def place(self) -> WrittenSocket | Callable[[bytes], None]:
        """Where texts are written now: to the socket itself, unless the transport has something to write."""
        return self.write if self._transport.get_write_buffer_size() else self.socket

    def settle(self) -> None:
        """What the thread was handed, and the socket did not take, is for the transport."""
        if self._writer.is_idle(self.socket):
            return
        rest = self._writer.take_back(self.socket)
        if rest and not self._transport.is_closing():
            self._transport.write(rest)

    # As a transport

    def write(self, data: Any) -> None:
        self.settle()
        self._transport.write(data)

    def close(self) -> None:
        self.settle()
        self._transport.close()

    def abort(self) -> None:
        self._transport.abort()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def get_write_buffer_size(self) -> int:
        return self._transport.get_write_buffer_size()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)
