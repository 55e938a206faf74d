"""A table, and what its readers are told of it. Whose hand that is, the guard of the match decides."""

from __future__ import annotations

from abc import ABC, abstractmethod

from rebelote.codec import ENCODER
from rebelote.events import Event
from rebelote.language.text import Lang
from rebelote.server import broadcast, notes
from rebelote.server.broadcast import Broadcast, Scene
from rebelote.server.game import Game, now_ms, to_text
from rebelote.server.messages.live import NoteMessage, Phrase, SaidMessage, TableMessage
from rebelote.server.messages.tables import TableInfo
from rebelote.server.moments import Moment
from rebelote.server.problems import Refused
from rebelote.server.redacted_match import RedactedMatch
from rebelote.server.stored_rows import NoteRow, StoredTable
from rebelote.server.table_info import table_info
from rebelote.server.table_state import Reader, TableState
from rebelote.server.view_messages import Facts
from rebelote.table import Seat
from rebelote.view import View


class ToldTable(TableState, ABC):
    def __init__(self, stored: StoredTable, game: Game | None) -> None:
        super().__init__(stored, game)
        self._last_told: tuple[Event, Moment] | None = None

    @abstractmethod
    def deadline(self) -> int | None:
        """Until when the player whose turn it is may think, in ms since 1970."""

    # All of it, to one reader

    def refresh(self, reader: Reader) -> None:
        """The whole state anew, in another language."""
        reader.send(self._state(reader, None, None))

    def _state(self, reader: Reader, match: str | None, seq: int | None) -> bytes:
        table = self.info(reader.seat, reader.lang, reader.person)
        game = self.game
        if game is None:
            return broadcast.waiting_state(table, now_ms())
        seat = game.guard.told_to(reader)
        known = None if game.went_back else match
        since = broadcast.catch_up(RedactedMatch.of(game.match), game.id, known, seq)
        if seat is not None:
            since = max(since, self._own_from(game, seat, reader.person))
        words = self._broadcast(game)
        told = words.state(table, since, seat, reader.lang)
        reader.told_last = (words.scene.moment, seat, reader.lang) if reader.hears_changes else None
        return told

    def _own_from(self, game: Game, seat: Seat, person: str | None) -> int:
        """From where on events may be told as this seat saw them: deals before were another's."""
        first = game.guard.since(person, seat)
        return broadcast.start_of_deal(RedactedMatch.of(game.match), first)

    def view_of(self, seat: Seat, address: str) -> View:
        """For a player who speaks HTTP."""
        game = self.game
        if game is None:
            raise Refused("no_match")
        if not game.guard.holds(self.seats[seat].token, seat):
            raise Refused("other_hand")
        game.guard.note(seat, address)
        return game.match.view(seat)

    # To all readers

    def _broadcast(self, game: Game, before: Moment | None = None) -> Broadcast:
        """Of the match as it stands: the moment that readers were told last, if it is still that."""
        facts = Facts(game.id, game.row.commitment, game.packs, self.deadline(), self.names())
        match, moment = RedactedMatch.of(game.match), self._moment_at(game.seq)
        if moment is None or moment.facts != facts:
            moment = Moment(match, facts, before)
            self._last_told = (game.match.event(game.seq - 1), moment)
        return Broadcast(Scene(match, moment, game.times, game.notes), now_ms())

    def _moment_at(self, seq: int) -> Moment | None:
        """The moment that readers were told last, if it is the one after that event of the match."""
        if self._last_told is None or self.game is None:
            return None
        event, moment = self._last_told
        return moment if moment.seq == seq and self.game.match.event(seq - 1) is event else None

    def tell_events(self, since: int) -> None:
        game = self.game
        assert game is not None
        if not self.readers:
            return
        before = self._moment_at(since)
        words = self._broadcast(game, before)
        moment, told_to = words.scene.moment, game.guard.told_to
        made: dict[tuple[bool, Seat | None, Lang], bytes] = {}
        for reader in self.readers:
            seat, lang = told_to(reader), reader.lang
            follows = reader.told_last == (before, seat, lang)
            reading = (follows, seat, lang)
            message = made.get(reading)
            if message is None:
                message = words.changes(seat, lang) if follows else words.events(since, seat, lang)
                made[reading] = message
            reader.send(message)
            reader.told_last = (moment, seat, lang) if reader.hears_changes else None
        moment.forget_before()

    def tell_state(self) -> None:
        """A new match: everything is new."""
        self._last_told = None
        for reader in self.readers:
            reader.send(self._state(reader, None, None))

    def tell_table(self, besides: Reader | None = None) -> None:
        made: dict[tuple[Seat | None, Lang, str | None], bytes] = {}
        for reader in self.readers:
            waits = self.arrangements.newcomer(reader.person) is not None
            key = (reader.seat, reader.lang, reader.person if waits else None)
            if key not in made:
                made[key] = ENCODER.encode(TableMessage(self.info(*key), self.deadline()))
            if reader is not besides:
                reader.send(made[key])

    def info(self, seat: Seat | None, lang: Lang, person: str | None = None) -> TableInfo:
        return table_info(self, seat, lang, person)

    def tell_phrase(self, seat: Seat, phrase: Phrase) -> None:
        said = ENCODER.encode(SaidMessage(seat, phrase))
        for reader in self.readers:
            reader.send(said)

    # Notes

    def noted(self, note: notes.Note) -> NoteRow:
        """To be written, then told by `tell_note`."""
        game = self.game
        if game is None:
            return NoteRow("", 0, 0, now_ms(), to_text(note))
        return NoteRow(game.id, len(game.notes) + 1, game.seq, now_ms(), to_text(note))

    def tell_note(self, row: NoteRow) -> None:
        if self.game is not None and notes.is_kept(row):
            self.game.notes.append(row)
        for reader in self.readers:
            reader.send(ENCODER.encode(NoteMessage(notes.tell(row, reader.lang))))
