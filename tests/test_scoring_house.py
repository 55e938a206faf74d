"""Contracts in points as no ruleset of ours scores them: what house rules may say of contre and belote."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest

from rebelote.errors import BadRules
from rebelote.phases.scoring import score_deal
from rebelote.ruleset.loading import load
from tests.support.contract_deals import deal
from tests.support.score_rows import EW, NS

COLVER = Path(__file__).parents[1] / "bench" / "colver.toml"
Value = int | Literal["capot"]


def marks(
    source: str | Path | dict[str, Any], value: Value, cards: int, last: str, **more: Any
) -> tuple[int, int]:
    """NS takes, with that many points in cards."""
    score = score_deal(load(source), deal(value, cards, last, **more)).score
    return score[NS], score[EW]


@pytest.mark.parametrize(
    ("value", "cards", "last", "more", "expected"),
    [
        pytest.param(90, 81, "NS", {}, (181, 71), id="made: points and contract, nothing rounded"),
        pytest.param(90, 71, "NS", {"belote": (1, 0)}, (191, 81), id="belote makes it"),
        pytest.param(120, 70, "NS", {}, (0, 282), id="failed: 162 and the contract"),
        pytest.param(120, 70, "NS", {"belote": (1, 0)}, (0, 302), id="failed: the belote too"),
        pytest.param(120, 0, "EW", {"belote": (1, 0)}, (0, 302), id="without a trick, the belote too"),
        pytest.param(80, 90, "NS", {"contre": 1}, (322, 0), id="contred: 162 + 2 × 80"),
        pytest.param(80, 90, "NS", {"contre": 2}, (402, 0), id="surcontred: 162 + 3 × 80"),
        pytest.param(80, 90, "NS", {"contre": 1, "belote": (0, 1)}, (342, 0), id="contred: every belote"),
        pytest.param(160, 60, "EW", {"contre": 2, "belote": (1, 0)}, (0, 662), id="surcontred and failed"),
        pytest.param(90, 152, "NS", {}, (342, 0), id="capot: 252 + 90"),
        pytest.param(90, 152, "NS", {"contre": 1}, (432, 0), id="capot, contred: 252 + 2 × 90"),
        pytest.param("capot", 152, "NS", {}, (502, 0), id="capot called"),
        pytest.param("capot", 152, "NS", {"contre": 2}, (1002, 0), id="capot called and surcontred"),
        pytest.param("capot", 130, "NS", {}, (0, 412), id="capot missed"),
        pytest.param("capot", 130, "NS", {"contre": 1}, (0, 662), id="capot missed, contred"),
    ],
)
def test_points_made_and_called_with_contre_on_the_call(
    value: Value, cards: int, last: str, more: dict[str, Any], expected: tuple[int, int]
) -> None:
    """The figures are colver's own, from its README and from deals that it scored."""
    assert marks(COLVER, value, cards, last, **more) == expected


def house(**contred: Any) -> dict[str, Any]:
    return {"id": "maison", "version": 1, "extends": "ffb-contree", "scoring": {"contred": contred}}


def test_surcontre_may_be_three_times() -> None:
    assert marks(house(surcontre=3), 80, 90, "NS", contre=2) == (480, 0)
    assert marks("ffb-contree", 80, 90, "NS", contre=2) == (640, 0)


def test_contre_may_take_the_belotes() -> None:
    assert marks(house(takes_belotes=True), 80, 90, "NS", contre=1, belote=(0, 1)) == (340, 0)
    assert marks(house(), 80, 90, "NS", contre=1, belote=(0, 1)) == (320, 20)


@pytest.mark.parametrize("contred", [{"surcontre": 1}, {"surcontre": 101}, {"capot": -1}])
def test_what_contre_cannot_do(contred: dict[str, Any]) -> None:
    with pytest.raises(BadRules) as refused:
        load(house(**contred))
    assert refused.value.path == "scoring.contred"
