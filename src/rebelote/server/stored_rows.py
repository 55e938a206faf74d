"""The rows of the database, and what is read and written together."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from rebelote.errors import RebeloteError
from rebelote.server.table_heads import Head


class Clash(RebeloteError):
    """Another node has written at this place of the log."""


class EventRow(msgspec.Struct, frozen=True):
    match: str
    seq: int
    at: int
    data: str


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """`rules` are the resolved rules as JSON; `match` is the one that is on, or the last one."""

    id: str
    created: int
    rules: str
    code: str
    settings: str
    host: str | None
    match: str | None


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that somebody left has his token and name, and a bot in it.

    `client_commitment` is for the next match; it is taken from here when that begins.
    """

    table_id: str
    seat: str
    kind: str
    name: str
    bot: str | None = None
    token: str | None = None
    client_commitment: str | None = None
    avatar: str | None = None


NOBODY_YET: Final = "[]"
"""The players of a match that is being opened: they are written when it begins."""


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """One without events is being opened. `contributions` are JSON by seat; in scheme 1, the seeds alone."""

    id: str
    table_id: str
    number: int
    started: int
    over: bool
    secret: bytes
    commitment: str
    contributions: str
    scheme: int
    players: str
    code: str
    series: str | None = None


class ToldRow(msgspec.Struct, frozen=True):
    """`person` is the digest of a token, or nothing where a bot sits."""

    match: str
    seq: int
    seat: str
    person: str


class NoteRow(msgspec.Struct, frozen=True):
    match: str
    number: int
    seq: int
    at: int
    data: str


class EntryRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody plays a series of deals that others play too; once."""

    series: str
    person: str
    table_id: str
    day: int | None
    name: str
    started: int


class EntryResult(msgspec.Struct, frozen=True, kw_only=True):
    """What the series came to at that table. Without a score it does not count."""

    table_id: str
    finished: int
    score: int | None
    called: str
    boards: str


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """What is written together or not at all. `head`: where several nodes may write, what it expects.
    `driver`: the node that drives a new table."""

    events: tuple[EventRow, ...] = ()
    new_table: TableRow | None = None
    driver: str | None = None
    table: tuple[str, dict[str, Any]] | None = None
    seats: tuple[SeatRow, ...] = ()
    new_match: MatchRow | None = None
    match: tuple[str, dict[str, Any]] | None = None
    told: tuple[ToldRow, ...] = ()
    notes: tuple[NoteRow, ...] = ()
    arrangements: tuple[str, str] | None = None
    new_entry: EntryRow | None = None
    result: EntryResult | None = None
    head: Head | None = None


class StoredTable(msgspec.Struct, frozen=True):
    """`arrangements` is JSON, for `arrangements.py`; `revision` says how often the table was written to."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    finished: tuple[str, ...]
    arrangements: str | None = None
    revision: int = 0


class StoredMatch(msgspec.Struct, frozen=True):
    match: MatchRow
    events: tuple[EventRow, ...]
    told: tuple[ToldRow, ...] = ()
    notes: tuple[NoteRow, ...] = ()


class StoredPlay(msgspec.Struct, frozen=True):
    """A table and the match that is on there, or was the last, of one moment."""

    table: StoredTable
    match: StoredMatch | None
