"""What a card is worth and what beats it, once trump is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import final

from rebelote.cards import PACK, SUIT_CARDS, SUITS, Card, Cards, Suit, Trump
from rebelote.ruleset import CardValues, Scale
from rebelote.table import Seat

Trick = tuple[tuple[Seat, Card], ...]


@final
class Order:
    """The order and points of the 32 cards at one trump.

    `beaten_by[card.index]` holds the cards that take the trick from that card while it is winning.
    """

    __slots__ = ("beaten_by", "is_tout_atout", "points", "ruffs", "suit", "trump", "values")

    def __init__(self, values: CardValues, trump: Trump) -> None:
        self.values = values
        self.trump = trump
        self.is_tout_atout = trump is Trump.TOUT_ATOUT
        self.suit = trump.suit
        self.ruffs = SUIT_CARDS[trump.suit] if trump.suit else Cards()
        scales = {suit: _scale(values, trump, suit) for suit in SUITS}
        self.points = tuple(_points(scales[card.suit], card) for card in PACK)
        self.beaten_by = tuple(self._stronger(scales[card.suit], card) for card in PACK)

    def __eq__(self, other: object) -> bool:
        """The order follows from the values and the trump."""
        return isinstance(other, Order) and (self.values, self.trump) == (other.values, other.trump)

    def __hash__(self) -> int:
        return hash(self.trump)

    def __reduce__(self) -> tuple[object, tuple[CardValues, Trump]]:
        return order_at, (self.values, self.trump)

    def _stronger(self, scale: Scale, card: Card) -> Cards:
        above = scale.order[: scale.order.index(card.rank)]
        same_suit = Cards(Card.of(rank, card.suit) for rank in above)
        return same_suit if card in self.ruffs else same_suit | self.ruffs

    def winner(self, trick: Sequence[tuple[Seat, Card]]) -> tuple[Seat, Card]:
        """Who holds the trick so far, and with what."""
        best = trick[0]
        beaten_by = self.beaten_by[best[1].index].mask
        for play in trick[1:]:
            if play[1].bit & beaten_by:
                best = play
                beaten_by = self.beaten_by[play[1].index].mask
        return best

    def total(self, cards: Iterable[Card]) -> int:
        """The points of these cards."""
        points = self.points
        return sum([points[card.index] for card in cards])

    @property
    def pack_total(self) -> int:
        """The points of all 32 cards."""
        return sum(self.points)


def _scale(values: CardValues, trump: Trump, suit: Suit) -> Scale:
    return values.trump if trump.suit is suit else side_scale(values, trump)


def side_scale(values: CardValues, trump: Trump) -> Scale:
    """The order and points of a suit that is not trump alone: at sans atout and tout atout of every suit."""
    match trump:
        case Trump.SANS_ATOUT:
            return values.sans_atout
        case Trump.TOUT_ATOUT:
            return values.tout_atout
        case _:
            return values.plain


def _points(scale: Scale, card: Card) -> int:
    return scale.points[scale.order.index(card.rank)]


@lru_cache(maxsize=256)
def order_at(values: CardValues, trump: Trump) -> Order:
    """The order at `trump`; computed once for each values part."""
    return Order(values, trump)
