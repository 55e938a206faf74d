"""Belote and rebelote: who may say which word, and whose pair counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from rebelote.actions import Word
from rebelote.card_order import Order
from rebelote.cards import NO_CARDS, SUITS, Card, Cards, Rank, Suit
from rebelote.ruleset import Belote
from rebelote.table import Seat


class Royal(msgspec.Struct, frozen=True, gc=False):
    """A king or queen of trump that was played, with what was said."""

    seat: Seat
    card: Card
    say: Word | None


def royal_cards(belote: Belote | None, order: Order) -> Cards:
    """The kings and queens that can make a belote at this trump."""
    if belote is None:
        return NO_CARDS
    everywhere = order.is_tout_atout and belote.at_tout_atout
    suits = [suit for suit in SUITS if everywhere or suit is order.suit]
    return Cards(Card.of(rank, suit) for suit in suits for rank in (Rank.KING, Rank.QUEEN))


def companion(card: Card) -> Card:
    """The queen for a king, the king for a queen."""
    return Card.of(Rank.QUEEN if card.rank is Rank.KING else Rank.KING, card.suit)


def words_for(belote: Belote, seat: Seat, card: Card, own: Cards, royals: Iterable[Royal]) -> Word | None:
    """The word that may go with this king or queen, if its companion is one's own too."""
    other = companion(card)
    first = next((royal for royal in royals if royal.card is other and royal.seat == seat), None)
    if first is not None:
        return _SECOND_WORD[belote.said]
    king_first = belote.said == "king_first" and card.rank is not Rank.KING
    if other not in own or belote.said == "second" or king_first:
        return None
    return "belote"


_SECOND_WORD: Final[Mapping[str, Word | None]] = {
    "both": "rebelote",
    "king_first": "rebelote",
    "held": "rebelote",
    "first": None,
    "second": "belote",
}


def may_be_said(belote: Belote, order: Order, led: Suit | None, card: Card) -> bool:
    """At tout atout, some say it only with a card of the suit that was led (BG-5.3)."""
    return not (belote.led and order.is_tout_atout and led is not None and card.suit is not led)


def automatic_word(
    belote: Belote, seat: Seat, card: Card, own: Cards, royals: tuple[Royal, ...]
) -> Word | None:
    """What is said for the player. A «rebelote» needs its «belote», unless no word is needed at all."""
    word = words_for(belote, seat, card, own, royals)
    if word == "rebelote" and belote.said != "held" and not _first_was_said(seat, card, royals):
        return None
    return word


def _first_was_said(seat: Seat, card: Card, royals: Iterable[Royal]) -> bool:
    other = companion(card)
    return any(r.card is other and r.seat == seat and r.say == "belote" for r in royals)


def pairs(royals: tuple[Royal, ...]) -> list[tuple[Royal, Royal]]:
    """The kings and queens of one suit played by one seat, in the order played."""
    return [
        (first, second)
        for n, first in enumerate(royals)
        for second in royals[n + 1 :]
        if second.card is companion(first.card) and second.seat == first.seat
    ]


def forgotten_rebelotes(royals: tuple[Royal, ...]) -> list[tuple[Seat, Suit]]:
    """Who said «belote» and forgot «rebelote», and in which suit."""
    return [
        (first.seat, first.card.suit)
        for first, second in pairs(royals)
        if first.say == "belote" and second.say is None
    ]


def counts(belote: Belote, first: Royal, second: Royal, *, forgiven: bool) -> bool:
    """Does this pair bring its bonus?"""
    match belote.said:
        case "held":
            return True
        case "first":
            return first.say == "belote"
        case "second":
            return second.say == "belote"
        case "both" | "king_first":
            in_order = belote.said == "both" or first.card.rank is Rank.KING
            return in_order and first.say == "belote" and (second.say == "rebelote" or forgiven)
