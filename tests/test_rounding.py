"""Points rounded for the sheet, by every rule that a game of the family has."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.errors import BadRules
from rebelote.phases.scoring.rounding import rounded
from rebelote.ruleset import Rounding
from rebelote.ruleset.loading import load
from rebelote.table import Side

NS, EW = Side("NS"), Side("EW")

TO_TEN = Rounding()
FROM_SIX = Rounding(up_from=6)
PILOTTA = Rounding(up_from=6, pair="takers", per_mark=10)
PILOTTA_HIGHER = Rounding(up_from=6, pair="higher", per_mark=10)
BULGARIAN = Rounding(of="mark", up_from=7, pair="lower", per_mark=10)
BULGARIAN_ALL_TRUMP = Rounding(of="mark", up_from=5, pair="lower", per_mark=10)
HOKUM = Rounding(up_from=6, counted_side="defence", per_mark=10)
SUN = Rounding(up_from=6, keeps=5, counted_side="defence", per_mark=5)
LIGHTER = Rounding(counted_side="lighter", per_mark=10)


@pytest.mark.parametrize(
    ("rule", "takers", "defence", "written"),
    [
        (TO_TEN, 96, 66, (100, 70)),
        (TO_TEN, 85, 77, (90, 80)),
        (TO_TEN, 84, 78, (80, 80)),
        (FROM_SIX, 85, 77, (80, 80)),
        (FROM_SIX, 96, 66, (100, 70)),
        (PILOTTA, 96, 66, (100, 60)),
        (PILOTTA, 66, 96, (70, 90)),
        (PILOTTA, 104, 58, (100, 60)),
        (PILOTTA, 97, 65, (100, 60)),
        (PILOTTA_HIGHER, 66, 96, (60, 100)),
        (PILOTTA_HIGHER, 96, 66, (100, 60)),
        (BULGARIAN, 106, 56, (100, 60)),
        (BULGARIAN, 66, 96, (70, 90)),
        (BULGARIAN, 125, 77, (120, 80)),
        (BULGARIAN, 106, 106, (110, 100)),
        (BULGARIAN_ALL_TRUMP, 164, 94, (160, 100)),
        (BULGARIAN_ALL_TRUMP, 159, 99, (160, 100)),
        (BULGARIAN_ALL_TRUMP, 154, 154, (160, 150)),
        (HOKUM, 96, 66, (90, 70)),
        (HOKUM, 85, 77, (80, 80)),
        (HOKUM, 97, 65, (100, 60)),
        (SUN, 67, 63, (70, 60)),
        (SUN, 65, 65, (65, 65)),
        (SUN, 64, 66, (60, 70)),
        (LIGHTER, 132, 30, (130, 30)),
        (LIGHTER, 118, 44, (120, 40)),
        (LIGHTER, 81, 81, (80, 80)),
        (LIGHTER, 85, 85, (90, 80)),
    ],
)
def test_points_are_written_as_the_rule_says(
    rule: Rounding, takers: int, defence: int, written: tuple[int, int]
) -> None:
    assert rounded(rule, {NS: takers, EW: defence}, NS) == dict(zip((NS, EW), written, strict=True))
    assert rounded(rule, {NS: defence, EW: takers}, EW) == dict(zip((EW, NS), written, strict=True))


def house(**rounding: Any) -> dict[str, Any]:
    return {"id": "house", "extends": "ffb-contree", "scoring": {"rounding": rounding}}


@pytest.mark.parametrize(
    "rounding",
    [
        {"to": 0},
        {"per_mark": 20},
        {"per_mark": 3},
        {"up_from": 0},
        {"up_from": 11},
        {"keeps": 10},
        {"keeps": 5, "per_mark": 10},
    ],
)
def test_a_rule_that_can_not_be_is_refused(rounding: dict[str, int]) -> None:
    with pytest.raises(BadRules) as refused:
        load(house(**rounding))
    assert refused.value.path == "scoring.rounding"


def test_a_rule_for_a_trump_that_is_none_is_refused() -> None:
    rules = house()
    rules["scoring"] = {"rounding_at": {"X": "none"}}
    with pytest.raises(BadRules) as refused:
        load(rules)
    assert refused.value.path == "scoring.rounding_at.X"


def test_a_rule_for_one_trump_holds_there_alone() -> None:
    rules = house()
    rules["scoring"] = {"rounding_at": {"SA": "none", "TA": {"up_from": 6}}}
    scoring: Any = load(rules).scoring
    found = {trump.value: scoring.rounding_rule(trump) for trump in scoring.rounding_at}
    assert found == {"SA": None, "TA": FROM_SIX}
