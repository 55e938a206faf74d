"""Rule documents are bounded before they are understood: each limit, its path and both its languages."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from rebelote.errors import BadOption, BadRules
from rebelote.language.text import told
from rebelote.referee import answer
from rebelote.ruleset import limits, loading
from rebelote.ruleset import options as rule_options
from rebelote.ruleset.loading import RULESET_IDS, document, load, parse_toml, resolved_document

DOCS = Path(__file__).parents[1] / "docs"

Json = dict[str, Any]


def house(extends: str = "coinche", **parts: Any) -> Json:
    return {"id": "maison", "extends": extends, **parts}


def ladder(lowest: int, highest: int, trumps: str = "S H D C", step: int = 1) -> Json:
    part = {"lowest": lowest, "highest": highest, "step": step, "trumps": trumps.split()}
    return house(trump_choice=part)


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def option(values: int) -> Json:
    return {"values": list(range(values)), "default": 0}


def variants(number: int) -> list[Json]:
    return [{"when": {}, "set": {}}] * number


ALL_SIX = "S H D C SA TA"

TOO_LARGE: list[tuple[Json, str, str]] = [
    (house(variants=variants(4700)), "variants", "at most 40 entries, not 4700"),
    (house(options={f"o{n}": option(2) for n in range(41)}), "options", "at most 40 entries, not 41"),
    (house(options={"o": option(41)}), "options.o.values", "at most 40 entries, not 41"),
    (house(seating={"clauses": ["D4"] * 41}), "seating.clauses", "at most 40 entries, not 41"),
    (
        house(dealing={"layout": {"packets": [[3, 2, 3]] * 21}}),
        "dealing.layout.packets",
        "at most 20 entries, not 21",
    ),
    (house(play={f"k{n}": 1 for n in range(101)}), "play", "at most 100 entries, not 101"),
    ({f"k{n}": 1 for n in range(101)}, "document", "at most 100 entries, not 101"),
    (house(play={f"k{n}": [0] * 90 for n in range(40)}), "document", "at most 3000 values"),
    (house(play=nested(12)), "play" + "[0]" * 12, "at most 12 levels"),
    (house(seating={"clauses": ["x" * 101]}), "seating.clauses[0]", "at most 100 characters, not 101"),
    (house(play={"k" * 61: 1}), "play." + "k" * 61, "at most 60 characters, not 61"),
    (house(match_end={"target": 10**399}), "match_end.target", "at most 20 digits, not of 400"),
    (house(match_end={"stake": float("nan")}), "match_end.stake", "expected a number, not nan"),
    (house(match_end={"stake": float("inf")}), "match_end.stake", "expected a number, not inf"),
    (ladder(1, 9_999), "trump_choice", "at most 500 bids (numbers times trumps, capot included), not 40000"),
    (ladder(1, 83, ALL_SIX), "trump_choice", "not 504"),
    (ladder(1, 10_000), "trump_choice", "highest <= 9999"),
    (ladder(80, 180, "S S S S"), "trump_choice.trumps", "each trump once"),
    (
        house("ffb-belote", trump_choice={"overcalls": ["SA", "SA"]}),
        "trump_choice.overcalls",
        "each trump once",
    ),
    (
        house("escalier", dealing={"layout": {"top": {"10000000": 1}}}),
        "dealing.layout.top.10000000",
        "from 3 to 6",
    ),
    (
        house(card_values={"trump": {"points": [101, 0, 0, 0, 0, 0, 0, 0]}}),
        "card_values.trump.points",
        "from 0 to 100",
    ),
    (house(card_values={"last_trick": 1001}), "card_values.last_trick", "from 0 to 1000"),
    (house(scoring={"capot_called": 10_001}), "scoring.capot_called", "to 10000"),
    (house(scoring={"failed": {"base": -1}}), "scoring.failed.base", "from 0"),
    (house(belote={"worth": 10_001}), "belote.worth", "to 10000"),
    (house(penalties={"points": 10_001}), "penalties.points", "to 10000"),
    (house(match_end={"points_per_mark": 10_001}), "match_end.points_per_mark", "from 1 to 10000"),
]


@pytest.mark.parametrize(("source", "path", "expected"), TOO_LARGE, ids=[path for _, path, _ in TOO_LARGE])
def test_what_is_too_large_is_refused_with_its_path_and_the_limit(
    source: Json, path: str, expected: str
) -> None:
    with pytest.raises(BadRules) as caught:
        load(source)
    assert caught.value.path == path
    assert expected in caught.value.expected
    french = told(caught.value.said, "fr")
    assert french != caught.value.expected
    assert set(re.findall(r"\d+", french)) == set(re.findall(r"\d+", caught.value.expected))


LARGE: list[Json] = [
    house(variants=variants(40)),
    house(options={f"o{n}": option(2) for n in range(35)}),
    house(options={"o": option(40)}),
    house(seating={"clauses": ["x" * 100] * 40}),
    house(dealing={"layout": {"packets": [[3, 2, 3]] * 20}}),
    ladder(1, 82, ALL_SIX),
    ladder(1, 124),
    house(card_values={"last_trick": 150, "trump": {"points": [100, 20, 11, 10, 9, 10, 0, 0]}}),
    house(scoring={"failed": {"base": 10_000}}),
    house(match_end={"target": limits.LARGEST}),
]


@pytest.mark.parametrize("source", LARGE, ids=range(len(LARGE)))
def test_what_is_just_not_too_large_is_accepted(source: Json) -> None:
    assert load(source).id == "maison"


def test_the_ten_games_are_far_from_the_limits() -> None:
    """Whole, resolved, with a house rule of any of them: a third of what may be, options apart."""
    for name in RULESET_IDS:
        count = len(re.findall(r"[\[{,]", str(resolved_document(load(name)))))
        assert 3 * count < limits.MOST_VALUES, name
        assert 3 * len(document(name).options) < 2 * limits.MOST_OF["options"], name


# Options


def test_options_are_bounded_as_options() -> None:
    for options in ({"x" * 61: 1}, {"target": "x" * 101}, {f"o{n}": 1 for n in range(41)}):
        with pytest.raises(BadOption):
            load("coinche", options)
        assert (
            answer({"ask": "legal", "rules": "coinche", "options": options})["error"]["code"] == "bad_option"
        )


# Text


def cpu_seconds(began: float) -> float:
    return time.process_time() - began


KEYS = [
    ("a." * 19_000 + "a = 1", 19_001),
    ("[" + "a." * 10 + "a]", 11),
    ("x = {" + '"b" . ' * 10 + "'c' = 1}", 11),
    ("\n\n" + r'"\"x".' * 50 + "a = 1", 51),
]


@pytest.mark.parametrize(("text", "parts"), KEYS, ids=range(len(KEYS)))
def test_a_key_of_many_parts_is_refused_before_it_is_read(text: str, parts: int) -> None:
    began = time.process_time()
    with pytest.raises(BadRules) as caught:
        parse_toml("house.toml", text)
    line = text[: len(text) - len(text.lstrip())].count("\n") + 1
    assert f"at most 10 parts, not {parts} (line {line})" in caught.value.expected
    assert cpu_seconds(began) < 0.3


PIECES = ['"', "'", '"\\', "a ", "a.", "a .", ".", " ", "a", "'\"", '"."', "\\", "a-", '""', "a.b.c.d "]


@pytest.mark.parametrize("piece", PIECES)
def test_the_search_for_long_keys_is_quick_whatever_the_text(piece: str) -> None:
    text = (piece * limits.LONGEST_TOML)[: limits.LONGEST_TOML]
    began = time.process_time()
    with suppress(BadRules):
        limits.check_toml("house.toml", text)
    assert cpu_seconds(began) < 0.3


def test_a_dotted_key_of_ten_parts_may_be() -> None:
    assert parse_toml("x", "a.b.c.d.e.f.g.h.i.j = 'a.b'")["a"]


def test_a_file_is_read_no_further_than_it_may_be(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("#" * (limits.LONGEST_TOML + 1))
    with pytest.raises(BadRules, match="at most 40000 characters, not 40001"):
        loading.read_toml(file)
    with pytest.raises(BadRules, match="at most 40000 characters"):
        loading.read_toml(Path("/dev/zero"))


# Work


def test_variants_that_ask_for_the_same_are_resolved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved: list[object] = []
    real = rule_options.resolved

    def counted(source: loading.RulesDocument, given: dict[str, Any]) -> object:
        resolved.append(given)
        return real(source, given)

    monkeypatch.setattr(rule_options, "resolved", counted)
    document(house(variants=variants(40)))
    assert len(resolved) == 2


def test_the_manual_says_the_same() -> None:
    text = (DOCS / "house-rules.md").read_text("utf-8").replace(",", "")
    table = text.split("## How large it may be")[1]
    numbers = set(map(int, re.findall(r"\d+", table)))
    figures = {name: value for name, value in vars(limits).items() if isinstance(value, int)}
    aside = {"LARGEST", "LONGEST_MATCH", "POINTS_OF_A_DEAL"}
    assert {name for name, value in figures.items() if value not in numbers} <= aside
    assert {limits.longest_target(counts_tricks=tricks) for tricks in (False, True)} <= numbers
    assert set(limits.MOST_OF.values()) <= numbers
