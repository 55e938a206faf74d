"""Who is at a table through other nodes."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rebelote.server.node_messages import Here
from rebelote.table import Seat


class Elsewhere:
    """The last that each other node has said, with the time at which it did, on the loop's clock."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._said: dict[str, tuple[float, Here]] = {}

    def is_present(self, seat: Seat) -> bool:
        return any(seat in here.seats for _, here in self._said.values())

    def seats(self) -> set[Seat]:
        return {Seat(seat) for _, here in self._said.values() for seat in here.seats}

    def is_waiting(self, persons: Collection[str]) -> bool:
        """Whether one of these newcomers is connected."""
        return any(person in persons for _, here in self._said.values() for person in here.waiting)

    def seen(self, seat: Seat) -> float | None:
        """When a seat was last heard of by HTTP."""
        times = [at - here.seen[seat] for at, here in self._said.values() if seat in here.seen]
        return max(times, default=None)

    def is_near(self, mark: str) -> bool:
        """Whether somebody who sits at the table is at the address of this mark."""
        return any(mark in here.near for _, here in self._said.values())

    def take(self, here: Here) -> None:
        self._said[here.node] = (self._clock(), here)

    def keep(self, living: Collection[str], asked: float) -> bool:
        """Nodes that are dead have nobody any more; `living` is what was found out after `asked`, so whoever
        has spoken since lives. Whether somebody is gone by that."""
        dead = [node for node, (at, _) in self._said.items() if node not in living and at < asked]
        gone = [self._said.pop(node)[1] for node in dead]
        return any(here.seats for here in gone)
