"""The calls of a question: which texts are understood."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.clause_mark import clause
from tests.support.referee_questions import ask, calls, error


@clause("C-5C", "D2-coinche", "D4-coinche", "D6-auction")
@pytest.mark.parametrize(
    ("rules", "options", "dealer", "bid", "opponent"),
    [
        ("ffb-contree", {}, "N", "W 90 H", "S"),
        ("premiere-grands", {}, "S", "W 3 H", "S"),
        ("coinche", {}, "S", "W 90 H", "S"),
        ("comptoir", {"trump": "auction"}, "S", "N 3 H", "S"),
    ],
)
def test_coinche_is_contre_under_another_word(
    rules: str, options: dict[str, Any], dealer: str, bid: str, opponent: str
) -> None:
    contred, coinched = (
        ask("auction", rules, options, dealer=dealer, calls=calls(f"{bid}, {opponent} {word}"))
        for word in ("contre", "coinche")
    )
    assert contred == coinched
    assert contred["contract"]["contre"] == 1


@pytest.mark.parametrize("word", ["Coinche", "coinche ", "je coinche", "surcoinche", ""])
def test_no_other_text_is_a_call(word: str) -> None:
    said = [["W", "90 H"], ["N", word]]
    assert error("auction", "coinche", dealer="S", calls=said) == "illegal_call"
