"""A random walk around one table: people sit down, leave, come back, are sent away and invited again; tabs
open, reload and close; matches begin and go on; the server restarts. Everybody keeps all that they hear."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from websockets import ConnectionClosed

from rebelote.server.bot_turns import waited_for
from rebelote.server.rooms import Room
from rebelote.server.seating import digest
from rebelote.table import Seat
from tests.attack.secrecy import Leak, by_http, leaks, read_truths
from tests.support.served_tables import (
    Client,
    Json,
    Place,
    bearer,
    from_address,
    pick,
    serving,
)

PEOPLE = 5
MOST_TABS = 3
HOST_ORDERS = ["kick", "host", "bot", "empty", "invite", "invite", "settings", "start", "rematch"]
EXPECTED = {200, 201, 400, 401, 403, 409}


@dataclass
class Tab:
    """A live connection. `token` is None once it has said hello with more than one."""

    client: Client
    token: str | None
    stack: AsyncExitStack


@dataclass
class Person:
    """One browser at one address. A plain one forgets a token when it gets another; a sneaky one uses all."""

    name: str
    address: str
    sneaky: bool
    tokens: list[str] = field(default_factory=list)
    tabs: list[Tab] = field(default_factory=list)
    heard: list[Json] = field(default_factory=list)
    by_token: dict[str, list[Json]] = field(default_factory=dict)
    by_connection: list[list[Json]] = field(default_factory=list)

    @property
    def token(self) -> str | None:
        return self.tokens[-1] if self.tokens else None

    def keep(self, tab: Tab) -> None:
        """What a tab heard, once it is closed."""
        self.by_connection.append(tab.client.traffic)
        self.heard += tab.client.traffic
        if tab.token is not None:
            self.by_token.setdefault(tab.token, []).extend(tab.client.traffic)


class Walk:
    def __init__(self, folder: Path, rules: Json, seed: int) -> None:
        self.folder, self.rules = folder, rules
        self.luck = random.Random(seed)
        self.people = [Person(f"P{n}", f"192.0.2.{n + 1}", sneaky=n % 2 == 1) for n in range(PEOPLE)]
        self.table = ""
        self.seats: list[str] = []
        self.did: Counter[str] = Counter()
        self.place: Place

    async def go(self, steps: int) -> list[Leak]:
        left = steps
        while left > 0:
            stretch = min(left, self.luck.randint(40, 80))
            left -= stretch
            async with serving(self.folder) as self.place:
                await self._begin()
                for _ in range(stretch):
                    await self._step()
                for person in self.people:
                    for tab in list(person.tabs):
                        await self._close(person, tab)
            self.did["restart"] += 1
        return list(self._found())

    def _found(self) -> Iterator[Leak]:
        truths = read_truths(self.folder / "rebelote.sqlite")
        for person in self.people:
            for heard in (*person.by_token.values(), *person.by_connection):
                yield from leaks(heard, truths)
            if not person.sneaky:
                yield from leaks(person.heard, truths)

    # Asking

    async def _ask(self, person: Person, path: str, body: object = None, token: str | None = None) -> Json:
        """A request; the answer, or nothing where it is refused."""
        headers = {**bearer(token), **from_address(person.address)}
        if body is None and path.endswith("/view"):
            answer = await self.place.http.get(f"/api{path}", headers=headers)
        else:
            answer = await self.place.http.post(f"/api{path}", json=body or {}, headers=headers)
        assert answer.status_code in EXPECTED, (path, answer.status_code, answer.text)
        found: Json = answer.json()
        return found if answer.status_code < 300 else {}

    async def _order(self, name: str, person: Person, body: object = None, token: str | None = None) -> Json:
        answer = await self._ask(
            person, f"/tables/{self.table}/{name}", body, token or self._some_token(person)
        )
        if answer:
            self.did[name.split("/")[0]] += 1
        return answer

    def _some_token(self, person: Person) -> str | None:
        if not person.tokens:
            return None
        return self.luck.choice(person.tokens) if person.sneaky else person.token

    async def _begin(self) -> None:
        if self.table:
            return
        first = self.people[0]
        body = {"rules": self.rules, "nickname": first.name, "start": True}
        opened = await self._ask(
            first, "/tables", {**body, "settings": {"absent_seconds": 600, "bot": "debutant"}}
        )
        self.table = opened["table"]["id"]
        self.seats = [seat["seat"] for seat in opened["table"]["seats"]]
        first.tokens.append(opened["token"])

    # Steps

    async def _step(self) -> None:
        person = self.luck.choice(self.people)
        steps: list[tuple[Callable[[Person], Awaitable[None]], int]] = [
            (self._sit, 5),
            (self._leave, 2),
            (self._return, 3),
            (self._open, 6),
            (self._drop, 2),
            (self._hello_again, 4),
            (self._speak, 1),
            (self._look, 5),
            (self._agree, 4),
            (self._host, 4),
            (self._reload_room, 1),
            (self._play, 12),
        ]
        step = self.luck.choices([each for each, _ in steps], [weight for _, weight in steps])[0]
        await step(person)

    async def _sit(self, person: Person) -> None:
        seat = self.luck.choice([*self.seats, None])
        body = {"nickname": person.name, **({"seat": seat} if seat else {})}
        headers = {
            **from_address(person.address),
            **(bearer(person.token) if self.luck.random() < 0.5 else {}),
        }
        if not person.sneaky and person.token is not None:
            await self._order("leave", person, token=person.token)
        answer = await self.place.http.post(f"/api/tables/{self.table}/sit", json=body, headers=headers)
        assert answer.status_code in EXPECTED, answer.text
        if answer.status_code == 200:
            self.did["waits" if answer.json()["waits"] else "sits"] += 1
            if not person.sneaky:
                for tab in list(person.tabs):
                    await self._close(person, tab)
            person.tokens.append(answer.json()["token"])
            await self._open(person)

    async def _leave(self, person: Person) -> None:
        await self._order("leave", person)

    async def _return(self, person: Person) -> None:
        await self._order("return", person)

    async def _open(self, person: Person) -> None:
        """A tab: with a token, or as a spectator; from the beginning, or from some seq."""
        if len(person.tabs) >= MOST_TABS:
            return
        token = self._some_token(person) if self.luck.random() < 0.8 else None
        stack = AsyncExitStack()
        headers = from_address(person.address)
        client = await stack.enter_async_context(
            self.place.join(self.table, token, headers=headers, **await self._since())
        )
        person.tabs.append(Tab(client, token, stack))
        self.did["tab"] += 1

    async def _since(self) -> Json:
        room, asked = await self._room(), {"changes": self.did["tab"] % 2 == 0}
        if room.game is None or self.luck.random() < 0.5:
            return asked
        return {**asked, "match": room.game.id, "seq": self.luck.choice([0, 1, room.game.seq // 2])}

    async def _drop(self, person: Person) -> None:
        if person.tabs:
            await self._close(person, self.luck.choice(person.tabs))

    async def _close(self, person: Person, tab: Tab) -> None:
        await tab.stack.aclose()
        person.tabs.remove(tab)
        person.keep(tab)

    async def _hello_again(self, person: Person) -> None:
        """On the same connection, perhaps with another token."""
        live = [tab for tab in person.tabs if not tab.client.closed]
        if not live:
            return
        tab, token = self.luck.choice(live), self._some_token(person)
        if token != tab.token:
            tab.token = None
        await self._say(tab, {"do": "hello", "token": token, "lang": "fr", **await self._since()})

    async def _speak(self, person: Person) -> None:
        for tab in person.tabs:
            await self._say(tab, {"do": "lang", "lang": self.luck.choice(["fr", "en"])})

    async def _say(self, tab: Tab, message: Json) -> None:
        """And wait until it is answered, or the connection is at its end."""
        client = tab.client
        pongs = sum(each["type"] == "pong" for each in client.traffic)
        with suppress(ConnectionClosed):
            await client.say(message)
            await client.say({"do": "ping"})
            await client.until(
                lambda: client.closed or sum(each["type"] == "pong" for each in client.traffic) > pongs
            )

    async def _look(self, person: Person) -> None:
        token = self._some_token(person)
        if token is not None:
            await self._view(person, token)

    async def _view(self, person: Person, token: str) -> Json:
        view = await self._ask(person, f"/tables/{self.table}/view", token=token)
        if view:
            self.did["view"] += 1
            message = by_http(view)
            person.heard.append(message)
            person.by_token.setdefault(token, []).append(message)
        return view

    async def _agree(self, person: Person) -> None:
        """A newcomer asks; most of the others agree."""
        await self._order("ask", person)
        room = await self._room()
        asked = [each.seat for each in room.arrangements.newcomers if each.token in room.asked]
        for seat in asked:
            for other in self.people:
                body = {"seat": seat, "agreed": self.luck.random() < 0.95}
                await self._order("answer", other, body, other.token)

    async def _room(self) -> Room:
        """To choose steps that come to something, never to judge what was told."""
        return await self.place.registry.room(self.table)

    async def _host(self, person: Person) -> None:
        """Orders and settings, mostly by the host; they are refused to all others."""
        room = await self._room()
        host = room.seats[room.host].token if room.host is not None else None
        of_host = [(each, token) for each, token in self._all_tokens() if digest(token) == host]
        by, token = of_host[0] if of_host else (person, person.token)
        await self._order_of_host(room, by, token)

    async def _order_of_host(self, room: Room, person: Person, token: str | None) -> None:
        do = self.luck.choice(HOST_ORDERS)
        match do:
            case "invite":
                for gone in room.arrangements.sent_away:
                    await self._order("invite", person, {"number": gone.number}, token)
            case "settings":
                change = {"turn_seconds": None, "bot": self.luck.choice(["hasard", "debutant"])}
                await self._order("settings", person, change, token)
            case "start" | "rematch":
                await self._order(do, person, None, token)
            case _:
                if await self._order(f"seats/{self.luck.choice(self.seats)}", person, {"do": do}, token):
                    self.did[do] += 1

    async def _reload_room(self, _person: Person) -> None:
        """As if nobody had been there for a while."""
        for person in self.people:
            for tab in list(person.tabs):
                await self._close(person, tab)
        await asyncio.sleep(0.02)
        self.place.registry.sweep(-1)
        self.did["reload"] += 1

    async def _play(self, _person: Person) -> None:
        """Those who are waited for play a few moves; before the hands are dealt, until they are."""
        room = await self._room()
        begun = room.mid_deal
        for _ in range(self.luck.randint(1, 6) if begun else 8):
            seat = await self._waited_for(room)
            if seat is None or (room.mid_deal and not begun):
                return
            for person, token in self._all_tokens():
                if digest(token) == room.seats[seat].token:
                    await self._act(person, token)

    async def _waited_for(self, room: Room) -> Seat | None:
        """The person whose turn it is, once the bots have played."""
        for _ in range(40):
            if room.game is None or room.game.match.is_over:
                return None
            people = [
                seat for seat in waited_for(room.game.match.state, room.is_human) if room.is_human(seat)
            ]
            if people:
                return people[0]
            await asyncio.sleep(0.005)
        return None

    def _all_tokens(self) -> Iterator[tuple[Person, str]]:
        return ((person, token) for person in self.people for token in person.tokens)

    async def _act(self, person: Person, token: str) -> None:
        view = await self._view(person, token)
        if not view or not view["legal"]:
            return
        action = pick([{"action": action} for action in view["legal"]], self.luck)
        body = {"match": view["match"], "seq": view["seq"], "action": action}
        await self._order("act", person, body, token)
