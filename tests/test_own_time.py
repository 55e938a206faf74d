"""The stopwatch of the tests: what is slow is slow, and what waits for a core is not."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.support.own_time import Stopwatch, waited


def test_what_was_waited_for_a_core_does_not_count() -> None:
    clock: Iterator[float] = iter([100.0, 110.0])
    told = {os.getpid(): iter([1.0, 3.0]), 7: iter([0.0, 4.5])}
    watch = Stopwatch(7, clock=lambda: next(clock), waited=lambda pid: next(told[pid]))
    assert watch.seconds == 10.0 - 2.0 - 4.5


def test_a_process_that_is_gone_has_waited_for_nothing() -> None:
    """Its count goes with it: what it had waited before is not given back."""
    clock = iter([0.0, 5.0])
    told = {os.getpid(): iter([1.0, 1.0]), 7: iter([2.0, 0.0])}
    assert Stopwatch(7, clock=lambda: next(clock), waited=lambda pid: next(told[pid])).seconds == 5.0
    assert waited(2**22 + 1) == 0.0


@pytest.mark.skipif(not os.path.exists("/proc/self/schedstat"), reason="the system does not count it")
def test_the_system_counts_it() -> None:
    before = waited(os.getpid())
    assert 0.0 <= before <= waited(os.getpid())
