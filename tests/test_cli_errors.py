"""What the commands say of bad input: on stderr, with status 2, no traceback, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from rebelote.cli import usage_errors
from rebelote.cli.common import Language
from rebelote.language.text import LANGS, Lang, catalogue
from tests.support.terminal import Terminal


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


def test_errors_are_told_in_the_language_asked_for(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "bad.belote"
    file.write_text("[Record 1]\n", "utf-8")
    assert "attendu" in terminal.run("record", "check", file, "--lang", "fr").err
    assert "expected" in terminal.run("record", "check", file, "--lang", "en").err
    house = tmp_path / "house.toml"
    house.write_text('id = "x"\nextends = "coinche"\n[match_end]\ntarget = "x"\n', "utf-8")
    assert "il faut un entier" in terminal.run("rules", "check", house, "--lang", "fr").err
