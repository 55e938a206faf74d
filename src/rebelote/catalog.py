"""Finding, composing and checking rulesets: files, `extends`, options, house rules, JSON Schema."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from math import isfinite
from pathlib import Path
from typing import Any, Literal

import msgspec

from rebelote.errors import BadOption, BadRules, UnknownRules
from rebelote.ruleset import (
    Auction,
    ContractScoring,
    Drawn,
    GapScoring,
    Guess,
    Hands,
    LastStep,
    OptionValue,
    Piles,
    PointScoring,
    Ruleset,
    Staircase,
    TakeScoring,
    TrickScoring,
    TurnUp,
)

Document = dict[str, Any]

RULESET_IDS = (
    "ffb-belote",
    "belote-annonces",
    "ffb-contree",
    "premiere",
    "premiere-grands",
    "classique",
    "coinche",
    "escalier",
    "comptoir",
    "belote-501",
)

COMMON = "common"
"""What all ten share: card values and the options of every table. Not a game by itself."""


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A choice that a table makes, written at the path `sets` if it names one.

    One of `values`; or, with a `minimum`, any integer from there up (with `fractions`, any number).
    """

    default: OptionValue
    values: tuple[OptionValue, ...] = ()
    minimum: int | None = None
    fractions: bool = False
    sets: str = ""

    def accepts(self, value: object) -> bool:
        if self.minimum is not None:
            whole = type(value) is int
            fraction = self.fractions and type(value) is float and isfinite(value)
            return (whole or fraction) and value >= self.minimum  # type: ignore[operator]
        return any(type(value) is type(known) and value == known for known in self.values)

    @property
    def expected(self) -> str:
        if self.minimum is not None:
            return f"{'a number' if self.fractions else 'an integer'}, {self.minimum} or more"
        return "one of " + ", ".join(str(msgspec.json.encode(value), "utf-8") for value in self.values)


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What changes in the document when the options have these values."""

    when: dict[str, OptionValue]
    set: dict[str, Any]


class RulesDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset before its options are chosen."""

    id: str
    base: Document
    options: dict[str, Option]
    variants: tuple[Variant, ...]

    def resolve(self, options: Mapping[str, object] | None = None) -> Ruleset:
        """The ruleset with these options; those not named take their defaults."""
        given = dict(options or {})
        for name, value in given.items():
            self._check_option(name, value)
        return _resolved(self, given)

    def _check_option(self, name: str, value: object) -> None:
        if name not in self.options:
            known = ", ".join(self.options) or "none"
            raise BadOption(f"options.{name}", f"{self.id} has no such option (it has: {known})")
        if not self.options[name].accepts(value):
            raise BadOption(f"options.{name}", f"expected {self.options[name].expected}, not {_shown(value)}")


def _shown(value: object) -> str:
    try:
        return str(msgspec.json.encode(value), "utf-8")
    except TypeError:
        return repr(value)


def _resolved(document: RulesDocument, given: Mapping[str, Any]) -> Ruleset:
    chosen = {name: given.get(name, option.default) for name, option in document.options.items()}
    merged = document.base
    for variant in document.variants:
        if all(chosen[name] == value for name, value in variant.when.items()):
            merged = overlay(merged, variant.set)
    for name, option in document.options.items():
        if option.sets and name in given:
            merged = overlay(merged, _at_path(option.sets, chosen[name]))
        elif option.sets:
            chosen[name] = _value_at(merged, option.sets, chosen[name])
    ruleset: Ruleset = _convert({**merged, "chosen": chosen}, Ruleset)
    _check_combination(ruleset)
    return ruleset


def _at_path(path: str, value: object) -> Document:
    for key in reversed(path.split(".")):
        value = {key: value}
    assert isinstance(value, dict)
    return value


def _value_at(document: Document, path: str, default: Any) -> Any:
    value: Any = document
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return default if value is None else value


def overlay(base: Document, changes: Document) -> Document:
    """`base` with `changes` laid over it, table by table; a part of another kind replaces the whole part."""
    merged = dict(base)
    for key, value in changes.items():
        known = merged.get(key)
        if isinstance(value, dict) and isinstance(known, dict) and _same_kind(known, value):
            merged[key] = overlay(known, value)
        else:
            merged[key] = value
    return merged


def _same_kind(known: Document, value: Document) -> bool:
    return "kind" not in value or known.get("kind") == value["kind"]


# Loading


def load(rules: str | Path | Document | Ruleset, options: Mapping[str, object] | None = None) -> Ruleset:
    """A ruleset by id, by file or as a document, with its options resolved."""
    if isinstance(rules, Ruleset):
        if options:
            raise BadOption("options", "these rules are already resolved")
        return rules
    if isinstance(rules, str) and not options:
        return _default(rules)
    return document(rules).resolve(options)


@lru_cache(maxsize=64)
def _default(rules: str) -> Ruleset:
    return document(rules).resolve()


def document(rules: str | Path | Document) -> RulesDocument:
    if isinstance(rules, Path):
        return _compose(read_toml(rules), seen=())
    if isinstance(rules, dict):
        return _compose(rules, seen=())
    return _named(rules)


@lru_cache(maxsize=64)
def _named(rules_id: str) -> RulesDocument:
    if rules_id == COMMON:
        raise UnknownRules("rules", f"{COMMON} is not a game by itself")
    return _compose(builtin_source(rules_id), seen=())


def builtin_source(rules_id: str) -> Document:
    """The document of a built-in ruleset as its file has it."""
    if rules_id not in RULESET_IDS and rules_id != COMMON:
        raise UnknownRules("rules", f"unknown ruleset {rules_id!r} (known: {', '.join(RULESET_IDS)})")
    text = (resources.files("rebelote") / "rulesets" / f"{rules_id}.toml").read_text("utf-8")
    return tomllib.loads(text)


def read_toml(path: Path) -> Document:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadRules(str(path), f"not valid TOML: {error}") from None
    except UnicodeDecodeError:
        raise BadRules(str(path), "not UTF-8 text") from None
    except OSError as error:
        raise BadRules(str(path), error.strerror or "can't be read") from None


def _compose(source: Document, seen: tuple[str, ...]) -> RulesDocument:
    """Follow `extends` down to a whole document."""
    source = dict(source)
    if "extends" in source:
        source = _extended(source, seen)
    options = _convert(source.pop("options", {}), dict[str, Option], "options")
    variants = _convert(source.pop("variants", []), tuple[Variant, ...], "variants")
    name = source.get("id")
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
        raise BadRules("id", "expected a name of small letters, digits and hyphens")
    composed = RulesDocument(id=name, base=source, options=options, variants=variants)
    _check_document(composed)
    return composed


def _extended(source: Document, seen: tuple[str, ...]) -> Document:
    base_id = source["extends"]
    if not isinstance(base_id, str) or base_id not in (*RULESET_IDS, COMMON):
        raise BadRules("extends", f"expected one of {', '.join(RULESET_IDS)}")
    if base_id in seen:
        raise BadRules("extends", f"goes round in a circle: {' → '.join((*seen, base_id))}")
    base = builtin_source(base_id)
    if "extends" in base:
        base = _extended(base, (*seen, base_id))
    added = source.get("variants", [])
    merged = overlay(base, {key: value for key, value in source.items() if key != "variants"})
    if not isinstance(added, list):
        raise BadRules("variants", "expected an array of tables")
    # A house rule's own lines come last, so that no option of its base can undo them.
    own_parts = {
        k: v for k, v in source.items() if k not in ("id", "version", "extends", "options", "variants")
    }
    merged["variants"] = [*base.get("variants", []), {"when": {}, "set": own_parts}, *added]
    return merged


def _check_document(document: RulesDocument) -> None:
    for name, option in document.options.items():
        if not option.accepts(option.default):
            raise BadRules(f"options.{name}.default", f"expected {option.expected}")
    for number, variant in enumerate(document.variants):
        for name, value in variant.when.items():
            path = f"variants[{number}].when.{name}"
            if name not in document.options:
                raise BadRules(path, "no such option")
            if not document.options[name].accepts(value):
                raise BadRules(path, f"expected {document.options[name].expected}")
    document.resolve()


_PATH = re.compile(r"^(?P<what>.*?) - at (?:`key` in )?`\$(?P<path>.*?)`$", re.DOTALL)


def _convert(value: object, wanted: Any, where: str = "") -> Any:
    """msgspec's conversion, with its errors turned into ours: the key's path, and what was expected."""
    try:
        return msgspec.convert(value, wanted, str_keys=True)
    except msgspec.ValidationError as error:
        found = _PATH.match(str(error))
        path = (where + found["path"]).lstrip(".") if found else where
        raise BadRules(path or "document", found["what"] if found else str(error)) from None


# Combinations


def _check_combination(rules: Ruleset) -> None:
    """Refuse parts that can't work together."""
    _check_seats(rules)
    _check_cards(rules)
    _check_choice(rules)
    _check_values(rules)


def _refuse_unless(holds: bool, path: str, expected: str) -> None:
    if not holds:
        raise BadRules(path, expected)


def _check_seats(rules: Ruleset) -> None:
    wanted = {"compass": (4,), "facing": (2,), "ring": (3, 4, 5, 6)}[rules.seating.places]
    _refuse_unless(
        rules.seating.players in wanted,
        "seating.players",
        f"{rules.seating.places} seats {' or '.join(map(str, wanted))} players",
    )


def _check_cards(rules: Ruleset) -> None:
    _refuse_unless(
        1 <= rules.dealing.smallest_heap <= 16, "dealing.smallest_heap", "expected an integer from 1 to 16"
    )
    match rules.dealing.layout:
        case Hands(packets=packets, rest=rest):
            sizes = {sum(way) for way in packets}
            _refuse_unless(
                bool(packets) and all(n > 0 for way in packets for n in way) and rest >= 0,
                "dealing.layout.packets",
                "expected at least one way to deal, in packets of one card or more",
            )
            _refuse_unless(
                len(sizes) == 1 and (max(sizes) + rest) * rules.seating.players == 32,
                "dealing.layout",
                f"the packets and the rest must deal all 32 cards to {rules.seating.players} players",
            )
        case Piles(piles=piles):
            _refuse_unless(
                rules.seating.players == 2 and piles == 4,
                "dealing.layout",
                "piles are for 2 players with 4 piles each",
            )
        case Staircase(top=top):
            highest = top.get(rules.seating.players, 0)
            _refuse_unless(
                highest >= 1 and highest * rules.seating.players < 32,
                f"dealing.layout.top.{rules.seating.players}",
                "expected a number of cards that leaves one to turn up",
            )


def _check_choice(rules: Ruleset) -> None:
    choice, scoring = rules.trump_choice, rules.scoring
    match choice:
        case TurnUp():
            fits = isinstance(scoring, TakeScoring)
        case Auction(unit="points"):
            fits = isinstance(scoring, ContractScoring)
        case Auction():
            fits = isinstance(scoring, TrickScoring)
        case Drawn():
            fits = isinstance(scoring, TrickScoring | PointScoring)
        case Guess():
            fits = isinstance(scoring, GapScoring)
    _refuse_unless(
        fits, "scoring.kind", f"does not fit trump_choice of kind {choice.__struct_config__.tag!r}"
    )
    layout = rules.dealing.layout
    _refuse_unless(
        (isinstance(choice, TurnUp) and isinstance(layout, Hands) and layout.rest > 0)
        or (isinstance(choice, Guess) and isinstance(layout, Staircase))
        or (
            isinstance(choice, Auction | Drawn)
            and not isinstance(layout, Staircase)
            and getattr(layout, "rest", 0) == 0
        ),
        "dealing.layout",
        "a turn-up needs cards left to deal; an auction or a draw, none; a guess, a staircase",
    )
    _refuse_unless(
        isinstance(choice, Guess) == isinstance(rules.match_end, LastStep),
        "match_end.kind",
        "last_step goes with a staircase, target with all else",
    )
    if isinstance(choice, Auction):
        _refuse_unless(
            0 < choice.lowest <= choice.highest and choice.step > 0 and bool(choice.trumps),
            "trump_choice",
            "expected 0 < lowest <= highest, a positive step, and at least one trump",
        )


def _check_values(rules: Ruleset) -> None:
    for name in ("trump", "plain", "sans_atout", "tout_atout"):
        scale = getattr(rules.card_values, name)
        _refuse_unless(
            len(set(scale.order)) == len(scale.points) == 8 == len(scale.order),
            f"card_values.{name}",
            "expected the eight ranks in order and eight points",
        )
    if not isinstance(rules.match_end, LastStep):
        _refuse_unless(rules.match_end.target > 0, "match_end.target", "expected a positive integer")


# Comparing and describing


def differences(left: Ruleset, right: Ruleset) -> list[tuple[str, Any, Any]]:
    """Where two rulesets differ: path, left value, right value (None where there is none)."""
    return list(_differences("", msgspec.to_builtins(left), msgspec.to_builtins(right)))


def _differences(path: str, left: Any, right: Any) -> list[tuple[str, Any, Any]]:
    if isinstance(left, dict) and isinstance(right, dict):
        keys = [*left, *(key for key in right if key not in left)]
        return [
            found
            for key in keys
            for found in _differences(f"{path}.{key}".lstrip("."), left.get(key), right.get(key))
        ]
    return [] if left == right else [(path, left, right)]


def json_schema() -> Document:
    """The JSON Schema of a ruleset document; with `extends`, every key but `id` may be left out."""
    (schema,), components = msgspec.json.schema_components([_WholeDocument], ref_template="#/$defs/{name}")
    whole = components.pop("_WholeDocument")
    for component in components.values():
        component.pop("required", None)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A rebelote ruleset",
        "description": "A whole ruleset, or with `extends` only what differs from another.",
        "type": "object",
        "properties": whole["properties"],
        "anyOf": [
            {"required": ["id", "extends"]},
            {"required": [key for key in whole["required"] if key != "extends"]},
        ],
        "additionalProperties": False,
        "$defs": components,
    }


class _WholeDocument(Ruleset, frozen=True, forbid_unknown_fields=True, kw_only=True):
    options: dict[str, Option] = {}
    variants: tuple[Variant, ...] = ()
    extends: Literal[RULESET_IDS] | None = None  # type: ignore[assignment,valid-type]
