"""What a view lets one infer about the hidden cards: made once a move, each part when it is first asked for.

These are the hard facts, which rule deals out: who could hold what, words said and not said, and the calls
with how things stood before each. How likely the rest is, is for others to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from rebelote import _native
from rebelote.actions import Call
from rebelote.bots.view_facts import seat_of
from rebelote.cards import NO_CARDS, PACK, Cards
from rebelote.phases.belote import companion
from rebelote.phases.buying import start_choosing
from rebelote.phases.choosing import Choosing
from rebelote.phases.held import Held
from rebelote.table import Seat
from rebelote.view import View


class CallMade(NamedTuple):
    """A call, how things stood before it, and what had been said by then."""

    call: Call
    before: Choosing
    said: tuple[Call, ...]


class Inference:
    """What a seat knows for certain. `order` are the seats in the direction of play, `me` its place there."""

    def __init__(self, view: View) -> None:
        held = view.situation.held
        assert held is not None
        self.view = view
        self.rules = view.rules
        self.held: Held = held
        self.seat = seat_of(view)
        self.order = view.rules.table.order
        self.me = self.order.index(self.seat)
        self._could_hold: dict[Seat, Cards] = {}

    # What the engine says

    @cached_property
    def unseen(self) -> Cards:
        """The cards whose place this seat does not see."""
        return self.view.unseen()

    def could_hold(self, seat: Seat) -> Cards:
        """The cards that may be in that hand by all that was played, those known to be there included."""
        found = self._could_hold.get(seat)
        if found is None:
            found = self._could_hold[seat] = self.view.could_hold(seat)
        return found

    # What words add to it

    @cached_property
    def promised(self) -> Mapping[Seat, Cards]:
        """«Belote»: the other card of the pair is in that hand until it is played."""
        promised = dict.fromkeys(self.order, NO_CARDS)
        for each in self.view.observed:
            other = companion(each.card) if each.say == "belote" else None
            if other is not None and other not in self.laid and other not in self.held.playable(each.seat):
                promised[each.seat] = promised[each.seat].plus(other)
        return promised

    @cached_property
    def unplaced(self) -> Cards:
        """The unseen cards that nobody has promised to hold."""
        return self.unseen - Cards(card for cards in self.promised.values() for card in cards)

    @cached_property
    def known(self) -> Mapping[Seat, Cards]:
        """The cards known to be in each hand, seen or promised."""
        return {seat: self.held.hands[seat] | self.promised[seat] for seat in self.order}

    @cached_property
    def hidden(self) -> Mapping[Seat, int]:
        """How many cards of each hand are not known."""
        return {seat: self.held.size(seat) - len(self.known[seat]) for seat in self.order}

    @cached_property
    def spare(self) -> int:
        """How many of the unplaced cards are in no hand: not dealt, or face down under a pile."""
        return len(self.unplaced) - sum(self.hidden.values())

    def may_also_hold(self, seat: Seat) -> Cards:
        """The unplaced cards that may be in that hand beside those known."""
        if not self.hidden[seat]:
            return NO_CARDS
        return (self.could_hold(seat) & self.unplaced) - self._unsaid(seat)

    def _unsaid(self, seat: Seat) -> Cards:
        """Beside piles too: no «belote» where it is said for the players means that the pair was not his."""
        rules, playing = self.rules, self.view.situation.playing
        if playing is None or not self.held.piles or rules.belote is None or not rules.auto:
            return NO_CARDS
        return Cards(
            companion(each.card)
            for each in self.view.observed
            if each.seat == seat and each.card in playing.royals_here and each.say is None
            if rules.belote.said != "king_first"
        )

    def _with_suits_shown(self, choosing: Choosing, number: int) -> Choosing:
        """As it was before that call: a suit more is offered by lot each time that everybody has passed."""
        shown = tuple(dict.fromkeys(self.view.situation.offered))
        return replace(choosing, offered=shown[: number // len(self.order) + 1]) if shown else choosing

    # What follows from both

    def worlds(self) -> _native.Worlds | None:
        """The deals of the unplaced cards, to the seats and at last to nobody; None where there is none."""
        room = [*(self.hidden[seat] for seat in self.order), self.spare]
        if min(room) < 0:
            return None
        free = 1 << len(self.order) if self.spare else 0
        could = [self.may_also_hold(seat) for seat in self.order]
        holders = [
            sum(1 << n for n, cards in enumerate(could) if card in cards) | free
            if card in self.unplaced
            else 0
            for card in PACK
        ]
        if any(not holders[card.index] for card in self.unplaced):
            return None
        worlds = _native.Worlds(holders, room)
        return worlds if worlds.count else None

    @cached_property
    def laid(self) -> Cards:
        """Every card played in this deal."""
        return Cards(each.card for each in self.view.observed)

    def laid_by(self, seat: Seat) -> Cards:
        return Cards(each.card for each in self.view.observed if each.seat == seat)

    def owned(self, seat: Seat) -> Cards:
        """All that the seat is known to have had at the first lead, or to have now."""
        return self.playable(seat) | self.laid_by(seat)

    def playable(self, seat: Seat) -> Cards:
        """The cards that the seat is known to be able to play, the tops of its piles included."""
        return self.known[seat] | self.held.playable(seat)

    @cached_property
    def calls(self) -> tuple[CallMade, ...]:
        """Every call of this deal."""
        situation = self.view.situation
        choosing = start_choosing(
            self.rules,
            situation.dealer,
            turned=situation.turned,
            barred_side=situation.may_not_take,
            totals=situation.totals,
        )
        made = []
        for number, call in enumerate(self.view.calls):
            choosing = self._with_suits_shown(choosing, number)
            made.append(CallMade(call, choosing, self.view.calls[:number]))
            choosing = choosing.apply(call)
        return tuple(made)
