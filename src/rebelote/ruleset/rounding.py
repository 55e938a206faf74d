"""How points become marks on the sheet: a rule, for each trump if need be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rebelote.cards import Trump


class Rounding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How points are rounded for the sheet; never for the test of the contract.

    of: the points of the tricks alone, or all that a side marks.
    to: they become multiples of this.
    up_from: the rest from which they go up; a smaller rest goes down.
    keeps: a rest that stays as it is; 0 for none.
    per_mark: points in a mark of the sheet, 10 where it is kept in tens.
    counted_side: whose points are rounded; unless it is both, the other side gets the rest of the whole.
    pair: who goes up and who down where both have the same rest and the two don't make up the whole: `each`
    is rounded by itself all the same; else the takers, or the side with more or fewer points, go up. Equal
    sides: the takers go up.
    """

    of: Literal["tricks", "mark"] = "tricks"
    to: int = 10
    up_from: int = 5
    keeps: int = 0
    per_mark: int = 1
    counted_side: Literal["both", "lighter", "takers", "defence"] = "both"
    pair: Literal["each", "takers", "higher", "lower"] = "each"


RoundingKey = Literal["none", "to_ten", "in_tens"] | Rounding
"""What a file may say: a rule, or one of those that have a name."""

NAMED: Mapping[str, Rounding] = {
    "to_ten": Rounding(of="mark"),
    "in_tens": Rounding(counted_side="lighter", per_mark=10),
}
"""`to_ten`: each mark to the nearest ten. `in_tens`: the lighter pile to tens, the other gets the rest."""


def rounding_rule(key: RoundingKey, at: Mapping[Trump, RoundingKey], trump: Trump) -> Rounding | None:
    """The rule at a trump; None where points are marked as they are."""
    found = at.get(trump, key)
    return found if isinstance(found, Rounding) else NAMED.get(found)
