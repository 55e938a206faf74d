"""What one action costs, taken from the figures of `bench.load`: the simulation works with these.

Costs are those of loads from half of what was held up to that; how much a server holds is what the
simulation has to find. Below, an action takes up to twice as much, since each finds the caches cold and its
thread asleep. From there on the loop of a node and the load take about the same for every action: what they
save where more is done at once they lose where more tables want a place in the caches. So theirs is a mean.
What the writer, the database and Redis take does depend on how much is committed at once, so they have two
parts, for every action and for every group, by least squares.

The loop of a node, its writer and the one that writes to sockets are threads, and their CPU is counted apart.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

NEAR = (0.5, 1.0)
"""Loads between these shares of what was held are used for fitting. Chosen after the run that docs/scaling.md
shows: up to 0.8 alone, two nodes come to 0.72 there."""
FEWEST = 2
WITHIN = "within "
SAMPLE = 200
LEAST_S = 0.0001
"""No commit takes less."""
STAGES = {"decide": ("receive", "decode", "decide"), "tell": ("views", "encode"), "send": ("send",)}
"""What the loop does with an action in one turn: the parts of `bench.timed_server`."""


class Cost(msgspec.Struct, frozen=True):
    """Seconds of CPU."""

    action: float = 0.0
    group: float = 0.0

    def of(self, actions: int) -> float:
        """For so many actions in one group."""
        return self.group + actions * self.action


class Costs(msgspec.Struct, frozen=True):
    """By who does the work. `waits`: what commits took besides, in seconds; `shares`: of the loop's work for
    an action, by stage; `factors`: how dear actions are beside their mean."""

    loop: Cost
    sockets: Cost
    writer: Cost
    postgres: Cost
    redis: Cost
    load: Cost
    waits: tuple[float, ...]
    shares: dict[str, float]
    factors: tuple[float, ...] = (1.0,)


class Surroundings(msgspec.Struct, frozen=True):
    """What was measured once for all cases: the parts of an action (seconds by name), and how long each of
    many actions took to be told."""

    parts: dict[str, float]
    telling: tuple[float, ...]

    @property
    def shares(self) -> dict[str, float]:
        """An action that was heard of from another node is told as one that was decided here."""
        sums = {stage: sum(self.parts[part] for part in parts) for stage, parts in STAGES.items()}
        whole = sum(sums.values())
        shares = {stage: seconds / whole for stage, seconds in sums.items()}
        return shares | {"hear": shares["tell"]}

    @property
    def factors(self) -> tuple[float, ...]:
        mean = sum(self.telling) / len(self.telling)
        return tuple(seconds / mean for seconds in self.telling)


class Measured(msgspec.Struct, frozen=True):
    """One case of the benchmark: its loads, and how many tables it held."""

    server: str
    nodes: int
    placed: str
    limit_ms: float
    held: int | None
    steps: list[dict[str, Any]]
    idle: dict[str, Any] | None = None


def read_figures(file: Path) -> tuple[list[Measured], Surroundings]:
    """The cases, and what all of them have in common."""
    found = json.loads(file.read_text())
    return msgspec.convert(found["cases"], list[Measured]), msgspec.convert(found, Surroundings)


def costs_of(case: Measured, around: Surroundings) -> Costs:
    steps = near(case)
    return Costs(
        loop=_mean(steps, "loop"),
        sockets=_mean(steps, "sockets"),
        writer=_fitted(steps, _of_writer),
        postgres=_fitted(steps, lambda used: used.get("cpu_postgres", 0.0)),
        redis=_fitted(steps, lambda used: used.get("cpu_redis", 0.0)),
        load=_mean(steps, "cpu_load"),
        waits=waits(steps),
        shares=around.shares,
        factors=around.factors,
    )


def near(case: Measured) -> list[dict[str, Any]]:
    """The loads that are not beyond the limit, nor far below; where there are too few, lighter ones too."""
    steps = sorted((step for step in case.steps if step["actions"]), key=lambda step: int(step["tables"]))
    least, most = (share * (case.held or 0) for share in NEAR)
    lighter = [step for step in steps if step["tables"] <= most]
    found = [step for step in lighter if step["tables"] >= least]
    return found if len(found) >= FEWEST else lighter[-FEWEST:] or steps[:1]


def _of_writer(used: Mapping[str, float]) -> float:
    return used["cpu_server"] - used["loop"] - used["sockets"]


def _mean(steps: Sequence[dict[str, Any]], name: str) -> Cost:
    return Cost(sum(step["used"][name] for step in steps) / sum(step["actions"] for step in steps))


def _fitted(steps: Sequence[dict[str, Any]], seconds: Callable[[Mapping[str, float]], float]) -> Cost:
    return fit(
        [
            (
                step["used"]["groups"] / step["actions"],
                seconds(step["used"]) / step["actions"],
                step["actions"],
            )
            for step in steps
        ]
    )


def waits(steps: Sequence[dict[str, Any]]) -> tuple[float, ...]:
    """What a commit took beside its CPU: the disk, and the ways there and back. A sample, as it was counted
    by bounds of time, with the mean that was measured."""
    used = Counter[str]()
    for step in steps:
        used.update(step["used"])
    sample = _sample({float(name[len(WITHIN) :]): used[name] for name in used if name.startswith(WITHIN)})
    cpu = _of_writer(used) + used["cpu_postgres"]
    ratio = used["group_seconds"] / used["groups"] / (sum(sample) / len(sample))
    return tuple(max(ratio * seconds - cpu / used["groups"], LEAST_S) for seconds in sample)


def _sample(within: dict[float, float]) -> list[float]:
    """Evenly from how many were within each bound; beyond the last finite one is as long as that."""
    bounds = sorted(within)
    all_of_them = within[bounds[-1]]
    return [_at((place + 0.5) / SAMPLE * all_of_them, bounds, within) for place in range(SAMPLE)]


def _at(rank: float, bounds: list[float], within: dict[float, float]) -> float:
    low, below = 0.0, 0.0
    for bound in bounds:
        if within[bound] >= rank and bound < float("inf"):
            return low + (bound - low) * (rank - below) / (within[bound] - below)
        low, below = (bound, within[bound]) if bound < float("inf") else (low, below)
    return low


def fit(points: Sequence[tuple[float, float, float]]) -> Cost:
    """Least squares of the cost of an action over the groups an action, neither part below nothing. A point
    counts (its third number) as many times as it has actions: more of them are known more precisely."""
    number = sum(weight for *_, weight in points)
    mean_x = sum(weight * x for x, _, weight in points) / number
    mean_y = sum(weight * y for _, y, weight in points) / number
    spread = sum(weight * (x - mean_x) ** 2 for x, _, weight in points)
    together = sum(weight * (x - mean_x) * (y - mean_y) for x, y, weight in points)
    slope = together / spread if spread else 0.0
    slope = min(max(slope, 0.0), mean_y / mean_x if mean_x else 0.0)
    return Cost(mean_y - slope * mean_x, slope)
