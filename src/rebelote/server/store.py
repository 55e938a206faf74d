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
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from typing import Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from rebelote.server.counts import COUNTS
from rebelote.server.database import DatabaseProblem, reason
from rebelote.server.opening import open_database
from rebelote.server.revisions import NEWEST, begin_alone, end_if_still, revision_of
from rebelote.server.store_reading import read_match, read_outline, read_table
from rebelote.server.store_writing import commit
from rebelote.server.stored_rows import StoredMatch, StoredPlay, StoredTable, Unit

logger = logging.getLogger("rebelote.server")

A = TypeVar("A")
T = TypeVar("T")

_Job = tuple[Unit, asyncio.Future[None]]
_Group = Sequence[_Job]

WRITES_PER_CHECKPOINT: Final = 500
BUSY_GROUP: Final = 4
"""After a commit of so many writes the next waits for more to come: a commit costs as much as ten writes."""
COLLECT_SECONDS: Final = 0.003
FRESH_SECONDS: Final = 1.0
READERS: Final = 8
"""Threads that read, or write by another way than the writer."""
STALLED_MS: Final = 1500
"""A node that is stopped in the middle of a write holds the rows of its tables no longer than this."""


class Store:
    """`problem` is set once what is written would be lost: nothing more is acknowledged then."""

    def __init__(self, url: str) -> None:
        self._database = open_database(url)
        self._engine = self._database.engine
        self.problem: str | None = None
        self._waiting: deque[_Job] = deque()
        self._is_waking = False
        self._is_closed = False
        self._readers = ThreadPoolExecutor(READERS, "rebelote-reader")
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
        """Write what still waits, let those end who read, then let go of the database."""
        self._is_closed = True
        self._calls.put(True)
        self._calls.put(False)
        self._writer.join()
        self._to_checkpoint.put(False)
        if self._checkpointer is not None:
            self._checkpointer.join()
        self._readers.shutdown()  # who still reads has a connection to give back
        self._database.close()

    @property
    def is_shared(self) -> bool:
        """Whether other nodes may write to it; an SQLite file is locked."""
        return self._engine.dialect.name != "sqlite"

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
            answer = await asyncio.get_running_loop().run_in_executor(self._readers, self._is_writable)
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

    def write(self, unit: Unit) -> asyncio.Future[None]:
        """Done once it is on disk. Raises Clash if its place in the log is taken, DatabaseProblem if the
        database does not take it.

        It is written even if the caller goes away meanwhile.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((unit, done))
        if not self._is_waking:
            self._is_waking = True
            loop.call_soon(self._wake_writer)
        return done

    def _wake_writer(self) -> None:
        """Wake the writer thread once per loop turn, for all that came meanwhile."""
        self._is_waking = False
        self._calls.put(True)

    def _write_loop(self) -> None:
        """After an error the database is opened anew: it may have been the connection's."""
        connection: Connection | None = None
        unchecked_writes = last = 0
        while self._calls.get():
            if last >= BUSY_GROUP:
                time.sleep(COLLECT_SECONDS)
            group = [self._waiting.popleft() for _ in range(len(self._waiting))]
            if not group:  # an earlier call has seen to it
                continue
            began, last = time.perf_counter(), len(group)
            try:
                connection = connection or self._connect()
                outcome = commit(connection, [unit for unit, _ in group])
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
        connection = self._engine.connect()
        if self.is_shared:
            connection.exec_driver_sql(f"SET idle_in_transaction_session_timeout = {STALLED_MS}")
            connection.commit()
        return connection

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

    async def load_play(self, table_id: str) -> StoredPlay | None:
        return await self._read(self._load_play, table_id)

    async def load_match(self, match_id: str) -> StoredMatch | None:
        return await self._read(self._load_match, match_id)

    async def load_outline(self, match_id: str) -> StoredMatch | None:
        """All that can still change of a match that is over: the row, the notes. Nothing of its log."""
        return await self._read(self._load_outline, match_id)

    async def _read(self, load: Callable[[A], T], what: A, thread: Executor | None = None) -> T:
        if self.problem is not None:
            raise DatabaseProblem(self.problem)
        if self._is_closed:
            raise DatabaseProblem("the database is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(thread or self._readers, load, what)
        except SQLAlchemyError as error:
            logger.error("the database failed: %s", reason(error))
            raise DatabaseProblem(reason(error)) from None

    # Housekeeping

    async def maintain(self, work: Callable[[Connection], T]) -> T:
        """Something that changes more than one table, in a transaction of its own: the writer waits."""
        return await self._read(self.maintain_now, work)

    async def change(self, work: Callable[[Connection], T], thread: Executor | None = None) -> T:
        """In PostgreSQL, statements that are whole by themselves: nobody waits for a turn. `thread`: another
        than those that many wait for."""
        return await self._read(self._change, work, thread)

    def _change(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            end_if_still(connection)
            return work(connection)

    async def look(self, work: Callable[[Connection], T]) -> T:
        """Something that only reads: nobody waits for it."""
        return await self._read(self.look_now, work)

    def look_now(self, work: Callable[[Connection], T]) -> T:
        """The same in the caller's thread."""
        with self._engine.connect() as connection:
            return work(connection)

    def maintain_now(self, work: Callable[[Connection], T]) -> T:
        """The same in the caller's thread."""
        with self._engine.connect() as connection:
            begin_alone(connection)
            done = work(connection)
            connection.commit()
        return done

    def _load_table(self, table_id: str) -> StoredTable | None:
        with self._engine.connect() as connection:
            return read_table(connection, table_id)

    def _load_outline(self, match_id: str) -> StoredMatch | None:
        with self._engine.connect() as connection:
            return read_outline(connection, match_id)

    def _load_match(self, match_id: str) -> StoredMatch | None:
        with self._engine.connect() as connection:
            return read_match(connection, match_id)

    def _load_play(self, table_id: str) -> StoredPlay | None:
        with self._engine.connect() as connection:
            if self.is_shared:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            table = read_table(connection, table_id)
            if table is None:
                return None
            match = None if table.table.match is None else read_match(connection, table.table.match)
        return StoredPlay(table, match)


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


def _close(connection: Connection | None) -> None:
    if connection is not None:
        with suppress(SQLAlchemyError):
            connection.close()
