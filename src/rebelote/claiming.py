"""«Le reste est à moi»: is one seat certain, by what it knows, of every trick that is left?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rebelote.actions import Play
from rebelote.card_order import Order
from rebelote.cards import SUIT_CARDS, SUITS, Card, Cards, Suit
from rebelote.phases.playing import Playing
from rebelote.ruleset import Ruleset
from rebelote.situation import Situation
from rebelote.table import Seat
from rebelote.view import View

FEWEST: Final = 2
"""A single card needs no claim."""
SETTLED: Final = 2
"""Tricks after which nobody has a declaration to show any more."""


def claim(view: View) -> tuple[Card, ...] | None:
    """The seat's cards in an order in which each takes its trick; None where that is not certain.

    Offered only to who leads, and only where nothing that others say or hold can change the score then.
    """
    playing = view.situation.phase
    if not isinstance(playing, Playing) or playing.trick or playing.turn != view.seat:
        return None
    hand = view.hand
    if len(hand) < FEWEST or not _may_claim(view.rules, playing):
        return None
    unseen = view.rules.cards - hand - playing.laid_cards()
    order = winning_order(playing.order, hand, unseen)
    return order if order is not None and _may_play_all(view) else None


def winning_order(order: Order, hand: Cards, unseen: Cards) -> tuple[Card, ...] | None:
    """Cards that win every trick when led in this order, whoever holds the unseen ones and plays them how.

    The worst hand there can be against a suit holds all that is unseen of it and follows with its lowest: it
    loses one card a lead and keeps its highest to the end. Trumps go first; side suits are safe once the
    worst hand has none left.
    """
    for suit in SUITS:
        if not _wins_all(order, hand, unseen, suit):
            return None
    trumps = hand & order.ruffs
    if len(trumps) < min(len(unseen & order.ruffs), len(hand)):
        return None
    return (*_high_to_low(order, trumps), *_high_to_low(order, hand - trumps))


def claimed_play(now: Situation, claimer: Seat, order: Sequence[Card]) -> Play | None:
    """The next card after a claim: the claimer's in this order, any of the others'; None at the end.

    A belote is said: nobody loses one by not being asked.
    """
    playing = now.phase
    if not isinstance(playing, Playing) or playing.turn is None:
        return None
    plays = [action for action in now.legal(playing.turn) if isinstance(action, Play)]
    if playing.turn == claimer:
        wanted = next(card for card in order if card in playing.held.hands[claimer])
        plays = [play for play in plays if play.card == wanted]
    return max(plays, key=lambda play: play.say is not None, default=None)


def _may_claim(rules: Ruleset, playing: Playing) -> bool:
    """Can't what others say or hold change the score?"""
    return (
        rules.strict
        and rules.roem is None
        and rules.play.leads == "any"
        and (rules.declarations is None or len(playing.won) >= SETTLED)
        and not (playing.blind or playing.held.piles)
    )


def _may_play_all(view: View) -> bool:
    """Is there nothing to do but to play a card, any card of the hand?"""
    legal = view.legal()
    plays = [action for action in legal if isinstance(action, Play)]
    return len(plays) == len(legal) and Cards(play.card for play in plays) == view.hand


def _wins_all(order: Order, hand: Cards, unseen: Cards, suit: Suit) -> bool:
    """As many of its cards as the others hold are beaten by none of theirs: those are the highest."""
    theirs = unseen.mask & SUIT_CARDS[suit].mask
    if not theirs:
        return True
    mine = hand & SUIT_CARDS[suit]
    unbeaten = [card for card in mine if not theirs & order.beaten_by[card.index].mask]
    return len(unbeaten) >= min(len(mine), theirs.bit_count())


def _high_to_low(order: Order, cards: Cards) -> tuple[Card, ...]:
    """Suit by suit, the strongest of each first."""
    return tuple(sorted(cards, key=lambda card: (card.suit, len(order.beaten_by[card.index]))))
