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
    """Several events as a spectator sees them; if he sees them whole (`are_public`), so do all."""

    events: list[Event]
    are_public: bool


class RedactedMatch(msgspec.Struct, frozen=True):
    """What messages are made from. `event` takes a place in the log, from 0, and who reads it; `fresh` takes
    the place that its events begin at."""

    rules: Ruleset
    seq: int
    view: Callable[[Seat | None], View]
    event: Callable[[int, Seat | None], Event]
    fresh: Callable[[int], Fresh]

    @classmethod
    def of(cls, match: Match) -> Self:
        return cls(
            rules=match.rules,
            seq=match.seq,
            view=lambda seat: match.view(seat),
            event=lambda place, seat: redact(match.event(place), seat),
            fresh=lambda since: _to_spectator(match.since(since)),
        )


def _to_spectator(events: tuple[Event, ...]) -> Fresh:
    seen = [redact(event, None) for event in events]
    return Fresh(seen, all(map(is_, seen, events)))
