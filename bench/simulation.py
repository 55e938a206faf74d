"""A discrete-event simulation of tables at nodes, with the unit costs that `bench.load` has measured.

What it has, and why:

- **A node is a loop and a writer, and Python lets one of them run at a time.** The loop takes what has come,
  one thing after the other: an action is decided; once it is committed its readers are told; what was said is
  handed over in the next turn to a thread that writes to the sockets and needs no lock. The writer takes
  whatever waits and gives up Python's lock while its database works. After a large group it waits for more to
  come, as `server/store.py` has it.
- **A commit needs the database's CPU, then the disk**, which keeps all that waits at once; how long that
  takes is drawn from what was measured.
- **Actions are not equally dear**: the end of a deal takes many times a card. Each action draws its factor
  from those that were measured.
- **Redis** brings what was committed to the other nodes that have readers of the table; each tells its own.
  An action is over when the last of the four has read of it.
- **Cores** are shared by all of them, the load too, in slices as the kernel hands them out; the load is at
  home on one core. Networks take no time.
"""

import dataclasses
import importlib
import random
import sys
from collections import deque
from collections.abc import Generator
from functools import cache
from typing import Any

from bench import install
from bench.load_clients import PACE_S, WARM_S
from bench.load_search import DONE
from bench.unit_costs import Costs

SIMPY = "simpy==4.1.1"
SLICE_S = 0.0014
"""A thread has a core for so long before another may have it: Linux's base slice where there are two."""
COLLECT_S, BUSY_GROUP = 0.003, 4
"""The writer's: see `server/store.py`."""
PLAY_S = 4.0
NOTHING_S = 1e-9

Events = Generator[Any, Any, None]


@cache
def simpy() -> Any:
    """Installed for the benchmark alone."""
    sys.path.append(str(install.install("simpy", SIMPY)))
    return importlib.import_module("simpy")


@dataclasses.dataclass(frozen=True)
class Plan:
    """Where everything runs: on `shared` cores, or each node and the database on cores of their own."""

    nodes: int
    parts: int
    """Nodes that have readers of one table."""
    pace_s: float = PACE_S
    shared: int = 0
    node_cores: int = 1
    database_cores: int = 8
    with_load: bool = True


@dataclasses.dataclass
class Outcome:
    """`groups` are the commits, those before the time that counts too."""

    asked: int
    times: list[float]
    busy: dict[str, float]
    groups: int = 0

    def part(self, part: float) -> float:
        """The time within which this part of the actions was told."""
        return (
            self.times[min(len(self.times) - 1, int(part * len(self.times)))] if self.times else float("inf")
        )

    def p99(self) -> float:
        return self.part(0.99)

    def holds(self, limit_ms: float) -> bool:
        return 1000 * self.p99() < limit_ms and len(self.times) > DONE * self.asked


class Cores:
    """A machine's cores: whoever has waited longest gets the next that is free, for a slice at a time. Work
    that is pinned runs on the last one alone."""

    def __init__(self, env: Any, number: int) -> None:
        self._env = env
        self._free = list(range(number))
        self._waiting: deque[tuple[Any, bool]] = deque()
        self._last = number - 1
        self.number = number
        self.used = 0.0

    def run(self, seconds: float, pinned: bool = False) -> Events:
        while seconds > NOTHING_S:
            turn = self._env.event()
            self._waiting.append((turn, pinned))
            self._hand_out()
            core = yield turn
            part = min(seconds, SLICE_S)
            yield self._env.timeout(part)
            self.used += part
            seconds -= part
            self._free.append(core)
            self._hand_out()

    def _hand_out(self) -> None:
        for waiting in list(self._waiting):
            turn, pinned = waiting
            core = self._last if pinned else min(self._free, default=None)
            if core in self._free:
                self._free.remove(core)
                self._waiting.remove(waiting)
                turn.succeed(core)


class Action:
    """`missing` are the nodes whose readers have not been told; `factor`: how dear beside the mean."""

    def __init__(self, table: int, began: float, missing: int, factor: float) -> None:
        self.table, self.began, self.missing, self.factor = table, began, missing, factor


class Worker:
    """Somebody who takes all that waits, then the next."""

    def __init__(self, env: Any, work: Any) -> None:
        self.waiting: list[Any] = []
        self._env, self._work = env, work
        self._woken = env.event()
        env.process(self._loop())

    def give(self, *what: Any) -> None:
        self.waiting.extend(what)
        if what and not self._woken.triggered:
            self._woken.succeed()

    def taken(self) -> list[Any]:
        batch, self.waiting = self.waiting, []
        return batch

    def _loop(self) -> Events:
        while True:
            if not self.waiting:
                self._woken = self._env.event()
                yield self._woken
            yield from self._work()


class Node:
    """One process: its loop and its writer, of whom Python lets one run at a time, and what writes to the
    sockets beside them."""

    def __init__(self, world: "World", cores: Cores) -> None:
        self._world, self._cores = world, cores
        self._lock = simpy().Resource(world.env)
        self.loop = Worker(world.env, self._turn)
        self._writer = Worker(world.env, self._write)
        self._sockets = Worker(world.env, self._send)
        self._last_group = 0

    def _python(self, seconds: float) -> Events:
        with self._lock.request() as turn:
            yield turn
            yield from self._cores.run(seconds)

    def _turn(self) -> Events:
        """One turn of the loop: what came in is decided, what is committed or heard of is told, what was told
        is sent. The writer and Redis hear of it at the end."""
        decided, published = [], []
        for kind, action in self.loop.taken():
            yield from self._python(self._seconds(kind, action))
            if kind == "decide":
                decided.append(action)
            elif kind == "send":
                self._sockets.give(action)
            else:
                self.loop.give(("send", action))
            if kind == "tell":
                published.append((self, action))
        self._writer.give(*decided)
        self._world.redis.give(*published)

    def _seconds(self, kind: str, action: Action) -> float:
        costs = self._world.costs
        each = action.factor * costs.loop.action
        return each * (
            costs.shares[kind] if kind == "decide" else costs.shares[kind] / self._world.plan.parts
        )

    def _send(self) -> Events:
        world = self._world
        for action in self._sockets.taken():
            yield from self._cores.run(world.costs.sockets.action / world.plan.parts)
            world.load.give(("read", action))

    def _write(self) -> Events:
        world = self._world
        if self._last_group >= BUSY_GROUP:
            yield world.env.timeout(COLLECT_S)
        group = self._writer.taken()
        self._last_group = len(group)
        world.groups += 1
        yield from self._python(world.costs.writer.of(len(group)))
        yield from world.database_cores.run(world.costs.postgres.of(len(group)))
        kept = world.env.event()
        world.disk.give(kept)
        yield kept
        self.loop.give(*(("tell", action) for action in group))


class World:
    """All of it, for one number of tables."""

    def __init__(self, plan: Plan, costs: Costs, tables: int, seed: int = 1) -> None:
        self.env = simpy().Environment()
        self.plan, self.costs = plan, costs
        self._rng = random.Random(seed)
        shared = Cores(self.env, plan.shared) if plan.shared else None
        self.database_cores = shared or Cores(self.env, plan.database_cores)
        self._load_cores = shared or Cores(self.env, 1)
        self._redis_cores = shared or Cores(self.env, 1)
        self._node_cores = [shared or Cores(self.env, plan.node_cores) for _ in range(plan.nodes)]
        self.disk = Worker(self.env, self._keep)
        self.redis = Worker(self.env, self._publish)
        self.load = Worker(self.env, self._load_turn)
        self.nodes = [Node(self, cores) for cores in self._node_cores]
        self.groups = 0
        self._outstanding: set[int] = set()
        self._times: list[float] = []
        self._asked = 0
        for table in range(tables):
            self.env.process(self._play(table))

    def run(self) -> Outcome:
        lasted = WARM_S + PLAY_S
        self.env.run(until=lasted)
        machines = {
            "nodes": self._node_cores,
            "database": [self.database_cores],
            "Redis": [self._redis_cores],
        }
        busy = {
            name: sum(each.used for each in cores) / sum(each.number for each in cores) / lasted
            for name, cores in machines.items()
        }
        return Outcome(self._asked, sorted(self._times), busy, self.groups)

    def _play(self, table: int) -> Events:
        """As the load's clients do: who has not heard of the last action skips a turn."""
        yield self.env.timeout(self._rng.random() * self.plan.pace_s)
        while True:
            if self.env.now >= WARM_S:
                self._asked += 1
            if table not in self._outstanding:
                self._outstanding.add(table)
                factor = self._rng.choice(self.costs.factors)
                self.load.give(("act", Action(table, self.env.now, self.plan.parts, factor)))
            yield self.env.timeout(self.plan.pace_s)

    def _of_load(self, seconds: float) -> Events:
        if self.plan.with_load:
            yield from self._load_cores.run(seconds, pinned=True)

    def _load_turn(self) -> Events:
        """What a client does goes to a node that he may be at; then all four read of it."""
        half = self.costs.load.action / 2
        for kind, action in self.load.taken():
            yield from self._of_load(half if kind == "act" else half / self.plan.parts)
            if kind == "act":
                seat = self._rng.randrange(self.plan.parts)
                self.nodes[(action.table + seat) % len(self.nodes)].loop.give(("decide", action))
            else:
                self._read(action)

    def _read(self, action: Action) -> None:
        """The time ends with the last of them."""
        action.missing -= 1
        if not action.missing:
            self._outstanding.discard(action.table)
            if action.began >= WARM_S:
                self._times.append(self.env.now - action.began)

    def _publish(self) -> Events:
        batch = self.redis.taken()
        yield from self._redis_cores.run(self.costs.redis.of(len(batch)))
        for sender, action in batch:
            first = action.table % len(self.nodes)
            near = [self.nodes[(first + step) % len(self.nodes)] for step in range(self.plan.parts)]
            for node in near:
                if node is not sender:
                    node.loop.give(("hear", action))

    def _keep(self) -> Events:
        batch = self.disk.taken()
        yield self.env.timeout(self._rng.choice(self.costs.waits))
        for kept in batch:
            kept.succeed()
