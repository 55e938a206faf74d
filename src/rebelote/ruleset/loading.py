"""Finding, composing and checking rulesets: files, `extends`, options, house rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from rebelote.errors import BadOption, BadRules, UnknownRules
from rebelote.language.text import said
from rebelote.ruleset import OptionValue, Ruleset
from rebelote.ruleset.builtin import (
    COMMON,
    FAMILY_IDS,
    NAME,
    RULESET_IDS,
    TEN_IDS,
    Document,
    Group,
    builtin_source,
    group_of,
)
from rebelote.ruleset.default_clauses import with_default_clauses
from rebelote.ruleset.differences import differences, resolved_document, told_differences
from rebelote.ruleset.inheritance import extended
from rebelote.ruleset.limits import LARGEST, LONGEST_WHOLE, check_length, check_size
from rebelote.ruleset.options import Option, RulesDocument, Variant, convert, overlay
from rebelote.ruleset.rules_code import BadCode, as_document, unpack
from rebelote.ruleset.schema import json_schema
from rebelote.ruleset.shape_check import near_miss, no_such_key, one_of
from rebelote.ruleset.toml_reader import parse_toml, read_toml

__all__ = [
    "COMMON",
    "FAMILY_IDS",
    "RULESET_IDS",
    "TEN_IDS",
    "Document",
    "Group",
    "Option",
    "RulesDocument",
    "builtin_source",
    "compose",
    "differences",
    "document",
    "group_of",
    "json_schema",
    "load",
    "overlay",
    "parse_toml",
    "read_toml",
    "resolved_document",
    "told_differences",
]

MOST_BASES = 5
"""How many files or codes may stand one on the other."""


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
        return compose(read_toml(rules), rules.parent)
    if isinstance(rules, dict):
        return compose(rules)
    return _named(rules)


@lru_cache(maxsize=64)
def _named(rules_id: str) -> RulesDocument:
    if rules_id == COMMON:
        raise UnknownRules("rules", said("no_game", name=COMMON))
    if rules_id.endswith(".toml"):
        raise UnknownRules("rules", said("rules_as_path", name=repr(rules_id)))
    source = builtin_source(rules_id)
    # The built-in games say themselves which clauses hold.
    whole, _ = _whole(source, None, ())
    return _document(whole, source)


def compose(source: Document, folder: Path | None = None) -> RulesDocument:
    """Follow `extends` down to a whole document. One with `chosen` is resolved, and whole as it is.

    `folder` is where a file that it extends is looked for; without one, no file is read.
    """
    check_size(source)
    _check_header(source)
    if "chosen" in source:
        return _document(source, source)
    whole, parent = _whole(source, folder, ())
    if parent is not None:
        _check_whole(whole)
    return _document(whole, source, parent)


def _document(whole: Document, source: Document, parent: RulesDocument | None = None) -> RulesDocument:
    """A whole document as it is used; `source` is the part of it that its file writes."""
    parts = {key: value for key, value in whole.items() if key not in ("options", "variants")}
    options = convert(whole.get("options", {}), dict[str, Option], "options")
    variants = convert(whole.get("variants", []), tuple[Variant, ...], "variants")
    stated = tuple(key for key, part in source.items() if isinstance(part, dict) and "clauses" in part)
    composed = RulesDocument(
        id=whole["id"], base=parts, options=options, variants=variants, parent=parent, stated=stated
    )
    _check_document(composed, len(source.get("variants", [])))
    return composed


def _check_whole(source: Document) -> None:
    """What was small piece by piece is kept in logs and records as one."""
    played = {key: value for key, value in source.items() if key not in ("options", "variants")}
    check_size(played)
    check_length("extends", len(msgspec.json.encode(played)), LONGEST_WHOLE)


def _whole(
    source: Document, folder: Path | None, seen: tuple[str, ...]
) -> tuple[Document, RulesDocument | None]:
    """A document with its base below it, and so on down to one that has none; and that base, if it is one."""
    if "extends" not in source:
        return with_default_clauses(source, {}), None
    name = source["extends"]
    base, where = _base(name, folder, seen)
    if name in RULESET_IDS or name == COMMON:
        whole, _ = _whole(base, where, (*seen, str(name)))
        return _extended(source, whole), None if name == COMMON else _named(name)
    try:
        whole, above = _whole(base, where, (*seen, str(name)))
        parent = _document(whole, base, above)
    except BadRules as error:
        # What a file or a code brings must hold by itself.
        inside = "" if error.path.startswith("extends") else "extends."
        raise BadRules(f"{inside}{error.path}", error.said, error.more) from None
    return {**_extended(source, whole), "extends": whole.get("extends", "")}, parent


def _extended(source: Document, base: Document) -> Document:
    return extended(with_default_clauses(source, base), base)


def _base(name: object, folder: Path | None, seen: tuple[str, ...]) -> tuple[Document, Path | None]:
    """What a document extends: a built-in game, a file beside it, or a code; and where files are then."""
    if name in seen or len(seen) > MOST_BASES:
        names = " → ".join(_brief(each) for each in (*seen, name))
        raise BadRules("extends", said("circle", names=names))
    if name in (*RULESET_IDS, COMMON):
        return builtin_source(str(name)), None
    if isinstance(name, str) and name.endswith(".toml"):
        return _from_file(name, folder)
    try:
        found = as_document(unpack(str(name), "extends"))
    except BadCode:
        guess = near_miss(name, RULESET_IDS)
        raise BadRules("extends", said("extends", what=one_of(RULESET_IDS), guess=guess)) from None
    return _checked(found), None


def _from_file(name: str, folder: Path | None) -> tuple[Document, Path | None]:
    if folder is None:
        raise BadRules("extends", said("no_files"))
    path = folder / name
    return _checked(read_toml(path)), path.parent


def _checked(source: Document) -> Document:
    check_size(source)
    _check_header(source)
    return source


def _brief(name: object) -> str:
    """A code is too long to be told."""
    return f"{str(name)[:20]}…" if len(str(name)) > 20 else str(name)


def _check_header(source: Document) -> None:
    known = ("options", "variants", *Ruleset.__struct_fields__)
    for key in source:
        if key not in known:
            raise BadRules(str(key), no_such_key(key, known))
    name = source.get("id")
    if not isinstance(name, str) or not re.fullmatch(NAME, name):
        raise BadRules("id", said("bad_id"))
    if name == source.get("extends"):
        raise BadRules("id", said("own_id", name=name))
    version = source.get("version", 1)
    if type(version) is int and not 1 <= version <= LARGEST:
        raise BadRules("version", said("expected", what=said("integer_from", least=1, most=LARGEST)))


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
