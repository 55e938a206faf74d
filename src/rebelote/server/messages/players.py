"""What a browser knows of its own matches, and how that moves to another."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rebelote.review.grading import Grade
from rebelote.server.messages.words import Bounded


class ErrorCount(msgspec.Struct, frozen=True):
    """Decisions of one grade that cost something: `lost` is what they gave away for sure, in marks."""

    part: Literal["calls", "cards"]
    grade: Grade
    times: int
    lost: float


class MatchFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A match as one seat's player remembers it. `called`, `made` and `fallen` are contracts that this seat
    took. `accuracy` and `errors` are of the deals that were reviewed; null and empty where none was."""

    match: str
    rules: str  # the ruleset's id
    name: str
    started: int
    over: bool
    won: bool | None  # null while it is not over
    ours: int
    theirs: int
    deals: int
    called: int
    made: int
    fallen: int
    advice: int  # how often this seat was told what to play
    takebacks: int
    accuracy: float | None
    errors: list[ErrorCount]


class NewTransfer(Bounded, frozen=True, kw_only=True):
    """What is to move: the browser's own words, which the server does not read."""

    data: dict[str, Any]


class TransferCode(msgspec.Struct, frozen=True):
    code: str  # "abcd-efgh-jkmn"
    until: int  # in ms since 1970


class TakeTransfer(Bounded, frozen=True, kw_only=True):
    code: Annotated[str, Meta(max_length=40)]


class Transferred(msgspec.Struct, frozen=True):
    data: dict[str, Any]


class Forgotten(msgspec.Struct, frozen=True):
    """How many results are nobody's now."""

    results: int
