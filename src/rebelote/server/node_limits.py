"""What an address uses on one node counts on all: the others are told twice a second, and sooner of whoever
uses much.

Nobody waits for it. An address that floods n nodes at once gets 1 + (n - 1) / SHARE of what one node gives
at once, and what it uses until a message arrives; what was too much is a debt that it waits for. A message
may be lost: then an address has used a little less than it did.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, TypeVar

import msgspec

from rebelote.server.channel import Channel
from rebelote.server.rates import SILENT_SECONDS, Account, Limits

N = TypeVar("N", int, float)

TOPIC: Final = "limits"
SECONDS: Final = 0.5
LEAST_SECONDS: Final = 0.02
"""Between two messages."""
SHARE: Final = 20
"""The others are told at once of whoever has used this part of what may be used at once."""
MOST_ADDRESSES: Final = 300
MOST_TABLES: Final = 2000
"""In one message; those who use most come first, and nobody is told of the rest."""


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """By address: milliseconds used since the last message, connections and tables now; None: as before."""

    node: str
    work: dict[str, float] = {}
    thinking: dict[str, float] = {}
    connections: dict[str, int] | None = None
    tables: dict[str, list[str]] | None = None


class _Node:
    """Another one, as far as it is heard of."""

    def __init__(self) -> None:
        self.heard = 0.0
        self.connections: dict[str, int] = {}
        self.tables: dict[str, list[str]] = {}


class NodeLimits:
    """Of one node: what it tells, and what it has heard. `tables` are those in its memory, by address."""

    def __init__(
        self,
        channel: Channel,
        limits: Limits,
        tables: Callable[[], Mapping[str, Sequence[str]]],
        most_tables: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._channel, self._limits, self._own_tables, self._clock = channel, limits, tables, clock
        self._used: dict[Account, dict[str, float]] = {
            "work": defaultdict(float),
            "thinking": defaultdict(float),
        }
        self._enough = {account: most / SHARE for account, most in limits.at_once.items()}
        self._connected: Counter[str] = Counter()
        self._opened: Counter[str] = Counter()
        self._enough_connections = max(1, limits.most_connections // SHARE)
        self._enough_tables = max(1, most_tables // SHARE)
        self._others: dict[str, _Node] = {}
        self._told_at = float("-inf")
        self._wanted = asyncio.Event()
        self._last: tuple[dict[str, int], dict[str, list[str]]] | None = None
        limits.elsewhere = self

    # What happens here

    def used(self, account: Account, address: str, ms: float) -> None:
        used = self._used[account]
        used[address] += ms
        if used[address] >= self._enough[account]:
            self._tell_soon()

    def has_connected(self, address: str) -> None:
        self._connected[address] += 1
        if self._connected[address] >= self._enough_connections:
            self._tell_soon()

    def has_opened(self, address: str) -> None:
        """A table."""
        self._opened[address] += 1
        if self._opened[address] >= self._enough_tables:
            self._tell_soon()

    # What is so elsewhere

    def connections(self, address: str) -> int:
        return sum(node.connections.get(address, 0) for node in self._living())

    def tables(self, address: str) -> set[str]:
        """By id: a table may be in the memory of several nodes."""
        return {table for node in self._living() for table in node.tables.get(address, ())}

    @property
    def others(self) -> int:
        """How many nodes are heard of."""
        return len(self._living())

    def _living(self) -> list[_Node]:
        oldest = self._clock() - SILENT_SECONDS
        return [node for node in self._others.values() if node.heard >= oldest]

    # Telling

    def _tell_soon(self) -> None:
        if self._clock() - self._told_at >= LEAST_SECONDS:
            self.tell()
        else:
            self._wanted.set()

    def tell(self) -> None:
        now = _most(self._limits.connections), _largest(self._own_tables())
        changed = now if now != self._last else (None, None)
        told = Told(
            node=self._channel.node,
            work=_most(self._used["work"]),
            thinking=_most(self._used["thinking"]),
            connections=changed[0],
            tables=changed[1],
        )
        for used in self._used.values():
            used.clear()
        self._connected.clear()
        self._opened.clear()
        self._last = now
        self._told_at = self._clock()
        self._wanted.clear()
        self._channel.publish(TOPIC, msgspec.msgpack.encode(told))

    def tell_all(self) -> None:
        """Again, to somebody who may not have heard it."""
        self._last = None

    # Hearing

    def hear(self, message: bytes) -> None:
        told = msgspec.msgpack.decode(message, type=Told)
        if told.node not in self._others:
            self.tell_all()
        node = self._others.setdefault(told.node, _Node())
        node.heard = self._clock()
        self._charge("work", told.work)
        self._charge("thinking", told.thinking)
        if told.connections is not None:
            node.connections = told.connections
        if told.tables is not None:
            node.tables = told.tables

    def _charge(self, account: Account, used: Mapping[str, float]) -> None:
        for address, ms in used.items():
            self._limits.charge_from_elsewhere(account, address, ms)

    # From start to stop

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        self._channel.subscribe(TOPIC, self.hear)
        self._channel.on_return(self.tell_all)
        telling = asyncio.create_task(self._tell_loop())
        try:
            yield
        finally:
            telling.cancel()
            self._channel.unsubscribe(TOPIC)

    async def _tell_loop(self) -> None:
        while True:
            self.tell()
            self._forget_silent()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), SECONDS)
                await asyncio.sleep(LEAST_SECONDS)

    def _forget_silent(self) -> None:
        """Who comes back is told everything anew."""
        oldest = self._clock() - SILENT_SECONDS
        self._others = {name: node for name, node in self._others.items() if node.heard >= oldest}


def _most(counted: Mapping[str, N]) -> dict[str, N]:
    if len(counted) <= MOST_ADDRESSES:
        return dict(counted)
    return dict(sorted(counted.items(), key=lambda item: -item[1])[:MOST_ADDRESSES])


def _largest(tables: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    left = MOST_TABLES
    for address, ids in sorted(tables.items(), key=lambda item: -len(item[1]))[:MOST_ADDRESSES]:
        found[address] = list(ids[:left])
        left -= len(found[address])
    return {address: ids for address, ids in found.items() if ids}
