"""A copy of an SQLite database while it is being written to, and the way back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

from rebelote.language.text import said
from rebelote.server.database import DatabaseProblem, create_file

BESIDE: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database that is open."""


def copy_database(source: Path, target: Path) -> None:
    """The database as it stands now, in one file: readers and writers of `source` go on meanwhile.

    `target` is there whole or not at all.
    """
    draft = target.with_name(f".{target.name}.draft")
    try:
        create_file(draft)
        with closing(_open(source)) as old, closing(sqlite3.connect(draft)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
        _sync(draft)
        draft.replace(target)
        _sync(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise DatabaseProblem(said("cannot_copy", source=source, target=target, detail=error)) from None
    finally:
        draft.unlink(missing_ok=True)


def replace_database(backup: Path, target: Path) -> None:
    """Nobody may have `target` open: what lies beside it belongs to the one that goes."""
    copy = target.with_name(f".{target.name}.restored")
    copy_database(backup, copy)
    try:
        for ending in BESIDE:
            target.with_name(target.name + ending).unlink(missing_ok=True)
        copy.replace(target)
        _sync(target.parent)
    except OSError as error:
        raise DatabaseProblem(f"{target}: {error.strerror}") from None
    finally:
        copy.unlink(missing_ok=True)


def _open(path: Path) -> sqlite3.Connection:
    """One that is there: SQLite would make an empty one."""
    return sqlite3.connect(f"file:{quote(os.fspath(path.absolute()))}?mode=rw", uri=True)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
