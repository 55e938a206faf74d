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
from rebelote.server.redacted_match import Fresh, RedactedMatch
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

    def _state(
        self, reader: Reader, match: str | None, seq: int | None, made: dict[object, bytes] | None = None
    ) -> bytes:
        """`made` are those that others are told now."""
        table, game = self._table_told_to(reader), self.game
        if game is None:
            return broadcast.waiting_state(self.info(*table), now_ms())
        seat = game.guard.told_to(reader)
        known = None if game.went_back else match
        redacted = RedactedMatch.of(game.match)
        since = broadcast.catch_up(redacted, game.id, known, seq)
        if seat is not None:  # deals before were another's
            since = max(since, broadcast.start_of_deal(redacted, game.guard.since(reader.person, seat)))
        moment = self._moment_now(game, redacted)
        reader.told_last = (moment, seat, reader.lang) if reader.hears_changes else None
        told = None if made is None else made.get((table, seat, since))
        if told is None:
            fresh = Fresh.of(game.match, since)
            scene = Scene(redacted, moment, game.times, game.notes, now_ms(), since, fresh)
            told = Broadcast(scene, reader.lang).state(self.info(*table), seat)
            if made is not None:
                made[table, seat, since] = told
        return told

    def _table_told_to(self, reader: Reader) -> tuple[Seat | None, Lang, str | None]:
        """As `info` takes it: the same for all who are told the same of the table."""
        waits = self.arrangements.newcomer(reader.person) is not None
        return reader.seat, reader.lang, reader.person if waits else None

    def _moment_now(self, game: Game, redacted: RedactedMatch) -> Moment:
        """The moment that readers were told last, if it is still that."""
        moment, facts = self._moment_at(game.seq), self._facts(game)
        return (
            moment
            if moment is not None and moment.facts == facts
            else self._new_moment(game, redacted, facts)
        )

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

    def _facts(self, game: Game) -> Facts:
        return Facts(game.id, game.row.commitment, game.packs, self.deadline(), self.names())

    def _new_moment(self, game: Game, redacted: RedactedMatch, facts: Facts) -> Moment:
        moment = Moment.of(redacted, facts)
        self._last_told = (game.match.event(game.seq - 1), moment)
        return moment

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
        before, redacted = self._moment_at(since), RedactedMatch.of(game.match)
        moment, fresh = self._new_moment(game, redacted, self._facts(game)), Fresh.of(game.match, since)
        scene = Scene(redacted, moment, game.times, game.notes, now_ms(), since, fresh, before)
        told: dict[Lang, Broadcast] = {}
        told_to = game.guard.told_to
        for reader in self.readers:
            seat, lang = told_to(reader), reader.lang
            words = told.get(lang) or told.setdefault(lang, Broadcast(scene, lang))
            follows = reader.told_last == (before, seat, lang)
            reader.send(words.changes(seat) if follows else words.events(seat))
            reader.told_last = (moment, seat, lang) if reader.hears_changes else None

    def tell_state(self) -> None:
        """A new match: everything is new."""
        self._last_told = None
        made: dict[object, bytes] = {}
        for reader in self.readers:
            reader.send(self._state(reader, None, None, made))

    def tell_table(self, besides: Reader | None = None) -> None:
        made: dict[tuple[Seat | None, Lang, str | None], bytes] = {}
        for reader in self.readers:
            key = self._table_told_to(reader)
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
            told = notes.tell(row, reader.lang, notes.reading(reader.seat, self.names()))
            reader.send(ENCODER.encode(NoteMessage(told)))
