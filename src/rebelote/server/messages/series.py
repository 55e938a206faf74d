"""Deals that many play."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rebelote.fairness.days import Day
from rebelote.server.messages.tables import TableRules
from rebelote.server.messages.words import Avatar, Bounded, Name


class Entrant(Bounded, frozen=True, kw_only=True):
    nickname: Name = ""  # none: nobody's name is in the league
    avatar: Avatar | None = None


class NewChallenge(Bounded, frozen=True, kw_only=True):
    game: Annotated[str, Meta(max_length=60)]  # the id of its rules
    nickname: Name = ""


SeriesState: TypeAlias = Literal["new", "playing", "done", "closed"]
"""Of one who asks: may begin, has begun, has a result, came too late."""


class SeriesInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Deals that everybody plays with the same cards. `table` is one's own, `players` how many are done."""

    series: str
    kind: Literal["daily", "challenge"]
    game: str
    day: str | None  # 2026-11-17
    rules: TableRules
    deals: int
    closes: int  # when nobody may begin any more, in ms since 1970
    maker: str  # of a challenge; empty: one without a name
    players: int
    state: SeriesState
    table: str | None
    commitment: str


class Today(msgspec.Struct, frozen=True, kw_only=True):
    """`streak` and `best_streak` are days in a row. `coming` has the commitments, today's first."""

    day: str
    closes: int
    series: list[SeriesInfo]
    streak: int
    best_streak: int
    coming: list[Day]


class BoardInfo(msgspec.Struct, frozen=True):
    """One deal: `ours` is what the player's side marked."""

    called: str  # "90 ♥ par Nord"
    result: str  # "made", "failed", "tie", "none" …
    ours: int
    theirs: int


class OwnResult(msgspec.Struct, frozen=True, kw_only=True):
    """`score` is by how much one's side was ahead; null where it came too late to count. `tied`: others with
    the same. `limits`: for each deal the same with every card open and best play by all, at that contract."""

    score: int | None
    rank: int | None
    tied: int
    total: int
    boards: list[BoardInfo]
    limits: list[int | None]
    match: str | None
    table: str


class HistogramBar(msgspec.Struct, frozen=True):
    score: int
    count: int


class CalledCount(msgspec.Struct, frozen=True):
    called: str
    count: int
    average: float
    yours: bool


class OtherResult(msgspec.Struct, frozen=True):
    name: str
    score: int
    boards: list[BoardInfo]
    you: bool


class SeriesResult(msgspec.Struct, frozen=True, kw_only=True):
    """`called` is of a day, `others` of a challenge. `expert`: what it made of the deals in the same seat;
    null while that is worked out."""

    info: SeriesInfo
    you: OwnResult | None
    histogram: list[HistogramBar]  # the lowest score first
    called: list[CalledCount]  # the most frequent first
    others: list[OtherResult]  # the best first
    expert: list[BoardInfo] | None


class LeagueLine(msgspec.Struct, frozen=True):
    """`percent` is a sum over the deals: in each, how many of the others were behind. Those with the same
    have the same `place`, and are `tied`."""

    place: int
    name: str
    percent: float
    deals: int
    you: bool
    tied: bool


class League(msgspec.Struct, frozen=True):
    """From a Monday to a Sunday. `lines` are the first hundred, and one's own."""

    first: str
    last: str
    players: int
    lines: list[LeagueLine]
