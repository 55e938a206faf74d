"""Every clause has a test, and every clause that is cited exists."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from rebelote.language.text import LANGS
from rebelote.ruleset.loading import FAMILY_IDS, load
from tests.support.clause_index import (
    RULESETS,
    bare,
    family_clauses,
    family_games,
    known,
    main,
    marked,
    marks,
)

CLAUSE = re.compile(r"(?:[A-E][0-9]?|[A-Z][A-Z0-9])(-[0-9A-Za-z.]+)*")


def test_the_clauses_are_read_and_none_is_written_twice() -> None:
    ids = known()
    assert {"A-2", "A-5.2.2.3", "A-10.3-trick", "C-9-overtrump", "D-0", "D1", "E-5-end"} <= set(ids)
    assert len(ids) == len(set(ids))


def test_every_clause_has_a_test() -> None:
    assert bare(marks()) == []


def test_every_mark_names_a_clause() -> None:
    assert {clause: tests for clause, tests in marks().items() if clause not in known()} == {}


def test_the_listing_fails_if_and_only_if_a_clause_is_bare(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main() == 0
    listing = {line.split(": ")[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "test_words.py::test_a_both_words_are_needed" in listing["A-7"]
    monkeypatch.setattr("tests.support.clause_index.known", lambda: ("A-7", "A-99"))
    assert main() == 1
    assert capsys.readouterr().out.splitlines()[-2:] == ["A-99: NO TEST", "2 clauses, 1 without a test"]


def test_marks_on_rows_and_on_classes_are_found() -> None:
    source = """
from tests.support.clause_mark import clause
ROWS = [pytest.param(1, marks=clause("A-1"))]
@clause("A-2", "A-3")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.clause("A-4"))])
def test_one(x): ...
"""
    assert set(marked(ast.parse(source))) == {
        ("", "A-1"),
        ("test_one", "A-2"),
        ("test_one", "A-3"),
        ("test_one", "A-4"),
    }
    assert not set(
        marked(ast.parse("from rebelote.language.text import clause\nclause('A-1')"))
    )  # another function


EVERY_FILE = pytest.mark.parametrize(
    "name", sorted(path.relative_to(RULESETS).as_posix() for path in RULESETS.rglob("*.toml"))
)


def cited(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The clauses that a ruleset cites: its lists of `clauses`, and the values of its `cites`."""
    if isinstance(value, dict):
        for key, inner in value.items():
            where = f"{path}.{key}".lstrip(".")
            if key == "clauses":
                yield from ((where, clause) for clause in inner)
            elif key == "cites":
                yield from ((f"{where}.{name}", clause) for name, clause in inner.items() if clause)
            else:
                yield from cited(inner, where)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from cited(inner, f"{path}[{number}]")


@EVERY_FILE
def test_every_clause_that_a_ruleset_cites_exists(name: str) -> None:
    document = tomllib.loads((RULESETS / name).read_text("utf-8"))
    found = list(cited(document))
    assert found
    assert [(path, clause) for path, clause in found if clause not in known()] == []


@EVERY_FILE
def test_a_ruleset_cites_no_clause_elsewhere_unseen(name: str) -> None:
    """Whatever looks like a clause id anywhere in the file is one."""
    text = (RULESETS / name).read_text("utf-8")
    quoted = [word for word in re.findall(r'"([^"\n]*)"', text) if "-" in word and CLAUSE.fullmatch(word)]
    assert [word for word in quoted if word not in known()] == []


@pytest.mark.parametrize("name", FAMILY_IDS)
def test_a_game_of_the_family_explains_its_clauses_in_both_languages(name: str) -> None:
    texts = load(name).texts
    for lang in LANGS:
        assert set(texts[lang].clauses) == set(family_clauses(name))
        assert all(each.title and each.text for each in texts[lang].clauses.values())


def test_every_game_of_the_family_has_a_section() -> None:
    assert sorted(family_games()) == sorted(FAMILY_IDS)
