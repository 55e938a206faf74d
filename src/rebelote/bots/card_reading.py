"""What a careful player reads from his view during the play: who may hold what, who will win the trick.

Chances are a player's, not a statistician's: a card that several hidden hands could hold is in each of them
in proportion to its hidden cards.
"""

from __future__ import annotations

from functools import cached_property
from math import prod

from rebelote.bots.inference import Inference
from rebelote.cards import SUIT_CARDS, Card, Cards, Suit
from rebelote.phases.playing import Playing
from rebelote.table import Seat

HELPFUL = 0.8
"""How far one may count on a partner who has still to play."""
ANY_NUMBER = 99
"""Where nobody guesses, one always needs one trick more."""


class Reading:
    """The trick, the hand and the others' possible cards, for the seat whose turn it is."""

    def __init__(self, inference: Inference) -> None:
        view = inference.view
        playing = view.situation.playing
        assert isinstance(playing, Playing)
        self.inference = inference
        self.view = view
        self.rules = view.rules
        self.playing = playing
        self.seat = inference.seat
        self.table = view.rules.table
        self.side = self.table.side(self.seat)
        self.order = playing.order
        self.trick = playing.trick
        self.held = playing.held
        self.hand = playing.held.playable(self.seat)
        self.legal = playing.legal_cards(self.seat)
        self.partners = tuple(seat for seat in self.table.members(self.side) if seat != self.seat)
        self.opponents = self.table.opponents(self.side)
        self.others = tuple(seat for seat in self.table if seat != self.seat)
        self._could: dict[Seat, int] = {}
        self._chances: dict[tuple[Seat, int], float] = {}

    # The contract

    @property
    def we_took(self) -> bool:
        return self.playing.contract.side == self.side

    @property
    def counts_tricks(self) -> bool:
        return self.rules.counts_tricks

    # The trick

    @property
    def leads(self) -> bool:
        return not self.trick

    @cached_property
    def to_play(self) -> tuple[Seat, ...]:
        """Those who play after me to this trick."""
        played = {seat for seat, _ in self.trick}
        return tuple(seat for seat in self.table.after(self.seat)[:-1] if seat not in played)

    @property
    def is_last_trick(self) -> bool:
        return len(self.playing.won) + 1 == self.playing.length

    @property
    def partner_holds(self) -> bool:
        return bool(self.trick) and self.table.side(self.order.winner(self.trick)[0]) == self.side

    @cached_property
    def points_lying(self) -> int:
        return self.order.total(card for _, card in self.trick)

    def points(self, card: Card) -> int:
        return self.order.points[card.index]

    def is_trump(self, card: Card) -> bool:
        return card in self.order.ruffs

    def takes_trick(self, card: Card) -> bool:
        """Does the card hold the trick when it is laid?"""
        return self.order.winner((*self.trick, (self.seat, card)))[0] == self.seat

    # The cards of the others

    @property
    def unseen(self) -> Cards:
        return self.inference.unseen

    @cached_property
    def _nowhere(self) -> int:
        """Unseen cards that are in nobody's hand: not dealt, or face down under a pile."""
        return len(self.unseen) - sum(self.held.hidden[seat] for seat in self.others)

    def could(self, seat: Seat) -> int:
        """The cards that may be in reach of that seat, as a mask: its piles included."""
        found = self._could.get(seat)
        if found is None:
            found = self._could[seat] = self.inference.could_hold(seat).mask | self.held.playable(seat).mask
        return found

    def theirs(self, suit: Suit) -> Cards:
        """The cards of a suit that an opponent may hold."""
        mask = 0
        for seat in self.opponents:
            mask |= self.could(seat)
        return Cards.of_mask(mask & SUIT_CARDS[suit].mask)

    def chance_of(self, seat: Seat, card: Card) -> float:
        """How likely that seat holds the card."""
        key = (seat, card.index)
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = self._chance_of(seat, card)
        return found

    def _chance_of(self, seat: Seat, card: Card) -> float:
        if not self.could(seat) & card.bit:
            return 0.0
        if card in self.held.playable(seat):
            return 1.0
        hidden = self.held.hidden
        places = sum(hidden[other] for other in self.others if self.could(other) & card.bit)
        return hidden[seat] / (places + self._nowhere)

    def chance_of_any(self, seat: Seat, mask: int) -> float:
        """How likely that seat holds at least one of these."""
        return 1.0 - prod(1.0 - self.chance_of(seat, card) for card in Cards.of_mask(mask & self.could(seat)))

    def chance_to_beat(self, seat: Seat, best: Card, led: Suit) -> float:
        """How likely that seat, still to play, can take the trick from `best`."""
        above = self.order.beaten_by[best.index].mask
        in_suit = SUIT_CARDS[led].mask
        higher = self.chance_of_any(seat, above & in_suit)
        ruffs = above & self.order.ruffs.mask & ~in_suit
        if not ruffs or not self.could(seat) & ruffs:
            return higher
        void = 1.0 - self.chance_of_any(seat, in_suit)
        return higher + void * self.chance_of_any(seat, ruffs)

    def chance_we_win(self, card: Card) -> float:
        """How likely our side takes this trick if I play the card."""
        holder, best = self.order.winner((*self.trick, (self.seat, card)))
        led = self.trick[0][1].suit if self.trick else card.suit
        ours = 1.0 if self.table.side(holder) == self.side else 0.0
        for seat in self.to_play:
            beats = self.chance_to_beat(seat, best, led)
            ours = ours + (1.0 - ours) * beats * HELPFUL if seat in self.partners else ours * (1.0 - beats)
        return ours

    # Masters and trumps

    def is_master(self, card: Card) -> bool:
        """Can no opponent beat it in its own suit?"""
        return not self.order.beaten_by[card.index].mask & self.theirs(card.suit).mask & ~self._ruffs_on(card)

    def _ruffs_on(self, card: Card) -> int:
        return 0 if self.is_trump(card) else self.order.ruffs.mask

    @cached_property
    def trumps(self) -> Cards:
        """My trumps; none at sans atout and tout atout."""
        return self.hand & self.order.ruffs

    @cached_property
    def their_trumps(self) -> float:
        """How many trumps the opponents hold, as far as one can tell."""
        return sum(self.chance_of(seat, card) for seat in self.opponents for card in self.order.ruffs)

    def plain_suit(self, card: Card) -> Cards:
        return self.hand.in_suit(card.suit)


def still_needed(reading: Reading) -> int:
    """Tricks that one lacks to the number that one said."""
    guesses = reading.view.situation.guesses
    if not guesses:
        return ANY_NUMBER
    return guesses[reading.side] - reading.playing.tricks()[reading.side]
