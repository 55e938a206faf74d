"""No stranger fills the disk: of warnings and errors of one kind, so many a minute are written."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from rebelote.server.counts import COUNTS

MINUTE: Final = 60.0
LINES_A_MINUTE: Final = 10
MOST_KINDS: Final = 500
LONGEST_KIND: Final = 200


class FewOfAKind(logging.Filter):
    """A kind is a logger and the text of its line without its values. The rest is dropped and counted."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._written: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        kind = f"{record.name} {record.msg}"[:LONGEST_KIND]
        now = self._clock()
        since, lines = self._written.pop(kind, (now, 0))
        if since + MINUTE <= now:
            since, lines = now, 0
        self._written[kind] = since, lines + 1
        if len(self._written) > MOST_KINDS:
            self._written.popitem(last=False)
        may = lines < LINES_A_MINUTE
        COUNTS.lost_log_lines += not may
        return may
