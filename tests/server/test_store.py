"""The log: written in groups, on disk before anybody hears of it, and never written twice at one place.

On SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, select, text

from rebelote.actions import Cut
from rebelote.server import database, rulebook, schema, seating, store_writing
from rebelote.server import store as store_module
from rebelote.server.duplicate_store import SeriesRow, add_series
from rebelote.server.messages.rules import RulesRef
from rebelote.server.messages.tables import NewTable
from rebelote.server.problems import Refused
from rebelote.server.settings import Settings
from rebelote.server.store import Store
from rebelote.server.store_writing import GRACE_MS
from rebelote.server.stored_rows import (
    Clash,
    EntryResult,
    EntryRow,
    MatchRow,
    NoteRow,
    SeatRow,
    TableRow,
    ToldRow,
    Unit,
)
from rebelote.server.table_registry import TableRegistry
from tests.support.served_tables import PATIENCE, run
from tests.support.stored_events import row


def test_what_waits_is_committed_together(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []
    free = threading.Event()
    real = store_writing.commit

    def slow(connection: object, group: list[object]) -> list[Exception | None]:
        free.wait()
        groups.append(len(group))
        return real(connection, group)  # type: ignore[arg-type]

    monkeypatch.setattr(store_module, "commit", slow)

    async def write() -> None:
        store = Store(database_url)
        jobs = [store.write(Unit(events=(row("m", n),))) for n in range(1, 101)]
        await asyncio.sleep(0.05)
        assert not any(job.done() for job in jobs)
        free.set()
        await asyncio.gather(*jobs)
        store.close()

    run(write())
    assert sum(groups) == 100
    assert len(groups) <= 3
    engine = create_engine(database_url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM events")).scalar() == 100
    engine.dispose()


def test_sqlite_keeps_a_log_of_its_own_before_the_file(folder: Path) -> None:
    file = folder / "log.sqlite"
    store = Store(f"sqlite:///{file}")
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def test_a_place_of_the_log_is_written_once(database_url: str) -> None:
    """One that clashes does not take the others of its group with it."""

    async def write() -> None:
        store = Store(database_url)
        await store.write(Unit(events=(row("m", 1),)))
        answers = await asyncio.gather(
            *(store.write(Unit(events=(row(name, 1),))) for name in "amb"), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [type(None), Clash, type(None)]
        assert await store.is_writable()
        store.close()

    run(write())


def test_two_nodes_at_one_table(folder: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second to write finds its place taken, looks again, and goes on from there."""

    async def play() -> None:
        settings = Settings(data=folder, database_url=database_url)
        monkeypatch.setattr(database, "_take", lambda _file: None)  # SQLite keeps a second server away
        here, there = TableRegistry(settings), TableRegistry(settings)
        async with here.opened(), there.opened():
            wish = NewTable(rules=RulesRef(id="coinche"), nickname="Ana")
            opened, token, _ = await here.open_table(wish, rulebook.find(wish.rules))
            await seating.start(opened, token)
            one, two = opened, await there.room(opened.id)
            assert one.game is not None
            assert two.game is not None
            cutter = one.game.match.state.cutter
            cut = Cut(cutter, 16)
            await one.act(cutter, one.game.id, 1, cut)
            with pytest.raises(Refused) as late:
                await two.act(cutter, two.game.id, 1, Cut(cutter, 10))
            assert late.value.code == "stale"
            assert two.game.match.log == one.game.match.log

    run(play())


def test_who_was_told_a_hand_and_what_waits_is_read_back(database_url: str) -> None:
    async def write() -> None:
        store = Store(database_url)
        table = TableRow(id="t", created=0, rules="", code="", settings="", host=None, match="m")
        match = MatchRow(
            id="m", table_id="t", number=1, started=0, over=False, secret=b"", commitment="",
            contributions="[]", scheme=2, players="[]", code="",
        )  # fmt: skip
        told = (ToldRow("m", 4, "N", ""), ToldRow("m", 4, "S", "a"))
        notes = (NoteRow("m", 1, 4, 0, "one"), NoteRow("m", 2, 4, 0, "two"))
        await store.write(Unit(new_table=table, new_match=match, told=told, notes=notes))
        for data in ("first", "second"):
            await store.write(Unit(arrangements=("t", data)))
        found, seats = await store.load_match("m"), await store.load_table("t")
        assert found is not None
        assert seats is not None
        assert (set(found.told), found.notes, seats.arrangements) == (set(told), notes, "second")
        with pytest.raises(Clash):
            await store.write(Unit(told=told[:1]))
        store.close()

    run(write())


def test_a_series_is_played_once_and_counts_until_it_closes(database_url: str) -> None:
    def entry(series: str, table: str) -> EntryRow:
        return EntryRow(series=series, person="p", table_id=table, day=None, name="Ana", started=0)

    def result(table: str, finished: int) -> EntryResult:
        return EntryResult(table_id=table, finished=finished, score=12, called="", boards="")

    def scores(connection: Connection) -> dict[str, int | None]:
        rows = connection.execute(select(schema.entries.c.table_id, schema.entries.c.score))
        return {row.table_id: row.score for row in rows}

    async def write() -> None:
        store = Store(database_url)
        for name in ("one", "two"):
            series = SeriesRow(
                id=name, day=None, game="coinche", deals=4, opened=0, closes=1000, secret=b"", commitment="",
                maker="",
            )  # fmt: skip
            await store.maintain(partial(add_series, row=series))
        await store.write(Unit(new_entry=entry("one", "in time")))
        await store.write(Unit(new_entry=entry("two", "late")))
        with pytest.raises(Clash):
            await store.write(Unit(new_entry=entry("one", "again")))
        await store.write(Unit(result=result("in time", 999)))
        await store.write(Unit(result=result("late", 1000 + GRACE_MS)))
        assert await store.look(scores) == {"in time": 12, "late": None}
        store.close()

    run(write())


def test_seats_and_tables_are_written_over(database_url: str) -> None:
    async def write() -> None:
        store = Store(database_url)
        table = TableRow(id="t", created=0, rules="", code="", settings="", host=None, match=None)
        seat = SeatRow(table_id="t", seat="N", kind="human", name="Ana", token="a")
        await store.write(Unit(new_table=table, seats=(seat,)))
        bot = SeatRow(table_id="t", seat="N", kind="bot", name="", bot="habitue")
        await store.write(Unit(seats=(bot,), table=("t", {"host": "S"})))
        found = await store.load_table("t")
        assert found is not None
        assert (found.seats, found.table.host) == ((bot,), "S")
        assert await store.load_table("u") is None
        store.close()

    run(write())


def test_a_match_is_read_back_with_everybody_s_view(folder: Path, database_url: str) -> None:
    """To fold a long one takes longer than the event loop may stand still."""

    async def play() -> None:
        settings = Settings(data=folder, database_url=database_url)
        here = TableRegistry(settings)
        async with here.opened():
            wish = NewTable(rules=RulesRef(id="coinche"), nickname="Ana")
            opened, token, _ = await here.open_table(wish, rulebook.find(wish.rules))
            await seating.start(opened, token)
            here.sweep(-1)
            found = await here.room(opened.id)
            assert found is not opened
            assert found.game is not None
            assert set(found.game.match._views) == {None, *found.rules.table}

    run(play())


def test_who_reads_when_the_database_is_closed_is_waited_for(database_url: str) -> None:
    """A connection that is given back later would stay open."""

    begun = threading.Barrier(3)
    found: list[object] = []

    def slowly(connection: Connection) -> None:
        begun.wait(PATIENCE)
        time.sleep(0.3)
        found.append(connection.execute(text("SELECT 1")).scalar())

    async def close_meanwhile() -> None:
        store = Store(database_url)
        reading = asyncio.create_task(store.look(slowly))
        gone = asyncio.create_task(store.look(slowly))
        await asyncio.to_thread(begun.wait, PATIENCE)
        gone.cancel()
        await asyncio.to_thread(store.close)
        assert found == [1, 1]
        await reading
        with pytest.raises(database.DatabaseProblem, match="closed"):
            await store.look(slowly)

    run(close_meanwhile())
