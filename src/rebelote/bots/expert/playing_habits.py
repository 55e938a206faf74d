"""The habits of players, fitted by bench/habits.py: how likely each card is to be played, as weights."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import msgspec

from rebelote import _native
from rebelote.solver import PlaySpec

UNIT = 100
"""The file holds hundredths."""
MOST_PLAYED = "points-suit"


def habits_of(spec: PlaySpec) -> _native.Habits:
    """How this game is played; a game that nobody has measured like the one most played."""
    kind = "suit" if spec.trump.suit is not None else spec.trump.value
    return all_habits().get(f"{spec.counting}-{kind}") or all_habits()[MOST_PLAYED]


@lru_cache(maxsize=1)
def all_habits() -> dict[str, _native.Habits]:
    """By what is counted and the kind of trump. Read once: it takes some milliseconds."""
    source = (resources.files("rebelote") / "bots" / "expert" / "playing_habits.json").read_bytes()
    table = msgspec.json.decode(source, type=dict[str, list[int]])
    return {name: _native.Habits([weight / UNIT for weight in weights]) for name, weights in table.items()}
