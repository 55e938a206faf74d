"""People with scripts: they do anything legal, and when their connection dies they go to another node."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import struct
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

from tests.attack.secrecy import cards_in
from tests.faults.ledger import Heard, Ledger, Return, Sent
from tests.support.raw_sockets import TEXT, frame
from tests.support.served_tables import Client, Json, bearer, pick

NERVOUS_S, PATIENT_S = 4.0, 28.0
"""How long one waits for any answer; the page waits up to 28 s."""
ASKED_S = 2.0
"""How long one waits until a node takes a connection: that of the proxy (deploy/nginx-nodes.conf)."""
KEPT = 300
SHORTEST_PAUSE, LONGEST_PAUSE = 0.3, 8.0
"""Between tries to come back, as the page does."""
LATE = ("contre", "count")
"""What may come late and still count."""


class Lost(Exception):
    """The connection is of no more use."""


@dataclass
class Evening:
    """What all players share. `down`: nodes that do not work. `closing`: no match is begun any more."""

    ports: Sequence[int]
    pace: float
    down: Collection[int] = ()
    closing: bool = False
    refusals: dict[str, int] = field(default_factory=dict)
    at_table: dict[str, list[Player]] = field(default_factory=dict)

    def is_last(self, table: str, match: str) -> bool:
        """All at a table have seen this match end, and nobody asks for another any more."""
        return all(
            player.is_done or (player.seen_over == match and not player.asks_for_more)
            for player in self.at_table[table]
        )

    def refused(self, code: str) -> None:
        self.refusals[code] = self.refusals.get(code, 0) + 1


@dataclass(frozen=True)
class Habits:
    """What a player does besides playing."""

    twice: bool = False
    """Sends every message twice."""
    two_tabs: bool = False
    """Asks for every action over two nodes at once."""
    stale: bool = False
    """Asks for the same again later, with the seq of before."""
    cut: bool = False
    """Is cut off in the middle of a message, now and then."""
    wanders: bool = False
    """Leaves and comes back, or sits down elsewhere, over any node."""
    passes: bool = False
    """Passes whenever that may be."""
    nervous: bool = False
    """Gives a silent connection up soon."""


class Tab(Client):
    """A live connection that writes down what it hears."""

    def __init__(self, connection: ClientConnection, heard: Heard, open_acts: dict[int, Sent]) -> None:
        super().__init__(connection)
        self._heard = heard
        self._open_acts = open_acts
        self.last_heard = time.monotonic()

    async def read_on(self) -> None:
        await super().read_on()
        self._heard.ends()

    async def _take(self, message: Json) -> None:
        self.last_heard = time.monotonic()
        act = self._open_acts.get(message.get("id", -1))
        self._heard.take(message, () if act is None else cards_in(act.action))
        if act is not None and message["type"] == "done":
            act.done.append(message["seq"])
        elif act is not None and message["type"] == "refused":
            act.refused.append(message["error"]["code"])
        await super()._take(message)
        del self.traffic[:-KEPT]
        self.seen.clear()

    async def wait(self, ready: Callable[[], object], seconds: float) -> bool:
        """Until it is so, the time is up, or the connection is gone."""
        try:
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: bool(ready()) or self.closed)
        except TimeoutError:
            return False
        if self.closed or self.gone is not None:
            raise Lost("closed" if self.gone is None else self.gone["code"])
        return True

    def cut_off(self, text: str) -> None:
        """Half a message, then the network is gone."""
        transport = self.connection.transport
        whole = frame(TEXT, text.encode())
        with suppress(RuntimeError, OSError):  # it is gone already
            transport.write(whole[: len(whole) // 2])
            found = transport.get_extra_info("socket")
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()


class Player:
    """One person at one table. `number` tells which node to begin with."""

    def __init__(
        self,
        evening: Evening,
        ledger: Ledger,
        number: int,
        habits: Habits,
        luck: random.Random,
        *,
        host: bool,
    ) -> None:
        self.ledger = ledger
        self._evening = evening
        self._node = number % len(evening.ports)
        self._habits = habits
        self._luck = luck
        self._host = host
        self._ids = 0
        self._open_acts: dict[int, Sent] = {}
        self.is_done = False
        self.seen_over = ""
        self.asks_for_more = False
        evening.at_table.setdefault(ledger.table, []).append(self)
        self.last_view: Json = {}
        self.last_loss = ""
        self._answered = 0.0
        self.doing = ""

    async def play(self) -> None:
        """Until the evening closes and the match is over."""
        attempt, lost, tried = 0, None, list[str]()
        while not self.is_done:
            began, was_down = time.monotonic(), self._node in self._evening.down
            try:
                async with self._connected(self._node) as tab:
                    if lost is not None:
                        tried.append(
                            f"node {self._node} answered after {self._answered - began:.2f} s "
                            f"and told the table after {time.monotonic() - began:.2f} s"
                        )
                        self.ledger.returns.append(Return(lost, time.monotonic(), tuple(tried)))
                    attempt, lost = 0, None
                    tried.clear()
                    await self._play_with_other_tab(tab)
            except (Lost, OSError, TimeoutError, websockets.WebSocketException, httpx.HTTPError) as error:
                self.last_loss = repr(error)
                tried.append(f"node {self._node}: {error!r} after {time.monotonic() - began:.2f} s")
                is_down = was_down or self._node in self._evening.down
                if lost is None or is_down:  # time counts from a node that works
                    lost = time.monotonic()
                self._node = (self._node + 1) % len(self._evening.ports)
                await asyncio.sleep(self._pause(attempt))
                attempt += 1
                if self._habits.wanders and "not_your_seat" in self.last_loss:
                    await self._sit_anew()

    def _pause(self, attempt: int) -> float:
        longest: float = min(LONGEST_PAUSE, SHORTEST_PAUSE * 2**attempt)
        return longest * (0.5 + self._luck.random() / 2)

    @asynccontextmanager
    async def _connected(self, node: int) -> AsyncIterator[Tab]:
        address = f"ws://127.0.0.1:{self._evening.ports[node]}/api/tables/{self.ledger.table}/live"
        async with websockets.connect(
            address, max_size=None, compression=None, proxy=None, open_timeout=ASKED_S, close_timeout=1,
            ping_interval=None,
        ) as connection:  # fmt: skip
            heard, self._answered = Heard(node, time.time()), time.monotonic()
            self.ledger.heard.append(heard)
            tab = Tab(connection, heard, self._open_acts)
            view = self.last_view
            known = {"match": view.get("match"), "seq": view.get("seq"), "changes": not self._habits.nervous}
            await tab.say({"do": "hello", "token": self.ledger.token or None, "lang": "fr", **known})
            reading = asyncio.create_task(tab.read_on())
            try:
                if not await tab.wait(lambda: tab.state is not None, NERVOUS_S):
                    raise Lost("no state")
                heard.opened = time.time()  # from now on the node knows that this one is there
                yield tab
            finally:
                heard.ends()
                reading.cancel()
                with suppress(asyncio.CancelledError):
                    await reading
                connection.transport.abort()

    async def _play_with_other_tab(self, tab: Tab) -> None:
        """Where the other one does not open, or is lost, one goes on with this."""
        if not self._habits.two_tabs:
            await self._play(tab, None)
            return
        other, second = (self._node + 1) % len(self._evening.ports), None
        async with AsyncExitStack() as stack:
            with suppress(Lost, OSError, TimeoutError, websockets.WebSocketException):
                second = await stack.enter_async_context(self._connected(other))
            await self._play(tab, second)

    async def _play(self, tab: Tab, second: Tab | None) -> None:
        while True:
            await self._wait_for_turn(tab)
            self.last_view = tab.view
            if tab.view["phase"] == "over":
                if not self._evening.closing:
                    await self._go_on(tab)
                elif await self._is_last(tab):
                    self.is_done = True
                    return
                continue
            await asyncio.sleep(self._luck.uniform(0, 2 * self._evening.pace))
            if tab.my_turn:
                await self._act(tab, second)

    async def _is_last(self, tab: Tab) -> bool:
        """No match is begun any more, and none was begun a moment ago: the others may know of one already."""
        match = self.seen_over = tab.view["match"]
        if await tab.wait(lambda: tab.view["match"] != match, 2.0):
            return False
        return self._evening.is_last(self.ledger.table, match)

    def _is_ready(self, tab: Tab) -> bool:
        return bool(tab.view) and (tab.my_turn or tab.view["phase"] == "over")

    async def _wait_for_turn(self, tab: Tab) -> None:
        patience = NERVOUS_S if self._habits.nervous else PATIENT_S
        if self._habits.wanders and (not self._evening.closing or self._has_to_sit_down(tab)):
            await self._wander(tab)
        self.doing = f"waits for its turn since {(tab.view or {}).get('seq')} on node {self._node}"
        while not await tab.wait(lambda: self._is_ready(tab), patience):
            asked = time.monotonic()
            await tab.say({"do": "ping"})
            if not await tab.wait(lambda asked=asked: tab.last_heard > asked, patience):  # type: ignore[misc]
                raise Lost("silent")

    # Acting

    async def _act(self, tab: Tab, second: Tab | None) -> None:
        view, action = tab.view, self._choice(tab.view["offers"])
        number, text = self._request(view, action)
        if self._habits.cut and self._luck.random() < 0.05:
            tab.cut_off(text)
            raise Lost
        await tab.connection.send(text)
        if self._habits.twice:
            await tab.connection.send(text)
        if second is not None:
            with suppress(websockets.ConnectionClosed):
                await second.connection.send(self._request(view, action)[1])
        act = self._open_acts[number]
        self.doing = f"waits for the answer to {act.match}:{act.seq} on node {self._node}"
        if not await tab.wait(lambda: act.is_answered, NERVOUS_S if self._habits.nervous else PATIENT_S):
            raise Lost
        await self._after(tab, act, view)

    def _choice(self, offers: list[Json]) -> Json:
        passing = [offer["action"] for offer in offers if offer["action"]["do"] == "pass"]
        return passing[0] if self._habits.passes and passing else pick(offers, self._luck)

    def _request(self, view: Json, action: Json) -> tuple[int, str]:
        self._ids += 1
        act = Sent(self.ledger.seat, view["match"], view["seq"], action)
        self._open_acts[self._ids] = act
        self.ledger.sent.append(act)
        message = {"do": "act", "id": self._ids, "match": act.match, "seq": act.seq, "action": action}
        return self._ids, json.dumps(message)

    async def _after(self, tab: Tab, act: Sent, view: Json) -> None:
        if not act.done:
            self._evening.refused(act.refused[0])
            await tab.wait(lambda: tab.view["seq"] != act.seq or tab.view["match"] != act.match, 0.5)
        elif self._habits.stale and act.action["do"] not in LATE:
            await tab.wait(lambda: tab.view["seq"] > act.done[0] and tab.my_turn, 4 * self._evening.pace)
            await tab.connection.send(self._request(view, act.action)[1])

    # Wandering

    def _has_to_sit_down(self, tab: Tab) -> bool:
        """Before the last match ends: without people it would rest."""
        return _looks_on(tab) and bool(tab.view) and tab.view["phase"] != "over"

    async def _wander(self, tab: Tab) -> None:
        """Sometimes both requests are on their way at once."""
        looks_on = _looks_on(tab)
        if not looks_on and self._luck.random() > 0.08:
            return
        path, body = self._luck.choice([("return", {}), ("sit", {"nickname": "Eve"})])
        if not looks_on and self._luck.random() < 0.5:
            _, answer = await asyncio.gather(self._post("leave", {}), self._post(path, body))
        else:
            await self._post("leave", {})
            answer = await self._post(path, body)
        if "token" in answer:
            self.ledger.token, self.ledger.seat = answer["token"], answer["seat"]
        raise Lost

    async def _sit_anew(self) -> None:
        """One who waited for a seat and left has none to come back to."""
        if self._evening.closing:
            self.is_done = True
            return
        self.ledger.token = ""
        with suppress(httpx.HTTPError):
            answer = await self._post("sit", {"nickname": "Eve"})
            self.ledger.token = answer.get("token", "")

    async def _post(self, path: str, body: Json) -> Json:
        """Over any node; nothing if it was refused."""
        port = self._luck.choice(self._evening.ports)
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", timeout=5, trust_env=False, verify=False
        ) as http:
            answer = await http.post(
                f"/api/tables/{self.ledger.table}/{path}",
                json=body,
                headers=bearer(self.ledger.token or None),
            )
        found: Json = answer.json() if answer.status_code == 200 else {}
        return found

    async def _go_on(self, tab: Tab) -> None:
        """Another match, once this one is over."""
        match = tab.view["match"]
        if self._host or self._habits.wanders:
            await asyncio.sleep(self._luck.uniform(0, self._evening.pace))
            self.asks_for_more = True
            try:
                await self._post("rematch", {})
            finally:
                self.asks_for_more = False
        await tab.wait(lambda: tab.view["match"] != match or self._evening.closing, 1.0)


def _looks_on(tab: Tab) -> bool:
    you = tab.table["you"]
    return you["seat"] is None and you["waits"] is None
