"""The commands: what they print, and what they say of bad input (on stderr, status 2, no traceback)."""

from __future__ import annotations

import importlib
import io
import json
import os
import random
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from rebelote.actions import Action, Cut, Deal, Discard, Play
from rebelote.bots import Player, make
from rebelote.cards import PACK, Card
from rebelote.chance import RandomChance, StackedChance
from rebelote.cli import main, usage_errors
from rebelote.cli.common import Language, asked_language, system_language, write_text
from rebelote.cli.typed import fold, read_action, read_trump
from rebelote.events import CardPlayed, DeclarationsUnproved, Ruled
from rebelote.language.sentences import card_name
from rebelote.language.text import LANGS, Lang, catalogue
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.record import check_record, write_log
from rebelote.ruleset import OptionValue, loading
from rebelote.ruleset.loading import RULESET_IDS
from rebelote.ruleset.toml_writer import to_toml
from rebelote.table import Seat
from rebelote.view import View

HOUSE = 'id = "maison"\nextends = "ffb-contree"\n[match_end]\ntarget = 2001\n'
SAMPLE = Path(__file__).parent / "data" / "referee-sample.jsonl"
PAGE_WORDS = Path(__file__).parents[1] / "web" / "src" / "languages"


class Outcome(NamedTuple):
    status: object
    out: str
    err: str


class Terminal:
    """Runs a command as if from a shell, with its own three streams."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    def run(self, *words: object, typed: str | bytes = "", encoding: str = "utf-8") -> Outcome:
        data = typed if isinstance(typed, bytes) else typed.encode()
        streams = {
            "stdin": io.TextIOWrapper(io.BytesIO(data), "utf-8"),
            "stdout": io.TextIOWrapper(io.BytesIO(), encoding),
            "stderr": io.TextIOWrapper(io.BytesIO(), "utf-8"),
        }
        for name, stream in streams.items():
            self._patch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as end:
            main([str(word) for word in words])
        shown = []
        for name in ("stdout", "stderr"):
            streams[name].flush()
            buffer = streams[name].buffer
            assert isinstance(buffer, io.BytesIO)
            shown.append(buffer.getvalue().decode(encoding if name == "stdout" else "utf-8"))
        return Outcome(end.value.code, *shown)

    def output(self, *words: object, typed: str | bytes = "", encoding: str = "utf-8") -> str:
        outcome = self.run(*words, typed=typed, encoding=encoding)
        assert outcome.err == ""
        assert outcome.status == 0
        return outcome.out

    def refusal(self, *words: object, typed: str | bytes = "") -> str:
        """The message of a command that is refused, in English unless it is asked for in another language."""
        self._patch.setattr("rebelote.cli.common.SYSTEM_LANGUAGE", Language.EN)
        outcome = self.run(*words, typed=typed)
        assert outcome.status == 2
        assert outcome.err
        assert "Traceback" not in outcome.err
        return outcome.err


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    # The commands take the language as a default when they are read: before a test changes it.
    importlib.import_module("rebelote.cli.app")
    yield Terminal(monkeypatch)
    monkeypatch.undo()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "maison.toml"
    file.write_text(HOUSE, "utf-8")
    return file


# rules


@pytest.mark.parametrize(("lang", "words"), [("fr", "Belote contrée FFB"), ("en", "contree")])
def test_rules_list(terminal: Terminal, lang: str, words: str) -> None:
    lines = terminal.output("rules", "list", "--lang", lang).splitlines()
    heading = {"fr": "La grande famille", "en": "The wider family"}[lang]
    ten, _, family = "\n".join(lines).partition(f"\n\n{heading}\n")
    assert [line.split()[0] for line in ten.splitlines()] == list(loading.TEN_IDS)
    assert [line.split()[0] for line in family.splitlines()] == list(loading.FAMILY_IDS)
    assert any(words in line for line in lines)


@pytest.mark.parametrize("name", RULESET_IDS)
def test_rules_show(terminal: Terminal, name: str) -> None:
    shown = terminal.output("rules", "show", name)
    for clause in loading.load(name).play.clauses:
        assert f"  {clause} " in shown
    for option in loading.document(name).options:
        assert f"  {option} " in shown


def test_rules_show_speaks_both_languages(terminal: Terminal) -> None:
    assert "Vous devez fournir la couleur demandée" in terminal.output("rules", "show", "ffb-contree")
    assert "You must follow the suit led" in terminal.output("rules", "show", "ffb-contree", "--lang", "en")


def test_rules_show_marks_the_chosen_option(terminal: Terminal) -> None:
    shown = terminal.output("rules", "show", "coinche", "--option", "scoring=both", "-o", "target=500")
    assert "* both" in shown
    assert "500 (" in shown


@pytest.mark.parametrize("name", RULESET_IDS)
def test_rules_show_as_a_document_that_can_be_read_again(terminal: Terminal, name: str) -> None:
    rules = loading.load(name, {"announce": "manual"})
    as_json = terminal.output("rules", "show", name, "--json", "-o", "announce=manual")
    as_toml = terminal.output("rules", "show", name, "--toml", "-o", "announce=manual")
    for source in (json.loads(as_json), tomllib.loads(as_toml)):
        assert loading.differences(loading.load(source), rules) in ([], [("extends", "", rules.extends)])


def test_toml_escapes_what_it_must() -> None:
    odd = {"a b": 'say "hi"\n\x7f', "x": [1, 2.5, True, {"y": "z"}], "t": {"long": "x" * 80}, "none": None}
    expected = {key: value for key, value in odd.items() if value is not None}
    assert tomllib.loads(to_toml(odd)) == expected


def test_rules_diff(terminal: Terminal, house: Path) -> None:
    assert "match_end.target: 1000 → 2001\n" in terminal.output("rules", "diff", "ffb-contree", house)
    assert terminal.output("rules", "diff", "coinche", "coinche") == "aucune différence\n"
    plain = terminal.output("rules", "diff", "classique", "belote-501")
    assert "trump_choice.rounds: 2 → 1" in plain
    assert ".cites" not in plain
    assert "scoring.cites.made" in terminal.output("rules", "diff", "classique", "belote-501", "--clauses")


def test_rules_check(terminal: Terminal, house: Path) -> None:
    out = terminal.output("rules", "check", house)
    assert out.splitlines()[0] == f"{house}: OK, maison (d'après ffb-contree)"
    assert "  match_end.target: 1000 → 2001" in out


def test_rules_check_says_which_options_are_lost(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "h.toml"
    file.write_text('id = "h"\nextends = "escalier"\n[dealing.layout.top]\n6 = 9\n')
    assert "players=6 (dealing.layout.top.6: " in terminal.output("rules", "check", file, "--lang", "en")


def test_rules_new_by_flags(terminal: Terminal, tmp_path: Path) -> None:
    """What it writes loads, says what differs and no more, and is played."""
    file = tmp_path / "Café du port.toml"
    flags = ["--extends", "ffb-contree", "--name-fr", "Café du port", "--name-en", "Harbour café"]
    differs = ["-o", "target=2000", "-o", "announce=auto", "--set", "play.cannot_overruff=trump"]
    terminal.output("rules", "new", file, *flags, *differs, "--no-ask")
    first, *lines = file.read_text("utf-8").splitlines()
    assert first == "#:schema rebelote.schema.json"
    assert tomllib.loads("\n".join(lines)) == {
        "id": "cafe-du-port",
        "version": 1,
        "extends": "ffb-contree",
        "play": {"cannot_overruff": "trump"},
        "options": {"target": {"default": 2000}},
        "texts": {"fr": {"name": "Café du port"}, "en": {"name": "Harbour café"}},
    }
    assert "2000" in terminal.output("rules", "check", file)
    assert terminal.output("rules", "try", file)


@pytest.mark.parametrize(
    ("lang", "question"), [("fr", "De quel jeu part-on ?"), ("en", "Which game does it start from?")]
)
def test_rules_new_by_questions(terminal: Terminal, tmp_path: Path, lang: str, question: str) -> None:
    """Nothing typed keeps the usual answer; what can't be is asked again."""
    file = tmp_path / "dimanche.toml"
    base = loading.document("classique")
    options = ["500" if name == "target" else "" for name in base.options]
    answers = ["bridge", "classique", "Belote du dimanche", "", *options, "first_deal"]
    out = terminal.output("rules", "new", file, "--ask", "--lang", lang, typed="\n".join(answers) + "\n")
    assert out.startswith(question)
    assert out.count(question) == 2
    assert "bridge" in out
    found = tomllib.loads(file.read_text("utf-8"))
    assert found["dealing"] == {"shuffle": "first_deal"}
    assert found["options"] == {"target": {"default": 500}}
    assert found["texts"] == {"fr": {"name": "Belote du dimanche"}}


@pytest.mark.parametrize("name", RULESET_IDS)
def test_rules_new_starts_from_any_game(terminal: Terminal, tmp_path: Path, name: str) -> None:
    file = tmp_path / f"{name}.toml"
    terminal.output("rules", "new", file, "--extends", name, "--no-ask")
    assert loading.document(file).resolve().extends == name


def test_rules_new_refuses(terminal: Terminal, house: Path, tmp_path: Path) -> None:
    """A file that is there stays as it is; nothing wrong is written."""
    before, other = house.read_text("utf-8"), tmp_path / "autre.toml"
    assert "it is there already" in terminal.refusal(
        "rules", "new", house, "--extends", "coinche", "--no-ask"
    )
    assert house.read_text("utf-8") == before
    assert "ffb-belote" in terminal.refusal("rules", "new", other, "--no-ask")
    start = ["rules", "new", other, "--extends", "coinche", "--no-ask"]
    assert "options.but" in terminal.refusal(*start, "-o", "but=3")
    assert "play.plain" in terminal.refusal(*start, "--set", "play.plain=never")
    assert not other.exists()


def test_rules_check_goes_on_after_a_bad_file(terminal: Terminal, house: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('id = "bad"\nextends = "ffb-contree"\n[match_end]\ntargt = 5\n')
    outcome = terminal.run("rules", "check", bad, house, tmp_path / "none.toml", "--lang", "en")
    assert outcome.status == 2
    assert "maison" in outcome.out
    first, second = outcome.err.splitlines()
    assert first.startswith(f"rebelote: {bad}: match_end.targt: no such key")
    assert second == f"rebelote: {tmp_path / 'none.toml'}: No such file or directory"


@pytest.mark.parametrize("name", ["ffb-belote", "bela"])
def test_rules_try(terminal: Terminal, name: str) -> None:
    told = terminal.output("rules", "try", name, "--lang", "fr", "--seed", "3")
    assert "Total" in told
    assert "(BE-5.1)" in told if name == "bela" else "(A-10.1" in told


def test_rules_schema(terminal: Terminal) -> None:
    printed = terminal.output("rules", "schema", "--lang", "en")
    assert json.loads(printed) == json.loads(json.dumps(loading.json_schema()))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rules", "show", "cionche"), "did you mean coinche?"),
        (("rules", "show", "nowhere.toml"), "nowhere.toml: No such file or directory"),
        (("rules", "show", "coinche", "-o", "target"), "--option target: expected NAME=VALUE"),
        (("rules", "show", "coinche", "-o", "target=x"), "options.target: expected an integer from 1"),
        (("rules", "show", "coinche", "-o", "target=1", "-o", "target=2"), "target was given before"),
        (("rules", "show", "coinche", "-o", "stake=1"), "options.stake: coinche has no such option"),
        (("rules", "show", "coinche", "--lang", "de"), "'fr', 'en'"),
        (("rules", "show"), "Missing argument"),
        (("rules", "diff", "coinche"), "Missing argument"),
        (("rules", "check"), "Missing argument"),
        (("rules", "bogus"), "No such command"),
        (("rules", "list", "--bogus"), "No such option"),
        (("bogus",), "No such command"),
    ],
)
def test_bad_words(terminal: Terminal, words: tuple[str, ...], message: str) -> None:
    assert message in " ".join(terminal.refusal(*words).split())


USAGE = {"fr": "Usage : rebelote", "en": "Usage: rebelote"}
HELP = {"fr": "« rebelote {} --help » donne de l'aide.", "en": "Try 'rebelote {} --help' for help."}


@pytest.mark.parametrize(
    ("words", "french", "english"),
    [
        ("rules bogus", "la commande 'bogus' n'existe pas.", "No such command 'bogus'."),
        (
            "rules shwo",
            "la commande 'shwo' n'existe pas. Vouliez-vous dire 'show' ?",
            "No such command 'shwo'. Did you mean 'show'?",
        ),
        ("play --zzz", "l'option --zzz n'existe pas.", "No such option --zzz."),
        (
            "play --see",
            "l'option --see n'existe pas (options possibles : --save, --seat, --seed).",
            "No such option --see (possible options: --save, --seat, --seed).",
        ),
        ("verify", "il manque l'argument 'FILE_OR_URL'.", "Missing argument 'FILE_OR_URL'."),
        ("solve a b c", "argument(s) de trop (b c).", "Too many arguments (b c)."),
        (
            "serve --port x",
            "valeur refusée pour '--port' : 'x' n'est pas un nombre entier.",
            "Invalid value for '--port': 'x' is not a whole number.",
        ),
        (
            "solve --table-mb x",
            "valeur refusée pour '--table-mb' : 'x' n'est pas un nombre.",
            "Invalid value for '--table-mb': 'x' is not a number.",
        ),
        (
            "serve --port 70000",
            "valeur refusée pour '--port' : 70000 n'est pas dans l'intervalle 0<=x<=65535.",
            "Invalid value for '--port': 70000 is not in the range 0<=x<=65535.",
        ),
        (
            "play --lang de",
            "valeur refusée pour '--lang' : 'de' ; il faut l'un de 'fr', 'en'.",
            "Invalid value for '--lang': 'de' is not one of 'fr', 'en'.",
        ),
    ],
)
@pytest.mark.parametrize("lang", LANGS)
def test_the_command_line_is_refused_in_the_readers_language(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, words: str, french: str, english: str, lang: Lang
) -> None:
    monkeypatch.setattr("rebelote.cli.common.SYSTEM_LANGUAGE", Language(lang))
    outcome = terminal.run(*words.split())
    assert (outcome.status, outcome.out) == (2, "")
    usage, help_line, between, problem = outcome.err.splitlines()
    command = words.split()[0]
    assert usage.startswith(f"{USAGE[lang]} {command} ")
    assert help_line == HELP[lang].format(command)
    assert between == ""
    assert problem == (f"Erreur : {french}" if lang == "fr" else f"Error: {english}")


@pytest.mark.parametrize(
    ("words", "french", "english"),
    [
        ("play --seed", "il faut une valeur après l'option '--seed'.", "Option '--seed' needs a value."),
        (
            "play --fast=3",
            "l'option '--fast' ne prend pas de valeur.",
            "Option '--fast' does not take a value.",
        ),
    ],
)
def test_an_option_and_its_value(terminal: Terminal, words: str, french: str, english: str) -> None:
    assert terminal.run(*words.split()).err == f"Erreur : {french}\n"
    assert terminal.refusal(*words.split()) == f"Error: {english}\n"


def test_the_language_that_is_asked_for_counts_in_refusals(terminal: Terminal) -> None:
    assert "Erreur : l'option --zzz n'existe pas." in terminal.refusal("play", "--lang", "fr", "--zzz")


def test_every_sentence_of_a_refused_command_line_is_in_the_catalogues() -> None:
    told = {"usage", "subcommand", "help", "error", *usage_errors.SENTENCES, *usage_errors.REASONS}
    assert all(set(catalogue(lang).usage_errors) == told for lang in LANGS)


def test_a_sentence_of_typer_that_is_not_known_is_told_as_it_is() -> None:
    error = typer.BadParameter("no such moon")
    assert usage_errors.told(error, "fr") == "Erreur : Invalid value: no such moon"


@pytest.mark.parametrize(
    ("content", "message"),
    [(b'id = "a', "that is not closed"), (b"\xff", "not UTF-8 text"), (b"", "id: expected a name")],
)
def test_files_that_are_no_rules(terminal: Terminal, tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "h.toml"
    file.write_bytes(content)
    for words in (("rules", "show"), ("rules", "check"), ("play", "--rules")):
        refusal = terminal.refusal(*words, file, "--lang", "en")
        assert refusal.startswith(f"rebelote: {file}: ")
        assert message in refusal


def test_a_directory_is_no_file(terminal: Terminal, tmp_path: Path) -> None:
    assert "Is a directory" in terminal.refusal("rules", "check", tmp_path, "--lang", "en")
    assert "Is a directory" in terminal.refusal("record", "check", tmp_path, "--lang", "en")


# What is wrong with a file, in French

HEAD = '[Rules "coinche"]\n[Dealer "N"]\ndeal 1 by N\n'


@pytest.mark.parametrize(
    ("command", "typed", "said"),
    [
        (("record", "check", "/nowhere/at/all"), "", "/nowhere/at/all: fichier ou dossier introuvable"),
        (("rules", "check", "/nowhere.toml"), "", "/nowhere.toml: fichier ou dossier introuvable"),
        (("solve", "--json", "/"), "", "/: c'est un dossier, pas un fichier"),
        (("solve", "-"), "trump", "ligne 1 : il faut « nom: valeur »"),
        (("solve", "-"), "trick: N", "ligne 1 : 'N' : il faut une place et une carte"),
        (("solve", "-"), "value: x", "ligne 1 : 'x' : il faut un nombre"),
        (("solve", "-"), "value: 1\nvalue: 2", "ligne 2 : value a déjà été donné"),
        (("solve", "-"), "wind: N", "ligne 1 : 'wind' n'est ni rules, "),
        (("record", "check", "-"), "", "trouvé aucune étiquette de ce nom plus haut, attendu"),
        (
            ("record", "check", "-"),
            '[Rules "coinche"]\n[Rules "coinche"]',
            "une deuxième étiquette Rules, att",
        ),
        (("record", "check", "-"), '[Rules "coinche"', 'attendu une étiquette comme [Event "…"]'),
        (
            ("record", "check", "-"),
            f"{HEAD}W: dance",
            "attendu une action : voir docs/record.md",
        ),
        (("record", "check", "-"), f"{HEAD}E: 80", "attendu une coupe de W"),
        (("record", "check", "-"), "x" * 20_000, "trouvé une ligne de 20000 signes, attendu "),
        (
            ("record", "check", "-"),
            '[Rules "coinche"]\n[Dealer "N"]\n[Options "targt=3"]',
            "options.targt : coinche n'a pas cette option",
        ),
        (
            ("record", "check", "-"),
            '[Rules "coinche"]\n[Dealer "N"]\nE:',
            "trouvé la fin de la ligne, attendu ce que fait la place",
        ),
    ],
)
def test_files_are_refused_in_french(
    terminal: Terminal, command: tuple[str, ...], typed: str, said: str
) -> None:
    outcome = terminal.run(*command, "--lang", "fr", typed=typed)
    assert outcome.status == 2
    assert said in outcome.err


# referee

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


# play

FIRST_CHOICE = "\n1\n0\n" * 2000
"""Enter where it is offered, else the first of the list; no trick at all where one may not say 1."""

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


# record


@pytest.fixture
def record(terminal: Terminal, tmp_path: Path) -> Path:
    file = tmp_path / "match.belote"
    terminal.output("play", "--seed", 1, "-o", "target=100", "--save", file, typed=FIRST_CHOICE)
    return file


def test_record_show(terminal: Terminal, record: Path) -> None:
    shown = terminal.output("record", "show", record)
    assert "Belote FFB" in shown
    assert "Pli 8" in shown
    assert "Nord-Sud gagnent la partie." in shown
    assert "Trick 8" in terminal.output("record", "show", record, "--lang", "en")


def test_record_convert_there_and_back(terminal: Terminal, record: Path, tmp_path: Path) -> None:
    log, again = tmp_path / "match.jsonl", tmp_path / "again.belote"
    terminal.output("record", "convert", record, "--out", log)
    assert terminal.output("record", "check", log).startswith(f"{log}: OK")
    terminal.output("record", "convert", log, "--out", again)
    assert again.read_text("utf-8") == record.read_text("utf-8")
    assert terminal.output("record", "convert", record, "--to", "text") == record.read_text("utf-8")
    assert terminal.output("record", "convert", record) == log.read_text("utf-8")
    assert terminal.output("record", "show", log) == terminal.output("record", "show", record)


def test_record_keeps_its_tags(terminal: Terminal, record: Path) -> None:
    text = record.read_text("utf-8").replace('[Record "1"]', '[Record "1"]\n[Event "Coupe"]')
    record.write_text(text, "utf-8")
    assert terminal.output("record", "convert", record, "--to", "text") == text
    assert "Event: Coupe" in terminal.output("record", "show", record)


def test_a_wrong_record_is_refused_with_its_line(terminal: Terminal, record: Path, tmp_path: Path) -> None:
    text = record.read_text("utf-8")
    number = next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith("totals"))
    lines = text.splitlines(keepends=True)
    lines[number - 1] = "totals NS 1 EW 1\n"
    bad, out = tmp_path / "bad.belote", tmp_path / "out.jsonl"
    bad.write_text("".join(lines), "utf-8")
    outcome = terminal.run("record", "check", bad, record, "--lang", "en")
    assert outcome.status == 2
    assert outcome.out.startswith(f"{record}: OK")
    assert outcome.err.startswith(f"rebelote: {bad}: line {number}")
    assert f"line {number}" in terminal.refusal("record", "show", bad)
    assert f"line {number}" in terminal.refusal("record", "convert", bad, "--out", out)
    assert not out.exists()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{", b"{}\n", b"nonsense", b"[Rules", b"\n\n"])
def test_files_that_are_no_record(terminal: Terminal, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "match.belote"
    file.write_bytes(content)
    for command in ("check", "show", "convert"):
        assert terminal.refusal("record", command, file).startswith(f"rebelote: {file}: ")


def test_a_record_that_is_not_there(terminal: Terminal, record: Path, tmp_path: Path) -> None:
    missing = tmp_path / "none.belote"
    assert f"{missing}: No such file" in terminal.refusal("record", "check", missing, "--lang", "en")
    nowhere = tmp_path / "none" / "out.jsonl"
    assert f"{nowhere}: expected a directory" in terminal.refusal(
        "record", "convert", record, "--out", nowhere
    )


def test_help_is_there(terminal: Terminal) -> None:
    for words in ((), ("rules",), ("record",), ("play",), ("referee",)):
        assert "Usage: rebelote" in terminal.output(*words, "--help")


# What a player types


def typed_card(text: str, lang: Lang, hand: str) -> str | None:
    """The card that a text means to one who holds this hand."""
    match = Match.new("premiere", dealer="W")
    cut = match.act(Cut(Seat("S"), 16), stacked(hand))
    view = cut.act(Deal(Seat("W"), (3, 2, 3)), StackedChance(draws=["H"])).view("N")
    action = read_action(text, view, lang)
    return action.card.text if isinstance(action, Play) else None


def stacked(hand: str) -> StackedChance:
    """A pack that deals these eight cards to the first player, by 3-2-3, once it is cut in the middle."""
    own = [Card(text) for text in hand.split()]
    others = iter(card for card in PACK if card not in own)
    mine = iter(own)
    dealt = [
        next(mine if seat == 0 else others) for size in (3, 2, 3) for seat in range(4) for _ in range(size)
    ]
    return StackedChance(packs=[(*dealt[16:], *dealt[:16])])


HAND = "JH QH AH TS 7C 8C 9D KD"


@pytest.mark.parametrize(
    ("text", "lang", "card"),
    [
        ("V♥", "fr", "JH"),
        ("vc", "fr", "JH"),
        ("JH", "fr", "JH"),
        ("valet de cœur", "fr", "JH"),
        ("Valet coeur", "en", "JH"),
        ("jack of hearts", "en", "JH"),
        ("dc", "fr", "QH"),
        ("d♥", "fr", "QH"),
        ("ac", "fr", "AH"),
        ("as de cœur", "fr", "AH"),
        ("10p", "fr", "TS"),
        ("10S", "en", "TS"),
        ("ts", "en", "TS"),
        ("7t", "fr", "7C"),
        ("7c", "en", "7C"),
        ("7c", "fr", "7C"),
        ("8♣", "fr", "8C"),
        ("8♣️", "en", "8C"),
        ("9k", "fr", "9D"),
        ("9d", "en", "9D"),
        ("rk", "fr", "KD"),
        ("kd", "en", "KD"),
        ("as", "en", "AS"),
        ("xx", "fr", None),
        ("", "fr", None),
        ("11c", "fr", None),
    ],
)
def test_cards_as_they_are_typed(text: str, lang: Lang, card: str | None) -> None:
    assert typed_card(text, lang, HAND) == card


@pytest.mark.parametrize(
    ("text", "lang", "trump"),
    [
        ("c", "fr", "H"),
        ("c", "en", "C"),
        ("cœur", "fr", "H"),
        ("TRÈFLE", "fr", "C"),
        ("k", "fr", "D"),
        ("♠", "fr", "S"),
        ("sa", "fr", "SA"),
        ("sans atout", "fr", "SA"),
        ("tout atout", "en", "TA"),
        ("hearts", "fr", "H"),
        ("z", "fr", None),
    ],
)
def test_trumps_as_they_are_typed(text: str, lang: Lang, trump: str | None) -> None:
    assert read_trump(fold(text), lang) == trump


def test_calls_as_they_are_typed(terminal: Terminal) -> None:
    words = ("play", "--rules", "ffb-contree", "--seed", 3)
    out = terminal.output(*words, typed="\n120 c\n")
    assert "Vous dites : 120 cœur." in out
    assert "Vous dites : Capot trèfle." in terminal.output(*words, typed="\ncapot t\n")
    assert "Vous passez." in terminal.output(*words, typed="\nje passe\n")
    assert "C-5C" in terminal.output(*words, typed="\nsc\n")


def test_a_discard_as_it_is_typed() -> None:
    """«7p 8c», with commas or in words; in English too."""
    rules = loading.load("belote-trois", {"deal": "bela"})
    match = Match.new(rules, dealer="1", chance=RandomChance(random.Random(2)))
    while match.state.phase_name != "discard":
        match = match.act(match.state.legal(match.state.actors()[0])[0])
    view = match.view(match.state.actors()[0])
    first, *_, last = view.hand
    said = {lang: [card.show(lang) for card in (first, last)] for lang in LANGS}
    named = [card_name(card) for card in (first, last)]
    typed: list[tuple[str, Lang]] = [
        (" ".join(said["fr"]), "fr"),
        (", ".join(said["en"]), "en"),
        (f"{first.text} {last.text}", "en"),
        (" et ".join(named), "fr"),
    ]
    for text, lang in typed:
        assert read_action(text, view, lang) == Discard(match.state.actors()[0], (first, last)), text
    for text in (first.text, "", "7p 7p 7p", "je passe"):
        assert read_action(text, view, "fr") is None, text


def test_the_terminal_asks_for_a_discard(terminal: Terminal) -> None:
    words = ("play", "--rules", "belote-trois", "--option", "deal=bela", "--lang", "en")
    for seed in range(1, 30):
        out = terminal.output(*words, "--seed", seed, typed="\n1\n1\n")
        if "Discard 2 cards" in out:
            return
    raise AssertionError("nobody had to discard")


# The bots that one plays against


def careless(view: View, bot: Player) -> Action:
    """Lays a wrong card whenever there is one."""
    playing = view.situation.phase
    if isinstance(playing, Playing) and view.seat is not None and (wrong := playing.refusals(view.seat)):
        return Play(view.seat, next(iter(wrong)))
    return bot.choose(view)


def play_deal(seed: int, rules: str, careless_seat: str = "", **options: OptionValue) -> Match:
    luck = random.Random(seed)
    chance = RandomChance(luck)
    match = Match.new(loading.load(rules, {"enforcement": "table", **options}), chance=chance)
    players = {seat: make("hasard", luck) for seat in match.rules.table}
    while not match.is_over and not len(match.view(None).sheet):
        seat = match.state.actors()[0]
        view = match.view(seat)
        action = careless(view, players[seat]) if seat == careless_seat else players[seat].choose(view)
        match = match.act(action, chance)
    return match


@pytest.mark.parametrize("rules", RULESET_IDS)
def test_hasard_plays_by_the_rules(rules: str) -> None:
    for seed in range(5):
        match = play_deal(seed, rules, announce="manual")
        assert not any(isinstance(event, Ruled | DeclarationsUnproved) for event in match.log)
        assert not any(isinstance(event, CardPlayed) and event.wrong for event in match.log)


def test_hasard_sees_an_opponent_who_did_not_follow() -> None:
    """It calls the referee at the count, and is right; of its partner it says nothing."""
    rulings = []
    for seed in range(20):
        match = play_deal(seed, "ffb-contree", "E")
        called = [event for event in match.log if isinstance(event, Ruled)]
        assert all(event.called_by in ("N", "S") and event.fault == "wrong_card" for event in called)
        rulings += called
    assert rulings


def test_hasard_lets_a_fault_pass_but_plays_every_deal(terminal: Terminal) -> None:
    words = ("play", "--rules", "premiere", "-o", "enforcement=table", "--seed", 1, "--lang", "en")
    out = terminal.output(*words, typed="\n!\n2\n!\n3\n")
    assert "let it pass" in out.lower()
    assert "you leave the table" in out.lower()


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


def test_a_link_is_followed_and_a_device_is_written_to(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old", "utf-8")
    link.symlink_to(real)
    write_text(link, "new")
    assert link.is_symlink()
    assert real.read_text("utf-8") == "new"
    write_text(Path(os.devnull), "nothing")
    assert Path(os.devnull).is_char_device()
    assert {file.name for file in tmp_path.iterdir()} == {"real", "link"}


# The language of the system, pipes, completion


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_ALL": "fr_CA"}, "fr"),
    ],
)
def test_the_system_s_language(environment: dict[str, str], lang: Lang) -> None:
    assert system_language(environment).lang == lang


def test_the_language_of_a_command_line() -> None:
    assert asked_language(["rules", "show", "x", "--lang", "en"]) == "en"
    assert asked_language(["rules", "--lang=en", "show"]) == "en"
    assert asked_language(["rules", "--lang", "xx"]) == "fr"


def test_a_command_speaks_the_system_s_language() -> None:
    command = [sys.executable, "-m", "rebelote", "rules", "show", "cionche"]
    for lang, told in (
        ("en_GB.UTF-8", "did you mean coinche?"),
        ("fr_FR.UTF-8", "vouliez-vous dire coinche ?"),
    ):
        found = subprocess.run(
            command, env={**os.environ, "LANG": lang}, capture_output=True, text=True, check=False
        )
        assert told in found.stderr


def test_errors_are_told_in_the_language_asked_for(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "bad.belote"
    file.write_text("[Record 1]\n", "utf-8")
    assert "attendu" in terminal.run("record", "check", file, "--lang", "fr").err
    assert "expected" in terminal.run("record", "check", file, "--lang", "en").err
    house = tmp_path / "house.toml"
    house.write_text('id = "x"\nextends = "coinche"\n[match_end]\ntarget = "x"\n', "utf-8")
    assert "il faut un entier" in terminal.run("rules", "check", house, "--lang", "fr").err


def test_a_pipe_is_read_where_a_file_is_named(terminal: Terminal) -> None:
    assert "OK" in terminal.run("rules", "check", "-", typed=HOUSE).out
    match = Match.new("coinche", seed=1)
    log = write_log(match)
    assert "OK" in terminal.run("record", "check", "-", typed=log).out


def test_completion_is_offered(terminal: Terminal) -> None:
    assert "--install-completion" in terminal.run("--help").out


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
