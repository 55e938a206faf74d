"""How large a rule document may be. Each limit is checked before the work that it bounds.

A document is somebody's house rule: it may come from a stranger. The longest of the built-in
games takes a third of what may be, its texts in two languages included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from math import isfinite, log10
from typing import Final

import msgspec

from rebelote.errors import BadRules
from rebelote.language.text import said

# As text

LONGEST_CODE: Final = 20_000
"""Rules packed into a code, in characters."""
LONGEST_DOCUMENT: Final = 60_000
"""The same unpacked, in bytes."""
LONGEST_WHOLE: Final = 100_000
"""With all that it extends, in bytes: as much as a log or a record has to hold."""
LONGEST_TOML: Final = 40_000
"""In characters."""
MOST_KEY_PARTS: Final = 10
"""`a.b.c` has three. Python's reader of TOML takes a time that grows with their square."""

# As a document

DEEPEST: Final = 12
MOST_VALUES: Final = 3_000
"""Tables, arrays and what they hold, all counted; the games have 900 each at most, two thirds of it texts."""
MOST_ENTRIES: Final = 100
"""Of one table or array, unless its key is one of these:"""
MOST_OF: Final = {"variants": 40, "options": 40, "values": 40, "clauses": 40, "packets": 20}
LONGEST_KEY: Final = 60
LONGEST_TEXT: Final = 100
LONGEST_SENTENCE: Final = 600
"""Below `texts`, where a file explains its clauses."""
LARGEST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON can hold."""
MOST_DIGITS: Final = 20
"""Of any number; what a key takes is told where it is read."""

# As a game

LARGEST_FIGURE: Final = 10_000
"""What a contract, a capot, a declaration, a belote or a fault is worth."""
LARGEST_CARD: Final = 100
"""Points of a card: the solver goes through every sum of a deal."""
LARGEST_LAST_TRICK: Final = 1_000
LARGEST_DEAL: Final = 400
"""All cards and the last trick, which counts `LAST_TRICK_OF_A_SWEEP` at least: what the core can hold."""
LAST_TRICK_OF_A_SWEEP: Final = 100
"""What the last trick counts, where the solver counts points, for a side that took them all (A-9-capot)."""
LARGEST_BID: Final = 9_999
"""Calls are written with four digits."""
MOST_BIDS: Final = 500
"""Numbers of an auction times its trumps: each bid is offered, and written out, to whoever speaks."""

# As a match at a table

LONGEST_MATCH: Final = 1_000
"""In deals. A deal brings about a hundred points, or a game point where tricks are counted."""
POINTS_OF_A_DEAL: Final = 100


def figures(path: str, value: object) -> Iterator[tuple[str, int]]:
    """Every whole number in a part, with its path."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from figures(f"{path}.{name}", getattr(value, name))
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from figures(f"{path}.{name}", each)
    elif type(value) is int:
        yield path, value


def longest_target(*, counts_tricks: bool) -> int:
    """What a match at a table may be played for."""
    return LONGEST_MATCH if counts_tricks else LONGEST_MATCH * POINTS_OF_A_DEAL


def check_length(path: str, length: int, most: int, error: type[BadRules] = BadRules) -> None:
    """Refuse a text that is too long to be read at all."""
    if length > most:
        raise error(path, said("too_long", most=most, found=length))


# TOML, before it is read

# Bounded repeats: from any quote the search gives up soon, so that its time grows with the text alone.
_PART: Final = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.){0,60}+"|'[^'\n]{0,60}+')"""
_LONG_KEY: Final = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_KEY_PARTS},}}+")


def check_toml(path: str, text: str) -> None:
    """Size, and keys of too many parts: what is written like one in a text counts as well."""
    check_length(path, len(text), LONGEST_TOML)
    long = _LONG_KEY.search(text)
    if long is not None:
        parts = len(re.findall(_PART, long[0]))
        line = text.count("\n", 0, long.start()) + 1
        raise BadRules(path, said("key_parts", most=MOST_KEY_PARTS, found=parts, line=line))


# A document, before it is understood

Place = tuple[str, object]
"""A path and what lies there."""


def check_size(document: object, path: str = "", error: type[BadRules] = BadRules) -> None:
    """Every value, level by level, so that what is too large is refused before what is in it is read."""
    level, left = [(path, document)], MOST_VALUES
    for _ in range(DEEPEST + 1):
        for place, value in level:
            _check_value(place, value, error)
        left -= len(level)
        level = list(islice((inner for each in level for inner in _inside(*each)), left + 1))
        if not level:
            return
        if len(level) > left:
            raise error(path or "document", said("too_many_in_all", most=MOST_VALUES))
    raise error(_shown(level[0][0]), said("too_deep", most=DEEPEST))


def _check_value(path: str, value: object, error: type[BadRules]) -> None:
    match value:
        case bool() | None:
            pass
        case dict() | list() | tuple():
            most = MOST_OF.get(path.rpartition(".")[2], MOST_ENTRIES)
            if len(value) > most:
                raise error(_shown(path) or "document", said("too_many", most=most, found=len(value)))
            for key in value if isinstance(value, dict) else ():
                check_length(_shown(_below(path, key)), len(str(key)), LONGEST_KEY, error)
        case str():
            longest = LONGEST_CODE if path == "extends" else LONGEST_TEXT
            longest = LONGEST_SENTENCE if path.startswith("texts.") else longest
            check_length(_shown(path), len(value), longest, error)
        case int():
            digits = _digits(value)
            if digits > MOST_DIGITS:
                raise error(_shown(path), said("too_many_digits", most=MOST_DIGITS, found=digits))
        case float():
            if not isfinite(value):
                raise error(_shown(path), said("expected_not", what=said("number"), found=value, guess=""))
        case _:
            pass  # a date: no key takes one


def _digits(value: int) -> int:
    """Counted without writing the number down: Python refuses to write a very long one."""
    least = int((value.bit_length() - 1) * log10(2)) + 1
    return least + 1 if abs(value) >= int(10**least) else least


def _inside(path: str, value: object) -> Iterator[Place]:
    if isinstance(value, dict):
        return ((_below(path, key), inner) for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ((f"{path}[{place}]", inner) for place, inner in enumerate(value))
    return iter(())


def _below(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def _shown(path: str) -> str:
    """A key may be of any length before it is refused."""
    return path if len(path) <= LONGEST_TEXT else f"{path[:LONGEST_TEXT]}…"
