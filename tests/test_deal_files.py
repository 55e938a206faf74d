"""Deals with known values, in text files that any other solver can read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rebelote import _native
from rebelote.solver import Solver
from rebelote.solver.deal_text import read_deal
from rebelote.solver.questions import read_position

FILES = sorted((Path(__file__).parent / "deals").glob("*.txt"))


@pytest.fixture(params=_native.builds())
def build(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each build of the core that runs here."""
    best = _native.build()
    _native.use_build(request.param)
    yield request.param
    _native.use_build(best)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_values(file: Path, build: str) -> None:
    assert _native.build() == build
    question = read_deal(file.read_text("utf-8"))
    position, side = read_position(question)
    solution = Solver().solve(position, side)
    assert solution.value == question["value"]
    assert {card.text: value for card, value in solution.cards.items()} == question["cards"]


def test_there_are_files() -> None:
    assert len(FILES) >= 18


def test_only_what_runs_here() -> None:
    with pytest.raises(ValueError, match="no such build"):
        _native.use_build("abacus")
