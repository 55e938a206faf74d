"""Which cards may be played, and who takes a trick."""

from __future__ import annotations

from rebelote.card_order import Trick, order_at
from rebelote.cards import NO_CARDS, SUIT_CARDS, Card, Cards
from rebelote.phases.obligations import refusals
from rebelote.phases.roem import roem_of
from rebelote.referee.players import card_seats, table_for
from rebelote.referee.questions import Fields, read_cards
from rebelote.referee.replies import Answer
from rebelote.ruleset import Auction, Ruleset
from rebelote.table import Seat


def legal(rules: Ruleset, fields: Fields) -> Answer:
    """Which cards of a hand may be played, and which clause forbids the others."""
    trump = fields.trump()
    seats = card_seats(rules)
    seat = Seat(fields.one_of("seat", seats))
    hand_texts = fields.texts("hand")
    laid = fields.pairs("trick", seats)
    has_bar = bool(rules.play.cites.barred) and fields.given("barred")
    barred = SUIT_CARDS[fields.suit("barred")] if has_bar else NO_CARDS
    closed = _is_closed(rules, fields)
    cards = read_cards(*hand_texts, *(text for _, text in laid))
    hand = cards[: len(hand_texts)]
    trick = _trick(laid, cards[len(hand_texts) :])
    table = table_for(rules, [*(who for who, _ in trick), seat], complete=False)
    order = order_at(rules.card_values, trump)
    rules = rules.as_played(closed=closed)
    refused = refusals(rules.play, order, table, seat, Cards(hand), trick, barred)
    return {
        "legal": [card.text for card in hand if card not in refused],
        "illegal": {card.text: refused[card] for card in hand if card in refused},
    }


def _is_closed(rules: Ruleset, fields: Fields) -> bool:
    """After a closed double no trump is led, where there are such doubles (BA-2.3)."""
    choice = rules.trump_choice
    may_be = isinstance(choice, Auction) and any(double.closed for double in choice.ladder)
    return may_be and fields.has("closed") and bool(fields.one_of("closed", (False, True)))


def who_wins(rules: Ruleset, fields: Fields) -> Answer:
    """Who takes a trick, and what lies in it."""
    trump = fields.trump()
    laid = fields.pairs("trick", card_seats(rules))
    trick = _trick(laid, read_cards(*(text for _, text in laid)))
    table_for(rules, [who for who, _ in trick], complete=True)
    order = order_at(rules.card_values, trump)
    winner, _ = order.winner(trick)
    cards = [card for _, card in trick]
    roem = {"roem": roem_of(rules.roem, order, cards)} if rules.roem is not None else {}
    return {"winner": winner, "points": order.total(cards), **roem}


def _trick(laid: list[tuple[str, str]], cards: tuple[Card, ...]) -> Trick:
    return tuple((Seat(who), card) for (who, _), card in zip(laid, cards, strict=True))
