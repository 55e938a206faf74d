"""Roem: what lies in the cards of one trick and goes to its winner (KL-4)."""

from __future__ import annotations

from collections.abc import Iterable

from rebelote.card_order import Order
from rebelote.cards import RANKS, SUITS, Card, Cards, Rank
from rebelote.ruleset import Declarations

ROYAL_PAIR = (Rank.QUEEN, Rank.KING)


def roem_of(part: Declarations, order: Order, trick: Iterable[Card]) -> int:
    """The best run or four alike, and king and queen of trumps on top."""
    cards = Cards(trick)
    return max(_fours(part, cards), _runs(part, cards)) + _stuk(part, order, cards)


def _fours(part: Declarations, cards: Cards) -> int:
    ranks = [card.rank for card in cards]
    return max((carre.points for carre in part.carres if ranks.count(carre.rank) == len(SUITS)), default=0)


def _runs(part: Declarations, cards: Cards) -> int:
    longest = max((_longest_run(cards.in_suit(suit)) for suit in SUITS), default=0)
    return max((run.points for run in part.runs if run.length <= longest), default=0)


def _longest_run(cards: Cards) -> int:
    held = {card.rank for card in cards}
    longest = length = 0
    for rank in RANKS:
        length = length + 1 if rank in held else 0
        longest = max(longest, length)
    return longest


def _stuk(part: Declarations, order: Order, cards: Cards) -> int:
    trumps = {card.rank for card in cards if card in order.ruffs}
    return part.stuk if trumps.issuperset(ROYAL_PAIR) else 0
