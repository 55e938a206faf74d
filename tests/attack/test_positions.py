"""Positions of strangers: oversized, impossible, hard, many. None is expensive, none stops the loop."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

from rebelote.cards import PACK
from rebelote.ruleset.loading import load
from rebelote.server.messages.positions import LONGEST_TEXT
from rebelote.solver import Position, Solver, TooLong
from rebelote.solver.questions import read_position
from rebelote.table import Side
from tests.support.heartbeat import STANDSTILL, Heartbeat
from tests.support.served_tables import Json, Place, run, serving

SEATS = "NESW"
AT_ONCE = 40


def shuffled(seed: int) -> list[str]:
    cards = [card.text for card in PACK]
    Random(seed).shuffle(cards)
    return cards


def whole_deal(seed: int, **changed: Any) -> Json:
    cards = shuffled(seed)
    hands = {seat: cards[8 * n : 8 * n + 8] for n, seat in enumerate(SEATS)}
    return {"rules": {"id": "coinche"}, "trump": "H", "leader": "N", "hands": hands, **changed}


def two_handed(seed: int) -> Json:
    """A whole deal with piles at no trumps: the hardest that there is to solve."""
    cards = shuffled(seed)
    hands, piles = dict[str, list[str]](), dict[str, list[list[str]]]()
    for n, seat in enumerate("NS"):
        own = cards[16 * n : 16 * n + 16]
        piles[seat] = [own[2 * pile : 2 * pile + 2] for pile in range(8)]
        hands[seat] = [top for top, _ in piles[seat]]
    rules = {"id": "decouverte"}
    return {"rules": rules, "trump": "SA", "leader": "N", "hands": hands, "piles": piles}


PACKS = [card.text for card in PACK]
ODD: dict[str, Json] = {
    "nothing": {},
    "a list": {"hands": []},
    "33 cards": whole_deal(1, hands={"N": [*PACKS, "AS"]}),
    "1,000 cards": whole_deal(1, hands={"N": PACKS * 32}),
    "the same hand four times": whole_deal(1, hands=dict.fromkeys(SEATS, PACKS[:8])),
    "a card twice in a hand": whole_deal(1, hands=dict.fromkeys(SEATS, ["AS"] * 8)),
    "a card that is none": whole_deal(1, hands={"N": ["1X"]}),
    "nine seats": whole_deal(1, hands={str(n): PACKS[n : n + 1] for n in range(9)}),
    "no hands": whole_deal(1, hands={}),
    "empty hands": whole_deal(1, hands={seat: [] for seat in SEATS}),
    "2^63 tricks": whole_deal(1, tricks={"NS": 2**63}),
    "fewer than no tricks": whole_deal(1, tricks={"NS": -(2**31), "EW": 2**31}),
    "a full trick": whole_deal(1, trick=[["N", "AS"], ["W", "7S"], ["S", "8S"], ["E", "9S"]]),
    "100 moves": whole_deal(1, moves=PACKS * 3),
    "moves that may not be": whole_deal(1, moves=PACKS),
    "piles where there are none": whole_deal(1, piles={"N": [["AS", "7S"]]}),
    "a pile on itself": whole_deal(1, piles={"N": [["AS", "AS"]] * 16}),
    "a game that is none": whole_deal(1, rules={"id": "whist"}),
    "a code that is none": whole_deal(1, rules={"code": "x" * 1000}),
    "another key": whole_deal(1, match="aaaaaaaaaa"),
    "a side that is none": whole_deal(1, side="XX"),
}
TEXTS = {
    "a log that goes back to nothing": '{"event":"taken_back",x',
    "a log of a format that never was": '{"event":"match_started","format":0}',
    "nothing": "",
    "too long": "x" * (LONGEST_TEXT + 1),
    "many lines": "rules: coinche\n" * (LONGEST_TEXT // 16),
    "brackets": "[" * LONGEST_TEXT,
    "braces": "{" * LONGEST_TEXT,
    "tags": '[Record "1"]\n' * 3000,
    "a log of nothing": '{"event": "match_started"}\n' * 1000,
    "a house of its own": json.dumps({"hands": {}, "rules": {"id": "x", "a": [[]] * 5000}}),
    "zeros": "\0" * 5000,
}


def test_what_cannot_be_is_refused_at_once_and_named(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder) as place:
            for name, body in ODD.items():
                for way in ("", "/solve"):
                    heart = Heartbeat()
                    async with heart.beating():
                        answer = await place.http.post(f"/api/positions{way}", json=body)
                    assert answer.status_code in (400, 409), (name, way, answer.text)
                    assert answer.json()["error"]["field"] is not None, (name, answer.text)
                    assert heart.longest < STANDSTILL, name

    run(ask())


def test_texts_that_say_nothing_are_refused(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder) as place:
            for name, text in TEXTS.items():
                heart = Heartbeat()
                async with heart.beating():
                    answer = await place.http.post("/api/positions/read", json={"text": text})
                assert answer.status_code == 400, (name, answer.text)
                assert answer.json()["error"]["field"].startswith("text"), (name, answer.text)
                assert heart.longest < STANDSTILL, name

    run(ask())


def test_a_search_that_is_too_long_is_given_up() -> None:
    """The solver's tables stay true: afterwards it says what a new one says."""
    solver, given_up = Solver(), 0
    for seed in range(6):
        try:
            solver.solve(*asked_about(two_handed(seed)), most_nodes=20_000)
        except TooLong:
            given_up += 1
    assert given_up > 0
    position, side = asked_about(whole_deal(1))
    assert solver.solve(position, side).cards == Solver().solve(position, side).cards


def asked_about(given: Json) -> tuple[Position, Side]:
    table = load(given["rules"]["id"]).table
    return read_position({**given, "rules": given["rules"]["id"], "side": table.sides[0]})


def test_a_thousand_requests_stop_nobody(folder: Path) -> None:
    """One address, forty at a time, each different: some are told to wait, and the loop goes on."""
    bodies = [json.dumps(whole_deal(seed)).encode() for seed in range(1000)]

    async def ask() -> None:
        async with serving(folder, limits=True) as place:
            await place.get("/rules")
            statuses: list[int] = []
            heart = Heartbeat()
            async with heart.beating():
                for first in range(0, len(bodies), AT_ONCE):
                    asked = [solve(place, body) for body in bodies[first : first + AT_ONCE]]
                    statuses += await asyncio.gather(*asked)
            assert set(statuses) <= {200, 429, 503}
            assert 200 in statuses
            assert statuses.count(200) < len(bodies)
            assert heart.longest < STANDSTILL

    run(ask())


async def solve(place: Place, body: bytes) -> int:
    return (await place.http.post("/api/positions/solve", content=body)).status_code
