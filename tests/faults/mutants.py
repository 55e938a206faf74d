"""Each guard switched off, and a short evening at which that must show."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import create_engine, text

from tests.faults.checker import Violation
from tests.faults.cluster import Cluster
from tests.faults.injections import DisturbMessages, Fault, RestartPostgres
from tests.faults.players import Habits
from tests.faults.run import Options, run
from tests.faults.tables import FOR_EVER, Plan

MISSING = "an acknowledged action is missing"
TWICE = "one event for two actions"
TAKEN = "a seat that was given is another's"
WRONG = "told what is not in the log"
NOT_DRIVER = "a bot was moved by a node that does not drive the table"


@dataclass(frozen=True)
class Scenario:
    """`shows` are the violations of which there must be one."""

    shows: frozenset[str]
    options: Callable[[int], Options]


def _plans(number: int, people: int, bot: str, habits: Habits, *, contested: bool = False) -> list[Plan]:
    settings = {"bot": bot, "absent_seconds": FOR_EVER, "by_hand": False}
    rules = {"id": "ffb-belote", "options": {"target": 1000}}
    return [
        Plan(each, rules, people, settings, (habits,) * people, contested=contested, seeded=False)
        for each in range(number)
    ]


def _no_dedupe(seed: int) -> Options:
    """One who passes, and says so again once it is his turn again."""
    habits = Habits(twice=True, stale=True, passes=True)
    return Options(
        _plans(6, 1, "debutant", habits), 10, seed, (), nodes=1, with_redis=False, pace=0.05, closing=2
    )


def _publish_before_commit(seed: int) -> Options:
    """The database is away for a while, and the play goes on."""
    faults = (RestartPostgres(2),)
    return Options(
        _plans(4, 2, "hasard", Habits()), 5, seed, faults, nodes=1, with_redis=False, pace=0.05, closing=2
    )


def _no_revision_guard(seed: int) -> Options:
    """Two ask for each seat, over two nodes at once."""
    tables = _plans(8, 4, "hasard", Habits(), contested=True)
    return Options(tables, 0, seed, (), nodes=2, pace=0.2, closing=1, rest=0)


def _no_gap_check(seed: int) -> Options:
    """Every third message between the nodes is lost."""
    faults = (DisturbMessages(6, "lose", 3),)
    return Options(_plans(6, 4, "hasard", Habits()), 0, seed, faults, nodes=2, pace=0.1, closing=1, rest=1)


def _no_fencing(seed: int) -> Options:
    """A driver stands still while its bots think, and wakes up when another drives the table."""
    tables = _plans(6, 2, "hasard", Habits())
    return Options(tables, 0, seed, (WakeOldDriver(10),), nodes=2, pace=0.1, closing=1, rest=4)


class WakeOldDriver(Fault):
    async def happen(self, cluster: Cluster) -> str:
        engine = create_engine(cluster.database_url)
        fences = text("SELECT sum(fence) FROM table_heads")
        node = cluster.nodes[0]
        try:
            with engine.connect() as connection:
                connection = connection.execution_options(isolation_level="AUTOCOMMIT")
                before = connection.execute(fences).scalar()
                node.signal(signal.SIGSTOP)
                until = time.monotonic() + self.seconds
                while connection.execute(fences).scalar() == before and time.monotonic() < until:
                    await asyncio.sleep(0.02)
                await asyncio.sleep(0.3)  # the other tables too
        finally:
            node.signal(signal.SIGCONT)
            engine.dispose()
        await asyncio.sleep(2)
        return "an old driver woken up"


SCENARIOS = {
    "no-dedupe": Scenario(frozenset({TWICE}), _no_dedupe),
    "publish-before-commit": Scenario(frozenset({MISSING}), _publish_before_commit),
    "no-revision-guard": Scenario(frozenset({TAKEN}), _no_revision_guard),
    "no-gap-check": Scenario(frozenset({WRONG}), _no_gap_check),
    "no-fencing": Scenario(frozenset({NOT_DRIVER}), _no_fencing),
}


async def caught(mutant: str, seed: int) -> list[Violation]:
    """What shows that the guard is missing."""
    scenario = SCENARIOS[mutant]
    command = ("-m", "tests.faults.mutated_server", mutant)
    outcome = await run(scenario.options(seed), lambda _line: None, command)
    return [each for each in outcome.violations if each.what in scenario.shows]
