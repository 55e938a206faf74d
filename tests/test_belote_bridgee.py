"""Belote bridgée: the clauses BR of docs/family-rules.md, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.ruleset.loading import load
from tests.support.clause_mark import clause
from tests.support.deal_questions import Pair, auction, illegal, score, trick_points
from tests.support.table_setup import Game

BR = "belote-bridgee"


@clause("BR-1")
def test_the_turned_suit_opens_round_1_and_anything_round_2() -> None:
    def calls(*said: str) -> dict[str, Any]:
        return auction(BR, *said, turned="9H")

    assert calls()["legal"] == {"E": ["pass", "H"]}
    assert calls("E: pass", "N: H")["legal"] == {"W": ["pass", "S", "SA", "TA", "contre"]}
    passed = [f"{seat}: pass" for seat in "ENWS"]
    assert calls(*passed)["legal"] == {"E": ["pass", "C", "D", "H", "S", "SA", "TA"]}
    assert calls(*passed, *passed)["done"] is True
    assert calls(*passed, *passed)["contract"] is None
    assert calls(*passed, "E: C")["legal"]["N"][:3] == ["pass", "D", "H"]
    for no_call in ("S", "take", "take H", "take S"):  # a suit is called by its letter, and only H opens
        assert calls(f"E: {no_call}")["error"]["code"] == "illegal_call"


@clause("BR-1")
def test_the_turned_card_goes_to_the_last_caller() -> None:
    game = Game.new(BR, dealer="S").deal({}, turned="9H")
    game.call("E H", "N S", "W pass", "S pass", "E pass")
    held = game.state.held
    assert held is not None
    assert [len(hand) for hand in held.hands.values()] == [8] * 4
    assert "9H" in [card.text for card in held.hands[game.contract.seat]]  # type: ignore[index]
    assert game.contract.seat == "N"


@clause("BR-2")
def test_contre_closes_the_calls_and_surcontre_ends_them() -> None:
    contred = auction(BR, "E: H", "N: contre", turned="9H")
    assert contred["legal"] == {"W": ["pass", "surcontre"]}
    assert auction(BR, "E: H", "N: contre", "W: surcontre", turned="9H")["done"] is True
    assert trick_points(BR, "TA", "TS AS JS 9S") == ("W", 55)  # 10 + 11 + 20 + 14
    assert trick_points(BR, "SA", "TS AS JS 9S") == ("N", 31)  # 10 + 19 + 2


EXAMPLES: list[tuple[str, Pair, dict[str, Any], tuple[str, int, int, int]]] = [
    ("C", (96, 66), {}, ("made", 96, 66, 0)),
    ("S", (90, 72), {"declarations": (20, 0)}, ("made", 440, 288, 0)),
    ("SA", (75, 87), {}, ("failed", 0, 810, 0)),
    ("H", (100, 62), {"contre": 1}, ("made", 600, 372, 0)),
    # the takers' belote stays theirs: 20 × 3; 162 and the tierce to the others
    ("H", (70, 92), {"belote": (1, 0), "declarations": (0, 20)}, ("failed", 60, 546, 0)),
    ("S", (90, 72), {"contre": 2}, ("made", 1440, 1152, 0)),
    ("S", (162, 0), {"tricks": (8, 0)}, ("made", 1008, 0, 0)),  # 252 × 4
    (
        "D",
        (162, 0),
        {"tricks": (8, 0), "declarations": (0, 50)},
        ("made", 604, 0, 0),
    ),  # 302 × 2
    ("D", (0, 162), {"tricks": (0, 8), "last": "EW"}, ("failed", 0, 504, 0)),  # 252 × 2
    ("C", (81, 81), {}, ("tie", 0, 81, 81)),
    ("D", (81, 81), {"contre": 1, "pending": 81}, ("tie", 0, 405, 324)),  # 81 × 4 + 81 held before
    ("D", (90, 72), {"pending": 81}, ("made", 261, 144, 0)),
]


@clause("BR-3")
@pytest.mark.parametrize(("trump", "points", "more", "marked"), EXAMPLES)
def test_every_mark_is_multiplied_by_trump_and_contre(
    trump: str, points: Pair, more: dict[str, Any], marked: tuple[str, int, int, int]
) -> None:
    assert score(BR, trump, points, **more) == marked


@clause("BR-3", "BR-3-follow", "BR-3-trump", "BR-3-overtrump", "BR-3-undertrump", "BR-3-partner")
def test_what_must_be_played() -> None:
    assert illegal(BR, "H", "7S AD", "AS") == {"AD": "BR-3-follow"}
    assert illegal(BR, "H", "7D 7H", "7S") == {"7D": "BR-3-trump"}
    assert illegal(BR, "H", "QH JH", "9H") == {"QH": "BR-3-overtrump"}
    assert illegal(BR, "H", "7D 7H", "7S 8S KH") == {"7D": "BR-3-undertrump"}
    assert illegal(BR, "H", "7D 7H", "7S 8H 8S") == {"7H": "BR-3-partner"}
    assert illegal(BR, "TA", "QS JS", "9S") == {"QS": "BR-3-overtrump"}


@clause("BR-3")
def test_the_target() -> None:
    assert load(BR).match_end.target == 5000  # type: ignore[union-attr]
    assert load(BR, {"target": 10000}).match_end.target == 10000  # type: ignore[union-attr]
