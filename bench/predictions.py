"""How many tables the simulation says that a server holds, beside what was measured."""

from collections.abc import Sequence

from bench.markdown import head, row
from bench.simulation import Plan, World
from bench.unit_costs import Costs, Measured, Surroundings, costs_of

STEP = 1.2
FINE = 1.03
"""The search ends when the next step is no more than this many times the last that held."""
FEWEST, MOST = 8, 16_384


def most_held(plan: Plan, costs: Costs, limit_ms: float) -> int:
    """From what the cores and threads have time for: up or down until it fails and holds, then between."""
    good, bad, tables = 0, 0, _full(plan, costs)
    while FEWEST <= tables <= MOST and not (good and bad and bad <= good * FINE):
        if World(plan, costs, tables).run().holds(limit_ms):
            good = tables
        else:
            bad = tables
        following = _next(good, bad)
        if following in (good, bad):
            break
        tables = following
    return good


def _next(good: int, bad: int) -> int:
    if not bad:
        return int(good * STEP) + 1
    return round((good * bad) ** 0.5) if good else int(bad / STEP)


def _full(plan: Plan, costs: Costs) -> int:
    """Where a node's lock or the cores that are shared have no time left, were all groups large."""
    thread = (costs.loop.action + costs.writer.action) / plan.nodes
    load = costs.load.action if plan.with_load else 0.0
    beside = costs.sockets.action + costs.postgres.action + costs.redis.action
    everything = thread * plan.nodes + beside + load
    each = max(thread, everything / plan.shared if plan.shared else 0.0)
    return min(max(int(plan.pace_s / each), FEWEST), MOST) if each else MOST


def plan_of(case: Measured, cores: int) -> Plan:
    """As the benchmark has it: everything on the same cores."""
    parts = min(case.nodes, 4) if case.placed == "spread" else 1
    return Plan(max(case.nodes, 1), parts, shared=cores)


def compare(cases: Sequence[Measured], around: Surroundings, cores: int) -> str:
    lines = head("on these cores", "predicted", "measured", "predicted : measured")
    for case in cases:
        if case.server != "rebelote" or not case.held:
            continue
        found = most_held(plan_of(case, cores), costs_of(case, around), case.limit_ms)
        lines.append(row(_label(case), found, case.held, f"{found / case.held:.2f}"))
    return "\n".join(lines)


def _label(case: Measured) -> str:
    if not case.nodes:
        return "SQLite"
    return "1 node" if case.nodes == 1 else f"{case.nodes} nodes, {case.placed}"
