"""The referee's decisions: A-8.4, B-3.3, C-8A, C-8B, and nothing elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.phases.penalties import judge
from rebelote.results import Penalty
from rebelote.ruleset.loading import TEN_IDS, load
from rebelote.table import Side
from tests.support.clause_mark import clause

NS, EW = Side("NS"), Side("EW")
NOTHING = {NS: 0, EW: 0}


def decided(found: Penalty) -> tuple[dict[Side, int], bool, Side | None, str | None]:
    return dict(found.score), found.redeal, found.may_not_take, found.barred


@clause("C-8A")
@pytest.mark.parametrize(
    ("consecutive", "expected"),
    [
        (1, (NOTHING, True, None, None)),
        (2, (NOTHING, True, NS, None)),
        (3, ({NS: 0, EW: 160}, False, None, None)),
    ],
)
def test_c_misdeals_in_a_row(consecutive: int, expected: object) -> None:
    assert decided(judge(load("ffb-contree"), "misdeal", NS, consecutive=consecutive)) == expected


@clause("C-8A", "C-8")
def test_c_the_other_side_profits() -> None:
    assert judge(load("ffb-contree"), "misdeal", EW, consecutive=3).score == {NS: 160, EW: 0}
    assert judge(load("ffb-contree"), "misdeal", EW, consecutive=2).may_not_take == EW


@clause("C-8B", "C-8B-end")
def test_c_wrong_card() -> None:
    rules = load("ffb-contree")
    at_once = judge(rules, "wrong_card", EW, noticed="at_once", suit="D")
    assert decided(at_once) == (NOTHING, False, None, "D")
    at_the_end = judge(rules, "wrong_card", EW, noticed="end_of_deal", suit="D")
    assert decided(at_the_end) == ({NS: 160, EW: 0}, False, None, None)
    assert (at_once.clause, at_the_end.clause) == ("C-8B", "C-8B-end")


@clause("A-8.4")
@pytest.mark.parametrize(("played", "points"), [(True, 220), (False, 0)])
def test_a_unproved_declaration(played: bool, points: int) -> None:
    rules = load("ffb-belote", {"declarations": played})
    found = judge(rules, "unproved_declaration", EW, points=220)
    assert decided(found) == ({NS: points, EW: 0}, False, None, None)
    assert found.clause == "A-8.4"


@clause("B-3.3", "B-6.2")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (NOTHING, True, None, None)),
        ({"misdeal": "points"}, ({NS: 0, EW: 162}, False, None, None)),
        ({"misdeal": "points", "count_in_tens": True}, ({NS: 0, EW: 16}, False, None, None)),
        ({"count_in_tens": True}, (NOTHING, True, None, None)),
    ],
)
def test_b_misdeal(options: dict[str, Any], expected: object) -> None:
    assert decided(judge(load("belote-annonces", options), "misdeal", NS)) == expected


@clause("B-9")
def test_b_has_no_clause_for_an_unproved_declaration() -> None:
    assert judge(load("belote-annonces"), "unproved_declaration", NS, points=100).score == NOTHING


@clause("A-3.4", "E-2", "D1-deal")
@pytest.mark.parametrize("rules_id", [name for name in TEN_IDS if name != "ffb-contree"])
def test_elsewhere_a_misdeal_is_dealt_again_and_a_wrong_card_costs_nothing(rules_id: str) -> None:
    rules = load(rules_id)
    side = rules.table.sides[0]
    nothing = dict.fromkeys(rules.table.sides, 0)
    for consecutive in (1, 2, 3):
        misdeal = judge(rules, "misdeal", side, consecutive=consecutive)
        assert decided(misdeal) == (nothing, True, None, None)
    wrong = judge(rules, "wrong_card", side, noticed="end_of_deal", suit="H")
    assert decided(wrong) == (nothing, False, None, None)
    assert judge(rules, "wrong_card", side, suit="H").barred is None
