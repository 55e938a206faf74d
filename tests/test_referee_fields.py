"""A field that belongs to another game is not looked at, whatever it holds."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.cards import PACK
from tests.support.clause_mark import clause
from tests.support.referee_questions import ask, error

NOBODY: dict[str, Any] = {"NS": 0, "EW": 0}
DEAL: dict[str, Any] = {
    "contract": {"side": "NS", "trump": "H", "value": None, "contre": 0},
    "tricks": {"NS": 5, "EW": 3},
    "cards": {"NS": 90, "EW": 62},
    "last": "NS",
    "belote": NOBODY,
    "declarations": NOBODY,
}
LAST: dict[str, Any] = {**DEAL, "score": {"NS": 100, "EW": 62}, "result": "made"}


def contract(value: object) -> dict[str, Any]:
    return {**DEAL, "contract": {"side": "NS", "trump": "H", "value": value, "contre": 0}}


@clause("BA-2.3")
def test_the_score_of_the_match_matters_only_where_it_decides_who_may_double() -> None:
    assert ask("auction", "coinche", dealer="S", calls=[], totals="?")["speaks"] == "W"
    assert error("auction", "baloot", dealer="S", turned="7H", calls=[], totals="?") == "bad_question"
    sun = [["E", "SA"]]
    at_sun = {"dealer": "S", "turned": "7H", "calls": sun}
    assert ask("auction", "baloot", **at_sun)["done"]
    assert ask("auction", "baloot", **at_sun, totals={"NS": 101, "EW": 99})["speaks"] == "N"


@clause("BA-2.3-lead")
def test_a_wrong_field_comes_before_a_wrong_card() -> None:
    lead = {"trump": "H", "seat": "N", "hand": ["JH", "?"], "trick": []}
    assert error("legal", "baloot", **lead, closed="?") == "bad_question"
    assert error("legal", "baloot", **lead, closed=True) == "bad_card"
    assert error("legal", "coinche", **lead, closed="?") == "bad_card"


@clause("AN-2.3")
@pytest.mark.parametrize("alone", [True, "?"])
def test_who_won_the_tricks_matters_only_where_there_is_a_generale(alone: object) -> None:
    assert ask("score", "ffb-belote", deal={**DEAL, "alone": alone})["score"] == {"NS": 100, "EW": 62}
    # 100 points for a call of 80: 100 + 80; the others 62, marked 60.
    called = {**contract(80), "alone": alone}
    assert ask("score", "coinche-annonces", deal=called)["score"] == {"NS": 180, "EW": 60}
    wanted = "inconsistent" if alone is True else "bad_question"
    assert error("score", "coinche-annonces", {"generale": True}, deal=called) == wanted


@clause("AN-2.3")
def test_a_generale_is_a_value_only_where_there_is_one() -> None:
    """Where the option leaves it out it can't be called; elsewhere it is no value at all."""
    assert error("score", "ffb-belote", deal=contract("generale")) == "bad_question"
    assert error("score", "coinche", deal=contract("generale")) == "bad_question"
    assert error("score", "coinche-annonces", deal=contract("generale")) == "inconsistent"
    assert error("score", "coinche", deal=contract("capot of all")) == "bad_question"
    assert error("score", "ffb-belote", deal=contract("capot")) == "inconsistent"
    # Five tricks for a générale: its 1000 go to the others.
    called = ask("score", "coinche-annonces", {"generale": True}, deal=contract("generale"))
    assert called["score"] == {"NS": 0, "EW": 1000}


@clause("BG-7")
def test_what_hangs_matters_at_the_end_only_where_it_holds_the_end_back() -> None:
    totals = {"NS": 1000, "EW": 62}
    assert ask("end", "ffb-belote", totals=totals, last=LAST, pending="?")["winner"] == "NS"
    assert error("end", "belot-bg", totals=totals, last=LAST, pending="?") == "bad_question"
    assert not ask("end", "belot-bg", totals=totals, last=LAST, pending=8)["over"]


@clause("A-8.3", "BA-4.1")
def test_who_deals_matters_only_where_the_first_to_speak_wins_a_tie() -> None:
    hands = {seat: [card.text for card in PACK[8 * n : 8 * n + 8]] for n, seat in enumerate("NESW")}
    # A whole suit each: at trumps, spades are the strongest.
    found = ask("declarations", "belote-annonces", trump="S", hands=hands, dealer="?")
    assert found["winner"] == "NS"
    assert error("declarations", "baloot", trump="S", hands=hands, dealer="?") == "bad_question"
    # Counter-clockwise from the dealer's right: E before N, W before S.
    assert ask("declarations", "baloot", trump="SA", hands=hands, dealer="S")["winner"] == "EW"
    assert ask("declarations", "baloot", trump="SA", hands=hands, dealer="E")["winner"] == "NS"


@clause("A-8.4")
def test_what_was_announced_matters_only_where_declarations_are_played() -> None:
    unproved = {"fault": "unproved_declaration", "side": "EW"}
    assert ask("penalty", "ffb-belote", **unproved)["score"] == NOBODY
    assert error("penalty", "ffb-belote", {"declarations": True}, **unproved) == "bad_question"
    shown = ask("penalty", "ffb-belote", {"declarations": True}, **unproved, points=50)
    assert shown["score"] == {"NS": 50, "EW": 0}
