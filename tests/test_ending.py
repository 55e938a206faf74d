"""When a match is over: A-10.3, B-1, B-6.2, C-7, D1 to D6, E-5."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.cards import Trump
from rebelote.phases.ending import match_end
from rebelote.phases.scoring import score_deal
from rebelote.results import Contract, DealScore, DealSummary, Ending
from rebelote.ruleset import Ruleset
from rebelote.ruleset.loading import load
from rebelote.table import Side
from tests.support.clause_mark import clause

NS, EW = Side("NS"), Side("EW")
VOID = DealSummary()


def last_deal(
    tricks: int = 4, cards: int = 76, *, taker: Side | None = NS, belote: Side | None = None, **call: Any
) -> DealSummary:
    """NS's tricks and cards, NS with the last trick if it has any."""
    return DealSummary(
        contract=Contract(side=taker, trump=Trump.HEARTS, **call),
        tricks={NS: tricks, EW: 8 - tricks},
        cards={NS: cards, EW: 152 - cards},
        last=NS if tricks else EW,
        belote={belote: 1} if belote else {},
    )


def ending(
    rules: Ruleset, ns: int, ew: int, last: DealSummary | None = None, awaiting: Side | None = None
) -> Ending:
    last = last or last_deal()
    return match_end(rules, {NS: ns, EW: ew}, last, score_deal(rules, last), awaiting=awaiting)


def outcome(found: Ending) -> tuple[bool, tuple[Side, ...], Side | None]:
    return found.over, found.winners, found.awaiting


ON = (False, (), None)
NS_WINS = (True, (NS,), None)
EW_WINS = (True, (EW,), None)
NS_WAITS = (False, (), NS)

BELOTE = load("ffb-belote")
FAILED = last_deal(3, 30, belote=NS)
CAPOT = last_deal(0, 0, taker=EW, belote=NS)


@clause("A-10.3", "A-2")
@pytest.mark.parametrize(
    ("ns", "ew", "expected"),
    [
        (999, 998, ON),
        (1000, 800, NS_WINS),
        (900, 1062, EW_WINS),
        (1010, 1020, EW_WINS),
        (1020, 1010, NS_WINS),
        (1020, 1020, ON),
    ],
)
def test_first_to_the_target_then_more_points(ns: int, ew: int, expected: object) -> None:
    assert outcome(ending(BELOTE, ns, ew)) == expected


@clause("A-10.3")
def test_the_sides_agree_on_a_target() -> None:
    assert outcome(ending(load("ffb-belote", {"target": 501}), 501, 400)) == NS_WINS
    assert outcome(ending(load("ffb-belote", {"target": 2000}), 1999, 400)) == ON


@clause("A-10.3", "A-10.3-trick")
@pytest.mark.parametrize(
    ("ns", "ew", "last", "expected"),
    [
        (1000, 700, FAILED, NS_WAITS),
        (1019, 700, FAILED, NS_WAITS),
        (1000, 700, CAPOT, NS_WAITS),
        (1010, 1000, FAILED, EW_WINS),  # until then it counts as below the target
        (1010, 1000, CAPOT, EW_WINS),
        (990, 700, FAILED, ON),
        (1020, 700, FAILED, NS_WINS),  # 1000 without the belote
        (1000, 700, last_deal(5, 100, belote=NS), NS_WINS),  # neither failed nor capot
        (1000, 700, last_deal(3, 30, taker=EW, belote=NS), NS_WINS),
    ],
)
def test_a_belote_alone_does_not_win(ns: int, ew: int, last: DealSummary, expected: object) -> None:
    assert outcome(ending(BELOTE, ns, ew, last)) == expected


@clause("A-10.3-trick")
@pytest.mark.parametrize(
    ("ns", "ew", "last", "expected"),
    [
        (1010, 862, last_deal(1, 5), NS_WINS),  # failed again, but with a trick
        (1080, 900, last_deal(5, 60, taker=EW), NS_WINS),
        (1010, 1100, last_deal(1, 5), EW_WINS),  # the usual comparison
        (1010, 1010, last_deal(1, 5), ON),  # equal: one more deal, and the trick is taken
        (1010, 952, last_deal(0, 0), NS_WAITS),
        (1030, 952, last_deal(0, 0, belote=NS), NS_WAITS),
        (1030, 1002, last_deal(0, 0, belote=NS), EW_WINS),
        (1010, 700, VOID, NS_WAITS),
    ],
)
def test_a_waiting_side_needs_a_trick(ns: int, ew: int, last: DealSummary, expected: object) -> None:
    assert outcome(ending(BELOTE, ns, ew, last, awaiting=NS)) == expected


@clause("A-10.3-trick")
def test_only_a_has_that_clause() -> None:
    assert outcome(ending(load("belote-501"), 505, 300, FAILED)) == NS_WINS
    assert outcome(ending(load("belote-501"), 300, 300, VOID, awaiting=NS)) == ON


@clause("B-1", "B-6.2")
@pytest.mark.parametrize(
    ("options", "ns", "ew", "expected"),
    [
        ({}, 999, 0, ON),
        ({}, 1000, 1001, EW_WINS),
        ({}, 1001, 1001, ON),
        ({"count_in_tens": True}, 99, 0, ON),
        ({"count_in_tens": True}, 100, 0, NS_WINS),
        ({"count_in_tens": True, "target": 1005}, 100, 0, ON),
        ({"count_in_tens": True, "target": 1005}, 101, 0, NS_WINS),
    ],
)
def test_b_target(options: dict[str, Any], ns: int, ew: int, expected: object) -> None:
    assert outcome(ending(load("belote-annonces", options), ns, ew)) == expected


@clause("C-7-end", "E-5-end")
@pytest.mark.parametrize(
    ("rules", "options", "target"),
    [("ffb-contree", {}, 1000), ("ffb-contree", {"scoring": "both"}, 2000), ("belote-501", {}, 501)],
)
def test_more_points_win(rules: str, options: dict[str, Any], target: int) -> None:
    ruleset = load(rules, options)
    last = last_deal(taker=EW, value=80 if rules == "ffb-contree" else None)
    assert outcome(ending(ruleset, target - 1, 0, last)) == ON
    assert outcome(ending(ruleset, target + 10, target, last)) == NS_WINS
    assert outcome(ending(ruleset, target, target, last)) == ON


@clause("D3-end", "D4-end")
@pytest.mark.parametrize(
    ("rules", "options", "value", "target"),
    [
        ("classique", {}, None, 1000),
        ("coinche", {}, 80, 1000),
        ("coinche", {"scoring": "both"}, 80, 2000),
    ],
)
def test_takers_win_when_both_are_there(
    rules: str, options: dict[str, Any], value: int | None, target: int
) -> None:
    ruleset = load(rules, options)
    last = last_deal(taker=NS, value=value)
    assert outcome(ending(ruleset, target, target + 90, last)) == NS_WINS
    assert outcome(ending(ruleset, target, target, last)) == NS_WINS
    assert outcome(ending(ruleset, target - 1, target, last)) == EW_WINS
    # Nobody took: more points, and equal goes on.
    assert outcome(ending(ruleset, target, target + 90, VOID)) == EW_WINS
    assert outcome(ending(ruleset, target, target, VOID)) == ON


@clause("D1-end", "D2-end")
@pytest.mark.parametrize(("rules", "value", "target"), [("premiere", None, 5), ("premiere-grands", 4, 8)])
def test_tricks_are_played_to(rules: str, value: int | None, target: int) -> None:
    last = last_deal(taker=NS if value else None, value=value)
    assert outcome(ending(load(rules), target - 1, target - 1, last)) == ON
    assert outcome(ending(load(rules), target, target - 1, last)) == NS_WINS


@clause("D6-tricks", "D6-points")
@pytest.mark.parametrize(
    ("options", "north", "south", "winners"),
    [
        ({}, 5, 4, ("N",)),
        ({}, 4, 4, ()),
        ({"trump": "auction"}, 7, 7, ()),
        ({"trump": "auction"}, 7, 8, ("S",)),
        ({"count": "points"}, 1010, 1020, ("S",)),
        ({"count": "points"}, 1010, 1010, ()),
        ({"count": "points", "trump": "auction"}, 1010, 1020, ("N",)),
    ],
)
def test_d6_end(options: dict[str, Any], north: int, south: int, winners: tuple[str, ...]) -> None:
    rules = load("comptoir", options)
    taker = Side("N") if rules.has_taker else None
    last = DealSummary(contract=Contract(side=taker, trump=Trump.HEARTS), tricks={Side("N"): 8, Side("S"): 8})
    nothing = DealScore(result="none", score={})
    found = match_end(rules, {Side("N"): north, Side("S"): south}, last, nothing)
    assert (found.over, found.winners) == (bool(winners), winners)


@clause("D5-end", "D5-deal")
@pytest.mark.parametrize(
    ("players", "deal_number", "totals", "winners"),
    [
        (3, 18, [-7, -4, -5], ()),
        (3, 19, [-7, -4, -5], ("2",)),
        (4, 12, [0, 0, 0, 0], ()),
        (4, 13, [-3, -1, -3, -1], ("2", "4")),
        (5, 11, [0, -1, -1, -1, 0], ("1", "5")),
        (6, 9, [-2, -2, -2, -2, -2, -2], ("1", "2", "3", "4", "5", "6")),
    ],
)
def test_d5_end(players: int, deal_number: int, totals: list[int], winners: tuple[str, ...]) -> None:
    rules = load("escalier", {"players": players})
    by_side = dict(zip(rules.table.sides, totals, strict=True))
    score = DealScore(result="none", score=by_side)
    found = match_end(rules, by_side, VOID, score, deal_number=deal_number)
    assert (found.over, found.winners) == (bool(winners), winners)


@clause("A-10.3")
def test_an_end_names_its_clause() -> None:
    assert ending(BELOTE, 1000, 0).clause in BELOTE.match_end.clauses
    assert ending(BELOTE, 900, 0).clause == ""
