"""All that deploy/compose.yaml starts, started plainly: a match through the proxy, and a node that dies."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import httpx
import pytest
import websockets

from tests.support.admin_command import Operator
from tests.support.own_time import Stopwatch
from tests.support.postgres import Postgres
from tests.support.proxies import nodes_proxied
from tests.support.redis import Redis
from tests.support.served_process import process
from tests.support.served_tables import Client, Place, run

MATCH = {"id": "ffb-belote", "options": {"target": 501}}
SECONDS = 3.0
"""How long one may be away when a node dies, where the nodes need not wait for a core."""
SECONDS_ASKED = 2.0
"""How long the proxy waits for a node that stands still."""
SECONDS_LEFT_ALONE = 4.0
"""How long it then sends nobody there."""
PATIENCE = 60.0


class Cluster:
    def __init__(
        self, place: Place, nodes: list[subprocess.Popen[bytes]], operators: list[Operator], folder: Path
    ) -> None:
        self.place, self.nodes, self._operators, self.folder = place, nodes, operators, folder

    async def node_of(self, table: str) -> subprocess.Popen[bytes]:
        for node, operator in zip(self.nodes, self._operators, strict=True):
            if any(line["table"] == table for line in await operator.lines("sockets")):
                return node
        raise AssertionError(f"nobody has {table}")

    def stopwatch(self, besides: subprocess.Popen[bytes]) -> Stopwatch:
        """For what the other node does."""
        return Stopwatch(*(node.pid for node in self.nodes if node is not besides))


@asynccontextmanager
async def cluster(
    postgres: Postgres, redis: Redis, folder: Path, capsys: pytest.CaptureFixture[str]
) -> AsyncIterator[Cluster]:
    """Two nodes, a worker, and nginx with the shipped file in front of them."""
    shared = {
        "database_url": postgres.new_database(),
        "redis_url": redis.url,
        "limits": "on",
        "expert_ms": "50",
    }
    folders = [folder / name for name in ("one", "two")]
    for each in folders:
        each.mkdir()
    async with AsyncExitStack() as stack:
        starting = [stack.enter_async_context(process(each, **shared)) for each in folders]
        started = await asyncio.gather(*starting)
        stack.enter_context(_worker(folder, shared))
        port = stack.enter_context(nodes_proxied([place.port for _, place in started], folder))
        http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False, verify=False
        )
        place = Place(port, None, await stack.enter_async_context(http))  # type: ignore[arg-type]
        operators = [Operator(each, capsys) for each in folders]
        yield Cluster(place, [node for node, _ in started], operators, folder)


@contextmanager
def _worker(folder: Path, shared: dict[str, str]) -> Iterator[None]:
    given = {f"REBELOTE_{name.upper()}": value for name, value in shared.items()}
    command = [sys.executable, "-m", "rebelote.cli", "worker"]
    with (folder / "worker").open("wb") as said:
        worker = subprocess.Popen(command, env=os.environ | given, stdout=said, stderr=said)
    try:
        yield
        assert worker.poll() is None, (folder / "worker").read_text()
    finally:
        worker.terminate()
        worker.wait()


@pytest.mark.untraced  # how long a table waits is measured, and what is killed leaves no trace
def test_a_match_goes_on_when_a_node_stands_still_or_dies(
    postgres: Postgres, redis: Redis, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> None:
        async with cluster(postgres, redis, folder, capsys) as found:
            opened = await found.place.open(MATCH, settings={"bot": "expert"})
            table, token, luck = opened["table"]["id"], opened["token"], random.Random(3)
            async with found.place.join(table, token) as player:
                await player.play(luck, until=lambda: len(player.seen) > 30)
                acknowledged = player.view["seq"]
                node = await found.node_of(table)
                node.send_signal(signal.SIGSTOP)
                player.connection.transport.abort()  # there is nobody to say good-bye to
                away, watch = time.monotonic(), found.stopwatch(besides=node)
            async with _again(found.place, table, token) as player:
                assert watch.seconds < SECONDS_ASKED + SECONDS
                assert player.view["seq"] >= acknowledged
                node.send_signal(signal.SIGCONT)
                await player.play(luck, until=lambda: player.view["seq"] > acknowledged + 20)
                acknowledged = player.view["seq"]
                await asyncio.sleep(away + SECONDS_ASKED + SECONDS_LEFT_ALONE - time.monotonic())
                dying = await found.node_of(table)
                dying.kill()
                watch = found.stopwatch(besides=dying)
            async with _again(found.place, table, token) as player:
                took = watch.seconds
                print(f"let in by the other node after {took:.2f} s")
                assert took < SECONDS
                assert player.view["seq"] >= acknowledged
                await player.play(luck)
            assert (await found.place.get(f"/matches/{player.view['match']}"))["over"]
            await found.place.open(MATCH)

    run(play())


@asynccontextmanager
async def _again(place: Place, table: str, token: str) -> AsyncIterator[Client]:
    """As the page does: until it is let in."""
    deadline = time.monotonic() + PATIENCE
    while True:
        joining = place.join(table, token)
        try:
            client = await joining.__aenter__()
        except (OSError, AssertionError, websockets.WebSocketException):
            assert time.monotonic() < deadline
            await asyncio.sleep(0.1)
            continue
        try:
            yield client
        finally:
            await joining.__aexit__(None, None, None)
        return
