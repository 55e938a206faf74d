"""Tables of every kind, opened over several nodes: who sits there, with which bots, by which rules."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass

import httpx

from tests.faults.ledger import Ledger
from tests.faults.players import Evening, Habits, Player
from tests.support.served_tables import Json, bearer

RULES = ("ffb-belote", "classique", "ffb-contree", "premiere", "belote-annonces", "comptoir", "belote-501")
BOTS = ("hasard", "debutant", "habitue")
AT_ONCE = 8
FOR_EVER = 600


@dataclass(frozen=True)
class Plan:
    """What a table is to be like."""

    number: int
    rules: Json
    people: int
    settings: Json
    habits: tuple[Habits, ...]
    contested: bool
    seeded: bool

    @property
    def stand_in_after(self) -> float | None:
        """After how many seconds' absence a bot plays for a person; None where there is a clock besides."""
        seconds: float = self.settings["absent_seconds"]
        return None if "turn_seconds" in self.settings else seconds


@dataclass
class Table:
    """`given`: every seat that anybody was told to be theirs, with the token, where people stay seated."""

    plan: Plan
    id: str
    players: list[Player]
    given: list[tuple[str, str]]


def every_kind(number: int, luck: random.Random) -> list[Plan]:
    """Each habit and each kind of table comes up in turn, so that few tables have all of them."""
    return [_plan(each, luck) for each in range(number)]


def _plan(number: int, luck: random.Random) -> Plan:
    settings: Json = {
        "bot": "expert" if number % 16 == 9 else BOTS[number % len(BOTS)],
        "absent_seconds": 2 if number % 4 == 3 else FOR_EVER,
        "by_hand": number % 3 == 0,
    }
    if number % 8 == 5:
        settings["turn_seconds"] = 3
    people = (4, 2, 3, 1)[number % 4] if number % 16 != 15 else 4
    return Plan(
        number,
        {"id": luck.choice(RULES), "options": {"target": 1}},
        people,
        settings,
        tuple(_habits(number + place, wanders="turn_seconds" in settings) for place in range(people)),
        contested=number % 2 == 0,
        seeded=number % 5 == 4,
    )


def _habits(number: int, *, wanders: bool) -> Habits:
    kind = number % 7
    return Habits(
        wanders=wanders,
        twice=kind in (0, 5),
        two_tabs=kind == 1,
        stale=kind in (2, 5),
        cut=kind == 3,
        nervous=number % 2 == 0,
    )


class Refused(Exception):
    """The server did not want that."""


async def open_tables(evening: Evening, wanted: Sequence[Plan], luck: random.Random) -> list[Table]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def opened(plan: Plan, seed: int) -> Table:
        async with gate:
            return await _open(evening, plan, random.Random(seed))

    return list(await asyncio.gather(*(opened(plan, luck.getrandbits(32)) for plan in wanted)))


async def _open(evening: Evening, plan: Plan, luck: random.Random) -> Table:
    """One opens the table on a node; the others sit down over other nodes; another is told to begin."""
    body = {"rules": plan.rules, "nickname": "Ana", "settings": plan.settings, **_commitment(plan, luck)}
    first = await _post(evening, plan.number, "/tables", body)
    table = first["table"]["id"]
    free = [seat["seat"] for seat in first["table"]["seats"] if seat["seat"] != first["seat"]]
    seated, given = [first], [first]
    for place, seat in enumerate(free[: plan.people - 1], 1):
        answers = await _sit(evening, plan, table, seat, plan.number + place, luck)
        seated.append(answers[-1])
        given += answers
    await _post(evening, plan.number + 1, f"/tables/{table}/start", {}, first["token"])
    players = [
        Player(
            evening,
            Ledger(table, each["seat"], each["token"], plan.habits[place].wanders),
            plan.number + place,
            plan.habits[place],
            random.Random(luck.getrandbits(32)),
            host=place == 0,
        )
        for place, each in enumerate(seated)
    ]
    kept = [] if plan.habits[0].wanders else [(each["seat"], each["token"]) for each in given]
    return Table(plan, table, players, kept)


def _commitment(plan: Plan, luck: random.Random) -> Json:
    """Of one who never reveals his seed: the match has to begin without it."""
    return {"client_commitment": f"{luck.getrandbits(256):064x}"} if plan.seeded else {}


async def _sit(
    evening: Evening, plan: Plan, table: str, seat: str, node: int, luck: random.Random
) -> list[Json]:
    """Where a seat is contested two ask for it over two nodes at once, and one should get it."""
    body = {"nickname": f"Bob{node}", "seat": seat, **_commitment(plan, luck)}
    askers = [_post(evening, node + each, f"/tables/{table}/sit", body) for each in range(1 + plan.contested)]
    answers = await asyncio.gather(*askers, return_exceptions=True)
    seated = [answer for answer in answers if isinstance(answer, dict)]
    assert seated, f"{table}: nobody was given the seat {seat}: {answers}"
    return seated


async def _post(evening: Evening, node: int, path: str, body: Json, token: str | None = None) -> Json:
    port = evening.ports[node % len(evening.ports)]
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False, verify=False
    ) as http:
        answer = await http.post(f"/api{path}", json=body, headers=bearer(token))
    if answer.status_code not in (200, 201):
        raise Refused(answer.text)
    found: Json = answer.json()
    return found
