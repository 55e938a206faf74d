"""The same server on a real PostgreSQL: play, come back, check, prune. `test_store.py` runs on both."""

from __future__ import annotations

import random
import socket
import sys
from pathlib import Path

import pytest
import websockets
from sqlalchemy import create_engine, text

from rebelote.cli import main
from rebelote.server.database import NOTICE_LOSS, DatabaseProblem, engine_of
from rebelote.server.store import Store
from tests.support.postgres import Postgres
from tests.support.served_tables import bearer, run, serving

SHORT = {"id": "ffb-belote", "options": {"target": 1}}


def test_a_match_is_played_read_back_checked_and_erased(postgres: Postgres, folder: Path) -> None:
    url = postgres.new_database()

    async def play() -> tuple[str, str, str]:
        async with serving(folder, database_url=url) as place:
            opened = await place.open(SHORT, nickname="Zénobie")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.play(random.Random(1))
                return opened["table"]["id"], opened["token"], client.view["match"]

    async def come_back(table: str, token: str, match: str) -> None:
        async with serving(folder, database_url=url) as place:
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


def test_what_can_not_be_asked_for_is_no_fault_of_the_database(
    postgres: Postgres, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """PostgreSQL takes no text with a NUL in it. Anybody could fill the log with «the database failed»."""

    async def ask() -> None:
        async with serving(folder, database_url=postgres.new_database()) as place:
            for path in ("tables/%00", "tables/a%00/view", "matches/%00/replay", "series/%00/result"):
                assert (await place.get(f"/{path}", status=404))["error"]["code"] == "not_found"
            await place.post("/series/%00/play", {}, "a" * 43, status=404)
            with pytest.raises(websockets.InvalidStatus):
                async with place.join("%00"):
                    pass

    run(ask())
    assert "failed" not in caplog.text


def test_what_is_for_sqlite_alone_is_said(postgres: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    url = postgres.new_database()
    for words, program in ((["backup", "copy"], "pg_dump"), (["restore", "copy"], "pg_restore")):
        assert _db(*words, "--database", url) == 2
        assert f"utilisez {program}" in capsys.readouterr().err


def test_a_server_that_is_not_there_is_told_in_one_line() -> None:
    with pytest.raises(DatabaseProblem) as told:
        Store("postgresql+psycopg://belote@127.0.0.1:1/none?connect_timeout=2")
    assert "\n" not in str(told.value)


def test_a_server_that_never_answers_is_told_too() -> None:
    """It takes the connection, and nothing follows."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with pytest.raises(DatabaseProblem, match="timeout"):
            Store(f"postgresql+psycopg://belote@127.0.0.1:{silent.getsockname()[1]}/none?connect_timeout=2")
        assert "connect_timeout" in NOTICE_LOSS, "where the address does not set it"


def test_an_address_is_taken_as_it_is_copied(postgres: Postgres) -> None:
    url = postgres.new_database()
    for kind in ("postgres", "postgresql"):
        engine = engine_of(url.replace("postgresql+psycopg", kind))
        with engine.connect() as connection:
            assert connection.execute(text("SELECT 1")).scalar() == 1
        engine.dispose()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("nonsense://x", "ce n'est pas l'adresse d'une base"),
        ("postgresql+psycopg://x:geheim@127.0.0.1:abc/x", "ce n'est pas l'adresse d'une base"),
        ("sqlite://", "une base en mémoire ne sert à rien ici"),
        ("postgresql+psycopg://x:geheim@127.0.0.1:1/x", "pip install 'rebelote[postgresql]'"),
    ],
)
def test_what_is_wrong_with_an_address_is_told_in_one_line(
    url: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--port", "0", "--database-url", url, "--lang", "fr"])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert told in said
    assert "geheim" not in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("url", "told"),
    [("redis://:geheim@127.0.0.1:1/0", "SQLite"), ("http://127.0.0.1:1", "adresse d'un Redis")],
)
def test_what_is_wrong_with_the_address_of_redis_is_told_by_its_name(
    url: str, told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = "postgresql+psycopg://x@127.0.0.1:1/x" if "http" in url else f"{folder}/belote.sqlite"
    with pytest.raises(SystemExit):
        main(["serve", "--port", "0", "--database-url", database, "--redis-url", url, "--lang", "fr"])
    said = capsys.readouterr().err
    assert said.startswith("rebelote: --redis-url ")
    assert told in said
    assert "geheim" not in said


def _db(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["db", *words])
    return int(ended.value.code or 0)
