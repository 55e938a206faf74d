"""The catalogue: complete, alike in both languages, and enough for all that the rules and the code cite."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from rebelote.errors import RebeloteError
from rebelote.language.text import LANGS, Lang, catalogue, clause, to_ascii
from rebelote.ruleset import loading
from rebelote.ruleset.loading import COMMON, RULESET_IDS
from tests.support.source_strings import SOURCES, strings

ROOT = Path(__file__).parent.parent
CLAUSE_ID = re.compile(r"[A-E][0-9]?(-[0-9A-Za-z]+(\.[0-9]+)*[a-c]?(-[a-z]+)?)?")


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if not isinstance(value, dict):
        yield path, value
        return
    for key, inner in value.items():
        yield from leaves(inner, f"{path}.{key}".lstrip("."))


@lru_cache
def source(lang: Lang) -> dict[str, Any]:
    text = (resources.files("rebelote") / "language" / f"{lang}.toml").read_text("utf-8")
    return dict(leaves(tomllib.loads(text)))


def placeholders(sentence: object) -> set[str]:
    return set(re.findall(r"{(?:[^{}:]* )?(\w*)(?::[^{}]*)?}", str(sentence)))


# Both languages


def test_both_languages_have_the_same_keys_in_the_same_order() -> None:
    french, english = (
        [key for key in source(lang) if not key.startswith("grammar.")] for lang in ("fr", "en")
    )
    assert french == english


def test_both_languages_have_the_same_placeholders() -> None:
    english = source("en")
    for key, text in source("fr").items():
        if not key.startswith("grammar."):
            assert placeholders(text) == placeholders(english[key]), key


@pytest.mark.parametrize("lang", LANGS)
def test_no_sentence_is_empty(lang: Lang) -> None:
    assert not [key for key, text in source(lang).items() if not str(text).strip()]


# Clauses


def cited(value: Any) -> Iterator[str]:
    """Every clause that a ruleset document names, under `clauses` or `cites`."""
    if isinstance(value, list):
        for inner in value:
            yield from cited(inner)
    elif isinstance(value, dict):
        yield from value.get("clauses", ())
        yield from (text for text in value.get("cites", {}).values() if text)
        for inner in value.values():
            yield from cited(inner)


@pytest.mark.parametrize("lang", LANGS)
def test_every_clause_that_a_ruleset_cites_has_its_sentence(lang: Lang) -> None:
    for rules_id in (*RULESET_IDS, COMMON):
        known = catalogue(lang) if rules_id == COMMON else loading.load(rules_id).catalogue(lang)
        assert not set(cited(loading.builtin_source(rules_id))) - set(known.clauses), rules_id


@pytest.mark.parametrize("lang", LANGS)
def test_every_clause_that_the_code_cites_has_its_sentence(lang: Lang) -> None:
    named = {
        text
        for path in SOURCES
        for text in strings(ast.parse(path.read_text("utf-8")))
        if "-" in text and CLAUSE_ID.fullmatch(text)
    }
    assert "A-8.3-height" in named
    assert not named - set(catalogue(lang).clauses)


def test_the_catalogue_and_the_page_of_rules_have_the_same_clauses() -> None:
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    assert set(re.findall(r"^- \*\*([A-E][\w.\-]*)\*\*", page, re.MULTILINE)) == set(catalogue("fr").clauses)


def test_a_clause_in_both_languages() -> None:
    follow = clause("A-5.2.1")
    assert (follow.id, follow.title) == ("A-5.2.1", "Fournir")
    assert follow.text == "Vous devez fournir la couleur demandée si vous en avez."
    assert clause("A-5.2.1", "en").title == "Follow suit"


def test_a_clause_of_a_house_rule_has_its_id_only() -> None:
    own = clause("chez-nous-3")
    assert (own.id, own.title, own.text) == ("chez-nous-3", "", "")


# Faults


def named_faults(tree: ast.AST) -> set[str]:
    """The first argument of every `said("…")`."""
    return {
        call.args[0].value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "said"
        if call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    }


def test_every_fault_that_the_code_names_has_its_sentence_and_none_is_left_over() -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in SOURCES]
    known = set(catalogue("fr").faults)
    assert set().union(*map(named_faults, trees)) <= known
    assert known <= set().union(*map(strings, trees))


# Rulesets and options


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("rules_id", RULESET_IDS)
def test_every_ruleset_and_option_has_its_label(rules_id: str, lang: Lang) -> None:
    words = loading.load(rules_id).catalogue(lang)
    assert words.ruleset(rules_id).description
    for name, option in loading.document(rules_id).options.items():
        assert words.option(name).help, name
        named = {str(value).lower() for value in option.values if type(value) is not int}
        assert set(words.option(name).values) >= named, name


def test_labels_of_values() -> None:
    words = catalogue("fr")
    assert words.option("declarations").value(True) == "Oui"
    assert words.option("defence_capot").value(252) == "252 points, comme un capot"
    assert words.option("target").value(1000) == "1000"
    assert words.option("our-own").label == "our-own"
    assert words.ruleset("chez-nous").name == "chez-nous"


# Numbers and lists


def test_numbers_agree_with_their_noun() -> None:
    french, english = catalogue("fr"), catalogue("en")
    assert [french.count("trick", n) for n in (0, 1, 2, -1, -2)] == [
        "0 pli",
        "1 pli",
        "2 plis",
        "−1 pli",
        "−2 plis",
    ]
    assert [english.count("trick", n) for n in (0, 1, 2)] == ["0 tricks", "1 trick", "2 tricks"]
    assert (french.number(2.5), english.number(2.5), french.number(-3)) == ("2,5", "2.5", "−3")


def test_lists() -> None:
    words = catalogue("fr")
    assert [words.listed(items) for items in (["a"], ["a", "b"], ["a", "b", "c"])] == [
        "a",
        "a et b",
        "a, b et c",
    ]


def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(RebeloteError, match="expected one of fr, en, not 'de'"):
        catalogue("de")


@pytest.mark.parametrize("lang", LANGS)
def test_every_sentence_can_be_written_in_ascii(lang: Lang) -> None:
    for text in source(lang).values():
        plain = to_ascii(str(text))
        assert plain.isascii()
        assert bool(plain.strip()) == (str(text) not in "♠♥♦♣")
    assert to_ascii("« Belote » à cœur → Été") == '"Belote" a coeur -> Ete'
