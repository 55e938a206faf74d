"""What the marks of a deal do for the match."""

from __future__ import annotations

from collections.abc import Callable
from math import erf, sqrt
from typing import Final

from rebelote.card_order import order_at
from rebelote.cards import Trump
from rebelote.ruleset import (
    ContractScoring,
    GapScoring,
    MarkScoring,
    PointScoring,
    Ruleset,
    SoloScoring,
    TakeScoring,
    Target,
)
from rebelote.situation import Situation
from rebelote.table import Side

Gain = Callable[[float, float], float]
"""What it does for one to mark so much, and the others so much."""


def match_gain(situation: Situation, side: Side) -> Gain:
    """What a deal's marks do for the side, in marks.

    In mid-match that is its mark less the other's; once somebody may get home in this deal or the next, the
    change in the chance to win the match, on the same scale.
    """
    rules = situation.rules
    if isinstance(rules.scoring, GapScoring):
        return own_mark
    end = rules.match_end
    other = next(each for each in rules.table.sides if each != side)
    if not isinstance(end, Target) or len(rules.table.sides) > 2:
        return difference
    race = _Race(end.target / end.points_per_mark, typical_mark(rules))
    us, them = situation.totals[side], situation.totals[other]
    if not race.is_near(us, them):
        return difference
    now, slope = race.chance(us, them), race.slope(us, them)
    return lambda ours, theirs: (race.chance(us + ours, them + theirs) - now) / slope


def own_mark(ours: float, _: float) -> float:
    return float(ours)


def difference(ours: float, theirs: float) -> float:
    return float(ours - theirs)


class _Race:
    """Two sides on their way to a target, as one who knows what a deal usually brings may judge it."""

    def __init__(self, target: float, mark: float) -> None:
        self.target = target
        self.mark = mark

    def is_near(self, ours: float, theirs: float) -> bool:
        return max(ours, theirs) + NEAR * self.mark >= self.target

    def chance(self, ours: float, theirs: float) -> float:
        """That we win: 0 or 1 once a side is home alone, or more so than the other."""
        if max(ours, theirs) >= self.target:
            return 0.5 if ours == theirs else float(ours > theirs)
        left = min(self.target - ours, self.target - theirs) / self.mark
        return 0.5 + 0.5 * erf((ours - theirs) / (self.mark * SPREAD * sqrt(left + 0.5)) / sqrt(2))

    def slope(self, ours: float, theirs: float) -> float:
        """What a mark more does for the chance, around here."""
        step = self.mark / 4
        rise = self.chance(ours + step, theirs) - self.chance(ours - step, theirs)
        return max(rise / (2 * step), 0.05 / self.mark)


NEAR: Final = 2.0
"""How many usual deals from home a side must be for the match to count."""
SPREAD: Final = 1.3
"""How widely a deal's difference varies, in usual marks."""


def points_in_a_mark(rules: Ruleset) -> int:
    """How many points of the play one mark of the sheet stands for, at a suit."""
    scoring = rules.scoring
    if not isinstance(scoring, TakeScoring | MarkScoring | ContractScoring):
        return 1
    rule = scoring.rounding_rule(Trump.SPADES)
    return rule.per_mark if rule is not None else 1


def typical_mark(rules: Ruleset) -> float:
    """What the side that comes out well usually marks."""
    return _typical_points(rules) / points_in_a_mark(rules)


def _typical_points(rules: Ruleset) -> float:
    match rules.scoring:
        case TakeScoring(capot=0, mark_factor=factors):
            whole = order_at(rules.card_values, Trump.SPADES).total(rules.pack) + rules.card_values.last_trick
            return whole * 0.75 * (sum(factors.values()) / len(factors) if factors else 1.0)
        case TakeScoring(capot=capot):
            return capot / 2
        case MarkScoring():
            return 130.0
        case ContractScoring(failed=failed, made=made):
            return failed.base * (1.5 if made == "points_and_contract" else 1.0)
        case PointScoring() | SoloScoring():
            return 100.0
        case _:
            return 1.0
