"""The load: N tables of four scripted clients over WebSocket, in a process of its own.

`python -m bench.load_clients TARGET` (JSON: see `Target`) reads a line of JSON for each thing to do and
prints one for each answer: `{"tables": N, "seconds": S}` lets N tables play, with `"idle": true` they are
only kept open. Every quarter of a second whoever is to act at a table does something legal, so a seat acts
about once a second. Timed is the way from sending an action until the last of the four clients has been told
of it.

Tables are opened a few at a time before anything is timed, and stay open from one load to the next; those
that a smaller load does not need are left. Each has first played some part of a deal as quickly as it can:
else all that were opened together would come to the dear end of their deals at the same time.
"""

import asyncio
import gc
import importlib
import json
import os
import random
import resource
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
import uvloop

from bench.meters import Meters
from bench.plain_websocket import PlainSocket, connect

SEATS = 4
PACE_S = 0.25
WARM_S = 1.5
AT_ONCE = 8
"""Tables that are opened at the same time."""
DEAL_ACTIONS = 40
"""About as many as a deal has."""
LOOK_S = 0.002
"""How often one who waits for an answer looks whether it has come."""
SETTLE_S = 3.0
"""Before idle tables are measured."""
PATIENCE_S = 5.0
"""How long the last actions of a load may take to be told before the next one begins."""

ADAPTERS = {
    "rebelote": "bench.load_rebelote",
    "boardgame.io": "bench.peers.boardgame_io",
    "Colyseus": "bench.peers.colyseus",
}


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """A server and what it stands on. With `spread` the clients of a table are on different nodes."""

    server: str
    ports: list[int]
    spread: bool = False
    groups: dict[str, list[int]] = {}
    database: str | None = None
    redis: int | None = None
    metrics: list[int] = []


class Order(msgspec.Struct, frozen=True, kw_only=True):
    tables: int
    seconds: float
    idle: bool = False


class Seen(NamedTuple):
    """What a message told: how far the game is, and what this client would send if it acted now."""

    seq: int
    action: str | bytes | None


class Client(Protocol):
    """One seat's way of talking to one kind of server."""

    url: str

    async def greet(self, socket: PlainSocket) -> None:
        """Say who one is."""

    def read(self, message: bytes) -> Seen | None:
        """None for a message that does not tell of the game."""

    def answer(self, message: bytes) -> str | None:
        """What must be said back at once to keep the connection."""


OpenTable = Callable[[Sequence[int], random.Random], Awaitable[list[Client]]]
"""The ports are those of the four seats' nodes."""


class Table:
    """Four clients and what they have seen."""

    def __init__(self, clients: list[Client]) -> None:
        self.clients = clients
        self.sockets: list[PlainSocket] = []
        self.seqs = [-1] * len(clients)
        self.actions: list[str | bytes | None] = [None] * len(clients)
        self.sent: tuple[int, float] | None = None
        self.times: list[tuple[float, float]] = []
        self.skipped = 0
        self.messages = 0

    async def connect(self) -> None:
        for seat, client in enumerate(self.clients):
            socket = await connect(client.url)
            self.sockets.append(socket)
            await client.greet(socket)
            socket.listen(lambda message, seat=seat: self._hear(seat, message))  # type: ignore[misc]

    @property
    def is_open(self) -> bool:
        return all(socket.is_open for socket in self.sockets)

    @property
    def bytes_in(self) -> int:
        return sum(socket.bytes_in for socket in self.sockets)

    def _hear(self, seat: int, message: bytes) -> None:
        arrived = time.perf_counter()
        self.messages += 1
        client = self.clients[seat]
        if (back := client.answer(message)) is not None:
            self.sockets[seat].send(back)
        elif (seen := client.read(message)) is not None:
            self.seqs[seat], self.actions[seat] = seen
            self._note(arrived)

    def _note(self, arrived: float) -> None:
        if self.sent is not None and min(self.seqs) > self.sent[0]:
            self.times.append((self.sent[1], arrived - self.sent[1]))
            self.sent = None

    async def play_on(self, actions: int) -> None:
        """So many actions, each as soon as the one before was told."""
        until = time.perf_counter() + PATIENCE_S
        while actions and time.perf_counter() < until:
            if self.sent is None and self._move():
                actions -= 1
            await asyncio.sleep(LOOK_S)

    async def act_until(self, until: float, offset: float) -> None:
        self.times.clear()
        self.skipped = 0
        await asyncio.sleep(offset)
        turn = time.perf_counter()
        while turn < until:
            self.skipped += not self._move()
            turn += PACE_S
            await asyncio.sleep(max(0.0, turn - time.perf_counter()))

    def _move(self) -> bool:
        """Whether somebody could act, all four having been told of the action before."""
        mover = next((seat for seat, action in enumerate(self.actions) if action is not None), None)
        if mover is None or self.sent is not None or len(set(self.seqs)) > 1:
            return False
        action, self.actions[mover] = self.actions[mover], None
        self.sent = (self.seqs[mover], time.perf_counter())
        self.sockets[mover].send(action or "")
        return True

    def leave(self) -> None:
        for socket in self.sockets:
            socket.close()


class Load:
    """Tables at one target, and what they are told to do."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._meters = Meters(target.groups, target.database, target.redis, target.metrics)
        self._open_table: OpenTable = importlib.import_module(ADAPTERS[target.server]).open_table
        self._tables: list[Table] = []
        self._rng = random.Random(1)
        self._opened = 0

    async def obey(self, order: Order) -> dict[str, Any]:
        if order.idle:
            return await self._idle(order)
        await self._have(order.tables)
        return await self._play(order)

    async def _have(self, number: int) -> None:
        """So many tables that nothing is wrong with."""
        await self._settle()
        keep = [table for table in self._tables if table.is_open and table.sent is None]
        for table in self._tables:
            if table not in keep[:number]:
                table.leave()
        self._tables = keep[:number]
        gate = asyncio.Semaphore(AT_ONCE)
        missing = number - len(self._tables)
        self._tables += await asyncio.gather(*(self._open(gate) for _ in range(missing)))
        await self._settle()

    async def _settle(self) -> None:
        """Until every action was told, or nobody can wait any longer."""
        until = time.perf_counter() + PATIENCE_S
        while any(table.sent is not None for table in self._tables) and time.perf_counter() < until:
            await asyncio.sleep(0.05)

    async def _open(self, gate: asyncio.Semaphore) -> Table:
        async with gate:
            ports, first = self._target.ports, self._opened
            self._opened += 1
            steps = range(SEATS) if self._target.spread else [0] * SEATS
            seats = [ports[(first + step) % len(ports)] for step in steps]
            table = Table(await self._open_table(seats, self._rng))
            await table.connect()
            await table.play_on(self._rng.randrange(DEAL_ACTIONS))
            return table

    async def _play(self, order: Order) -> dict[str, Any]:
        begins = time.perf_counter() + WARM_S
        ends = begins + order.seconds
        measured = asyncio.create_task(self._measure(begins, ends))
        offsets = (self._rng.random() * PACE_S for _ in self._tables)
        await asyncio.gather(
            *(table.act_until(ends, offset) for table, offset in zip(self._tables, offsets, strict=True))
        )
        used = await measured
        times = sorted(took for table in self._tables for sent, took in table.times if sent >= begins)
        return {
            "tables": len(self._tables),
            "asked": round(len(self._tables) * order.seconds / PACE_S),
            "actions": len(times),
            "seconds": order.seconds,
            "skipped": sum(table.skipped for table in self._tables),
            "p50_ms": _part(times, 0.50),
            "p99_ms": _part(times, 0.99),
            "max_ms": _part(times, 1.0),
            "used": used,
        }

    async def _measure(self, begins: float, ends: float) -> dict[str, float]:
        await asyncio.sleep(begins - time.perf_counter())
        before = await self._read()
        await asyncio.sleep(ends - time.perf_counter())
        after = await self._read()
        return {name: after[name] - value for name, value in before.items()}

    async def _read(self) -> dict[str, float]:
        tables = self._tables
        own = {
            "cpu_load": time.process_time(),
            "messages": float(sum(table.messages for table in tables)),
            "bytes": float(sum(table.bytes_in for table in tables)),
        }
        return own | await asyncio.to_thread(self._meters.read)

    async def _idle(self, order: Order) -> dict[str, Any]:
        """What a table costs at which four sit and nothing happens."""
        await self._have(10)
        await asyncio.sleep(SETTLE_S)
        held, before = self._meters.memory_kib(), self._meters.read()
        await asyncio.sleep(order.seconds)
        alone = self._meters.read()
        await self._have(order.tables)
        await asyncio.sleep(SETTLE_S)
        began = self._meters.read()
        await asyncio.sleep(order.seconds)
        ended, holding = self._meters.read(), self._meters.memory_kib()
        more = order.tables - 10
        used = {
            name: (ended[name] - began[name] - alone[name] + before[name]) / more / order.seconds
            for name in ended
        }
        return {"kib": {name: (holding[name] - kib) / more for name, kib in held.items()}, "used": used}


def _part(times: list[float], part: float) -> float | None:
    return 1000 * times[min(len(times) - 1, int(part * len(times)))] if times else None


async def obey_all(load: Load) -> None:
    while line := await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(await load.obey(msgspec.json.decode(line, type=Order))), flush=True)


def main() -> None:
    target = msgspec.json.decode(sys.argv[1], type=Target)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    gc.disable()  # it would stop the clock of all tables
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(obey_all(Load(target)))


if __name__ == "__main__":
    main()
