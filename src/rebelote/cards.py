"""Suits, ranks, the 32 cards, and frozen sets of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain
from typing import Final, Self, final

from rebelote.errors import BadCard
from rebelote.language.text import Lang, catalogue


class Suit(StrEnum):
    """A suit, by its letter: `Suit("H") is Suit.HEARTS`."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    def show(self, lang: Lang = "fr", *, ascii: bool = False) -> str:
        """«♥», or in ASCII «H»."""
        return self.value if ascii else catalogue(lang).suit_symbols[self]


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
        """The suit that is trump; None at sans atout and tout atout."""
        return _SUIT_OF_TRUMP.get(self)

    def show(self, lang: Lang = "fr", *, ascii: bool = False) -> str:
        """«♥» or «SA», in English «NT»; in ASCII «H» or «SA»."""
        return self.value if ascii else catalogue(lang).suit_symbols[self]


_SUIT_OF_TRUMP: Final = {Trump(suit.value): suit for suit in Suit}
SUITS: Final = tuple(Suit)
RANKS: Final = tuple(Rank)


@final
class Card:
    """One of the 32 cards. There is one object per card, so cards compare by identity.

    `text` is «JH», for machines; printing a card gives «V♥».

    >>> jack = Card("JH")
    >>> jack.text, str(jack), jack.show("en")
    ('JH', 'V♥', 'J♥')
    """

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
        """The card of that rank and suit."""
        return _BY_TEXT[rank.value + suit.value]

    def __hash__(self) -> int:
        """A set of cards has the same order in every process."""
        return self.index

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.show()

    def show(self, lang: Lang = "fr", *, ascii: bool = False) -> str:
        """«V♥», in English «J♥», in ASCII «JH»."""
        return self.text if ascii else catalogue(lang).ranks[self.rank] + self.suit.show(lang)

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
    """A frozen set of cards. Iterates suit by suit, low rank to high.

    >>> hand = Cards.parse("AS TS JH 9H")
    >>> Card("JH") in hand, len(hand.in_suit(Suit.HEARTS)), len(hand.without(Card("AS")))
    (True, 2, 3)
    """

    __slots__ = ("mask",)

    mask: int

    def __init__(self, cards: Iterable[Card] | str = ()) -> None:
        """Of cards, or of text as people write it: `Cards("VH 9H 10♠")`."""
        mask = 0
        for card in _read(cards) if isinstance(cards, str) else cards:
            try:
                mask |= card.bit
            except AttributeError:
                raise BadCard(card, 'expected a Card, or all of them as one text: Cards("JH 9H")') from None
        _set_mask(self, mask)

    @classmethod
    def of_mask(cls, mask: int) -> Cards:
        """The set whose bits are `mask`: bit n is the card with index n."""
        cards = _new(cls)
        _set_mask(cards, mask)
        return cards

    @classmethod
    def parse(cls, text: str) -> Cards:
        """Read «JH 9H TS»: ASCII cards separated by spaces; a card twice is an error."""
        return cls(_all_different([Card(word) for word in text.split()], text))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Cards are frozen: use plus, without, | and -, which give new ones")

    def __contains__(self, card: Card | str) -> bool:
        try:
            return bool(self.mask & card.bit)  # type: ignore[union-attr]
        except AttributeError:
            return bool(self.mask & parse_card(card).bit) if isinstance(card, str) else False

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
        return f"Cards({' '.join(card.text for card in self)!r})"

    def __str__(self) -> str:
        return self.show()

    def show(self, trump: Trump | None = None, lang: Lang = "fr", *, ascii: bool = False) -> str:
        """«V♥ 9♥ A♥  A♠ 10♠  R♦»: sorted as players sort a hand, two spaces between suits."""
        suits = _by_suit(self.mask, trump)
        return "  ".join(" ".join(card.show(lang, ascii=ascii) for card in cards) for cards in suits)

    def sorted(self, trump: Trump | None = None) -> tuple[Card, ...]:
        """As players sort a hand: trumps first, then suits in alternating colours, each from high to low."""
        return _sorted(self.mask, trump)

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Cards.of_mask, (self.mask,)

    def without(self, card: Card) -> Cards:
        """The set less one card, whether it was there or not."""
        return Cards.of_mask(self.mask & ~card.bit)

    def plus(self, card: Card) -> Cards:
        """The set with one card more."""
        return Cards.of_mask(self.mask | card.bit)

    def in_suit(self, suit: Suit) -> Cards:
        """Those of one suit."""
        return Cards.of_mask(self.mask & SUIT_CARDS[suit].mask)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


# Cards as people write them

_RANKS: Final = {rank.value: rank for rank in Rank} | {"10": Rank.TEN}
_FRENCH_RANKS: Final = {"V": Rank.JACK, "D": Rank.QUEEN, "R": Rank.KING}
_SUITS: Final = {suit.value: suit for suit in Suit}
_SYMBOLS: Final = dict(zip("♠♥♦♣", Suit, strict=True)) | dict(zip("♤♡♢♧", Suit, strict=True))
_EMOJI_SELECTOR: Final = "\ufe0f"


def parse_card(text: str) -> Card:
    """Read a card as people write it: «JH», «jh», «10S», «V♥», «VH», «10♠».

    Letters for suits are S H D C, whatever the language. A French rank with a C is refused: «VC» could be
    the jack of hearts (cœur) or of clubs.
    """
    sign = text.strip().removesuffix(_EMOJI_SELECTOR).upper()
    rank, suit = sign[:-1], sign[-1:]
    found = _SUITS.get(suit) or _SYMBOLS.get(suit)
    if rank in _FRENCH_RANKS and suit == Suit.CLUBS:
        english = _FRENCH_RANKS[rank].value
        raise BadCard(text, f"hearts (cœur) or clubs? write {rank}♥ or {rank}♣, {english}H or {english}C")
    if found is None or rank not in _RANKS | _FRENCH_RANKS:
        raise BadCard(text, "expected a card such as JH, 10S, V♥ or 10♠")
    return Card.of((_RANKS | _FRENCH_RANKS)[rank], found)


def _read(text: str) -> list[Card]:
    return _all_different([parse_card(word) for word in text.split()], text)


def _all_different(cards: list[Card], text: str) -> list[Card]:
    if len(set(cards)) != len(cards):
        raise BadCard(text, "the same card twice")
    return cards


_new: Final = object.__new__
_set_mask: Final = Cards.__dict__["mask"].__set__

NO_CARDS: Final = Cards()
ALL_CARDS: Final = Cards(PACK)
SUIT_CARDS: Final = {suit: Cards(card for card in PACK if card.suit is suit) for suit in SUITS}


# How players sort a hand

_SUIT_MASKS: Final = tuple((suit, cards.mask) for suit, cards in SUIT_CARDS.items())
_RED: Final = (Suit.HEARTS, Suit.DIAMONDS)
_HIGH_TO_LOW: Final = tuple(Rank(rank) for rank in "ATKQJ987")
_TRUMPS_HIGH_TO_LOW: Final = tuple(Rank(rank) for rank in "J9ATKQ87")


@lru_cache(maxsize=2**14)
def _sorted(mask: int, trump: Trump | None) -> tuple[Card, ...]:
    """The same hand is looked at after every card of the others."""
    return tuple(chain.from_iterable(_by_suit(mask, trump)))


def _by_suit(mask: int, trump: Trump | None) -> list[tuple[Card, ...]]:
    held = tuple([suit for suit, whole in _SUIT_MASKS if mask & whole])
    return [_from_high_to_low(mask & whole, is_trump) for whole, is_trump in _suits_in_order(held, trump)]


@cache
def _from_high_to_low(mask: int, is_trump: bool) -> tuple[Card, ...]:
    """Cards of one suit: there are 255 ways to hold some of it."""
    ranks = _TRUMPS_HIGH_TO_LOW if is_trump else _HIGH_TO_LOW
    return tuple(sorted(Cards.of_mask(mask), key=lambda card: ranks.index(card.rank)))


@cache
def _suits_in_order(held: tuple[Suit, ...], trump: Trump | None) -> tuple[tuple[int, bool], ...]:
    """The masks of these suits as players sort them, and whether each is sorted as trumps are."""
    trumps = None if trump is None else trump.suit
    first = trumps if trumps in held else None
    everywhere = trump is Trump.TOUT_ATOUT
    return tuple((SUIT_CARDS[suit].mask, everywhere or suit is first) for suit in _alternating(held, first))


def _alternating(suits: tuple[Suit, ...], first: Suit | None) -> tuple[Suit, ...]:
    """Red after black and black after red, as far as it goes, beginning with `first` if there is one."""
    order = [first] if first is not None else []
    red = [suit for suit in suits if suit in _RED and suit is not first]
    black = [suit for suit in suits if suit not in _RED and suit is not first]
    while red or black:
        wants_red = order[-1] not in _RED if order else len(red) > len(black)
        order.append((red if red and (wants_red or not black) else black).pop(0))
    return tuple(order)
