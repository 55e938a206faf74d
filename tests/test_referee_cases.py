"""Worked questions: the sample of the interface, and many more cases.

`referee-cases.jsonl` was answered by a second referee, written from docs/rules.md and docs/referee.md alone
without sight of this code: naive, literal, and by another hand. `referee-family-cases.jsonl` was answered by
a third, just as literal, written from docs/family-rules.md by somebody who had seen this code.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rebelote.referee import answer_line

DATA = Path(__file__).parent / "data"


def _read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


LINES = _read("referee-sample.jsonl")
CASES = _read("referee-cases.jsonl")
FAMILY_CASES = _read("referee-family-cases.jsonl")
CASES_AT_ONCE = 100


@pytest.mark.parametrize("number", range(len(LINES)), ids=lambda number: f"line {number + 1}")
def test_the_sample_is_answered(number: int) -> None:
    _check(LINES[number])


@pytest.mark.parametrize("start", range(0, len(CASES), CASES_AT_ONCE))
def test_the_second_referee_agrees(start: int) -> None:
    for case in CASES[start : start + CASES_AT_ONCE]:
        _check(case)


@pytest.mark.parametrize("start", range(0, len(FAMILY_CASES), CASES_AT_ONCE))
def test_the_third_referee_agrees_on_the_family(start: int) -> None:
    for case in FAMILY_CASES[start : start + CASES_AT_ONCE]:
        _check(case)


def _check(line: dict[str, Any]) -> None:
    sent = line["raw"] if "raw" in line else json.dumps(line["q"])
    answer = json.loads(json.dumps(answer_line(sent)))
    wanted = line["a"]
    assert _without_order(_these_fields(answer, wanted)) == _without_order(wanted), sent


def _these_fields(answer: Any, wanted: Any) -> Any:
    """As much of the answer as the sample names: an answer may hold more; lists and seats may not."""
    if not isinstance(wanted, dict):
        return answer
    assert isinstance(answer, dict), answer
    assert set(wanted) <= set(answer), answer
    return {key: _these_fields(answer[key], value) for key, value in wanted.items()}


def _without_order(thing: Any, key: str = "") -> Any:
    """The order of cards and calls is free; that of declarations is not: the strongest comes first."""
    if isinstance(thing, dict):
        return {
            name: _without_order(value, "legal" if key == "legal" else name) for name, value in thing.items()
        }
    if isinstance(thing, list):
        return sorted(thing) if key in ("legal", "cards") else [_without_order(each, key) for each in thing]
    return thing


def test_seats_that_may_not_speak_are_not_named() -> None:
    """`legal` of an auction names every seat that may speak and no other."""
    for line in LINES:
        question = line.get("q", {})
        if isinstance(question, dict) and question.get("ask") == "auction" and "legal" in line["a"]:
            assert set(answer_line(json.dumps(question))["legal"]) == set(line["a"]["legal"])


def test_every_question_is_in_the_sample() -> None:
    asked = {line["q"]["ask"] for line in LINES if isinstance(line.get("q"), dict) and "ask" in line["q"]}
    assert {"legal", "trick", "auction", "declarations", "score", "end", "penalty"} <= asked
