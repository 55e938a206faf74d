"""Who may do what: every route and every live message, asked by every kind of caller.

A route that is not in the table fails the test: say who may use it. The requests of those who may are chosen
so that they change nothing (a stale action, a match that is not over): one table serves them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import pytest

from rebelote.server.app import ROUTES
from rebelote.server.bans import Ban
from rebelote.server.messages.live import FromClient
from rebelote.server.rates import Limits, price
from rebelote.server.routes import schema
from tests.support.dealt_tables import until_dealt
from tests.support.served_tables import Client, Json, Place, bearer, from_address, run, serving

CALLERS = ("nobody", "forged", "stranger", "left", "kicked", "waiting", "guest", "host")
"""Without a token; with one that is nobody's, one of another table, one whose owner has left, was sent away,
or sits down at the next deal; a player; the host."""


SITTING = ("host", "guest", "left", "kicked")
"""When the deal begins."""


def statuses(**given: int) -> dict[str, int]:
    """By caller; `rest` is for those that are not named."""
    rest = given.pop("rest")
    assert set(given) <= set(CALLERS)
    return {caller: given.get(caller, rest) for caller in CALLERS}


def all_get(status: int) -> dict[str, int]:
    return dict.fromkeys(CALLERS, status)


@dataclass(frozen=True)
class Case:
    expected: dict[str, int]
    body: Json | None = None
    where: Json = field(default_factory=dict)


def seated(guest: int, host: int | None = None) -> dict[str, int]:
    """For those who sit there alone."""
    host = guest if host is None else host
    return statuses(nobody=401, waiting=409, guest=guest, host=host, rest=403)


POSITION = {
    "rules": {"id": "coinche"},
    "trump": "H",
    "leader": "N",
    "hands": {"N": ["AS"], "E": ["7S"], "S": ["8S"], "W": ["9S"]},
    "tricks": {"NS": 7},
}
STALE = {"match": "aaaaaaaaaa", "seq": 1, "action": {"do": "pass", "seat": "S"}}
SEAT = {"seat": "S"}
TABLE = "/api/tables/{table_id:str}"
MATCH = "/api/matches/{match_id:str}"
SERIES = "/api/series/{series_id:str}"

CASES: dict[tuple[str, str], Case] = {
    ("GET", "/health"): Case(all_get(200)),
    ("GET", "/ready"): Case(all_get(200)),
    ("GET", "/api/rules"): Case(all_get(200)),
    ("GET", "/api/lessons"): Case(all_get(200)),
    ("GET", "/api/lessons/{lesson_id:str}"): Case(all_get(200), where={"lesson_id": "cartes"}),
    ("GET", "/api/rules/schema"): Case(all_get(200)),
    ("GET", "/api/rules/{rules_id:str}"): Case(all_get(200), where={"rules_id": "coinche"}),
    ("POST", "/api/rules/check"): Case(all_get(200), {"rules": {"id": "coinche"}}),
    ("GET", "/api/bots"): Case(all_get(200)),
    ("POST", "/api/referee"): Case(all_get(200), {"ask": "rulesets"}),
    ("POST", "/api/positions"): Case(all_get(200), POSITION),
    ("POST", "/api/positions/solve"): Case(all_get(200), POSITION),
    ("POST", "/api/positions/frame"): Case(all_get(200), {"rules": {"id": "coinche"}}),
    ("POST", "/api/positions/read"): Case(all_get(400), {"text": "nothing"}),
    ("GET", "/api/problems"): Case(all_get(200)),
    ("GET", "/api/problems/daily"): Case(all_get(200)),
    ("GET", "/api/problems/next"): Case(all_get(200)),
    ("GET", "/api/problems/{problem_id:str}"): Case(all_get(404), where={"problem_id": "00000000"}),
    ("POST", "/api/problems/{problem_id:str}/answer"): Case(
        all_get(404), {"answer": "JH"}, where={"problem_id": "00000000"}
    ),
    ("DELETE", "/api/problems/me"): Case(statuses(nobody=401, rest=200)),
    ("GET", "/api/schema"): Case(all_get(200)),
    ("GET", "/api/schema/openapi.json"): Case(all_get(200)),
    ("GET", "/api/schema/openapi.yaml"): Case(all_get(200)),
    ("POST", "/api/tables"): Case(all_get(201), {"rules": {"id": "coinche"}, "nickname": "Eve"}),
    ("GET", TABLE): Case(all_get(200)),
    ("GET", f"{TABLE}/rules"): Case(all_get(200)),
    ("POST", f"{TABLE}/sit"): Case(statuses(kicked=403, rest=409), {"nickname": "Eve", "seat": "S"}),
    ("POST", f"{TABLE}/leave"): Case(statuses(nobody=401, waiting=0, guest=0, host=0, rest=403)),
    ("DELETE", f"{TABLE}/me"): Case(statuses(nobody=401, left=0, waiting=0, guest=0, host=0, rest=403)),
    ("POST", f"{TABLE}/return"): Case(
        statuses(nobody=401, left=0, waiting=200, guest=200, host=200, rest=403)
    ),
    ("POST", f"{TABLE}/ask"): Case(statuses(nobody=401, waiting=409, rest=403)),
    ("POST", f"{TABLE}/answer"): Case(seated(409), {"seat": "E", "agreed": True}),
    ("POST", f"{TABLE}/invite"): Case(seated(403, 400), {"number": 999}),
    ("POST", f"{TABLE}/swap"): Case(seated(409), {"seat": "S", "other": "N"}),
    ("POST", f"{TABLE}/start"): Case(seated(403, 409)),
    ("POST", f"{TABLE}/rematch"): Case(seated(409)),
    ("POST", f"{TABLE}/settings"): Case(seated(403, 200), {}),
    ("POST", f"{TABLE}/seats/{{seat:str}}"): Case(seated(403, 409), {"do": "kick"}, SEAT),
    ("POST", f"{TABLE}/commit"): Case(seated(200), {"client_commitment": "00" * 32}),
    ("POST", f"{TABLE}/reveal"): Case(seated(409), {"match": "aaaaaaaaaa", "client_seed": "00" * 32}),
    ("GET", f"{TABLE}/view"): Case(seated(200)),
    ("POST", f"{TABLE}/advice"): Case(seated(403)),  # others play there too
    ("POST", f"{TABLE}/takeback"): Case(seated(403), {"match": "aaaaaaaaaa", "seq": 1}),
    ("POST", f"{TABLE}/act"): Case(seated(403, 409), STALE),  # for the host's seat
    ("GET", MATCH): Case(all_get(200)),
    ("GET", f"{MATCH}/replay"): Case(all_get(200)),
    ("GET", f"{MATCH}/record"): Case(all_get(409)),
    ("GET", f"{MATCH}/fairness"): Case(all_get(200)),
    ("GET", f"{MATCH}/review"): Case(all_get(200)),
    ("POST", f"{MATCH}/review"): Case(all_get(200)),
    ("GET", f"{MATCH}/why"): Case(all_get(400)),
    ("DELETE", MATCH): Case(seated(403, 409)),
    ("GET", "/api/daily"): Case(all_get(200)),
    ("GET", "/api/daily/{day:str}"): Case(all_get(400), where={"day": "demain"}),
    ("GET", "/api/league"): Case(all_get(200)),
    ("POST", "/api/series"): Case(all_get(201), {"game": "coinche"}),
    ("GET", SERIES): Case(all_get(200)),
    ("POST", f"{SERIES}/play"): Case(all_get(200), {}),  # everybody's own table
    ("GET", f"{MATCH}/facts"): Case(all_get(400)),  # without a seat
    ("POST", "/api/transfers"): Case(all_get(201), {"data": {}}),
    ("POST", "/api/transfers/take"): Case(all_get(404), {"code": "aaaa-aaaa-aaaa"}),
    ("DELETE", "/api/player"): Case(statuses(nobody=401, rest=200)),  # one's own results, if any
    ("GET", f"{SERIES}/result"): Case(all_get(403)),  # nobody has played it to its end
}
"""0: allowed, and it would change the table; see the tests of tests/server."""


def routes() -> Iterator[tuple[str, str]]:
    for handler in (*ROUTES, *schema.ROUTES):
        for path in handler.paths:
            yield from ((str(method), path) for method in handler.http_methods if method != "OPTIONS")


def test_every_route_is_in_the_table() -> None:
    assert set(routes()) == set(CASES)


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/", "/%2fapi/tables", "/api%2f%2ftables%2f"])
def test_an_address_with_more_slashes_is_the_same(
    path: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Routes are found without them, so whoever was banned came in, and what is dear was had for nothing."""
    paid, take = [], Limits.take

    def noting(limits: Limits, address: str, cost: float) -> None:
        paid.append(cost)
        take(limits, address, cost)

    monkeypatch.setattr(Limits, "take", noting)

    async def ask() -> None:
        async with serving(folder, limits=True) as place:
            await place.registry.bans.add(Ban(kind="address", what="192.0.2.1/32", since=0))
            for address, status in (("192.0.2.1", 403), ("192.0.2.2", 201)):
                answer = await place.http.post(
                    path, json={"rules": {"id": "coinche"}}, headers=from_address(address)
                )
                assert answer.status_code == status, answer.text

    run(ask())
    assert paid == [price("/api/tables")] * 2


class Scene:
    """A table in the middle of a deal, and one caller of each kind."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.table = self.match = self.series = ""
        self.tokens: dict[str, str | None] = {"nobody": None, "forged": "a" * 43}

    async def set_up(self, stack: AsyncExitStack) -> None:
        place = self.place
        self.series = (await place.get("/daily"))["series"][0]["series"]
        self.tokens["stranger"] = (await place.open("coinche"))["token"]
        opened = await place.open("coinche", start=False, settings={"absent_seconds": 600})
        self.table = opened["table"]["id"]
        host = self.tokens["host"] = opened["token"]
        for caller, seat in (("guest", "N"), ("left", "W"), ("kicked", "E")):
            self.tokens[caller] = (await place.sit(self.table, f"Le {caller}", seat=seat))["token"]
        started = await place.post(f"/tables/{self.table}/start", token=host)
        self.match = started["table"]["match"]
        await stack.enter_async_context(place.join(self.table, host))
        await until_dealt(place, self.table, *filter(None, map(self.tokens.get, SITTING)))
        await place.post(f"/tables/{self.table}/leave", token=self.tokens["left"])
        await place.post(f"/tables/{self.table}/seats/E", {"do": "kick"}, host)
        self.tokens["waiting"] = (await place.sit(self.table, "Le waiting", seat="E"))["token"]

    async def status(self, caller: str, method: str, path: str, case: Case) -> int:
        values = {"table_id": self.table, "match_id": self.match, "series_id": self.series, **case.where}
        address = path.replace(":str", "").format(**values)
        body = {"json": case.body if case.body is not None else {}} if method == "POST" else {}
        headers = bearer(self.tokens[caller])
        answer = await self.place.http.request(method, address, headers=headers, **body)  # type: ignore[arg-type]
        return answer.status_code


def test_every_route_for_every_caller(folder: Path) -> None:
    async def ask() -> dict[tuple[str, str, str], tuple[int, int]]:
        wrong = {}
        async with serving(folder) as place, AsyncExitStack() as stack:
            scene = Scene(place)
            await scene.set_up(stack)
            for (method, path), case in CASES.items():
                for caller, expected in case.expected.items():
                    if expected:
                        found = await scene.status(caller, method, path, case)
                        if found != expected:
                            wrong[caller, method, path] = (expected, found)
        return wrong

    assert run(ask()) == {}


# The live connection

HELLO: dict[str, Any] = {
    "nobody": None,
    "forged": "not_your_seat",
    "stranger": "not_your_seat",
    "left": None,
    "kicked": "kicked",
    "waiting": None,
    "guest": "N",
    "host": "S",
}
"""The seat whose view they get, or why they are turned away."""

ACT = {
    "nobody": "not_your_seat",
    "left": "not_your_seat",
    "waiting": "not_your_seat",
    "guest": "not_your_seat",
}
"""What they are told who act for the host's seat."""


CLAIM = {"do": "claim", "match": "aaaaaaaaaa", "seq": 1}


async def answer(client: Client, message: Json) -> Json:
    """What is told to this message, and to no other."""
    number = 1000 + len(client.traffic)
    await client.say({**message, "id": number})
    await client.until(lambda: any(told.get("id") == number for told in client.traffic))
    return next(told for told in client.traffic if told.get("id") == number)


def test_every_live_message_is_asked_about() -> None:
    kinds = {kind.__struct_config__.tag for kind in get_args(FromClient)}
    assert kinds == {"hello", "act", "claim", "say", "lang", "ping"}


def test_every_live_message_for_every_caller(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder) as place, AsyncExitStack() as stack:
            scene = Scene(place)
            await scene.set_up(stack)
            for caller, expected in HELLO.items():
                async with place.join(scene.table, scene.tokens[caller]) as client:
                    if client.gone is not None:
                        assert client.gone["code"] == expected, caller
                        continue
                    assert client.view["seat"] == expected, caller
                    assert bool(client.view["hand"]) == (expected is not None), caller
                    if caller in ACT:
                        refused = await client.ask({"do": "pass", "seat": "S"})
                        assert refused["error"]["code"] == ACT[caller], caller
                    if expected is None:  # who sits nowhere neither speaks nor claims
                        for message in ({"do": "say", "phrase": "well_played"}, CLAIM):
                            assert (await answer(client, message))["error"]["code"] == "not_your_seat", caller
                    await client.say({"do": "lang", "lang": "en"})
                    await client.say({"do": "ping"})
                    await client.until(lambda client=client: client.heard("pong"))  # type: ignore[misc]
                    assert client.view["seat"] == expected, caller

    run(ask())
