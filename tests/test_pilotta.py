"""Pilotta, clause by clause (docs/family-rules.md, PI). NS takes; marks are tens."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.referee import answer
from rebelote.ruleset.loading import load
from tests.support.clause_mark import clause
from tests.support.family_deals import deal, legal_calls, legal_cards, refused, scored
from tests.support.table_setup import Game

PI = "pilotta"

Row = tuple[dict[str, Any], dict[str, Any], tuple[str, int, int]]


def check(row: Row) -> None:
    played, options, expected = row
    assert scored(PI, played, **options) == expected


EXAMPLES: dict[str, Row] = {
    "PI-x1": (deal(9, 96, declared=(20, 0)), {}, ("made", 21, 6)),
    "PI-x2": (deal(10, 104, trump="S"), {}, ("made", 20, 6)),
    "PI-x3": (deal(10, 74, trump="C", declared=(0, 50), belote=(1, 0)), {}, ("failed", 2, 31)),
    "PI-x4": (deal(8, 90, trump="D", contre=1), {}, ("made", 32, 0)),
    "PI-x5": (deal(9, 80, trump="D", contre=2), {}, ("failed", 0, 52)),
    "PI-x6": (deal(9, 162), {}, ("made", 34, 0)),
    "PI-x7": (deal(8, 0, trump="S"), {}, ("failed", 0, 33)),
}


@clause("PI-4", "PI-5.1", "PI-5.2", "PI-5.3", "PI-5.4")
@pytest.mark.parametrize("row", EXAMPLES.values(), ids=EXAMPLES)
def test_the_worked_examples(row: Row) -> None:
    check(row)


@clause("PI-4", "PI-5.1")
@pytest.mark.parametrize(
    "row",
    [
        # 60 in tricks, a tierce and pilotta make 10.
        (deal(10, 60, declared=(20, 0), belote=(1, 0)), {}, ("made", 6 + 10 + 2 + 2, 10)),
        (deal(11, 60, declared=(20, 0), belote=(1, 0)), {}, ("failed", 2, 16 + 11 + 2)),
        (deal(8, 79), {}, ("failed", 0, 24)),
        (deal(8, 80, declared=(0, 50), belote=(0, 1)), {}, ("made", 16, 8 + 5 + 2)),
        # Declarations of 200 without a trick.
        (deal(8, 0, declared=(200, 0)), {}, ("failed", 0, 25 + 8 + 20)),
        (deal(15, 60, declared=(50, 0)), {"failed": "own"}, ("failed", 5, 31)),
        (deal(15, 60, declared=(0, 50)), {"failed": "own"}, ("failed", 0, 36)),
        (deal(15, 60, declared=(50, 0), belote=(1, 0)), {"failed": "pool"}, ("failed", 2, 21)),
        (deal(8, 0), {"failed": "pool"}, ("failed", 0, 25)),
        # The table's choice is about bids that nobody doubled.
        (deal(15, 60, contre=1, declared=(50, 0)), {"failed": "own"}, ("failed", 0, 16 + 30 + 5)),
        (deal(15, 60, contre=1, declared=(50, 0)), {"failed": "pool"}, ("failed", 0, 16 + 30 + 5)),
    ],
)
def test_bids_made_and_failed(row: Row) -> None:
    check(row)


@clause("PI-5.2")
@pytest.mark.parametrize(
    "row",
    [
        (deal(10, 104, contre=1, declared=(0, 50), belote=(0, 1)), {}, ("made", 16 + 20 + 5, 2)),
        (deal(10, 104, contre=2, declared=(20, 0), belote=(1, 0)), {}, ("made", 16 + 40 + 2 + 2, 0)),
        (deal(10, 60, contre=1, belote=(1, 0)), {}, ("failed", 2, 36)),
    ],
)
def test_contra_and_recontra(row: Row) -> None:
    check(row)


@clause("PI-5.3")
@pytest.mark.parametrize(
    "row",
    [
        (deal(24, 162), {}, ("made", 49, 0)),
        (deal(9, 162, declared=(0, 50)), {}, ("made", 34, 5)),
        (deal(9, 162, contre=1), {}, ("made", 25 + 18, 0)),
        (deal(9, 162, contre=1, declared=(0, 50)), {}, ("made", 25 + 18 + 5, 0)),
        (deal(9, 0, contre=1), {}, ("failed", 0, 25 + 18)),
        # A called capot is a bid of 25.
        (deal("capot", 162), {}, ("made", 25 + 25, 0)),
        (deal("capot", 150), {}, ("failed", 0, 16 + 25)),
        (deal("capot", 0), {}, ("failed", 0, 25 + 25)),
        (deal("capot", 162, contre=1), {}, ("made", 25 + 50, 0)),
        (deal("capot", 150, contre=2), {}, ("failed", 0, 16 + 100)),
        (deal("capot", 150), {"failed": "pool"}, ("failed", 0, 16)),
        (deal("capot", 152, declared=(200, 0)), {}, ("failed", 0, 16 + 25 + 20)),
    ],
)
def test_eight_tricks(row: Row) -> None:
    check(row)


@clause("PI-5.4")
@pytest.mark.parametrize(
    "row",
    [
        (deal(9, 95), {}, ("made", 9 + 9, 7)),
        (deal(9, 97), {}, ("made", 10 + 9, 6)),
        (deal(9, 96), {"six_six": "higher"}, ("made", 10 + 9, 6)),
        (deal(8, 66, declared=(20, 0)), {}, ("made", 7 + 8 + 2, 9)),
        (deal(8, 66, declared=(20, 0)), {"six_six": "higher"}, ("made", 6 + 8 + 2, 10)),
        (deal(8, 81), {}, ("made", 8 + 8, 8)),
    ],
)
def test_marks_in_tens(row: Row) -> None:
    check(row)


@clause("PI-2")
def test_a_summary_that_can_not_be_is_refused() -> None:
    assert refused(PI, deal(90, 96)) == "inconsistent"
    assert refused(PI, deal(25, 96)) == "inconsistent"
    assert refused(PI, deal(9, 96, trump="SA")) == "inconsistent"
    assert refused(PI, deal("generale", 162)) == "bad_question"  # a value of coinche-annonces alone


@clause("PI-1", "PI-2")
def test_the_auction() -> None:
    found = legal_calls(PI)
    assert found["speaks"] == "W"
    first = [call for call in found["legal"]["W"] if call.endswith(" H")]
    assert first == [*(f"{number} H" for number in range(8, 25)), "capot H"]
    raised = legal_calls(PI, ("W", "9 H"), ("S", "23 S"))
    spades = [call for call in raised["legal"]["E"] if call.endswith(" S")]
    assert spades == ["24 S", "capot S"]
    assert raised["contract"] == {"seat": "S", "side": "NS", "trump": "S", "value": 23, "contre": 0}


@clause("PI-2")
def test_nobody_raises_after_contra() -> None:
    contra = [("W", "9 H"), ("S", "contre")]
    assert legal_calls(PI, *contra)["legal"] == {"E": ["pass", "surcontre"]}
    assert legal_calls(PI, *contra, ("E", "pass"))["legal"] == {"N": ["pass"]}
    over = legal_calls(PI, *contra, ("E", "surcontre"))
    assert over["done"]
    assert over["contract"]["contre"] == 2


@clause("PI-2", "PI-1")
def test_four_passes_are_dealt_again() -> None:
    game = Game.new(PI, dealer="N").cut(8, _pack()).act(*_dealt("N"))
    game.pass_out()
    assert game.state.dealer == "N"


def _pack() -> tuple[Any, ...]:
    from rebelote.cards import PACK

    return PACK


def _dealt(dealer: str) -> tuple[Any, ...]:
    from rebelote.actions import Deal
    from rebelote.table import Seat

    return (Deal(Seat(dealer), (3, 2, 3)),)


@clause("PI-3", "PI-3-follow", "PI-3-trump", "PI-3-overtrump")
@pytest.mark.parametrize(
    ("hand", "trick", "legal", "illegal"),
    [
        ("7S 8D AH", [("N", "AS")], ["7S"], {"8D": "PI-3-follow", "AH": "PI-3-follow"}),
        ("7H JH", [("N", "9H")], ["JH"], {"7H": "PI-3-overtrump"}),
        ("7H 8H", [("N", "9H")], ["7H", "8H"], {}),
        # The partner's trick is ruffed too, and his ruff overruffed.
        ("8D 7H", [("N", "AS"), ("W", "7S")], ["7H"], {"8D": "PI-3-trump"}),
        (
            "8D 7H JH",
            [("N", "7S"), ("W", "9H"), ("S", "8S")],
            ["JH"],
            {"8D": "PI-3-trump", "7H": "PI-3-overtrump"},
        ),
        ("8D 7H", [("N", "7S"), ("W", "9H"), ("S", "8S")], ["7H"], {"8D": "PI-3-trump"}),
        ("8D 7H", [("N", "7S"), ("W", "9H")], ["7H"], {"8D": "PI-3-trump"}),
        ("8D 7C", [("N", "AS")], ["8D", "7C"], {}),
    ],
)
def test_the_play(hand: str, trick: list[tuple[str, str]], legal: list[str], illegal: dict[str, str]) -> None:
    assert legal_cards(PI, "H", hand, *trick) == {"legal": legal, "illegal": illegal}


@clause("PI-4")
def test_equal_runs_go_to_trumps_and_else_to_nobody() -> None:
    hands = {
        "N": "7S 8S 9S QS 7H 8H QH AH",
        "E": "7D 8D 9D QD AD TH JH KH",
        "S": "TS JS KS 7C 8C JC QC AC",
        "W": "AS TD JD KD 9C TC KC 9H",
    }
    question = {
        "ask": "declarations",
        "rules": PI,
        "hands": {seat: cards.split() for seat, cards in hands.items()},
    }
    assert answer({**question, "trump": "S"})["points"] == {"NS": 20, "EW": 0}
    assert answer({**question, "trump": "D"})["points"] == {"NS": 0, "EW": 20}
    assert answer({**question, "trump": "H"})["points"] == {"NS": 0, "EW": 0}


@clause("PI-6")
def test_the_end_is_counted_in_tens() -> None:
    last = {**deal(9, 96), "result": "made", "score": {"NS": 19, "EW": 6}}
    question = {"ask": "end", "rules": PI, "last": last}
    assert not answer({**question, "totals": {"NS": 300, "EW": 120}})["over"]
    assert answer({**question, "totals": {"NS": 301, "EW": 310}})["winner"] == "EW"
    assert answer({**question, "options": {"target": 151}, "totals": {"NS": 151, "EW": 0}})["over"]


@clause("PI-7")
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_words_of_the_table(lang: Any) -> None:
    texts = load(PI).texts[lang]
    assert {"κλειστό", "πιλόττα", "πάσο", "ανάποδο"} <= set(texts.glossary)
    assert "κλειστό" in texts.words["contre"]
