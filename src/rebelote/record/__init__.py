"""Whole matches as text: the record (`.belote`, see docs/record.md) and the log of events in JSON.

>>> from rebelote.match import Match
>>> text = format_record(Match.new("premiere", dealer="N"), {"Event": "Coupe du village"})
>>> print(text, end="")
[Record "1"]
[Event "Coupe du village"]
[Rules "premiere"]
[Version "1"]
[Dealer "N"]
[Result "*"]
>>> check_record(text).state.dealer
'N'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rebelote.events import Event
from rebelote.match import Match
from rebelote.record.checker import check_record, result_of
from rebelote.record.errors import RecordError
from rebelote.record.header import format_header
from rebelote.record.log import check_log, read_log, write_log
from rebelote.record.phrases import lay_out
from rebelote.record.reader import Record, Statement, parse_record
from rebelote.record.writer import phrases_of

__all__ = [
    "Record",
    "RecordError",
    "Statement",
    "check_log",
    "check_record",
    "format_record",
    "parse_record",
    "read_log",
    "write_log",
]


def format_record(match: Match | Iterable[Event] | Record, tags: Mapping[str, str] | None = None) -> str:
    """A match in the record's canonical text. `tags` are those that the match does not know: Event, N, S…"""
    if isinstance(match, Record):
        record = match
        head = format_header(
            record.rules, record.dealer, record.result, record.tags if tags is None else tags
        )
        return head + lay_out(statement.phrase for statement in record.statements)
    whole = match if isinstance(match, Match) else Match.replay(match)
    started = Match.replay(whole.log[:1]).state
    head = format_header(whole.rules, started.dealer, result_of(whole.state), tags or {})
    return head + lay_out(phrases_of(whole.log))
