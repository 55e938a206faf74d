"""Which cards a taker lays aside: their points are his, so tens that would be lost go first."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from rebelote.actions import Discard
from rebelote.bots.decision import Decision, Reason
from rebelote.bots.view_facts import seat_of
from rebelote.card_order import Order, order_at
from rebelote.cards import Card, Cards, Rank
from rebelote.view import View

KEEPS: Final = 100
"""A card that will win tricks is kept before all others."""
VOID: Final = 6
"""To be void in a suit lets one ruff: about as good as so many points laid aside."""


def likeliest_losers(view: View) -> Decision:
    """What to lay aside, by `cards_to_lay_aside`."""
    contract = view.contract
    assert contract is not None
    order = order_at(view.rules.card_values, contract.trump)
    cards = cards_to_lay_aside(view.hand, view.rules.discards, order)
    return Decision(Discard(seat_of(view), tuple(cards)), Reason("discards"))


def cards_to_lay_aside(hand: Cards, number: int, order: Order) -> Cards:
    """The likeliest losers with the most points in them, rather whole suits than parts."""
    worth = {card: order.points[card.index] - KEEPS * _wins(hand, card, order) for card in hand}
    lengths = {suit: len(hand.in_suit(suit)) for suit in {card.suit for card in hand}}

    def total(cards: tuple[Card, ...]) -> int:
        suits = [card.suit for card in cards]
        emptied = sum(suits.count(suit) == lengths[suit] for suit in set(suits))
        return sum(worth[card] for card in cards) + VOID * emptied

    return Cards(max(combinations(hand, number), key=total))


def _wins(hand: Cards, card: Card, order: Order) -> bool:
    """Trumps, aces, and tens beside their ace."""
    if card.suit is order.suit or card.rank is Rank.ACE:
        return True
    return card.rank is Rank.TEN and Card.of(Rank.ACE, card.suit) in hand
