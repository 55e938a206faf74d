"""Deals with known values, in text files that any other solver can read."""

from __future__ import annotations

from pathlib import Path

import pytest

from rebelote.analysis import read_deal, read_position
from rebelote.solver import Solver

FILES = sorted((Path(__file__).parent / "deals").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_values(file: Path) -> None:
    question = read_deal(file.read_text("utf-8"))
    position, side = read_position(question)
    solution = Solver().solve(position, side)
    assert solution.value == question["value"]
    assert {card.text: value for card, value in solution.cards.items()} == question["cards"]


def test_there_are_files() -> None:
    assert len(FILES) >= 18
