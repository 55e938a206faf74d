"""The JSON Schema of a rules document, and what it says of every key."""

from __future__ import annotations

import tomllib
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from rebelote.language.key_texts import key_text, key_texts
from rebelote.language.text import LANGS, Lang
from rebelote.ruleset import Ruleset
from rebelote.ruleset.loading import RULESET_IDS, load, resolved_document
from rebelote.ruleset.options import value_at
from scripts import rule_examples, rule_keys
from tests.support.clause_index import RULESETS
from tests.support.schema_keys import SCHEMA, keys

VALIDATOR = jsonschema_rs.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("lang", LANGS)
def test_every_key_is_described(lang: Lang) -> None:
    assert sorted(pair for pair in keys() if not key_text(*pair, lang)) == []


def test_nothing_is_described_that_is_no_key() -> None:
    there = keys()
    written = {
        (part, key) for part, each in key_texts().items() for key in each if part not in ("any", "cites")
    }
    assert sorted(written - there) == []


def is_accepted(document: Any) -> bool:
    return VALIDATOR.is_valid(document)


@pytest.mark.parametrize("path", sorted(RULESETS.rglob("*.toml")), ids=lambda path: path.stem)
def test_the_games_files_fit_the_schema(path: Any) -> None:
    document = tomllib.loads(path.read_text("utf-8"))
    if document["id"] != "common":
        assert is_accepted(document)


@pytest.mark.parametrize("name", RULESET_IDS)
def test_resolved_rules_fit_the_schema(name: str) -> None:
    assert is_accepted(resolved_document(load(name)))


@pytest.mark.parametrize(
    "document",
    [
        {"extends": "coinche"},
        {"id": "Maison", "extends": "coinche"},
        {"id": "maison", "version": 1},
        {"id": "maison", "extends": "coinche", "belote": {"worth": -20}},
        {"id": "maison", "extends": "coinche", "belote": {"wort": 20}},
        {"id": "maison", "extends": "coinche", "card_values": {"last_trick": 2000}},
        {"id": "maison", "extends": "coinche", "play": {"cannot_overruff": "never"}},
        {"id": "maison", "extends": "?"},
    ],
)
def test_what_is_wrong_is_seen_in_an_editor(document: Any) -> None:
    assert not is_accepted(document)


def test_a_part_of_a_whole_ruleset_needs_all_its_keys() -> None:
    whole = resolved_document(load("coinche"))
    assert is_accepted(whole)
    del whole["play"]["partner_master"]
    assert not is_accepted(whole)
    assert is_accepted({"id": "maison", "extends": "coinche", "play": {"cannot_overruff": "any"}})


def test_the_page_of_keys_is_what_the_schema_says() -> None:
    assert rule_keys.PAGE.read_text("utf-8") == rule_keys.page(), "run `make rule-keys`"


# Examples

NOT_OF_A_GAME = ("Clauses", "GameTexts", "ClauseText", "OptionText", "Option", "Variant", "Ruleset")
"""Whose keys docs/house-rules.md shows in files of its own."""


def test_every_key_has_an_example() -> None:
    shown = {key for key in keys() if rule_examples.told(key)}
    wanted = {key for key in keys() if not key[0].endswith(NOT_OF_A_GAME)}
    assert sorted(key for key in wanted - shown if key[1] not in ("clauses", "cites", "kind")) == []


def test_every_example_loads_and_changes_what_it_says() -> None:
    for base, path, value in rule_examples.examples().values():
        before, after = load(base), load(rule_examples.as_house_rule((base, path, value)))
        assert at(after, path) == value, path
        assert at(before, path) != value, path


def at(rules: Ruleset, path: str) -> Any:
    return value_at(msgspec.json.decode(msgspec.json.encode(rules)), path, None)
