"""What is wrong with a record, and where."""

from __future__ import annotations

from typing import Final

from rebelote.errors import RebeloteError

LONGEST_QUOTE: Final = 120


class RecordError(RebeloteError):
    """The first line that is wrong: what was found there, what was expected, the clause if it is illegal.

    Lines and columns count from 1. In a log of events a line is an event.
    """

    def __init__(
        self,
        line: int,
        found: str,
        expected: str,
        *,
        column: int | None = None,
        clause: str = "",
        reason: str = "",
    ) -> None:
        self.line = line
        self.column = column
        self.found = quote(found)
        self.expected = quote(expected)
        self.clause = clause
        self.reason = reason
        place = f"line {line}" if column is None else f"line {line}, column {column}"
        refused = f" (refused by {clause})" if clause else ""
        super().__init__(f"{place}: found {self.found}{refused}, expected {self.expected}")


def quote(text: str) -> str:
    """A text as an error shows it: on one line, and not all of a long one."""
    shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text[: LONGEST_QUOTE + 1])
    return shown if len(shown) <= LONGEST_QUOTE else shown[: LONGEST_QUOTE - 1] + "…"
