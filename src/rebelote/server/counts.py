"""What happens, counted in plain numbers: the work adds to them, and `metrics` reads them when somebody asks.

One process is one server, so there is one `COUNTS`, as Prometheus's own client has one registry. Nothing of
Prometheus is touched while a card is played.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""In seconds."""


class Durations:
    """How many took at most so long, and all of them together."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class Counts:
    """`requests` by method, route and status; `refusals` by code; `thinking` by bot, a move each; `jobs` by
    what is thought of (a move, a review) and what came of it.

    Of several nodes: messages `published` and `heard`; `gaps`, lost messages; `clashes`, writes that came
    too late; `takeovers`, tables whose bots were another node's.
    """

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.request_seconds: defaultdict[str, Durations] = defaultdict(Durations)
        self.refusals: Counter[str] = Counter()
        self.actions = 0
        self.thinking: defaultdict[str, Durations] = defaultdict(Durations)
        self.jobs: Counter[tuple[str, str]] = Counter()
        self.writes = 0
        self.commits = Durations()
        self.failed_writes = 0
        self.loop_lag = Durations()
        self.lost_log_lines = 0
        self.published = 0
        self.heard = 0
        self.gaps = 0
        self.clashes = 0
        self.takeovers = 0


COUNTS: Final = Counts()
