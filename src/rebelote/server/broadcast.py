"""The live messages, each made once for all who read the same."""

from __future__ import annotations

import msgspec

from rebelote.cards import Card
from rebelote.codec import ENCODER
from rebelote.events import DealScored, DealVoided, Event, Gathered, MatchEnded
from rebelote.language.text import Lang
from rebelote.server import notes, view_messages
from rebelote.server.messages.tables import TableInfo
from rebelote.server.redacted_match import RedactedMatch
from rebelote.server.store import NoteRow
from rebelote.server.view_messages import Facts, Shared, Telling, ToldToAll
from rebelote.table import Seat

MOST_ON_SHEET = 25
"""Deals on the sheet that a reader is told, the last ones; the replay has all of them."""
_ENDS = DealScored | DealVoided | Gathered
LONGEST_CATCH_UP = 400
"""In events; who has missed more is told this deal alone."""


class Scene(msgspec.Struct, frozen=True):
    """A match as it stands, with all that its readers are told besides."""

    match: RedactedMatch
    facts: Facts
    times: list[int]
    notes: list[NoteRow]


class Broadcast:
    """What is told of one scene."""

    def __init__(self, scene: Scene, now: int) -> None:
        self.scene = scene
        self.now = now
        self._shared: dict[Lang, Shared] = {}
        self._public: dict[int, Event] = {}
        self._told: dict[tuple[int, Lang], ToldToAll] = {}

    def events(self, since: int, seat: Seat | None, lang: Lang) -> bytes:
        """What happened after `since`, and the view now; what has come on the sheet."""
        scored = sum(
            isinstance(self._public_event(place), DealScored) for place in range(since, self.scene.match.seq)
        )
        sheet = b',"sheet":%b' % self.sheet(seat, lang, scored) if scored else b""
        return b'{"type":"events","now":%d,"events":[%b],"view":%b%b}' % (
            self.now,
            self.told(since, seat, lang),
            self.view(seat, lang),
            sheet,
        )

    def state(self, table: TableInfo, since: int, seat: Seat | None, lang: Lang) -> bytes:
        return b'{"type":"state","now":%d,"table":%b,"view":%b,"sheet":%b,"events":[%b],"notes":%b}' % (
            self.now,
            ENCODER.encode(table),
            self.view(seat, lang),
            self.sheet(seat, lang),
            self.told(since, seat, lang),
            ENCODER.encode([notes.tell(row, lang) for row in self.scene.notes if row.seq >= since]),
        )

    def view(self, seat: Seat | None, lang: Lang) -> bytes:
        scene = self.scene
        shared = self._shared.get(lang)
        if shared is None:
            shared = self._shared[lang] = view_messages.share(scene.match.view(None), scene.facts, lang)
        return view_messages.encode_view(shared, scene.match.view(seat), scene.facts.names, lang)

    def sheet(self, seat: Seat | None, lang: Lang, last: int | None = None) -> bytes:
        """The last deals, each told in a sentence, in which the reader is «vous»."""
        entries = self.scene.match.view(None).sheet.entries[-(last or MOST_ON_SHEET) :]
        to = self._telling(seat, lang)
        return ENCODER.encode([view_messages.sheet_entry(entry, to) for entry in entries])

    def told(self, since: int, seat: Seat | None, lang: Lang) -> bytes:
        return b",".join(self._event(place, seat, lang) for place in range(since, self.scene.match.seq))

    def _event(self, place: int, seat: Seat | None, lang: Lang) -> bytes:
        """An event that all see alike is told once, but for those whom its sentence names."""
        public = self._public_event(place)
        own = self.scene.match.event(place, seat)
        if own is not public and own != public:
            return self._own_event(own, place, seat, lang)
        told = self._told_to_all(public, place, lang)
        return self._own_event(own, place, seat, lang) if seat in told.about else told.body

    def _told_to_all(self, event: Event, place: int, lang: Lang) -> ToldToAll:
        known = self._told.get((place, lang))
        if known is None:
            at, to = self.scene.times[place], self._telling(None, lang)
            known = view_messages.told_to_all(event, place + 1, at, self._turned(), to)
            self._told[place, lang] = known
        return known

    def _public_event(self, place: int) -> Event:
        public = self._public.get(place)
        if public is None:
            public = self._public[place] = self.scene.match.event(place, None)
        return public

    def _own_event(self, event: Event, place: int, seat: Seat | None, lang: Lang) -> bytes:
        """An event that was redacted for this seat."""
        at, to = self.scene.times[place], self._telling(seat, lang)
        return ENCODER.encode(view_messages.told(event, place + 1, at, self._turned(), to))

    def _turned(self) -> Card | None:
        return self.scene.match.view(None).situation.turned

    def _telling(self, reader: Seat | None, lang: Lang) -> Telling:
        scene = self.scene
        return Telling(rules=scene.match.rules, names=scene.facts.names, lang=lang, reader=reader)


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
