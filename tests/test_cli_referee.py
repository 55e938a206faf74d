"""`rebelote referee`: a question a line, an answer a line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.terminal import Terminal

SAMPLE = Path(__file__).parent / "data" / "referee-sample.jsonl"


QUESTION = {"ask": "trick", "rules": "ffb-contree", "trump": "H", "id": 7}
TRICK = [["N", "7S"], ["W", "AS"], ["S", "7H"], ["E", "TS"]]


def test_the_referee_answers_line_by_line(terminal: Terminal) -> None:
    good = json.dumps({**QUESTION, "trick": TRICK}).encode()
    lines = [good, b"", b"{", b"\xff\xfe", b"[]", b"  ", good]
    out = terminal.output("referee", typed=b"\n".join(lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == len(lines)
    assert answers[0] == answers[-1]
    assert (answers[0]["winner"], answers[0]["points"], answers[0]["id"]) == ("S", 21, 7)
    codes = [answer["error"]["code"] for answer in answers[1:-1]]
    assert codes == ["bad_json", "bad_json", "bad_json", "bad_question", "bad_json"]


def test_the_referee_takes_no_words(terminal: Terminal) -> None:
    assert terminal.output("referee") == ""
    assert "Too many arguments (now)" in terminal.refusal("referee", "-", "now")


def test_the_referee_reads_a_file_or_a_pipe(terminal: Terminal, tmp_path: Path) -> None:
    asked, file = json.dumps({**QUESTION, "trick": TRICK}), tmp_path / "questions.jsonl"
    file.write_text(asked, "utf-8")
    for answer in (terminal.output("referee", "-", typed=asked), terminal.output("referee", file)):
        assert json.loads(answer)["winner"] == "S"
    assert "none.jsonl: No such file" in terminal.refusal("referee", tmp_path / "none.jsonl")


def test_the_referee_passes_the_sample(terminal: Terminal) -> None:
    cases = [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()]
    asked = "".join((case["raw"] if "raw" in case else json.dumps(case["q"])) + "\n" for case in cases)
    answers = [json.loads(line) for line in terminal.output("referee", typed=asked).splitlines()]
    for case, answer in zip(cases, answers, strict=True):
        assert matches(case["a"], answer), case


def matches(expected: Any, found: Any) -> bool:
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(matches(expected[key], found.get(key)) for key in expected)
    return bool(expected == found)


def test_the_referee_answers_before_the_next_question() -> None:
    """As a program uses it: a line in, a line out, over and over."""
    command = [sys.executable, "-m", "rebelote.cli", "referee"]
    asked = json.dumps({**QUESTION, "trick": TRICK}).encode() + b"\n"
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:
        assert referee.stdin is not None
        assert referee.stdout is not None
        for _ in range(3):
            referee.stdin.write(asked)
            referee.stdin.flush()
            assert json.loads(referee.stdout.readline())["winner"] == "S"
        referee.stdin.close()
        assert referee.wait(timeout=60) == 0
