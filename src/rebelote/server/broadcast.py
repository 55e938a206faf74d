"""The live messages, each made once for all who read the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from rebelote.codec import ENCODER
from rebelote.events import DealScored, DealVoided, Event, Gathered, MatchEnded
from rebelote.language.text import Lang
from rebelote.server import event_messages, notes
from rebelote.server.event_messages import Telling, ToldToAll
from rebelote.server.messages.tables import TableInfo
from rebelote.server.moments import Moment
from rebelote.server.redacted_match import RedactedMatch
from rebelote.server.stored_rows import NoteRow
from rebelote.table import Seat

MOST_ON_SHEET = 25
"""Deals on the sheet that a reader is told, the last ones; the replay has all of them."""
_ENDS = DealScored | DealVoided | Gathered
LONGEST_CATCH_UP = 400
"""In events; who has missed more is told this deal alone."""


class Scene(msgspec.Struct, frozen=True):
    """A match as it stands, with all that its readers are told besides."""

    match: RedactedMatch
    moment: Moment
    times: list[int]
    notes: list[NoteRow]


class _ToldAlike(NamedTuple):
    """Several events as everybody is told them, but those whom a sentence is about; where not all are public,
    but those too who hold a seat."""

    body: bytes
    about: frozenset[Seat]
    is_public: bool


class _ToldTogether(NamedTuple):
    """One message of changes to all but these readers. Empty where everybody is told something else."""

    message: bytes
    besides: frozenset[Seat | None]


_TO_NOBODY: Final = _ToldTogether(b"", frozenset())


class Broadcast:
    """What is told of one scene."""

    def __init__(self, scene: Scene, now: int) -> None:
        self.scene = scene
        self.now = now
        self._together: dict[Lang, _ToldTogether] = {}
        self._scored: int | None = None
        self._public = dict(enumerate(scene.moment.events, scene.moment.seq - len(scene.moment.events)))
        self._told: dict[tuple[int, Lang], ToldToAll] = {}
        self._scores: dict[tuple[int, Seat | None, Lang], bytes] = {}
        self._told_alike: dict[tuple[int, Lang], _ToldAlike] = {}
        self._tellings: dict[tuple[Seat | None, Lang], Telling] = {}

    def events(self, since: int, seat: Seat | None, lang: Lang) -> bytes:
        """What happened after `since`, and the view now; what has come on the sheet."""
        told, sheet = self.told(since, seat, lang), self._new_on_sheet(since, seat, lang)
        view = self.scene.moment.whole(seat, lang)
        return b'{"type":"events","now":%d,"events":[%b],"view":%b%b}' % (self.now, told, view, sheet)

    def changes(self, seat: Seat | None, lang: Lang) -> bytes:
        """The same to one who was told the moment before."""
        together = self._together.get(lang)
        if together is None:
            together = self._together[lang] = self._tell_together(lang)
        if together.message and seat not in together.besides:
            return together.message
        moment = self.scene.moment
        told, changes = self.told(moment.since, seat, lang), moment.changes(seat, lang)
        sheet = b"" if moment.turns is not None else self._new_on_sheet(moment.since, seat, lang)
        return self._changes_message(told, changes, sheet)

    def _tell_together(self, lang: Lang) -> _ToldTogether:
        moment = self.scene.moment
        told = self._alike(moment.since, lang)
        if moment.turns is None or not told.is_public:
            return _TO_NOBODY
        message = self._changes_message(told.body, moment.changes_for_others(lang))
        return _ToldTogether(message, moment.concerned(lang))

    def _changes_message(self, told: bytes, changes: bytes, sheet: bytes = b"") -> bytes:
        moment = self.scene.moment
        return b'{"type":"changes","now":%d,"match":"%b","after":%d,"events":[%b],"changes":%b%b}' % (
            self.now,
            moment.facts.match.encode(),
            moment.since,
            told,
            changes,
            sheet,
        )

    def _new_on_sheet(self, since: int, seat: Seat | None, lang: Lang) -> bytes:
        if self._scored is None:
            fresh = range(since, self.scene.match.seq)
            self._scored = sum(isinstance(self._public_event(place), DealScored) for place in fresh)
        if not self._scored:
            return b""
        return self._by_side(seat, lang, -1, lambda one: b',"sheet":%b' % self.sheet(one, lang, self._scored))

    def state(self, table: TableInfo, since: int, seat: Seat | None, lang: Lang) -> bytes:
        return b'{"type":"state","now":%d,"table":%b,"view":%b,"sheet":%b,"events":[%b],"notes":%b}' % (
            self.now,
            ENCODER.encode(table),
            self.scene.moment.whole(seat, lang),
            self.sheet(seat, lang),
            self.told(since, seat, lang),
            ENCODER.encode([notes.tell(row, lang) for row in self.scene.notes if row.seq >= since]),
        )

    def sheet(self, seat: Seat | None, lang: Lang, last: int | None = None) -> bytes:
        """The last deals, each told in a sentence, in which the reader is «vous»."""
        entries = self.scene.match.view(None).sheet.entries[-(last or MOST_ON_SHEET) :]
        to = self._telling(seat, lang)
        return ENCODER.encode([event_messages.sheet_entry(entry, to) for entry in entries])

    def told(self, since: int, seat: Seat | None, lang: Lang) -> bytes:
        alike = self._alike(since, lang)
        if alike.is_public and seat not in alike.about:
            return alike.body
        return b",".join([self._event(place, seat, lang) for place in range(since, self.scene.match.seq)])

    def _alike(self, since: int, lang: Lang) -> _ToldAlike:
        alike = self._told_alike.get((since, lang))
        if alike is None:
            alike = self._told_alike[since, lang] = self._tell_alike(since, lang)
        return alike

    def _tell_alike(self, since: int, lang: Lang) -> _ToldAlike:
        if since + 1 == self.scene.match.seq:
            one = self._to_all(since, lang)
            return _ToldAlike(one.body, one.about, one.is_public)
        told = [self._to_all(place, lang) for place in range(since, self.scene.match.seq)]
        return _ToldAlike(
            b",".join([each.body for each in told]),
            frozenset().union(*[each.about for each in told]),
            is_public=False not in [each.is_public for each in told],
        )

    def _to_all(self, place: int, lang: Lang) -> ToldToAll:
        told = self._told.get((place, lang))
        if told is None:
            told = self._told[place, lang] = self._tell_all(place, lang)
        return told

    def _event(self, place: int, seat: Seat | None, lang: Lang) -> bytes:
        """An event that all see alike is told once, but for those whom its sentence names."""
        told = self._to_all(place, lang)
        if told.to_player and seat in told.about:
            return told.to_player
        own = told.event if told.is_public else self.scene.match.event(place, seat)
        if own is not told.event and own != told.event:
            return self._own_event(own, place, seat, lang)
        if seat not in told.about:
            return told.body
        if isinstance(own, DealScored):
            return self._by_side(seat, lang, place, lambda one: told.to(self._telling(one, lang)))
        return told.to(self._telling(seat, lang))

    def _by_side(
        self, seat: Seat | None, lang: Lang, place: int, tell: Callable[[Seat | None], bytes]
    ) -> bytes:
        """A score, in which partners are «vous» together: told to one of a side as to the others."""
        table = self.scene.match.rules.table
        one = None if seat is None else table.members(table.side(seat))[0]
        known = self._scores.get((place, one, lang))
        if known is None:
            known = self._scores[place, one, lang] = tell(one)
        return known

    def _tell_all(self, place: int, lang: Lang) -> ToldToAll:
        at, to, turned = self.scene.times[place], self._telling(None, lang), self.scene.moment.turned
        event, public = self._public_event(place), self.scene.match.is_public(place)
        return event_messages.told_to_all(event, place + 1, at, turned, to, is_public=public)

    def _public_event(self, place: int) -> Event:
        public = self._public.get(place)
        if public is None:
            public = self._public[place] = self.scene.match.event(place, None)
        return public

    def _own_event(self, event: Event, place: int, seat: Seat | None, lang: Lang) -> bytes:
        """An event that was redacted for this seat."""
        at, to = self.scene.times[place], self._telling(seat, lang)
        return ENCODER.encode(event_messages.told(event, place + 1, at, self.scene.moment.turned, to))

    def _telling(self, reader: Seat | None, lang: Lang) -> Telling:
        known = self._tellings.get((reader, lang))
        if known is None:
            rules, names = self.scene.match.rules, self.scene.moment.facts.names
            known = self._tellings[reader, lang] = Telling(rules=rules, names=names, lang=lang, reader=reader)
        return known


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
