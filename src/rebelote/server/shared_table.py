"""A table that several nodes may serve: each has a copy, and no copy is ahead of the database.

What is decided here is written at the revision of the copy; if another node has written meanwhile, that is a
Clash: the copy is read again, and `decided_anew` decides once more. Others are told what was written, and
fold it into their copies in the order of revisions; where one is missing, the table is read anew.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from abc import abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any, Final, ParamSpec, TypeVar

import msgspec

from rebelote.events import from_json
from rebelote.server.arrangements import address_mark
from rebelote.server.arrangements import read as read_arrangements
from rebelote.server.counts import COUNTS
from rebelote.server.database import DatabaseProblem
from rebelote.server.elsewhere import Elsewhere
from rebelote.server.game import Game, Step
from rebelote.server.match_opening import MatchOpening
from rebelote.server.messages.live import Phrase
from rebelote.server.messages.tables import TableSettings
from rebelote.server.node_messages import (
    AskedNow,
    Changed,
    GivenUp,
    Here,
    NodeMessage,
    SaidHere,
    WhoIsHere,
    decode_message,
    encode_message,
)
from rebelote.server.nodes import Nodes, topic_of
from rebelote.server.problems import Refused
from rebelote.server.store import Store
from rebelote.server.stored_rows import Clash, StoredPlay, StoredTable, ToldRow, Unit
from rebelote.server.table_heads import Head, revision_of_table
from rebelote.server.table_state import Asked, Reader
from rebelote.server.told_table import ToldTable
from rebelote.stored_log import is_taken_back
from rebelote.table import Seat

logger = logging.getLogger("rebelote.server")

P = ParamSpec("P")
T = TypeVar("T")

MOST_TRIES: Final = 5
AGAIN_SECONDS: Final = 0.02


def decided_anew(command: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """A command that takes the table's lock itself: after a Clash it is decided again, by what is there."""

    @functools.wraps(command)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        for tried in range(MOST_TRIES):
            try:
                return await command(*args, **kwargs)
            except Clash:
                await asyncio.sleep(tried * AGAIN_SECONDS)
        raise Refused("busy")

    return run


class SharedTable(ToldTable):
    """`fence` is there while this node drives the table: it moves its bots and watches its clock. One that
    `is_closed` was let go: nobody finds it any more, and it does nothing by itself."""

    def __init__(self, store: Store, nodes: Nodes | None, stored: StoredTable, game: Game | None) -> None:
        super().__init__(stored, game)
        self.store = store
        self.lock = asyncio.Lock()
        self.revision = stored.revision
        self.fence: int | None = None
        self.is_closed = False
        self.on_opening: Callable[[], None] = lambda: None
        self._nodes = nodes
        self._clock = asyncio.get_running_loop().time
        self._elsewhere = Elsewhere(self._clock)
        self._heard: list[Changed] = []
        self._following: asyncio.Task[None] | None = None
        if nodes is not None:
            nodes.channel.subscribe(topic_of(self.id), self.hear, self.ask_who_is_here)

    # What a room is besides

    @property
    @abstractmethod
    def wants_driver(self) -> bool:
        """Whether players are here, so that this node should drive the table if no other does."""

    @abstractmethod
    def wake(self) -> None: ...
    @abstractmethod
    def _take_step(self, game: Game, step: Step, told: tuple[ToldRow, ...]) -> None: ...
    @abstractmethod
    def _is_awake(self) -> bool: ...
    @abstractmethod
    def restart_clock(self) -> None: ...
    @abstractmethod
    def _seen_here(self) -> dict[str, float]: ...
    @abstractmethod
    def _gone(self, seat: Seat) -> None: ...
    @abstractmethod
    def turn_out(self, code: str, who: Callable[[Reader], bool]) -> None: ...

    @property
    def drives(self) -> bool:
        return self._nodes is None or self.fence is not None

    def is_present(self, seat: Seat) -> bool:
        return super().is_present(seat) or self._elsewhere.is_present(seat)

    # Writing

    async def write(self, unit: Unit, *, as_driver: bool = False) -> None:
        """With the lock held. Raises Clash if another node has written meanwhile: what is here is read again
        then. `as_driver`: what only the driver may write."""
        if self._nodes is not None:
            fence = self._fence() if as_driver else None
            unit = msgspec.structs.replace(unit, head=Head(self.id, self.revision, fence))
        try:
            await self.store.write(unit)
        except Clash:
            COUNTS.clashes += 1
            await self._read_again()
            raise
        if self._nodes is not None:
            self.revision += 1
            self._say(_changed(self.revision, unit))

    async def say_changed(self) -> None:
        """Something of this table was written by another way than `write`."""
        if self._nodes is not None:
            await self.write(Unit())

    def _fence(self) -> int:
        if self.fence is None:
            raise Clash("another node drives this table")
        return self.fence

    def drive_if_free(self) -> None:
        """Players have come, or the driver has gone. What is missed here, the next look finds."""
        if self._nodes is not None and self.fence is None and self.wants_driver:
            self._nodes.drive_soon(self)

    # Hearing

    def hear(self, data: bytes) -> None:
        message: NodeMessage = decode_message(data)
        match message:
            case Changed() as changed:
                self._heard.append(changed)
                self._follow()
            case Here() as here:
                self._take_presence(here)
            case WhoIsHere():
                self.announce()
            case SaidHere(seat=seat, phrase=phrase):
                self.tell_phrase(Seat(seat), phrase)
            case GivenUp():
                self.drive_if_free()

    def _follow(self) -> None:
        """At once where nobody decides anything here now; else when that is done."""
        if (self.lock.locked() or not self._fold()) and self._following is None:
            self._following = asyncio.create_task(self._follow_locked())

    async def _follow_locked(self) -> None:
        try:
            async with self.lock:
                self._following = None
                if not self._fold():
                    COUNTS.gaps += self._heard[0].revision > self.revision + 1
                    await self._read_again()
        except DatabaseProblem:  # the next look at the revisions tries again
            self._heard.clear()
        except Exception:
            self._heard.clear()
            logger.exception("table %s: what another node wrote could not be taken", self.id)

    def _fold(self) -> bool:
        """What was heard goes into this copy; False where it has to be read again instead."""
        heard, self._heard = self._heard, []
        for changed in heard:
            if changed.revision <= self.revision:
                continue
            if changed.revision > self.revision + 1 or not self._takes(changed):
                self._heard = [later for later in heard if later.revision > self.revision]
                return False
            self._take(changed)
        return True

    def _takes(self, changed: Changed) -> bool:
        game, rows = self.game, changed.rows
        return (
            bool(rows)
            and game is not None
            and self.opening is None
            and rows[0].match == game.id
            and rows[0].seq == game.written + 1
            and not any(is_taken_back(row.data) for row in rows)
        )

    def _take(self, changed: Changed) -> None:
        game = self.game
        assert game is not None
        events = tuple(from_json(row.data) for row in changed.rows)
        step = Step(game.match.follow(events), events, changed.rows, changed.rows[0].at)
        self.revision = changed.revision
        self._take_step(game, step, changed.told)
        self.wake()

    # Reading

    async def catch_up(self) -> None:
        """If the database is ahead of this copy, it is read again."""
        if self._nodes is None:
            return
        now = await self.store.look(lambda connection: revision_of_table(connection, self.id))
        if now > self.revision:
            async with self.lock:
                if now > self.revision:
                    await self._read_again()

    async def _read_again(self) -> None:
        """With the lock held."""
        self._heard.clear()
        stored = await self.store.load_play(self.id)
        if stored is None:
            return
        game = None
        if stored.match is not None and stored.match.events:
            game = await asyncio.to_thread(Game.load_with_views, stored.match)
        self._take_stored(stored, game)
        self._place_readers()
        self.tell_state()
        self.wake()

    def _take_stored(self, stored: StoredPlay, game: Game | None) -> None:
        table, before = stored.table, self.game
        self.revision = table.revision
        self.settings = msgspec.json.decode(table.table.settings, type=TableSettings)
        self.host = None if table.table.host is None else Seat(table.table.host)
        self.seats = {Seat(row.seat): row for row in table.seats}
        self.arrangements = read_arrangements(table.arrangements)
        self.finished = list(table.finished)
        waiting = {newcomer.token for newcomer in self.arrangements.newcomers}
        self.asked = {person: asked for person, asked in self.asked.items() if person in waiting}
        if game is not None:
            game.guard.adopt(self.sitting())
            if before is not None and before.id == game.id:
                game.guard.remember(before.guard)
            if before is None or (before.id, before.written) != (game.id, game.written):
                self.restart_clock()
        self.game = game
        self._take_opening(stored)

    def _take_opening(self, stored: StoredPlay) -> None:
        """A match without events is being opened; one that was already known keeps its time."""
        known = self.opening
        row = None if stored.match is None or stored.match.events else stored.match.match
        self.opening = None if row is None else MatchOpening(row)
        if known is not None:
            known.cancel()
        if self.opening is not None:
            if known is not None and known.row.id == self.opening.row.id:
                self.opening.until = known.until
            self.on_opening()

    def _place_readers(self) -> None:
        """Connections read for the seats that their persons have now."""
        seats = {row.token: seat for seat, row in self.seats.items() if row.kind == "human" and row.token}
        before = [reader.seat for reader in self.readers]
        for reader in self.readers:
            reader.seat = None if reader.person is None else seats.get(reader.person)
        if before != [reader.seat for reader in self.readers]:
            self.announce()
        self.turn_out("kicked", lambda reader: self.arrangements.bars(person=reader.person, address=""))
        if not self.settings.spectators:
            self.turn_out("no_spectators", self.is_spectator)

    # Who is here, and elsewhere

    def ask_who_is_here(self) -> None:
        """And say it: others may have missed it too."""
        self._say(WhoIsHere())
        self.announce()

    def announce(self) -> None:
        """To the other nodes: who is at the table through this one."""
        if self._nodes is None:
            return
        seats: dict[str, tuple[str, ...]] = {}
        near = {address_mark(self.id, address) for address in self._addresses_of_people()}
        for reader in self.readers:
            if reader.seat is not None:
                mark = address_mark(self.id, reader.address)
                seats[reader.seat] = tuple({*seats.get(reader.seat, ()), mark})
                near.add(mark)
        self._nodes.attendance.set(self.id, seats)
        waiting = {newcomer.token for newcomer in self.arrangements.newcomers}
        self._say(
            Here(
                self._nodes.node,
                seats,
                tuple({reader.person for reader in self.readers if reader.person in waiting}),
                self._seen_here(),
                tuple(self.standing_in) if self.fence is not None else None,
                tuple(
                    AskedNow(person, tuple(asked.missing), asked.refused)
                    for person, asked in self.asked.items()
                ),
                tuple(near),
            )
        )

    def _take_presence(self, here: Here) -> None:
        awake, before, standing = self._is_awake(), self._elsewhere.seats(), set(self.standing_in)
        self._elsewhere.take(here)
        if not awake and self._is_awake():
            self.restart_clock()
        self._note_gone(before)
        for seat, marks in here.seats.items():
            self.standing_in.discard(Seat(seat))
            if self.game is not None:
                self.game.guard.note_marks(marks)
        if self.game is not None:
            self.game.guard.note_marks(here.near)
        if here.standing_in is not None and self.fence is None:
            self.standing_in = set(map(Seat, here.standing_in))
        asks = self._take_asked(here.asked)
        if asks or before != self._elsewhere.seats() or standing != self.standing_in:
            self.tell_table()
            self.wake()

    def _take_asked(self, asked: tuple[AskedNow, ...]) -> bool:
        """Those who have not agreed yet become fewer, and a refusal stays."""
        changed = False
        for each in asked:
            newcomer = self.arrangements.newcomer(each.person)
            if newcomer is None:
                continue
            missing = set(map(Seat, each.missing))
            known = self.asked.get(each.person)
            merged = Asked(
                missing=missing if known is None else known.missing & missing,
                refused=each.refused or (known is not None and known.refused),
            )
            changed |= merged != known
            self.asked[each.person] = merged
        return changed

    def located(self, person: str | None, address: str) -> None:
        """Other nodes have to know: nobody from there sits down at once in this deal."""
        before = set(self._addresses_of_people())
        super().located(person, address)
        if before != set(self._addresses_of_people()):
            self.announce()

    def is_near_elsewhere(self, mark: str) -> bool:
        """Whether another node knows somebody who sits here to be at the address of this mark: it may not
        have said yet that he was told a hand."""
        return self._elsewhere.is_near(mark)

    def forget_dead(self, living: frozenset[str], asked: float) -> None:
        before = self._elsewhere.seats()
        if self._elsewhere.keep(living, asked):
            self._note_gone(before)
            self.tell_table()
            self.wake()

    def _note_gone(self, before: set[Seat]) -> None:
        for seat in before - self._elsewhere.seats():
            if not self.is_present(seat):
                self._gone(seat)

    def say_phrase(self, seat: Seat, phrase: Phrase) -> None:
        """To all readers, here and elsewhere. Raises Refused where the seat has spoken too often."""
        self.phrases.check(seat)
        self.tell_phrase(seat, phrase)
        self._say(SaidHere(seat, phrase))

    def _say(self, message: msgspec.Struct) -> None:
        if self._nodes is not None:
            self._nodes.channel.publish(topic_of(self.id), encode_message(message))

    def stop_sharing(self) -> None:
        self.is_closed = True
        if self._nodes is not None:
            self._nodes.channel.unsubscribe(topic_of(self.id))
            self._nodes.give_up(self)
            if self._following is not None:
                self._following.cancel()


def _changed(revision: int, unit: Unit) -> Changed:
    """The events alone where nothing else has changed."""
    ended = unit.match is None or set(unit.match[1]) <= {"over"}
    only_events = unit.table is None and not unit.seats and not unit.notes and unit.arrangements is None
    if unit.events and only_events and ended and unit.new_match is None:
        return Changed(revision, unit.events, unit.told)
    return Changed(revision)
