"""Reading and writing the log. One thread writes: whatever waits is committed together, and nothing is
acknowledged before it is on disk."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from rebelote.errors import RebeloteError
from rebelote.server import schema
from rebelote.server.counts import COUNTS
from rebelote.server.database import DatabaseProblem, reason
from rebelote.server.opening import open_database
from rebelote.server.revisions import NEWEST, begin_alone, revision_of

logger = logging.getLogger("rebelote.server")

A = TypeVar("A")
T = TypeVar("T")


class Clash(RebeloteError):
    """Another node has written at this place of the log."""


class EventRow(msgspec.Struct, frozen=True):
    match: str
    seq: int
    at: int
    data: str


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """`rules` are the resolved rules as JSON; `match` is the one that is on, or the last one."""

    id: str
    created: int
    rules: str
    code: str
    settings: str
    host: str | None
    match: str | None


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that somebody left has his token and name, and a bot in it.

    `client_commitment` is for the next match; it is taken from here when that begins.
    """

    table_id: str
    seat: str
    kind: str
    name: str
    bot: str | None = None
    token: str | None = None
    client_commitment: str | None = None
    avatar: str | None = None


NOBODY_YET: Final = "[]"
"""The players of a match that is being opened: they are written when it begins."""


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """One without events is being opened. `contributions` are JSON by seat; in scheme 1, the seeds alone."""

    id: str
    table_id: str
    number: int
    started: int
    over: bool
    secret: bytes
    commitment: str
    contributions: str
    scheme: int
    players: str
    code: str
    series: str | None = None


class ToldRow(msgspec.Struct, frozen=True):
    """`person` is the digest of a token, or nothing where a bot sits."""

    match: str
    seq: int
    seat: str
    person: str


class NoteRow(msgspec.Struct, frozen=True):
    match: str
    number: int
    seq: int
    at: int
    data: str


class EntryRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody plays a series of deals that others play too; once."""

    series: str
    person: str
    table_id: str
    day: int | None
    name: str
    started: int


class EntryResult(msgspec.Struct, frozen=True, kw_only=True):
    """What the series came to at that table. Without a score it does not count."""

    table_id: str
    finished: int
    score: int | None
    called: str
    boards: str


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """What is written together or not at all."""

    events: tuple[EventRow, ...] = ()
    new_table: TableRow | None = None
    table: tuple[str, dict[str, Any]] | None = None
    seats: tuple[SeatRow, ...] = ()
    new_match: MatchRow | None = None
    match: tuple[str, dict[str, Any]] | None = None
    told: tuple[ToldRow, ...] = ()
    notes: tuple[NoteRow, ...] = ()
    arrangements: tuple[str, str] | None = None
    new_entry: EntryRow | None = None
    result: EntryResult | None = None


class StoredTable(msgspec.Struct, frozen=True):
    """`arrangements` is JSON, for `arrangements.py`."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    finished: tuple[str, ...]
    arrangements: str | None = None


class StoredMatch(msgspec.Struct, frozen=True):
    match: MatchRow
    events: tuple[EventRow, ...]
    told: tuple[ToldRow, ...] = ()
    notes: tuple[NoteRow, ...] = ()


_Job = tuple[Unit, asyncio.Future[None]]
_Group = Sequence[_Job]

WRITES_PER_CHECKPOINT: Final = 500
FRESH_SECONDS: Final = 1.0
GRACE_MS: Final = 3_600_000
"""For those who have begun a series when it closes. Nothing is told of its deals before that is over."""


class Store:
    """`problem` is set once what is written would be lost: nothing more is acknowledged then."""

    def __init__(self, url: str) -> None:
        self._database = open_database(url)
        self._engine = self._database.engine
        self.problem: str | None = None
        self._waiting: deque[_Job] = deque()
        self._is_waking = False
        self._writable = (float("-inf"), True)
        self._calls: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._to_checkpoint: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_loop, name="rebelote-writer", daemon=True)
        self._writer.start()
        self._checkpointer: threading.Thread | None = None
        if self._engine.dialect.name == "sqlite":
            self._checkpointer = threading.Thread(
                target=self._checkpoint_loop, name="rebelote-tidier", daemon=True
            )
            self._checkpointer.start()

    def close(self) -> None:
        """Write what still waits, then let go of the database."""
        self._calls.put(True)
        self._calls.put(False)
        self._writer.join()
        self._to_checkpoint.put(False)
        if self._checkpointer is not None:
            self._checkpointer.join()
        self._database.close()

    @property
    def waiting(self) -> int:
        """How many writes the writer has not taken yet."""
        return len(self._waiting)

    async def is_writable(self) -> bool:
        """Whether the database is there, of this schema, and takes writes; asked once a second at most."""
        asked, answer = self._writable
        now = time.monotonic()
        if now - asked > FRESH_SECONDS:
            self._writable = now, answer
            answer = await asyncio.to_thread(self._is_writable)
            self._writable = now, answer
        return answer

    def _is_writable(self) -> bool:
        identity = self._database.identity
        if self.problem is not None or (identity is not None and not identity.is_there()):
            return False
        try:
            with self._engine.connect() as connection:
                if self._engine.dialect.name == "sqlite":
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                elif connection.exec_driver_sql("SHOW transaction_read_only").scalar() != "off":
                    return False
                return revision_of(connection) == NEWEST
        except (SQLAlchemyError, DatabaseProblem):
            return False

    # Writing

    async def write(self, unit: Unit) -> None:
        """Returns once it is on disk. Raises Clash if its place in the log is taken, DatabaseProblem if the
        database does not take it.

        It is written even if the caller goes away meanwhile.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((unit, done))
        if not self._is_waking:
            self._is_waking = True
            loop.call_soon(self._wake_writer)
        await done

    def _wake_writer(self) -> None:
        """Wake the writer thread once per loop turn, for all that came meanwhile."""
        self._is_waking = False
        self._calls.put(True)

    def _write_loop(self) -> None:
        """After an error the database is opened anew: it may have been the connection's."""
        connection: Connection | None = None
        unchecked_writes = 0
        while self._calls.get():
            group = [self._waiting.popleft() for _ in range(len(self._waiting))]
            if not group:  # an earlier call has seen to it
                continue
            began = time.perf_counter()
            try:
                connection = connection or self._connect()
                outcome = _commit(connection, group)
                self._check_identity()
                COUNTS.commits.add(time.perf_counter() - began)
                COUNTS.writes += len(group)
            except Exception as error:
                COUNTS.failed_writes += len(group)
                logger.error("%d writes failed: %s", len(group), reason(error))
                outcome = [DatabaseProblem(reason(error))] * len(group)
                _close(connection)
                connection = None
            _tell(group, outcome)
            unchecked_writes += len(group)
            if unchecked_writes >= WRITES_PER_CHECKPOINT:
                self._to_checkpoint.put(True)
                unchecked_writes = 0
        _close(connection)

    def _connect(self) -> Connection:
        if self.problem is not None:
            raise DatabaseProblem(self.problem)
        if self._database.identity is not None:
            self._database.identity.reopened()
        return self._engine.connect()

    def _check_identity(self) -> None:
        """What went into a file that is no longer there is not acknowledged, and no other is begun."""
        identity = self._database.identity
        if identity is not None and (lost := identity.problem()) is not None:
            self.problem = f"{lost}: nothing is written until it is started again"
            raise DatabaseProblem(self.problem)

    def _checkpoint_loop(self) -> None:
        """Bring SQLite's log into its file beside the writer, who would otherwise stop to do it."""
        while self._to_checkpoint.get():
            with suppress(SQLAlchemyError), self._engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    # Reading

    async def load_table(self, table_id: str) -> StoredTable | None:
        return await self._read(self._load_table, table_id)

    async def load_match(self, match_id: str) -> StoredMatch | None:
        return await self._read(self._load_match, match_id)

    async def load_outline(self, match_id: str) -> StoredMatch | None:
        """All that can still change of a match that is over: the row, the notes. Nothing of its log."""
        return await self._read(self._load_outline, match_id)

    async def _read(self, load: Callable[[A], T], what: A) -> T:
        if self.problem is not None:
            raise DatabaseProblem(self.problem)
        try:
            return await asyncio.to_thread(load, what)
        except SQLAlchemyError as error:
            logger.error("the database failed: %s", reason(error))
            raise DatabaseProblem(reason(error)) from None

    # Housekeeping

    async def maintain(self, work: Callable[[Connection], T]) -> T:
        """Something that changes more than one table, in a transaction of its own: the writer waits."""
        return await self._read(self._maintain, work)

    async def look(self, work: Callable[[Connection], T]) -> T:
        """Something that only reads: nobody waits for it."""
        return await self._read(self.look_now, work)

    def look_now(self, work: Callable[[Connection], T]) -> T:
        """The same in the caller's thread."""
        with self._engine.connect() as connection:
            return work(connection)

    def _maintain(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            begin_alone(connection)
            done = work(connection)
            connection.commit()
        return done

    def _load_table(self, table_id: str) -> StoredTable | None:
        with self._engine.connect() as connection:
            found = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).first()
            if found is None:
                return None
            seats = connection.execute(select(schema.seats).where(schema.seats.c.table_id == table_id)).all()
            matches = schema.matches.c
            finished = connection.execute(
                select(matches.id)
                .where(matches.table_id == table_id, matches.over.is_(True))
                .order_by(matches.number)
            ).all()
            arranged = connection.execute(
                select(schema.arrangements.c.data).where(schema.arrangements.c.table_id == table_id)
            ).scalar()
        return StoredTable(
            TableRow(**found._mapping),
            tuple(SeatRow(**row._mapping) for row in seats),
            tuple(row.id for row in finished),
            arranged,
        )

    def _load_outline(self, match_id: str) -> StoredMatch | None:
        with self._engine.connect() as connection:
            found = connection.execute(select(schema.matches).where(schema.matches.c.id == match_id)).first()
            notes = connection.execute(
                select(schema.notes).where(schema.notes.c.match == match_id).order_by(schema.notes.c.number)
            ).all()
        if found is None:
            return None
        noted = tuple(NoteRow(**row._mapping) for row in notes)
        return StoredMatch(MatchRow(**found._mapping), (), notes=noted)

    def _load_match(self, match_id: str) -> StoredMatch | None:
        outline = self._load_outline(match_id)
        if outline is None:
            return None
        with self._engine.connect() as connection:
            log = connection.execute(
                select(schema.events).where(schema.events.c.match == match_id).order_by(schema.events.c.seq)
            ).all()
            told = connection.execute(select(schema.told).where(schema.told.c.match == match_id)).all()
        return StoredMatch(
            outline.match,
            tuple(EventRow(row.match, row.seq, row.at, row.data) for row in log),
            tuple(ToldRow(**row._mapping) for row in told),
            outline.notes,
        )


def _tell(group: _Group, outcome: Sequence[Exception | None]) -> None:
    """Wake those who wait, all at once."""
    with suppress(RuntimeError):  # their loop is gone: nobody waits any more
        group[0][1].get_loop().call_soon_threadsafe(_settle, group, outcome)


def _settle(group: _Group, outcome: Sequence[Exception | None]) -> None:
    for (_, done), error in zip(group, outcome, strict=True):
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _commit(connection: Connection, group: _Group) -> list[Exception | None]:
    """One transaction for all; if one of them can't be, each by itself. What came of each."""
    try:
        with connection.begin():
            _execute(connection, [unit for unit, _ in group])
    except IntegrityError:
        if len(group) == 1:
            return [Clash("written by another")]
        return [_commit(connection, [job])[0] for job in group]
    return [None] * len(group)


def _close(connection: Connection | None) -> None:
    if connection is not None:
        with suppress(SQLAlchemyError):
            connection.close()


def _execute(connection: Connection, units: Sequence[Unit]) -> None:
    for unit in units:
        _execute_rest(connection, unit)
    rows = [row for unit in units for row in unit.events]
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        _insert_events(connection, rows[first : first + _ROWS_AT_ONCE])


def _insert_events(connection: Connection, rows: Sequence[EventRow]) -> None:
    """One statement for all rows: the driver lets other threads run at every statement, and then has to wait
    for its turn again."""
    mark = _MARKS.get(connection.dialect.paramstyle)
    if mark is None:
        connection.execute(insert(schema.events), [msgspec.structs.asdict(row) for row in rows])
        return
    values = tuple(value for row in rows for value in (row.match, row.seq, row.at, row.data))
    connection.exec_driver_sql(_insertion(len(rows), mark), values)


_MARKS: Final = {"qmark": "?", "format": "%s"}
_ROWS_AT_ONCE: Final = 1000


@lru_cache(maxsize=256)
def _insertion(rows: int, mark: str) -> str:
    row = f"({mark}, {mark}, {mark}, {mark})"
    return f'INSERT INTO events ("match", seq, at, data) VALUES {", ".join([row] * rows)}'


def _execute_rest(connection: Connection, unit: Unit) -> None:
    """All but the events, which go in together at the end."""
    if unit.new_table is not None:
        connection.execute(insert(schema.tables), msgspec.structs.asdict(unit.new_table))
    if unit.new_match is not None:
        connection.execute(insert(schema.matches), msgspec.structs.asdict(unit.new_match))
    if unit.table is not None:
        name, values = unit.table
        connection.execute(update(schema.tables).where(schema.tables.c.id == name).values(**values))
    if unit.match is not None:
        name, values = unit.match
        connection.execute(update(schema.matches).where(schema.matches.c.id == name).values(**values))
    for seat in unit.seats:
        _write_seat(connection, seat)
    if unit.told:
        connection.execute(insert(schema.told), [msgspec.structs.asdict(row) for row in unit.told])
    if unit.notes:
        connection.execute(insert(schema.notes), [msgspec.structs.asdict(row) for row in unit.notes])
    if unit.arrangements is not None:
        _write_arrangements(connection, *unit.arrangements)
    if unit.new_entry is not None:
        connection.execute(insert(schema.entries), msgspec.structs.asdict(unit.new_entry))
    if unit.result is not None:
        _write_result(connection, unit.result)


def _write_seat(connection: Connection, seat: SeatRow) -> None:
    where = (schema.seats.c.table_id == seat.table_id) & (schema.seats.c.seat == seat.seat)
    values = msgspec.structs.asdict(seat)
    changed = connection.execute(update(schema.seats).where(where).values(**values))
    if changed.rowcount == 0:
        connection.execute(insert(schema.seats), values)


def _write_arrangements(connection: Connection, table_id: str, data: str) -> None:
    rows = schema.arrangements
    changed = connection.execute(update(rows).where(rows.c.table_id == table_id).values(data=data))
    if changed.rowcount == 0:
        connection.execute(insert(rows), {"table_id": table_id, "data": data})


def _write_result(connection: Connection, result: EntryResult) -> None:
    """What comes when the deals may be known to all does not count any more."""
    rows, values = schema.entries, msgspec.structs.asdict(result)
    here = rows.c.table_id == values.pop("table_id")
    series = select(rows.c.series).where(here).scalar_subquery()
    closes = connection.execute(select(schema.series.c.closes).where(schema.series.c.id == series)).scalar()
    if closes is None or result.finished >= closes + GRACE_MS:
        values["score"] = None
    connection.execute(update(rows).where(here).values(**values))
