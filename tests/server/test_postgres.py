"""The same server on a real PostgreSQL: play, come back, clash, check, prune."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from rebelote.actions import Cut
from rebelote.cli import main
from rebelote.server import rulebook, seating
from rebelote.server.database import DatabaseProblem
from rebelote.server.messages.rules import RulesRef
from rebelote.server.messages.tables import NewTable
from rebelote.server.problems import Refused
from rebelote.server.settings import Settings
from rebelote.server.store import Clash, Store, Unit
from rebelote.server.table_registry import TableRegistry
from tests.server.test_store import row
from tests.support.postgres import Postgres
from tests.support.served_tables import bearer, run, serving

SHORT = {"id": "ffb-belote", "options": {"target": 1}}


def test_a_place_of_the_log_is_written_once(postgres: Postgres) -> None:
    async def write() -> None:
        store = Store(postgres.new_database())
        await store.write(Unit(events=(row("m", 1),)))
        answers = await asyncio.gather(
            *(store.write(Unit(events=(row(name, 1),))) for name in "amb"), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [type(None), Clash, type(None)]
        assert await store.is_writable()
        store.close()

    run(write())


def test_two_nodes_at_one_table(postgres: Postgres, folder: Path) -> None:
    """Nothing keeps a second server away: the second to write looks again, and goes on from there."""

    async def play() -> None:
        settings = Settings(data=folder, database=postgres.new_database())
        here, there = TableRegistry(settings), TableRegistry(settings)
        async with here.opened(), there.opened():
            wish = NewTable(rules=RulesRef(id="coinche"), nickname="Ana")
            opened, token, _ = await here.open_table(wish, rulebook.find(wish.rules), "")
            await seating.start(opened, token)
            one, two = opened, await there.room(opened.id)
            assert one.game is not None
            assert two.game is not None
            cutter = one.game.match.state.cutter
            await one.act(cutter, one.game.id, 1, Cut(cutter, 16))
            with pytest.raises(Refused, match="stale"):
                await two.act(cutter, two.game.id, 1, Cut(cutter, 10))
            assert two.game.match.log == one.game.match.log

    run(play())


def test_a_match_is_played_read_back_checked_and_erased(postgres: Postgres, folder: Path) -> None:
    url = postgres.new_database()

    async def play() -> tuple[str, str, str]:
        async with serving(folder, database=url) as place:
            opened = await place.open(SHORT, nickname="Zénobie")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.play(random.Random(1))
                return opened["table"]["id"], opened["token"], client.view["match"]

    async def come_back(table: str, token: str, match: str) -> None:
        async with serving(folder, database=url) as place:
            assert (await place.get(f"/matches/{match}"))["over"]
            answer = await place.http.delete(f"/api/tables/{table}/me", headers=bearer(token))
            assert answer.status_code == 200, answer.text
            await place.get(f"/matches/{match}", status=404)

    played = run(play())
    assert _db("check", "--deep", "--database", url) == 0
    run(come_back(*played))
    assert _db("prune", "--table", played[0], "--database", url) == 0
    engine = create_engine(url)
    with engine.connect() as connection:
        for name in ("tables", "seats", "matches", "events"):
            assert connection.execute(text(f"SELECT count(*) FROM {name}")).scalar() == 0
    engine.dispose()


def test_what_is_for_sqlite_alone_is_said(postgres: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    url = postgres.new_database()
    for words, program in ((["backup", "copy"], "pg_dump"), (["restore", "copy"], "pg_restore")):
        assert _db(*words, "--database", url) == 2
        assert f"use {program}" in capsys.readouterr().err


def test_a_server_that_is_not_there_is_told_in_one_line() -> None:
    with pytest.raises(DatabaseProblem) as told:
        Store("postgresql+psycopg://belote@127.0.0.1:1/none?connect_timeout=2")
    assert "\n" not in str(told.value)


def _db(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["db", *words])
    return int(ended.value.code or 0)
