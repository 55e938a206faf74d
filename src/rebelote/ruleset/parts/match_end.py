"""When a match is over."""

from __future__ import annotations

from typing import Literal

from rebelote.ruleset.parts.part import Part


class Target(Part, frozen=True, kw_only=True, tag="target", tag_field="kind"):
    """First side at the target. `points_per_mark` is 10 where the sheet is kept in tens.

    equal: as many for both at the target: one more deal, or the takers of the last one have won.
    stops: a match ends after a deal, or with the trick that gives a side enough (BE-6).
    capot_ends: may a deal end the match in which a side took every trick? hanging_holds: does the match go on
    while points hang?
    """

    target: int
    both: Literal["more_points", "takers"]
    equal: Literal["one_more_deal", "takers"] = "one_more_deal"
    stops: Literal["after_deal", "in_deal"] = "after_deal"
    capot_ends: bool = True
    hanging_holds: bool = False
    belote_needs_a_trick: bool = False
    points_per_mark: int = 1
    stake: int | float = 0


class LastStep(Part, frozen=True, kw_only=True, tag="last_step", tag_field="kind"):
    """Over when the staircase is back at one card; the fewest points lost win, shared if equal."""


class Deals(Part, frozen=True, kw_only=True, tag="deals", tag_field="kind"):
    """Over after so many deals that were played; the most points win, shared if equal."""

    deals: int


MatchEnd = Target | LastStep | Deals
"""When a match is over."""
