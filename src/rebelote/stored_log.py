"""Logs and rules as they are stored, of this release and of those before it.

A log's first event says which format it is in; without that it is format 1, of release 0.1. Rules that are
stored by themselves say it too. What is newer than `FORMAT` is refused by name.

Nothing is ever deleted from a stored log. Where a player took something back, a line says how many events the
match went back to; those between still stand in the log, and what is read goes on without them.

>>> from rebelote.match import Match
>>> from rebelote.events import to_json
>>> match = Match.new("premiere", dealer="N")
>>> tuple(read_events(map(to_json, match.log))) == match.log
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final

import msgspec

from rebelote.errors import RebeloteError
from rebelote.events import FORMAT, Event, from_json
from rebelote.language.text import said
from rebelote.ruleset import Ruleset


class NewerFormat(RebeloteError):
    """Written by a newer rebelote."""

    def __init__(self, found: int) -> None:
        self.found = found
        super().__init__(said("newer_format", found=found, known=FORMAT))


class _Stamp(msgspec.Struct):
    format: int = 1


def format_of(text: str | bytes) -> int:
    """Of a first event or of rules: looked at alone, since a newer one may not be readable here.

    Raises ValueError for one that never was.
    """
    try:
        found = msgspec.json.decode(text, type=_Stamp).format
    except msgspec.DecodeError:
        return FORMAT  # whoever reads it will say what is wrong
    if found > FORMAT:
        raise NewerFormat(found)
    if found < 1:
        raise ValueError(f"no format {found}")
    return found


def read_first(line: str) -> Event:
    """The first event of a log; what is read is in today's format."""
    found = format_of(line)
    if found == FORMAT:
        return from_json(line)
    old = msgspec.json.decode(line)
    return from_json(msgspec.json.encode(old | {"rules": upcast(old.get("rules"), found), "format": FORMAT}))


def read_events(lines: Iterable[str]) -> Iterator[Event]:
    """A stored log, one event a line, without what was taken back."""
    stored = list(lines)
    for place in standing(stored):
        yield from_json(stored[place]) if place else read_first(stored[place])


class TakenBack(msgspec.Struct, frozen=True, tag="taken_back", tag_field="event"):
    """A line of a stored log: the match went back to its first `to` events that stood."""

    to: Annotated[int, msgspec.Meta(ge=1)]


_TAKEN_BACK: Final = '{"event":"taken_back"'


def is_taken_back(line: str) -> bool:
    """Does this line say that the match went back?"""
    return line.startswith(_TAKEN_BACK)


def read_taken_back(line: str) -> TakenBack:
    """What such a line says. Raises msgspec.DecodeError."""
    return msgspec.json.decode(line, type=TakenBack)


def taken_back(to: int) -> str:
    """The line that says so."""
    return msgspec.json.encode(TakenBack(to)).decode("utf-8")


def standing(lines: Sequence[str]) -> list[int]:
    """The places of the lines that tell the match as it stands."""
    places: list[int] = []
    for place, line in enumerate(lines):
        if line.startswith(_TAKEN_BACK):
            del places[read_taken_back(line).to :]
        else:
            places.append(place)
    return places


def write_rules(rules: Ruleset) -> str:
    """Rules as JSON, with the format that they are in."""
    return msgspec.json.encode({"format": FORMAT, **msgspec.to_builtins(rules)}).decode("utf-8")


@lru_cache(maxsize=128)
def read_rules(text: str) -> Ruleset:
    """What `write_rules` wrote, here or in an older release. Tables of the same rules share them."""
    found = format_of(text)
    rules = msgspec.json.decode(text)
    rules.pop("format", None)
    return msgspec.convert(upcast(rules, found), Ruleset, str_keys=True)


# From each format to the next


def upcast(rules: Any, found: int) -> Any:
    """Rules of an older format as they would be written today: what they left unsaid is said."""
    for version in range(found, FORMAT):
        rules = _STEPS[version](rules)
    return rules


def _with_gathering(rules: Any) -> Any:
    """In format 1 a pack that is only cut was gathered exactly, and there was no word for it."""
    match rules:
        case {"dealing": dict(dealing)}:
            return rules | {"dealing": {"gathering": "exact", **dealing}}
        case _:
            return rules  # whoever reads it will say what is wrong


_STEPS: Final[dict[int, Callable[[Any], Any]]] = {1: _with_gathering}
"""By the format that each starts from. An event's own shape has not changed yet."""
