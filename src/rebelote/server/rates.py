"""How much one address may ask for: work in milliseconds, connections. A refusal says when to try again."""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from typing import Final, Literal, Protocol

from rebelote.server.problems import Refused

LONGEST_ADDRESS: Final = 64
MESSAGES_AT_ONCE: Final = 60
MESSAGES_A_SECOND: Final = 20
"""On one live connection."""
AT_ONCE: Final = 15.0
"""Seconds of its steady rate that an address may use up at once."""

SILENT_SECONDS: Final = 2.0
"""After which what another node has told of its connections and tables no longer counts."""
RECHECK_SECONDS: Final = 0.1
REQUESTS_AT_ONCE: Final = 8
"""Of one address."""
MESSAGE: Final = 1.0
WHOLE_STATE: Final = 5.0
"""What it costs to be told everything anew."""
STATIC: Final = 1.0
ANY_REQUEST: Final = 2.0
PRICES: Final = {
    "/api/tables": 25.0,
    "/api/series": 25.0,
    "/play": 25.0,
    "/api/rules/check": 10.0,
    "/replay": 10.0,
    "/record": 10.0,
    "/fairness": 10.0,
    "/review": 20.0,
    "/facts": 10.0,
    "/takeback": 20.0,
    "/why": 10.0,
    "/api/positions": 5.0,
    "/api/positions/solve": 5.0,
    "/api/positions/read": 20.0,
    "/answer": 10.0,
    "/api/problems/next": 10.0,
    "/api/daily": 5.0,
    "/schema": 5.0,
    "/openapi.json": 5.0,
    "/openapi.yaml": 10.0,
}
"""By the end of the path, in milliseconds. What a pool does for it is paid besides, when it is done."""


class Bucket:
    """So many at once, and so many a second from then on."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, most: float, rate: float, now: float) -> None:
        self.most, self.rate = most, rate
        self._left, self._at = most, now

    def take(self, now: float, cost: float = 1) -> float:
        """0 if there was enough; else how many seconds it takes until there is."""
        self._refill(now)
        if self._left < cost:
            return (cost - self._left) / self.rate
        self._left -= cost
        return 0.0

    def charge(self, now: float, cost: float) -> None:
        """What was used already, if need be into debt: by no more than would be there at once."""
        self._refill(now)
        self._left = max(self._left - cost, -self.most)

    def is_empty(self, now: float) -> bool:
        self._refill(now)
        return self._left <= 0

    def _refill(self, now: float) -> None:
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now


class Rates:
    """A bucket an address; the least recently seen are forgotten."""

    def __init__(
        self,
        most: float,
        rate: float,
        *,
        addresses: int = 20_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._rate, self._addresses, self._clock = most, rate, addresses, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1) -> float:
        return self._bucket(address).take(self._clock(), cost)

    def charge(self, address: str, cost: float) -> None:
        self._bucket(address).charge(self._clock(), cost)

    def is_empty(self, address: str) -> bool:
        return self._bucket(address).is_empty(self._clock())

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._most, self._rate, self._clock())
            if len(self._buckets) > self._addresses:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket


Account = Literal["work", "thinking"]


class Elsewhere(Protocol):
    """The other nodes, where there are any: they are told what an address uses here."""

    def used(self, account: Account, address: str, ms: float) -> None: ...
    def has_connected(self, address: str) -> None: ...
    def connections(self, address: str) -> int:
        """That it has there."""


def price(path: str) -> float:
    """Of a request, in milliseconds of work."""
    if not path.startswith("/api"):
        return STATIC
    return next((cost for end, cost in PRICES.items() if path.endswith(end)), ANY_REQUEST)


class Limits:
    """Work and connections by address. Off for benchmarks: everything may be done at any rate.

    Bots think on a second account, which refuses nobody: when it is empty they think less and play slower.
    """

    def __init__(
        self,
        *,
        on: bool,
        work_ms: float = 400.0,
        thinking_ms: float = 400.0,
        connections: int = 250,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.on = on
        self.elsewhere: Elsewhere | None = None
        self.most_connections = connections
        self.at_once: dict[Account, float] = {"work": AT_ONCE * work_ms, "thinking": AT_ONCE * thinking_ms}
        self._clock = clock
        self._work = Rates(self.at_once["work"], work_ms, clock=clock)
        self._thinking = Rates(self.at_once["thinking"], thinking_ms, clock=clock)
        self._connected: Counter[str] = Counter()
        self._gates: dict[str, asyncio.Semaphore] = {}
        self._at_gate: Counter[str] = Counter()

    # Work

    def take(self, address: str, cost: float) -> None:
        """Before the work is done."""
        wait = self._work.take(address, cost) if self.on else 0.0
        if wait:
            raise Refused("rate", seconds=math.ceil(wait))
        self._tell("work", address, cost)

    def charge(self, address: str, ms: float) -> None:
        """For work that took so long."""
        if self.on and ms > 0:
            self._work.charge(address, ms)
            self._tell("work", address, ms)

    def _tell(self, account: Account, address: str, ms: float) -> None:
        if self.elsewhere is not None and address:
            self.elsewhere.used(account, address, ms)

    def charge_from_elsewhere(self, account: Account, address: str, ms: float) -> None:
        """What it has used on another node."""
        (self._work if account == "work" else self._thinking).charge(address, ms)

    # Bots

    def thought(self, address: str, ms: float) -> None:
        if self.on:
            self._thinking.charge(address, ms)
            self._tell("thinking", address, ms)

    def is_tired(self, address: str) -> bool:
        """Whether the bots at this address's tables have used up their time."""
        return self.on and self._thinking.is_empty(address)

    # Requests

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Few requests of an address are worked on at once: the others wait, so that a crowd of them is no
        longer step of the loop than a few."""
        if not self.on:
            yield
            return
        gate = self._gates.setdefault(address, asyncio.Semaphore(REQUESTS_AT_ONCE))
        self._at_gate[address] += 1
        try:
            async with gate:
                yield
        finally:
            self._at_gate[address] -= 1
            if not self._at_gate[address]:
                del self._at_gate[address], self._gates[address]

    # Connections

    async def wait_for_room(self, address: str) -> None:
        """The connections of a node that has died count for a moment longer, while its players come here."""
        until = self._clock() + SILENT_SECONDS
        while self._is_crowded_elsewhere(address) and self._clock() < until:
            await asyncio.sleep(RECHECK_SECONDS)

    def _is_crowded_elsewhere(self, address: str) -> bool:
        """There is room but for what other nodes have."""
        return self._connected[address] < self.most_connections and self._is_crowded(address)

    def _is_crowded(self, address: str) -> bool:
        elsewhere = 0 if self.elsewhere is None else self.elsewhere.connections(address)
        return self.on and self._connected[address] + elsewhere >= self.most_connections

    @contextmanager
    def connected(self, address: str) -> Iterator[None]:
        """For as long as a live connection lasts."""
        self.take(address, WHOLE_STATE)
        if self._is_crowded(address):
            raise Refused("crowded")
        self._connected[address] += 1
        if self.elsewhere is not None:
            self.elsewhere.has_connected(address)
        try:
            yield
        finally:
            self._connected[address] -= 1
            if not self._connected[address]:
                del self._connected[address]

    @property
    def connections(self) -> Mapping[str, int]:
        """How many each address has here."""
        return self._connected

    def messages(self, address: str) -> Callable[[float], None]:
        """A check for each message of one connection, by what its answer costs."""
        bucket = Bucket(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, self._clock())

        def check(cost: float) -> None:
            wait = bucket.take(self._clock(), cost) if self.on else 0.0
            if wait:
                raise Refused("rate", seconds=math.ceil(wait))
            self.take(address, cost)

        return check


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """All IPv6 addresses of one line count as one: whoever has one has 2**64 of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # whatever a proxy wrote there
        return address[:LONGEST_ADDRESS]
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found), 64), strict=False))
