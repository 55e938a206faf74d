"""Events as the store has them."""

from __future__ import annotations

from rebelote.server.stored_rows import (
    EventRow,
)


def row(match: str, seq: int) -> EventRow:
    return EventRow(match, seq, 0, "{}")
