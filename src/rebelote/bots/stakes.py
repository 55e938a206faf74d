"""What a deal is played for: raw points, or what its mark does for the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import erf, sqrt
from typing import Final

import msgspec

from rebelote.cards import Trump
from rebelote.ruleset import ContractScoring, GapScoring, PointScoring, Ruleset, TakeScoring, Target
from rebelote.situation import Situation
from rebelote.solver import Outcomes, PlaySpec, Sheet
from rebelote.table import Side

Payoff = tuple[list[float], float, float]
"""What a side gains by its points, with every trick, and with none."""
Gain = Callable[[int, int], float]
"""What it does for one to mark so much, and the others so much."""


def raw_points(spec: PlaySpec, length: int) -> Payoff:
    """Points count as they fall, and a capot no more than its cards."""
    whole = spec.whole(length)
    return [float(points) for points in range(whole + 1)], float(whole), 0.0


class Scorer:
    """The scorer's answers for the contracts of one ruleset, remembered: it takes its time."""

    def __init__(self) -> None:
        self._known: dict[object, tuple[list[Marks], Marks, Marks]] = {}

    def payoff(self, spec: PlaySpec, sheet: Sheet, length: int, side: Side, ours: int, gain: Gain) -> Payoff:
        """What the marks of a deal are worth to a side that has `ours` belotes more than the others."""
        by_points, every_trick, no_trick = self._marks(spec, sheet, length, side, ours)
        return [gain(*marks) for marks in by_points], gain(*every_trick), gain(*no_trick)

    def _marks(
        self, spec: PlaySpec, sheet: Sheet, length: int, side: Side, ours: int
    ) -> tuple[list[Marks], Marks, Marks]:
        sheet = _usual(spec, sheet)
        key = (sheet.contract, sheet.pending, *_sorted(sheet.declarations), *_sorted(sheet.bids))
        found = self._known.get((key, length, side, ours))
        if found is None:
            if len(self._known) > MOST_REMEMBERED:
                self._known.clear()
            found = self._known[key, length, side, ours] = _ask(spec, sheet, length, side, ours)
        return found


Marks = tuple[int, int]
"""One's own side's, and the others'."""
MOST_REMEMBERED: Final = 500


def _usual(spec: PlaySpec, sheet: Sheet) -> Sheet:
    """Which suit is trump, and which of two partners took, makes no difference to the score."""
    contract = sheet.contract
    if contract is None:
        return sheet
    trump = Trump.SPADES if contract.trump.suit is not None else contract.trump
    seat = None if contract.side is None else spec.table.members(contract.side)[0]
    return replace(sheet, contract=msgspec.structs.replace(contract, trump=trump, seat=seat))


def _sorted(marks: Mapping[Side, int]) -> list[tuple[Side, int]]:
    return sorted(marks.items())


def _ask(
    spec: PlaySpec, sheet: Sheet, length: int, side: Side, ours: int
) -> tuple[list[Marks], Marks, Marks]:
    others = [each for each in spec.table.sides if each != side]
    belote = {side: max(ours, 0), others[0]: max(-ours, 0)}
    outcomes = Outcomes(sheet, spec, length, side, belote)

    def marks(score: Mapping[Side, int]) -> Marks:
        return score[side], sum(score[other] for other in others)

    by_points = _filled_in(lambda points: marks(outcomes.score(points)), spec.whole(length))
    return by_points, marks(outcomes.every_trick()), marks(outcomes.no_trick())


def _filled_in(ask: Callable[[int], Marks], most: int) -> list[Marks]:
    """The marks for 0 to `most` points, asked for here and there where that is many.

    Between two answers that differ by little more than the points do, marks rise evenly, roundings apart;
    where they differ by more a contract was made, and it is looked for.
    """
    if most < FEW:
        return [ask(points) for points in range(most + 1)]
    known: dict[int, Marks] = {}

    def at(points: int) -> Marks:
        if points not in known:
            known[points] = ask(points)
        return known[points]

    most_marked = max(*at(0), *at(most))

    def fill(low: int, high: int) -> list[Marks]:
        """From `low` to just below `high`."""
        (ours, theirs), (ours_then, theirs_then) = at(low), at(high)
        width = high - low
        evenly = most_marked * (1.5 * width / most + ROUNDING)
        jumps = max(abs(ours_then - ours), abs(theirs_then - theirs)) > evenly
        if width > 1 and (jumps or width > GRID):
            middle = (low + high) // 2
            return fill(low, middle) + fill(middle, high)
        return [
            (ours + (ours_then - ours) * n // width, theirs + (theirs_then - theirs) * n // width)
            for n in range(width)
        ]

    return [*fill(0, most), at(most)]


FEW: Final = 40
GRID: Final = 12
ROUNDING: Final = 1 / 16


# The match


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
    if not isinstance(end, Target):
        return difference
    race = _Race(end.target / end.points_per_mark, typical_mark(rules))
    us, them = situation.totals[side], situation.totals[other]
    if not race.is_near(us, them):
        return difference
    now, slope = race.chance(us, them), race.slope(us, them)
    return lambda ours, theirs: (race.chance(us + ours, them + theirs) - now) / slope


def own_mark(ours: int, _: int) -> float:
    return float(ours)


def difference(ours: int, theirs: int) -> float:
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


def typical_mark(rules: Ruleset) -> float:
    """What the side that comes out well usually marks."""
    match rules.scoring:
        case TakeScoring(capot=capot):
            return capot / 2
        case ContractScoring(failed=failed, made=made):
            return failed.base * (1.5 if made == "points_and_contract" else 1.0)
        case PointScoring():
            return 100.0
        case _:
            return 1.0
