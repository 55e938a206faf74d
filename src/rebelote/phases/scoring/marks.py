"""Tricks turned into marks, which are compared (BA-5)."""

from __future__ import annotations

from rebelote.phases.scoring.count import Count, Lines, if_any, sheet
from rebelote.phases.scoring.rounding import rounded
from rebelote.results import DealScore, Result, ScoreLine
from rebelote.ruleset import MarkScoring, Rounding, Target
from rebelote.table import Side


def score_marks(count: Count, scoring: MarkScoring) -> DealScore:
    """A deal of a game in which marks decide, then exact points."""
    winner = _winner(count, scoring)
    result: Result = "made" if winner == count.takers else "failed"
    clause = scoring.cites.made if result == "made" else scoring.cites.failed
    lines = [ScoreLine(clause, count.takers, 0, result), *_paid(count, scoring, winner)]
    for side in count.sides:
        lines += if_any(scoring.cites.belote, side, count.belote(side), "belote")
    return sheet(count.rules, result, lines)


def _rule(count: Count, scoring: MarkScoring) -> Rounding:
    rule = scoring.rounding_rule(count.contract.trump)
    assert rule is not None
    return rule


def _tricks(count: Count, scoring: MarkScoring, side: Side) -> int:
    """The marks of a side's cards and last trick (BA-5.1)."""
    rule = _rule(count, scoring)
    points = {each: count.pile(each) for each in count.sides}
    return rounded(rule, points, count.takers)[side] // rule.per_mark


def _own(count: Count, side: Side) -> int:
    return count.declarations(side) + count.belote(side)


def _winner(count: Count, scoring: MarkScoring) -> Side:
    takers, defence = count.takers, count.defence
    for side in count.sides:
        if count.has_all_tricks(side):
            return side
    marks = {side: _tricks(count, scoring, side) + _own(count, side) for side in count.sides}
    if marks[takers] != marks[defence]:
        return max(marks, key=lambda side: marks[side])
    per_mark = _rule(count, scoring).per_mark
    exact = {side: count.pile(side) + per_mark * _own(count, side) for side in count.sides}
    if exact[takers] != exact[defence]:
        return max(exact, key=lambda side: exact[side])
    return takers if count.contract.contre or scoring.tie == "takers" else defence


def _paid(count: Count, scoring: MarkScoring, winner: Side) -> Lines:
    cites, contract, loser = scoring.cites, count.contract, count.rules.table.opponent(winner)
    if count.rules.contre_wins_match(contract.contre):
        return [ScoreLine(cites.contre, winner, _target(count), "match_won")]
    own, both = count.declarations(winner), count.declarations(winner) + count.declarations(loser)
    factor = count.rules.contre_factor(contract.contre)
    if count.has_all_tricks(winner):
        capot = scoring.capot_at.get(contract.trump, scoring.capot)
        multiplied = factor > 1 and scoring.capot_contred
        lines = [ScoreLine(cites.capot, winner, capot, "capot")]
        lines += if_any(cites.declarations, winner, own, "declarations")
        return _contred(count, scoring, winner, lines, capot, own) if multiplied else lines
    if factor == 1 and winner == count.takers:
        return [line for side in (winner, loser) for line in _each_its_own(count, scoring, side)]
    whole = sum(_tricks(count, scoring, side) for side in count.sides)
    lines = [ScoreLine(cites.failed, winner, whole, "points_taken")]
    lines += if_any(cites.declarations, winner, both, "declarations")
    return lines if factor == 1 else _contred(count, scoring, winner, lines, whole, both)


def _contred(
    count: Count, scoring: MarkScoring, winner: Side, lines: Lines, tricks: int, declared: int
) -> Lines:
    """What a contre adds: the tricks so many times, declarations by a figure of their own (BA-5.3)."""
    factor = count.rules.contre_factor(count.contract.contre)
    more = tricks * (factor - 1) + declared * (scoring.declarations_contred - 1)
    label = count.rules.words.contre if count.contract.contre == 1 else "surcontre"
    return [*lines, ScoreLine(scoring.cites.contre, winner, more, label)]


def _each_its_own(count: Count, scoring: MarkScoring, side: Side) -> Lines:
    marks, cites = _tricks(count, scoring, side), scoring.cites
    return [
        *if_any(cites.rounding, side, marks, "tens"),
        *if_any(cites.declarations, side, count.declarations(side), "declarations"),
    ]


def _target(count: Count) -> int:
    end = count.rules.match_end
    assert isinstance(end, Target)
    return end.target
