"""The way from every released schema to today's, on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Boolean, Connection, Engine, MetaData, Table, create_engine, insert, inspect, select

from rebelote.server import revisions, schema
from rebelote.server.database import DatabaseProblem, engine_of
from rebelote.server.opening import open_database
from rebelote.server.store import Store
from tests.support.frozen_corpus import RELEASES
from tests.support.postgres import Postgres


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'rebelote.sqlite'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, folder: Path) -> str:
    """The address of a database with nothing in it."""
    if request.param == "sqlite":
        return sqlite_url(folder)
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


def shape(engine: Engine) -> dict[str, object]:
    """Columns, keys and indexes as the database itself tells them."""
    seen = inspect(engine)
    return {
        name: (
            [(c["name"], str(c["type"]), c["nullable"]) for c in seen.get_columns(name)],
            seen.get_pk_constraint(name)["constrained_columns"],
            sorted((i["name"], tuple(i["column_names"])) for i in seen.get_indexes(name)),
        )
        for name in sorted(seen.get_table_names())
    }


def test_the_migrations_come_to_the_schema(empty: str) -> None:
    engine = engine_of(empty)
    revisions.upgrade(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []
        migrated = shape(engine)
        schema.METADATA.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
        revisions.create(connection)
        connection.commit()
    assert shape(engine) == migrated
    engine.dispose()


def test_the_steps_follow_one_another() -> None:
    config = Config()
    config.set_main_option("script_location", str(revisions.MIGRATIONS))
    steps = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(steps)) == revisions.REVISIONS


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_every_row_of_an_old_database_is_there(release: Path, empty: str) -> None:
    """On PostgreSQL the rows are put into the tables of that release first."""
    old = create_engine(f"sqlite:///{release / 'rebelote.sqlite'}")
    new = engine_of(empty)
    try:
        with old.connect() as source:
            began_at = revisions.revision_of(source)
            assert began_at is not None
            revisions.upgrade(new, began_at)
            counts = _copy_all(source, new)
        assert {name for name, count in counts.items() if count} >= {"tables", "seats", "matches", "events"}
        revisions.upgrade(new)
        with new.connect() as connection:
            assert revisions.revision_of(connection) == revisions.NEWEST
            for table in schema.METADATA.sorted_tables:
                if table.name in counts:
                    assert len(connection.execute(select(table)).all()) == counts[table.name]
    finally:
        old.dispose()
        new.dispose()


def _copy_all(source: Connection, new: Engine) -> dict[str, int]:
    """How many rows each table of the old database has."""
    counts = {}
    with new.connect() as target:
        before = MetaData()
        before.reflect(target)
        for table in before.sorted_tables:
            if table.name != "alembic_version":
                counts[table.name] = _copy(source, target, table)
        target.commit()
    return counts


def _copy(source: Connection, target: Connection, table: Table) -> int:
    rows = [dict(row._mapping) for row in source.exec_driver_sql(f"SELECT * FROM {table.name}")]
    truths = [column.name for column in table.columns if isinstance(column.type, Boolean)]
    for row in rows:
        row.update((name, bool(row[name])) for name in truths)
    if rows:
        target.execute(insert(table), rows)
    return len(rows)


def test_a_server_brings_a_file_up_and_keeps_the_old_one(folder: Path) -> None:
    shutil.copy(RELEASES[0] / "rebelote.sqlite", folder)
    open_database(sqlite_url(folder)).close()
    (kept,) = folder.glob("rebelote.sqlite.schema-0001-*")
    with closing(sqlite3.connect(kept)) as old, closing(sqlite3.connect(folder / "rebelote.sqlite")) as new:
        assert (
            old.execute("SELECT count(*) FROM events").fetchall()
            == new.execute("SELECT count(*) FROM events").fetchall()
        )
        assert old.execute("SELECT name FROM sqlite_master WHERE name = 'alembic_version'").fetchall() == []
        assert new.execute("SELECT version_num FROM alembic_version").fetchall() == [(revisions.NEWEST,)]
    open_database(sqlite_url(folder)).close()
    assert len(list(folder.glob("rebelote.sqlite.schema-*"))) == 1, "once"


def test_a_server_does_not_touch_an_older_postgresql(postgres: Postgres) -> None:
    url = postgres.new_database()
    engine = engine_of(url)
    revisions.upgrade(engine, revisions.FIRST)
    with pytest.raises(DatabaseProblem, match=r"pg_dump.*rebelote db upgrade"):
        Store(url)
    with engine.connect() as connection:
        assert revisions.revision_of(connection) == revisions.FIRST
    engine.dispose()


def test_a_step_that_fails_changes_nothing(folder: Path) -> None:
    shutil.copy(RELEASES[0] / "rebelote.sqlite", folder)
    engine = engine_of(sqlite_url(folder))
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE TABLE arrangements (something INTEGER)")
        connection.commit()
        before = shape(engine)
    with pytest.raises(Exception, match="already exists"):
        revisions.upgrade(engine)
    assert shape(engine) == before
    engine.dispose()


def test_a_newer_database_is_told(empty: str) -> None:
    engine = engine_of(empty)
    with engine.connect() as connection:
        revisions.create(connection)
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    engine.dispose()
    with pytest.raises(DatabaseProblem) as told:
        Store(empty)
    assert "newer rebelote: its schema is 9999" in str(told.value)
    assert "\n" not in str(told.value)


def test_somebody_elses_database_is_left_alone(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "rebelote.sqlite")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(DatabaseProblem, match="not a database of rebelote: it has recipes"):
        Store(sqlite_url(folder))
