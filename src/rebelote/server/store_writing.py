"""Units written, many in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from rebelote.server import schema
from rebelote.server.stored_rows import Clash, EntryResult, EventRow, SeatRow, Unit
from rebelote.server.table_heads import NO_FENCE, Head, add_head, advance

GRACE_MS: Final = 3_600_000
"""For those who have begun a series when it closes. Nothing is told of its deals before that is over."""


def commit(connection: Connection, units: Sequence[Unit]) -> list[Exception | None]:
    """One transaction for all; if one of them can't be, each by itself. What came of each."""
    if (outcome := _commit_events(connection, units)) is not None:
        return outcome
    try:
        with connection.begin():
            heads = [unit.head for unit in units if unit.head is not None]
            if heads and not advance(connection, heads):
                raise Clash("decided before another wrote")
            _execute(connection, units)
    except (IntegrityError, Clash):
        if len(units) == 1:
            return [Clash("written by another")]
        return [commit(connection, [unit])[0] for unit in units]
    return [None] * len(units)


def _commit_events(connection: Connection, units: Sequence[Unit]) -> list[Exception | None] | None:
    """A group of events alone is one statement, which is a transaction by itself: the driver gives up
    Python's lock once, not at the beginning, at each insertion and at the end. None where that can't be."""
    rows = [row for unit in units for row in unit.events]
    heads = [unit.head for unit in units if unit.head is not None]
    events_only = all(unit == Unit(events=unit.events, head=unit.head) for unit in units)
    if not rows or len(rows) > _ROWS_AT_ONCE or not events_only:
        return None
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite" and not heads:
        is_done = _append_to_sqlite(driver, rows)
    elif connection.dialect.name == "postgresql":
        is_done = _append_to_postgres(driver, heads, rows)
    else:
        return None
    return [None] * len(units) if is_done else None


def _append_to_sqlite(driver: Any, rows: Sequence[EventRow]) -> bool:
    usual, driver.isolation_level = driver.isolation_level, None
    try:
        driver.execute(_insertion(len(rows), "?"), _values(rows))
    except sqlite3.IntegrityError:
        return False
    finally:
        driver.isolation_level = usual
    return True


def _append_to_postgres(driver: Any, heads: Sequence[Head], rows: Sequence[EventRow]) -> bool:
    """Whatever goes wrong here goes wrong again in the transaction that follows, which tells what it is."""
    tables = [
        [head.table_id for head in heads],
        [head.revision for head in heads],
        [NO_FENCE if head.fence is None else head.fence for head in heads],
    ]
    columns = [list(column) for column in zip(*map(msgspec.structs.astuple, rows), strict=True)]
    try:
        driver.autocommit = True
        written = driver.execute(_APPEND, (*tables, len(heads), *columns, len(heads)))
    except driver.Error:
        return False
    finally:
        if not driver.closed:
            driver.autocommit = False
    return bool(written.rowcount == len(rows))


_APPEND: Final = """
WITH expected AS (
    SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[]) AS one (table_id, revision, fence)
), held AS (
    SELECT head.table_id FROM table_heads AS head JOIN expected USING (table_id)
    WHERE head.revision = expected.revision AND (expected.fence < 0 OR head.fence = expected.fence)
    ORDER BY head.table_id FOR UPDATE OF head
), advanced AS (
    UPDATE table_heads AS head SET revision = head.revision + 1 FROM held
    WHERE head.table_id = held.table_id AND (SELECT count(*) FROM held) = %s
    RETURNING head.table_id
)
INSERT INTO events ("match", seq, at, data)
SELECT * FROM unnest(%s::text[], %s::int[], %s::bigint[], %s::text[])
WHERE (SELECT count(*) FROM advanced) = %s
"""
"""All tables where their writes expect them, locked in the order of their ids as in `advance`; or nothing."""


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
    connection.exec_driver_sql(_insertion(len(rows), mark), _values(rows))


def _values(rows: Sequence[EventRow]) -> tuple[str | int, ...]:
    return tuple([value for row in rows for value in msgspec.structs.astuple(row)])


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
        add_head(connection, unit.new_table.id, unit.driver)
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
