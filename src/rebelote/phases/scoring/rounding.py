"""Points rounded for the sheet (A-10.2, B-6.2, C-7-round), as a ruleset's rule says."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rebelote.phases.scoring.count import Count, Lines, if_any, pile_lines, sum_of
from rebelote.results import ScoreLine
from rebelote.ruleset import Rounding
from rebelote.table import Side

Points = Mapping[Side, int]


def rounded(rule: Rounding, points: Points, takers: Side | None) -> dict[Side, int]:
    """What two sides' points are written as, still in points. `takers` may be None where no rule asks."""
    counted = _counted(rule, points, takers)
    if counted is not None:
        own = nearest(rule, points[counted])
        rest = sum(points.values()) // rule.to * rule.to - own
        return {side: own if side == counted else rest for side in points}
    each = {side: nearest(rule, number) for side, number in points.items()}
    return _paired(rule, points, takers) if _is_uneven_pair(rule, points, each) else each


def nearest(rule: Rounding, points: int) -> int:
    """One number, by itself."""
    rest = points % rule.to
    if rest == rule.keeps:
        return points
    return points - rest + (rule.to if rest >= rule.up_from else 0)


def _counted(rule: Rounding, points: Points, takers: Side | None) -> Side | None:
    """The side whose points are rounded while the other gets the rest; None where both are."""
    match rule.counted_side:
        case "both":
            return None
        case "lighter":
            return min(points, key=lambda side: (points[side], side != takers))
        case "takers":
            return takers
        case "defence":
            return next(side for side in points if side != takers)


def _is_uneven_pair(rule: Rounding, points: Points, each: Points) -> bool:
    """Have both the same rest, so that both go up or both down, and does that miss the whole?"""
    same_rest = len({number % rule.to for number in points.values()}) == 1
    whole = nearest(rule, sum(points.values()))
    return rule.pair != "each" and same_rest and sum(each.values()) != whole


def _paired(rule: Rounding, points: Points, takers: Side | None) -> dict[Side, int]:
    """One side up, the other down."""
    up = _goes_up(rule, points, takers)
    return {side: number // rule.to * rule.to + rule.to * (side == up) for side, number in points.items()}


def _goes_up(rule: Rounding, points: Points, takers: Side | None) -> Side | None:
    if rule.pair == "takers" or len(set(points.values())) == 1:
        return takers
    choose = max if rule.pair == "higher" else min
    return choose(points, key=lambda side: points[side])


def rounded_pile(
    rule: Rounding | None,
    count: Count,
    side: Side,
    *,
    mark: str,
    last_trick: str,
    rounding: str,
    scaled: str = "",
) -> Lines:
    """The lines of a side's tricks; rounded where the rule is about tricks, in one line if in other units."""
    exact = pile_lines(count, side, mark, last_trick, scaled)
    if rule is None or rule.of != "tricks":
        return exact
    points = rounded(rule, {each: count.pile(each) for each in count.sides}, count.takers)[side]
    if rule.per_mark > 1:
        return [ScoreLine(rounding, side, points, "tens")]
    return [*exact, *if_any(rounding, side, points - count.pile(side), "rounding")]


def marked(rule: Rounding | None, lines: Lines, clause: str, sides: tuple[Side, ...], takers: Side) -> Lines:
    """The lines as they stand on the sheet: in its units, with what rounding adds or takes."""
    if rule is None:
        return lines
    totals = {side: sum_of(lines, side) for side in sides}
    wanted = rounded(rule, totals, takers) if rule.of == "mark" else totals
    return in_marks(rule, lines, wanted, clause)


def in_marks(rule: Rounding, lines: Lines, wanted: Points, clause: str) -> Lines:
    """Each line in the units of the sheet, and a line for what is missing from the points wanted."""
    written = [_per_mark(rule, line) if line.side else line for line in lines]
    missing = {side: points // rule.per_mark - sum_of(written, side) for side, points in wanted.items()}
    return written + [
        line for side, points in missing.items() for line in if_any(clause, side, points, "rounding")
    ]


def _per_mark(rule: Rounding, line: ScoreLine) -> ScoreLine:
    return msgspec.structs.replace(line, points=line.points // rule.per_mark)
