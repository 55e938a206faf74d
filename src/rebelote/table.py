"""Seats, sides and the direction of play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NewType, final

Seat = NewType("Seat", str)
"""Where a player sits: N E S W, N and S for two, 1 to 6 at a round table."""
Side = NewType("Side", str)
"""Who plays together: NS and EW, or the seat itself where everybody plays alone."""

COMPASS = tuple(Seat(name) for name in "NESW")
FACING = (Seat("N"), Seat("S"))


@final
class Table:
    """Who sits where. `seats` are named clockwise; `order` is the same circle in the direction of play."""

    __slots__ = (
        "_made_from",
        "_members",
        "_next",
        "_previous",
        "_side",
        "_turn_from",
        "order",
        "seats",
        "sides",
        "size",
    )

    def __init__(self, seats: tuple[Seat, ...], *, clockwise: bool, partners: bool) -> None:
        half = len(seats) // 2
        self._made_from = (seats, clockwise, partners)
        self.seats = seats
        self.size = len(seats)
        self.order = seats if clockwise else seats[::-1]
        self._members = (
            {Side(a + b): (a, b) for a, b in zip(seats[:half], seats[half:], strict=True)}
            if partners
            else {Side(seat): (seat,) for seat in seats}
        )
        self.sides = tuple(self._members)
        self._side = {seat: side for side, members in self._members.items() for seat in members}
        self._turn_from = {seat: self.order[i:] + self.order[:i] for i, seat in enumerate(self.order)}
        self._next = {seat: turn[1] for seat, turn in self._turn_from.items()}
        self._previous = {seat: turn[-1] for seat, turn in self._turn_from.items()}

    def next(self, seat: Seat) -> Seat:
        """Who plays after that seat."""
        return self._next[seat]

    def previous(self, seat: Seat) -> Seat:
        """Who plays before that seat."""
        return self._previous[seat]

    def from_(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in the direction of play, beginning with `seat`."""
        return self._turn_from[seat]

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in the direction of play, beginning after `seat` and ending with it."""
        return self._turn_from[self._next[seat]]

    def side(self, seat: Seat) -> Side:
        """The side that a seat plays for."""
        return self._side[seat]

    def are_partners(self, one: Seat, other: Seat) -> bool:
        """Do these seats, or is it one seat, play for one side?"""
        return self._side[one] == self._side[other]

    def members(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side."""
        return self._members[side]

    def opponents(self, side: Side) -> tuple[Seat, ...]:
        """The seats of all other sides."""
        return tuple(seat for seat in self.seats if self._side[seat] != side)

    def opponent(self, side: Side) -> Side:
        """The other side, at a table of two sides."""
        first, second = self.sides
        return second if side == first else first

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._made_from == other._made_from

    def __hash__(self) -> int:
        return hash(self._made_from)

    def __reduce__(self) -> tuple[object, tuple[tuple[Seat, ...], bool, bool]]:
        return _table, self._made_from

    def __repr__(self) -> str:
        return f"<Table {' '.join(self.order)}, in the direction of play>"


def _table(seats: tuple[Seat, ...], clockwise: bool, partners: bool) -> Table:
    return Table(seats, clockwise=clockwise, partners=partners)
