"""Three nodes at one PostgreSQL and one Redis: limits, caps, bans and sync codes are those of all."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
import websockets

from rebelote.server.node_limits import SECONDS
from tests.support.admin_command import Operator
from tests.support.postgres import Postgres
from tests.support.redis import Redis
from tests.support.served_process import process
from tests.support.served_tables import Place, from_address, run

COUNT = 3
WORK_MS = 20
CONNECTIONS = 20
TABLES = 10
MUCH = 1.3
"""Of what one node would let through; what three may let through together."""
REFUSALS, AT_ONCE = 40, 8
"""Of each node: how many requests it refuses, how many are under way."""
PATIENCE = 60.0
FROM = from_address("192.0.2.3")


class Nodes:
    def __init__(self, places: list[Place], folders: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
        self.places = places
        self.operators = [Operator(folder, capsys) for folder in folders]


@asynccontextmanager
async def nodes(
    postgres: Postgres, redis: Redis, folder: Path, capsys: pytest.CaptureFixture[str]
) -> AsyncIterator[Nodes]:
    shared = {
        "database_url": postgres.new_database(),
        "redis_url": redis.url,
        "limits": "on",
        "work_ms": WORK_MS,
        "address_connections": CONNECTIONS,
        "address_tables": TABLES,
    }
    folders = [folder / str(number) for number in range(COUNT)]
    async with AsyncExitStack() as stack:
        for each in folders:
            each.mkdir()
        started = [stack.enter_async_context(process(each, **shared)) for each in folders]
        yield Nodes([place for _, place in await asyncio.gather(*started)], folders, capsys)


def test_several_nodes_are_one_to_an_address(
    postgres: Postgres, redis: Redis, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> None:
        async with nodes(postgres, redis, folder, capsys) as several:
            await _until(lambda: _knows_others(several.operators[2]))
            await _flood(several.places)
            await _connect(several.places)
            await _open_tables(several.places)
            await _move_a_history(several.places)
            await _ban(several)
            await _end_a_table(several)

    run(play())


async def _until(is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await is_so():
            await asyncio.sleep(0.2)


async def _knows_others(operator: Operator) -> bool:
    return f"This node alone; other nodes: {COUNT - 1}." in await operator("tables")


async def _flood(places: list[Place]) -> None:
    """On all nodes at once, until each has refused many: too many at a time even for a slow machine."""
    began = time.monotonic()

    async def ask(place: Place) -> int:
        passed = refused = 0
        while refused < REFUSALS / AT_ONCE:
            answer = await place.http.get("/api/bots", headers=from_address("192.0.2.1"))
            assert answer.status_code in (200, 429)
            passed += answer.status_code == 200
            refused += answer.status_code == 429
        return passed

    passed = sum(await asyncio.gather(*map(ask, places * AT_ONCE)))
    one_node = (15 * WORK_MS + WORK_MS * (time.monotonic() - began)) / 2  # a request costs two milliseconds
    assert 0.9 * one_node <= passed <= MUCH * one_node
    for place in places:
        answer = await place.http.get("/api/bots", headers=from_address("192.0.2.2"))
        assert answer.status_code == 200, "others pay for it"


async def _connect(places: list[Place]) -> None:
    table = (await places[0].open())["table"]["id"]
    async with AsyncExitStack() as open_ones:
        come = 0
        for number in range(CONNECTIONS):
            come += await open_ones.enter_async_context(_connected(places[number % COUNT], table))
        await asyncio.sleep(2 * SECONDS)  # the nodes have told each other
        asked = [_connected(places[number % COUNT], table) for number in range(CONNECTIONS)]
        come += sum(await asyncio.gather(*map(open_ones.enter_async_context, asked)))  # each waits a while
        assert CONNECTIONS <= come <= MUCH * CONNECTIONS
    await _until(lambda: _may_connect(places[0], table))


@asynccontextmanager
async def _connected(place: Place, table: str) -> AsyncIterator[bool]:
    """Whether it was told the state of the table, and not to go."""
    address = f"ws://127.0.0.1:{place.port}/api/tables/{table}/live"
    async with websockets.connect(
        address, proxy=None, additional_headers=FROM, max_size=None, open_timeout=PATIENCE
    ) as connection:
        with suppress(websockets.ConnectionClosed):
            await connection.send('{"do": "hello", "lang": "fr"}')
        yield json.loads(await connection.recv())["type"] == "state"


async def _may_connect(place: Place, table: str) -> bool:
    async with _connected(place, table) as is_in:
        return is_in


async def _open_tables(places: list[Place]) -> None:
    opened = 0
    wish = {"rules": {"id": "classique"}, "nickname": "Ana", "start": False}
    for number in range(3 * TABLES):
        answer = await places[number % COUNT].http.post(
            "/api/tables", json=wish, headers=from_address("192.0.2.4")
        )
        opened += answer.status_code == 201
        if answer.status_code != 201 and answer.json()["error"]["code"] == "rate":
            await asyncio.sleep(25 / WORK_MS)
    assert TABLES <= opened <= MUCH * TABLES


async def _move_a_history(places: list[Place]) -> None:
    made = await places[0].post("/transfers", {"data": {"matches": [1]}}, status=201)
    assert await places[1].post("/transfers/take", {"code": made["code"]}) == {"data": {"matches": [1]}}
    await places[2].post("/transfers/take", {"code": made["code"]}, status=404)


async def _ban(several: Nodes) -> None:
    first, second, third = several.places
    headers = from_address("198.51.100.9")
    opened = await second.open()
    async with second.join(opened["table"]["id"], headers=headers) as spectator:
        said = await several.operators[0]("ban", "198.51.100.9")
        assert f"Other nodes that do the same: {COUNT - 1}." in said
        await spectator.until(lambda: spectator.gone, PATIENCE)
    for place in (first, second, third):
        await _until(lambda place=place: _answers(place.http, headers, 403))  # type: ignore[misc]
    assert [ban["what"] for ban in await several.operators[2].lines("bans")] == ["198.51.100.9/32"]
    await several.operators[2]("unban", "198.51.100.9")
    await _until(lambda: _answers(first.http, headers, 200))
    await _ban_a_name(several)


async def _ban_a_name(several: Nodes) -> None:
    """Of somebody who sits at a table of another node."""
    opened = await several.places[1].open(nickname="Tricheur")
    async with several.places[1].join(opened["table"]["id"], opened["token"]) as player:
        await several.operators[0]("ban", "TRICHEUR")
        await player.until(lambda: player.gone, PATIENCE)
        assert player.gone is not None
        assert player.gone["code"] == "banned_name"
    await _until(lambda: _may_not_sit(several.places[2], opened["table"]["id"]))


async def _may_not_sit(place: Place, table: str) -> bool:
    answer = await place.http.post(f"/api/tables/{table}/sit", json={"nickname": "tricheur"})
    return answer.status_code == 403


async def _answers(http: httpx.AsyncClient, headers: dict[str, str], status: int) -> bool:
    return (await http.get("/api/bots", headers=headers)).status_code == status


async def _end_a_table(several: Nodes) -> None:
    """Which another node has in memory."""
    opened = await several.places[1].open()
    table = opened["table"]["id"]
    async with several.places[1].join(table, opened["token"]) as player:
        await several.operators[0]("end", table[:5])
        await player.until(lambda: player.gone, PATIENCE)
        assert player.gone is not None
        assert player.gone["code"] == "ended"
    await _until(lambda: _is_ended(several.places[2], table))


async def _is_ended(place: Place, table: str) -> bool:
    return (await place.http.get(f"/api/tables/{table}")).status_code == 410
