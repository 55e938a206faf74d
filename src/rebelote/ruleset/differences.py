"""Where rulesets differ, and resolved rules as a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rebelote.ruleset import Ruleset
from rebelote.ruleset.builtin import Document
from rebelote.ruleset.shape_check import show


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
