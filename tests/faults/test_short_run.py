"""Two minutes of faults; `make test-faults` is the long form."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.faults.injections import CrashPostgres, DisturbMessages, FillDisk, KillNode, KillRedis, PauseNode
from tests.faults.run import Options, run
from tests.faults.tables import every_kind

SEED = 7
PATIENCE = 300.0
"""For the last matches; they take seconds where nobody else uses the cores."""
FAULTS = (
    KillNode(1),
    PauseNode(5),
    KillRedis(1),
    CrashPostgres(0),
    FillDisk(2),
    DisturbMessages(3, "lose", 3),
)


@pytest.mark.untraced  # who waits too long is a violation, and what is killed leaves no trace
def test_nothing_is_lost_and_nothing_is_told_that_should_not_be() -> None:
    tables = every_kind(16, random.Random(SEED))
    options = Options(tables, 1, SEED, FAULTS, pace=0.15, rest=1.5, closing=PATIENCE, others_run=True)
    outcome = asyncio.run(run(options, lambda _line: None))
    assert not outcome.violations, [f"seed {SEED}", *map(str, outcome.violations[:20])]
    assert outcome.figures.acknowledged > 10 * len(tables)
