"""Calls of a trump alone: how they rank, who may not pass, what ends them, and the ladder of contres."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.errors import BadRules
from rebelote.language.notation import as_bid, format_call, parse_call
from rebelote.phases.choosing import Choosing
from rebelote.results import Contract
from rebelote.ruleset.loading import load
from rebelote.table import Seat
from tests.support.table_setup import E, Game, N, S, W

RANKED = ["C", "D", "H", "S", "SA", "TA"]
CITES = {"call": "house-call"}


def rules_with(**choice: Any) -> dict[str, Any]:
    part = {
        "kind": "auction",
        "clauses": ["house"],
        "unit": "none",
        "trumps": RANKED,
        "cites": CITES,
        **choice,
    }
    return {"id": "ranked", "extends": "ffb-belote", "trump_choice": part}


def after(calls: str, **choice: Any) -> Choosing:
    """Dealt by S, who sits last: E, N, W, S speak in turn."""
    choosing = Choosing.start(load(rules_with(**choice)), S)
    for text in filter(None, calls.split(",")):
        seat, said = text.strip().split(":")
        choosing = choosing.apply(choosing.check(as_bid(parse_call(said, Seat(seat)), choosing.rules)))
    return choosing


def said(choosing: Choosing, seat: Seat) -> list[str]:
    return [format_call(call) for call in choosing.legal(seat)]


def test_each_call_is_above_the_last_and_a_side_may_raise_itself() -> None:
    assert said(after(""), E) == ["pass", *RANKED]
    assert said(after("E:D"), N) == ["pass", "H", "S", "SA", "TA"]
    assert said(after("E:D,N:pass"), W) == ["pass", "H", "S", "SA", "TA"]
    assert said(after("E:TA"), N) == ["pass"]


def test_three_passes_after_a_call_end_it_and_four_at_first() -> None:
    choosing = after("E:pass,N:SA,W:pass,S:pass")
    assert choosing.speaks == E
    ended = choosing.apply(choosing.check(parse_call("pass", E)))
    assert ended.done
    assert ended.standing is not None
    assert (ended.standing.seat, ended.standing.trump.value, ended.standing.value) == (N, "SA", None)
    passed = after("E:pass,N:pass,W:pass,S:pass")
    assert (passed.done, passed.standing) == (True, None)


def test_the_first_call_may_end_it() -> None:
    choosing = after("E:pass,N:C", ends="first")
    assert choosing.done
    assert choosing.standing == Contract(seat=N, side=choosing.rules.table.side(N), trump="C")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("must", "when", "calls", "speaks", "may_pass"),
    [
        ("dealer", "in_turn", "E:pass,N:pass,W:pass", S, False),
        ("dealer", "in_turn", "E:pass,N:pass", W, True),
        ("dealer", "in_turn", "E:pass,N:pass,W:C", S, True),
        ("first", "in_turn", "", E, False),
        ("first", "after_all", "", E, True),
        ("first", "after_all", "E:pass,N:pass,W:pass,S:pass", E, False),
        ("dealer", "after_all", "E:pass,N:pass,W:pass,S:pass", S, False),
        ("none", "in_turn", "E:pass,N:pass,W:pass", S, True),
    ],
)
def test_who_may_not_pass(must: str, when: str, calls: str, speaks: Seat, may_pass: bool) -> None:
    choosing = after(calls, must=must, when=when)
    assert choosing.speaks == speaks
    assert ("pass" in said(choosing, speaks)) == may_pass
    assert "TA" in said(choosing, speaks)


LADDER = [
    {"factor": 2, "by": "opponents", "lifted": True},
    {"factor": 4, "by": "callers", "lifted": True},
]


def test_a_higher_call_lifts_contre_and_surcontre() -> None:
    assert said(after("E:D", contres=LADDER), N) == ["pass", "H", "S", "SA", "TA", "contre"]
    contred = after("E:D,N:contre", contres=LADDER)
    assert said(contred, W) == ["pass", "H", "S", "SA", "TA", "surcontre"]
    answered = after("E:D,N:contre,W:surcontre", contres=LADDER)
    assert said(answered, S) == ["pass", "H", "S", "SA", "TA"]
    lifted = after("E:D,N:contre,W:surcontre,S:H", contres=LADDER)
    assert lifted.standing is not None
    assert (lifted.standing.seat, lifted.standing.contre) == (S, 0)
    own = after("E:D,N:contre,W:pass,S:pass", contres=LADDER)
    assert said(own, E) == ["pass", "H", "S", "SA", "TA", "surcontre"]
    ended = own.apply(own.check(parse_call("pass", E)))
    assert ended.done
    assert ended.standing is not None
    assert ended.standing.contre == 1


def test_a_ladder_goes_as_far_as_it_is_long() -> None:
    ladder = [{"factor": n + 2, "by": ("opponents", "callers")[n % 2]} for n in range(3)]
    choosing = after("E:D,N:contre,W:surcontre,S:four", contres=ladder)
    assert choosing.standing is not None
    assert choosing.standing.contre == 3
    assert said(choosing, E) == ["pass"]
    assert said(after("E:D,N:contre,W:pass", contres=ladder), S) == ["pass"]


def test_cards_left_to_deal_come_after_the_auction_three_to_each() -> None:
    game = Game.new(rules_with(), dealer="S").deal({})
    assert [len(hand) for hand in game.state.dealt.hands.values()] == [5] * 4  # type: ignore[union-attr]
    for text in ("H", "pass", "pass", "pass"):
        speaks = game.choosing.speaks
        assert speaks is not None
        game.act(parse_call(text, speaks))
    held = game.state.held
    assert held is not None
    assert [len(hand) for hand in held.hands.values()] == [8] * 4
    assert game.state.turned is None


@pytest.mark.parametrize(
    ("choice", "path"),
    [
        ({"trumps": []}, "trump_choice.trumps"),
        ({"trumps": ["C", "C"]}, "trump_choice.trumps"),
        ({"lowest": 80}, "trump_choice"),
        ({"contre": "in_turn", "contres": LADDER}, "trump_choice.contres"),
        ({"surcontre": True}, "trump_choice.surcontre"),
        ({"contres": LADDER[::-1]}, "trump_choice.contres"),
        ({"contres": [LADDER[0], {"factor": 2, "by": "callers"}]}, "trump_choice.contres"),
    ],
)
def test_calls_that_can_not_be_are_refused_by_their_key(choice: dict[str, Any], path: str) -> None:
    with pytest.raises(BadRules) as refused:
        load(rules_with(**choice))
    assert refused.value.path == path
