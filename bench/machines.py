"""From the cost of an action to machines: what many tables take of each part, and where it is full."""

import dataclasses
import math
from collections.abc import Sequence

from bench.markdown import head, number, row
from bench.simulation import Plan, World
from bench.unit_costs import Measured, Surroundings, costs_of

HUMAN_PACE_S = 5.0
"""Seconds between two actions at a table of people."""
FULL = 0.6
"""The share of a core that is planned with: the rest is for the worst minute, and for a node that is gone."""
NUMBERS = (10_000, 1_000_000)
CELL = 20_000
"""Tables of one database with its nodes, where there are more than one holds."""
HOURS = 4
"""How long of a day there are so many tables."""
SEATS = 4
CORES = 8
"""Of each machine."""
PROXY_SOCKETS = 50_000
"""WebSockets through one proxy's machine."""
SPARE = 2
"""Machines of a kind at the least: a database has a standby, and no proxy or node is the only one."""


@dataclasses.dataclass(frozen=True)
class Use:
    """What an action takes, at the most that was held."""

    node_s: float
    database_s: float
    redis_s: float
    wal_bytes: float
    sent_bytes: float
    table_kib: float


def use_of(case: Measured, table_kib: float) -> Use:
    step = max(
        (step for step in case.steps if step["tables"] == case.held), key=lambda step: int(step["actions"])
    )
    each = {name: value / step["actions"] for name, value in step["used"].items()}
    return Use(
        each["cpu_server"],
        each.get("cpu_postgres", 0.0),
        each.get("cpu_redis", 0.0),
        each.get("wal_bytes", 0.0),
        each["bytes"],
        table_kib,
    )


def needs_table(use: Use) -> str:
    """What each number of tables takes of each part."""
    lines = head("at one action a table every 5 s", *(f"{tables:,} tables" for tables in NUMBERS))
    for name, needs in _needs(use).items():
        lines.append(row(name, *(needs(tables) for tables in NUMBERS)))
    return "\n".join(lines)


def _needs(use: Use) -> dict[str, "Need"]:
    return {
        "actions a second": Need(1.0),
        f"nodes (processes of one core, {FULL:.0%} busy)": Need(use.node_s / FULL, whole=True),
        "memory of the nodes, GiB": Need(HUMAN_PACE_S * use.table_kib / 2**20),
        "WebSockets": Need(HUMAN_PACE_S * SEATS),
        "sent to clients, MB a second": Need(use.sent_bytes / 1e6),
        f"cores of PostgreSQL, {FULL:.0%} busy": Need(use.database_s / FULL, digits=1),
        "PostgreSQL's log, MB a second": Need(use.wal_bytes / 1e6, digits=1),
        f"its log in a day of {HOURS} such hours, GB": Need(HOURS * 3600 * use.wal_bytes / 1e9),
        f"cores of Redis, {FULL:.0%} busy": Need(use.redis_s / FULL, digits=1),
    }


@dataclasses.dataclass(frozen=True)
class Need:
    """So much for each action a second."""

    each: float
    digits: int = 0
    whole: bool = False

    def __call__(self, tables: int) -> str:
        needed = self.each * tables / HUMAN_PACE_S
        return number(math.ceil(needed) if self.whole else needed, self.digits)


def simulated_table(case: Measured, around: Surroundings) -> str:
    """Both numbers of tables on machines of their own, simulated; a million as one cell of many."""
    costs = costs_of(case, around)
    lines = head(
        "simulated",
        "nodes",
        "databases",
        "p99 ms",
        "nodes busy",
        "database busy",
        f"machines of {CORES} cores",
    )
    for tables in NUMBERS:
        cells = max(1, math.ceil(tables / CELL))
        here = tables // cells
        nodes = math.ceil(here / HUMAN_PACE_S * use_of(case, 0.0).node_s / FULL)
        plan = Plan(nodes, 1, pace_s=HUMAN_PACE_S, database_cores=CORES, with_load=False)
        found = World(plan, costs, here).run()
        busy = (f"{100 * found.busy[name]:.0f} %" for name in ("nodes", "database"))
        figures = (nodes * cells, cells, number(1000 * found.p99(), 1), *busy)
        lines.append(row(f"{tables:,} tables", *figures, machines(tables, nodes, cells)))
    return "\n".join(lines)


def machines(tables: int, nodes: int, cells: int) -> int:
    """For nodes, databases with a standby, Redis, and proxies."""
    of_nodes = max(SPARE, math.ceil(nodes * cells / CORES))
    proxies = max(SPARE, math.ceil(tables * SEATS / PROXY_SOCKETS))
    return of_nodes + SPARE * cells + cells + proxies


def planning_case(cases: Sequence[Measured]) -> Measured | None:
    """Several nodes with the clients of a table together, as behind a proxy that hashes by table."""
    ours = [case for case in cases if case.server == "rebelote" and case.held]
    order = sorted(ours, key=lambda case: (case.placed == "together", case.nodes))
    return order[-1] if order else None
