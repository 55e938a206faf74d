"""Our side of the load: four people at a table of contrée, who do anything legal."""

import asyncio
import http.client
import json
import random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from bench.load_clients import SEATS, Client, Seen

RULES = {"id": "ffb-contree", "options": {"target": 100_000}}


class Offer(msgspec.Struct):
    action: msgspec.Raw


class View(msgspec.Struct):
    match: str
    seq: int
    seat: str | None
    to_act: list[str]
    offers: list[Offer]


class Message(msgspec.Struct):
    type: str
    view: View | None = None


class Seat:
    def __init__(self, port: int, table: str, token: str, rng: random.Random) -> None:
        self.url = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        self._token, self._rng = token, rng
        self._decoder = msgspec.json.Decoder(Message)

    async def greet(self, socket: ClientConnection) -> None:
        hello = {"do": "hello", "token": self._token, "lang": "fr", "match": None, "seq": None}
        await socket.send(json.dumps(hello))

    def read(self, message: str) -> Seen | None:
        view = self._decoder.decode(message).view
        return None if view is None else Seen(view.seq, self._action(view))

    def _action(self, view: View) -> str | None:
        if not view.offers or view.to_act[:1] != [view.seat]:
            return None
        chosen = bytes(self._rng.choice(view.offers).action).decode()
        return f'{{"do":"act","id":1,"match":{json.dumps(view.match)},"seq":{view.seq},"action":{chosen}}}'

    def answer(self, _message: str) -> str | None:
        return None


async def open_table(port: int, rng: random.Random) -> list[Client]:
    return await asyncio.to_thread(_open, port, rng)


def _open(port: int, rng: random.Random) -> list[Client]:
    server = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
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
    return [Seat(port, table, token, rng) for token in tokens]


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


def fill(port: int, tables: int) -> None:
    """Tables that wait for their one person, the others being bots."""
    server = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    settings = {"turn_seconds": None, "absent_seconds": 3600}
    body = {"rules": RULES, "nickname": "0", "settings": settings, "start": True}
    for _ in range(tables):
        post(server, "/api/tables", body)
    server.close()
