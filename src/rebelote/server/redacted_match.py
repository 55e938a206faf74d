"""A match as its readers may see it: views and redacted events, and no way from here to the state."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import NamedTuple, Self

import msgspec

from rebelote.events import Event, redact
from rebelote.match import Match
from rebelote.ruleset import Ruleset
from rebelote.table import Seat
from rebelote.view import View


class Fresh(NamedTuple):
    """What has happened after some place, as a spectator sees it; if he sees it whole, they `are_public`."""

    events: list[Event]
    are_public: bool

    @classmethod
    def of(cls, match: Match, since: int) -> Self:
        fresh = match.since(since)
        seen = [redact(event, None) for event in fresh]
        return cls(seen, all(map(is_, seen, fresh)))


class RedactedMatch(msgspec.Struct, frozen=True):
    """What messages are made from. `event` takes a place in the log, from 0, and who reads it."""

    rules: Ruleset
    seq: int
    view: Callable[[Seat | None], View]
    event: Callable[[int, Seat | None], Event]

    @classmethod
    def of(cls, match: Match) -> Self:
        return cls(
            rules=match.rules,
            seq=match.seq,
            view=lambda seat: match.view(seat),
            event=lambda place, seat: redact(match.event(place), seat),
        )
