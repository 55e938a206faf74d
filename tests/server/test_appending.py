"""Events of several tables appended to PostgreSQL in one statement: what is written, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from sqlalchemy import Connection, select

from rebelote.server import schema, store_writing
from rebelote.server.opening import open_database
from rebelote.server.store_writing import commit
from rebelote.server.stored_rows import Clash, NoteRow, Unit
from rebelote.server.table_heads import FIRST_FENCE, Head, add_head
from tests.support.postgres import Postgres
from tests.support.stored_events import row

TABLES = ("a", "b", "c", "d", "e")


@pytest.fixture
def connection(postgres: Postgres) -> Iterator[Connection]:
    """To a database that has these tables, at revision 0, each driven by a node."""
    database = open_database(postgres.new_database())
    with database.engine.connect() as connection:
        for table in TABLES:
            add_head(connection, table, "node")
        connection.commit()
        yield connection
    database.close()


@pytest.fixture(params=["one statement", "a transaction"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How events are written; what comes of it is the same."""
    chosen: str = request.param
    if chosen == "a transaction":
        monkeypatch.setattr(store_writing, "_append_to_postgres", lambda *_given: False)
    return chosen


def unit(table: str, seq: int = 1, *, revision: int = 0, fence: int | None = None) -> Unit:
    return Unit(events=(row(table, seq), row(table, seq + 1)), head=Head(table, revision, fence))


def kinds(outcome: list[Exception | None]) -> list[type[Exception] | None]:
    return [None if error is None else type(error) for error in outcome]


def revisions(connection: Connection) -> Mapping[str, int]:
    heads = schema.table_heads.c
    with connection.begin():
        return {
            found.table_id: found.revision
            for found in connection.execute(select(heads.table_id, heads.revision))
        }


def places(connection: Connection) -> list[tuple[str, int]]:
    events = schema.events.c
    with connection.begin():
        found = connection.execute(select(events.match, events.seq).order_by(events.match, events.seq))
        return [(event.match, event.seq) for event in found]


@pytest.mark.usefixtures("way")
def test_each_table_moves_by_one_revision(connection: Connection) -> None:
    assert commit(connection, [unit("b"), unit("a", fence=FIRST_FENCE)]) == [None, None]
    assert commit(connection, [unit("a", 3, revision=1)]) == [None]
    assert revisions(connection) == {"a": 2, "b": 1, "c": 0, "d": 0, "e": 0}
    assert places(connection) == [("a", 1), ("a", 2), ("a", 3), ("a", 4), ("b", 1), ("b", 2)]


@pytest.mark.usefixtures("way")
def test_whoever_was_too_late_is_refused_and_the_others_are_not(connection: Connection) -> None:
    assert commit(connection, [unit("a"), unit("e")]) == [None, None]
    group = [
        unit("a", 3, revision=0),  # decided before the write above
        unit("b"),
        unit("c", fence=FIRST_FENCE - 1),  # by a node that drove it once
        unit("d", fence=FIRST_FENCE),
        unit("e", 2, revision=1),  # its place is taken
    ]
    assert kinds(commit(connection, group)) == [Clash, None, Clash, None, Clash]
    assert revisions(connection) == {"a": 1, "b": 1, "c": 0, "d": 1, "e": 1}
    assert places(connection) == [(table, seq) for table in "abde" for seq in (1, 2)]


@pytest.mark.parametrize(
    "late", [unit("a", revision=1), unit("a", fence=FIRST_FENCE + 1), unit("nobody's")], ids=range(3)
)
@pytest.mark.usefixtures("way")
def test_nothing_moves_for_one_who_is_refused(connection: Connection, late: Unit) -> None:
    assert kinds(commit(connection, [late])) == [Clash]
    assert set(revisions(connection).values()) == {0}
    assert places(connection) == []


def test_events_alone_take_one_statement(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """And whatever else is written with them takes the transaction."""

    def forbidden(*_given: object) -> bool:
        raise AssertionError("a transaction")

    monkeypatch.setattr(store_writing, "advance", forbidden)
    assert commit(connection, [unit("a"), unit("b"), Unit(events=(row("m", 1),))]) == [None, None, None]
    note = Unit(events=(row("c", 1),), notes=(NoteRow("c", 1, 1, 0, "{}"),), head=Head("c", 0))
    with pytest.raises(AssertionError, match="a transaction"):
        commit(connection, [note])
