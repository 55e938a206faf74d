"""Rulesets as data: loading, options, house rules, and refusals that say what was expected."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rebelote.errors import BadOption, BadRules, UnknownRules
from rebelote.ruleset import Auction, Hands, OptionValue, Ruleset, Target, TurnUp, loading
from rebelote.ruleset.loading import RULESET_IDS, TEN_IDS, differences, document, load, resolved_document
from tests.support.clause_index import known
from tests.support.clause_mark import clause
from tests.support.refused_rules import ANNONCES, CONTREE, FFB, REFUSED, registry

ALL = frozenset(TEN_IDS)

# The options by hand, from the games of docs/rules.md: values with the default first, and who has them.
OPTIONS: dict[str, tuple[tuple[OptionValue, ...], frozenset[str]]] = {
    "scoring": (("made", "announced", "both"), frozenset({CONTREE, "coinche"})),
    "declarations": ((False, True), frozenset({FFB})),
    "sans_tout_atout": ((False, True), frozenset({FFB, CONTREE, "coinche"})),
    "round_to_ten": ((False, True), frozenset({FFB})),
    "defence_capot": ((162, 252), frozenset({FFB})),
    "count_in_tens": ((False, True), frozenset({ANNONCES})),
    "objections": ((False, True), frozenset({ANNONCES})),
    "misdeal": (("redeal", "points"), frozenset({ANNONCES})),
    "gathering": (("exact", "loose"), frozenset({ANNONCES})),
    "count": (("tricks", "points"), frozenset({"comptoir"})),
    "trump": (("drawn", "auction"), frozenset({"comptoir"})),
    "overtrump_partner": ((True, False), frozenset({"belote-501"})),
    "players": ((4, 3, 5, 6), frozenset({"escalier"})),
    "announce": (("auto", "manual"), ALL),
    "enforcement": (("strict", "table"), ALL),
}
TARGETS: list[tuple[str, dict[str, OptionValue], int]] = [
    (FFB, {}, 1000),
    (ANNONCES, {}, 1000),
    (CONTREE, {}, 1000),
    (CONTREE, {"scoring": "announced"}, 1000),
    (CONTREE, {"scoring": "both"}, 2000),
    ("premiere", {}, 5),
    ("premiere-grands", {}, 8),
    ("classique", {}, 1000),
    ("coinche", {}, 1000),
    ("coinche", {"scoring": "announced"}, 1000),
    ("coinche", {"scoring": "both"}, 2000),
    ("comptoir", {}, 5),
    ("comptoir", {"trump": "auction"}, 8),
    ("comptoir", {"count": "points"}, 1000),
    ("comptoir", {"count": "points", "trump": "auction"}, 1000),
    ("belote-501", {}, 501),
]


def target_of(rules: Ruleset) -> int:
    assert isinstance(rules.match_end, Target)
    return rules.match_end.target


def refusal(source: Any, **options: OptionValue) -> BadRules:
    with pytest.raises(BadRules) as caught:
        load(source, options)
    assert str(caught.value).splitlines()[0] == f"{caught.value.path}: {caught.value.expected}"
    return caught.value


# The ten


@pytest.mark.parametrize("name", RULESET_IDS)
def test_every_ruleset_loads(name: str) -> None:
    assert load(name).id == name
    assert load(name) is load(name)


@pytest.mark.parametrize("name", TEN_IDS)
def test_every_ruleset_has_the_options_of_the_table_and_no_others(name: str) -> None:
    expected = {option for option, (_, rulesets) in OPTIONS.items() if name in rulesets}
    expected |= {"target"} if name != "escalier" else set()
    expected |= {"stake"} if name == ANNONCES else set()
    assert set(document(name).options) == expected
    assert set(load(name).chosen) == expected


@pytest.mark.parametrize("option", OPTIONS)
def test_the_first_value_is_the_default(option: str) -> None:
    values, rulesets = OPTIONS[option]
    for name in rulesets:
        assert document(name).options[option].values == values
        assert document(name).options[option].default == values[0]
        assert load(name).chosen[option] == values[0]


@pytest.mark.parametrize(("name", "options", "target"), TARGETS)
def test_targets(name: str, options: dict[str, OptionValue], target: int) -> None:
    rules = load(name, options)
    assert target_of(rules) == rules.chosen["target"] == target
    assert target_of(load(name, {**options, "target": 123})) == 123


@clause("B-10")
def test_stake_is_nothing_or_any_positive_number() -> None:
    assert load(ANNONCES).chosen["stake"] == 0
    for stake in (0, 1, 2.5):
        end = load(ANNONCES, {"stake": stake}).match_end
        assert isinstance(end, Target)
        assert end.stake == stake
    for wrong in (-1, -0.5, float("nan"), float("inf"), "5", True):
        assert refusal(ANNONCES, stake=wrong).path == "options.stake"


def option_values() -> Iterator[tuple[str, str, OptionValue]]:
    for option, (values, rulesets) in OPTIONS.items():
        for name in sorted(rulesets):
            for value in values:
                yield name, option, value


@pytest.mark.parametrize(("name", "option", "value"), list(option_values()))
def test_every_value_of_every_option_is_taken(name: str, option: str, value: OptionValue) -> None:
    assert load(name, {option: value}).chosen[option] == value


@pytest.mark.parametrize("name", RULESET_IDS)
def test_any_two_options_go_together(name: str) -> None:
    known = {option: each.values for option, each in document(name).options.items() if each.values}
    for first in known:
        for second in known:
            for one in known[first]:
                for other in known[second]:
                    load(name, {first: one, second: other} if first != second else {first: one})


@pytest.mark.parametrize("option", OPTIONS)
def test_wrong_values_are_refused_with_the_right_ones(option: str) -> None:
    values, rulesets = OPTIONS[option]
    wrong = [value for value in ("nonsense", 7, 1, 0, 4.0, True, "true") if not _is_among(value, values)]
    for name in rulesets:
        for value in wrong:
            error = refusal(name, **{option: value})
            assert isinstance(error, BadOption)
            assert error.path == f"options.{option}"
            for right in values:
                assert str(msgspec.json.encode(right), "utf-8") in error.expected


def _is_among(value: object, values: tuple[OptionValue, ...]) -> bool:
    return any(type(value) is type(known) and value == known for known in values)


@pytest.mark.parametrize("wrong", [0, -5, 1.5, "1000", True, 2**60])
def test_a_target_is_a_positive_integer(wrong: OptionValue) -> None:
    error = refusal(FFB, target=wrong)
    assert error.path == "options.target"
    assert "an integer from 1" in error.expected


def test_an_unknown_option_names_those_there_are_and_the_nearest() -> None:
    error = refusal(CONTREE, scorings="both")
    assert isinstance(error, BadOption)
    assert error.path == "options.scorings"
    assert "announce, enforcement, target, scoring, sans_tout_atout" in error.expected
    assert "did you mean scoring?" in error.expected


def test_an_unknown_ruleset_names_those_there_are_and_the_nearest() -> None:
    error = refusal("cionche")
    assert isinstance(error, UnknownRules)
    assert all(name in error.expected for name in RULESET_IDS)
    assert "did you mean coinche?" in error.expected
    assert isinstance(refusal("common"), UnknownRules)


# Citations


def cited(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from cited(each, "cites" if key == "cites" else name)
    elif key == "clauses":
        yield from value
    elif key == "cites" and value:
        yield value


@pytest.mark.parametrize("name", RULESET_IDS)
def test_every_clause_cited_is_written_down(name: str) -> None:
    written = set(known())
    for option, each in document(name).options.items():
        for value in each.values or (each.default,):
            clauses = set(cited(resolved_document(load(name, {option: value}))))
            assert clauses
            assert clauses <= written, f"{name} {option}={value}"
            assert all(load(name).catalogue("fr").clause(each).text for each in clauses)


@pytest.mark.parametrize("name", RULESET_IDS)
def test_every_part_cites_a_clause(name: str) -> None:
    parts = [getattr(load(name), field) for field in Ruleset.__struct_fields__]
    assert all(part.clauses for part in parts if hasattr(part, "clauses"))


# House rules


def test_a_house_rule_is_a_few_lines(tmp_path: Path) -> None:
    file = tmp_path / "maison.toml"
    file.write_text('id = "maison"\nextends = "ffb-contree"\n[match_end]\ntarget = 2001\n', "utf-8")
    rules = load(file)
    changed = [path for path, _, _ in differences(load(CONTREE), rules)]
    assert (rules.id, rules.extends, target_of(rules)) == ("maison", CONTREE, 2001)
    assert changed == ["id", "extends", "match_end.target", "chosen.target"]


def test_a_house_rule_changes_the_dealing() -> None:
    layout = {"packets": [[2, 3]]}
    rules = load(registry(FFB, dealing={"shuffle": "first_deal", "layout": layout}))
    assert rules.dealing.layout == Hands(packets=((2, 3),), rest=3)
    assert rules.dealing.shuffle == "first_deal"
    assert rules.dealing.smallest_heap == 3


def test_a_house_rule_changes_the_scoring() -> None:
    rules = load(registry(scoring={"failed": {"base": 162}, "rounding": "none"}))
    assert msgspec.to_builtins(rules.scoring)["failed"] == {"base": 162, "plus_contract": False}
    assert msgspec.to_builtins(rules.scoring)["rounding"] == "none"


def test_a_house_rule_overrides_what_an_option_of_its_base_sets() -> None:
    rules = registry(match_end={"target": 1500})
    assert target_of(load(rules, {"scoring": "both"})) == 1500
    assert target_of(load(rules, {"scoring": "both", "target": 700})) == 700


def test_a_house_rule_gives_an_option_another_default() -> None:
    both = load(registry(options={"scoring": {"default": "both"}}))
    assert both.chosen["scoring"] == "both"
    assert target_of(both) == 2000
    assert target_of(load(registry(options={"target": {"default": 750}}))) == 750
    with_declarations = load(registry(FFB, options={"declarations": {"default": True}}))
    assert with_declarations.declarations is not None
    assert with_declarations.declarations.played
    assert with_declarations.chosen["declarations"] is True


def test_a_default_and_the_part_that_it_sets_must_agree() -> None:
    error = refusal(registry(options={"target": {"default": 750}}, match_end={"target": 800}))
    assert (error.path, error.expected) == (
        "options.target.default",
        "expected 800, as match_end.target says",
    )


def test_a_house_rule_has_options_of_its_own() -> None:
    source = registry(
        options={"long": {"values": [False, True], "default": False}},
        variants=[{"when": {"long": True}, "set": {"match_end": {"target": 3000}}}],
    )
    assert target_of(load(source)) == 1000
    assert target_of(load(source, {"long": True})) == 3000


def test_a_part_of_another_kind_replaces_the_whole_part() -> None:
    choice = {
        "kind": "auction",
        "clauses": ["C-5A"],
        "unit": "points",
        "lowest": 90,
        "highest": 170,
        "step": 10,
        "trumps": ["S", "H", "D", "C"],
        "contre": "in_turn",
        "surcontre": False,
        "cites": {"call": "C-5A"},
    }
    scoring = resolved_document(load(CONTREE))["scoring"]
    layout = {"packets": [[3, 2, 3]], "rest": 0}
    rules = load(registry(FFB, trump_choice=choice, scoring=scoring, dealing={"layout": layout}))
    assert isinstance(rules.trump_choice, Auction)
    assert isinstance(load(FFB).trump_choice, TurnUp)


@pytest.mark.parametrize("name", RULESET_IDS)
def test_a_resolved_ruleset_is_a_document_again(name: str) -> None:
    rules = load(name, {"enforcement": "table"})
    again = load(resolved_document(rules))
    assert msgspec.structs.replace(again, extends=rules.extends) == rules
    assert isinstance(refusal(resolved_document(rules), target=3), BadOption)


# Refusals


@pytest.mark.parametrize(("source", "path", "expected"), REFUSED)
def test_refused_with_its_path_and_what_was_expected(source: Any, path: str, expected: str) -> None:
    error = refusal(source)
    faults = {fault.path: fault.expected for fault in (error, *error.more)}
    assert path in faults
    assert expected in faults[path]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'id = "a', "that is not closed"),
        (b"a = " + b"[" * 5000, "nested too deeply"),
        (b"\xff\xfe", "not UTF-8 text"),
        (None, "No such file or directory"),
    ],
)
def test_a_file_that_is_no_document(tmp_path: Path, content: bytes | None, message: str) -> None:
    file = tmp_path / "house.toml"
    if content is not None:
        file.write_bytes(content)
    error = refusal(file)
    assert error.path == str(file)
    assert message in error.expected


def test_resolved_rules_take_no_options() -> None:
    assert isinstance(refusal(load(FFB), target=3), BadOption)
    assert load(load(FFB)) == load(FFB)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["SA", "hands"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=4,
)


@settings(deadline=None)
@given(st.data())
def test_no_document_ends_in_anything_but_rules_or_a_refusal(data: st.DataObject) -> None:
    """A ruleset with something at one place replaced by something else."""
    source: Any = resolved_document(load(data.draw(st.sampled_from(RULESET_IDS))))
    if data.draw(st.booleans()):
        source = {**source, "extends": source["id"], "id": "maison"}
        del source["chosen"]
    place = source
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        deeper = place[key]
        if not isinstance(deeper, dict | list) or not deeper or data.draw(st.booleans()):
            break
        place = deeper
    place[key] = data.draw(JSON)
    with suppress(BadRules):
        assert load(source).id


# Schema


def test_the_schema_knows_every_key() -> None:
    schema = loading.json_schema()
    assert set(schema["properties"]) == {*Ruleset.__struct_fields__, "options", "variants"}
    assert schema["properties"]["extends"]["anyOf"][0]["enum"] == [*RULESET_IDS, "common"]
    assert schema["if"] == {"required": ["extends"]}
    references = set(re.findall(r'"#/\$defs/(\w+)"', str(msgspec.json.encode(schema), "utf-8")))
    assert references <= set(schema["$defs"])


def test_differences_name_what_only_one_side_has() -> None:
    found = {
        path: (left, right) for path, left, right in differences(load("premiere"), load("premiere-grands"))
    }
    assert found["match_end.target"] == (5, 8)
    assert found["belote"][0] is None
    assert differences(load(FFB), load(FFB)) == []


def test_rules_are_known_by_their_digest() -> None:
    """Equal rules read anew are the same key, in every process; one option more is another."""
    first, again = load("coinche", {"target": 700}), load("coinche", {"target": 700})
    assert first is not again
    assert (first, first.digest, hash(first)) == (again, again.digest, hash(again))
    digests = [load(rules).digest for rules in RULESET_IDS]
    assert len({first.digest, *digests}) == len(RULESET_IDS) + 1
    program = "from rebelote.ruleset.loading import *; print(*[load(name).digest for name in RULESET_IDS])"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.split() == digests
