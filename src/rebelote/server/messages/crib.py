"""What the cards are worth and beat in a game."""

from __future__ import annotations

from typing import Literal

import msgspec

from rebelote.server.messages.words import TrumpText


class CribScale(msgspec.Struct, frozen=True, kw_only=True):
    """One suit's ranks from strongest to weakest. `points`: of each; none where tricks are counted."""

    kind: Literal["trump", "plain", "sans_atout", "tout_atout"]
    ranks: list[str]
    points: list[int]


class CribSection(msgspec.Struct, frozen=True, kw_only=True):
    """The cards at these trumps. `total`: all points of a deal, the last trick's too. `counted_as`: what
    they are brought to when they are counted. `belote`: 0 where there is none."""

    trumps: list[TrumpText]
    scales: list[CribScale]
    total: int
    counted_as: int
    belote: int


class CardCrib(msgspec.Struct, frozen=True, kw_only=True):
    """What the cards are worth and beat in this game."""

    unit: Literal["points", "tricks"]
    sections: list[CribSection]
    last_trick: int
