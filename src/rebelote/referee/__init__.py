"""The referee: questions about the rules, answered in JSON with the clause (docs/referee.md)."""

from rebelote.referee.answers import (
    answer,
    answer_body,
    answer_line,
)

__all__ = [
    "answer",
    "answer_body",
    "answer_line",
]
