"""The live connection with valid, mutated, cut, oversized and binary messages in any order: refused or
answered, never failed; what was refused has changed nothing; the server serves on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from rebelote.server.limits import LARGEST_MESSAGE
from tests.attack.length import LONG
from tests.support.served_tables import PATIENCE
from tests.support.server_process import Json, ServerProcess

ROUNDS = 400 if LONG else 12
MESSAGES = 40
LAST = 1_000
"""The number of the last message of a connection."""
KNOWN = {"state", "events", "table", "done", "refused", "pong", "gone"}
CARDS = ["JH", "7S", "TD", "1Z", "", "jh"]
BIDS = [7_777, 10_000, -8_888, "capots", "80"]
ODD_VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    2**53,
    2**64,
    10**400,
    1.5,
    "",
    "x" * 300,
    "\x00",
    "\u202e",
    "é" * 100,
    [],
    {},
    [[[]]],
    {"do": "hello"},
]


class Table:
    """One seat of a table in play, in whose turn the match rests."""

    def __init__(self, server: ServerProcess, opened: Json) -> None:
        self.server = server
        self.id: str = opened["table"]["id"]
        self.match: str = opened["table"]["match"]
        self.token: str = opened["token"]
        self.seat: str = opened["seat"]

    def view(self) -> Json:
        with self.server.client() as http:
            seated = {"authorization": f"Bearer {self.token}"}
            answer = http.get(f"/api/tables/{self.id}/view", headers=seated)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[ClientConnection]:
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.id}/live"
        async with websockets.connect(
            address, max_size=None, compression=None, proxy=None, open_timeout=PATIENCE
        ) as connection:
            yield connection

    def hello(self, **more: Any) -> Json:
        return {"do": "hello", "token": self.token, "lang": "fr", "match": None, "seq": None, **more}


@pytest.fixture
def table(server: ServerProcess) -> Table:
    found = Table(server, server.open_table())
    asyncio.run(_until_our_turn(found))
    return found


async def _until_our_turn(table: Table) -> None:
    """Bots play as long as somebody is there, and wait for us then."""
    async with table.connected() as connection:
        await connection.send(json.dumps(table.hello()))
        async with asyncio.timeout(PATIENCE):
            async for text in connection:
                view = json.loads(text).get("view")
                if view is not None and view["to_act"][:1] == [table.seat]:
                    return


# Messages


def valid(table: Table, view: Json, luck: random.Random) -> Json:
    """No action that is accepted, nor would be with one character changed: its answer might go unheard."""
    legal = [*view["legal"], {"do": "pass", "seat": table.seat}, {"do": "play", "seat": "N", "card": "JH"}]
    act = {"do": "act", "id": luck.randrange(100), "match": table.match, "seq": view["seq"]}
    return luck.choice(
        [
            table.hello(),
            table.hello(token=None),
            table.hello(match=table.match, seq=luck.randrange(50)),
            {"do": "ping"},
            {"do": "lang", "lang": luck.choice(["fr", "en"])},
            {**act, "seq": 1_000_000, "action": luck.choice(legal)},
            {**act, "match": "abcdefghjk", "action": luck.choice(legal)},
            {**act, "action": {"do": "deal", "seat": "N", "packets": [3, 2, 3]}},
            {**act, "action": {"do": "play", "seat": table.seat, "card": luck.choice(CARDS)}},
            {**act, "action": {"do": "bid", "seat": table.seat, "value": luck.choice(BIDS), "trump": "H"}},
            {**act, "action": {"do": "cut", "seat": table.seat, "at": luck.randrange(100, 200)}},
        ]
    )


def with_odd_value(message: Json, luck: random.Random) -> Json:
    whole: Json = json.loads(json.dumps(message))
    place: Any = whole
    while True:
        key = luck.choice(list(place))
        if not isinstance(place[key], dict) or not place[key] or luck.random() < 0.3:
            break
        place = place[key]
    if luck.random() < 0.2:
        del place[key]
    elif luck.random() < 0.2:
        place["x" * luck.randrange(1, 50)] = luck.choice(ODD_VALUES)
    else:
        place[key] = luck.choice(ODD_VALUES)
    return whole


def mutated(text: str, luck: random.Random) -> str:
    at = luck.randrange(len(text))
    return luck.choice(
        [
            text[:at],
            text[at:],
            text[:at] + luck.choice('{}[]",:\\\x00é😀9') + text[at + 1 :],
            text[:at] + text[:at] + text[at:],
            text.replace(":", ":" + "[" * 1000, 1),
            text.replace('"', "'"),
            "[" * 4000,
            text + text,
        ]
    )


def any_message(table: Table, view: Json, luck: random.Random) -> str | bytes:
    message = valid(table, view, luck)
    match luck.randrange(6):
        case 0:
            return json.dumps(message)
        case 1 | 2:
            return json.dumps(with_odd_value(message, luck))
        case 3 | 4:
            return mutated(json.dumps(message), luck)
        case _ if luck.random() < 0.1:
            return json.dumps(message) + " " * LARGEST_MESSAGE
        case _:
            return luck.choice([luck.randbytes(50), json.dumps(message).encode(), b"", b"\xff" * 3000])


async def _talk(table: Table, view: Json, luck: random.Random) -> list[Json]:
    """As many connections as it takes, since some messages end one; all that came back."""
    heard: list[Json] = []
    left = MESSAGES
    while left > 0:
        async with table.connected() as connection:
            reading = asyncio.create_task(_hear(connection, heard))
            with suppress(websockets.ConnectionClosed):
                if luck.random() < 0.9:
                    await connection.send(json.dumps(table.hello()))
                while left > 0:
                    await connection.send(any_message(table, view, luck))
                    left -= 1
                    await asyncio.sleep(0.002)
                await _until_answered(connection, table, reading, heard)
            reading.cancel()
    return heard


async def _until_answered(
    connection: ClientConnection, table: Table, reading: asyncio.Task[None], heard: list[Json]
) -> None:
    """What was asked before is answered then, or the connection is at its end."""
    before = len(heard)
    last = {"do": "act", "id": LAST, "match": table.match, "seq": 1_000_000}
    await connection.send(json.dumps({**last, "action": {"do": "pass", "seat": table.seat}}))
    async with asyncio.timeout(PATIENCE):
        while not reading.done() and not any(each.get("id") == LAST for each in heard[before:]):
            await asyncio.sleep(0.01)


async def _hear(connection: ClientConnection, heard: list[Json]) -> None:
    with suppress(websockets.ConnectionClosed):
        while True:
            heard.append(json.loads(await connection.recv()))


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_whatever_is_said(seed: int, table: Table) -> None:
    luck, before = random.Random(seed), table.view()
    heard = asyncio.run(_talk(table, before, luck))
    assert {message["type"] for message in heard} <= KNOWN
    errors = [message["error"] for message in heard if "error" in message]
    assert all(error["code"] != "failed" and error["message"] for error in errors)
    if not any(message["type"] == "done" for message in heard):
        assert table.view() == before


def test_many_hellos(table: Table) -> None:
    """One after another each is answered with the whole state; all at once they may end the connection."""

    async def greet() -> None:
        hello = json.dumps(table.hello(lang="en"))
        async with table.connected() as connection:
            for _ in range(50):
                await connection.send(hello)
                while json.loads(await asyncio.wait_for(connection.recv(), PATIENCE))["type"] != "state":
                    pass
        async with table.connected() as connection:
            with suppress(websockets.ConnectionClosed):
                for _ in range(500):
                    await connection.send(hello)

    before = table.view()
    asyncio.run(greet())
    assert table.view() == before


FIRST: list[tuple[str | bytes, str]] = [
    ("", "bad_json"),
    ("null", "bad_json"),
    ("[" * 4000, "bad_json"),
    ('{"do":"ping"}', "hello_first"),
    ('{"do":"lang","lang":"en"}', "hello_first"),
    (b"\xff\xfe", "bad_json"),
    ('{"do":"hello","token":"nobody"}', "not_your_seat"),
    ('{"do":"hello","token":"' + "x" * 101 + '"}', "bad_json"),
]


@pytest.mark.parametrize(("text", "code"), FIRST, ids=range(len(FIRST)))
def test_the_first_message(text: str | bytes, code: str, table: Table) -> None:
    async def begin() -> str:
        async with table.connected() as connection:
            await connection.send(text)
            error: Json = json.loads(await connection.recv())["error"]
            return str(error["code"])

    assert asyncio.run(begin()) == code


# Frames


def frame(
    opcode: int, payload: bytes, *, length: bytes | None = None, masked: bool = True, last: int = 0x80
) -> bytes:
    size = bytes([len(payload) | (0x80 if masked else 0)]) if length is None else length
    mask = os.urandom(4) if masked else b""
    coded = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload)) if masked else payload
    return bytes([last | opcode]) + size + mask + coded


TEXT, BINARY, CLOSE, PING, PONG, MORE, REST = 1, 2, 8, 9, 10, 0, 0
FRAMES: list[bytes] = [
    frame(TEXT, b"\xff\xfe\xfd"),
    frame(TEXT, b"{}", masked=False),
    frame(3, b"reserved"),
    frame(11, b"reserved"),
    frame(TEXT, b"{}", last=0xF0),
    frame(REST, b"the rest of nothing"),
    frame(TEXT, b"one", last=MORE) + frame(TEXT, b"two"),
    frame(TEXT, b"a", last=MORE) * 50,
    frame(TEXT, b"", last=MORE) + frame(REST, b"", last=MORE) * 3000,
    frame(TEXT, b"", length=bytes([0xFF]) + struct.pack(">Q", 2**62)),
    frame(TEXT, b"", length=bytes([0xFE]) + struct.pack(">H", 65535)),
    frame(PING, b"x" * 125) * 100,
    frame(PING, b"x", last=MORE),
    frame(PONG, b"nobody asked"),
    frame(CLOSE, b"\x00"),
    frame(CLOSE, struct.pack(">H", 999)),
    frame(CLOSE, struct.pack(">H", 1000) + b"\xff"),
    frame(CLOSE, b"") + frame(TEXT, b"{}"),
    b"GET / HTTP/1.1\r\n\r\n",
    b"",
]


def handshake(table: Table) -> bytes:
    return (
        f"GET /api/tables/{table.id}/live HTTP/1.1\r\nHost: 127.0.0.1:{table.server.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


@pytest.mark.parametrize("sent", FRAMES, ids=range(len(FRAMES)))
@pytest.mark.parametrize("greets", [False, True])
def test_frames_that_no_library_sends(sent: bytes, greets: bool, table: Table) -> None:
    before = table.view()
    hello = frame(TEXT, b'{"do":"hello"}')
    with socket.create_connection(("127.0.0.1", table.server.port), timeout=PATIENCE) as plug:
        plug.sendall(handshake(table))
        assert plug.recv(4096).startswith(b"HTTP/1.1 101")
        with suppress(ConnectionError):
            plug.sendall((hello if greets else b"") + sent)
    assert table.view() == before


def test_it_still_serves(server: ServerProcess, table: Table) -> None:
    server.assert_well()
    assert table.view()["seat"] == table.seat
