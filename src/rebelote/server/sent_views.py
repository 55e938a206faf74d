"""A View on its way to another process: how the deal began, and what its seat has seen since.

Only redacted events are sent, so what is sent holds no more than the View that is folded from it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from rebelote.codec import decoder, encode
from rebelote.events import DealScored, DealVoided, Event, MatchStarted, redact
from rebelote.match import Match
from rebelote.phases.stages import Cutting
from rebelote.ruleset import Ruleset
from rebelote.situation import Situation
from rebelote.table import Seat, Side
from rebelote.view import Sheet, View

ENDS: Final = (DealScored, DealVoided)


class DealStart(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody knows before a deal: as in `Situation`, and the score sheet."""

    seq: int
    dealer: Seat
    totals: Mapping[Side, int]
    deal_number: int
    pending: int
    awaiting: Side | None
    misdeals: int
    may_not_take: Side | None
    forgiven: tuple[Side, ...]
    sheet: Sheet

    @classmethod
    def of(cls, view: View) -> DealStart:
        now = view.situation
        return cls(
            seq=view.seq,
            dealer=now.dealer,
            totals=now.totals,
            deal_number=now.deal_number,
            pending=now.pending,
            awaiting=now.awaiting,
            misdeals=now.misdeals,
            may_not_take=now.may_not_take,
            forgiven=now.forgiven,
            sheet=view.sheet,
        )

    def view(self, rules: Ruleset, seat: Seat) -> View:
        situation = Situation(
            rules,
            self.dealer,
            self.totals,
            Cutting(),
            self.deal_number,
            self.pending,
            self.awaiting,
            self.misdeals,
            self.may_not_take,
            self.forgiven,
        )
        return View(seat, situation, self.seq, self.sheet)


class SentView(msgspec.Struct, frozen=True):
    """`seen` are the events of this deal, redacted for the seat."""

    seat: Seat
    start: DealStart
    seen: tuple[Event, ...]

    def view(self, rules: Ruleset) -> View:
        view = self.start.view(rules, self.seat)
        for event in self.seen:
            view = view.evolve(event)
        return view


class ViewSender:
    """Of one match: where its deal began is kept, so that a move costs no more than its deal."""

    def __init__(self) -> None:
        self._before: View | None = None
        """A spectator's, before the deal: he has seen what every seat has."""
        self._last: Event | None = None
        """The event that led there."""

    def sent(self, match: Match, seat: Seat) -> SentView:
        log = match.log
        began = _deal_begins(log)
        before = self._before
        if before is None or before.seq > began or log[before.seq - 1] is not self._last:
            started = log[0]
            assert isinstance(started, MatchStarted)
            before = View.start(started, None)
        for event in log[before.seq : began]:
            before = before.evolve(redact(event, None))
        self._before, self._last = before, log[began - 1]
        return SentView(seat, DealStart.of(before), tuple(_redacted(log[began:], seat)))


def _deal_begins(log: tuple[Event, ...]) -> int:
    """The place of the first event of this deal."""
    for place in range(len(log), 1, -1):
        if isinstance(log[place - 1], ENDS):
            return place
    return 1


def _redacted(events: tuple[Event, ...], seat: Seat) -> Iterator[Event]:
    for event in events:
        yield redact(event, seat)


_decoder: Final = decoder(SentView)


def write_view(sent: SentView) -> str:
    """As JSON."""
    return encode(sent).decode("utf-8")


def read_view(text: str) -> SentView:
    """What `write_view` wrote. Raises msgspec.DecodeError or BadCard."""
    return _decoder.decode(text)
