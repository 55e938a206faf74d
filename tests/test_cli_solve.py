"""`rebelote solve` and `rebelote playout`: deals in text, positions of records, JSON lines."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rebelote.chance import RandomChance
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.record import format_record, write_log
from rebelote.solver.deal_text import read_deal
from tests.support.odd_lines import LINES
from tests.support.terminal import Terminal

DEALS = Path(__file__).parent / "deals"
FULL = (DEALS / "contree-full-1.txt").read_text("utf-8")


def question(**changes: Any) -> dict[str, Any]:
    """Two tricks to go; north leads."""
    whole = {
        "rules": "ffb-contree",
        "options": {},
        "trump": "H",
        "hands": {"N": ["JH", "7S"], "E": ["8S", "TD"], "S": ["9H", "AD"], "W": ["AS", "KS"]},
        "leader": "N",
        "trick": [],
        "tricks": {"NS": 6, "EW": 0},
        "side": "NS",
    }
    return {**whole, **changes}


def ask(
    terminal: Terminal, *lines: object, words: tuple[str, ...] = ("solve", "--json")
) -> list[dict[str, Any]]:
    typed = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    outcome = terminal.run(*words, typed=typed)
    assert (outcome.status, outcome.err) == (0, "")
    return [json.loads(line) for line in outcome.out.splitlines()]


def test_json(terminal: Terminal) -> None:
    (answer,) = ask(terminal, question())
    # JH takes 9H, AD or TD and KS or AS; then 7S loses to W's other spade, unless S ruffs it.
    assert answer["value"] == max(answer["cards"].values())
    assert set(answer["cards"]) == {"JH", "7S"}


def test_the_last_trick_of_a_sweep_counts_100(terminal: Terminal) -> None:
    hands = {"N": ["JH"], "E": ["9H"], "S": ["AS"], "W": ["TS"]}
    swept, not_swept, defence = ask(
        terminal,
        question(hands=hands, tricks={"NS": 7}),
        question(hands=hands, tricks={"NS": 6, "EW": 1}),
        question(hands=hands, tricks={"NS": 7}, side="EW"),
    )
    assert swept == {"value": 20 + 14 + 11 + 10 + 100, "cards": {"JH": 155}}
    assert not_swept["value"] == 65
    assert defence["value"] == 0


def test_cards_on_the_table_are_not_in_the_hands(terminal: Terminal) -> None:
    hands = {"N": [], "W": [], "S": ["AS"], "E": ["TS"]}
    trick = [["N", "KS"], ["W", "7S"]]
    (answer,) = ask(terminal, question(hands=hands, trick=trick, tricks={"NS": 5, "EW": 2}))
    assert answer == {"value": 11 + 10 + 4 + 10, "cards": {"AS": 35}}


def test_tricks_with_the_last_double(terminal: Terminal) -> None:
    hands = {"N": ["JH"], "E": ["9H"], "S": ["AS"], "W": ["TS"]}
    (answer,) = ask(terminal, question(rules="premiere", hands=hands, tricks={"NS": 7}))
    assert answer == {"value": 2, "cards": {"JH": 2}}


def test_alone_against_all(terminal: Terminal) -> None:
    hands = {"1": ["AS", "7D"], "2": ["KD", "8H"], "3": ["QD", "AH"]}
    (answer,) = ask(
        terminal, question(rules="escalier", trump="S", hands=hands, leader="1", tricks={}, side="1")
    )
    assert answer["value"] == 1


def test_piles(terminal: Terminal) -> None:
    hands = {"N": ["AS"], "S": ["KS", "7S"]}
    piles = {"N": [["AS", "JH"]]}
    (answer,) = ask(
        terminal,
        question(rules="comptoir", hands=hands, piles=piles, leader="N", tricks={"N": 7, "S": 7}, side="N"),
    )
    assert answer == {"value": 3, "cards": {"AS": 3}}


def test_a_line_of_play(terminal: Terminal) -> None:
    (answer,) = ask(terminal, question(line=True))
    assert len(answer["line"]) == 8
    assert answer["line"][0][0] == "N"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "bad_json"),
        ("", "bad_json"),
        ("[]", "bad_question"),
        ({"trump": "H"}, "bad_question"),
        (question(rules="bridge"), "unknown_rules"),
        (question(options={"speed": 3}), "bad_option"),
        (question(trump="X"), "bad_question"),
        (question(side="N"), "bad_question"),
        (question(leader="X"), "bad_question"),
        (question(hands={"N": ["JH"]}), "bad_question"),
        (question(tricks={"X": 1}), "bad_question"),
        (question(hands={"N": ["JX"], "E": ["8S"], "S": ["9H"], "W": ["AS"]}), "bad_card"),
        (question(hands={"N": ["JH"], "E": ["JH"], "S": ["9H"], "W": ["AS"]}), "duplicate_card"),
        (question(hands={"N": ["JH"], "E": ["8S", "7S"], "S": ["9H"], "W": ["AS"]}), "inconsistent"),
        (question(tricks={"NS": 3}), "inconsistent"),
        (question(trick=[["E", "7C"]]), "inconsistent"),
        (
            question(
                hands={"N": ["JH"], "E": ["8S", "TD"], "S": ["9H", "AD"], "W": ["AS"]},
                trick=[["N", "7S"], ["W", "KC"]],
            ),
            "inconsistent",
        ),
    ],
)
def test_bad_lines(terminal: Terminal, line: object, code: str) -> None:
    tagged = {**line, "id": "x"} if isinstance(line, dict) else line
    bad, good = ask(terminal, tagged, question(id=2))
    assert bad["error"]["code"] == code
    assert bad["error"]["message"]
    assert bad.get("id") == ("x" if isinstance(line, dict) else None)
    assert good["id"] == 2


def test_threads_answer_in_order(terminal: Terminal) -> None:
    lines = [question(id=n) if n % 3 else "oops" for n in range(100)]
    answers = ask(terminal, *lines, words=("solve", "--json", "--threads", "2"))
    assert [answer.get("id") for answer in answers] == [n if n % 3 else None for n in range(100)]
    assert answers[1] == {**ask(terminal, question())[0], "id": 1}


def test_playouts(terminal: Terminal) -> None:
    bad, good = ask(terminal, question(number=0), question(number=50), words=("playout", "--json"))
    assert bad["error"]["code"] == "bad_question"
    assert good["number"] == 50
    assert sum(good["mean"].values()) == pytest.approx(20 + 14 + 11 + 11 + 10 + 4 + 10)


def test_a_deal_in_text_for_people(terminal: Terminal) -> None:
    expected = read_deal(FULL)
    english = terminal.run("solve", DEALS / "contree-full-1.txt", "--lang", "en")
    assert f"{expected['value']} points" in english.out
    assert english.out.count("→") == 8
    french = terminal.run("solve", typed=FULL)
    assert f"{expected['value']} points" in french.out


def test_every_deal_file_can_be_told(terminal: Terminal) -> None:
    for file in DEALS.glob("*.txt"):
        assert terminal.run("solve", file).status == 0, file
        assert terminal.run("playout", file, "-n", 10, "--lang", "en").status == 0, file


def recorded() -> Match:
    """A match in the middle of its first deal's play."""
    rng = random.Random(12)
    luck = RandomChance(rng)
    match = Match.new("premiere", chance=luck)
    while not isinstance(match.state.phase, Playing) or len(match.state.phase.won) < 6:
        actor = match.state.actors()[0]
        match = match.act(rng.choice(match.state.legal(actor)), luck)
    return match


def test_a_position_of_a_record(terminal: Terminal, tmp_path: Path) -> None:
    match = recorded()
    text, log = tmp_path / "match.belote", tmp_path / "match.json"
    text.write_text(format_record(match), "utf-8")
    log.write_text(write_log(match), "utf-8")
    for file in (text, log):
        outcome = terminal.run("solve", file, "--deal", 1, "--after", 10, "--lang", "en")
        assert (outcome.status, outcome.err) == (0, "")
        assert "tricks with best play" in outcome.out
    missing = terminal.run("solve", text, "--deal", 2, "--lang", "en")
    assert missing.status == 2
    assert "no position in deal 2" in missing.err


def test_bad_text(terminal: Terminal) -> None:
    for text, message in (
        ("rules ffb-contree", "line 1: expected"),
        ("rules: ffb-contree\nrules: coinche", "line 2: rules was given before"),
        ("rules: ffb-contree\nspeed: 3", "line 2"),
        (FULL.replace("side: ", "side: X"), "side"),
        (FULL.replace("leader: ", "leader: X"), "leader"),
    ):
        outcome = terminal.run("solve", "--lang", "en", typed=text)
        assert outcome.status == 2, text
        assert message in outcome.err
    assert terminal.run("solve", DEALS / "contree-full-1.txt", "--side", "X").status == 2
    assert terminal.run("solve", DEALS / "nothing.txt").status == 2


@pytest.mark.parametrize("command", ["solve", "playout"])
def test_no_line_stops_the_stream(terminal: Terminal, tmp_path: Path, command: str) -> None:
    """The lines that try the referee try the solver too; each gets an answer."""
    questions = tmp_path / "questions.jsonl"
    questions.write_bytes("".join(f"{line}\n" for line in LINES).encode("utf-8", "surrogatepass"))
    answers = [json.loads(line) for line in terminal.output(command, "--json", questions).splitlines()]
    assert len(answers) == len(LINES)
    assert all("error" in answer for answer in answers)
