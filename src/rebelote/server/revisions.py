"""Which version a database's schema is of, and the way to this one's (migrations/, by Alembic)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import DatabaseError

from rebelote.language.text import said
from rebelote.server import schema
from rebelote.server.database import DatabaseProblem

MIGRATIONS: Final = Path(__file__).with_name("migrations")
FIRST: Final = "0001"
"""Release 0.1, which wrote no version."""
REVISIONS: Final = tuple(sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")))
NEWEST: Final = REVISIONS[-1]
_VERSIONS: Final = "alembic_version"
ALONE: Final = 5_227_423
"""The lock of those who change more than one thing in PostgreSQL; any number that nobody else uses."""
STILL_MS: Final = 1500
UPGRADE_STILL_MS: Final = 60_000
LARGEST_CHECKED_AT_START: Final = 256 * 2**20


def revision_of(connection: Connection) -> str | None:
    """None for a database with nothing in it. Raises DatabaseProblem where it is newer, or not ours."""
    names = set(inspect(connection).get_table_names())
    if _VERSIONS in names:
        found = connection.exec_driver_sql(f"SELECT version_num FROM {_VERSIONS}").scalar()
        return _known(str(found))
    if {"tables", "seats", "matches", "events"} <= names:
        return FIRST
    if names:
        raise DatabaseProblem(said("database_not_ours", names=", ".join(sorted(names)[:3])))
    return None


def _known(found: str) -> str:
    if found not in REVISIONS:
        raise DatabaseProblem(said("database_newer", found=found, newest=NEWEST))
    return found


def create(connection: Connection) -> None:
    """All at once, in an empty database; a test compares it with what the migrations come to."""
    schema.METADATA.create_all(connection)
    connection.exec_driver_sql(f"CREATE TABLE {_VERSIONS} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    connection.exec_driver_sql(f"INSERT INTO {_VERSIONS} VALUES ('{NEWEST}')")


def upgrade(engine: Engine, to: str = NEWEST) -> None:
    """In one transaction: all of it, or nothing."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.connect() as connection:
        begin_alone(connection, UPGRADE_STILL_MS)
        config.attributes["connection"] = connection
        if revision_of(connection) == FIRST and not inspect(connection).has_table(_VERSIONS):
            command.stamp(config, FIRST)
        command.upgrade(config, to)
        connection.commit()


def begin_alone(connection: Connection, still_ms: int = STILL_MS) -> None:
    """Until the end of the transaction nobody else who begins alone changes anything, on any node.

    SQLite's driver begins no transaction for what changes the schema.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return
    end_if_still(connection, still_ms)
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ALONE})")


def end_if_still(connection: Connection, still_ms: int = STILL_MS) -> None:
    """PostgreSQL ends the session of a node that is stopped in the middle of this transaction: the others
    would wait for it."""
    connection.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = {still_ms}")


def check_whole(connection: Connection, path: Path | None) -> None:
    """A damaged file is told now, not at the first table that is asked for; a large one by `db check`."""
    if path is None or path.stat().st_size > LARGEST_CHECKED_AT_START:
        return
    for found in damages(connection):
        raise damaged(found)


def damaged(found: str) -> DatabaseProblem:
    """`found` is what is wrong with the file, in SQLite's words."""
    return DatabaseProblem(said("database_damaged", detail=found))


def damages(connection: Connection, pragma: str = "quick_check") -> list[str]:
    """What SQLite finds wrong with the file, in its words."""
    try:
        rows = connection.exec_driver_sql(f"PRAGMA {pragma}(10)").scalars().all()
    except DatabaseError as error:
        return [str(error.orig)]
    return [str(row).split("\n")[-1] for row in rows if row != "ok"]
