"""The referee's questions: a stable JSON interface over the rules (docs/referee.md).

`answer` takes one question and never raises; it keeps no state between questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rebelote.referee.auction_answers import auction
from rebelote.referee.card_answers import legal, who_wins
from rebelote.referee.count_answers import end, score
from rebelote.referee.declaration_answers import declarations
from rebelote.referee.fault_answers import penalty
from rebelote.referee.questions import Fields, read_rules
from rebelote.referee.replies import Answer, reply, reply_to_body, reply_to_line
from rebelote.ruleset import Ruleset


def answer_line(line: str | bytes) -> Answer:
    """Answer one line of JSON."""
    return reply_to_line(line, _answer)


def answer_body(body: bytes) -> Answer | list[Answer]:
    """Answer a request of HTTP: one question, or a list of them."""
    return reply_to_body(body, _answer)


def answer(question: object) -> Answer:
    """Answer one question; a bad one is answered with an error that says what was expected."""
    return reply(question, _answer)


def _answer(question: dict[str, Any]) -> Answer:
    fields = Fields(question)
    ask = fields.one_of("ask", tuple(ANSWERS))
    return ANSWERS[ask](read_rules(question), fields)


ANSWERS: Mapping[str, Callable[[Ruleset, Fields], Answer]] = {
    "legal": legal,
    "trick": who_wins,
    "auction": auction,
    "declarations": declarations,
    "score": score,
    "end": end,
    "penalty": penalty,
}
