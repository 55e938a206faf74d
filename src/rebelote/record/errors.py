"""What is wrong with a record, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rebelote.errors import BadRules, RebeloteError
from rebelote.language.text import Lang, Said, said, told

LONGEST_QUOTE: Final = 120


class RecordError(RebeloteError):
    """The first line that is wrong: what was found there, what was expected, the clause if it is illegal.

    Lines and columns count from 1. In a log of events a line is an event.
    """

    def __init__(
        self,
        line: int,
        found: str | Said,
        expected: str | Said,
        *,
        column: int | None = None,
        clause: str = "",
        reason: str = "",
    ) -> None:
        self.line = line
        self.column = column
        self.found = quote(str(found))
        self.expected = quote(str(expected))
        self._found, self._expected = found, expected
        self.clause = clause
        self.reason = reason
        super().__init__(self.told("en"))

    def told(self, lang: Lang) -> str:
        """The line, what was found and what was expected, in that language."""
        return said(
            "in_record",
            place=said(
                "record_line" if self.column is None else "record_place", line=self.line, column=self.column
            ),
            found=quote(told(self._found, lang)),
            refused=said("record_refused", clause=self.clause) if self.clause else "",
            expected=quote(told(self._expected, lang)),
        ).told(lang)


def expected_of(error: BadRules) -> str | Said:
    """What rules need, to be told in the reader's language."""
    return error.said if isinstance(error.said, Said) else error.expected


def any_of(values: Sequence[str]) -> str | Said:
    """«N or S»."""
    found: str | Said = values[0] if values else ""
    for value in values[1:]:
        found = said("either", one=found, other=value)
    return found


def quote(text: str) -> str:
    """A text as an error shows it: on one line, and not all of a long one."""
    shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text[: LONGEST_QUOTE + 1])
    return shown if len(shown) <= LONGEST_QUOTE else shown[: LONGEST_QUOTE - 1] + "…"
