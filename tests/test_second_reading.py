"""Scores of the family's auctions, compared with a second, literal reading of their clauses."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.clause_mark import clause
from tests.support.family_deals import scored
from tests.support.second_reading import (
    AN_OPTIONS,
    PI_OPTIONS,
    Marks,
    chosen,
    coinche_annonces,
    pilotta,
    some_deal,
)

DEALS = 600


def an_deal(luck: random.Random, chose: dict[str, Any]) -> dict[str, Any]:
    slams = ["capot", "generale"] if chose["generale"] else ["capot"]
    value = luck.choice([*range(80, chose["highest"] + 1, 10), *slams * 3])
    return some_deal(luck, value, luck.choice(("H", "SA", "TA")) if chose["sans_tout_atout"] else "H")


def pi_deal(luck: random.Random, _: dict[str, Any]) -> dict[str, Any]:
    return some_deal(luck, luck.choice([*range(8, 25), 8, 9, 10, 11, "capot"]))


@clause("AN-5", "AN-6.1", "AN-6.2", "AN-6.3", "AN-6.4", "AN-6.4-generale", "AN-6.5", "AN-2.4")
@clause("PI-4", "PI-5.1", "PI-5.2", "PI-5.3", "PI-5.4")
@pytest.mark.parametrize(
    ("rules", "options", "make", "read"),
    [
        ("coinche-annonces", AN_OPTIONS, an_deal, coinche_annonces),
        ("pilotta", PI_OPTIONS, pi_deal, pilotta),
    ],
)
def test_a_literal_reading_agrees(
    rules: str,
    options: dict[str, tuple[Any, ...]],
    make: Callable[[random.Random, dict[str, Any]], dict[str, Any]],
    read: Callable[[dict[str, Any], dict[str, Any]], Marks],
) -> None:
    luck, results = random.Random(14), set()
    for _ in range(DEALS):
        chose = chosen(luck, options)
        deal = make(luck, chose)
        expected = read(deal, chose)
        assert scored(rules, deal, **chose) == expected, (deal, chose)
        results.add(expected[0])
    assert results == {"made", "failed"}
