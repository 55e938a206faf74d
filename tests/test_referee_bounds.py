"""A bad question never stops the referee: absurd sizes, depths and characters are answered like any other."""

from __future__ import annotations

import io
import json
import time
from typing import Any

import pytest

from rebelote.cli.answering import serve
from rebelote.referee import answer, answer_line
from rebelote.referee.replies import to_line
from tests.support.odd_lines import GOOD, LINES, nested

VOID = {"ask": "score", "rules": "ffb-belote", "deal": {"contract": None}}


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_the_stream_goes_on(line: str) -> None:
    answers = io.BytesIO()
    serve(io.BytesIO(f"{line}\n{GOOD}\n".encode("utf-8", "surrogatepass")), answers)
    first, second = answers.getvalue().decode("ascii").splitlines()
    assert "error" in json.loads(first) or json.loads(first)["result"] == "none"
    assert json.loads(second)["winner"] == "S"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (LINES[0], "bad_question"),
        (LINES[2], "bad_option"),
        (LINES[3], "bad_json"),
        (LINES[5], "bad_question"),
        (LINES[9], "bad_json"),
        (LINES[10], "bad_json"),
        (LINES[11], "bad_json"),
    ],
)
def test_what_is_wrong_is_said(line: str, code: str) -> None:
    assert answer_line(line)["error"]["code"] == code


@pytest.mark.parametrize(("digits", "is_read"), [(4000, True), (4001, False), (4200, False)])
def test_how_long_a_number_may_be(digits: int, is_read: bool) -> None:
    line = '{"ask":"score","rules":"ffb-belote","deal":{"contract":null},"pending":' + "9" * digits + "}"
    found = answer_line(line)
    assert ("pending" in found) == is_read
    assert is_read or found["error"]["code"] == "bad_json"
    assert json.loads(to_line(found)) == found


@pytest.mark.parametrize("rules", [r'"seating":"\ud800"', r'"play":{"\udfff":1}'])
def test_half_a_character_in_rules_is_called_so(rules: str) -> None:
    error = answer_line(f'{{"ask":"legal","rules":{{"id":"x","extends":"classique",{rules}}}}}')["error"]
    assert error == {"code": "bad_question", "message": "a text holds half a character"}


def test_an_odd_id_comes_back() -> None:
    assert answer_line(LINES[0])["id"] == "\ud800"
    assert answer({**VOID, "id": {"any": ["thing", None, 1.5]}})["id"] == {"any": ["thing", None, 1.5]}


def test_the_id_of_a_question_that_is_nested_too_deeply_comes_back() -> None:
    found = answer_line('{"id":7,"ask":"legal","rules":' + nested(60) + "}")
    assert (found["id"], found["error"]["code"]) == (7, "bad_question")


def test_rules_that_are_none_are_told_before_options_that_are_none() -> None:
    """«unknown_rules, bad_option, bad_question», in that order."""
    assert answer({**VOID, "rules": {"id": "x"}, "options": []})["error"]["code"] == "unknown_rules"
    assert answer({**VOID, "rules": "nowhere", "options": []})["error"]["code"] == "unknown_rules"
    assert answer({**VOID, "options": []})["error"]["code"] == "bad_question"


def test_numbers_beyond_all_reason_from_python() -> None:
    enormous = 10**5000
    deal: dict[str, Any] = {
        "contract": {"side": "NS", "trump": "S", "value": None, "contre": 0},
        "tricks": {"NS": enormous, "EW": 3},
        "cards": {"NS": 100, "EW": 52},
        "last": "NS",
        "belote": {"NS": 0, "EW": 0},
        "declarations": {"NS": 0, "EW": 0},
    }
    assert "error" in answer({"ask": "score", "rules": "ffb-belote", "deal": deal})


@pytest.mark.parametrize(
    ("size", "calls", "code"),
    [
        (10**9, [["2", "0"]], "inconsistent"),
        (10**9, [["2", str(10**9)]], "inconsistent"),
        (10**9, [["2", str(10**9 + 1)]], "illegal_call"),
        (10**9, [["2", "00"]], "illegal_call"),
        (3, [["2", "1"], ["3", "1"], ["4", "0"], ["1", "1"]], "illegal_call"),
        (0, [["2", "1"]], "illegal_call"),
        (-1, [], "inconsistent"),
    ],
)
def test_a_hand_of_any_size_is_judged_at_once(size: int, calls: list[list[str]], code: str) -> None:
    """The calls come first, by the size that is given; then the size itself."""
    began = time.process_time()
    question = {"ask": "auction", "rules": "escalier", "dealer": "1", "hand_size": size, "calls": calls}
    assert answer(question)["error"]["code"] == code
    assert time.process_time() - began < 1


@pytest.mark.parametrize(("players", "seats"), [(None, "1234"), (3, "123"), (6, "123456")])
def test_a_void_deal_of_escalier(players: int | None, seats: str) -> None:
    """«A void deal's summary is {"contract": null}: none, 0 each», in every game."""
    question: dict[str, Any] = {"ask": "score", "rules": "escalier", "deal": {"contract": None}}
    found = answer(question if players is None else {**question, "players": players})
    assert (found["result"], found["score"]) == ("none", dict.fromkeys(seats, 0))
