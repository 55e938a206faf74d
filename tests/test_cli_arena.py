"""`rebelote arena` at the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from rebelote.cli import main


class Shell:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def run(self, *words: object, lang: str = "en") -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(["arena", *map(str, words), "--lang", lang])
        out, err = self._capsys.readouterr()
        assert isinstance(left.value.code, int)
        return left.value.code, out, err


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


QUICK = ("--rules", "premiere", "--deals", 4, "--jobs", 1)


def test_a_duel_tells_its_result(shell: Shell) -> None:
    code, out, err = shell.run("debutant", "hasard", *QUICK, "--seed", 2)
    assert code == 0
    assert err == ""
    assert "debutant against hasard, premiere, seed 2" in out
    assert "4 pairs: " in out
    assert "marked points a deal (95 %)" in out


def test_a_duel_is_the_default(shell: Shell) -> None:
    assert shell.run("duel", "debutant", "hasard", *QUICK) == shell.run("debutant", "hasard", *QUICK)


def test_a_bot_against_itself(shell: Shell) -> None:
    _, out, _ = shell.run("habitue", "habitue", *QUICK)
    assert "4 pairs: +0.00 ± 0.00" in out


def test_figures_are_told_as_the_language_writes_them(shell: Shell) -> None:
    _, out, _ = shell.run("habitue", "habitue", *QUICK, lang="fr")
    assert "4 paires : +0,00 ± 0,00" in out


def test_files(shell: Shell, tmp_path: Path) -> None:
    result, picture, lines, kept = (tmp_path / name for name in ("r.json", "p.svg", "l.jsonl", "kept"))
    words = ("debutant", "hasard", *QUICK, "--json", result, "--plot", picture, "--resume", lines)
    _, first, _ = shell.run(*words, "--keep", kept)
    assert len(list(kept.iterdir())) == 8
    assert picture.read_text("utf-8").startswith("<svg")
    assert len(lines.read_text("utf-8").splitlines()) == 5
    told = json.loads(result.read_text("utf-8"))
    assert told["pairs"] == 4
    assert told["interval_95"][0] <= told["mean"] <= told["interval_95"][1]
    assert told["faults"] == {}
    _, again, _ = shell.run(*words)
    assert again == first


def test_a_fixed_contract_counts_raw_points(shell: Shell) -> None:
    words = ("habitue", "hasard", "--rules", "coinche", "--deals", 2, "--jobs", 1, "--option", "scoring=both")
    _, out, _ = shell.run(*words, "--fixed-contract", "debutant")
    assert "contracts by debutant" in out
    assert "raw points a deal" in out


def test_fixed_play_counts_marks_and_says_whose_cards(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    words = ("habitue", "hasard", "--deals", 2, "--jobs", 1, "--fixed-play", "debutant", "--json", file)
    _, out, _ = shell.run(*words)
    assert "cards played by debutant" in out
    assert "marked points a deal" in out
    assert json.loads(file.read_text("utf-8"))["fixed_play"] == "debutant"


def test_a_league_prints_ratings(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "league.json"
    code, out, _ = shell.run("league", "hasard", "debutant", "habitue", *QUICK, "--json", file)
    assert code == 0
    assert out.split()[:2] == ["rating", "a"]
    assert {each["bot"] for each in json.loads(file.read_text("utf-8"))["standings"]} == {
        "hasard",
        "debutant",
        "habitue",
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("habitue", "hazard"),
            "(bots: hasard, debutant, habitue, expert, pimc20, oracle, cmd:PROGRAM, py:module:Class)",
        ),
        (("habitue", "cmd:./nowhere-at-all"), "expected a program that can be run"),
        (("habitue", "hasard", "--rules", "cionche"), "cionche"),
        (("habitue", "hasard", "--option", "target"), "expected NAME=VALUE"),
        (("habitue", "hasard", "--json", "/nowhere/at/all.json"), "/nowhere/at/all.json"),
        (("habitue", "hasard", "--fixed-contract", "nobody"), "no bot called 'nobody'"),
        (("habitue", "hasard", "--fixed-play", "nobody"), "no bot called 'nobody'"),
        (
            ("habitue", "hasard", "--fixed-play", "habitue", "--fixed-contract", "habitue"),
            "nothing would be left to the two bots",
        ),
        (("habitue", "hasard", "--deals", "0"), "--deals"),
        (("league", "habitue"), "expected two different bots or more"),
        (("habitue",), "Missing argument 'B'"),
    ],
)
def test_bad_words(shell: Shell, words: tuple[str, ...], message: str) -> None:
    code, out, err = shell.run(*words)
    assert code == 2
    assert out == ""
    assert message in " ".join(err.split())


def test_another_contests_file_is_refused(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    shell.run("debutant", "hasard", *QUICK, "--resume", file)
    code, _, err = shell.run("habitue", "hasard", *QUICK, "--resume", file)
    assert code == 2
    assert "another contest" in err


def test_a_bot_that_fails_makes_the_command_fail(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("import sys\nsys.stderr.write('no ace\\x1b[2J')\nraise SystemExit(3)\n", "utf-8")
    code, out, err = shell.run(f"cmd:{sys.executable} {file}", "hasard", *QUICK)
    assert code == 1
    assert "4 pairs: " in out
    assert "no ace\\x1b[2J" in err  # shown, not sent to the terminal
    league = shell.run("league", f"cmd:{sys.executable} {file}", "hasard", *QUICK)
    assert league[0] == 1
