"""What calls say about a hand: the bounds of habitue's bidding, softened, on tables for the core."""

from __future__ import annotations

from typing import Final

from rebelote import _native
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.habitue.bidding import Bidding, Bound, bounds
from rebelote.bots.inference import Inference
from rebelote.ruleset import Piles
from rebelote.table import Seat

Option = tuple[_native.Estimate, float]
Said = tuple[int, bool, float, list[Option], _native.Estimate | None]
"""Place, at least or at most, softness, estimates each with what is needed, and what they must exceed."""

SOFTNESS: Final = {"points": 5.0, "tricks": 0.25}
"""Within how much of what a call needs one can't tell whether it would be made."""


def heard(inference: Inference, compiled: CompiledRules) -> list[Said]:
    """The bounds that the calls of this deal put on the others' hands."""
    if isinstance(compiled.rules.dealing.layout, Piles):
        return []
    bidding = Bidding(compiled)
    return [
        as_said(compiled, call.seat, bound)
        for call, before, said in inference.calls
        if call.seat != inference.seat
        for bound in bounds(bidding.turn(before, call.seat, said), call)
    ]


def as_said(compiled: CompiledRules, seat: Seat, bound: Bound) -> Said:
    less = bound.beyond.less if bound.beyond is not None else 0.0
    return (
        compiled.rules.table.order.index(seat),
        bound.at_least,
        SOFTNESS[compiled.rules.unit],
        [(compiled.estimate(count.trump, count.role), count.less - less) for count in bound.counts],
        compiled.estimate(bound.beyond.trump, bound.beyond.role) if bound.beyond is not None else None,
    )
