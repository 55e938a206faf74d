"""Rates and caps hold for all nodes together: what an address uses on one counts on the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from rebelote.server.node_limits import LEAST_SECONDS, MOST_ADDRESSES, SECONDS, TOPIC, NodeLimits
from rebelote.server.problems import Refused
from rebelote.server.rates import AT_ONCE, SILENT_SECONDS, Limits
from tests.support.fake_channel import Wire

FLOOD = "192.0.2.7"
STEP = 0.005
"""Seconds: how long a message takes."""
MUCH = 1.3
"""Of what one node lets through; what three may let through together."""


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Cluster:
    """Nodes in one process, with a clock and a wire of the test's own."""

    def __init__(self, count: int) -> None:
        self.clock, self.wire = Clock(), Wire()
        self.limits = [Limits(on=True, connections=100, clock=self.clock) for _ in range(count)]
        self.tables: list[dict[str, list[str]]] = [{} for _ in range(count)]
        self.nodes = [self._node(number) for number in range(count)]
        self._next_tick = 0.0
        self.pass_time(2 * SECONDS)

    def _node(self, number: int) -> NodeLimits:
        channel = self.wire.channel(f"node-{number}")
        node = NodeLimits(channel, self.limits[number], lambda: self.tables[number], 40, self.clock)
        channel.subscribe(TOPIC, node.hear)
        return node

    def step(self) -> None:
        self.clock.now += STEP
        self.wire.deliver()
        if self.clock.now >= self._next_tick:
            self._next_tick += SECONDS
            for node in self.nodes:
                node.tell()

    def pass_time(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.step()

    def flood(self, seconds: float, ask: Callable[[Limits], None]) -> int:
        """Six asked at each step, of all nodes in turn; how often it was not refused."""
        let_through = 0
        for _ in range(round(seconds / STEP)):
            for limits in self.limits * (6 // len(self.limits)):
                let_through += _passes(ask, limits)
            self.step()
        return let_through


def _passes(ask: Callable[[Limits], None], limits: Limits) -> bool:
    try:
        ask(limits)
    except Refused:
        return False
    return True


def _work(limits: Limits) -> None:
    """Thirty times as much as there is time for."""
    limits.take(FLOOD, 5 * 1000 * STEP)


@pytest.mark.parametrize("seconds", [0.2, 1.0, 20.0])
def test_a_flood_through_three_nodes(seconds: float) -> None:
    one = Cluster(1).flood(seconds, _work)
    three = Cluster(3).flood(seconds, _work)
    assert three <= MUCH * one


def test_after_the_flood_all_is_as_before() -> None:
    cluster = Cluster(3)
    before = cluster.flood(1.0, _work)
    cluster.pass_time(3 * AT_ONCE)
    assert cluster.flood(1.0, _work) == pytest.approx(before, rel=0.05)


def test_nobody_else_pays_for_it() -> None:
    cluster = Cluster(3)
    cluster.flood(1.0, _work)
    for limits in cluster.limits:
        limits.take("198.51.100.1", 1.0)


def test_bots_think_on_one_account_too() -> None:
    cluster = Cluster(3)
    cluster.limits[0].thought(FLOOD, 1000 * AT_ONCE)
    cluster.pass_time(2 * SECONDS)
    assert [limits.is_tired(FLOOD) for limits in cluster.limits] == [True, True, True]


def test_connections_soon_after_each_other_are_told_before_the_next_regular_message() -> None:
    wire, limits = Wire(), Limits(on=True, connections=20)
    node = NodeLimits(wire.channel("here"), limits, dict, 40)
    other = NodeLimits(wire.channel("there"), Limits(on=True, connections=20), dict, 40)

    async def connect() -> None:
        async with node.opened(), other.opened():
            await asyncio.sleep(2 * LEAST_SECONDS)
            with ExitStack() as open_ones:
                for _ in range(3):
                    open_ones.enter_context(limits.connected(FLOOD))
                await asyncio.sleep(5 * LEAST_SECONDS)
                wire.deliver()
                assert other.connections(FLOOD) == 3

    asyncio.run(connect())


def test_connections_of_one_address() -> None:
    cluster = Cluster(3)
    with ExitStack() as open_ones:
        came_in = cluster.flood(0.5, lambda limits: open_ones.enter_context(limits.connected(FLOOD)))
        assert 100 <= came_in <= MUCH * 100
        cluster.pass_time(SECONDS)
        assert cluster.nodes[0].connections(FLOOD) + cluster.limits[0].connections[FLOOD] == came_in
    cluster.pass_time(SECONDS + STEP)
    assert cluster.nodes[0].connections(FLOOD) == 0
    with cluster.limits[0].connected(FLOOD):
        pass


def test_those_of_a_node_that_died_are_let_in_elsewhere() -> None:
    """Though what it had still counts for a moment."""
    cluster = Cluster(2)
    with ExitStack() as open_ones:
        for _ in range(100):
            open_ones.enter_context(cluster.limits[0].connected(FLOOD))
        cluster.pass_time(2 * SECONDS)
        with pytest.raises(Refused, match="crowded"), cluster.limits[1].connected(FLOOD):
            pass

        async def come_back() -> None:
            waiting = asyncio.create_task(cluster.limits[1].wait_for_room(FLOOD))
            await asyncio.sleep(0)
            assert not waiting.done()
            cluster.wire.is_cut = True
            cluster.pass_time(SILENT_SECONDS + STEP)
            await waiting
            with cluster.limits[1].connected(FLOOD):
                pass

        asyncio.run(come_back())


def test_a_table_in_the_memory_of_two_nodes_is_one() -> None:
    cluster = Cluster(3)
    cluster.tables[0][FLOOD] = ["one", "two"]
    cluster.tables[1][FLOOD] = ["two", "three"]
    cluster.pass_time(2 * SECONDS)
    assert cluster.nodes[2].tables(FLOOD) == {"one", "two", "three"}
    del cluster.tables[1][FLOOD]
    cluster.pass_time(2 * SECONDS)
    assert cluster.nodes[2].tables(FLOOD) == {"one", "two"}


def test_a_node_that_is_silent_no_longer_counts() -> None:
    cluster = Cluster(2)
    cluster.tables[0][FLOOD] = ["one"]
    cluster.pass_time(2 * SECONDS)
    assert (cluster.nodes[1].others, cluster.nodes[1].tables(FLOOD)) == (1, {"one"})
    cluster.wire.is_cut = True
    cluster.pass_time(SILENT_SECONDS + SECONDS)
    assert (cluster.nodes[1].others, cluster.nodes[1].tables(FLOOD)) == (0, set())
    cluster.wire.is_cut = False
    for node in cluster.nodes:
        node.tell_all()  # as when Redis is back
    cluster.pass_time(2 * SECONDS)
    assert cluster.nodes[1].tables(FLOOD) == {"one"}


def test_a_new_node_is_told_what_there_is() -> None:
    cluster = Cluster(1)
    cluster.tables[0][FLOOD] = ["one"]
    cluster.pass_time(4 * SECONDS)
    cluster.limits.append(Limits(on=True, clock=cluster.clock))
    cluster.tables.append({})
    cluster.nodes.append(cluster._node(1))
    cluster.pass_time(4 * SECONDS)
    assert cluster.nodes[1].tables(FLOOD) == {"one"}


def test_a_message_is_no_larger_for_a_million_addresses() -> None:
    """The largest come first."""
    cluster = Cluster(2)
    node = cluster.nodes[0]
    cluster.wire.deliver()
    for number in range(20 * MOST_ADDRESSES):
        node.used("work", f"2001:db8:{number:x}::/64", 1.0)
    node.used("work", FLOOD, 2.0)
    cluster.tables[0].update({f"198.51.100.{number}": ["abcdefghjk"] * 100 for number in range(200)})
    node.tell()
    [message] = cluster.wire.deliver()
    assert len(message) < 60_000
    assert FLOOD.encode() in message
