"""Colyseus's side of the load: its frames (a code, the name of the message, MessagePack), and four who play
any card that they are told they may."""

import asyncio
import http.client
import json
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from bench.load_clients import SEATS, Client, Seen
from bench.plain_websocket import PlainSocket

JOIN_ROOM, ROOM_DATA = b"\x0a", b"\x0d"
SHORT_TEXT = 0xA0
"""A text of less than 32 bytes begins with this and its length."""


def _data(name: str) -> bytes:
    return ROOM_DATA + bytes([SHORT_TEXT | len(name)]) + name.encode()


EVENTS, PLAY = _data("events"), _data("play")


class Told(msgspec.Struct):
    seq: int
    legal: list[str]


class Seat:
    def __init__(self, port: int, reserved: dict[str, str], rng: random.Random) -> None:
        room = f"{reserved['processId']}/{reserved['roomId']}"
        self.url = f"ws://127.0.0.1:{port}/{room}?sessionId={reserved['sessionId']}"
        self._rng = rng
        self._decoder = msgspec.msgpack.Decoder(Told)

    async def greet(self, socket: PlainSocket) -> None:
        await socket.recv()
        socket.send(JOIN_ROOM)

    def read(self, message: bytes) -> Seen | None:
        if not message.startswith(EVENTS):
            return None
        told = self._decoder.decode(message[len(EVENTS) :])
        action = PLAY + msgspec.msgpack.encode(self._rng.choice(told.legal)) if told.legal else None
        return Seen(told.seq, action)

    def answer(self, _message: bytes) -> str | None:
        return None


async def open_table(ports: Sequence[int], rng: random.Random) -> list[Client]:
    return await asyncio.to_thread(_open, ports, rng)


def _open(ports: Sequence[int], rng: random.Random) -> list[Client]:
    server = http.client.HTTPConnection("127.0.0.1", ports[0], timeout=60)
    first = _reserved(server, "create/tricks")
    others = [_reserved(server, f"joinById/{first['roomId']}") for _ in range(1, SEATS)]
    server.close()
    return [Seat(port, reserved, rng) for port, reserved in zip(ports, [first, *others], strict=True)]


def _reserved(server: http.client.HTTPConnection, what: str) -> dict[str, Any]:
    server.request("POST", f"/matchmake/{what}", "{}", {"Content-Type": "application/json"})
    answer = server.getresponse()
    found: dict[str, Any] = json.loads(answer.read())
    if answer.status >= 400 or "roomId" not in found:
        raise RuntimeError(f"{what}: {answer.status} {found}")
    return found
