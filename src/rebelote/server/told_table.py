"""A table, and what its readers are told of it. Whose hand that is, the guard of the match decides."""

from __future__ import annotations

from abc import ABC, abstractmethod

from rebelote.codec import ENCODER
from rebelote.language.text import Lang
from rebelote.server import broadcast, notes
from rebelote.server.broadcast import Broadcast, Scene
from rebelote.server.game import Game, now_ms, to_text
from rebelote.server.messages.live import NoteMessage, Phrase, TableMessage
from rebelote.server.messages.tables import TableInfo
from rebelote.server.problems import Refused
from rebelote.server.redacted_match import RedactedMatch
from rebelote.server.store import NoteRow
from rebelote.server.table_info import table_info
from rebelote.server.table_state import Reader, TableState
from rebelote.server.view_messages import Facts
from rebelote.table import Seat
from rebelote.view import View


class ToldTable(TableState, ABC):
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
        return self._broadcast(game).state(table, since, seat, reader.lang)

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

    def _broadcast(self, game: Game) -> Broadcast:
        facts = Facts(game.id, game.row.commitment, game.packs, self.deadline(), self.names())
        return Broadcast(Scene(RedactedMatch.of(game.match), facts, game.times, game.notes), now_ms())

    def tell_events(self, since: int) -> None:
        assert self.game is not None
        words = self._broadcast(self.game)
        made: dict[tuple[Seat | None, Lang], bytes] = {}
        for reader in self.readers:
            key = (self.game.guard.told_to(reader), reader.lang)
            if key not in made:
                made[key] = words.events(since, *key)
            reader.send(made[key])

    def tell_state(self) -> None:
        """A new match: everything is new."""
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
        said = self.phrases.say(seat, phrase)
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
