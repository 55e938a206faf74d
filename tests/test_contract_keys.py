"""Keys of contract scoring and of auctions, in house rules of belote contrée."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.actions import Bid, Contre, Pass, Surcontre
from rebelote.cards import Trump
from rebelote.errors import BadRules
from rebelote.phases.choosing import Choosing
from rebelote.phases.scoring import score_deal
from rebelote.results import Contract, DealSummary
from rebelote.ruleset.loading import document, load
from rebelote.table import Seat, Side

NS, EW = Side("NS"), Side("EW")


def house(**parts: Any) -> dict[str, Any]:
    return {"id": "house", "extends": "ffb-contree", **parts}


DECLARATIONS = {**document("ffb-belote").base["declarations"], "played": True}


def marks(value: int, cards: int, declared: tuple[int, int], **scoring: Any) -> tuple[int, int]:
    """NS calls and takes the last trick, EW has the rest; C-7A's marks, with declarations."""
    rules = load(house(declarations=DECLARATIONS, scoring=scoring))
    summary = DealSummary(
        contract=Contract(side=NS, trump=Trump.HEARTS, value=value),
        tricks={NS: 4, EW: 4},
        cards={NS: cards, EW: 152 - cards},
        last=NS,
        belote={NS: 0, EW: 0},
        declarations=dict(zip((NS, EW), declared, strict=True)),
    )
    score = score_deal(rules, summary).score
    return score[NS], score[EW]


@pytest.mark.parametrize(
    ("value", "declared", "scoring", "expected"),
    [
        # 80 + 10 make 90; declarations are marked, and help only where the file says so.
        (90, (50, 0), {}, (140, 70)),
        (90, (0, 50), {}, (90, 120)),
        (110, (50, 0), {}, (0, 210)),
        (110, (50, 0), {"tests_declarations": True}, (140, 70)),
        (110, (50, 0), {"failed_declarations": "own"}, (50, 160)),
        (110, (50, 0), {"failed_declarations": "nobody"}, (0, 160)),
        # 90 are not more than 72 + 20, and a call of 80 may need more than 80.
        (90, (0, 20), {"more_too": True}, (0, 180)),
        (80, (0, 0), {"lowest_needs": 91}, (0, 160)),
    ],
)
def test_declarations_are_scored(
    value: int, declared: tuple[int, int], scoring: dict[str, Any], expected: tuple[int, int]
) -> None:
    assert marks(value, 80, declared, **scoring) == expected


@pytest.mark.parametrize(
    ("parts", "path"),
    [
        ({"trump_choice": {"slams": [{"name": "capot"}, {"name": "capot"}]}}, "trump_choice.slams"),
        ({"trump_choice": {"slams": [{"name": "generale"}]}}, "trump_choice.slams"),
        ({"trump_choice": {"slams": [{"name": "capot"}, {"name": "generale"}]}}, "scoring.generale"),
        ({"scoring": {"contred": {"pays_capot": "either"}}}, "scoring.contred.multiplies"),
        ({"scoring": {"contred": {"slams": "figure"}}}, "scoring.contred.multiplies"),
    ],
)
def test_what_would_say_nothing_is_refused(parts: dict[str, Any], path: str) -> None:
    with pytest.raises(BadRules) as refused:
        load(house(**parts))
    assert path in str(refused.value)


def test_an_auction_without_slams_ends_at_its_highest_number() -> None:
    seat = Seat("W")
    choosing = Choosing.start(load(house(trump_choice={"slams": []})), Seat("N"))
    called = choosing.apply(Bid(seat, 160, Trump.HEARTS))
    assert called.legal(Seat("S")) == (Pass(Seat("S")), Contre(Seat("S")))


@pytest.mark.parametrize(("oneself", "bids"), [(True, 4), (False, 0)])
def test_who_may_lift_a_contre(oneself: bool, bids: int) -> None:
    """W calls 160, S contres, E and N pass: may W go on to capot?"""
    rules = load(house(trump_choice={"contre_lifted": True, "raises_oneself": oneself}))
    choosing = Choosing.start(rules, Seat("N")).apply(Bid(Seat("W"), 160, Trump.HEARTS))
    for call in (Contre(Seat("S")), Pass(Seat("E")), Pass(Seat("N"))):
        choosing = choosing.apply(choosing.check(call))
    legal = choosing.legal(Seat("W"))
    assert sum(isinstance(call, Bid) for call in legal) == bids
    assert Surcontre(Seat("W")) in legal
