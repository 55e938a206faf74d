"""No request is expensive: each of these once froze the server, filled its memory, its disk or its threads.

A real server's processor time and memory say what a request costs. Whether the event loop stood still is
asked of one in this process: its thread's own processor time between two beats, so that a busy machine is no
matter.
"""

from __future__ import annotations

import asyncio
import base64
import json
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert

from rebelote.ruleset.limits import LARGEST_BID
from rebelote.ruleset.rules_code import pack
from rebelote.server import days, schema
from rebelote.server.attended_table import MOST_READERS
from rebelote.server.duplicates import LEAGUE_SHOWN
from rebelote.server.game import now_ms
from rebelote.server.notes import MOST_NOTES, SettingsChanged
from rebelote.server.rates import price
from rebelote.server.work_pool import WorkPool
from tests.support.ears import Ear
from tests.support.heartbeat import STANDSTILL, Heartbeat
from tests.support.served_tables import PATIENCE, from_address, run, serving
from tests.support.server_process import Json, ServerProcess

CPU_SECONDS = 0.5
"""For a request: some ten times what the worst of them takes, a tenth of what they took."""
MEMORY = 50_000_000


def code(document: Json) -> str:
    """As `pack` does it, whatever the size."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = squeezer.compress(json.dumps(document).encode()) + squeezer.flush()
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def house(**parts: Any) -> Json:
    return {"house": {"id": "maison", "extends": "coinche", **parts}}


def ladder(trumps: list[str]) -> Json:
    return {"lowest": 1, "highest": LARGEST_BID, "step": 1, "trumps": trumps}


EMPTY_VARIANTS: list[Json] = [{"when": {}, "set": {}}] * 4700
RULES: dict[str, Json] = {
    "4,700 empty variants": {"code": code(house(variants=EMPTY_VARIANTS))},
    "a bomb": {"code": code({"id": "x" * 14_000_000})},
    "19,000 parts of a key": {"toml": "a." * 19_000 + "a = 1"},
    "800 options": {"toml": "".join(f"[options.a{n}]\nvalues = [1]\ndefault = 1\n" for n in range(800))},
    "40,000 bids": {"code": code(house(trump_choice=ladder(["S", "H", "D", "C"])))},
    "every bid many times": {"code": code(house(trump_choice=ladder(["S"] * 15_000)))},
    "400 digits": {"toml": 'id = "x"\nextends = "coinche"\n[match_end]\ntarget = ' + "9" * 400},
    "not a number": {"toml": 'id = "x"\nextends = "coinche"\n[match_end]\nstake = nan'},
    "a target of a million": {"code": pack({"id": "coinche", "options": {"target": 1_000_000}})},
    "10,000 levels of TOML": {"toml": "a = " + "[" * 10_000},
    "an option's name of 60,000": {"id": "coinche", "options": {"x" * 60_000: 1}},
}

TOPS = {str(10_000_000 + n): 1 for n in range(3000)}
LONG_AUCTION = [["ESWN"[n % 4], f"{n + 1} S"] for n in range(4100)]
STAIRS = {"dealing": {"layout": {"top": TOPS}}}
QUESTIONS: dict[str, Json] = {
    "61 KB of calls": {
        "ask": "auction",
        "rules": {"id": "x", "extends": "coinche", "trump_choice": ladder(["S"])},
        "dealer": "N",
        "calls": LONG_AUCTION,
    },
    "variants": {
        "ask": "legal",
        "rules": {"id": "x", "extends": "coinche", "variants": EMPTY_VARIANTS[:2500]},
    },
    "tables of ten million": {
        "ask": "legal",
        "rules": {"id": "x", "extends": "escalier", **STAIRS},
        "trump": "S",
        "seat": "1",
        "hand": [],
        "trick": [],
    },
    "8,000 cards": {
        "ask": "legal",
        "rules": "coinche",
        "trump": "S",
        "seat": "N",
        "hand": ["AS"] * 8000,
        "trick": [],
    },
    "numbers of 4,000 digits": {"ask": "end", "rules": "coinche", "totals": {"NS": 10**3999, "EW": 10**3999}},
}

BODIES: dict[str, bytes] = {
    "30,000 lists": b'{"rules":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "6,000 objects": b'{"rules":' * 6_000 + b"1" + b"}" * 6_000,
}


def large_code(target: int) -> str:
    """As large as it may be."""
    options = {f"o{n}": {"values": list(range(20)), "default": 0} for n in range(30)}
    variants = [{"when": {f"o{n}": 1}, "set": {"belote": {"worth": 20 + n}}} for n in range(30)]
    return pack(house(options=options, variants=variants, match_end={"target": target}))


LARGE_CODE = large_code(1000)

PATHS = [
    "/" + "a" * 256,
    "/" + "a" * 5_000,
    "/" + "a/" * 3_000,
    "/api/tables/" + "a" * 300,
    "/api/rules?lang=%ff",
    "/api/rules?lang=%C3%A9",
    "/api/rules?%ff=%ff",
    "/api/rules?" + "lang=fr&" * 7_000,
    "/api/schema/%00",
]


@contextmanager
def cheap(server: ServerProcess, requests: int = 1) -> Iterator[None]:
    """What is done within costs little processor time and memory."""
    before, memory = server.cpu_seconds(), server.memory()
    yield
    assert server.cpu_seconds() - before < CPU_SECONDS * requests
    assert server.memory() - memory < MEMORY


def refused(answer: httpx.Response) -> str:
    """Its code; in our shape, with a sentence that is not endless."""
    assert 400 <= answer.status_code < 500, answer.text[:500]
    error = answer.json()["error"]
    assert 0 < len(error["message"]) < 1000
    return str(error["code"])


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_rules(rules: Json, server: ServerProcess) -> None:
    """To be checked, and to be played."""
    new = {"rules": rules, "nickname": "Ana", "start": True}
    with server.client() as http, cheap(server, requests=2):
        for path, body in (("/api/rules/check", {"rules": rules}), ("/api/tables", new)):
            assert refused(http.post(path, json=body)) in ("bad_rules", "bad_field", "bad_code")


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_questions(question: Json, server: ServerProcess) -> None:
    body = json.dumps(question, separators=(",", ":"))
    assert len(body) < 64 * 1024
    with server.client() as http, cheap(server):
        answer = http.post("/api/referee", content=body)
    assert answer.status_code == 200
    assert "error" in answer.json()


@pytest.mark.parametrize("path", ["/api/rules/check", "/api/tables", "/api/tables/abcdefghjk/sit"])
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_deep_bodies(path: str, body: bytes, server: ServerProcess) -> None:
    with server.client() as http, cheap(server):
        answer = http.post(path, content=body, headers={"content-type": "application/json"})
    assert refused(answer) == "too_deep"


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_odd_addresses(path: str, server: ServerProcess) -> None:
    with server.client() as http, cheap(server):
        answer = http.get(path)
    if answer.status_code != 200:
        refused(answer)


UNDERPAID = 2.0
"""How many times its price a request may cost: on a busy machine all takes longer."""
ASKED = 30
DEAREST = [
    ("GET", "/api/schema/openapi.yaml"),
    ("GET", "/api/schema"),
    ("GET", "/api/rules/schema"),
    ("GET", "/api/daily"),
    ("POST", "/api/series"),
    ("POST", "/api/series/{series}/play"),
]


@pytest.mark.parametrize(("method", "path"), DEAREST, ids=[path for _, path in DEAREST])
def test_what_a_request_costs_is_paid(method: str, path: str, server: ServerProcess) -> None:
    """Where no pool tells afterwards what it took; else one address could have the whole processor."""
    with server.client() as http:
        address = path.format(series=http.get("/api/daily").json()["series"][0]["series"])

        def ask() -> None:
            answer = http.request(method, address, json={"game": "coinche"} if path == "/api/series" else {})
            assert answer.status_code < 300, answer.text

        ask()  # what is made once is no matter
        before = server.cpu_seconds()
        for _ in range(ASKED):
            ask()
        assert server.cpu_seconds() - before < ASKED * UNDERPAID * price(address) / 1000


def test_the_same_code_is_resolved_once(server: ServerProcess) -> None:
    """A valid one, near its limits, asked for a hundred times: a few milliseconds each, not thirty."""
    body = {"rules": {"code": LARGE_CODE}}
    with server.client() as http:
        assert http.post("/api/rules/check", json=body).status_code == 200
        before = server.cpu_seconds()
        for _ in range(100):
            http.post("/api/rules/check", json=body)
        assert server.cpu_seconds() - before < 1.0


# The event loop


def requests() -> Iterator[tuple[str, bytes]]:
    new = {"nickname": "Ana", "start": True}
    for rules in [*RULES.values(), {"code": LARGE_CODE}]:
        yield "/api/rules/check", json.dumps({"rules": rules}).encode()
        yield "/api/tables", json.dumps({"rules": rules, **new}).encode()
    for question in QUESTIONS.values():
        yield "/api/referee", json.dumps(question).encode()
    for body in BODIES.values():
        yield "/api/rules/check", body


def test_the_loop_never_stands_still(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder) as place:
            await place.get("/rules")
            for path, body in requests():
                heart = Heartbeat()
                async with heart.beating():
                    await place.http.post(path, content=body)
                assert heart.longest < STANDSTILL, (path, body[:100])

    run(ask())


def test_a_crowd_of_expensive_questions_stops_nobody(folder: Path) -> None:
    """Forty at once, each different: those that can't wait are told so, and the loop goes on."""
    bodies = [json.dumps({"rules": {"code": large_code(100 + n)}}).encode() for n in range(40)]

    async def ask() -> None:
        async with serving(folder) as place:
            await place.get("/rules")
            heart, loop = Heartbeat(), asyncio.get_running_loop()

            def check(body: bytes) -> int:
                return httpx.post(
                    f"{place.http.base_url}/api/rules/check", content=body, timeout=60
                ).status_code

            with ThreadPoolExecutor(len(bodies)) as strangers:  # what they do themselves is not the loop's
                async with heart.beating():
                    asked = [loop.run_in_executor(strangers, check, body) for body in bodies]
                    statuses = await asyncio.gather(*asked)
            assert set(statuses) <= {200, 503}
            assert 200 in statuses
            assert heart.longest < STANDSTILL

    run(ask())


def test_a_full_table_that_is_told_all_anew_stops_nobody(folder: Path) -> None:
    """A match with as many notes as there may be, before as many readers."""

    async def ask() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            room = await place.registry.room(opened["table"]["id"])
            assert room.game is not None
            for n in range(MOST_NOTES):
                room.tell_note(room.noted(SettingsChanged({"absent_seconds": n}, False)))
            for _ in range(MOST_READERS):
                room.join(Ear(None, None), None, None)
            began = time.thread_time()
            room.tell_state()
            assert time.thread_time() - began < STANDSTILL
            for reader in room.readers:
                room.part(reader)

    run(ask())


PLAYERS = 30_000


def test_a_league_of_many_stops_nobody(folder: Path) -> None:
    """One who lets a program play gives it as many players as he likes. All are ranked once, elsewhere."""

    async def ask() -> None:
        async with serving(folder) as place:
            day = days.day_of(now_ms())
            rows = [
                {"series": "x", "person": f"{n}", "table_id": f"{n}", "day": day, "name": "", "started": 0}
                | {"score": n % 500}
                for n in range(PLAYERS)
            ]
            await place.registry.store.maintain(lambda c: c.execute(insert(schema.entries), rows))
            async with asyncio.timeout(PATIENCE):  # on a busy machine it may be told to try again
                while (await place.http.get("/api/league")).status_code != 200:
                    pass
            heart = Heartbeat()
            async with heart.beating():
                found = await place.get("/league")
            assert (found["players"], len(found["lines"])) == (PLAYERS, LEAGUE_SHOWN)
            assert heart.longest < STANDSTILL / 4

    run(ask())


def test_a_league_is_looked_up_on_the_account_of_whoever_asks(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one who asks for week after week takes the places of all who read the league."""
    paying, run_ = [], WorkPool.run

    async def noting(pool: WorkPool, work: Callable[[], Any], address: str = "") -> Any:
        paying.append(address)
        return await run_(pool, work, address)

    monkeypatch.setattr(WorkPool, "run", noting)

    async def ask() -> None:
        async with serving(folder) as place:
            await place.http.get("/api/league?week=2020-01-01", headers=from_address("192.0.2.1"))

    run(ask())
    assert paying == ["192.0.2.1"]


def test_failures_do_not_fill_the_log(server: ServerProcess) -> None:
    """Thirty odd requests of each kind: a short line each at most."""
    before = server.log_size
    with server.client() as http:
        for n in range(30):
            for path in PATHS:
                http.get(f"{path}{n}")
            http.post("/api/tables", content=BODIES["30,000 lists"])
    assert server.log_size - before < 400 * 30 * (len(PATHS) + 1)
