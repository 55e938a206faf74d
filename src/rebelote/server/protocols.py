"""uvicorn's two protocols with bounds: heads, bodies, frames, and what a peer leaves unread."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, NamedTuple

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.streams import StreamReader

from rebelote.server.limits import LARGEST_BODY
from rebelote.server.messages.errors import Failure
from rebelote.server.outbox import Outbox, Prepared, SharedTransport
from rebelote.server.problems import Refused, problem
from rebelote.server.rates import Bucket
from rebelote.server.sockets import Door, address_of_peer

MOST_HEADERS: Final = 64
LARGEST_HEAD: Final = 16 * 1024
LONGEST_TARGET: Final = 8 * 1024
MOST_PIPELINED: Final = 8
"""Requests that wait on one connection for the answers before theirs."""
BYTES_AT_ONCE: Final = 4 * 1024
"""What is read of a WebSocket between two looks at its bounds."""
MOST_FRAMES: Final = 16
"""Of one message."""
MOST_WAITING: Final = 64
"""Messages that were read and not yet looked at."""
MOST_UNREAD_PONGS: Final = 64 * 1024
PINGS_AT_ONCE: Final = 20
PINGS_A_SECOND: Final = 1.0
BUSY_SECONDS: Final = 5
INVALID_DATA: Final = 1007
PAUSE_AT: Final = 8
"""Messages that wait when reading pauses."""
DIRECT: Final = "rebelote.direct"
"""The extension in a connection's scope by which it is read and written past the application's layers."""


Hearer = Callable[[str], bool]


class Direct(NamedTuple):
    """`receive` gives the next event of ASGI; `prepare` where texts are written at once, if they can be.
    `listen` names who is asked first about each text: what he takes (True) does not wait for `receive`."""

    receive: Callable[[], Awaitable[Any]]
    prepare: Callable[[list[bytes]], Prepared | None]
    listen: Callable[[Hearer | None], None]


class _Refusal(Exception):
    """Raised within the parser's callbacks."""


class GuardedHttp(HttpToolsProtocol):
    def __init__(self, door: Door, **given: Any) -> None:
        super().__init__(**given)
        self.door = door
        self.address = "?"
        self.deadline: float | None = None
        self.stalled: float | None = None
        self.closing: float | None = None
        self._reading_head = True
        self._head_bytes = 0
        self._fault = "bad_http"
        self._answered: RequestResponseCycle | None = None

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = address_of_peer(self.client)
        if not self.door.has_room(self.address):
            self._refuse("server_full")
            return
        self.door.enter(self)
        _keep_alive(transport)
        self._must_come_within(self.door.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        if self._answered is not None:
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """The request that is being answered; uvicorn's `cycle` is the last that has come, and where several
        wait, it does not tell this one that nobody reads any more."""
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        self.door.leave(self)  # the WebSocket takes its place
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        self.stalled = self.door.clock()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.stalled = None
        super().resume_writing()

    def run_late(self) -> None:
        if self._head_bytes or not self._reading_head:
            self._refuse("slow")
        else:
            self.transport.close()  # it never asked for anything

    def _must_come_within(self, seconds: float) -> None:
        self.deadline = self.door.clock() + seconds

    def _refuse(self, code: str) -> None:
        """Said if nothing else is being said; the connection ends."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            self.transport.write(_answer(code))
            self.transport.close()
        else:
            self.transport.abort()

    # Reading

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        self._head_bytes += len(data) if self._reading_head else 0
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._upgrade()
        except httptools.HttpParserError:
            self._refuse(self._fault)
        else:
            if self._head_bytes > LARGEST_HEAD:
                self._refuse("headers")

    def _upgrade(self) -> None:
        if self._should_upgrade():
            self.handle_websocket_upgrade()
        elif self.cycle is not None:
            self.cycle.keep_alive = False  # whatever comes next is no request of ours

    def _fail(self, fault: str) -> None:
        self._fault = fault
        raise _Refusal(fault)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._header_bytes = 0
        self._must_come_within(self.door.limits.head_seconds)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LONGEST_TARGET:
            self._fail("headers")
        if not url.isascii():
            self._fail("bad_http")

    def on_header(self, name: bytes, value: bytes) -> None:
        self._header_bytes += len(name) + len(value)
        if len(self.headers) >= MOST_HEADERS or self._header_bytes > LARGEST_HEAD:
            self._fail("headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._check_head()
        self._reading_head, self._head_bytes = False, 0
        self._must_come_within(self.door.limits.body_seconds)
        super().on_headers_complete()
        if len(self.pipeline) > MOST_PIPELINED:
            self._fail("bad_http")

    def _check_head(self) -> None:
        """What two readers of one request could take differently."""
        named = [name for name, _ in self.headers]
        version = self.parser.get_http_version()
        if version not in ("1.0", "1.1") or named.count(b"host") > 1:
            self._fail("bad_http")
        if version == "1.1" and b"host" not in named:
            self._fail("bad_http")
        coded = [value.lower() for name, value in self.headers if name == b"transfer-encoding"]
        if coded and (coded != [b"chunked"] or version == "1.0" or b"content-length" in named):
            self._fail("bad_http")
        if any(name == b"content-length" and int(value) > LARGEST_BODY for name, value in self.headers):
            self._fail("too_large")

    def on_message_complete(self) -> None:
        self._reading_head, self._head_bytes = True, 0
        self.deadline = None
        super().on_message_complete()


class GuardedWebSocket(WebSocketsSansIOProtocol):
    def __init__(self, door: Door, outbox: Outbox, **given: Any) -> None:
        super().__init__(**given)
        self.door = door
        self._outbox = outbox
        self._shared: SharedTransport | None = None
        self.address = "?"
        self.deadline: float | None = None
        self.stalled: float | None = None
        self.closing: float | None = None
        self._after_close = 0
        self._hearer: Hearer | None = None
        self._control = Bucket(PINGS_AT_ONCE, PINGS_A_SECOND, door.clock())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.address = address_of_peer(self.client)
        self.door.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        super().connection_lost(exc)
        if self._shared is not None:
            self._outbox.forget(self._shared)
            self._shared = None

    def pause_writing(self) -> None:
        self.stalled = self.door.clock()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.stalled = None
        super().resume_writing()

    def run_late(self) -> None:
        self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:
            self._shared = self._outbox.share(self.transport)
            self.transport = self._shared or self.transport
            extensions: Any = self.scope["extensions"]
            extensions[DIRECT] = Direct(self.receive, self.prepare_texts, self._listen)

    def prepare_texts(self, texts: list[bytes]) -> Prepared | None:
        """All of them in one write, past the application's layers; None where they have to wait."""
        if self.close_sent or self.transport.is_closing() or not self.writable.is_set():
            return None
        return (self.transport.write if self._shared is None else self._shared.place), texts

    def _listen(self, hearer: Hearer | None) -> None:
        self._hearer = hearer

    def data_received(self, data: bytes) -> None:
        text = plain_text(data) if self._is_between_frames() else None
        if text is not None:
            if self._hearer is None or not self.queue.empty() or not self._hearer(text):
                self._take({"type": "websocket.receive", "text": text})
            return
        for start in range(0, len(data), BYTES_AT_ONCE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + BYTES_AT_ONCE])
            self._after_close += min(BYTES_AT_ONCE, len(data) - start) if self.close_sent else 0
            if self._after_close > BYTES_AT_ONCE:  # it was told to go, and goes on talking
                self.transport.abort()
            if self.queue.qsize() > MOST_WAITING or len(self.frames) > MOST_FRAMES:
                self.transport.abort()

    def handle_ping(self) -> None:
        if self._may_control():
            super().handle_ping()
            if self.transport.get_write_buffer_size() > MOST_UNREAD_PONGS:
                self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        if self._may_control():
            super().handle_pong(event)

    def _may_control(self) -> bool:
        if self.transport.is_closing():
            return False
        if not self._control.take(self.door.clock()):
            return True
        self.transport.abort()
        return False

    def send_receive_event_to_app(self) -> None:
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self._take({"type": "websocket.receive", "bytes": data})
            return
        try:
            self._take({"type": "websocket.receive", "text": data.decode()})
        except UnicodeDecodeError:
            self.conn.fail(INVALID_DATA)
            self.handle_parser_exception()

    def _take(self, message: Any) -> None:
        """Reading pauses when some wait: to pause at each costs as much as to read it."""
        self.queue.put_nowait(message)
        if not self.read_paused and self.queue.qsize() >= PAUSE_AT:
            self.read_paused = True
            self.transport.pause_reading()

    def _is_between_frames(self) -> bool:
        """Does the library's parser wait for a new message, with nothing before it?"""
        conn = self.conn
        if conn.state is not OPEN or self.close_sent or conn.current_size is not None:
            return False
        waiting: Any = conn.parser
        while (inner := getattr(waiting, "gi_yieldfrom", None)) is not None:
            waiting = inner
        return waiting.gi_code is _AT_START and not self.transport.is_closing()


_AT_START: Final = StreamReader.at_eof.__code__
_WHOLE_TEXT: Final = 0x81
_MASKED: Final = 0x80
_SHORT, _LONG = 126, 127
"""A length that needs two bytes more, and one that needs eight."""


def plain_text(data: bytes) -> str | None:
    """The text of what nearly all clients send: one whole message, masked, of less than 64 KiB; None where it
    is anything else, for the library to read."""
    if not 6 <= len(data) <= BYTES_AT_ONCE or data[0] != _WHOLE_TEXT or not data[1] & _MASKED:
        return None
    length, start = data[1] & ~_MASKED, 2
    if length == _LONG:
        return None
    if length == _SHORT:
        length, start = int.from_bytes(data[2:4], "big"), 4
        if length < _SHORT:
            return None
    if len(data) != start + 4 + length:
        return None
    try:
        return apply_mask(data[start + 4 :], data[start : start + 4]).decode()
    except UnicodeDecodeError:
        return None


def protocols(door: Door, outbox: Outbox) -> tuple[Any, Any]:
    """For uvicorn's `http` and `ws`."""
    return partial(GuardedHttp, door), partial(GuardedWebSocket, door, outbox)


def _keep_alive(transport: asyncio.Transport) -> None:
    """A peer whose machine is gone is noticed."""
    plug = transport.get_extra_info("socket")
    if plug is not None and plug.family in (socket.AF_INET, socket.AF_INET6):
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)


def _answer(code: str) -> bytes:
    error = Refused(code, seconds=BUSY_SECONDS) if code == "server_full" else Refused(code)
    body = msgspec.json.encode(Failure(problem(error, "fr")))
    again = f"retry-after: {error.retry_after}\r\n" if error.retry_after else ""
    head = (
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n{again}\r\n"
    )
    return STATUS_LINE[error.status] + head.encode() + body
