"""Who is at a table: the connections that read it, and those who are heard of by HTTP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rebelote.server.attendance import is_attended
from rebelote.server.game import Game
from rebelote.server.nodes import Nodes
from rebelote.server.problems import Refused
from rebelote.server.shared_table import SharedTable
from rebelote.server.store import Store
from rebelote.server.stored_rows import StoredTable
from rebelote.server.table_state import Reader
from rebelote.table import Seat

MOST_READERS: Final = 80
MOST_OF_A_SEAT: Final = 8
AWAKE_SECONDS: Final = 60.0
"""How long a request by HTTP keeps a table going that no player is connected to."""
ANNOUNCE_SECONDS: Final = 2.0
"""How often other nodes are told of a player who speaks HTTP."""


class AttendedTable(SharedTable):
    """`address` is that of the player who came last, `used` when somebody was last here."""

    def __init__(self, store: Store, nodes: Nodes | None, stored: StoredTable, game: Game | None) -> None:
        super().__init__(store, nodes, stored, game)
        self.address = ""
        self._away_since = dict.fromkeys(self.rules.table.seats, self._clock())
        self._seen: dict[Seat, float] = {}
        self._newcomer_seen = -AWAKE_SECONDS
        self.used = self._clock()

    # Who is there

    def _is_there(self, seat: Seat) -> bool:
        """Connected, or heard of by HTTP a moment ago."""
        seen = self._last_seen(seat)
        return self.is_present(seat) or (
            seen is not None and self._clock() < seen + self.settings.absent_seconds
        )

    def _last_seen(self, seat: Seat) -> float | None:
        """By HTTP, here or elsewhere."""
        here, elsewhere = self._seen.get(seat), self._elsewhere.seen(seat)
        return max((at for at in (here, elsewhere) if at is not None), default=None)

    def _is_awake(self) -> bool:
        """A match rests while none of its players is there: who comes back finds it as he left it."""
        now = self._clock()
        return self._newcomer_is_there(now) or any(
            self.is_present(seat)
            or ((seen := self._last_seen(seat)) is not None and now < seen + AWAKE_SECONDS)
            for seat in self.people()
        )

    @property
    def wants_driver(self) -> bool:
        if self.is_closed:
            return False
        now = self._clock()
        waiting = {newcomer.token for newcomer in self.arrangements.newcomers}
        return (
            any(reader.seat is not None or reader.person in waiting for reader in self.readers)
            or any(now < at + AWAKE_SECONDS for at in self._seen.values())
            or now < self._newcomer_seen + AWAKE_SECONDS
        )

    def _seen_here(self) -> dict[str, float]:
        now = self._clock()
        return {seat: now - at for seat, at in self._seen.items() if now < at + AWAKE_SECONDS}

    def _gone(self, seat: Seat) -> None:
        self._away_since[seat] = self._clock()

    async def is_attended_elsewhere(self, seat: Seat) -> bool:
        """By the database, since what other nodes say may be lost or late. If so, they are asked again."""
        if self._nodes is None:
            return False
        node = self._nodes.node
        if not await self.store.look(lambda c: is_attended(c, self.id, seat, besides=node)):
            return False
        self._gone(seat)
        self.standing_in.discard(seat)
        self.ask_who_is_here()
        self.tell_table()
        return True

    def _newcomer_is_there(self, now: float) -> bool:
        """Bots play the deal to its end for one who waits to sit down, even where nobody else sits."""
        if not self.arrangements.newcomers:
            return False
        waiting = {newcomer.token for newcomer in self.arrangements.newcomers}
        return (
            now < self._newcomer_seen + AWAKE_SECONDS
            or any(reader.person in waiting for reader in self.readers)
            or self._elsewhere.is_waiting(waiting)
        )

    def touch(self) -> None:
        self.used = self._clock()

    def heard_of(self, seat: Seat, address: str = "") -> None:
        """A player who speaks HTTP is there."""
        self.address = address or self.address
        if not self._is_awake():
            self.restart_clock()
        if address:
            self.located(self.seats[seat].token, address)
        new = self._clock() > self._seen.get(seat, -ANNOUNCE_SECONDS) + ANNOUNCE_SECONDS
        self._seen[seat] = self._clock()
        self.standing_in.discard(seat)
        if new:
            self.announce()
            self.drive_if_free()

    def heard_of_newcomer(self) -> None:
        self._newcomer_seen = self._clock()

    # Connections

    def join(self, reader: Reader, match: str | None, seq: int | None) -> None:
        self._check_space(reader)
        self._check_hand(reader, reader.seat)
        if not self._is_awake():
            self.restart_clock()
        self.readers.append(reader)
        self.located(reader.person, reader.address)
        if reader.seat is not None:
            self.standing_in.discard(reader.seat)
            self.address = reader.address
        elif not self.is_spectator(reader):  # bots may play on for him, and think on somebody's account
            self.address = self.address or reader.address
        reader.send(self._state(reader, match, seq))
        self.announce()
        self.drive_if_free()
        self.tell_table(besides=reader)
        self.wake()

    def join_again(
        self, reader: Reader, seat: Seat | None, person: str | None, match: str | None, seq: int | None
    ) -> None:
        """A second hello on the same connection: it has missed something, or come back to its seat."""
        self._check_hand(reader, seat)
        if (reader.seat, reader.person) != (seat, person):
            self.part(reader)
            reader.seat, reader.person = seat, person
            self.join(reader, match, seq)
        else:
            reader.send(self._state(reader, match, seq))

    def _check_hand(self, reader: Reader, seat: Seat | None) -> None:
        if self.game is not None and self.game.guard.is_other(reader, seat):
            raise Refused("other_hand")

    def _check_space(self, reader: Reader) -> None:
        if self.is_spectator(reader) and not self.settings.spectators:
            raise Refused("no_spectators")
        same = sum(other.seat == reader.seat for other in self.readers)
        if len(self.readers) >= MOST_READERS or (reader.seat is not None and same >= MOST_OF_A_SEAT):
            raise Refused("crowded")

    def part(self, reader: Reader) -> None:
        if reader not in self.readers:
            return
        self.readers.remove(reader)
        self.used = self._clock()
        if reader.seat is not None and not self.is_present(reader.seat):
            self._away_since[reader.seat] = self._clock()
        self.announce()
        self.tell_table()
        self.wake()
        if self._nodes is not None and not self.wants_driver:
            self._nodes.give_up(self)

    def send_away(self, seat: Seat | None, code: str) -> None:
        """All who read for a seat; without one, the spectators."""
        self.turn_out(code, lambda reader: reader.seat == seat if seat else self.is_spectator(reader))

    def turn_out(self, code: str, who: Callable[[Reader], bool]) -> None:
        sent = [reader for reader in self.readers if who(reader)]
        for reader in sent:
            self.readers.remove(reader)
            reader.end(code)
        if sent:
            self.announce()

    def seat_reader(self, person: str, seat: Seat) -> None:
        """The connections of one who waited read for this seat from now on."""
        self._away_since[seat] = self._clock()
        self._seen[seat] = self._newcomer_seen
        self.standing_in.discard(seat)
        for reader in [reader for reader in self.readers if reader.person == person]:
            reader.seat = seat
            self.refresh(reader)
        self.announce()

    def move_readers(self, moved: Mapping[Seat, Seat]) -> None:
        """People have changed places: their connections go with them."""
        now = self._clock()
        seen = {moved.get(seat, seat): at for seat, at in self._seen.items()}
        self._seen, self._away_since = seen, {**self._away_since, **dict.fromkeys(moved, now)}
        for reader in self.readers:
            if reader.seat is not None and reader.seat in moved:
                reader.seat = moved[reader.seat]
                self.refresh(reader)
        self.announce()
