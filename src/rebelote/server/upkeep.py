"""What an operator does to a database: bring it up, look at it, copy it, put a copy back, prune it.

Everything that goes wrong is a DatabaseProblem in one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Connection, Engine, Table, select
from sqlalchemy.exc import SQLAlchemyError

from rebelote.language.text import said
from rebelote.server import backup as copying
from rebelote.server import retention, revisions, schema
from rebelote.server.checking import Finding, findings
from rebelote.server.database import DatabaseProblem, Lock, engine_of, file_of, reason, vacuum
from rebelote.server.game import now_ms
from rebelote.server.opening import upgrade_file
from rebelote.server.retention import Expired, Keeping

EVERYTHING: Final = 1_000_000
TOGETHER: Final = 50
"""How many matches or tables are deleted in one transaction."""


class Upgraded(NamedTuple):
    """`kept` is the copy of the file as it was."""

    before: str | None
    now: str
    kept: Path | None


class Whole(NamedTuple):
    """What was found, and what there is."""

    findings: list[Finding]
    schema: str
    counts: dict[str, int]


def upgrade(url: str, *, keep_copy: bool) -> Upgraded:
    with _alone(url), _engine(url) as engine:
        with engine.connect() as connection:
            found = revisions.revision_of(connection)
        kept, path = None, file_of(url)
        if found != revisions.NEWEST:
            if path is not None and found is not None:
                kept = upgrade_file(engine, path, found, keep_copy=keep_copy)
            else:
                revisions.upgrade(engine)
        return Upgraded(found, revisions.NEWEST, kept)


def check(url: str, *, deep: bool) -> Whole:
    """While a server may be running."""
    with _engine(url) as engine, engine.connect() as connection:
        found = list(findings(connection, deep=deep))
        counts = {} if found else {name: _count(connection, name) for name in ("tables", "matches", "events")}
        return Whole(found, revisions.NEWEST, counts)


def _count(connection: Connection, table: str) -> int:
    return int(connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one())


def backup(url: str, target: Path, *, force: bool) -> None:
    """While a server may be writing."""
    source = _file(url, "pg_dump")
    if not source.is_file():
        raise DatabaseProblem(said("no_file"))
    _may_write(target, force=force)
    copying.copy_database(source, target)


def restore(url: str, source: Path, *, force: bool) -> Path:
    target = _file(url, "pg_restore")
    _may_write(target, force=force)
    _check_copy(source)
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone(url):
        copying.replace_database(source, target)
    return target


def _check_copy(source: Path) -> None:
    """A copy that is damaged or newer than this release would not serve."""
    with _engine(f"sqlite:///{source}") as engine, engine.connect() as connection:
        for damage in revisions.damages(connection, "integrity_check"):
            raise DatabaseProblem(said("copy_damaged", file=source, detail=damage))
        if revisions.revision_of(connection) is None:
            raise DatabaseProblem(said("copy_empty", file=source))


# Pruning


def prune_old(url: str, keeping: Keeping, *, dry_run: bool) -> Expired:
    with _alone(url), _engine(url) as engine:
        _must_be_new(engine)
        with engine.connect() as connection:
            found = retention.expired(connection, keeping, now_ms(), EVERYTHING)
        if not dry_run:
            _in_groups(engine, retention.delete_match, found.matches)
            _in_groups(engine, retention.erase_names, found.names)
            _in_groups(engine, retention.delete_table, found.tables)
            vacuum(engine)
        return found


def _in_groups(engine: Engine, step: Callable[[Connection, str], None], names: tuple[str, ...]) -> None:
    for first in range(0, len(names), TOGETHER):
        with engine.begin() as connection:
            for each in names[first : first + TOGETHER]:
                step(connection, each)


def delete_table(url: str, name: str, *, dry_run: bool) -> None:
    _delete(url, schema.tables, retention.delete_table, name, dry_run=dry_run)


def delete_match(url: str, name: str, *, dry_run: bool) -> None:
    _delete(url, schema.matches, retention.delete_match, name, dry_run=dry_run)


def _delete(
    url: str, rows: Table, step: Callable[[Connection, str], None], name: str, *, dry_run: bool
) -> None:
    with _changing(url, dry_run=dry_run) as connection:
        if connection.execute(select(rows.c.id).where(rows.c.id == name)).first() is None:
            raise DatabaseProblem(said("not_in_database", name=name))
        step(connection, name)


def erase_name(url: str, name: str, *, dry_run: bool) -> int:
    """At how many seats it stood."""
    with _changing(url, dry_run=dry_run) as connection:
        return retention.erase_everywhere(connection, name)


@contextmanager
def _changing(url: str, *, dry_run: bool) -> Iterator[Connection]:
    """In a transaction that a dry run does not end."""
    with _alone(url), _engine(url) as engine:
        _must_be_new(engine)
        with engine.connect() as connection:
            yield connection
            if not dry_run:
                connection.commit()
        if not dry_run:
            vacuum(engine)


def _must_be_new(engine: Engine) -> None:
    with engine.connect() as connection:
        if revisions.revision_of(connection) != revisions.NEWEST:
            raise DatabaseProblem(said("database_older"))


# What they share


@contextmanager
def _alone(url: str) -> Iterator[None]:
    """No server, and no other command, has the file."""
    path = file_of(url)
    lock = None if path is None or not path.parent.is_dir() else Lock(path)
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


@contextmanager
def _engine(url: str) -> Iterator[Engine]:
    """Of a database that is there: SQLite would make one."""
    path = file_of(url)
    if path is not None and not path.is_file():
        raise DatabaseProblem(said("no_database_file", file=path))
    engine = None
    try:
        engine = engine_of(url)
        yield engine
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise DatabaseProblem(reason(error)) from None
    finally:
        if engine is not None:
            engine.dispose()


def _file(url: str, instead: str) -> Path:
    path = file_of(url)
    if path is None:
        raise DatabaseProblem(said("not_sqlite", instead=instead))
    return path


def _may_write(target: Path, *, force: bool) -> None:
    if target.exists() and not force:
        raise DatabaseProblem(said("copy_exists", file=target))
