"""`rebelote referee`: a question a line in, an answer a line out."""

from __future__ import annotations

import json
import sys
from typing import BinaryIO

from rebelote.referee import answer_line


def command() -> None:
    """Answer questions on the rules: a JSON object a line on stdin, an answer a line on stdout."""
    serve(sys.stdin.buffer, sys.stdout.buffer)


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line, in order, until the end of the input."""
    encode = json.JSONEncoder(separators=(",", ":")).encode
    for line in questions:
        answers.write(encode(_answer(line)).encode("ascii") + b"\n")
        answers.flush()


def _answer(line: bytes) -> dict[str, object]:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"not UTF-8 text: {error.reason} at byte {error.start}"
        return {"error": {"code": "bad_json", "message": message}}
    return answer_line(text)
