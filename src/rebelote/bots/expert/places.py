"""Seats as the core numbers them."""

from __future__ import annotations

from typing import Final

from rebelote.phases.playing import Playing
from rebelote.solver import PlaySpec

NOBODY: Final = -1


def taker_place(spec: PlaySpec, playing: Playing) -> int:
    return NOBODY if playing.contract.seat is None else spec.place(playing.contract.seat)
