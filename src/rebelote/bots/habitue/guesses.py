"""Escalier: how many tricks a hand will take alone, and playing to the number that one said."""

from __future__ import annotations

from collections.abc import Mapping

from rebelote.actions import Guess
from rebelote.bots.card_reading import Reading, still_needed
from rebelote.bots.decision import Candidate, Decision, Reason
from rebelote.bots.manners import weigh_cards
from rebelote.bots.view_facts import seat_of
from rebelote.card_order import Order, order_at
from rebelote.cards import SUIT_CARDS, Card, Cards, Trump
from rebelote.table import Seat
from rebelote.view import View

# Saying a number


def say_a_number(view: View) -> Decision:
    """The legal number nearest to what one expects."""
    expected = expected_blind(view) if view.situation.blind else expected_tricks(view)
    candidates = [
        Candidate(call, -abs(call.tricks - expected)) for call in view.legal() if isinstance(call, Guess)
    ]
    ranked = tuple(sorted(candidates, key=lambda each: -each.value))
    key = "guesses_blind" if view.situation.blind else "guesses"
    return Decision(ranked[0].action, Reason(key, {"tricks": round(expected)}), ranked)


def expected_tricks(view: View) -> float:
    """Each card by the chance that nobody holds a better one, given how many cards are out."""
    order, pack = _order(view), view.rules.cards
    hand, players = view.hand, view.rules.table.size
    dealt = len(hand) * (players - 1)
    share = dealt / (len(pack) - len(hand) - 1)
    return sum(_wins_alone(order, pack, hand, card, share) for card in hand)


def _wins_alone(order: Order, pack: Cards, hand: Cards, card: Card, share: float) -> float:
    """The chance that no stronger card of the suit is dealt; a plain card must also escape a ruff."""
    suit = pack.in_suit(card.suit)
    above = order.beaten_by[card.index] & suit
    master = (1.0 - share) ** len(above - hand)
    if card in order.ruffs:
        return max(master, 0.35 if len(hand & order.ruffs) <= len(hand) / 2 else 0.5)
    length = len(hand.in_suit(card.suit))
    others = len(suit) - length
    return master * min(1.0, 0.25 + 0.6 * share * others / 3)


def expected_blind(view: View) -> float:
    """One card that only the others see: how likely an unknown card beats all of theirs."""
    held, order, seat = view.situation.held, _order(view), seat_of(view)
    assert held is not None
    turn = view.rules.table.after(view.situation.dealer)
    unknown = view.rules.cards - Cards(card for cards in held.hands.values() for card in cards)
    turned = view.situation.turned
    mine = unknown if turned is None else unknown.without(turned)
    wins = sum(_would_win(order, turn, seat, card, held.hands) for card in mine)
    return wins / len(mine)


def _would_win(
    order: Order, turn: tuple[Seat, ...], seat: Seat, card: Card, hands: Mapping[Seat, Cards]
) -> bool:
    trick = [(other, card if other == seat else next(iter(hands[other]))) for other in turn]
    return order.winner(trick)[0] == seat


def _order(view: View) -> Order:
    turned = view.situation.turned
    assert turned is not None
    return order_at(view.rules.card_values, Trump(turned.suit.value))


# Playing to it


def play_to_the_number(reading: Reading) -> Decision:
    wants = still_needed(reading) > 0
    return weigh_cards(
        reading.view,
        reading.legal,
        (lambda card: _to_win(reading, card)) if wants else (lambda card: _to_lose(reading, card)),
        lambda _: Reason("wants_trick" if wants else "avoids_trick"),
    )


def _to_win(reading: Reading, card: Card) -> float:
    """Win now if it is cheap or sure, and keep the winners that one will need."""
    left = reading.playing.length - len(reading.playing.won)
    hurry = still_needed(reading) / left
    now, power = reading.chance_we_win(card), _power(reading, card)
    spare = now - (1.0 - hurry) * power
    return spare if now > 0.25 or reading.leads else hurry * power - power


def _to_lose(reading: Reading, card: Card) -> float:
    """Lose the trick, and get rid of the card most likely to win a later one."""
    return _power(reading, card) - 3.0 * reading.chance_we_win(card)


def _power(reading: Reading, card: Card) -> float:
    above = reading.order.beaten_by[card.index] & SUIT_CARDS[card.suit] & (reading.unseen | reading.hand)
    base = 0.5 if reading.is_trump(card) else 0.0
    return base + 0.5 / (1 + len(above))
