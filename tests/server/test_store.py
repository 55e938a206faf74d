"""The log: written in groups, on disk before anybody hears of it, and never written twice at one place."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from rebelote.actions import Cut
from rebelote.server import database, rulebook, seating
from rebelote.server import store as store_module
from rebelote.server.messages.rules import RulesRef
from rebelote.server.messages.tables import NewTable
from rebelote.server.problems import Refused
from rebelote.server.settings import Settings
from rebelote.server.store import Clash, EventRow, MatchRow, NoteRow, Store, TableRow, ToldRow, Unit
from rebelote.server.table_registry import TableRegistry
from tests.support.served_tables import run


def row(match: str, seq: int) -> EventRow:
    return EventRow(match, seq, 0, "{}")


def test_what_waits_is_committed_together(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []
    free = threading.Event()
    real = store_module._commit

    def slow(connection: object, group: list[object]) -> list[Exception | None]:
        free.wait(5)
        groups.append(len(group))
        return real(connection, group)  # type: ignore[arg-type]

    monkeypatch.setattr(store_module, "_commit", slow)

    async def write() -> None:
        store = Store(f"sqlite:///{folder / 'log.sqlite'}")
        jobs = [asyncio.create_task(store.write(Unit(events=(row("m", n),)))) for n in range(1, 101)]
        await asyncio.sleep(0.05)
        assert not any(job.done() for job in jobs)
        free.set()
        await asyncio.gather(*jobs)
        store.close()

    run(write())
    assert sum(groups) == 100
    assert len(groups) <= 3
    engine = create_engine(f"sqlite:///{folder / 'log.sqlite'}")
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM events")).scalar() == 100
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    engine.dispose()


def test_a_place_of_the_log_is_written_once(folder: Path) -> None:
    """One that clashes does not take the others of its group with it."""

    async def write() -> None:
        store = Store(f"sqlite:///{folder / 'log.sqlite'}")
        await store.write(Unit(events=(row("m", 1),)))
        answers = await asyncio.gather(
            *(store.write(Unit(events=(row(name, 1),))) for name in "amb"), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [type(None), Clash, type(None)]
        store.close()

    run(write())


def test_two_nodes_at_one_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second to write finds its place taken, looks again, and goes on from there."""

    async def play() -> None:
        settings = Settings(data=folder)
        monkeypatch.setattr(database, "_take", lambda _file: None)  # as two nodes on one PostgreSQL
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


def test_who_was_told_a_hand_and_what_waits_is_read_back(folder: Path) -> None:
    async def write() -> None:
        store = Store(f"sqlite:///{folder / 'log.sqlite'}")
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


def test_a_match_is_read_back_with_everybody_s_view(folder: Path) -> None:
    """To fold a long one takes longer than the event loop may stand still."""

    async def play() -> None:
        settings = Settings(data=folder)
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
