"""`rebelote referee`: a question a line in, an answer a line out."""

from __future__ import annotations

import sys
from typing import BinaryIO

from rebelote.referee import answer_line
from rebelote.referee.replies import to_line


def command() -> None:
    """Answer questions on the rules: a JSON object a line on stdin, an answer a line on stdout."""
    serve(sys.stdin.buffer, sys.stdout.buffer)


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line, in order, until the end of the input."""
    for line in questions:
        answers.write(to_line(answer_line(line)))
        answers.flush()
