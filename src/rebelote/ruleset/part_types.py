"""The types of a document's parts, looked at once: msgspec takes milliseconds to tell them."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import inspect

from rebelote.ruleset import Ruleset


@cache
def type_info(wanted: Any) -> inspect.Type:
    """What msgspec knows of a type."""
    return inspect.type_info(wanted)


def part_type(part: str, kind: object = None) -> inspect.StructType | None:
    """The type of a part of a ruleset, by its kind where it has several; None where there is none such."""
    rules = type_info(Ruleset)
    assert isinstance(rules, inspect.StructType)
    field = next((each for each in rules.fields if each.name == part), None)
    return None if field is None else of_kind(field.type, kind)


def of_kind(info: inspect.Type, kind: object) -> inspect.StructType | None:
    """Of several types the table of this kind."""
    every = info.types if isinstance(info, inspect.UnionType) else (info,)
    structs = (each for each in every if isinstance(each, inspect.StructType))
    return next((each for each in structs if each.tag in (None, kind)), None)
