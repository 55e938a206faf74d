"""Turn-up games: the takers must beat the defence, or reach a number (A-9, A-10, B-6, B-8, D3, E-5)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from rebelote.phases.scoring.count import (
    Count,
    Lines,
    if_any,
    sheet,
)
from rebelote.phases.scoring.rounding import marked, rounded_pile
from rebelote.results import DealScore, Result, ScoreLine
from rebelote.ruleset import (
    TakeScoring,
)
from rebelote.table import Side


def score_take(count: Count, scoring: TakeScoring, pending: int) -> DealScore:
    """A deal of a turn-up game; `pending` are the points held over from a tie."""
    result = _take_result(count, scoring)
    held = pending if scoring.test == "more_than_defence" else 0
    lines = [*_take_lines(count, scoring, result), *_held_lines(count, scoring, result, held)]
    hangs = result == "tie" and scoring.tie == "hangs"
    holds = _take_total(count, scoring, count.takers) if hangs else 0
    if hangs:
        lines.append(ScoreLine(scoring.cites.tie, None, holds, "litige_held"))
    rule = scoring.rounding_rule(count.contract.trump)
    lines = marked(rule, lines, scoring.cites.rounding, count.sides, count.takers)
    return sheet(count.rules, result, lines, holds)


def _take_result(count: Count, scoring: TakeScoring) -> Result:
    if count.has_all_tricks(count.takers):
        return "made"
    reached = _take_tested(count, scoring, count.takers)
    if scoring.test == "at_least":
        return "made" if reached >= _take_needed(count, scoring) else "failed"
    against = _take_tested(count, scoring, count.defence)
    if reached == against:
        return _TIED[scoring.tie]
    return "made" if reached > against else "failed"


_TIED: Final[Mapping[str, Result]] = {"hangs": "tie", "half": "tie", "falls": "failed", "takers": "made"}


def _take_needed(count: Count, scoring: TakeScoring) -> int:
    announced = any(count.belotes(side) for side in count.sides)
    return scoring.needed_with_belote if announced else scoring.needed


def _take_tested(count: Count, scoring: TakeScoring, side: Side) -> Fraction | int:
    pile = scoring.capot if count.has_all_tricks(side) else count.exact_pile(side)
    belote = count.belote_towards_contract(side)
    return pile + belote + (count.declarations(side) if scoring.tests_declarations else 0)


def _take_total(count: Count, scoring: TakeScoring, side: Side) -> int:
    pile = scoring.capot if count.has_all_tricks(side) else count.pile(side)
    return pile + count.belote(side) + count.declarations(side)


def _take_lines(count: Count, scoring: TakeScoring, result: Result) -> Lines:
    takers, defence, cites = count.takers, count.defence, scoring.cites
    match result:
        case "made":
            piles = [
                line for side in (takers, defence) for line in _take_pile(count, scoring, side, cites.made)
            ]
            return [ScoreLine(cites.made, takers, 0, "made"), *piles, *_made_bonuses(count, scoring)]
        case "failed":
            return [*_failed_lines(count, scoring), *_failed_bonuses(count, scoring)]
        case _:
            pile = _take_pile(count, scoring, defence, cites.tie)
            return [ScoreLine(cites.tie, takers, 0, "tie"), *pile, *_own_bonuses(count, scoring, defence)]


def _take_pile(count: Count, scoring: TakeScoring, side: Side, clause: str) -> Lines:
    cites = scoring.cites
    if count.has_all_tricks(side):
        return [ScoreLine(cites.capot, side, scoring.capot, "capot")]
    rule = scoring.rounding_rule(count.contract.trump)
    return rounded_pile(rule, count, side, mark=clause, last_trick=cites.last_trick, rounding=cites.rounding)


def _own_bonuses(count: Count, scoring: TakeScoring, side: Side) -> Lines:
    return [
        *_belote_line(count, scoring, side),
        *if_any(scoring.cites.declarations, side, count.declarations(side), "declarations"),
    ]


def _belote_line(count: Count, scoring: TakeScoring, side: Side) -> Lines:
    return if_any(scoring.cites.belote, side, count.belote(side), "belote")


def _made_bonuses(count: Count, scoring: TakeScoring) -> Lines:
    takers, defence = count.takers, count.defence
    own = _own_bonuses(count, scoring, takers)
    if not (count.has_all_tricks(takers) and scoring.capot_declarations == "takers"):
        return [*own, *_own_bonuses(count, scoring, defence)]
    taken = if_any(scoring.cites.made, takers, count.declarations(defence), "declarations_taken")
    return [*own, *taken, *_belote_line(count, scoring, defence)]


def _failed_lines(count: Count, scoring: TakeScoring) -> Lines:
    cites, defence = scoring.cites, count.defence
    figure = ScoreLine(cites.failed, defence, scoring.failed, "failed")
    if count.has_all_tricks(defence) and scoring.failed_capot != scoring.failed:
        figure = ScoreLine(cites.capot, defence, scoring.failed_capot, "capot")
    return [ScoreLine(cites.failed, count.takers, 0, "failed"), figure]


def _failed_bonuses(count: Count, scoring: TakeScoring) -> Lines:
    declared = count.declarations(count.takers)
    changed_hands = scoring.failed_declarations == "defence"
    lost = ScoreLine(scoring.cites.failed, count.takers, 0, "declarations_lost")
    taken = ScoreLine(scoring.cites.failed, count.defence, declared, "declarations_taken")
    return [
        *_belote_line(count, scoring, count.takers),
        *_own_bonuses(count, scoring, count.defence),
        *([taken if changed_hands else lost] if declared else []),
    ]


def _held_lines(count: Count, scoring: TakeScoring, result: Result, held: int) -> Lines:
    """Held points go to the winner of this deal; a tie again gives them to its defence (A-10.1c)."""
    winner = count.takers if result == "made" else count.defence
    return if_any(scoring.cites.tie, winner, held, "litige_won")
