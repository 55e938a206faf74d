"""The load: N tables of four scripted clients over WebSocket, in a process of its own.

`python -m bench.load_clients SERVER PORT TABLES SECONDS PID` prints one line of JSON. Every quarter of a
second whoever is to act at a table does something legal, so a seat acts about once a second. Timed is the way
from sending an action until the last of the four clients has been told of it. PID is the server's: the CPU
time that it uses meanwhile is told for each action.
"""

import asyncio
import importlib
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import uvloop
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
PACE_S = 0.25
WARM_S = 2.0
AT_ONCE = 32
"""Tables that are opened at the same time."""

ADAPTERS = {"rebelote": "bench.load_rebelote", "boardgame.io": "bench.peers.boardgame_io"}


class Seen(NamedTuple):
    """What a message told: how far the game is, and what this client would send if it acted now."""

    seq: int
    action: str | None


class Client(Protocol):
    """One seat's way of talking to one kind of server."""

    url: str

    async def greet(self, socket: ClientConnection) -> None:
        """Say who one is."""

    def read(self, message: str) -> Seen | None:
        """None for a message that does not tell of the game."""

    def answer(self, message: str) -> str | None:
        """What must be said back at once to keep the connection."""


OpenTable = Callable[[int, random.Random], Awaitable[list[Client]]]


class Table:
    """Four clients and what they have seen."""

    def __init__(self, clients: list[Client], offset: float) -> None:
        self.clients = clients
        self.offset = offset
        self.sockets: list[ClientConnection] = []
        self.seqs = [-1] * len(clients)
        self.actions: list[str | None] = [None] * len(clients)
        self.sent: tuple[int, float] | None = None
        self.times: list[tuple[float, float]] = []
        self.skipped = 0

    async def run(self, until: float) -> None:
        self.sockets = [
            await connect(client.url, max_size=2**24, compression=None) for client in self.clients
        ]
        for client, socket in zip(self.clients, self.sockets, strict=True):
            await client.greet(socket)
        listeners = [asyncio.create_task(self._listen(seat)) for seat in range(len(self.clients))]
        await self._act(until)
        for task in listeners:
            task.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self.sockets), return_exceptions=True)

    async def _listen(self, seat: int) -> None:
        client, socket = self.clients[seat], self.sockets[seat]
        async for message in socket:
            arrived = time.perf_counter()
            text = str(message)
            if (back := client.answer(text)) is not None:
                await socket.send(back)
            elif (seen := client.read(text)) is not None:
                self.seqs[seat], self.actions[seat] = seen
                self._note(arrived)

    def _note(self, arrived: float) -> None:
        if self.sent is not None and min(self.seqs) > self.sent[0]:
            self.times.append((self.sent[1], arrived - self.sent[1]))
            self.sent = None

    async def _act(self, until: float) -> None:
        await asyncio.sleep(self.offset)
        turn = time.perf_counter()
        while turn < until:
            await self._move()
            turn += PACE_S
            await asyncio.sleep(max(0.0, turn - time.perf_counter()))

    async def _move(self) -> None:
        if self.sent is not None or len(set(self.seqs)) > 1:
            self.skipped += 1
            return
        mover = next((seat for seat, action in enumerate(self.actions) if action is not None), None)
        if mover is not None:
            action, self.actions[mover] = self.actions[mover], None
            self.sent = (self.seqs[mover], time.perf_counter())
            await self.sockets[mover].send(action or "")


async def open_tables(open_table: OpenTable, port: int, number: int, rng: random.Random) -> list[Table]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def opened() -> Table:
        async with gate:
            return Table(await open_table(port, rng), rng.random() * PACE_S)

    return list(await asyncio.gather(*(opened() for _ in range(number))))


def cpu_seconds(pid: int) -> float:
    """What a process has used so far, all its threads."""
    times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


async def load(server: str, port: int, number: int, seconds: float, pid: int) -> dict[str, Any]:
    adapter = importlib.import_module(ADAPTERS[server])
    tables = await open_tables(adapter.open_table, port, number, random.Random(number))
    start, used, served = time.perf_counter(), time.process_time(), cpu_seconds(pid)
    begins, ends = start + WARM_S, start + WARM_S + seconds
    await asyncio.gather(*(table.run(ends) for table in tables))
    busy = (time.process_time() - used) / (time.perf_counter() - start)
    every = sum(len(table.times) for table in tables)
    times = sorted(took for table in tables for sent, took in table.times if sent >= begins)
    return {
        "tables": number,
        "asked": round(number * seconds / PACE_S),
        "actions": len(times),
        "skipped": sum(table.skipped for table in tables),
        "p50_ms": _part(times, 0.50),
        "p99_ms": _part(times, 0.99),
        "max_ms": _part(times, 1.0),
        "busy": busy,
        "server_ms": 1000 * (cpu_seconds(pid) - served) / every if every else None,
    }


def _part(times: list[float], part: float) -> float | None:
    return 1000 * times[min(len(times) - 1, int(part * len(times)))] if times else None


def main() -> None:
    server, (port, number, pid) = sys.argv[1], map(int, (*sys.argv[2:4], sys.argv[5]))
    seconds = float(sys.argv[4])
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(load(server, port, number, seconds, pid))))


if __name__ == "__main__":
    main()
