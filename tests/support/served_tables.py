"""A real server in this process, and clients that talk to it as a browser would."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

from rebelote.server.app import create_app
from rebelote.server.game import Game
from rebelote.server.settings import Settings
from rebelote.server.table_registry import TableRegistry

Json = dict[str, Any]
T = TypeVar("T")

SEED = "00112233445566778899aabbccddeeff" * 2
PATIENCE = 60.0
LONGEST = 600.0


def run(work: Coroutine[Any, Any, T]) -> T:
    """What hangs fails in the end, instead of holding up all other tests."""
    return asyncio.run(asyncio.wait_for(work, LONGEST))


class Place:
    """A running server. Behind a proxy, `http` has its address and `tls` its certificate."""

    def __init__(
        self,
        port: int,
        registry: TableRegistry,
        http: httpx.AsyncClient,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.port = port
        self.registry = registry
        self.http = http
        self.tls = tls

    async def get(self, path: str, token: str | None = None, status: int = 200) -> Any:
        answer = await self.http.get(f"/api{path}", headers=bearer(token))
        assert answer.status_code == status, answer.text
        return answer.json()

    async def post(self, path: str, body: object = None, token: str | None = None, status: int = 200) -> Any:
        answer = await self.http.post(f"/api{path}", json={} if body is None else body, headers=bearer(token))
        assert answer.status_code == status, answer.text
        return answer.json()

    async def open(self, rules: str | Json = "ffb-belote", **more: Any) -> Json:
        """A table: the answer of the server."""
        ref = {"id": rules} if isinstance(rules, str) else rules
        body = {"rules": ref, "nickname": "Ana", "start": True, **more}
        found: Json = await self.post("/tables", body, status=201)
        return found

    async def sit(self, table: str, nickname: str, **more: Any) -> Json:
        found: Json = await self.post(f"/tables/{table}/sit", {"nickname": nickname, **more})
        return found

    async def replay(self, match: str) -> Json:
        """All its pages as one."""
        whole: Json = await self.get(f"/matches/{match}/replay")
        while len(whole["deals"]) < len(whole["lines"]):
            page = await self.get(f"/matches/{match}/replay?from={len(whole['deals'])}")
            assert page["first"] == len(whole["deals"])
            whole["deals"] += page["deals"]
        return whole

    async def game(self, match: str) -> Game:
        """From the log."""
        found = await self.registry.store.load_match(match)
        assert found is not None
        return Game.load(found)

    @asynccontextmanager
    async def join(
        self,
        table: str,
        token: str | None = None,
        lang: str = "fr",
        headers: dict[str, str] | None = None,
        **hello: Any,
    ) -> AsyncIterator[Client]:
        site = str(self.http.base_url).replace("http", "ws", 1).rstrip("/")
        async with websockets.connect(
            f"{site}/api/tables/{table}/live",
            max_size=None,
            compression=None,
            proxy=None,
            ssl=self.tls,
            additional_headers=headers,
            open_timeout=PATIENCE,
        ) as connection:
            client = Client(connection)
            await client.say(
                {"do": "hello", "token": token, "lang": lang, "match": None, "seq": None, **hello}
            )
            reading = asyncio.create_task(client.read_on())
            try:
                await client.until(lambda: client.state is not None or client.gone is not None)
                yield client
            finally:
                reading.cancel()
                with suppress(asyncio.CancelledError):
                    await reading


def laid_over(view: Json, changes: Json) -> Json:
    """The next view: keys that are not told stay, and so do the seats."""
    moved = {seat["seat"]: seat for seat in changes.get("seats", ())}
    return {**view, **changes, "seats": [moved.get(seat["seat"], seat) for seat in view["seats"]]}


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"authorization": f"Bearer {token}"}


def from_address(address: str) -> dict[str, str]:
    """As a proxy on this machine says where a request comes from."""
    return {"X-Forwarded-For": address}


class Client:
    """A live connection: keeps all it was sent."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.traffic: list[Json] = []
        self.state: Json | None = None
        self.table: Json = {}
        self.view: Json = {}
        self.sheet: list[Json] = []
        self.seen: list[Json] = []
        self.gone: Json | None = None
        self.closed = False
        self._news = asyncio.Condition()
        self._ids = 0

    async def say(self, message: Json) -> None:
        await self.connection.send(json.dumps(message))

    async def read_on(self) -> None:
        try:
            async for text in self.connection:
                await self._take(json.loads(text))
        except websockets.ConnectionClosed:
            pass
        async with self._news:
            self.closed = True
            self._news.notify_all()

    async def _take(self, message: Json) -> None:
        async with self._news:
            self.traffic.append(message)
            match message["type"]:
                case "state":
                    self.state = message
                    self.table, self.view, self.sheet = message["table"], message["view"], message["sheet"]
                    self.seen += message["events"]
                case "events":
                    self.view = message["view"]
                    self.sheet = [*self.sheet, *message.get("sheet", [])]
                    self.seen += message["events"]
                case "changes":
                    assert (message["match"], message["after"]) == (self.view["match"], self.view["seq"])
                    self.view = laid_over(self.view, message["changes"])
                    self.sheet = [*self.sheet, *message.get("sheet", [])]
                    self.seen += message["events"]
                case "table":
                    self.table = message["table"]
                case "gone":
                    self.gone = message["error"]
                case _:
                    pass
            self._news.notify_all()

    def heard(self, kind: str) -> bool:
        """Has a message of this type come?"""
        return any(message["type"] == kind for message in self.traffic)

    async def until(self, ready: Callable[[], object], seconds: float = PATIENCE) -> None:
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: bool(ready()) or self.closed)
        assert ready(), (self.gone, self.traffic[-1:])

    async def ask(self, action: Json, *, seq: int | None = None, match: str | None = None) -> Json:
        """Act, and wait for the answer: `done` or `refused`."""
        self._ids += 1
        number = self._ids
        await self.say(
            {
                "do": "act",
                "id": number,
                "match": self.view["match"] if match is None else match,
                "seq": self.view["seq"] if seq is None else seq,
                "action": action,
            }
        )

        def answer() -> Json | None:
            return next((m for m in reversed(self.traffic) if m.get("id") == number), None)

        await self.until(answer)
        found = answer()
        assert found is not None
        return found

    @property
    def my_turn(self) -> bool:
        """Something to do that is not an interruption."""
        view = self.view
        if not view["offers"] or view["phase"] == "over":
            return False
        return bool(view["phase"] == "count" or view["seat"] == view["to_act"][0])

    async def play(self, luck: random.Random, until: Callable[[], object] | None = None) -> None:
        """Do something whenever it is our turn, until the match is over."""
        stop = until or (lambda: self.view["phase"] == "over")
        while True:
            await self.until(lambda: stop() or self.my_turn)
            if stop():
                return
            await self.ask(pick(self.view["offers"], luck))


def pick(offers: list[Json], luck: random.Random) -> Json:
    """A kind of action, then one of that kind; rather low bids."""
    kinds = sorted({offer["action"]["do"] for offer in offers})
    kind = luck.choice(kinds)
    these = [offer["action"] for offer in offers if offer["action"]["do"] == kind]
    found: Json = luck.choice(these[:8])
    return found


def free_socket() -> socket.socket:
    listening = socket.socket(proto=socket.IPPROTO_TCP)  # or asyncio leaves Nagle on
    listening.bind(("127.0.0.1", 0))
    return listening


def free_port() -> int:
    """One that is free now: whoever takes it first has it."""
    with free_socket() as listening:
        return int(listening.getsockname()[1])


@asynccontextmanager
async def serving(folder: Path, **more: Any) -> AsyncIterator[Place]:
    settings = Settings(data=folder, **{"limits": False, "least_seconds": 0, **more})
    registry = TableRegistry(settings)
    listening = free_socket()
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        create_app(settings, registry),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        lifespan="on",
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE, trust_env=False, verify=False) as http:
        try:
            yield Place(port, registry, http)
        finally:
            server.should_exit = True
            await running
