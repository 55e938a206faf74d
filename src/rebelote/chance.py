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

    def arranged(self, things: Sequence[T]) -> tuple[T, ...]:
        """All of them in an order of chance: cards of a heap, or heaps of cards."""


class RandomChance:
    """Luck from a generator: one of your own, or the system's.

    >>> RandomChance(random.Random(7)).shuffled() == RandomChance(random.Random(7)).shuffled()
    True
    """

    def __init__(self, generator: random.Random | None = None) -> None:
        self._generator = generator if generator is not None else random.SystemRandom()

    def _drawn_from(self) -> random.Random:
        return self._generator

    def shuffled(self) -> tuple[Card, ...]:
        """A pack in an order of chance."""
        return tuple(self._drawn_from().sample(PACK, len(PACK)))

    def choice(self, among: Sequence[T]) -> T:
        """One of these, each as likely."""
        return self._drawn_from().choice(among)

    def arranged(self, things: Sequence[T]) -> tuple[T, ...]:
        """These in an order of chance."""
        return tuple(self._drawn_from().sample(things, len(things)))

    def __reduce__(self) -> tuple[type[RandomChance], tuple[object, ...]]:
        """The system's own generator has no state to keep."""
        system = isinstance(self._generator, random.SystemRandom)
        return RandomChance, () if system else (self._generator,)


class SeededChance(RandomChance):
    """Luck that follows from a seed and a place in a log: the same there every time it is asked.

    >>> SeededChance(7, 1).shuffled() == SeededChance(7).at(1).shuffled()
    True
    """

    def __init__(self, seed: int | str, place: int = 0) -> None:
        self.seed, self.place = seed, place
        self._made: random.Random | None = None

    def at(self, place: int) -> SeededChance:
        """The luck of another place in the log."""
        return SeededChance(self.seed, place)

    def _drawn_from(self) -> random.Random:
        """Made when something is drawn: most actions draw nothing."""
        if self._made is None:
            self._made = random.Random(f"{self.seed}/{self.place}")
        return self._made

    def __repr__(self) -> str:
        return f"SeededChance({self.seed!r}, {self.place})"

    def __reduce__(self) -> tuple[type[SeededChance], tuple[int | str, int]]:
        return SeededChance, (self.seed, self.place)


class StackedChance:
    """Luck decided beforehand: these packs and these draws, in turn. Without draws, the first of them.

    What is gathered comes in the order of `gathered`, as far as its heaps allow; without it, as it lies.

    >>> StackedChance([PACK]).shuffled() == PACK
    True
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
        """The next of the packs that were given."""
        return self._packs.pop(0)

    def choice(self, among: Sequence[T]) -> T:
        """The next of the draws that were given; where none is left, the first of these."""
        if not self._draws:
            return among[0]
        drawn = self._draws.pop(0)
        return next(each for each in among if each == drawn)

    def arranged(self, things: Sequence[T]) -> tuple[T, ...]:
        """These as they were given to stand, or as they are."""
        return tuple(sorted(things, key=self._place)) if self._places else tuple(things)

    def _place(self, thing: object) -> int:
        """Of a card, or of the uppermost card of a heap."""
        cards = thing if isinstance(thing, tuple) else (thing,)
        return min(self._places[card] for card in cards)
