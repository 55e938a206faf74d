"""`rebelote db`: what an operator does to a database, and what it says of one that is not right."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from rebelote.cli import main
from rebelote.events import FORMAT
from rebelote.server import pruning, retention, schema, upkeep
from rebelote.server.database import DatabaseProblem, Lock
from rebelote.server.retention import DAY_MS, Keeping
from rebelote.server.store import Store
from rebelote.server.stored_rows import Unit
from tests.support.frozen_corpus import RELEASES, expected
from tests.support.served_tables import run
from tests.support.stored_events import row

KEEPING = Keeping(matches=100, tables=10, names=50)
FOR_EVER = Keeping(matches=0, tables=0, names=0)


@pytest.fixture
def database(folder: Path) -> Path:
    """That of the first release, brought up."""
    shutil.copy(RELEASES[0] / "rebelote.sqlite", folder)
    path = folder / "rebelote.sqlite"
    upkeep.upgrade(url(path), keep_copy=False)
    return path


def url(path: Path) -> str:
    return f"sqlite:///{path}"


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def ask(path: Path, question: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question, values).fetchall()


def db(path: Path, *words: str, lang: str = "en") -> int:
    with pytest.raises(SystemExit) as ended:
        main(["db", *words, "--database", str(path), "--lang", lang])
    return int(ended.value.code or 0)


def matches() -> dict[str, Any]:
    found: dict[str, Any] = expected(RELEASES[0], "database.json")
    found.pop("tables")
    return found


# Upgrading


def test_upgrade(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(RELEASES[0] / "rebelote.sqlite", folder)
    path = folder / "rebelote.sqlite"
    assert db(path, "check") == 1
    assert "run rebelote db upgrade" in capsys.readouterr().err
    assert db(path, "upgrade") == 0
    kept = capsys.readouterr().out.split()[-1]
    assert ask(Path(kept), "SELECT count(*) FROM events") == ask(path, "SELECT count(*) FROM events")
    assert db(path, "upgrade") == 0
    assert "Nothing to do" in capsys.readouterr().out
    assert db(path, "check", "--deep") == 0
    assert ask(path, "PRAGMA auto_vacuum") == [(2,)], "space can be given back from now on"


# Looking


def test_what_is_wrong_is_told_in_the_readers_language(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = next(iter(matches()))
    change(database, "DELETE FROM matches WHERE id = ?", match)
    assert db(database, "check", lang="fr") == 1
    assert f"{match}: des événements d'une partie qui n'y est pas\n" in capsys.readouterr().err
    missing = database.with_name("none.sqlite")
    assert db(missing, "check", lang="fr") == 2
    assert capsys.readouterr().err.endswith(f": il n'y a pas de fichier {missing}\n")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM events WHERE seq = 5 AND match = ?", "some are missing"),
        ("DELETE FROM events WHERE match = ?", "a log that can't be read"),
        ("DELETE FROM matches WHERE id = ?", "events of a match that is not there"),
        ("UPDATE matches SET over = 1 - over WHERE id = ?", "marked as running, and it is not"),
        ("UPDATE events SET data = '{}' WHERE seq = 3 AND match = ?", "a log that can't be read"),
        (
            'UPDATE events SET data = replace(data, \'"event"\', \'"format":99,"event"\') WHERE match = ?',
            "newer",
        ),
        ("UPDATE tables SET rules = '{\"format\":99}' WHERE match = ?", "newer rebelote: format 99"),
        ("UPDATE tables SET match = 'nowhere' WHERE match = ?", "its match is not there"),
    ],
)
def test_check_names_what_is_wrong(
    database: Path, capsys: pytest.CaptureFixture[str], statement: str, said: str
) -> None:
    assert db(database, "check") == 0
    change(database, statement, next(iter(matches())))
    assert db(database, "check") == 1
    assert said in capsys.readouterr().err


def test_deep_check_decides_again(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = next(iter(matches()))
    change(
        database,
        "UPDATE events SET data = replace(data, '\"points\":', '\"points\":1') "
        "WHERE match = ? AND data LIKE '%trick_won%'",
        match,
    )
    assert db(database, "check") == 0
    assert db(database, "check", "--deep") == 1
    assert match in capsys.readouterr().err


def test_a_damaged_file_is_told_in_one_line(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with database.open("r+b") as file:
        for page in range(8, 60):
            file.seek(4096 * page)
            file.write(b"grandmother" * 100)
    for words in (["check"], ["restore", str(database), "--force"], ["prune"]):
        assert db(database, *words) != 0
        told = capsys.readouterr().err
        assert "Traceback" not in told
        assert told
    with pytest.raises(DatabaseProblem, match=r"^damaged \(.*\); restore a backup"):
        Store(url(database))


def test_what_is_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["check"], ["upgrade"], ["prune"], ["backup", str(folder / "copy")]):
        assert db(folder / "none.sqlite", *words) == 2
        assert "there is no" in capsys.readouterr().err
    assert list(folder.glob("none.sqlite")) == []


# Copies


def test_a_copy_of_a_database_that_is_being_written(folder: Path) -> None:
    """Each copy is whole, has all that was acknowledged before it, and no half of a unit."""
    path, copy = folder / "rebelote.sqlite", folder / "copy.sqlite"

    async def write() -> None:
        store = Store(url(path))
        done = 0

        async def write_on() -> None:
            nonlocal done
            for n in range(1, 400):
                await store.write(Unit(events=(row("m", 2 * n - 1), row("m", 2 * n))))
                done = n

        writing = asyncio.create_task(write_on())
        while not writing.done():
            before = done
            await asyncio.to_thread(upkeep.backup, url(path), copy, force=True)
            ((count,),) = ask(copy, "SELECT count(*) FROM events")
            assert count % 2 == 0
            assert count >= 2 * before
            assert ask(copy, "PRAGMA integrity_check") == [("ok",)]
        await writing
        store.close()

    run(write())
    assert not list(folder.glob("*copy.sqlite-*")), "one file"
    assert copy.stat().st_mode & 0o777 == 0o600


def test_restore(database: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = folder / "copy.sqlite"
    assert db(database, "backup", str(copy)) == 0
    assert db(database, "backup", str(copy)) == 2
    change(database, "DELETE FROM events")
    assert db(database, "restore", str(copy)) == 2
    assert "--force" in capsys.readouterr().err
    store = Store(url(database))
    assert db(database, "restore", str(copy), "--force") == 2
    assert "in use by another" in capsys.readouterr().err
    store.close()
    assert db(database, "restore", str(copy), "--force") == 0
    assert db(database, "check") == 0
    assert ask(database, "SELECT count(*) FROM events") == ask(copy, "SELECT count(*) FROM events")


def test_restore_refuses_what_would_not_serve(database: Path, folder: Path) -> None:
    for name, content in (("letter", b"dear grandmother" * 1000), ("empty", b"")):
        (folder / name).write_bytes(content)
        with pytest.raises(DatabaseProblem, match=r"damaged|empty|not a database"):
            upkeep.restore(url(database), folder / name, force=True)
    assert db(database, "check") == 0


# One server at a time


def test_a_second_server_is_refused(database: Path) -> None:
    store = Store(url(database))
    with pytest.raises(DatabaseProblem, match="in use by another rebelote server"):
        Store(url(database))
    store.close()
    Store(url(database)).close()


def test_a_killed_server_frees_its_lock(database: Path) -> None:
    opening = f"from rebelote.server.store import Store; store = Store({url(database)!r})"
    code = f"{opening}; print('ready', flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        with pytest.raises(DatabaseProblem, match="in use"):
            Lock(database)
        os.kill(other.pid, signal.SIGKILL)
    Store(url(database)).close()


# Pruning


def age(path: Path, match: str, days: int) -> None:
    """As if it had been played so many days ago."""
    at = time.time_ns() // 1_000_000 - days * DAY_MS
    change(path, "UPDATE events SET at = ? WHERE match = ?", at, match)
    change(path, "UPDATE matches SET started = ? WHERE id = ?", at, match)
    change(path, "UPDATE tables SET created = ? WHERE match = ?", at, match)


def finished() -> list[str]:
    return [match for match, was in matches().items() if was["over"]]


def test_what_is_old_goes_and_the_rest_stays(database: Path) -> None:
    old, nameless, recent, *_ = finished()
    age(database, old, 101)
    age(database, nameless, 60)
    age(database, recent, 9)
    before = matches()
    looked = upkeep.prune_old(url(database), KEEPING, dry_run=True)
    assert ask(database, "SELECT count(*) FROM matches") == [(len(before),)]
    assert upkeep.prune_old(url(database), KEEPING, dry_run=False) == looked
    assert looked.matches == (old,)
    assert looked.names == (nameless,)
    assert len(looked.tables) == 2
    assert ask(database, "SELECT count(*) FROM events WHERE match = ?", old) == [(0,)]
    assert ask(database, "SELECT count(*) FROM matches") == [(len(before) - 1,)]
    assert ask(database, "SELECT players LIKE '%Ana%' FROM matches WHERE id = ?", nameless) == [(0,)]
    assert ask(database, "SELECT players LIKE '%Ana%' FROM matches WHERE id = ?", recent) == [(1,)]
    assert ask(database, "SELECT count(*) FROM tables WHERE match = ?", recent) == [(1,)]
    assert not any(upkeep.prune_old(url(database), KEEPING, dry_run=False))
    assert db(database, "check") == 0


@pytest.mark.parametrize("name", [":-}", '"', '\\"}'])
def test_a_name_goes_whatever_signs_it_is_made_of(name: str, database: Path) -> None:
    match = finished()[0]
    (players,) = ask(database, "SELECT players FROM matches WHERE id = ?", match)[0]
    called = [each | {"name": name} if each["kind"] == "human" else each for each in json.loads(players)]
    changed = json.dumps(called, separators=(",", ":"))
    change(database, "UPDATE matches SET players = ? WHERE id = ?", changed, match)
    age(database, match, 60)
    assert upkeep.prune_old(url(database), KEEPING, dry_run=False).names == (match,)
    assert not upkeep.prune_old(url(database), KEEPING, dry_run=False).names


def test_nothing_goes_where_all_is_kept(database: Path) -> None:
    for match in matches():
        age(database, match, 4000)
    assert not any(upkeep.prune_old(url(database), FOR_EVER, dry_run=False))


def test_a_table_that_is_idle_goes_with_its_unfinished_match(database: Path) -> None:
    running = next(match for match, was in matches().items() if not was["over"])
    age(database, running, 11)
    ((table,),) = ask(database, "SELECT id FROM tables WHERE match = ?", running)
    assert upkeep.prune_old(url(database), KEEPING, dry_run=False).tables == (table,)
    for name, column in (("seats", "table_id"), ("matches", "table_id"), ("tables", "id")):
        assert ask(database, f"SELECT count(*) FROM {name} WHERE {column} = ?", table) == [(0,)]
    assert ask(database, "SELECT count(*) FROM events WHERE match = ?", running) == [(0,)]


def test_one_table_one_match_one_name(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = finished()[0]
    ((table,),) = ask(database, "SELECT table_id FROM matches WHERE id = ?", match)
    assert db(database, "prune", "--match", match, "--table", table, "--name", "Éva", "--dry-run") == 0
    assert ask(database, "SELECT count(*) FROM seats WHERE name = 'Éva'") == [(1,)]
    assert db(database, "prune", "--match", match, "--table", table, "--name", "Éva") == 0
    assert "“Éva”: erased at 1 seats" in capsys.readouterr().out
    for name in ("SELECT players FROM matches", "SELECT name FROM seats", "SELECT data FROM notes"):
        assert not any("Éva" in text for (text,) in ask(database, name))
    assert ask(database, "SELECT count(*) FROM matches WHERE id = ?", match) == [(0,)]
    assert db(database, "prune", "--match", match) == 2
    assert f"{match} is not there" in capsys.readouterr().err
    assert db(database, "check") == 0


def test_a_name_is_erased_where_it_is_a_name() -> None:
    noted = {"note": "sent_away", "name": "Éva", "agreed": ["Bob", "Éva"], "text": "Éva la belle", "n": 1}
    assert retention.without(noted, {"Éva"}) == {**noted, "name": "", "agreed": ["Bob", ""]}
    for name in ("advised", "N"):
        noted = {"note": "advised", "name": name, "seat": "N"}
        assert retention.without([noted], {name}) == [{**noted, "name": ""}]


def test_space_is_given_back_in_the_background(folder: Path) -> None:
    """While people play: each match goes in a transaction of its own, and the file gets smaller."""
    path = folder / "rebelote.sqlite"

    async def play() -> None:
        store = Store(url(path))
        for n in range(40):
            name = f"old{n}"
            await store.maintain(lambda c, name=name: _old_match(c, name))  # type: ignore[misc]
        large = _pages(path)
        pruning_now = asyncio.create_task(pruning.prune(store, KEEPING, lambda: ()))
        for n in range(1, 60):
            await store.write(Unit(events=(row("now", n),)))
        found = await pruning_now
        assert len(found.matches) == 40
        assert _pages(path) < large / 3
        store.close()

    run(play())
    assert ask(path, "SELECT count(*) FROM events") == [(59,)]


def _old_match(connection: Connection, name: str) -> None:
    empty = {int: 0, bool: True, str: "", bytes: b""}
    columns = {column.name: empty[column.type.python_type] for column in schema.matches.columns}
    connection.execute(insert(schema.matches), {**columns, "id": name, "players": "[]"})
    rows = [{"match": name, "seq": n, "at": 0, "data": "x" * 500} for n in range(1, 40)]
    connection.execute(insert(schema.events), rows)


def _pages(path: Path) -> int:
    ((count,),) = ask(path, "PRAGMA page_count")
    return int(count)


def test_logs_say_their_format(database: Path) -> None:
    assert ask(database, "SELECT count(*) FROM events WHERE data LIKE '%\"format\":%'") == [(0,)]
    assert FORMAT == 2
