"""What a part lists and cites where its file leaves it out, so that citations do not drown the rules.

A clause whose id ends in the name of what is cited (`D4-follow`) is cited for it; else one for something like
it (`overtrump` for `overruff`), else what another part says of it, else the first that the part lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import inspect

from rebelote.ruleset.builtin import Document
from rebelote.ruleset.part_types import part_type

LIKE: Final[Mapping[str, str]] = {"overruff": "overtrump", "undertrump": "trump", "partner": "overtrump"}
"""What is cited for one thing where nothing is said of it, only of something like it."""
ELSEWHERE: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("scoring", "belote"): ("belote", ""),
    ("penalties", "misdeal"): ("dealing", "packets"),
}
"""Where another part cites it already; without a name, the first clause that part lists."""
LISTED_BY: Final[Mapping[str, tuple[str, str]]] = {
    "seating": ("dealing", ""),
    "words": ("trump_choice", "call"),
    "penalties": ("dealing", "packets"),
}
"""The one clause of a part that lists none, by what another part cites."""
ORDER: Final = ("dealing", "trump_choice", "play", "belote", "scoring", "penalties", "seating", "words")
"""Parts that are looked at by others come first."""


def with_default_clauses(source: Document, base: Document) -> Document:
    """The document with `clauses` and `cites` in every part that does not take them over from its base."""
    whole = dict(source)
    for part in (*ORDER, *(key for key in source if key not in ORDER)):
        if _is_new(whole.get(part), base.get(part)):
            whole[part] = _filled(part, whole)
        elif isinstance(whole.get(part), dict) and "clauses" in whole[part]:
            whole[part] = _named_in_clauses(part, whole[part], base[part])
    variants = source.get("variants")
    if isinstance(variants, list):
        whole["variants"] = [_with_filled_parts(each, {**base, **whole}) for each in variants]
    return whole


def _with_filled_parts(variant: Any, whole: Document) -> Any:
    """A variant with clauses in the parts of which it brings another kind."""
    changes = variant.get("set") if isinstance(variant, dict) else None
    if not isinstance(changes, dict):
        return variant
    filled = {
        part: _filled(part, {**whole, part: value})
        if "kind" in value and _is_new(value, whole.get(part))
        else value
        for part, value in changes.items()
        if isinstance(value, dict)
    }
    return {**variant, "set": {**changes, **filled}}


def _named_in_clauses(part: str, own: Document, known: Document) -> Document:
    """A part that lists other clauses than its base cites those whose ids say for what."""
    clauses, cites = own["clauses"], own.get("cites", {})
    if not isinstance(clauses, list) or not isinstance(cites, dict):
        return own
    named = {name: _by_name(name, clauses) for name in _needed(part, known) if name not in cites}
    named = {name: clause for name, clause in named.items() if clause}
    return {**own, "cites": {**cites, **named}} if named else own


def _needed(part: str, own: Document) -> list[str]:
    """What a part of this kind has to cite."""
    found = part_type(part, own.get("kind"))
    types = () if found is None else (field.type for field in found.fields if field.name == "cites")
    structs = (each for each in types if isinstance(each, inspect.StructType))
    return [field.name for each in structs for field in each.fields if field.required]


def _is_new(part: Any, known: Any) -> bool:
    """A table of which nothing is taken over: there was none, or one of another kind."""
    if not isinstance(part, dict):
        return False
    return not isinstance(known, dict) or part.get("kind", known.get("kind")) != known.get("kind")


def _filled(part: str, whole: Document) -> Document:
    own: Document = whole[part]
    found = part_type(part, own.get("kind"))
    clauses, cites = own.get("clauses"), own.get("cites", {})
    if found is None or not _has_clauses(found) or not isinstance(cites, dict):
        return own
    if clauses is None:
        clauses = _listed(part, cites, whole)
    if not isinstance(clauses, list):
        return own
    left = [name for name in _needed(part, own) if name not in cites]
    cites = {**cites, **{name: _cited(part, name, clauses, whole) for name in left}}
    return {**own, "clauses": clauses, **({"cites": cites} if cites else {})}


def _has_clauses(part: inspect.StructType) -> bool:
    return any(field.name == "clauses" for field in part.fields)


def _listed(part: str, cites: Document, whole: Document) -> list[str]:
    """What a part cites, each once; where it cites nothing, what another part says of it."""
    found = list(dict.fromkeys(each for each in cites.values() if each))
    elsewhere = _said_by(*LISTED_BY[part], whole) if part in LISTED_BY and not found else ""
    return [elsewhere] if elsewhere else found


def _cited(part: str, name: str, clauses: list[Any], whole: Document) -> str:
    elsewhere = _said_by(*ELSEWHERE[part, name], whole) if (part, name) in ELSEWHERE else ""
    return _by_name(name, clauses) or elsewhere or str(next(iter(clauses), ""))


def _by_name(name: str, clauses: list[Any]) -> str:
    """The clause whose id ends in a name, or in that of something like it."""
    endings = (f"-{name}", f"-{LIKE.get(name, name)}")
    found = (str(each) for ending in endings for each in clauses if str(each).endswith(ending))
    return next(found, "")


def _said_by(part: str, name: str, whole: Document) -> str:
    """What a part cites for something, or the first clause that it lists."""
    known = whole.get(part)
    if not isinstance(known, dict):
        return ""
    cites, clauses = known.get("cites"), known.get("clauses")
    if name and isinstance(cites, dict):
        return str(cites.get(name, ""))
    return str(next(iter(clauses), "")) if isinstance(clauses, list) else ""
