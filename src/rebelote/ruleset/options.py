"""A rules document before its options are chosen, and what it comes to with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rebelote.errors import BadOption, BadRules
from rebelote.language.game_texts import faults_of
from rebelote.language.text import Said, said
from rebelote.ruleset import OptionValue, Ruleset
from rebelote.ruleset.builtin import Document
from rebelote.ruleset.compatibility import contradictions
from rebelote.ruleset.house_clauses import taken_over, with_house_clauses
from rebelote.ruleset.limits import LARGEST, check_size
from rebelote.ruleset.plausible import implausible
from rebelote.ruleset.shape_check import all_faults, brief, near_miss, one_of


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
        """May it be set to that?"""
        if self.minimum is None:
            return any(type(value) is type(known) and value == known for known in self.values)
        if type(value) is int:
            return self.minimum <= value <= LARGEST
        return self.fractions and type(value) is float and self.minimum <= value <= LARGEST

    @property
    def expected(self) -> Said | str:
        """What it may be set to, for a refusal."""
        if self.minimum is not None:
            kind = "number_from" if self.fractions else "integer_from"
            return said(kind, least=self.minimum, most=LARGEST)
        return one_of(self.values)

    def refuse(self, value: object) -> Said:
        """Why it may not be set to that."""
        return said("expected_not", what=self.expected, found=brief(value), guess="")


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What changes in the document when the options have these values."""

    when: dict[str, OptionValue]
    set: dict[str, Any]


class RulesDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset before its options are chosen.

    `parent` is what a house rule extends, `stated` the parts whose clauses it lists itself.
    """

    id: str
    base: Document
    options: dict[str, Option]
    variants: tuple[Variant, ...]
    parent: RulesDocument | None = None
    stated: tuple[str, ...] = ()

    def resolve(self, options: Mapping[str, object] | None = None) -> Ruleset:
        """The ruleset with these options; those not named take their defaults."""
        given = dict(options or {})
        self.check_options(given)
        return resolved(self, given)

    def writes(self, path: str) -> bool:
        """Do lines of a file, and no option, say what stands at this path?"""
        lines = (variant.set for variant in self.variants if not variant.when)
        return bool(path) and any(value_at(each, path, None) is not None for each in lines)

    def with_default(self, path: str, value: OptionValue) -> RulesDocument:
        """The same rules with another default at this path, which an option may still change."""
        options = {
            name: msgspec.structs.replace(option, default=value) if option.sets == path else option
            for name, option in self.options.items()
        }
        last = Variant(when={}, set=at_path(path, value))
        return msgspec.structs.replace(self, options=options, variants=(*self.variants, last))

    def check_options(self, options: Mapping[str, object]) -> None:
        """Raises BadOption where one is not known, or has a value that may not be."""
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


def resolved(document: RulesDocument, given: Mapping[str, Any]) -> Ruleset:
    """The rules with these options chosen, the others at their defaults."""
    merged = _laid_out(document, given)
    ruleset: Ruleset = convert(merged, Ruleset)
    if document.parent is not None:
        ruleset = convert(_explained(document, merged), Ruleset)
    faults = list(contradictions(ruleset)) or [BadRules(*each) for each in implausible(ruleset)]
    _refuse([*faults, *(BadRules(*each) for each in faults_of(ruleset.texts))])
    return ruleset


def _laid_out(document: RulesDocument, given: Mapping[str, Any]) -> Document:
    """The document with these options laid over it, and with what was chosen."""
    chosen = {name: given.get(name, option.default) for name, option in document.options.items()}
    merged = document.base
    for variant in document.variants:
        if all(chosen[name] == value for name, value in variant.when.items()):
            merged = overlay(merged, variant.set)
    for name, option in document.options.items():
        if option.sets and name in given:
            merged = overlay(merged, at_path(option.sets, chosen[name]))
        elif option.sets:
            chosen[name] = value_at(merged, option.sets, chosen[name])
    return {"chosen": chosen, **merged}


def _explained(document: RulesDocument, merged: Document) -> Document:
    """With clauses that say what is played where the base, with the same options, is played otherwise."""
    parent = document.parent
    if parent is None:
        return merged
    options = parent.options
    same = {
        name: value
        for name, value in merged["chosen"].items()
        if name in options and options[name].accepts(value) and not document.writes(options[name].sets)
    }
    plain = _laid_out(parent, same)
    base = _explained(parent, plain)
    return with_house_clauses(taken_over(merged, plain, base), base, document.stated)


def _refuse(faults: list[BadRules]) -> None:
    """All that is wrong at once, the first first."""
    if faults:
        first, *more = faults
        raise BadRules(first.path, first.said, tuple(more))


def convert(value: object, wanted: Any, where: str = "") -> Any:
    """msgspec's conversion, with its errors turned into ours: the key's path, and what was expected."""
    try:
        return msgspec.convert(value, wanted, str_keys=True)
    except msgspec.ValidationError as error:
        faults = [BadRules(path or "document", fault) for path, fault in all_faults(wanted, value, where)]
        _refuse(faults or [BadRules(where or "document", str(error))])
        raise


def at_path(path: str, value: object) -> Document:
    """A document with nothing but this value, at a dotted path."""
    for key in reversed(path.split(".")):
        value = {key: value}
    assert isinstance(value, dict)
    return value


def value_at(document: Document, path: str, default: Any) -> Any:
    """What stands at a dotted path of a document."""
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
