"""What a search bot may spend on a move, in time or in worlds, and what it plays for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

import msgspec

from rebelote.errors import RebeloteError
from rebelote.language.text import said

Aim = Literal["marks", "points"]
"""What a search plays for: see AIMS."""
AIMS: Final[tuple[Aim, ...]] = ("marks", "points")
"""What is marked, the match in mind; or raw points, as an arena counts them at a fixed contract."""
Clock = Callable[[], float]
"""Seconds that pass."""


class Budget(msgspec.Struct, frozen=True):
    """One of the two: milliseconds a move, or worlds a move, and then the same move comes out again."""

    ms: int | None = None
    worlds: int | None = None

    @classmethod
    def read(cls, text: str) -> Budget:
        """«20ms», «40w»."""
        found = _BUDGET.fullmatch(text)
        if found is None or int(found[1]) < 1:
            raise RebeloteError(said("budget", found=repr(text)))
        number = int(found[1])
        return cls(ms=number) if found[2] == "ms" else cls(worlds=number)

    def __str__(self) -> str:
        return f"{self.ms}ms" if self.ms is not None else f"{self.worlds}w"


_BUDGET: Final = re.compile(r"([0-9]{1,9})(ms|w)")
DEFAULT: Final = Budget(ms=500)
"""Unless told otherwise."""


class Spending:
    """One move's budget as it is used up.

    With a clock, work goes on in chunks while there is time for another as long as the longest of late; where
    worlds are counted there is always time.
    """

    def __init__(self, budget: Budget, clock: Clock) -> None:
        self.budget = budget
        self._clock = clock
        self._begun = self._last = clock()
        self._longest = 0.0
        self._limit = budget.ms / 1000 * USED if budget.ms is not None else None

    @property
    def ms(self) -> float:
        """The whole budget in milliseconds, or what so many worlds are taken to cost."""
        if self.budget.ms is not None:
            return float(self.budget.ms)
        assert self.budget.worlds is not None
        return self.budget.worlds * MS_A_WORLD

    def step(self) -> None:
        """A chunk of work ends here."""
        now = self._clock()
        self._longest = max(FORGETTING * self._longest, now - self._last)
        self._last = now

    def has_time(self, share: float = 1.0) -> bool:
        """Is there time for another chunk, within that share of it all?"""
        if self._limit is None:
            return True
        return self._clock() - self._begun + self._longest < self._limit * share

    def draws_on(self) -> bool:
        """A chunk of worlds was drawn: is there time to draw more, and then for something to do with them?"""
        self.step()
        return self.has_time(DRAWING)


USED: Final = 0.95
"""How much of the time is planned for, and"""
DRAWING: Final = 0.6
"""how much of that may go by before all worlds are drawn."""
FORGETTING: Final = 0.9
"""What a chunk later a long one still counts for."""
MS_A_WORLD: Final = 0.5
