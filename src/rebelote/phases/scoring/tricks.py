"""Tricks, points without a taker, and guesses: D1, D2, D5, D6."""

from __future__ import annotations

from rebelote.phases.scoring.count import (
    Count,
    Lines,
    cite,
    if_any,
    pile_lines,
    sheet,
)
from rebelote.results import DealScore, DealSummary, Result, ScoreLine, Tally
from rebelote.ruleset import (
    GapScoring,
    PointScoring,
    Ruleset,
    TrickScoring,
)
from rebelote.table import Side

# Tricks: D1, D2, D6


def score_tricks(count: Count, scoring: TrickScoring) -> DealScore:
    """A deal in which tricks are counted."""
    if count.contract.side is None:
        return sheet(count.rules, "none", _most_tricks(count, scoring))
    result = _tricks_result(count, scoring)
    winner = count.takers if result == "made" else count.defence
    if count.contract.value == "capot":
        lines = [_trick_capot(scoring, winner, result)]
    else:
        lines = [_trick_bid(scoring, winner, result), *_all_tricks_bonus(count, scoring, winner)]
    if result == "failed":
        lines.append(ScoreLine(cite(scoring), count.takers, 0, "bid_failed"))
    return sheet(count.rules, result, lines + _coinche_bonus(count, scoring, winner))


def _tricks_result(count: Count, scoring: TrickScoring) -> Result:
    value, takers = count.contract.value, count.takers
    if not isinstance(value, int):
        return "made" if count.has_all_tricks(takers) else "failed"
    return "made" if _reached(count, scoring, takers) >= value else "failed"


def _reached(count: Count, scoring: TrickScoring, side: Side) -> int:
    return _counted_tricks(count, scoring, side) + count.belote_towards_contract(side)


def trick_tally(count: Count, scoring: TrickScoring) -> Tally:
    """What was reached, and what the takers needed: the tricks that they called, or every one."""
    contract = count.contract
    if isinstance(contract.value, str):
        tricks = {side: count.tricks(side) for side in count.sides}
        return Tally(unit="tricks", reached=tricks, needed=count.rules.tricks)
    if contract.value is None:
        counted = {side: _counted_tricks(count, scoring, side) for side in count.sides}
        return Tally(unit="tricks", reached=counted)
    reached = {side: _reached(count, scoring, side) for side in count.sides}
    return Tally(unit="tricks", reached=reached, needed=contract.value)


def _counted_tricks(count: Count, scoring: TrickScoring, side: Side) -> int:
    return count.tricks(side) + (scoring.last_counts - 1 if side == count.summary.last else 0)


def _most_tricks(count: Count, scoring: TrickScoring) -> Lines:
    counted = {side: _counted_tricks(count, scoring, side) for side in count.sides}
    leaders = [side for side in count.sides if counted[side] == max(counted.values())]
    if len(leaders) > 1:
        return []
    won = ScoreLine(cite(scoring), leaders[0], scoring.win, "most_tricks")
    return [won, *_all_tricks_bonus(count, scoring, leaders[0])]


def _trick_bid(scoring: TrickScoring, winner: Side, result: Result) -> ScoreLine:
    return ScoreLine(cite(scoring), winner, scoring.win, f"bid_{result}")


def _trick_capot(scoring: TrickScoring, winner: Side, result: Result) -> ScoreLine:
    clause = cite(scoring, "capot")
    if result == "made":
        return ScoreLine(clause, winner, scoring.capot_called, "bonus_capot_called")
    return ScoreLine(clause, winner, scoring.capot_missed, "capot_missed")


def _all_tricks_bonus(count: Count, scoring: TrickScoring, winner: Side) -> Lines:
    bonus = scoring.all_tricks if count.has_all_tricks(winner) else 0
    return if_any(cite(scoring, "capot"), winner, bonus, "bonus_all_tricks")


def _coinche_bonus(count: Count, scoring: TrickScoring, winner: Side) -> Lines:
    bonus = scoring.contre * count.contract.contre
    return if_any(cite(scoring, "coinche"), winner, bonus, "bonus_coinche")


# Nobody takes: D6 with points and a drawn trump; D5


def score_points(count: Count, scoring: PointScoring) -> DealScore:
    """A deal in which each side scores its points and nobody has called."""
    clause = cite(scoring)
    belote = cite(count.rules.belote) if count.rules.belote else clause
    lines = [
        line
        for side in count.sides
        for line in (
            *_points_of_pile(count, scoring, side),
            *if_any(belote, side, count.belote(side), "belote"),
            *if_any(clause, side, count.declarations(side), "declarations"),
        )
    ]
    return sheet(count.rules, "none", lines)


def _points_of_pile(count: Count, scoring: PointScoring, side: Side) -> Lines:
    clause = cite(scoring)
    if scoring.capot and count.has_all_tricks(side):
        return [ScoreLine(clause, side, scoring.capot, "capot")]
    return pile_lines(count, side, clause, clause, clause)


def point_tally(count: Count) -> Tally:
    """What each side reached, where nobody needed anything."""
    return Tally(unit="points", reached={side: count.pile(side) + count.belote(side) for side in count.sides})


def score_gaps(rules: Ruleset, scoring: GapScoring, summary: DealSummary) -> DealScore:
    """A deal of escalier: a point lost for each trick off the guess."""
    gaps = {side: abs(summary.bids.get(side, 0) - summary.tricks.get(side, 0)) for side in rules.table.sides}
    clause = cite(scoring)
    lines = [ScoreLine(clause, side, -scoring.each * gap, "gap") for side, gap in gaps.items()]
    return sheet(rules, "none", lines)
