"""The bots of deals that everybody plays: the same actions get the same answers, on any day and any server.

A bot's luck is a function of the series' secret and of what its seat has seen. It has no memory besides, and
searches so many worlds, not so many milliseconds.
"""

from __future__ import annotations

import hmac
import random
from typing import Final

from rebelote.actions import Action
from rebelote.bots import Budget, SearchTools
from rebelote.bots.expert import Expert
from rebelote.events import MatchStarted, redact, to_json
from rebelote.match import Match
from rebelote.table import Seat

BOT: Final = "expert"
WORLDS: Final = 100
"""Some 10 ms a move."""


def luck_of(secret: bytes, match: Match, seat: Seat) -> bytes:
    """Names the seat's place in the series: all that it has seen, keyed with the secret."""
    started = match.log[0]
    assert isinstance(started, MatchStarted)
    seen = [to_json(redact(event, seat)) for event in match.log[1:]]
    facts = ["rebelote bots", started.rules.digest, started.dealer, seat, *seen]
    return hmac.digest(secret, "\n".join(facts).encode(), "sha256")


def chosen(luck: bytes, match: Match, seat: Seat, tools: SearchTools) -> Action:
    """What expert does there."""
    return Expert(random.Random(luck), Budget(worlds=WORLDS), tools=tools).choose(match.view(seat))
