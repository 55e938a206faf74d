"""The deals of hidden cards that agree with what is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import final

from rebelote import _native
from rebelote.card_order import Trick
from rebelote.cards import NO_CARDS, PACK, Cards
from rebelote.solver.play_spec import PlaySpec
from rebelote.solver.position import BadPosition, Position
from rebelote.table import Seat, Side

NO_DEAL = "hidden cards: no deal agrees with what is known"


@final
class Worlds:
    """The deals of the hidden cards that agree with what is known, each equally likely.

    `could_hold` gives the hidden cards that a seat may have, `sizes` how many of them it has; `spare` cards
    are held by nobody. The consistent deals are counted, so drawing one never fails and never takes long.
    """

    __slots__ = ("core", "seats")

    def __init__(self, could_hold: Mapping[Seat, Cards], sizes: Mapping[Seat, int], spare: int = 0) -> None:
        self.seats = tuple(could_hold)
        hidden = Cards.of_mask(0)
        for cards in could_hold.values():
            hidden = hidden | cards
        places = [*(could_hold[seat] for seat in self.seats), *([hidden] if spare else [])]
        room = [*(sizes.get(seat, 0) for seat in self.seats), *([spare] if spare else [])]
        holders = [sum(1 << n for n, cards in enumerate(places) if card in cards) for card in PACK]
        try:
            self.core = _native.Worlds(holders, room)
        except ValueError as error:
            raise BadPosition(f"hidden cards: {error}") from None

    @property
    def count(self) -> int:
        """How many deals there are."""
        return self.core.count

    def deal(self, number: int, *, seed: int) -> list[dict[Seat, Cards]]:
        """That many deals, drawn at random and independently."""
        if not self.count:
            raise BadPosition(NO_DEAL)
        return [
            {seat: Cards.of_mask(mask) for seat, mask in zip(self.seats, world, strict=False)}
            for world in self.core.deal(number, seed)
        ]


def deal_worlds(
    could_hold: Mapping[Seat, Cards], sizes: Mapping[Seat, int], number: int, *, seed: int, spare: int = 0
) -> list[dict[Seat, Cards]]:
    """Deals of hidden cards, uniformly over those that agree with who could hold what."""
    return Worlds(could_hold, sizes, spare).deal(number, seed=seed)


@dataclass(frozen=True)
class HiddenPosition:
    """A deal in the middle of its play of which some cards are hidden, all of them held by somebody.

    `hands` are the cards known to be held, `could_hold` the hidden ones that a seat may have besides. Each
    seat has as many hidden cards as it lacks for the `tricks_left`.
    """

    spec: PlaySpec
    hands: Mapping[Seat, Cards]
    could_hold: Mapping[Seat, Cards]
    leader: Seat
    tricks_left: int
    trick: Trick = ()
    tricks: Mapping[Side, int] = field(default_factory=dict)

    def known(self, seat: Seat) -> Cards:
        """The cards that are known to be in that hand."""
        return self.hands.get(seat, NO_CARDS)

    def worlds(self) -> Worlds:
        """The deals of the hidden cards. Raises BadPosition if there is none."""
        order, laid = self.spec.table.order, {seat for seat, _ in self.trick}
        sizes = {seat: self.tricks_left - (seat in laid) - len(self.known(seat)) for seat in order}
        worlds = Worlds({seat: self.could_hold.get(seat, NO_CARDS) for seat in order}, sizes)
        if not worlds.count:
            raise BadPosition(NO_DEAL)
        return worlds

    def dealt(self, world: Mapping[Seat, Cards]) -> Position:
        """The position with the hidden cards dealt so."""
        hands = {seat: self.known(seat) | world[seat] for seat in self.spec.table.order}
        return Position(self.spec, hands, self.leader, self.trick, self.tricks)
