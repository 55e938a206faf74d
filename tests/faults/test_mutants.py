"""A server without one of its guards is caught: here the quick ones, all with `make test-faults`."""

from __future__ import annotations

import asyncio
import os

import pytest

from tests.faults.mutants import SCENARIOS, caught

LONG = os.environ.get("REBELOTE_FAULTS") == "long"
QUICK = ("no-dedupe", "publish-before-commit")
SEEDS = (3, 4, 5)
"""Another evening where little was played in the first, since others used the cores."""


@pytest.mark.untraced  # who waits too long is a violation, and what is killed leaves no trace
@pytest.mark.parametrize("mutant", SCENARIOS if LONG else QUICK)
def test_a_missing_guard_is_noticed(mutant: str) -> None:
    assert any(asyncio.run(caught(mutant, seed)) for seed in SEEDS)
