"""Questions and answers as lines of JSON: whatever comes in, one answer goes out, and nothing is raised."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, Final

from rebelote.errors import RebeloteError
from rebelote.referee.questions import QuestionError

Answer = dict[str, Any]
Answerer = Callable[[dict[str, Any]], Answer]

LONGEST_NUMBER: Final = 4000
"""In digits. Python itself will not print many more, and an answer may be a sum."""
DEEPEST: Final = 50
MOST_QUESTIONS: Final = 500
"""In one list: more than a request of HTTP has room for, unless they are nearly empty or house rules."""

_encode: Final = json.JSONEncoder(separators=(",", ":")).encode


def reply_to_line(line: str | bytes, answer: Answerer) -> Answer:
    """The answer to a line of JSON, or what is wrong with it."""
    try:
        question = _read(line)
    except QuestionError as error:
        return _error(error)
    return reply(question, answer)


def reply_to_body(body: bytes, answer: Answerer) -> Answer | list[Answer]:
    """The answer to one question, or to each of a list of them, in order."""
    try:
        asked = _read(body)
    except QuestionError as error:
        return _error(error)
    if not isinstance(asked, list):
        return reply(asked, answer)
    if len(asked) > MOST_QUESTIONS:
        return _error(QuestionError("bad_question", f"expected at most {MOST_QUESTIONS} questions in a list"))
    return [reply(question, answer) for question in asked]


def reply(question: object, answer: Answerer) -> Answer:
    """The answer to a question, or what is wrong with it; its id comes back either way."""
    if not isinstance(question, dict):
        return _error(QuestionError("bad_question", "expected a JSON object"))
    echo = {"id": question["id"]} if "id" in question and not _is_too_deep(question["id"]) else {}
    try:
        if _is_too_deep(question):
            raise QuestionError("bad_question", "nested too deeply")
        return {**answer(question), **echo}
    except RebeloteError as error:
        return {**_error(error), **echo}
    except UnicodeError:
        return {**_error(QuestionError("bad_question", "a text holds half a character")), **echo}
    except (OverflowError, ValueError):
        return {**_error(QuestionError("bad_question", "a number is too large")), **echo}


def to_line(answer: Answer | list[Answer]) -> bytes:
    """One line in plain ASCII, so that no character of a question can spoil it."""
    return _encode(answer).encode("ascii") + b"\n"


def _error(error: RebeloteError) -> Answer:
    """What can't be, unless the error says more."""
    return {"error": {"code": getattr(error, "code", "inconsistent"), "message": str(error)}}


def _read(line: str | bytes) -> object:
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        return json.loads(text, parse_constant=_no_constant, parse_int=_int, parse_float=_float)
    except UnicodeDecodeError as error:
        raise QuestionError("bad_json", f"not UTF-8 text: {error.reason} at byte {error.start}") from None
    except (ValueError, RecursionError) as error:
        raise QuestionError("bad_json", f"not JSON: {error}") from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _int(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _float(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text} is too large a number")
    return number


def _is_too_deep(question: object) -> bool:
    level, depth = [question], 0
    while level and depth <= DEEPEST:
        depth += 1
        level = [inner for each in level for inner in _inside(each)]
    return bool(level)


def _inside(value: object) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
