"""Writing TOML, as much of it as a ruleset needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

Table = dict[str, Any]


def to_toml(document: Table) -> str:
    """A document of tables, arrays, texts, numbers and booleans; nulls are left out, as TOML has none."""
    return "\n".join(_lines(document, "")).strip() + "\n"


def _lines(table: Table, path: str) -> Iterator[str]:
    present = {key: value for key, value in table.items() if value is not None}
    inner = {key: value for key, value in present.items() if _is_section(value)}
    for key, value in present.items():
        if key not in inner:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        where = f"{path}.{_key(key)}" if path else _key(key)
        yield from ("", f"[{where}]")
        yield from _lines(value, where)


def _is_section(value: object) -> bool:
    """Small tables fit on a line."""
    return isinstance(value, dict) and len(_value(value)) > 60


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    """A JSON string is a TOML string, but for DEL, which TOML wants escaped."""
    return str(msgspec.json.encode(text), "utf-8").replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    match value:
        case dict():
            pairs = (f"{_key(key)} = {_value(each)}" for key, each in value.items() if each is not None)
            return "{ " + ", ".join(pairs) + " }" if value else "{}"
        case list() | tuple():
            return "[" + ", ".join(_value(each) for each in value) + "]"
        case str():
            return _text(value)
        case bool():
            return "true" if value else "false"
        case _:
            return repr(value)
