"""Who has been told whose hand: every path that tells the hand of a seat asks here first.

No person is ever told two hands of one deal. A person is a token, or a live connection. A hand is told to
whoever held the seat when its first cards were dealt. That is written with the deal, so it holds after a
restart. Anybody else sits down when the deal is over, or at once if all who hold a hand agree (`agreement`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

from rebelote.events import DealScored, Dealt, DealVoided, Event
from rebelote.server.stored_rows import ToldRow
from rebelote.table import Seat

Hand = tuple[str, int, Seat]
"""A match, the seq of its deal's first cards, a seat."""

_ENDS: Final[frozenset[type]] = frozenset({DealScored, DealVoided})
NOBODY = ""
"""In the place of a person: a bot."""


class Listener(Protocol):
    """A live connection; `person` is the digest of its token, `hand` the last that it was told."""

    seat: Seat | None
    person: str | None
    address: str
    hand: Hand | None


class HandGuard:
    """Of one match. `deal` is the seq of the event that gave the first cards of the deal in play."""

    def __init__(self, match: str, log: Sequence[Event], rows: Iterable[ToldRow]) -> None:
        self._match = match
        self._deals: dict[int, dict[Seat, set[str]]] = {}
        self._told: set[tuple[Seat, str | None]] = set()
        self._addresses: dict[Seat, set[str]] = defaultdict(set)
        self._marks: set[str] = set()
        self.deal: int | None = None
        self.sees_all = True
        self._follow(log, 1)
        self._add(rows)
        self.sees_all = self.deal is None

    # The deal

    def begins(self, fresh: Sequence[Event]) -> int | None:
        """The place among these events of one that gives the first cards of a deal."""
        if self.deal is not None:
            return None
        return next((place for place, event in enumerate(fresh) if isinstance(event, Dealt)), None)

    def ends(self, fresh: Sequence[Event]) -> bool:
        return self.deal is not None and not _ENDS.isdisjoint(map(type, fresh))

    def rows(
        self, fresh: Sequence[Event], seq: int, sitting: Callable[[], Mapping[Seat, str]]
    ) -> tuple[ToldRow, ...]:
        """What to write with these events, the first at `seq`: who is told the hands that they deal."""
        place = self.begins(fresh)
        if place is None:
            return ()
        return tuple(ToldRow(self._match, seq + place, seat, person) for seat, person in sitting().items())

    def take(self, fresh: Sequence[Event], seq: int, rows: Iterable[ToldRow]) -> None:
        """Once they are on disk."""
        self._add(rows)
        self._follow(fresh, seq)

    def _add(self, rows: Iterable[ToldRow]) -> None:
        for row in rows:
            self._deals.setdefault(row.seq, defaultdict(set))[Seat(row.seat)].add(row.person)
            self._find_told()

    def _follow(self, events: Sequence[Event], seq: int) -> None:
        for place, event in enumerate(events, seq):
            match event:
                case Dealt() if self.deal is None:
                    self.deal = place
                    self._find_told()
                    self.sees_all = True
                    self._addresses.clear()
                    self._marks.clear()
                case DealScored() | DealVoided():
                    self.deal = None
                    self._find_told()
                case _:
                    pass

    def adopt(self, sitting: Mapping[Seat, str]) -> None:
        """A deal that was begun before such things were written down: it is theirs who sit there."""
        if self.deal is not None and self.deal not in self._deals:
            self._deals[self.deal] = {seat: {person} for seat, person in sitting.items()}
            self._find_told()

    def _find_told(self) -> None:
        """Who has been told each hand of the deal in play."""
        self._told = {(seat, person) for seat, people in self.holders().items() for person in people}

    # Who may be told

    def holds(self, person: str | None, seat: Seat) -> bool:
        """May this person be told all that the seat sees? Between deals there is no hand to see."""
        return self.deal is None or (seat, person) in self._told

    def holders(self) -> dict[Seat, set[str]]:
        """The people who have been told a hand of the deal in play."""
        told = {} if self.deal is None else self._deals.get(self.deal, {})
        return {seat: people for seat, persons in told.items() if (people := persons - {NOBODY})}

    def since(self, person: str | None, seat: Seat) -> int | None:
        """The seq of the first of the last deals in a row that were this person's at this seat."""
        first = None
        for seq in sorted(self._deals, reverse=True):
            if not person or person not in self._deals[seq].get(seat, ()):
                break
            first = seq
        return first

    def is_other(self, listener: Listener, seat: Seat | None) -> bool:
        """Has this connection been told another hand of the deal in play?"""
        if self.deal is None or seat is None or listener.hand is None:
            return False
        match, deal, told = listener.hand
        return (match, deal) == (self._match, self.deal) and told != seat

    # Telling

    def told_to(self, listener: Listener) -> Seat | None:
        """Whose view this connection is told now; it is noted, and where it may not be, a spectator's."""
        seat = listener.seat
        if seat is None or self.deal is None:
            return seat
        if not self.holds(listener.person, seat):
            return None
        hand = (self._match, self.deal, seat)
        if listener.hand != hand:
            if self.is_other(listener, seat):
                return None
            listener.hand = hand
            self.note(seat, listener.address)
        return seat

    def note(self, seat: Seat, address: str) -> None:
        """The hand of this seat was told to somebody at this address."""
        if self.deal is not None:
            self._addresses[seat].add(address)

    def note_marks(self, marks: Iterable[str]) -> None:
        """Hands were told by another node to people at addresses of which it gave these marks."""
        if self.deal is not None:
            self._marks.update(marks)

    def remember(self, before: HandGuard) -> None:
        """This match was read again: what was known of addresses is known still."""
        if before.deal == self.deal and before.sees_all:
            self.sees_all, self._addresses, self._marks = True, before._addresses, before._marks

    def is_new(self, address: str, mark: str) -> bool:
        """Is it certain that nobody at this address has seen a hand of this deal? Addresses are not written
        down: after a restart it is not. `mark` is what another node would have told of it."""
        return (
            self.sees_all
            and mark not in self._marks
            and not any(address in told for told in self._addresses.values())
        )
