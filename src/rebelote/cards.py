"""Suits, ranks, the 32 cards, and frozen sets of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, Self, final

from rebelote.errors import BadCard


class Suit(StrEnum):
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(StrEnum):
    """The ranks from low to high in the order of runs (tierce, cinquante, cent)."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


class Trump(StrEnum):
    """What a deal is played at: a suit, sans atout or tout atout."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    SANS_ATOUT = "SA"
    TOUT_ATOUT = "TA"

    @property
    def suit(self) -> Suit | None:
        return None if self in (Trump.SANS_ATOUT, Trump.TOUT_ATOUT) else Suit(self.value)


SUITS: Final = tuple(Suit)
RANKS: Final = tuple(Rank)


@final
class Card:
    """One of the 32 cards. There is one object per card, so cards compare by identity."""

    __slots__ = ("bit", "index", "rank", "suit", "text")

    suit: Suit
    rank: Rank
    index: int
    bit: int
    text: str

    def __new__(cls, text: str) -> Card:
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise BadCard(text) from None

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> Card:
        return _BY_TEXT[rank.value + suit.value]

    def __hash__(self) -> int:
        return self.index

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


def _make(index: int, rank: Rank, suit: Suit) -> Card:
    card = object.__new__(Card)
    card.suit, card.rank, card.text = suit, rank, rank.value + suit.value
    card.index, card.bit = index, 1 << index
    return card


PACK: Final = tuple(
    _make(len(RANKS) * s + r, rank, suit) for s, suit in enumerate(SUITS) for r, rank in enumerate(RANKS)
)
_BY_TEXT: Final = {card.text: card for card in PACK}


@final
class Cards:
    """A frozen set of cards. Iterates suit by suit, low rank to high."""

    __slots__ = ("mask",)

    mask: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        mask = 0
        for card in cards:
            mask |= card.bit
        object.__setattr__(self, "mask", mask)

    @classmethod
    def of_mask(cls, mask: int) -> Cards:
        cards = _new(cls)
        _set_mask(cards, mask)
        return cards

    @classmethod
    def parse(cls, text: str) -> Cards:
        """Read «JH 9H TS»: ASCII cards separated by spaces; a card twice is an error."""
        cards = [Card(word) for word in text.split()]
        found = cls(cards)
        if len(found) != len(cards):
            raise BadCard(text, "the same card twice")
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Cards are frozen")

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield PACK[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __or__(self, other: Cards) -> Cards:
        return Cards.of_mask(self.mask | other.mask)

    def __and__(self, other: Cards) -> Cards:
        return Cards.of_mask(self.mask & other.mask)

    def __sub__(self, other: Cards) -> Cards:
        return Cards.of_mask(self.mask & ~other.mask)

    def __le__(self, other: Cards) -> bool:
        return not self.mask & ~other.mask

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __repr__(self) -> str:
        return f"Cards.parse({' '.join(card.text for card in self)!r})"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Cards.of_mask, (self.mask,)

    def without(self, card: Card) -> Cards:
        return Cards.of_mask(self.mask & ~card.bit)

    def plus(self, card: Card) -> Cards:
        return Cards.of_mask(self.mask | card.bit)

    def in_suit(self, suit: Suit) -> Cards:
        return Cards.of_mask(self.mask & SUIT_CARDS[suit].mask)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


_new: Final = object.__new__
_set_mask: Final = Cards.__dict__["mask"].__set__

NO_CARDS: Final = Cards()
ALL_CARDS: Final = Cards(PACK)
SUIT_CARDS: Final = {suit: Cards(card for card in PACK if card.suit is suit) for suit in SUITS}
