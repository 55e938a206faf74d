"""The live messages, each made once for all who read the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from rebelote.codec import ENCODER
from rebelote.events import DealScored, DealVoided, Event, Gathered, MatchEnded
from rebelote.language.text import Lang
from rebelote.server import event_messages, notes
from rebelote.server.event_messages import Telling, ToldToAll, told_to_all
from rebelote.server.messages.tables import TableInfo
from rebelote.server.moments import Moment, TurnChanges, changes_between
from rebelote.server.redacted_match import Fresh, RedactedMatch
from rebelote.server.stored_rows import NoteRow
from rebelote.table import Seat

MOST_ON_SHEET = 25
"""Deals on the sheet that a reader is told, the last ones; the replay has all of them."""
_ENDS = DealScored | DealVoided | Gathered
LONGEST_CATCH_UP = 400
"""In events; who has missed more is told this deal alone."""


class Scene(msgspec.Struct, frozen=True):
    """A match as it stands, with all that its readers are told besides: what has happened `since`, and the
    moment `before` that, which some of them were told."""

    match: RedactedMatch
    moment: Moment
    times: list[int]
    notes: list[NoteRow]
    now: int
    since: int
    fresh: Fresh
    before: Moment | None = None


class Broadcast:
    """What is told of one scene in one language. Events that all see alike are told alike, but to those whom
    a sentence is `about`."""

    def __init__(self, scene: Scene, lang: Lang) -> None:
        self._scene = scene
        self._lang = lang
        self._moment = scene.moment.told(lang)
        self._telling = Telling(rules=scene.match.rules, names=scene.moment.facts.names, lang=lang)
        self._told = self._tell_all()
        self._body, self._about = _together(self._told)
        self._scores: dict[tuple[int, Seat | None], bytes] = {}
        self._events: dict[Seat | None, bytes] = {}
        self._changes: dict[Seat | None, bytes] = {}
        if scene.before is not None:
            self._head = b'{"type":"changes","now":%d,"match":"%b","after":%d,"events":[' % (
                scene.now,
                self._moment.facts.match.encode(),
                scene.since,
            )
            self._between = changes_between(scene.before.told(lang), self._moment, scene.fresh)
            if isinstance(self._between, TurnChanges):
                self._tell_together(self._between)

    def events(self, seat: Seat | None) -> bytes:
        """What has happened, and the view now; what has come on the sheet."""
        made = self._events.get(seat)
        if made is None:
            told, sheet, view = self._told_to(seat), self._new_on_sheet(seat), self._moment.whole(seat)
            made = b'{"type":"events","now":%d,"events":[%b],"view":%b%b}' % (
                self._scene.now,
                told,
                view,
                sheet,
            )
            self._events[seat] = made
        return made

    def changes(self, seat: Seat | None) -> bytes:
        """The same to one who was told the moment before."""
        made = self._changes.get(seat)
        if made is None:
            between = self._between
            sheet = b"" if isinstance(between, TurnChanges) else self._new_on_sheet(seat)
            made = self._changes_message(self._told_to(seat), between.to(seat), sheet)
            self._changes[seat] = made
        return made

    def _tell_together(self, changes: TurnChanges) -> None:
        """One message to all whom turns do not concern."""
        seats = {None, *self._scene.match.rules.table.seats}
        others = seats.difference(changes.concerned(), self._about)
        self._changes = dict.fromkeys(others, self._changes_message(self._body, changes.to_others))

    def _changes_message(self, told: bytes, changes: bytes, sheet: bytes = b"") -> bytes:
        return b'%b%b],"changes":%b%b}' % (self._head, told, changes, sheet)

    def _new_on_sheet(self, seat: Seat | None) -> bytes:
        scored = list(map(type, self._scene.fresh.events)).count(DealScored)
        if not scored:
            return b""
        return self._by_side(seat, 0, lambda one: b',"sheet":%b' % self.sheet(one, scored))

    def state(self, table: TableInfo, seat: Seat | None) -> bytes:
        scene = self._scene
        reader = notes.reading(seat, scene.moment.facts.names)
        told = [notes.tell(row, self._lang, reader) for row in scene.notes if row.seq >= scene.since]
        return b'{"type":"state","now":%d,"table":%b,"view":%b,"sheet":%b,"events":[%b],"notes":%b}' % (
            scene.now,
            ENCODER.encode(table),
            self._moment.whole(seat),
            self.sheet(seat),
            self._told_to(seat),
            ENCODER.encode(told),
        )

    def sheet(self, seat: Seat | None, last: int | None = None) -> bytes:
        """The last deals, each told in a sentence, in which the reader is «vous»."""
        entries = self._scene.moment.view.sheet.entries[-(last or MOST_ON_SHEET) :]
        to = self._telling_to(seat)
        return ENCODER.encode([event_messages.sheet_entry(entry, to) for entry in entries])

    # Events

    def _tell_all(self) -> list[ToldToAll]:
        at, to, turned = self._scene.times, self._telling, self._scene.moment.view.situation.turned
        fresh = enumerate(self._scene.fresh.events, self._scene.since + 1)
        return [told_to_all(event, seq, at[seq - 1], turned, to) for seq, event in fresh]

    def _told_to(self, seat: Seat | None) -> bytes:
        if seat not in self._about and self._scene.fresh.are_public:
            return self._body
        return b",".join([self._event(told, seat) for told in self._told])

    def _event(self, told: ToldToAll, seat: Seat | None) -> bytes:
        """An event that all see alike is told once, but for those whom its sentence names."""
        if told.to_player and seat in told.about:
            return told.to_player
        scene, own = self._scene, told.event
        if not scene.fresh.are_public and (seen := scene.match.event(told.seq - 1, seat)) != own:
            return self._own_event(seen, told.seq, seat)
        if seat not in told.about:
            return told.body
        if isinstance(own, DealScored):
            return self._by_side(seat, told.seq, lambda one: told.to(self._telling_to(one)))
        return told.to(self._telling_to(seat))

    def _own_event(self, event: Event, seq: int, seat: Seat | None) -> bytes:
        """An event that was redacted for this seat."""
        at, turned = self._scene.times[seq - 1], self._scene.moment.view.situation.turned
        return ENCODER.encode(event_messages.told(event, seq, at, turned, self._telling_to(seat)))

    def _by_side(self, seat: Seat | None, seq: int, tell: Callable[[Seat | None], bytes]) -> bytes:
        """A score, in which partners are «vous» together: told to one of a side as to the others."""
        table = self._scene.match.rules.table
        one = None if seat is None else table.members(table.side(seat))[0]
        known = self._scores.get((seq, one))
        if known is None:
            known = self._scores[seq, one] = tell(one)
        return known

    def _telling_to(self, reader: Seat | None) -> Telling:
        return msgspec.structs.replace(self._telling, reader=reader)


def _together(told: Sequence[ToldToAll]) -> tuple[bytes, frozenset[Seat]]:
    """Several events as they are told to all, and whom their sentences are about."""
    if len(told) == 1:
        return told[0].body, told[0].about
    return b",".join([each.body for each in told]), frozenset().union(*[each.about for each in told])


def catch_up(match: RedactedMatch, match_id: str, known: str | None, seq: int | None) -> int:
    """From where to tell: after `seq` if it is of this match, else from the beginning of this deal."""
    if seq is not None and known == match_id and seq <= match.seq <= seq + LONGEST_CATCH_UP:
        return seq
    return last_told_deal(match)


def last_told_deal(match: RedactedMatch) -> int:
    """The place of the first event of this deal; of the one before, as long as nothing has followed it."""
    last = match.seq
    while last > 0 and isinstance(match.event(last - 1, None), _ENDS | MatchEnded):
        last -= 1
    return start_of_deal(match, last)


def start_of_deal(match: RedactedMatch, seq: int | None = None) -> int:
    """The place of the first event of the deal that `seq` is in, or of the last one."""
    for place in range(match.seq if seq is None else seq, 0, -1):
        if isinstance(match.event(place - 1, None), _ENDS):
            return place
    return 0


def waiting_state(table: TableInfo, now: int) -> bytes:
    """Before the first match."""
    return b'{"type":"state","now":%d,"table":%b,"view":null,"sheet":[],"events":[],"notes":[]}' % (
        now,
        ENCODER.encode(table),
    )
