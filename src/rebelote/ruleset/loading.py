"""Finding, composing and checking rulesets: files, `extends`, options, house rules, JSON Schema."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from rebelote.errors import BadOption, BadRules, UnknownRules
from rebelote.language.game_texts import faults_of
from rebelote.language.text import Said, said
from rebelote.ruleset import (
    OptionValue,
    Ruleset,
)
from rebelote.ruleset.compatibility import check_combination
from rebelote.ruleset.limits import DEEPEST, LARGEST, LONGEST_TOML, check_size, check_toml
from rebelote.ruleset.shape_check import brief, first_fault, near_miss, no_such_key, one_of, show

Document = dict[str, Any]

TEN_IDS: Final = (
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
"""The ten games of docs/rules.md, in its order."""

_GAMES: Final = resources.files("rebelote") / "ruleset" / "games"
_FAMILY: Final = _GAMES / "family"

FAMILY_IDS: Final = tuple(sorted(file.name[:-5] for file in _FAMILY.iterdir() if file.name.endswith(".toml")))
"""The wider family of docs/family-rules.md: a game is one file in `games/family`, and nothing else."""

RULESET_IDS: Final = (*TEN_IDS, *FAMILY_IDS)
"""The built-in rulesets."""

Group = Literal["ten", "family"]


def group_of(rules_id: str) -> Group:
    """Whether a built-in game, or the game that a house rule starts from, is of the wider family."""
    return "family" if rules_id in FAMILY_IDS else "ten"


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
        if self.minimum is None:
            return any(type(value) is type(known) and value == known for known in self.values)
        if type(value) is int:
            return self.minimum <= value <= LARGEST
        return self.fractions and type(value) is float and self.minimum <= value <= LARGEST

    @property
    def expected(self) -> Said | str:
        if self.minimum is not None:
            kind = "number_from" if self.fractions else "integer_from"
            return said(kind, least=self.minimum, most=LARGEST)
        return one_of(self.values)

    def refuse(self, value: object) -> Said:
        return said("expected_not", what=self.expected, found=brief(value), guess="")


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
        self.check_options(given)
        return _resolved(self, given)

    def with_default(self, path: str, value: OptionValue) -> RulesDocument:
        """The same rules with another default at this path, which an option may still change."""
        options = {
            name: msgspec.structs.replace(option, default=value) if option.sets == path else option
            for name, option in self.options.items()
        }
        last = Variant(when={}, set=_at_path(path, value))
        return msgspec.structs.replace(self, options=options, variants=(*self.variants, last))

    def check_options(self, options: Mapping[str, object]) -> None:
        check_size(options, "options", BadOption)
        for name, value in options.items():
            self._check_option(name, value)

    def _check_option(self, name: str, value: object) -> None:
        if name not in self.options:
            raise BadOption(f"options.{name}", self._no_option(name))
        if not self.options[name].accepts(value):
            raise BadOption(f"options.{name}", self.options[name].refuse(value))

    def _no_option(self, name: str) -> Said:
        known = ", ".join(self.options) or said("none")
        return said("no_option", rules=self.id, known=known, guess=near_miss(name, self.options))


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
    ruleset: Ruleset = _convert({"chosen": chosen, **merged}, Ruleset)
    check_combination(ruleset)
    for path, fault in faults_of(ruleset.texts):
        raise BadRules(path, fault)
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
    """A part's kind is a text; among options, `kind` may be a name like any other."""
    return not isinstance(value.get("kind"), str) or known.get("kind") == value["kind"]


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
    """A ruleset before its options are chosen: by id, from a TOML file, or as a dictionary.

    >>> from rebelote.ruleset.loading import document
    >>> document("coinche").resolve({"scoring": "both"}).match_end.target
    2000
    """
    if isinstance(rules, Path):
        return _compose(read_toml(rules), seen=())
    if isinstance(rules, dict):
        return _compose(rules, seen=())
    return _named(rules)


@lru_cache(maxsize=64)
def _named(rules_id: str) -> RulesDocument:
    if rules_id == COMMON:
        raise UnknownRules("rules", said("no_game", name=COMMON))
    return _compose(builtin_source(rules_id), seen=())


@lru_cache(maxsize=64)
def builtin_source(rules_id: str) -> Document:
    """The document of a built-in ruleset as its file has it; read once, so copy it before you change it."""
    if rules_id not in RULESET_IDS and rules_id != COMMON:
        known, guess = ", ".join(RULESET_IDS), near_miss(rules_id, RULESET_IDS)
        raise UnknownRules("rules", said("unknown_rules", name=repr(rules_id), known=known, guess=guess))
    folder = _FAMILY if rules_id in FAMILY_IDS else _GAMES
    return tomllib.loads((folder / f"{rules_id}.toml").read_text("utf-8"))


def read_toml(path: Path, text: str | None = None) -> Document:
    """The file of a house rule, or its text, not judged yet. Raises BadRules where it can't be read."""
    try:
        return parse_toml(str(path), _read_text(path) if text is None else text)
    except tomllib.TOMLDecodeError as error:
        raise BadRules(str(path), f"not valid TOML: {error}") from None
    except UnicodeDecodeError:
        raise BadRules(str(path), "not UTF-8 text") from None
    except ValueError as error:
        raise BadRules(str(path), f"not valid TOML: {error}") from None
    except OSError as error:
        raise BadRules(str(path), error.strerror or "can't be read") from None


def _read_text(path: Path) -> str:
    """As much as may be read: a character has at most four bytes."""
    with path.open("rb") as file:
        return file.read(4 * LONGEST_TOML + 4).decode("utf-8")


def parse_toml(path: str, text: str) -> Document:
    """What is wrong beyond its size is left to the caller: tomllib's errors are ValueErrors."""
    check_toml(path, text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadRules(path, said("too_deep", most=DEEPEST)) from None


_NAME = r"[a-z0-9][a-z0-9-]*"
_HEADER = ("id", "version", "extends", "options", "variants", "chosen", "texts")


def _compose(source: Document, seen: tuple[str, ...]) -> RulesDocument:
    """Follow `extends` down to a whole document. One with `chosen` is resolved, and whole as it is."""
    check_size(source)
    source = dict(source)
    _check_header(source)
    own_variants = source.get("variants", [])
    if "extends" in source and "chosen" not in source:
        source = _extended(source, seen)
    options = _convert(source.pop("options", {}), dict[str, Option], "options")
    variants = _convert(source.pop("variants", []), tuple[Variant, ...], "variants")
    composed = RulesDocument(id=source["id"], base=source, options=options, variants=variants)
    _check_document(composed, len(own_variants))
    return composed


def _check_header(source: Document) -> None:
    known = ("options", "variants", *Ruleset.__struct_fields__)
    for key in source:
        if key not in known:
            raise BadRules(str(key), no_such_key(key, known))
    name = source.get("id")
    if not isinstance(name, str) or not re.fullmatch(_NAME, name):
        raise BadRules("id", said("bad_id"))
    if name == source.get("extends"):
        raise BadRules("id", said("own_id", name=name))


def _extended(source: Document, seen: tuple[str, ...]) -> Document:
    base_id = source["extends"]
    if not isinstance(base_id, str) or base_id not in (*RULESET_IDS, COMMON):
        guess = near_miss(base_id, RULESET_IDS)
        raise BadRules("extends", said("expected_guess", what=one_of(RULESET_IDS), guess=guess))
    if base_id in seen:
        raise BadRules("extends", said("circle", names=" → ".join((*seen, base_id))))
    base = _unnamed(builtin_source(base_id))
    if "extends" in base:
        base = _extended(base, (*seen, base_id))
    added = source.get("variants", [])
    _convert(added, tuple[Variant, ...], "variants")
    merged = overlay(base, {key: value for key, value in source.items() if key != "variants"})
    # A house rule's own lines come last, so that no option of its base can undo them.
    own = {"when": {}, "set": _own_parts(source, merged["options"])}
    merged["variants"] = [*base.get("variants", []), own, *added]
    return merged


def _unnamed(base: Document) -> Document:
    """What a house rule takes over: all of its base but the name and the line about it."""
    texts = {
        lang: {key: value for key, value in each.items() if key not in ("name", "description")}
        for lang, each in base.get("texts", {}).items()
    }
    return {**base, "texts": texts} if texts else base


def _own_parts(source: Document, options: object) -> Document:
    """The parts that a document writes itself, with the defaults that it gives to options of its base."""
    parts = {key: value for key, value in source.items() if key not in _HEADER}
    for name, default, path in _own_defaults(source.get("options", {}), options):
        written = _value_at(parts, path, default)
        if written != default:
            raise BadRules(f"options.{name}.default", said("expected_as", value=show(written), path=path))
        parts = overlay(parts, _at_path(path, default))
    return parts


def _own_defaults(own: object, options: object) -> Iterator[tuple[str, Any, str]]:
    """Options that write to a path: name, default, path. Malformed ones are left to be refused later."""
    if not isinstance(own, dict) or not isinstance(options, dict):
        return
    for name, option in own.items():
        path = options[name].get("sets") if isinstance(options[name], dict) else None
        if isinstance(path, str) and path and "default" in option:
            yield name, option["default"], path


def _check_document(document: RulesDocument, own_variants: int) -> None:
    """Every default, every option that the document's own variants name, and what these come to."""
    for name, option in document.options.items():
        if option.minimum is None and not option.values:
            raise BadRules(f"options.{name}.values", said("no_values"))
        if not option.accepts(option.default):
            raise BadRules(f"options.{name}.default", option.refuse(option.default))
    own = document.variants[len(document.variants) - own_variants :]
    for number, variant in enumerate(own):
        _check_when(document, variant, f"variants[{number}].when")
    document.resolve()
    seen: list[dict[str, OptionValue]] = []
    for number, variant in enumerate(own):
        if variant.when not in seen:  # the same options come to the same rules
            _check_set(document, variant, f"variants[{number}].set")
            seen.append(variant.when)


def _check_when(document: RulesDocument, variant: Variant, path: str) -> None:
    try:
        document.check_options(variant.when)
    except BadOption as error:
        raise BadRules(error.path.replace("options", path, 1), error.said) from None


def _check_set(document: RulesDocument, variant: Variant, path: str) -> None:
    try:
        document.resolve(variant.when)
    except BadRules as error:
        raise BadRules(f"{path}.{error.path}", error.said) from None


def _convert(value: object, wanted: Any, where: str = "") -> Any:
    """msgspec's conversion, with its errors turned into ours: the key's path, and what was expected."""
    try:
        return msgspec.convert(value, wanted, str_keys=True)
    except msgspec.ValidationError as error:
        path, fault = first_fault(wanted, value, where) or (where, str(error))
        raise BadRules(path or "document", fault) from None


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


_NAMES = ("id", "version", "extends")


def told_differences(
    left: Ruleset, right: Ruleset, *, clauses: bool = False
) -> Iterator[tuple[str, str, str]]:
    """The same for people: no names, and citations only if asked for."""
    for path, one, other in differences(left, right):
        cited = path.endswith(".clauses") or ".cites" in path
        if path not in _NAMES and not path.startswith("texts.") and (clauses or not cited):
            yield path, _told(one), _told(other)


def _told(value: object) -> str:
    return "—" if value is None else show(value)


def resolved_document(rules: Ruleset) -> Document:
    """Resolved rules as a document that `load` reads back."""
    found: Document = msgspec.to_builtins(rules, str_keys=True)
    found.pop("extends")
    return found


def json_schema() -> Document:
    """The JSON Schema of a ruleset document; with `extends`, every key but `id` may be left out."""
    _, components = msgspec.json.schema_components([_WholeDocument], ref_template="#/$defs/{name}")
    whole = components.pop("_WholeDocument")
    for component in components.values():
        component.pop("required", None)
    properties = whole["properties"]
    properties["id"] = {"type": "string", "pattern": f"^{_NAME}$"}
    properties["extends"] = {"enum": [*RULESET_IDS, COMMON]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A rebelote ruleset",
        "description": "A whole ruleset, or with `extends` only what differs from another.",
        "type": "object",
        "properties": properties,
        "required": ["id"],
        "anyOf": [{"required": ["extends"]}, {"required": whole["required"]}],
        "additionalProperties": False,
        "$defs": components,
    }


class _WholeDocument(Ruleset, frozen=True, forbid_unknown_fields=True, kw_only=True):
    options: Mapping[str, Option] = {}
    variants: tuple[Variant, ...] = ()
