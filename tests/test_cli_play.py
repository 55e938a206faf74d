"""`rebelote play`: whole matches at the terminal, leaving, the record that stays."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rebelote.events import CardPlayed
from rebelote.language.text import Lang, catalogue
from rebelote.record import check_record
from rebelote.ruleset import loading
from rebelote.ruleset.loading import RULESET_IDS
from tests.support.terminal import FIRST_CHOICE, Terminal

PAGE_WORDS = Path(__file__).parents[1] / "web" / "src" / "languages"


TABLES: list[tuple[str, list[str]]] = [
    ("ffb-belote", ["target=100", "declarations=true", "sans_tout_atout=true"]),
    ("ffb-belote", ["target=100", "declarations=true", "announce=manual", "enforcement=table"]),
    ("belote-annonces", ["target=100", "objections=true", "stake=2"]),
    ("belote-annonces", ["target=100", "announce=manual"]),
    ("ffb-contree", ["target=100"]),
    ("ffb-contree", ["target=100", "scoring=both", "sans_tout_atout=true", "enforcement=table"]),
    ("premiere", ["target=1"]),
    ("premiere-grands", ["target=1"]),
    ("classique", ["target=100"]),
    ("coinche", ["target=100", "scoring=announced"]),
    ("escalier", ["players=3"]),
    ("escalier", ["players=6", "enforcement=table"]),
    ("comptoir", ["target=1"]),
    ("comptoir", ["target=100", "count=points", "trump=auction"]),
    ("belote-501", ["target=100"]),
    *(
        (name, ["target=100"] if "target" in loading.document(name).options else [])
        for name in loading.FAMILY_IDS
    ),
]


@pytest.mark.parametrize(("rules", "options"), TABLES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_whole_match(terminal: Terminal, tmp_path: Path, rules: str, options: list[str], lang: str) -> None:
    file = tmp_path / "match.belote"
    words = [word for option in options for word in ("--option", option)]
    table = ["play", "--rules", rules, "--seed", 1, "--lang", lang, "--save", file, *words]
    out = terminal.output(*table, typed=FIRST_CHOICE)
    assert str(file) in out
    match = check_record(file.read_text("utf-8"))
    assert match.is_over
    assert match.rules.id == rules
    assert terminal.output("record", "check", file).startswith(f"{file}: OK")


def test_all_games_are_played() -> None:
    assert {rules for rules, _ in TABLES} == set(RULESET_IDS)


def test_the_same_seed_deals_the_same_match(terminal: Terminal) -> None:
    words = ("play", "--seed", 5, "-o", "target=100")
    assert terminal.output(*words, typed=FIRST_CHOICE) == terminal.output(*words, typed=FIRST_CHOICE)


@pytest.mark.parametrize("typed", ["q\n", "", "\nq\n", "?\nr\nl\ns\n!\nnonsense\n\n99\n", b"\xff\xfe\n"])
def test_leaving_early(terminal: Terminal, typed: str | bytes) -> None:
    assert "Vous quittez la table." in terminal.output("play", "--seed", 3, typed=typed)


def test_a_match_left_early_is_a_whole_record(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.belote"
    terminal.output("play", "--seed", 3, "--save", file, typed="\n1\n" * 9)
    assert not check_record(file.read_text("utf-8")).is_over
    assert [each.name for each in tmp_path.iterdir()] == ["match.belote"]


def test_ctrl_c_leaves_the_table(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("rebelote.cli.screen.Screen.ask", interrupt)
    assert "Vous quittez la table." in terminal.output("play", "--seed", 3)


def test_plain_letters_for_a_plain_terminal(terminal: Terminal) -> None:
    for shown in (
        terminal.output(
            "play",
            "--rules",
            "ffb-contree",
            "--seed",
            3,
            "-o",
            "target=100",
            typed=FIRST_CHOICE,
            encoding="ascii",
        ),
        terminal.output(
            "play", "--rules", "ffb-contree", "--seed", 3, "-o", "target=100", "--ascii", typed=FIRST_CHOICE
        ),
    ):
        assert shown.isascii()
        assert "coeur" in shown
    assert "♥" in terminal.output("play", "--seed", 3, "-o", "target=100", typed=FIRST_CHOICE)


def test_no_colour_in_a_pipe(terminal: Terminal) -> None:
    assert "\x1b" not in terminal.output("play", "--seed", 3, "-o", "target=100", typed=FIRST_CHOICE)


def test_a_refused_card_is_explained(terminal: Terminal) -> None:
    every_card = "".join(f"{rank}{suit}\n" for rank in "789TJQKA" for suit in "SHDC")
    out = terminal.output("play", "--rules", "premiere", "--seed", 4, "--lang", "en", typed="\n" + every_card)
    assert "You must follow the suit led" in out
    assert "(D1-follow" in out


def test_a_wrong_card_can_be_laid_at_a_table_that_judges(terminal: Terminal) -> None:
    every_card = "".join(f"{rank}{suit}\ny\n" for rank in "789TJQKA" for suit in "SHDC") * 8
    words = ("play", "--rules", "premiere", "-o", "enforcement=table", "--seed", 6, "--lang", "en")
    out = terminal.output(*words, typed="\n" + every_card)
    assert "(D1-follow): You must follow" in out
    assert "Lay it all the same? y/N" in out


def test_the_last_choice_is_taken_back_and_counted(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.belote"
    table = ("play", "--rules", "premiere", "-o", "target=1", "--seed", 4, "--lang", "en", "--save", file)
    assert "Taken back" not in terminal.output(*table, typed=FIRST_CHOICE)
    out = terminal.output(*table, typed="\n1\nu\n2\n" + FIRST_CHOICE)  # cut; a card; another instead of it
    assert out.count("You take your last call or card back") == 1
    assert "\nTaken back: 1.\n" in out
    first, again = (
        next(line for line in part.splitlines() if "(you)" in line)
        for part in out.split("You take your last call or card back")
    )
    assert first != again
    record = file.read_text("utf-8")
    assert '[Help "S advice 0 takebacks 1"]' in record
    match = check_record(record)
    assert match.is_over
    own = next(each for each in match.log if isinstance(each, CardPlayed) and each.seat == "S")
    assert own.card.show("en") in again


def test_nothing_is_taken_back_before_the_first_choice(terminal: Terminal) -> None:
    out = terminal.output("play", "--rules", "premiere", "--seed", 4, "--lang", "fr", typed="u\n\nu\nq\n")
    assert "Rien à reprendre" in out
    assert "Coups repris" not in out


def test_the_referee_can_be_called(terminal: Terminal) -> None:
    words = ("play", "--rules", "premiere", "-o", "enforcement=table", "--seed", 1, "--lang", "en")
    out = terminal.output(*words, typed="\n!\n1\n" * 6)
    assert "call the referee" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rules", "cionche"), "did you mean coinche?"),
        (("--seat", "X"), "--seat X: expected one of N E S W"),
        (("--seat", "N", "--rules", "escalier"), "expected one of 1 2 3 4"),
        (("--bots", "hazard"), "expected one of hasard, debutant, habitue, expert; did you mean hasard?"),
        (("--seed", "x"), "Invalid value for '--seed'"),
        (("--option", "target=-1"), "options.target: expected an integer from 1"),
        (("--save", "/nowhere/at/all.belote"), "/nowhere/at/all.belote: expected a directory"),
        (("--save", "/"), "/: expected a file, not a directory"),
    ],
)
def test_bad_words_to_play(terminal: Terminal, words: tuple[str, ...], message: str) -> None:
    assert message in " ".join(terminal.refusal("play", *words).split())


def test_played_from_a_shell(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rebelote.cli", "play", "--option", "target=100", "--seed", "2"]
    ended = subprocess.run(
        command, input=FIRST_CHOICE.encode(), capture_output=True, cwd=tmp_path, timeout=180
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"Vous gagnez la partie." in ended.stdout


def test_the_terminal_asks_for_a_discard(terminal: Terminal) -> None:
    words = ("play", "--rules", "belote-trois", "--option", "deal=bela", "--lang", "en")
    for seed in range(1, 30):
        out = terminal.output(*words, "--seed", seed, typed="\n1\n1\n")
        if "Discard 2 cards" in out:
            return
    raise AssertionError("nobody had to discard")


# Leaving


def test_a_record_of_a_match_that_was_left_tells_no_hand_that_is_still_held(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "left.belote"
    terminal.output("play", "--rules", "ffb-contree", "--seed", 3, "--save", file, typed="\n\n\nq\n")
    text = file.read_text("utf-8")
    assert "pack" not in text
    assert "hand" not in text
    assert terminal.output("record", "check", file)


def test_finished_deals_are_kept_whole(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "some.belote"
    terminal.output("play", "--rules", "premiere", "--seed", 1, "--save", file, typed="\n1\n" * 12)
    deals = re.findall(r"^deal (\d+) by", file.read_text("utf-8"), re.MULTILINE)
    scores = re.findall(r"^score ", file.read_text("utf-8"), re.MULTILINE)
    assert len(deals) == len(scores) > 0


def test_a_long_name_is_no_reason_to_lose_a_match(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / ("a" * 245 + ".belote")
    terminal.output("play", "--seed", 3, "--save", file, typed="q\n")
    assert file.exists()
    assert "File name too long" in terminal.refusal("play", "--save", tmp_path / ("a" * 300))


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_advice_is_that_of_the_page_and_counted_once_a_turn(
    terminal: Terminal, tmp_path: Path, lang: Lang
) -> None:
    file = tmp_path / "match.belote"
    table = ("play", "--rules", "premiere", "-o", "target=1", "--seed", 4, "--lang", lang, "--save", file)
    advised = catalogue(lang).terminal["advised"].format(n=1)
    assert advised not in terminal.output(*table, typed=FIRST_CHOICE)
    out = terminal.output(*table, typed="\na\na\n" + FIRST_CHOICE)  # cut; asked twice at the same turn
    say = catalogue(lang).advice
    start = say["is"].partition("{")[0]
    assert out.count(start) == 2
    assert out.count(say["choices"]) == 2
    assert f"\n{advised}\n" in out
    assert '[Help "S advice 1 takebacks 0"]' in file.read_text("utf-8")
    page = json.loads((PAGE_WORDS / f"table.{lang}.json").read_text("utf-8"))
    for key in ("is", "choices", "equal"):
        assert say[key] == page[f"table.advice_{key}"]
    behind = say["behind"].format(n=catalogue(lang).count("point", 12))
    assert behind == page["table.advice_behind"]["other"].replace("{less}", "12")


def test_there_is_no_advice_on_a_cut(terminal: Terminal) -> None:
    out = terminal.output("play", "--rules", "ffb-contree", "--seed", 4, "--lang", "fr", typed="a\nq\n")
    assert "rien à conseiller" in out
    assert "Conseils demandés" not in out
