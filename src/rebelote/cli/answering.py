"""The referee's answers, line by line: a program that asks one question loads no command line for it."""

from __future__ import annotations

from typing import BinaryIO

from rebelote.referee import answer_line
from rebelote.referee.replies import to_line


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line, in order, until the end of the input."""
    for line in questions:
        answers.write(to_line(answer_line(line)))
        answers.flush()
