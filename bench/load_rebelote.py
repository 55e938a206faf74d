"""Our side of the load: four people at a table of contrée, who do anything legal."""

import asyncio
import http.client
import json
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from bench.load_clients import SEATS, Client, Seen
from bench.plain_websocket import PlainSocket

RULES = {"id": "ffb-contree", "options": {"target": 100_000}}


class Offer(msgspec.Struct):
    action: msgspec.Raw


class View(msgspec.Struct):
    match: str
    seq: int
    seat: str | None
    to_act: list[str]
    offers: list[Offer]


class Changes(msgspec.Struct):
    """What a message may change of that."""

    seq: int
    to_act: list[str] | msgspec.UnsetType = msgspec.UNSET
    offers: list[Offer] | msgspec.UnsetType = msgspec.UNSET


class Message(msgspec.Struct):
    type: str
    view: View | None = None
    changes: Changes | None = None
    after: int = 0


class Seat:
    def __init__(self, port: int, table: str, token: str, rng: random.Random) -> None:
        self.url = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        self._token, self._rng = token, rng
        self._decoder = msgspec.json.Decoder(Message)
        self._view: View | None = None

    async def greet(self, socket: PlainSocket) -> None:
        hello = {"do": "hello", "token": self._token, "lang": "fr", "changes": True}
        socket.send(json.dumps(hello))

    def read(self, message: bytes) -> Seen | None:
        told = self._decoder.decode(message)
        if told.changes is not None:
            self._change(told.after, told.changes)
        elif told.view is not None:
            self._view = told.view
        else:
            return None
        assert self._view is not None
        return Seen(self._view.seq, self._action(self._view))

    def _change(self, after: int, changes: Changes) -> None:
        """As the page does: the keys that are not told stay."""
        view = self._view
        assert view is not None
        assert view.seq == after
        view.seq = changes.seq
        if changes.to_act is not msgspec.UNSET:
            view.to_act = changes.to_act
        if changes.offers is not msgspec.UNSET:
            view.offers = changes.offers

    def _action(self, view: View) -> str | None:
        if not view.offers or view.to_act[:1] != [view.seat]:
            return None
        chosen = bytes(self._rng.choice(view.offers).action).decode()
        return f'{{"do":"act","id":1,"match":{json.dumps(view.match)},"seq":{view.seq},"action":{chosen}}}'

    def answer(self, _message: bytes) -> str | None:
        return None


async def open_table(ports: Sequence[int], rng: random.Random) -> list[Client]:
    return await asyncio.to_thread(_open, ports, rng)


def _open(ports: Sequence[int], rng: random.Random) -> list[Client]:
    server = http.client.HTTPConnection("127.0.0.1", ports[0], timeout=60)
    settings = {"turn_seconds": None, "absent_seconds": 3600}
    host = {"rules": RULES, "nickname": "0", "settings": settings, "start": False}
    first = post(server, "/api/tables", host)
    table = first["table"]["id"]
    tokens = [first["token"]]
    for n in range(1, SEATS):
        body = {"nickname": str(n)}
        tokens.append(post(server, f"/api/tables/{table}/sit", body)["token"])
    post(server, f"/api/tables/{table}/start", {}, tokens[0])
    server.close()
    return [Seat(port, table, token, rng) for port, token in zip(ports, tokens, strict=True)]


def post(server: http.client.HTTPConnection, path: str, body: Any, token: str | None = None) -> Any:
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    server.request("POST", path, json.dumps(body), headers)
    answer = server.getresponse()
    text = answer.read()
    if answer.status >= 400:
        raise RuntimeError(f"{path}: {answer.status} {text.decode()[:200]}")
    return json.loads(text)
