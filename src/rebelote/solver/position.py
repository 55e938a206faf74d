"""A deal in the middle of its play, every card open; what can't be is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from rebelote import _native
from rebelote.card_order import Trick
from rebelote.cards import NO_CARDS, Card, Cards
from rebelote.errors import RebeloteError
from rebelote.language.text import Said, said
from rebelote.phases.held import Held
from rebelote.phases.obligations import legal_cards
from rebelote.phases.playing import Playing
from rebelote.ruleset import Ruleset, Staircase
from rebelote.solver.play_spec import Counting, PlaySpec
from rebelote.table import Seat, Side


class BadPosition(RebeloteError):
    """Cards, seats or tricks that can't be together: `field` says which. `code` is the referee's word."""

    def __init__(self, message: str | Said, code: str = "inconsistent", *, field: str = "") -> None:
        self.code = code
        self.field = field
        self.said = message
        super().__init__(message)

    def __str__(self) -> str:
        return f"{self.field}: {self.said}" if self.field else str(self.said)


@dataclass(frozen=True)
class Position:
    """A deal in the middle of its play, every card open.

    `hands` are what each may play now, the visible tops of piles included; `piles` name the tops that still
    cover a card, with that card. `tricks` are those already won, by side. Raises BadPosition if it can't be.
    """

    spec: PlaySpec
    hands: Mapping[Seat, Cards]
    leader: Seat
    trick: Trick = ()
    tricks: Mapping[Side, int] = field(default_factory=dict)
    piles: Mapping[Seat, Sequence[tuple[Card, Card]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_position(self)

    def __hash__(self) -> int:
        hands = tuple(self.hands[seat].mask for seat in self.spec.table.order)
        return hash((self.spec, hands, self.leader, self.trick))

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        """The native board is made anew."""
        return Position, (self.spec, self.hands, self.leader, self.trick, self.tricks, self.piles)

    @classmethod
    def of(cls, playing: Playing, counting: Counting | None = None) -> Position:
        """The position of a deal in the engine, all its hands known."""
        held, table = playing.held, playing.rules.table
        piles = {
            seat: tuple((p.top, p.under) for p in row if p.top is not None and p.under is not None)
            for seat, row in held.piles.items()
        }
        leader = playing.trick[0][0] if playing.trick else playing.turn
        assert leader is not None
        return cls(
            PlaySpec(playing.rules, playing.contract.trump, counting),
            {seat: held.playable(seat) | _to_be_turned(held, seat) for seat in table},
            leader,
            playing.trick,
            playing.tricks(),
            piles,
        )

    @cached_property
    def board(self) -> _native.Board:
        """The position as the core has it."""
        return _native.Board(
            self.spec.core,
            [self.hands[seat].mask for seat in self.spec.table.order],
            self.spec.place(self.leader),
            [card.index for _, card in self.trick],
            self.tricks_by_place(),
            [(top.index, under.index) for row in self.piles.values() for top, under in row],
        )

    def tricks_by_place(self) -> list[int]:
        """The tricks won so far as the core counts them: a side's are its first member's."""
        table = self.spec.table
        won = {table.members(side)[0]: number for side, number in self.tricks.items()}
        return [won.get(seat, 0) for seat in table.order]

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return self.spec.table.from_(self.leader)[len(self.trick)]

    @property
    def tricks_left(self) -> int:
        """How many tricks are still to be won, the one on the table included."""
        return self.board.tricks_left

    @property
    def worth_left(self) -> int:
        """All that is still to be taken, the cards on the table included, sweeps apart."""
        return self.board.worth_left

    def legal(self) -> Cards:
        """The cards that may be played now."""
        return Cards.of_mask(self.board.legal())

    def holdings(self) -> dict[Seat, Cards]:
        """Every card that a seat has still to play, covered ones too."""
        return {
            seat: hand | Cards(under for _, under in self.piles.get(seat, ()))
            for seat, hand in self.hands.items()
        }


def _to_be_turned(held: Held, seat: Seat) -> Cards:
    """Cards under those played to this trick, turned only after it: the seat plays none of them before."""
    row = held.piles.get(seat, ())
    return Cards(pile.under for pile in row if pile.top is None and pile.under is not None)


def _check_position(position: Position) -> None:
    table = position.spec.table
    if set(position.hands) != set(table.seats):
        raise BadPosition(said("position_hands", seats=" ".join(table.seats)), field="hands")
    if position.leader not in table.seats:
        known = " ".join(table.seats)
        raise BadPosition(said("position_leader", seat=position.leader, seats=known), field="leader")
    _check_trick(position)
    _check_cards(position)
    _check_counts(position)
    _check_played(position)


def _check_trick(position: Position) -> None:
    table, trick = position.spec.table, position.trick
    if len(trick) >= table.size:
        raise BadPosition(said("position_full_trick", n=len(trick)), field="trick")
    if trick and trick[0][0] != position.leader:
        fault = said("position_led_by", leader=position.leader, seat=trick[0][0])
        raise BadPosition(fault, field="trick")
    for (before, _), (seat, _) in pairwise(trick):
        if seat != table.next(before):
            fault = said("position_turns", before=before, after=table.next(before), seat=seat)
            raise BadPosition(fault, field="trick")


def _check_cards(position: Position) -> None:
    places: dict[Card, str] = {}
    found = [(card, "trick") for _, card in position.trick]
    found += [(card, f"hands.{seat}") for seat, hand in position.hands.items() for card in hand]
    found += [(under, f"piles.{seat}") for seat, row in position.piles.items() for _, under in row]
    for card, place in found:
        if card in places:
            fault = said("position_twice", card=card.text, one=_where(places[card]), other=_where(place))
            raise BadPosition(fault, "duplicate_card", field=place)
        if card not in position.spec.rules.cards:
            raise BadPosition(said("position_no_card", card=card.text), field=place)
        places[card] = place
    for seat, row in position.piles.items():
        tops = [top for top, _ in row]
        if len(set(tops)) != len(tops) or not Cards(tops) <= position.hands.get(seat, NO_CARDS):
            raise BadPosition(said("position_tops", seat=seat), field="piles")


def _where(place: str) -> Said:
    match place.split("."):
        case ["hands", seat]:
            return said("in_hand", seat=seat)
        case ["piles", seat]:
            return said("in_piles", seat=seat)
        case _:
            return said("in_trick")


def _check_counts(position: Position) -> None:
    spec = position.spec
    laid = {seat for seat, _ in position.trick}
    sizes = {seat: len(cards) + (seat in laid) for seat, cards in position.holdings().items()}
    left = sizes[position.leader]
    for seat, size in sizes.items():
        if size != left:
            fault = said("position_sizes", seat=seat, n=size, leader=position.leader, left=left)
            raise BadPosition(fault, field="hands")
    if left == 0:
        raise BadPosition(said("position_no_cards"), field="hands")
    for side, number in position.tricks.items():
        if side not in spec.table.sides or number < 0:
            raise BadPosition(said("position_won", side=side, n=number), field="tricks")
    _check_length(spec.rules, sum(position.tricks.values()), left)


def _check_length(rules: Ruleset, won: int, left: int) -> None:
    match rules.dealing.layout:
        case Staircase(top=top):
            most = top[rules.seating.players]
            if won + left > most:
                raise BadPosition(said("position_most", won=won, left=left, most=most), field="tricks")
        case _:
            if won + left != rules.tricks:
                fault = said("position_length", won=won, left=left, all=rules.tricks)
                raise BadPosition(fault, field="tricks")


def _check_played(position: Position) -> None:
    """The cards on the table were laid by the rules."""
    spec = position.spec
    for n, (seat, card) in enumerate(position.trick):
        hand = position.hands[seat].plus(card)
        if card not in legal_cards(spec.rules.play, spec.order, spec.table, seat, hand, position.trick[:n]):
            held = " ".join(each.text for each in hand)
            raise BadPosition(said("position_laid", seat=seat, card=card.text, held=held), field="trick")
