"""A match as its readers may see it: views and redacted events, and no way from here to the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import msgspec

from rebelote.events import Event, redact
from rebelote.match import Match
from rebelote.ruleset import Ruleset
from rebelote.table import Seat
from rebelote.view import View


class RedactedMatch(msgspec.Struct, frozen=True):
    """What messages are made from. `event` takes a place in the log, from 0, and who reads it; one that a
    spectator sees whole (`is_public`) is seen so by all."""

    rules: Ruleset
    seq: int
    view: Callable[[Seat | None], View]
    event: Callable[[int, Seat | None], Event]
    is_public: Callable[[int], bool]

    @classmethod
    def of(cls, match: Match) -> Self:
        return cls(
            rules=match.rules,
            seq=match.seq,
            view=lambda seat: match.view(seat),
            event=lambda place, seat: redact(match.event(place), seat),
            is_public=lambda place: redact(match.event(place), None) is match.event(place),
        )
