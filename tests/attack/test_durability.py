"""Whatever happens to the server or its disk, no action that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
import websockets

from rebelote.codec import encode
from rebelote.events import redact
from rebelote.stored_log import read_events
from rebelote.table import Seat
from tests.attack.length import LONG
from tests.support.served_tables import Client, Json, Place, pick, run
from tests.support.server_process import ServerProcess, server_process

PLAYERS = 30 if LONG else 6
KILLS = 25 if LONG else 2
LOCK_SECONDS = 12.0 if LONG else 1.5
PLAY_SECONDS = 5.0 if LONG else 0.6
FILE = "rebelote.sqlite"

Fault = Callable[[], AbstractContextManager[None]]


class Player:
    """One at a table with bots, who remembers what was acknowledged and what was told."""

    def __init__(self, opened: Json) -> None:
        self.table, self.token, self.seat = opened["table"]["id"], opened["token"], Seat(opened["seat"])
        self.acknowledged: dict[str, int] = {}
        self.told: dict[tuple[str, int], Json] = {}
        self.refusals: list[str] = []
        self.last_acknowledged = 0.0  # when it was asked for

    async def play_on(self, place: Place) -> None:
        """Until it is cancelled, or the server is gone."""
        with suppress(websockets.ConnectionClosed, OSError, AssertionError):
            async with place.join(self.table, self.token) as client:
                try:
                    await self._play(place, client)
                finally:
                    self._remember(client)

    async def _play(self, place: Place, client: Client) -> None:
        luck = random.Random(self.table)
        while True:
            await client.until(lambda: client.my_turn or client.view["phase"] == "over")
            if client.view["phase"] == "over":
                self._remember(client)  # what is told next is of another match
                match = client.view["match"]
                await place.post(f"/tables/{self.table}/rematch", {}, self.token)
                await client.until(lambda match=match: client.view["match"] != match)  # type: ignore[misc]
                continue
            match = client.view["match"]
            asked = time.monotonic()
            answer = await client.ask(pick(client.view["offers"], luck))
            self._remember(client)
            if answer["type"] == "done":
                self.acknowledged[match] = max(self.acknowledged.get(match, 0), answer["seq"])
                self.last_acknowledged = asked
            else:
                self.refusals.append(answer["error"]["code"])
                await asyncio.sleep(0.05)

    def _remember(self, client: Client) -> None:
        if client.view:
            match = client.view["match"]
            self.told |= {(match, each["seq"]): each["event"] for each in client.seen if each["seq"] > 1}
            client.seen.clear()


@asynccontextmanager
async def talking_to(server: ServerProcess) -> AsyncIterator[Place]:
    async with httpx.AsyncClient(base_url=server.address, timeout=60, trust_env=False, verify=False) as http:
        yield Place(server.port, None, http)  # type: ignore[arg-type]


async def open_tables(place: Place) -> list[Player]:
    rules = ("ffb-belote", "coinche", "escalier", "comptoir", "belote-annonces", "ffb-contree")
    opened = [await place.open(rules[n % len(rules)]) for n in range(PLAYERS)]
    return [Player(each) for each in opened]


@asynccontextmanager
async def playing(players: list[Player], place: Place) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(player.play_on(place)) for player in players]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def assert_nothing_lost(folder: Path, players: list[Player]) -> None:
    """Every acknowledged action and every event that anybody was told is in the database, as it was told."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for player in players:
            for match in {match for match, _ in player.told} | set(player.acknowledged):
                rows = database.execute("SELECT data FROM events WHERE match = ? ORDER BY seq", (match,))
                log = list(read_events(data for (data,) in rows))
                assert len(log) >= player.acknowledged.get(match, 0)
                for (told_match, seq), event in player.told.items():
                    if told_match == match:
                        assert json.loads(encode(redact(log[seq - 1], player.seat))) == event


def acknowledged(players: list[Player]) -> int:
    return sum(len(player.told) for player in players)


async def assert_all_go_on(players: list[Player]) -> None:
    since = time.monotonic()
    async with asyncio.timeout(60):
        while not all(player.last_acknowledged > since for player in players):
            await asyncio.sleep(0.05)


# Kills


def test_kills_lose_nothing(folder: Path) -> None:
    players: list[Player] = []

    async def play_and_kill(server: ServerProcess, wait: float) -> None:
        async with talking_to(server) as place:
            players.extend(() if players else await open_tables(place))
            async with playing(players, place):
                await assert_all_go_on(players)
                await asyncio.sleep(wait)
                os.kill(server.process.pid, signal.SIGKILL)
                server.process.wait()

    for n in range(KILLS):
        with server_process(folder) as server:
            run(play_and_kill(server, random.Random(n).uniform(0, PLAY_SECONDS)))
            assert "Traceback" not in server.log
        assert_nothing_lost(folder, players)
    assert acknowledged(players) > PLAYERS * KILLS


# A disk that is full


@contextmanager
def small_disk() -> Iterator[Path]:
    """A file system of 16 MB, where we may mount one."""
    with tempfile.TemporaryDirectory(prefix="rebelote-disk-") as name:
        command = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", name]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            pytest.skip("may not mount a file system here (root can)")
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "-l", name], check=True)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Not a byte is left."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        for size in (65536, 4096, 1):
            with suppress(OSError):
                while True:
                    file.write(bytes(size))
    try:
        yield
    finally:
        filler.unlink()


def test_a_full_disk_loses_nothing() -> None:
    with small_disk() as folder, server_process(folder) as server:
        run(_with_fault(server, folder, lambda: filled(folder)))


@contextmanager
def unwritable_files(server: ServerProcess) -> Iterator[None]:
    """The system takes no byte for a file of this process, as where a quota is used up."""
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


def test_files_that_take_nothing_lose_nothing(folder: Path) -> None:
    with server_process(folder) as server:
        run(_with_fault(server, folder, lambda: unwritable_files(server)))


async def _assert_actions_are_refused(players: list[Player], place: Place) -> None:
    """Those of the players who had their turn (at times none has), and one who would open a table."""
    assert {code for player in players for code in player.refusals} <= {"unavailable"}
    opened = await place.http.post("/api/tables", json={"rules": {"id": "coinche"}, "nickname": "Ana"})
    assert (opened.status_code, opened.json()["error"]["code"]) == (503, "unavailable")


async def _with_fault(server: ServerProcess, folder: Path, fault: Fault) -> None:
    """People play; nothing is acknowledged while it lasts, and all go on when it is over."""
    async with talking_to(server) as place:
        players = await open_tables(place)
        async with playing(players, place):
            await assert_all_go_on(players)
            with fault():
                await asyncio.sleep(0.5)
                began = time.monotonic()
                await asyncio.sleep(PLAY_SECONDS)
                assert all(player.last_acknowledged < began for player in players)
                await _assert_actions_are_refused(players, place)
            await assert_all_go_on(players)
    assert_nothing_lost(folder, players)
    assert "Traceback" not in server.log


# A database that another has locked


def test_a_locked_database_loses_nothing(folder: Path) -> None:
    """For a while everybody waits; after ten seconds they are refused."""

    async def play(server: ServerProcess) -> None:
        async with talking_to(server) as place:
            players = await open_tables(place)
            async with playing(players, place):
                await assert_all_go_on(players)
                with closing(sqlite3.connect(folder / FILE)) as other:
                    other.execute("BEGIN IMMEDIATE")
                    await asyncio.sleep(0.2)
                    began = time.monotonic()
                    await asyncio.sleep(LOCK_SECONDS)
                    assert all(player.last_acknowledged < began for player in players)
                    other.rollback()
                refused = {code for player in players for code in player.refusals}
                assert refused == ({"unavailable"} if LONG else set())
                await assert_all_go_on(players)
        assert_nothing_lost(folder, players)

    with server_process(folder) as server:
        run(play(server))
        assert "Traceback" not in server.log


# A file that is no longer there


def delete(folder: Path) -> None:
    (folder / FILE).unlink()


def replace(folder: Path) -> None:
    (folder / "other").write_bytes((folder / FILE).read_bytes())
    (folder / "other").replace(folder / FILE)


def delete_log(folder: Path) -> None:
    (folder / f"{FILE}-wal").unlink()


@pytest.mark.parametrize("harm", [delete, replace, delete_log])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(folder: Path, harm: Callable[[Path], None]) -> None:
    async def play(server: ServerProcess) -> None:
        async with talking_to(server) as place:
            players = await open_tables(place)
            async with playing(players, place):
                await assert_all_go_on(players)
                harm(folder)
                gone = time.monotonic()
                await asyncio.sleep(1.0)
            assert all(player.last_acknowledged < gone for player in players)
            await _assert_actions_are_refused(players, place)
            ready = await place.http.get("/ready")
            assert (ready.status_code, ready.json()["database"]) == (503, False)
            table = await place.http.get(f"/api/tables/{'z' * 10}")
            assert (table.status_code, table.json()["error"]["code"]) == (503, "unavailable")

    with server_process(folder) as server:
        run(play(server))
        assert "was deleted or replaced while the server was running" in server.log
        assert "Traceback" not in server.log
