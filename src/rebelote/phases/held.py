"""What the seats hold: hands, hidden cards, piles."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rebelote.cards import NO_CARDS, Card, Cards
from rebelote.events import Discarded, PileDealt
from rebelote.table import Seat, Table

replace = msgspec.structs.replace


class Pile(msgspec.Struct, frozen=True, gc=False):
    """A pile before a player. `covers`: a card still lies face down under the top one."""

    top: Card | None
    under: Card | None
    covers: bool


class Held(msgspec.Struct, frozen=True, gc=False):
    """What the seats hold. `hidden` counts the cards of a hand that the reader can't see."""

    hands: Mapping[Seat, Cards]
    hidden: Mapping[Seat, int]
    piles: Mapping[Seat, tuple[Pile, ...]]

    def size(self, seat: Seat) -> int:
        """Cards in the hand, seen or not."""
        return len(self.hands[seat]) + self.hidden[seat]

    def playable(self, seat: Seat) -> Cards:
        """The hand and the tops of one's piles."""
        hand = self.hands[seat]
        if not self.piles:
            return hand
        return hand | Cards(pile.top for pile in self.piles[seat] if pile.top is not None)

    @classmethod
    def empty(cls, table: Table) -> Held:
        return cls(dict.fromkeys(table.seats, NO_CARDS), dict.fromkeys(table.seats, 0), {})

    def add(self, hands: Mapping[Seat, tuple[Card, ...]], hidden: Mapping[Seat, int]) -> Held:
        known, unseen = dict(self.hands), dict(self.hidden)
        for seat, cards in hands.items():
            known[seat] |= Cards(cards)
        for seat, count in hidden.items():
            unseen[seat] += count
        return Held(known, unseen, self.piles)

    def lay_piles(self, piles: Mapping[Seat, tuple[PileDealt, ...]]) -> Held:
        laid = {seat: tuple(Pile(p.top, p.under, covers=True) for p in row) for seat, row in piles.items()}
        return replace(self, piles=laid)

    def give(self, seat: Seat, card: Card) -> Held:
        """A card that everybody sees goes into a hand."""
        return replace(self, hands={**self.hands, seat: self.hands[seat].plus(card)})

    def without(self, seat: Seat, card: Card) -> Held:
        hand = self.hands[seat]
        if hand.mask & card.bit:
            return Held({**self.hands, seat: hand.without(card)}, self.hidden, self.piles)
        if self.piles and (place := self.pile_of(seat, card)) is not None:
            row = list(self.piles[seat])
            row[place] = replace(row[place], top=None)
            return replace(self, piles={**self.piles, seat: tuple(row)})
        return Held(self.hands, {**self.hidden, seat: self.hidden[seat] - 1}, self.piles)

    def with_hand(self, seat: Seat, hand: Cards) -> Held:
        """The same to a reader who sees this hand whole, and of the others no more."""
        return Held({**self.hands, seat: hand}, {**self.hidden, seat: 0}, self.piles)

    def lay_aside(self, event: Discarded) -> Held:
        """Cards leave a hand, some of them unseen: then nothing is known of that hand any more."""
        seat, hand = event.seat, self.hands[event.seat] - Cards(event.cards)
        if not event.hidden:
            return replace(self, hands={**self.hands, seat: hand})
        hidden = self.size(seat) - len(event.cards) - event.hidden
        return Held({**self.hands, seat: NO_CARDS}, {**self.hidden, seat: hidden}, self.piles)

    def reveal(self, seat: Seat, card: Card) -> Held:
        """A card of the hand becomes known to all."""
        if card in self.playable(seat):
            return self
        return Held(
            {**self.hands, seat: self.hands[seat].plus(card)},
            {**self.hidden, seat: self.hidden[seat] - 1},
            self.piles,
        )

    def pile_of(self, seat: Seat, card: Card) -> int | None:
        return next((n for n, pile in enumerate(self.piles[seat]) if pile.top is card), None)

    def turn_pile(self, seat: Seat, place: int, card: Card) -> Held:
        row = list(self.piles[seat])
        row[place] = Pile(card, None, covers=False)
        return replace(self, piles={**self.piles, seat: tuple(row)})
