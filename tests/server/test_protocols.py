"""What we add to uvicorn's protocols: the short way for plain texts, and peers that go while others wait."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import Mock

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from rebelote.server.protocols import GuardedHttp, GuardedWebSocket, plain_text
from rebelote.server.sockets import Door, SocketLimits

GREETING = (
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def sent(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=mask)


@pytest.mark.parametrize("text", ["", "é", "x" * 125, "x" * 126, "x" * 3000], ids=len)
def test_a_plain_text_is_read(text: str) -> None:
    assert plain_text(sent(text.encode())) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        sent(b"{}")[:-1],
        sent(b"{}") + b"\x81",
        sent(b"{}") + sent(b"{}"),
        sent(b"{}", fin=False),
        sent(b"{}", mask=False),
        sent(b"{}", Opcode.CONT),
        sent(b"{}", Opcode.BINARY),
        sent(b"{}", Opcode.PING),
        sent(b"\xff"),
        sent(b"x" * 5000),
        b"\x81\xfe\x00\x02\x00\x00\x00\x00{}",
        b"\xc1" + sent(b"{}")[1:],
    ],
    ids=range(13),
)
def test_anything_else_is_left_to_the_library(data: bytes) -> None:
    assert plain_text(data) is None


@pytest.fixture
def socket() -> GuardedWebSocket:
    """Connected; nothing around it."""
    made = object.__new__(GuardedWebSocket)
    made.conn, made.close_sent, made.transport = ServerProtocol(), False, Mock()
    made.disconnected, made.writable, made._shared = False, Mock(), None
    made.transport.is_closing.return_value = False
    made.conn.receive_data(GREETING)
    (request,) = made.conn.events_received()
    assert isinstance(request, Request)
    made.conn.send_response(made.conn.accept(request))
    return made


def test_what_looks_like_a_message_within_another_is_not_taken_for_one(socket: GuardedWebSocket) -> None:
    inner = sent(b'{"do":"ping"}')
    outer = sent(b"x" * len(inner))
    assert socket._is_between_frames()
    socket.conn.receive_data(outer[: -len(inner)])
    assert not socket._is_between_frames()
    socket.conn.receive_data(inner)
    assert socket._is_between_frames()


def test_nor_is_one_between_the_parts_of_another(socket: GuardedWebSocket) -> None:
    socket.conn.receive_data(sent(b"{", fin=False))
    assert not socket._is_between_frames()
    socket.conn.receive_data(sent(b"}", Opcode.CONT))
    assert socket._is_between_frames()


def test_texts_are_written_at_once(socket: GuardedWebSocket) -> None:
    assert socket.prepare_texts([b"one", b"two"]) == (socket.transport.write, [b"one", b"two"])


def test_nothing_is_prepared_for_a_peer_that_is_going(socket: GuardedWebSocket) -> None:
    socket.transport.is_closing.return_value = True  # type: ignore[attr-defined]
    assert socket.prepare_texts([b"late"]) is None


# Peers that go


def test_nothing_is_written_to_a_peer_that_went_while_a_second_request_waited() -> None:
    told = asyncio.run(_answer_after_two_requests_and_a_loss())
    assert told == ["http.disconnect"]


async def _answer_after_two_requests_and_a_loss() -> list[str]:
    """What the application hears whose answer comes when the peer is gone; to write to it would raise."""
    may_answer, told = asyncio.Event(), []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"late"})
        told.append((await receive())["type"])

    state = ServerState()
    config = Config(app, ws="none", lifespan="off", log_config=None)
    config.load()
    protocol = GuardedHttp(Door(SocketLimits(), ()), config=config, server_state=state, app_state={})
    transport = Mock()
    transport.is_closing.return_value = False
    transport.get_extra_info.return_value = None
    protocol.connection_made(transport)
    protocol.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 2)
    transport.is_closing.return_value = True
    transport.write.side_effect = RuntimeError("the handler is closed")
    protocol.connection_lost(None)
    may_answer.set()
    await asyncio.gather(*state.tasks)
    return told
