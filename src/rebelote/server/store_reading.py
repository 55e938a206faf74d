"""Tables and matches read back."""

from __future__ import annotations

from sqlalchemy import Connection, select

from rebelote.server import schema
from rebelote.server.stored_rows import (
    EventRow,
    MatchRow,
    NoteRow,
    SeatRow,
    StoredMatch,
    StoredTable,
    TableRow,
    ToldRow,
)
from rebelote.server.table_heads import revision_of_table


def read_table(connection: Connection, table_id: str) -> StoredTable | None:
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
        revision_of_table(connection, table_id),
    )


def read_outline(connection: Connection, match_id: str) -> StoredMatch | None:
    found = connection.execute(select(schema.matches).where(schema.matches.c.id == match_id)).first()
    notes = connection.execute(
        select(schema.notes).where(schema.notes.c.match == match_id).order_by(schema.notes.c.number)
    ).all()
    if found is None:
        return None
    noted = tuple(NoteRow(**row._mapping) for row in notes)
    return StoredMatch(MatchRow(**found._mapping), (), notes=noted)


def read_match(connection: Connection, match_id: str) -> StoredMatch | None:
    outline = read_outline(connection, match_id)
    if outline is None:
        return None
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
