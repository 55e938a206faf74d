"""The problems that ship, found by id, by theme and by how hard they are; and the one of a day."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Container, Mapping
from datetime import date
from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec

from rebelote.problems.record import Problem, read_lines, read_problem
from rebelote.problems.themes import THEMES, Theme

DAILY_GAMES: Final = ("classique", "ffb-contree", "coinche")
"""The games that most people know: the problem of the day is of one of them, and"""
DAILY_RATINGS: Final = (1000, 1900)
"""neither too easy nor too hard."""
NEAREST: Final = 12
"""Of so many of about the wanted rating one is drawn."""


class Entry(msgspec.Struct, frozen=True):
    """What is known of a problem before it is read whole."""

    id: str
    rules: str
    themes: tuple[Theme, ...]
    rating: int


class Shipped:
    """`lines` are problems as JSON, by id."""

    def __init__(self, lines: list[bytes]) -> None:
        decode = msgspec.json.Decoder(Entry).decode
        self.entries = {entry.id: entry for entry in map(decode, lines)}
        self._lines = dict(zip(self.entries, lines, strict=True))
        least, most = DAILY_RATINGS
        daily = [
            each
            for each in self.entries.values()
            if each.rules in DAILY_GAMES and least <= each.rating <= most
        ]
        self._daily = sorted((each.id for each in daily), key=lambda name: sha256(name.encode()).digest())

    def __len__(self) -> int:
        return len(self.entries)

    def problem(self, name: str) -> Problem | None:
        line = self._lines.get(name)
        return None if line is None else read_problem(line)

    def of_day(self, day: date) -> str:
        """The same for everybody; none comes again before all have been."""
        return self._daily[day.toordinal() % len(self._daily)]

    def themes(self) -> Mapping[Theme, int]:
        """How many there are of each."""
        found = Counter(theme for entry in self.entries.values() for theme in entry.themes)
        return {theme: found[theme] for theme in THEMES}

    def near(
        self, rating: float, theme: Theme | None, seen: Container[str], luck: random.Random
    ) -> str | None:
        """One of about that rating, of that theme if one is named, not seen if that can be."""
        listed = [each for each in self.entries.values() if theme is None or theme in each.themes]
        fresh = [each for each in listed if each.id not in seen] or listed
        fresh.sort(key=lambda each: (abs(each.rating - rating), each.id))
        return luck.choice(fresh[:NEAREST]).id if fresh else None


@lru_cache(maxsize=1)
def shipped() -> Shipped:
    """Read once, when it is first asked for."""
    return Shipped(read_lines())
