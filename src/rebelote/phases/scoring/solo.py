"""One against the others, each scoring for himself (T3-3)."""

from __future__ import annotations

from rebelote.phases.scoring.count import Count, Lines, if_any, sheet, sum_of
from rebelote.results import DealScore, Result, ScoreLine
from rebelote.ruleset import SoloScoring
from rebelote.table import Side


def score_solo(count: Count, scoring: SoloScoring) -> DealScore:
    """A deal that one player took against all the others."""
    result = _result(count, scoring)
    lines = _made_lines(count, scoring) if result == "made" else _failed_lines(count, scoring)
    return sheet(count.rules, result, lines)


def _others(count: Count) -> list[Side]:
    """In turn after the taker."""
    table = count.rules.table
    (seat,) = table.members(count.takers)
    return [table.side(other) for other in table.after(seat)[:-1]]


def _result(count: Count, scoring: SoloScoring) -> Result:
    """Equal is not enough; every trick always is."""
    if count.has_all_tricks(count.takers):
        return "made"
    totals = {side: _total(count, scoring, side) for side in count.sides}
    against = [totals[side] for side in _others(count)]
    needed = max(against) if scoring.needs == "each" else sum(against)
    return "made" if totals[count.takers] > needed else "failed"


def _total(count: Count, scoring: SoloScoring, side: Side) -> int:
    return sum_of(_own_lines(count, scoring, side), side)


def _own_lines(count: Count, scoring: SoloScoring, side: Side) -> Lines:
    """Tricks, last trick, belote and declarations of one player."""
    cites = scoring.cites
    return [
        *_pile(count, scoring, side),
        *if_any(cites.belote, side, count.belote(side), "belote"),
        *if_any(cites.declarations, side, count.declarations(side), "declarations"),
    ]


def _pile(count: Count, scoring: SoloScoring, side: Side) -> Lines:
    cites = scoring.cites
    if count.has_all_tricks(side):
        return [ScoreLine(cites.capot, side, scoring.capot, "capot")]
    return [
        ScoreLine(cites.made, side, count.cards(side), "cards"),
        *if_any(cites.last_trick, side, count.last_trick(side), "last_trick"),
    ]


def _made_lines(count: Count, scoring: SoloScoring) -> Lines:
    """Each his own; a capot takes the others' declarations."""
    taker = count.takers
    lines = [ScoreLine(scoring.cites.made, taker, 0, "made"), *_own_lines(count, scoring, taker)]
    for side in _others(count):
        own = _own_lines(count, scoring, side)
        if count.has_all_tricks(taker):
            taken = count.declarations(side)
            lines += [line for line in own if line.label != "declarations"]
            lines += if_any(scoring.cites.made, taker, taken, "declarations_taken")
        else:
            lines += own
    return lines


def _failed_lines(count: Count, scoring: SoloScoring) -> Lines:
    """The taker keeps his belote alone."""
    cites, taker = scoring.cites, count.takers
    lines = [
        ScoreLine(cites.failed, taker, 0, "failed"),
        *if_any(cites.belote, taker, count.belote(taker), "belote"),
    ]
    for side in _others(count):
        own = _own_lines(count, scoring, side)
        pile = {line.label for line in _pile(count, scoring, side)}
        lines += [line for line in own if line.label not in pile] if scoring.failed == "split" else own
    return lines + _forfeit(count, scoring)


def _forfeit(count: Count, scoring: SoloScoring) -> Lines:
    """What the others get of the taker's."""
    taker, others = count.takers, _others(count)
    declared = count.declarations(taker)
    match scoring.failed:
        case "split":
            shares = _shared(scoring.failed_points, others)
            label = "failed"
        case "best":
            totals = {side: _total(count, scoring, side) for side in others}
            others = [side for side in others if totals[side] == max(totals.values())]
            shares = _shared(sum_of(_pile(count, scoring, taker), taker), others)
            label = "takers_points"
        case "vanish":
            return []
    lost = _shared(declared, others)
    return [
        line
        for side in others
        for line in (
            *if_any(scoring.cites.failed, side, shares[side], label),
            *if_any(scoring.cites.failed, side, lost[side], "declarations_taken"),
        )
    ]


def _shared(points: int, sides: list[Side]) -> dict[Side, int]:
    """In equal parts; what is left over goes to the first."""
    part, over = divmod(points, len(sides))
    return {side: part + (over if side == sides[0] else 0) for side in sides}
