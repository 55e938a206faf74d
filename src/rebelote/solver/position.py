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
from rebelote.phases.held import Held
from rebelote.phases.obligations import legal_cards
from rebelote.phases.playing import Playing
from rebelote.ruleset import Ruleset, Staircase
from rebelote.solver.play_spec import Counting, PlaySpec
from rebelote.table import Seat, Side


class BadPosition(RebeloteError):
    """Cards, seats or tricks that can't be together. `code` is the referee's word for it."""

    def __init__(self, message: str, code: str = "inconsistent") -> None:
        self.code = code
        super().__init__(message)


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
        return self.spec.table.from_(self.leader)[len(self.trick)]

    @property
    def tricks_left(self) -> int:
        return self.board.tricks_left

    @property
    def worth_left(self) -> int:
        """All that is still to be taken, the cards on the table included, sweeps apart."""
        return self.board.worth_left

    def legal(self) -> Cards:
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
        raise BadPosition(f"hands: expected one for each of {' '.join(table.seats)}")
    if position.leader not in table.seats:
        raise BadPosition(f"leader: there is no seat {position.leader} (seats: {' '.join(table.seats)})")
    _check_trick(position)
    _check_cards(position)
    _check_counts(position)
    _check_played(position)


def _check_trick(position: Position) -> None:
    table, trick = position.spec.table, position.trick
    if len(trick) >= table.size:
        raise BadPosition(f"trick: it is complete, with {len(trick)} cards on the table")
    if trick and trick[0][0] != position.leader:
        raise BadPosition(f"trick: {position.leader} leads, so the first card is not {trick[0][0]}'s")
    for (before, _), (seat, _) in pairwise(trick):
        if seat != table.next(before):
            raise BadPosition(f"trick: after {before} plays {table.next(before)}, not {seat}")


def _check_cards(position: Position) -> None:
    places: dict[Card, str] = {}
    found = [(card, "the trick") for _, card in position.trick]
    found += [(card, f"{seat}'s hand") for seat, hand in position.hands.items() for card in hand]
    for seat, row in position.piles.items():
        found += [(under, f"{seat}'s piles") for _, under in row]
    for card, where in found:
        if card in places:
            raise BadPosition(f"{card.text} is in {places[card]} and in {where}", "duplicate_card")
        places[card] = where
    for seat, row in position.piles.items():
        tops = [top for top, _ in row]
        if len(set(tops)) != len(tops) or not Cards(tops) <= position.hands.get(seat, NO_CARDS):
            raise BadPosition(f"piles: the tops of {seat}'s piles are each once among the cards to play")


def _check_counts(position: Position) -> None:
    spec = position.spec
    laid = {seat for seat, _ in position.trick}
    sizes = {seat: len(cards) + (seat in laid) for seat, cards in position.holdings().items()}
    left = sizes[position.leader]
    for seat, size in sizes.items():
        if size != left:
            raise BadPosition(
                f"hands: counting the table, {seat} has {size} cards left and {position.leader} has {left}"
            )
    if left == 0:
        raise BadPosition("hands: there is no card left to play")
    for side, number in position.tricks.items():
        if side not in spec.table.sides or number < 0:
            raise BadPosition(f"tricks: {side} can't have won {number}")
    _check_length(spec.rules, sum(position.tricks.values()), left)


def _check_length(rules: Ruleset, won: int, left: int) -> None:
    match rules.dealing.layout:
        case Staircase(top=top):
            most = top[rules.seating.players]
            if won + left > most:
                raise BadPosition(f"tricks: {won} won and {left} to come; a deal has {most} at most")
        case _:
            if won + left != rules.tricks:
                raise BadPosition(f"tricks: {won} won and {left} to come, and a deal has {rules.tricks}")


def _check_played(position: Position) -> None:
    """The cards on the table were laid by the rules."""
    spec = position.spec
    for n, (seat, card) in enumerate(position.trick):
        hand = position.hands[seat].plus(card)
        if card not in legal_cards(spec.rules.play, spec.order, spec.table, seat, hand, position.trick[:n]):
            held = " ".join(each.text for each in hand)
            raise BadPosition(f"trick: {seat} might not play {card.text}, holding {held}")
