"""No stranger fills the disk: of one kind of warning, so many a minute are written."""

from __future__ import annotations

import logging

from rebelote.server.log_rates import LINES_A_MINUTE, MINUTE, MOST_KINDS, FewOfAKind


def line(text: str, level: int = logging.ERROR, *values: object) -> logging.LogRecord:
    return logging.LogRecord("rebelote.server", level, __file__, 1, text, values, None)


def test_ten_of_a_kind_a_minute() -> None:
    now = 0.0
    few = FewOfAKind(lambda: now)
    written = [few.filter(line("%s failed", logging.ERROR, n)) for n in range(100)]
    assert written == [True] * LINES_A_MINUTE + [False] * (100 - LINES_A_MINUTE)
    assert few.filter(line("another kind"))
    assert all(few.filter(line("%s failed", logging.INFO)) for _ in range(100))
    now = MINUTE
    assert few.filter(line("%s failed", logging.ERROR, "again"))


def test_kinds_without_end_are_forgotten() -> None:
    few = FewOfAKind(lambda: 0.0)
    for n in range(10 * MOST_KINDS):
        few.filter(line(f"kind {n}"))
    assert len(few._written) == MOST_KINDS
