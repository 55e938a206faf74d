"""Turn-up games: the takers must beat the defence, or reach a number (A-9, A-10, B-6, B-8, D3, E-5)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Final

import msgspec

from rebelote.phases.scoring.count import (
    Count,
    Lines,
    half_up,
    if_any,
    sheet,
    sum_of,
)
from rebelote.phases.scoring.rounding import marked, nearest, rounded_pile
from rebelote.results import DealScore, Result, ScoreLine, Tally
from rebelote.ruleset import (
    TakeScoring,
)
from rebelote.table import Side


def score_take(count: Count, scoring: TakeScoring, pending: int) -> DealScore:
    """A deal in which somebody took; `pending` are the points held over from a tie."""
    result = _take_result(count, scoring)
    held = pending if _ties_hang(scoring) else 0
    rule = scoring.rounding_rule(count.contract.trump)
    in_marks = rule is not None and rule.per_mark > 1  # what is held is in the units of the sheet
    lines = _deal_lines(count, scoring, result)
    if in_marks:
        lines = marked(rule, lines, scoring.cites.rounding, count.sides, count.takers)
    lines = _multiplied(count, scoring, lines)
    holds = _hanging(count, scoring, lines, held) if result == "tie" and scoring.tie == "hangs" else 0
    lines += _held_lines(count, scoring, result, held)
    if holds:
        lines.append(ScoreLine(scoring.cites.tie, None, holds, "litige_held"))
    if not in_marks:
        lines = marked(rule, lines, scoring.cites.rounding, count.sides, count.takers)
    return sheet(count.rules, result, lines, holds)


def _ties_hang(scoring: TakeScoring) -> bool:
    """Can points hang here at all? A test by a number knows no tie."""
    return scoring.test == "more_than_defence" and scoring.tie == "hangs"


def _takes_whole(count: Count, scoring: TakeScoring) -> bool:
    """Contred, does the side with more take the whole deal?"""
    return bool(count.contract.contre) and scoring.contred == "whole"


def _hanging(count: Count, scoring: TakeScoring, lines: Lines, held: int) -> int:
    """What a tie leaves: what the deal is worth less what the defence marks of it; and what hangs on."""
    rule, factor = scoring.rounding_rule(count.contract.trump), _factor(count, scoring)
    before = held if scoring.hung_again == "hangs" else 0
    if rule is not None and rule.per_mark > 1:
        whole = nearest(rule, _whole(count, scoring)) // rule.per_mark
        return before + whole * factor - sum_of(lines, count.defence)
    takers_only = not _takes_whole(count, scoring)
    total = _take_total(count, scoring, count.takers) if takers_only else _whole(count, scoring)
    return before + total * factor


def _whole(count: Count, scoring: TakeScoring) -> int:
    """All that a deal is worth."""
    return sum(_take_total(count, scoring, side) for side in count.sides)


def _factor(count: Count, scoring: TakeScoring) -> int:
    """By how much marks are multiplied: by the trump, and by a contre."""
    contract = count.contract
    return scoring.mark_factor.get(contract.trump, 1) * count.rules.contre_factor(contract.contre)


def _multiplied(count: Count, scoring: TakeScoring, lines: Lines) -> Lines:
    """The lines, and what the factors add to each side's."""
    contract, cites, added = count.contract, scoring.cites, list(lines)
    by_trump = scoring.mark_factor.get(contract.trump, 1)
    for factor, clause, label in (
        (by_trump, cites.factor, "factor"),
        (count.rules.contre_factor(contract.contre), cites.contre, _contre_label(count)),
    ):
        for side in count.sides:
            own = [line for line in added if not (label != "factor" and _is_plain(scoring, line))]
            added += if_any(clause, side, sum_of(own, side) * (factor - 1), label)
    return added


def _is_plain(scoring: TakeScoring, line: ScoreLine) -> bool:
    return line.label == "capot_bonus" and scoring.contred_capot == "plain"


def _contre_label(count: Count) -> str:
    return count.rules.words.contre if count.contract.contre == 1 else "surcontre"


def _take_result(count: Count, scoring: TakeScoring) -> Result:
    every_trick_makes = scoring.capot > 0 or scoring.capot_bonus > 0
    if every_trick_makes and count.has_all_tricks(count.takers):
        return "made"
    reached = _take_tested(count, scoring, count.takers)
    if scoring.test == "at_least":
        return "made" if reached >= _take_needed(count, scoring) else "failed"
    against = _take_tested(count, scoring, count.defence)
    if reached == against:
        return _TIED[scoring.tie]
    return "made" if reached > against else "failed"


def take_tally(count: Count, scoring: TakeScoring) -> Tally:
    """What the takers had to reach: a number, or more than half of what both have."""
    exact = {side: _take_tested(count, scoring, side) for side in count.sides}
    half = sum(exact.values(), Fraction(0)) / 2
    more = ceil(half) if _TIED[scoring.tie] == "made" else floor(half) + 1
    needed = _take_needed(count, scoring) if scoring.test == "at_least" else more
    reached = {side: half_up(points) for side, points in exact.items()}
    return Tally(unit="points", reached=reached, needed=needed)


_TIED: Final[Mapping[str, Result]] = {"hangs": "tie", "half": "tie", "falls": "failed", "takers": "made"}


def _take_needed(count: Count, scoring: TakeScoring) -> int:
    announced = any(count.belotes(side) for side in count.sides)
    return scoring.needed + (scoring.belote_raises if announced else 0)


def _take_tested(count: Count, scoring: TakeScoring, side: Side) -> Fraction | int:
    belote = count.belote_towards_contract(side)
    declared = count.declarations(side) if scoring.tests_declarations else 0
    return _tricks(count, scoring, side, count.exact_pile(side)) + belote + declared


def _take_total(count: Count, scoring: TakeScoring, side: Side) -> int:
    points = _tricks(count, scoring, side, count.pile(side))
    return half_up(points) + count.belote(side) + count.declarations(side)


def _tricks(count: Count, scoring: TakeScoring, side: Side, pile: Fraction | int) -> Fraction | int:
    """What a side's tricks come to, every one of them taken or not."""
    if count.has_all_tricks(side) and scoring.capot:
        return scoring.capot
    bonus = scoring.capot_bonus if count.has_all_tricks(side) else 0
    return pile * scoring.tricks_factor.get(count.contract.trump, 1) + bonus


def _deal_lines(count: Count, scoring: TakeScoring, result: Result) -> Lines:
    """What the deal brings each side, held points and factors apart."""
    if result == "tie" and _takes_whole(count, scoring):
        return [ScoreLine(scoring.cites.tie, count.takers, 0, "tie")]
    if result == "failed" and (scoring.failed == "all" or _takes_whole(count, scoring)):
        return _whole_lines(count, scoring, count.defence, scoring.cites.failed, "failed")
    if result == "made" and _takes_whole(count, scoring):
        return _whole_lines(count, scoring, count.takers, scoring.cites.made, "made")
    return _take_lines(count, scoring, result)


def _whole_lines(count: Count, scoring: TakeScoring, winner: Side, clause: str, label: str) -> Lines:
    """All the points of the deal to one side, but for a belote that stays its owner's."""
    keeps = scoring.failed_belote == "own"
    lines = [ScoreLine(clause, count.takers, 0, label)]
    for side in (count.takers, count.defence):
        everything = [*_take_pile(count, scoring, side, clause), *_own_bonuses(count, scoring, side)]
        lines += [
            line if keeps and line.label == "belote" else msgspec.structs.replace(line, side=winner)
            for line in everything
        ]
    return [line for line in lines if line.points or line.label == label]


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
    if count.has_all_tricks(side) and scoring.capot:
        return [ScoreLine(cites.capot, side, scoring.capot, "capot")]
    rule = scoring.rounding_rule(count.contract.trump)
    pile = rounded_pile(rule, count, side, mark=clause, last_trick=cites.last_trick, rounding=cites.rounding)
    more = scoring.tricks_factor.get(count.contract.trump, 1) - 1
    bonus = scoring.capot_bonus if count.has_all_tricks(side) else 0
    return [
        *pile,
        *if_any(cites.factor, side, more * sum_of(pile, side), "factor"),
        *if_any(cites.capot, side, bonus, "capot_bonus"),
    ]


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
    assert isinstance(scoring.failed, int)
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
    if result == "tie" and scoring.hung_again == "hangs":
        return []
    winner = count.takers if result == "made" else count.defence
    return if_any(scoring.cites.tie, winner, held, "litige_won")
