"""Where luck comes from. The game never draws: it asks the Chance that it is given."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from rebelote.cards import PACK, Card

T = TypeVar("T")


class Chance(Protocol):
    def shuffled(self) -> tuple[Card, ...]:
        """The 32 cards in an order of chance."""

    def choice(self, among: Sequence[T]) -> T:
        """One of them, drawn by lot."""

    def arranged(self, things: Sequence[T]) -> tuple[T, ...]:
        """All of them in an order of chance: cards of a heap, or heaps of cards."""


class RandomChance:
    """Luck from a generator: seeded for tests and arenas, the system's own for play."""

    def __init__(self, generator: random.Random | None = None) -> None:
        self._generator = generator if generator is not None else random.SystemRandom()

    def shuffled(self) -> tuple[Card, ...]:
        return tuple(self._generator.sample(PACK, len(PACK)))

    def choice(self, among: Sequence[T]) -> T:
        return self._generator.choice(among)

    def arranged(self, things: Sequence[T]) -> tuple[T, ...]:
        return tuple(self._generator.sample(things, len(things)))


class StackedChance:
    """Luck decided beforehand: these packs and these draws, in turn. Without draws, the first of them.

    What is gathered comes in the order of `gathered`, as far as its heaps allow; without it, as it lies.
    """

    def __init__(
        self,
        packs: Iterable[Sequence[Card]] = (),
        draws: Iterable[object] = (),
        gathered: Sequence[Card] = (),
    ) -> None:
        self._packs = [tuple(pack) for pack in packs]
        self._draws = list(draws)
        self._places = {card: place for place, card in enumerate(gathered)}

    def shuffled(self) -> tuple[Card, ...]:
        return self._packs.pop(0)

    def choice(self, among: Sequence[T]) -> T:
        if not self._draws:
            return among[0]
        drawn = self._draws.pop(0)
        return next(each for each in among if each == drawn)

    def arranged(self, things: Sequence[T]) -> tuple[T, ...]:
        return tuple(sorted(things, key=self._place)) if self._places else tuple(things)

    def _place(self, thing: object) -> int:
        """Of a card, or of the uppermost card of a heap."""
        cards = thing if isinstance(thing, tuple) else (thing,)
        return min(self._places[card] for card in cards)
