"""What a house rule takes over from its base, and what its own lines make of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rebelote.errors import BadRules
from rebelote.language.text import said
from rebelote.ruleset import OptionValue
from rebelote.ruleset.builtin import Document
from rebelote.ruleset.options import Variant, at_path, convert, overlay, value_at
from rebelote.ruleset.shape_check import show

HEADER: Final = ("id", "version", "extends", "options", "variants", "chosen", "texts")
"""The keys of a document that are no parts of a game."""


def extended(source: Document, base: Document) -> Document:
    """`source` laid over its base, which is whole."""
    base = _unnamed(base)
    added = source.get("variants", [])
    convert(added, tuple[Variant, ...], "variants")
    merged = overlay(base, {key: value for key, value in source.items() if key != "variants"})
    # A house rule's own lines come last, so that no option of its base can undo them.
    convert(merged.get("options", {}), dict[str, Any], "options")
    own = {"when": {}, "set": _own_parts(source, merged.get("options", {}))}
    merged["options"] = _whole_options(source, base, merged.get("options", {}))
    merged["variants"] = [*_still_offered(base.get("variants", []), merged["options"]), own, *added]
    return merged


def _unnamed(base: Document) -> Document:
    """What a house rule takes over: all of its base but the name and the line about it."""
    texts = {
        lang: {key: value for key, value in each.items() if key not in ("name", "description")}
        for lang, each in base.get("texts", {}).items()
    }
    return {**base, "texts": texts} if texts else base


def _whole_options(source: Document, base: Document, options: Document) -> Document:
    """The options without the values that would apply by halves.

    A value of an option may lay several keys over a part. Where the file itself writes some of them and not
    the others, what came of it would be nobody's rule: such a value is no longer offered; nor is what an
    option would change in a part that the file has replaced by one of another kind.
    """
    own = set(_leaves({key: value for key, value in source.items() if key not in HEADER}))
    named, replaced = source.get("options", {}), _replaced_parts(source, base)
    options = {
        name: each for name, each in options.items() if _part_of(each) not in replaced or name in named
    }
    gone = {
        (name, value)
        for variant in base.get("variants", [])
        if _applies_by_halves(variant["set"], own) or replaced.intersection(variant["set"])
        for name, value in variant["when"].items()
        if name not in named
    }
    kept = {name: _without(option, [v for n, v in gone if n == name]) for name, option in options.items()}
    return {name: _as_written(option, source) for name, option in kept.items() if option is not None}


def _replaced_parts(source: Document, base: Document) -> set[str]:
    """The parts that the file gives another kind."""
    parts = ((key, value, base.get(key)) for key, value in source.items() if key not in HEADER)
    return {
        key
        for key, value, known in parts
        if isinstance(value, dict)
        and isinstance(known, dict)
        and value.get("kind", known.get("kind")) != known.get("kind")
    }


def _part_of(option: Any) -> str:
    """The part to which an option writes its value."""
    path = option.get("sets") if isinstance(option, dict) else None
    return path.split(".")[0] if isinstance(path, str) else ""


def _as_written(option: Any, source: Document) -> Any:
    """The option with the value that the file itself writes where it sets: the default, and on offer."""
    path, values = (option.get("sets"), option.get("values")) if isinstance(option, dict) else (None, None)
    if not isinstance(path, str) or not isinstance(values, list):
        return option
    written = value_at(source, path, None)
    if not isinstance(written, OptionValue) or written == option.get("default"):
        return option
    return {**option, "default": written, "values": values if written in values else [written, *values]}


def _applies_by_halves(changes: Document, own: set[str]) -> bool:
    for part, keys in changes.items():
        written = set(_leaves({part: keys}))
        if written & own and written - own:
            return True
    return False


def _leaves(value: Document, path: str = "") -> Iterator[str]:
    """The paths of a document's values, citations aside."""
    for key, inner in value.items():
        if key in ("cites", "clauses"):
            continue
        if isinstance(inner, dict) and "kind" not in inner:
            yield from _leaves(inner, f"{path}{key}.")
        else:
            yield f"{path}{key}"


def _without(option: Document, gone: list[object]) -> Document | None:
    """The option without these values; None where nothing is left to choose."""
    if not gone or "values" not in option:
        return option
    left = [value for value in option["values"] if value not in gone or value == option["default"]]
    return {**option, "values": left} if len(left) > 1 else None


def _still_offered(variants: list[Document], options: Document) -> list[Document]:
    """The variants without those of options that are gone."""
    return [variant for variant in variants if all(name in options for name in variant["when"])]


def _own_parts(source: Document, options: object) -> Document:
    """The parts that a document writes itself, with the defaults that it gives to options of its base."""
    parts = {key: value for key, value in source.items() if key not in HEADER}
    for name, default, path in _own_defaults(source.get("options", {}), options):
        written = value_at(parts, path, default)
        if written != default:
            raise BadRules(f"options.{name}.default", said("expected_as", value=show(written), path=path))
        parts = overlay(parts, at_path(path, default))
    return parts


def _own_defaults(own: object, options: object) -> Iterator[tuple[str, Any, str]]:
    """Options that write to a path: name, default, path. Malformed ones are left to be refused later."""
    if not isinstance(own, dict) or not isinstance(options, dict):
        return
    for name, option in own.items():
        path = options[name].get("sets") if isinstance(options[name], dict) else None
        if isinstance(path, str) and path and "default" in option:
            yield name, option["default"], path
