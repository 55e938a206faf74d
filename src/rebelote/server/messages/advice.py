"""Advice."""

from __future__ import annotations

import msgspec

from rebelote.server.messages.words import CardText


class AdvisedChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done, and by how many points it is behind the advice on average."""

    label: str
    card: CardText | None
    behind: float


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What expert would do in the player's place, and why. `choices`: the advice, then the best first."""

    match: str
    seq: int
    label: str
    card: CardText | None
    reason: str
    choices: list[AdvisedChoice]
