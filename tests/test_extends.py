"""`extends`: a game, a file beside the file, a code; and what comes from elsewhere reads no file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rebelote.errors import BadRules
from rebelote.referee import answer
from rebelote.ruleset import Target
from rebelote.ruleset.loading import document, load
from rebelote.ruleset.rules_code import pack
from rebelote.ruleset.toml_writer import to_toml

PORT = {"id": "port", "extends": "classique", "play": {"plain": "beat"}}


def written(folder: Path, name: str, source: dict[str, Any]) -> Path:
    file = folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(to_toml(source), "utf-8")
    return file


def check_both(rules: Any) -> None:
    """The line of the base and the line of its own; the game is the one below both."""
    assert rules.play.plain == "beat"
    assert isinstance(rules.match_end, Target)
    assert (rules.match_end.target, rules.extends) == (77, "classique")
    assert "port-play" in rules.play.clauses


def test_a_file_beside_it(tmp_path: Path) -> None:
    """Beside the file that names it, not where the command was given."""
    written(tmp_path, "base/port.toml", PORT)
    end = {"match_end": {"target": 77}}
    check_both(load(written(tmp_path, "quai.toml", {"id": "quai", "extends": "base/port.toml", **end})))
    written(tmp_path, "base/port2.toml", {"id": "port-2", "extends": "port.toml"})
    check_both(load(written(tmp_path, "quai.toml", {"id": "quai", "extends": "base/port2.toml", **end})))


def test_a_code() -> None:
    source = {"id": "quai", "extends": pack({"house": PORT}), "match_end": {"target": 77}}
    check_both(load(source))
    check_both(load({"id": "mole", "extends": pack({"house": source})}))


def test_a_code_of_a_game_with_its_options() -> None:
    rules = load({"id": "quai", "extends": pack({"id": "coinche", "options": {"scoring": "both"}})})
    assert (rules.chosen["scoring"], rules.extends) == ("both", "coinche")


def test_a_circle_of_files_is_refused(tmp_path: Path) -> None:
    written(tmp_path, "b.toml", {"id": "b", "extends": "a.toml"})
    with pytest.raises(BadRules) as refused:
        load(written(tmp_path, "a.toml", {"id": "a", "extends": "b.toml"}))
    assert refused.value.path == "extends"


def test_a_code_reads_no_file_even_from_a_file(tmp_path: Path) -> None:
    """Whoever made the code does not choose what is read on this machine."""
    secret = written(tmp_path, "port.toml", PORT)
    for name in ("port.toml", str(secret)):
        code = pack({"house": {"id": "quai", "extends": name}})
        with pytest.raises(BadRules) as refused:
            load(written(tmp_path, "mole.toml", {"id": "mole", "extends": code}))
        assert refused.value.path == "extends"


def test_a_document_and_a_question_read_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = written(tmp_path, "port.toml", PORT)
    monkeypatch.chdir(tmp_path)
    for name in ("port.toml", "./port.toml", str(secret)):
        with pytest.raises(BadRules):
            document({"id": "quai", "extends": name})
        for rules in (name, {"id": "quai", "extends": name}):
            told = answer({"ask": "rules", "rules": rules})
            assert "error" in told
            assert "beat" not in str(told)
