"""What the commands have in common: the system's language, pipes, completion."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rebelote.cli.common import asked_language, system_language, write_text
from rebelote.language.text import Lang
from rebelote.match import Match
from rebelote.record import write_log
from tests.support.terminal import Terminal


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


def test_a_pipe_is_read_where_a_file_is_named(terminal: Terminal) -> None:
    assert "OK" in terminal.run("rules", "check", "-", typed='id = "maison"\nextends = "coinche"\n').out
    match = Match.new("coinche", seed=1)
    log = write_log(match)
    assert "OK" in terminal.run("record", "check", "-", typed=log).out


def test_completion_is_offered(terminal: Terminal) -> None:
    assert "--install-completion" in terminal.run("--help").out
