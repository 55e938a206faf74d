"""Set phrases that people at a table say to each other: told to all, not kept, and not too often."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final

from rebelote.server.problems import Refused
from rebelote.server.rates import Bucket
from rebelote.table import Seat

AT_ONCE: Final = 3
A_SECOND: Final = 0.25
"""Of one seat."""


class Phrases:
    """At one table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: dict[Seat, Bucket] = {}

    def check(self, seat: Seat) -> None:
        """Raises Refused where the seat has spoken too often."""
        now = self._clock()
        bucket = self._buckets.setdefault(seat, Bucket(AT_ONCE, A_SECOND, now))
        wait = bucket.take(now)
        if wait > 0:
            raise Refused("talkative", seconds=math.ceil(wait))
