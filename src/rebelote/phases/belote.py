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


class Royal(msgspec.Struct, frozen=True):
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


def words_for(
    belote: Belote, seat: Seat, card: Card, own: Cards, royals: Iterable[Royal], *, led: bool
) -> Word | None:
    """The word that may go with this king or queen, if its companion is one's own too.

    `led`: is it played to a trick of its own suit, or at a trump at which that does not matter?
    """
    other = companion(card)
    first = next((royal for royal in royals if royal.card is other and royal.seat == seat), None)
    if first is not None:
        return _WITH_THE_SECOND.get(belote.said, "rebelote")
    if other not in own or belote.said == "second" or (belote.led_only and not led):
        return None
    return None if belote.said == "king_first" and card.rank is not Rank.KING else "belote"


_WITH_THE_SECOND: Final[Mapping[str, Word | None]] = {"first": None, "second": "belote"}


def automatic_word(
    belote: Belote, seat: Seat, card: Card, own: Cards, royals: tuple[Royal, ...], *, led: bool
) -> Word | None:
    """What is said for the player. A «rebelote» needs its «belote», unless no word is needed at all."""
    word = words_for(belote, seat, card, own, royals, led=led)
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
    if belote.said in ("held", "first", "second"):
        spoken = first if belote.said == "first" else second
        return belote.said == "held" or spoken.say == "belote"
    said = first.say == "belote" and (second.say == "rebelote" or forgiven)
    in_order = belote.said != "king_first" or first.card.rank is Rank.KING
    return said and in_order
