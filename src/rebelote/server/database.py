"""Opening a database: for its owner only, by one server at a time, and of a version that is known here."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from rebelote.errors import RebeloteError
from rebelote.language.text import said

if sys.platform != "win32":
    import fcntl

PAGES_BEFORE_CHECKPOINT: Final = 20_000
"""The writer brings SQLite's log into its file when it has grown to this all the same."""
OWNER_ONLY: Final = 0o600
PSYCOPG: Final = "postgresql+psycopg"
NOTICE_LOSS: Final = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""A PostgreSQL whose machine is gone without a word is given up after some ten seconds, instead of the
system's quarter of an hour; then a new connection is made. By the names of libpq, which an address may set
otherwise."""


class DatabaseProblem(RebeloteError):
    """A database that can't be opened or written to. Its message is a text or a `Said`."""


def database_name(url: str) -> str:
    """Without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except (SQLAlchemyError, ValueError):
        return re.sub(r"//[^/@]*@", "//***@", url)


def parsed(url: str) -> URL:
    """`postgres:` is what many who rent databases out call it."""
    try:
        address = make_url(url)
        if address.drivername == "postgres":
            address = address.set(drivername=PSYCOPG)
        address.get_dialect()
    except (SQLAlchemyError, ValueError, ModuleNotFoundError):
        raise DatabaseProblem(said("database_address")) from None
    return address


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None for another kind, and for one in memory."""
    address = parsed(url)
    if address.get_backend_name() != "sqlite" or address.database in (None, "", ":memory:"):
        return None
    return Path(str(address.database))


def engine_of(url: str) -> Engine:
    """What is written (hidden cards, a match's secret) is not told in errors, which are logged."""
    address = parsed(url)
    if address.get_backend_name() != "sqlite":
        return _server_engine(address)
    engine = create_engine(address, poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _server_engine(address: URL) -> Engine:
    settings: dict[str, int] = {}
    if address.get_driver_name().startswith("psycopg"):
        settings = {name: value for name, value in NOTICE_LOSS.items() if name not in address.query}
    try:
        return create_engine(address, hide_parameters=True, connect_args=settings)
    except ModuleNotFoundError as error:
        package = error.name or ""
        to_install = "'rebelote[postgresql]'" if package == "psycopg" else package
        raise DatabaseProblem(said("driver_missing", package=package, install=to_install)) from None


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Readers don't wait for the writer, and a commit is on disk when it returns."""
    cursor = connection.cursor()
    for pragma in (
        "auto_vacuum=INCREMENTAL",  # of a new database; of an old one from its next VACUUM on
        "journal_mode=WAL",
        "synchronous=FULL",
        "busy_timeout=10000",
        f"wal_autocheckpoint={PAGES_BEFORE_CHECKPOINT}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def vacuum(engine: Engine) -> None:
    """An SQLite file gets as small as it can be, with nobody else at it; PostgreSQL does it by itself."""
    if engine.dialect.name == "sqlite":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM")


def create_file(path: Path) -> None:
    """With the rights of its owner alone, which SQLite gives to the files beside it too."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ONLY))


def reason(error: Exception) -> str:
    """What went wrong in one line, without the statement that it went wrong in."""
    told = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    return " ".join(told.split()) or type(error).__name__


# One server at a time


class Lock:
    """Held by the server, or by a command that must be alone; the system frees it when its holder dies.

    It is on a file beside the database: SQLite uses locks on its own file for itself.
    """

    def __init__(self, path: Path) -> None:
        self._file: IO[bytes] = open(lock_file(path), "ab", opener=_private)  # noqa: SIM115
        try:
            _take(self._file)
        except OSError:
            self._file.close()
            raise DatabaseProblem(said("database_in_use")) from None

    def release(self) -> None:
        self._file.close()


def _take(file: IO[bytes]) -> None:
    """On Windows nothing keeps a second server away."""
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_file(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, OWNER_ONLY)


# The same file as at the start


class Identity:
    """Which files a database is in. If one is deleted or replaced, what is written next is lost."""

    def __init__(self, path: Path) -> None:
        self._path = os.fspath(path)
        self._log_path = self._path + "-wal"
        self._file = _inode(self._path)
        self._log: tuple[int, int] | None = None

    def problem(self) -> str | None:
        """Asked after each commit, with the writer's connection open: a lost log is a lost commit too."""
        if not self.is_there():
            return f"{self._path} was deleted or replaced while the server was running"
        log = _inode(self._log_path)
        if self._log is None:
            self._log = log
        if log is None or log != self._log:
            return f"{self._log_path} was deleted or replaced while the server was running"
        return None

    def is_there(self) -> bool:
        """The file itself, at any time."""
        return _inode(self._path) == self._file

    def reopened(self) -> None:
        """With its last connection closed, SQLite removes its log and makes another."""
        self._log = None


def _inode(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
