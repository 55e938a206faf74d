"""The phases that a match goes through, deal after deal."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.table import Seat, Side


class Cutting(msgspec.Struct, frozen=True, gc=False):
    """The pack waits for the cut."""


class Dealing(msgspec.Struct, frozen=True, gc=False):
    """The pack is cut: the dealer deals."""


class Misdealing(msgspec.Struct, frozen=True, gc=False):
    """The dealer erred: the referee, or an agreement, says what follows."""


class Discarding(msgspec.Struct, frozen=True, gc=False):
    """The taker has got cards, and lays as many aside (T3-1-discard)."""

    seat: Seat
    number: int


class Swapping(msgspec.Struct, frozen=True, gc=False):
    """Before the lead, each in turn may exchange the seven of trumps for the turned card (CL-3)."""

    waiting: tuple[Seat, ...]


class Counting(msgspec.Struct, frozen=True, gc=False):
    """All tricks are played; each side lets the points be counted, or speaks now."""

    playing: Playing
    counted: tuple[Side, ...] = ()


class Over(msgspec.Struct, frozen=True, gc=False):
    """The match is over: who won, by which clause, and what each wins or loses of a stake."""

    winners: tuple[Side, ...]
    clause: str
    stakes: Mapping[Seat, float] = {}


Phase = Cutting | Dealing | Misdealing | Choosing | Discarding | Swapping | Playing | Counting | Over
