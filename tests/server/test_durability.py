"""The server is killed in the middle of fifty matches: all that it acknowledged is there, and all go on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import httpx
import websockets

from rebelote.codec import ENCODER
from rebelote.events import from_json, redact
from rebelote.ruleset.loading import RULESET_IDS
from rebelote.server.store import Store
from rebelote.table import Seat
from tests.support.served_tables import Client, Json, Place, free_socket, run

MATCHES = 50


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    run(_kill_and_come_back(tmp_path))


async def _kill_and_come_back(folder: Path) -> None:
    listening = free_socket()
    port = listening.getsockname()[1]
    listening.close()
    server = await _start(folder, port)
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False, verify=False
    ) as http:
        place = Place(port, None, http)  # type: ignore[arg-type]
        rules = [RULESET_IDS[n % len(RULESET_IDS)] for n in range(MATCHES)]
        opened = await asyncio.gather(
            *(
                place.open(each, settings={"bot": "expert" if n % 7 == 3 else "habitue"})
                for n, each in enumerate(rules)
            )
        )
        clients: list[Client] = []
        playing = [asyncio.create_task(_play(place, each, clients)) for each in opened]
        while len(clients) < MATCHES or min(len(client.seen) for client in clients) < 12:
            await asyncio.sleep(0.05)
        os.kill(server.pid, signal.SIGKILL)
        await server.wait()
        await asyncio.gather(*playing)
        _everything_is_there(folder, clients)
        again = await _start(folder, port)
        try:
            await asyncio.gather(*(_go_on(place, *each) for each in _paired(opened, clients)))
        finally:
            again.terminate()
            await again.wait()


async def _start(folder: Path, port: int) -> Process:
    database = f"sqlite:///{folder / 'rebelote.sqlite'}"
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "rebelote.cli", "serve", "--port", str(port), "--database", database),
        stdout=PIPE,
        env={**os.environ, "REBELOTE_LIMITS": "0", "REBELOTE_EXPERT_MS": "20"},
    )
    assert server.stdout is not None
    line = await asyncio.wait_for(server.stdout.readline(), 60)
    assert f":{port}/" in line.decode()
    return server


async def _play(place: Place, opened: Json, clients: list[Client]) -> None:
    """Until the server is gone."""
    async with place.join(opened["table"]["id"], opened["token"]) as client:
        clients.append(client)
        luck = random.Random(opened["table"]["id"])
        try:
            await client.play(luck)
            await client.until(lambda: client.closed)
        except websockets.ConnectionClosed:
            pass
        except AssertionError:
            assert client.closed


def _everything_is_there(folder: Path, clients: list[Client]) -> None:
    store = Store(f"sqlite:///{folder / 'rebelote.sqlite'}")
    try:
        for client in clients:
            match, seat = client.view["match"], Seat(client.view["seat"])
            stored = store._load_match(match)
            assert stored is not None
            acknowledged = [message["seq"] for message in client.traffic if message["type"] == "done"]
            assert len(stored.events) >= max(acknowledged, default=1)
            for told in client.seen[1:]:
                event = redact(from_json(stored.events[told["seq"] - 1].data), seat)
                assert json.loads(ENCODER.encode(event)) == told["event"]
    finally:
        store.close()


def _paired(opened: list[Json], clients: list[Client]) -> list[tuple[Json, Client]]:
    by_table = {client.table["id"]: client for client in clients}
    return [(each, by_table[each["table"]["id"]]) for each in opened]


async def _go_on(place: Place, opened: Json, before: Client) -> None:
    async with place.join(opened["table"]["id"], opened["token"]) as client:
        seq = client.view["seq"]
        assert client.view["match"] == before.view["match"]
        assert seq >= before.view["seq"]
        await client.play(
            random.Random(1), until=lambda: client.view["phase"] == "over" or client.view["seq"] > seq + 4
        )
