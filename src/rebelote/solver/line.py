"""Cards played from a position, one after another: what lies on the table, what each side has taken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rebelote.actions import Play
from rebelote.card_order import Trick
from rebelote.cards import Card, Cards
from rebelote.errors import Illegal
from rebelote.phases.obligations import refusals
from rebelote.solver.position import Position
from rebelote.table import Seat, Side


class IllegalMove(Illegal):
    """A card of a line that may not be played: the one at `place`, from 0."""

    def __init__(self, action: Play, clause: str, place: int) -> None:
        super().__init__(action, clause)
        self.place = place


@dataclass(frozen=True)
class WonTrick:
    """A trick of a line, with the points of its cards; `after` is how many cards of the line it took."""

    winner: Seat
    cards: Trick
    points: int
    after: int


class Line:
    """A position and the cards played from it. Raises IllegalMove at one that may not be played."""

    def __init__(self, start: Position, moves: Iterable[Card] = ()) -> None:
        self.start = start
        self.spec = start.spec
        self.trick: Trick = start.trick
        self.played: list[tuple[Seat, Card]] = []
        self.won: list[WonTrick] = []
        self._covered = {top: under for row in start.piles.values() for top, under in row}
        self._hands = dict(start.hands)
        self._board = start.board.copy()
        for card in moves:
            self.play(card)

    def play(self, card: Card) -> None:
        """The next card. A card that it uncovers may be played from then on."""
        seat = self.turn
        if seat is None or card not in self.legal():
            raise self._refusal(seat or self.start.leader, card)
        self._board.play(card.index)
        hand = self._hands[seat].without(card)
        under = self._covered.pop(card, None)
        self._hands[seat] = hand if under is None else hand.plus(under)
        self.played.append((seat, card))
        self.trick = (*self.trick, (seat, card))
        if len(self.trick) == self.spec.table.size:
            self._gather()

    def _gather(self) -> None:
        order = self.spec.order
        winner, _ = order.winner(self.trick)
        points = order.total(card for _, card in self.trick)
        self.won.append(WonTrick(winner, self.trick, points, len(self.played)))
        self.trick = ()

    def _refusal(self, seat: Seat, card: Card) -> IllegalMove:
        error = IllegalMove(Play(seat, card), self.refusals().get(card, ""), len(self.played))
        error.rules = self.spec.rules
        return error

    # Where it stands

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None when every card is played."""
        return None if self._board.finished else self.spec.table.order[self._board.turn]

    def hand(self, seat: Seat) -> Cards:
        """What the seat may still play, the visible tops of piles included."""
        return self._hands[seat]

    def piles(self, seat: Seat) -> tuple[tuple[Card, Card], ...]:
        """The tops that still cover a card, with that card."""
        rows = self.start.piles.get(seat, ())
        names = {top for top, _ in rows}
        return tuple((top, under) for top, under in self._covered.items() if top in names)

    def legal(self) -> Cards:
        """The cards that may be played now."""
        return Cards.of_mask(self._board.legal())

    def refusals(self) -> dict[Card, str]:
        """The cards of the one to play that may not be played, with the clause."""
        seat, spec = self.turn, self.spec
        if seat is None:
            return {}
        return refusals(spec.rules.play, spec.order, spec.table, seat, self._hands[seat], self.trick)

    def tricks(self) -> dict[Side, int]:
        """Those of the whole deal, by side."""
        table = self.spec.table
        taken = {side: self.start.tricks.get(side, 0) for side in table.sides}
        for trick in self.won:
            taken[table.side(trick.winner)] += 1
        return taken

    def taken(self) -> dict[Side, int]:
        """What each side has taken since the position, in what the solver counts."""
        spec = self.spec
        return {
            side: sum(self._board.taken(spec.place(seat)) for seat in spec.table.members(side))
            for side in spec.table.sides
        }

    @property
    def position(self) -> Position | None:
        """Where the line has come to; None when every card is played."""
        table, turn = self.spec.table, self.turn
        if turn is None:
            return None
        leader = self.trick[0][0] if self.trick else turn
        piles = {seat: self.piles(seat) for seat in self.start.piles}
        hands = {seat: self._hands[seat] for seat in table.seats}
        return Position(self.spec, hands, leader, self.trick, self.tricks(), piles)
