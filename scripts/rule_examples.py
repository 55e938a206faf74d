"""For each key of a rules document a line that changes a game: generated, and loaded to be sure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from rebelote.errors import BadRules
from rebelote.ruleset import Ruleset
from rebelote.ruleset.builtin import Document
from rebelote.ruleset.differences import resolved_document
from rebelote.ruleset.loading import RULESET_IDS, document, load
from rebelote.ruleset.options import at_path
from rebelote.ruleset.part_types import of_kind, part_type, type_info
from rebelote.ruleset.toml_writer import to_toml

LONGEST = 90
Key = tuple[str, str]
"""The name of a type, and a key of it."""
Example = tuple[str, str, Any]
"""A game, the path of a key, and another value than the game has there."""


@cache
def examples() -> dict[Key, Example]:
    """One for each key that can be changed by itself in some game."""
    known = _values()
    found: dict[Key, Example] = {}
    for base in RULESET_IDS:
        for key, path, value in _keys_of(resolved_document(load(base))):
            others = (each for each in known[key] if each != value)
            other = (
                next((each for each in others if _loads(base, path, each)), None)
                if key not in found
                else None
            )
            if other is not None:
                found[key] = base, path, other
    return found


@cache
def as_in_a_game() -> dict[Key, Example]:
    """What a game has there, for keys that no game can change by themselves, those in lists among them."""
    found: dict[Key, Example] = {}
    for base, source in _games():
        for part in source:
            if isinstance(source[part], dict) and isinstance(source[part].get("kind"), str):
                struct = part_type(part, source[part]["kind"])
                name = "" if struct is None else struct.cls.__name__
                found.setdefault((name, "kind"), (base, f"{part}.kind", source[part]["kind"]))
        for key, path, value in _keys_of(source, lists=True):
            found.setdefault(key, (base, path, value))
    return found


def as_house_rule(example: Example) -> Document:
    """The file that the example stands for."""
    base, path, value = example
    return {"id": "maison", "extends": base, **at_path(path, value)}


def told(key: Key) -> str:
    """The example of a key as a line of the page; nothing where no game has the key."""
    changed, had = examples().get(key), as_in_a_game().get(key)
    if changed is not None:
        base, path, value = changed
        return f"`{path} = {_brief(value)}` in {base}"
    if had is None:
        return ""
    base, path, value = had
    return f"{base} has `{path} = {_brief(value)}`"


def _brief(value: Any) -> str:
    """As TOML writes it, and no longer than a line can bear."""
    text = to_toml({"x": value}).strip().removeprefix("x = ")
    return text if len(text) <= LONGEST and "\n" not in text else "…"


def _loads(base: str, path: str, value: Any) -> bool:
    try:
        document(as_house_rule((base, path, value)))
    except BadRules:
        return False
    return True


def _values() -> dict[Key, list[Any]]:
    """Every value that a key has in the games, with their options, or may have by its type."""
    found: dict[Key, list[Any]] = {}
    for _, source in _games():
        for key, _, value in _keys_of(source):
            kept = found.setdefault(key, [])
            if value not in kept:
                kept.append(value)
    for key, values in _by_type().items():
        kept = found.setdefault(key, [])
        kept += [each for each in values if each not in kept]
    return found


def _games() -> Iterator[tuple[str, Document]]:
    """Every game as it is, and then with each value of each of its options."""
    for name in RULESET_IDS:
        yield name, resolved_document(load(name))
    for name in RULESET_IDS:
        for option, each in document(name).options.items():
            for value in each.values:
                yield name, resolved_document(load(name, {option: value}))


def _by_type() -> dict[Key, list[Any]]:
    """The words and answers that a key takes."""
    found: dict[Key, list[Any]] = {}
    rules = type_info(Ruleset)
    assert isinstance(rules, inspect.StructType)
    for field in rules.fields:
        every = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
        for struct in (each for each in every if isinstance(each, inspect.StructType)):
            for inner in struct.fields:
                match inner.type:
                    case inspect.LiteralType(values=values):
                        found[struct.cls.__name__, inner.name] = list(values)
                    case inspect.BoolType():
                        found[struct.cls.__name__, inner.name] = [True, False]
                    case inspect.IntType():
                        found[struct.cls.__name__, inner.name] = [1, 2, 10, 20, 100]
                    case _:
                        pass
    return found


def _keys_of(source: Document, *, lists: bool = False) -> Iterator[tuple[Key, str, Any]]:
    """Each key of each part and of the tables in it, with its path and its value."""
    for part, value in source.items():
        struct = part_type(part, value.get("kind")) if isinstance(value, dict) else None
        if struct is not None and part != "texts":
            yield from _keys_inside(struct, value, part, lists)


def _keys_inside(
    struct: inspect.StructType, value: Document, path: str, lists: bool
) -> Iterator[tuple[Key, str, Any]]:
    for field in struct.fields:
        each = value.get(field.name)
        if each is None or field.name in ("clauses", "cites"):
            continue
        below = f"{path}.{field.name}"
        yield (struct.cls.__name__, field.name), below, _plain(each)
        inner, items = _tables(field.type, each) if lists or isinstance(each, dict) else (None, [])
        if inner is None:
            continue
        for item in items:
            yield from _keys_inside(inner, item, below if isinstance(each, dict) else f"{below}[]", lists)


def _tables(info: inspect.Type, value: Any) -> tuple[inspect.StructType | None, list[Document]]:
    """The tables at a key: the one that stands there, or those of a list."""
    if isinstance(value, dict):
        return of_kind(info, value.get("kind")), [value]
    item = info.item_type if isinstance(info, inspect.VarTupleType) else None
    return (of_kind(item, None), list(value)) if item is not None else (None, [])


def _plain(value: Any) -> Any:
    """As TOML has it: lists, no tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))
