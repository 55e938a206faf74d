"""Débutant: a few reflexes. Takes with the jack and company, leads high, wins when it can, else plays low."""

from __future__ import annotations

from rebelote.actions import Bid, Guess, Pass, Take
from rebelote.bots.card_reading import Reading, still_needed
from rebelote.bots.decision import Decision, Reason
from rebelote.bots.inference import Inference
from rebelote.bots.manners import Mannered, weigh_cards
from rebelote.bots.view_facts import seat_of, standing, with_turned
from rebelote.cards import SUIT_CARDS, Card, Cards, Rank, Suit, Trump
from rebelote.view import View

HIGHEST_POINT_BID = 100


class Debutant(Mannered):
    def call(self, view: View) -> Decision:
        legal = view.legal()
        if isinstance(legal[0], Guess):
            return count_on_high_cards(view)
        calls = [call for call in legal if isinstance(call, Take | Bid)]
        if calls and isinstance(legal[0], Bid):
            longest = max(calls, key=lambda call: length_of(view, call.trump))
            return Decision(longest, Reason("longest_suit"))
        silence = Decision(legal[0], Reason("passes"))
        if not isinstance(legal[0], Pass) or not calls or partner_has_called(view):
            return silence
        wanted = next((call for call in calls if self._likes(view, call)), None)
        return silence if wanted is None else Decision(wanted, Reason("good_trumps"))

    def _likes(self, view: View, call: Take | Bid) -> bool:
        suit = call.trump.suit
        if suit is None or not has_good_trumps(with_turned(view), suit):
            return False
        return isinstance(call, Take) or is_modest(view, call)

    def play(self, view: View) -> Decision:
        reading = Reading(Inference(view))
        return weigh_cards(
            view, reading.legal, lambda card: liking(reading, card), lambda card: why(reading, card)
        )


# Calling


def partner_has_called(view: View) -> bool:
    contract = standing(view)
    return contract is not None and contract.side == view.rules.table.side(seat_of(view))


def has_good_trumps(cards: Cards, suit: Suit) -> bool:
    """The jack with two more, or the jack and the nine."""
    trumps = cards.in_suit(suit)
    jack, nine = Card.of(Rank.JACK, suit) in trumps, Card.of(Rank.NINE, suit) in trumps
    return jack and (len(trumps) >= 3 or nine)


def length_of(view: View, trump: Trump) -> int:
    """How many trumps one has, in one's hand and turned up."""
    return 0 if trump.suit is None else len(with_turned(view).in_suit(trump.suit))


def is_modest(view: View, call: Bid) -> bool:
    """A low bid, whatever the hand: tricks that one can see, or up to 100 points."""
    if not isinstance(call.value, int):
        return call.value is None
    if view.rules.counts_tricks:
        return call.value <= view.rules.tricks // 2
    return view.rules.call_points(call.value) <= HIGHEST_POINT_BID


def count_on_high_cards(view: View) -> Decision:
    """Escalier: one trick for each high trump and each ace."""
    turned, legal = view.situation.turned, view.legal()
    assert turned is not None
    trump = Trump(turned.suit.value)
    count = sum(_is_high(card, trump) for card in view.hand)
    guess = min(legal, key=lambda call: _gap(call, count))
    return Decision(guess, Reason("guesses", {"tricks": count}))


def _is_high(card: Card, trump: Trump) -> bool:
    return card.rank in (Rank.JACK, Rank.NINE, Rank.ACE) if card.suit is trump.suit else card.rank is Rank.ACE


def _gap(call: object, wanted: int) -> int:
    assert isinstance(call, Guess)
    return abs(call.tricks - wanted)


# Playing


def liking(reading: Reading, card: Card) -> float:
    """Lead high; win with the highest; give nothing away otherwise."""
    height = -float((reading.order.beaten_by[card.index] & SUIT_CARDS[card.suit]).mask.bit_count())
    if still_needed(reading) <= 0:
        return -height if not reading.takes_trick(card) else height - 10
    if reading.leads:
        return height
    if reading.takes_trick(card) and not reading.partner_holds:
        return 100 + height
    return -float(reading.points(card)) - (5 if reading.is_trump(card) else 0) + height / 10


def why(reading: Reading, card: Card) -> Reason:
    if reading.leads:
        return Reason("leads_high")
    if reading.partner_holds:
        return Reason("leaves_partner")
    return Reason("tries_to_take" if reading.takes_trick(card) else "keeps_points")
