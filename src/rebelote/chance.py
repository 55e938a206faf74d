"""Where luck comes from. The game never draws: it asks the Chance that it is given."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from rebelote.cards import PACK, Card

T = TypeVar("T")


class Chance(Protocol):
    """Where luck comes from: what `Match.act` needs wherever something is shuffled or drawn."""

    def shuffled(self) -> tuple[Card, ...]:
        """The 32 cards in an order of chance."""

    def choice(self, among: Sequence[T]) -> T:
        """One of them, drawn by lot."""


class RandomChance:
    """Luck from a generator: seeded for tests and arenas, the system's own for play.

    >>> RandomChance(random.Random(7)).shuffled() == RandomChance(random.Random(7)).shuffled()
    True
    """

    def __init__(self, generator: random.Random | None = None) -> None:
        self._generator = generator if generator is not None else random.SystemRandom()

    def shuffled(self) -> tuple[Card, ...]:
        return tuple(self._generator.sample(PACK, len(PACK)))

    def choice(self, among: Sequence[T]) -> T:
        return self._generator.choice(among)


class StackedChance:
    """Luck decided beforehand: these packs and these draws, in turn. Without draws, the first of them.

    >>> StackedChance([PACK]).shuffled() == PACK
    True
    """

    def __init__(self, packs: Iterable[Sequence[Card]] = (), draws: Iterable[object] = ()) -> None:
        self._packs = [tuple(pack) for pack in packs]
        self._draws = list(draws)

    def shuffled(self) -> tuple[Card, ...]:
        return self._packs.pop(0)

    def choice(self, among: Sequence[T]) -> T:
        if not self._draws:
            return among[0]
        drawn = self._draws.pop(0)
        return next(each for each in among if each == drawn)
