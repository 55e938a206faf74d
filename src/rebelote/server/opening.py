"""A database made ready for a server: locked, whole, and at today's schema."""

from __future__ import annotations

import logging
import sqlite3
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from rebelote.language.text import said
from rebelote.server import revisions
from rebelote.server.backup import copy_database
from rebelote.server.database import (
    DatabaseProblem,
    Identity,
    Lock,
    create_file,
    database_name,
    engine_of,
    file_of,
    parsed,
    reason,
    vacuum,
)

logger = logging.getLogger("rebelote.server")


class Opened(NamedTuple):
    """`lock` and `identity` are of an SQLite file."""

    engine: Engine
    lock: Lock | None
    identity: Identity | None

    def close(self) -> None:
        self.engine.dispose()
        if self.lock is not None:
            self.lock.release()


def open_database(url: str) -> Opened:
    """For a server. Raises DatabaseProblem: no access, in use, damaged, newer, or older and not a file."""
    path = file_of(url)
    if path is None and parsed(url).get_backend_name() == "sqlite":
        raise DatabaseProblem(said("database_in_memory"))
    with ExitStack() as on_failure:
        try:
            if path is not None:
                create_file(path)
            lock = None if path is None else Lock(path)
            if lock is not None:
                on_failure.callback(lock.release)
            engine = engine_of(url)
            on_failure.callback(engine.dispose)
            _make_ready(engine, url)
        except (SQLAlchemyError, ImportError, OSError) as error:
            raise _problem(error) from None
        on_failure.pop_all()
    return Opened(engine, lock, None if path is None else Identity(path))


def _problem(error: Exception) -> DatabaseProblem:
    """A file whose first pages are damaged can't even be connected to."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", None)
    damage = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return revisions.damaged(reason(error)) if damage else DatabaseProblem(reason(error))


def _make_ready(engine: Engine, url: str) -> None:
    """A database that can't be written to is found out now, not at the first table."""
    path = file_of(url)
    with engine.connect() as connection:
        revisions.check_whole(connection, path)
        revisions.begin_alone(connection)
        found = revisions.revision_of(connection)
        if found is None:
            revisions.create(connection)
        connection.commit()
    if found in (None, revisions.NEWEST):
        return
    if path is None:
        raise DatabaseProblem(
            said("shared_database_older", found=found, newest=revisions.NEWEST, url=database_name(url))
        )
    kept = upgrade_file(engine, path, found)
    logger.warning(
        "%s was brought from schema %s to %s; the old one is %s", path, found, revisions.NEWEST, kept
    )


def upgrade_file(engine: Engine, path: Path, found: str, *, keep_copy: bool = True) -> Path | None:
    """The file as it was is kept beside it."""
    kept = path.with_name(f"{path.name}.schema-{found}-{time.strftime('%Y%m%d-%H%M%S')}")
    if keep_copy:
        copy_database(path, kept)
    revisions.upgrade(engine)
    vacuum(engine)
    return kept if keep_copy else None
