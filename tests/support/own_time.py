"""Time as it would have passed on cores of one's own.

A test that says «within three seconds» means what the program needs, and not what it waits for its turn to
run where other tests use the same cores. The system counts that (Linux: `/proc/*/schedstat`); elsewhere this
is the wall's time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path


def waited(pid: int) -> float:
    """Seconds for which the process's first thread, which runs its event loop, was ready and not running."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


class Stopwatch:
    """Counts from when it is made, for this process and others that have a part in what is measured."""

    def __init__(
        self,
        *pids: int,
        clock: Callable[[], float] = time.monotonic,
        waited: Callable[[int], float] = waited,
    ) -> None:
        self._clock, self._waited = clock, waited
        self._waited_before = {pid: waited(pid) for pid in (os.getpid(), *pids)}
        self._began = clock()

    @property
    def seconds(self) -> float:
        others = sum(max(0.0, self._waited(pid) - before) for pid, before in self._waited_before.items())
        return self._clock() - self._began - others
