"""All luck of a match follows from the links of the server's chain and from the client seeds.

>>> from rebelote.fairness.chain import link
>>> terms = Terms(match="m1", seeds="N:,S:" + "00" * 32)
>>> first, again = (FairChance(lambda n: link(bytes(32), n), terms, 1, 16) for _ in range(2))
>>> first.shuffled() == again.shuffled()
True
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, TypeVar

import msgspec

from rebelote.cards import PACK, Card

T = TypeVar("T")

SCHEME: Final = 2
"""How luck is drawn in new matches; those of scheme 1 are still read and checked."""

Purpose = Literal["dealer", "cut", "gather", "shuffle", "draw"]

_FIRST_SCHEME: Final = {"shuffle": "rebelote 1", "draw": "rebelote 1 draw"}
_WORD: Final = 4
_WORDS: Final = 2 ** (8 * _WORD)


class Terms(msgspec.Struct, frozen=True):
    """What a match's luck depends on besides the links: its id, and the client seeds as one text."""

    match: str
    seeds: str
    scheme: int = SCHEME

    def title(self, purpose: Purpose) -> str:
        """What a draw of that purpose begins with, in this scheme."""
        return _FIRST_SCHEME[purpose] if self.scheme == 1 else f"rebelote {self.scheme} {purpose}"


class FairChance:
    """The Chance of pack number `n`, cut after `cut` cards. `link` gives a link of the chain by its number.

    Making it again gives the same order, the same draws and the same gathering.
    """

    def __init__(self, link: Callable[[int], bytes], terms: Terms, n: int, cut: int | None = None) -> None:
        self._link = link
        self._terms = terms
        self._n = n
        self._before_cut = (terms.match, n, terms.seeds)
        self._after_cut = (terms.match, n, cut, terms.seeds)
        self._draws = self._numbers("draw", *self._after_cut)
        self._gathering = self._numbers("gather", *self._before_cut)

    def shuffled(self) -> tuple[Card, ...]:
        """The pack of this link."""
        return _arranged(PACK, self._numbers("shuffle", *self._after_cut))

    def choice(self, among: Sequence[T]) -> T:
        """One of these, by the link's next number."""
        return among[_below(len(among), self._draws)]

    def arranged(self, things: Sequence[T]) -> tuple[T, ...]:
        """How this pack was picked up before it was cut: each call goes on where the last one ended."""
        return _arranged(things, self._gathering)

    def cut(self, smallest_heap: int, cards: int = len(PACK)) -> int:
        """Where a pack is cut that nobody cuts: a bot's cut, or that of one who is away."""
        ways = cards - 2 * smallest_heap + 1
        return smallest_heap + _below(ways, self._numbers("cut", *self._before_cut))

    def first_dealer(self, seats: Sequence[T]) -> T:
        """Who deals first."""
        terms = self._terms
        return seats[_below(len(seats), self._numbers("dealer", terms.match, terms.seeds))]

    def _numbers(self, purpose: Purpose, *facts: object) -> Iterator[int]:
        """Numbers of 32 bits without end. Nothing is computed before the first is asked for."""
        message = "\n".join([self._terms.title(purpose), *map(str, facts)])
        seed = _hmac(self._link(self._n), message.encode())
        for counter in range(_WORDS):
            block = _hmac(seed, counter.to_bytes(_WORD, "big"))
            for at in range(0, len(block), _WORD):
                yield int.from_bytes(block[at : at + _WORD], "big")


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each as likely: the last, incomplete run of them is passed over."""
    whole = _WORDS // bound * bound
    number = next(numbers)
    while number >= whole:
        number = next(numbers)
    return number % bound


def _arranged(things: Sequence[T], numbers: Iterator[int]) -> tuple[T, ...]:
    """From the last place down, each changes places with one that is not behind it."""
    left = list(things)
    for i in range(len(left) - 1, 0, -1):
        j = _below(i + 1, numbers)
        left[i], left[j] = left[j], left[i]
    return tuple(left)
