"""`--help` in both languages: of each command, of a group named alone, on a terminal without accents."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
import typer

from rebelote.cli.app import app
from rebelote.cli.common import Language
from rebelote.cli.help_page import every_command, french, with_places
from rebelote.language.text import LANGS, Lang
from tests.support.terminal import Terminal

TOP = typer.main.get_command(app)


def paths(command: Any, *words: str) -> list[tuple[str, ...]]:
    """The words that name each command."""
    below = getattr(command, "commands", {}).items()
    return [words, *(path for name, each in below for path in paths(each, *words, name))]


def texts() -> set[str]:
    found = {"Show this message and exit."}
    for command in every_command(TOP):
        found |= {each.help for each in [command, *command.params] if getattr(each, "help", None)}
    return {with_places(text) for text in found}


def test_each_text_of_the_help_has_its_french() -> None:
    assert set(french().texts) == texts()


def test_the_french_is_another_text() -> None:
    same = {"{bots}", "text or json."}
    for english, told in french().texts.items():
        assert (told != english) or english in same
        assert ("\n\n" in told) == ("\n\n" in english)
        assert {place for place in ("{bots}", "{references}") if place in told} == {
            place for place in ("{bots}", "{references}") if place in english
        }


@pytest.mark.parametrize("words", paths(TOP), ids=" ".join)
def test_a_french_page_has_no_english_around_its_texts(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    pages: dict[Lang, str] = {}
    for lang in LANGS:
        monkeypatch.setattr("rebelote.cli.common.SYSTEM_LANGUAGE", Language(lang))
        pages[lang] = " ".join(terminal.output(*words, "--help").split())
    assert pages["en"].startswith(" ".join(["Usage: rebelote", *words]))
    assert "Show this message and exit." in pages["en"]
    assert pages["fr"].startswith(" ".join(["Usage : rebelote", *words]))
    assert "Afficher cette aide." in pages["fr"]
    for word in ("Options:", "Commands:", "Arguments:", "[default:", "[required]", "COMMAND [ARGS]"):
        assert word not in pages["fr"]


def test_a_group_that_is_named_alone_shows_its_help_in_both_languages(terminal: Terminal) -> None:
    assert "La base d'un serveur" in terminal.run("db").err
    assert "A server's database" in terminal.refusal("db")


def test_the_language_that_is_asked_for_counts(terminal: Terminal) -> None:
    assert "Play a match in the terminal" in terminal.output("play", "--lang", "en", "--help")


def test_the_bots_are_described_in_the_language_of_the_page(terminal: Terminal) -> None:
    page = " ".join(terminal.output("play", "--help").split())
    assert "habitue (3): Joue comme un habitué" in page
    assert "Plays" not in page


def test_completion_tells_the_commands_in_french() -> None:
    asked = {"_REBELOTE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "rebelote pl"}
    command = [sys.executable, "-m", "rebelote"]
    found = subprocess.run(command, env=os.environ | asked, capture_output=True, text=True, check=True)
    assert "Jouer une partie au terminal" in found.stdout


def test_a_terminal_without_accents(terminal: Terminal) -> None:
    page = terminal.output("db", "--help", encoding="ascii")
    assert "mise a niveau" in page
    assert "\\x" not in page
