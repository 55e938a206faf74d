"""A table as it stands in memory: who sits there, who is to come, the match, who is connected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, Protocol

import msgspec

from rebelote.language.persons import is_name
from rebelote.language.text import Lang
from rebelote.server import arrangements
from rebelote.server.cast import Sitter, seated
from rebelote.server.game import Game
from rebelote.server.hand_guard import NOBODY, Listener
from rebelote.server.match_opening import MatchOpening
from rebelote.server.messages.tables import TableSettings
from rebelote.server.moments import Moment
from rebelote.server.phrases import Phrases
from rebelote.server.stored_rows import StoredTable
from rebelote.server.view_messages import isolated
from rebelote.stored_log import read_rules
from rebelote.table import Seat

Status = Literal["waiting", "playing", "over"]


class Asked(msgspec.Struct):
    """A newcomer asks to sit down at once: the seats that have not agreed yet, or that one has refused."""

    missing: set[Seat]
    refused: bool = False


class Reader(Listener, Protocol):
    """A live connection. `send` never waits; `end` says why and closes; `restart` closes for a while.

    `told_last` is the moment whose view one who `hears_changes` has, of which seat and in which language.
    """

    lang: Lang
    hears_changes: bool
    told_last: tuple[Moment, Seat | None, Lang] | None

    def send(self, message: bytes) -> None: ...
    def end(self, code: str) -> None: ...
    def restart(self) -> None: ...


class TableState:
    """What is in memory has been written, but for `addresses`, `asked` and who is connected."""

    def __init__(self, stored: StoredTable, game: Game | None) -> None:
        self.id = stored.table.id
        self.code = stored.table.code
        self.rules = read_rules(stored.table.rules)
        self.settings = msgspec.json.decode(stored.table.settings, type=TableSettings)
        self.host: Seat | None = None if stored.table.host is None else Seat(stored.table.host)
        self.seats = {Seat(row.seat): row for row in stored.seats}
        self.arrangements = arrangements.read(stored.arrangements)
        self.asked: dict[str, Asked] = {}
        self.addresses: dict[str, str] = {}
        self.game = game
        if game is not None:
            game.guard.adopt(self.sitting())
        self.opening: MatchOpening | None = None
        self.finished = list(stored.finished)
        self.readers: list[Reader] = []
        self.phrases = Phrases()
        self.standing_in: set[Seat] = set()
        self._names: tuple[tuple[object, ...], Mapping[Seat, str]] | None = None

    @property
    def status(self) -> Status:
        if self.opening is not None:
            return "playing"
        if self.game is None:
            return "waiting"
        return "over" if self.game.match.is_over or self.game.endless else "playing"

    @property
    def match_id(self) -> str | None:
        return None if self.game is None else self.game.id

    @property
    def series(self) -> str | None:
        """The deals that others play too, if that is what is played here."""
        return None if self.game is None else self.game.row.series

    @property
    def mid_deal(self) -> bool:
        """Hands have been dealt, and the deal is not over."""
        return self.game is not None and self.game.guard.deal is not None

    def sitting(self) -> dict[Seat, str]:
        """The person in every seat, by the digest of the token."""
        return {
            seat: (row.token if row.kind == "human" else None) or NOBODY for seat, row in self.seats.items()
        }

    def is_spectator(self, reader: Reader) -> bool:
        return reader.seat is None and self.arrangements.newcomer(reader.person) is None

    def people(self) -> Iterator[Seat]:
        """In the direction of play."""
        return (seat for seat in self.rules.table.order if self.seats[seat].kind == "human")

    def is_human(self, seat: Seat) -> bool:
        return self.seats[seat].kind == "human"

    def is_present(self, seat: Seat) -> bool:
        return seat in [reader.seat for reader in self.readers]

    def cast(self) -> Mapping[Seat, Sitter]:
        """The bots as people."""
        bots = {seat: row.bot for seat, row in self.seats.items() if row.kind == "bot" and row.bot}
        return seated(self.series or self.id, self.rules.table.order, bots)

    def names(self) -> Mapping[Seat, str]:
        """People by their nicknames, if they gave one; bots as they are called at this table.

        Made anew when somebody else sits there or other deals are played: rows are never changed.
        """
        made_from = (self.series, *self.seats.values())
        if self._names is None or self._names[0] != made_from:
            self._names = made_from, self._name_all()
        return self._names[1]

    def _name_all(self) -> Mapping[Seat, str]:
        people = {
            seat: isolated(row.name)
            for seat, row in self.seats.items()
            if row.kind == "human" and is_name(row.name)
        }
        return people | {seat: sitter.name for seat, sitter in self.cast().items()}

    def is_taken(self, seat: Seat) -> bool:
        """By a person who sits there, or is to."""
        return self.is_human(seat) or self.arrangements.newcomer_at(seat) is not None

    @property
    def next_seat(self) -> Seat | None:
        """For one who names none: an empty one, a bot's, or one that somebody has left; the host's partner's
        before the others."""
        free = [seat for seat in self.rules.table.seats if not self.is_taken(seat)]
        return min(free, key=self._put_off, default=None)

    def _put_off(self, seat: Seat) -> tuple[bool, bool, bool]:
        row, table = self.seats[seat], self.rules.table
        partner = self.host is not None and table.side(seat) == table.side(self.host)
        return row.token is not None, row.kind == "bot", not partner

    def located(self, person: str | None, address: str) -> None:
        """Where one who sits here, or is to, was last heard of. It is not written down."""
        sits = any(row.token == person for row in self.seats.values())
        if person is not None and (sits or self.arrangements.newcomer(person) is not None):
            self.addresses[person] = address

    def _addresses_of_people(self) -> Iterator[str]:
        """Where those who sit here were last heard of, as far as this node knows."""
        people = (self.seats[seat].token for seat in self.people())
        return (self.addresses[person] for person in people if person in self.addresses)

    def refuse_all(self) -> None:
        """One who should have agreed has gone: whoever asked to sit down at once waits for the next deal."""
        for asked in self.asked.values():
            asked.refused = True
