"""Auctions in points: C-7, C-9, D4, D6."""

from __future__ import annotations

from rebelote.phases.scoring.count import (
    Count,
    Lines,
    if_any,
    sheet,
)
from rebelote.phases.scoring.rounding import marked, rounded_pile
from rebelote.results import DealScore, Result, ScoreLine
from rebelote.ruleset import (
    ContractScoring,
    Figure,
)
from rebelote.table import Side


def score_contract(count: Count, scoring: ContractScoring) -> DealScore:
    """A deal of a points auction, by the ruleset's way of scoring."""
    result = _contract_result(count)
    paid = _made_contract(count, scoring) if result == "made" else _failed_contract(count, scoring)
    headline = ScoreLine(scoring.cites.test, count.takers, 0, result)
    lines = [headline, *paid, *_contract_belotes(count, scoring, result)]
    rule = scoring.rounding_rule(count.contract.trump)
    lines = marked(rule, lines, scoring.cites.rounding, count.sides, count.takers)
    return sheet(count.rules, result, lines)


def _contract_result(count: Count) -> Result:
    """Every trick makes any call, and a called capot is made by nothing else (C-7, D4-capot)."""
    value, takers = count.contract.value, count.takers
    if count.has_all_tricks(takers):
        return "made"
    reached = count.exact_pile(takers) + count.belote_towards_contract(takers)
    return "made" if isinstance(value, int) and reached >= value else "failed"


def _made_contract(count: Count, scoring: ContractScoring) -> Lines:
    takers, value = count.takers, count.contract.value
    if not isinstance(value, int):
        return _called_capot(count, scoring, takers, scoring.capot_called, "capot_called")
    capot = count.has_all_tricks(takers)
    if count.contract.contre:
        figure = scoring.capot_uncalled if capot else scoring.doubled
        return _contred_lines(count, scoring, takers, figure, value)
    if capot:
        cited = scoring.cites.capot
        return _figure_lines(scoring, takers, scoring.capot_uncalled, value, cited, "capot")
    return _made_points(count, scoring, value)


def _made_points(count: Count, scoring: ContractScoring, value: int) -> Lines:
    call = ScoreLine(scoring.cites.mark, count.takers, value, "contract")
    match scoring.made:
        case "points":
            return _contract_piles(count, scoring)
        case "contract":
            return [call]
        case "points_and_contract":
            return [*_contract_piles(count, scoring), call]


def _contract_piles(count: Count, scoring: ContractScoring) -> Lines:
    cites, rule = scoring.cites, scoring.rounding_rule(count.contract.trump)
    return [
        line
        for side in (count.takers, count.defence)
        for line in rounded_pile(
            rule,
            count,
            side,
            mark=cites.mark,
            last_trick=cites.last_trick,
            rounding=cites.rounding,
            scaled=cites.tout_atout,
        )
    ]


def _failed_contract(count: Count, scoring: ContractScoring) -> Lines:
    defence, value, cites = count.defence, count.contract.value, scoring.cites
    if not isinstance(value, int):
        return _called_capot(count, scoring, defence, scoring.capot_missed, "capot_missed")
    if count.contract.contre:
        return _contred_lines(count, scoring, defence, scoring.failed, value)
    if count.has_all_tricks(defence) and scoring.defence_capot != scoring.failed:
        figure = scoring.defence_capot
        return _figure_lines(scoring, defence, figure, value, cites.capot, "capot")
    return _figure_lines(scoring, defence, scoring.failed, value, cites.mark, "failed")


def _called_capot(count: Count, scoring: ContractScoring, winner: Side, uncontred: int, label: str) -> Lines:
    """Contred, a called capot is worth its call so many times, made or missed; or adds its value again."""
    factor, contred = scoring.factor(count.contract.contre), scoring.contred
    if contred.multiplies == "contract":
        points = uncontred + contred.capot * (factor - 1)
    else:
        points = scoring.capot_called * factor if factor > 1 else uncontred
    return [ScoreLine(scoring.cites.capot, winner, points, label)]


def _contred_lines(count: Count, scoring: ContractScoring, winner: Side, figure: Figure, value: int) -> Lines:
    """One figure for both ends, multiplied; or what was played for (`figure`), and the value multiplied."""
    factor, cited = scoring.factor(count.contract.contre), scoring.cites.contre
    label = count.rules.words.contre if count.contract.contre == 1 else "surcontre"
    if scoring.contred.multiplies == "contract":
        played_for = ScoreLine(scoring.cites.mark, winner, figure.base, "points_taken")
        return [played_for, ScoreLine(cited, winner, value * factor, label)]
    doubled = scoring.doubled
    worth = doubled.base + (value if doubled.plus_contract else 0)
    return [ScoreLine(cited, winner, worth * factor, label)]


def _figure_lines(
    scoring: ContractScoring,
    winner: Side,
    figure: Figure,
    value: int,
    clause: str,
    label: str,
) -> Lines:
    call = ScoreLine(scoring.cites.mark, winner, value, "contract")
    return [ScoreLine(clause, winner, figure.base, label), *([call] if figure.plus_contract else [])]


def _contract_belotes(count: Count, scoring: ContractScoring, result: Result) -> Lines:
    """C-7's table: who marks which belote."""
    if not scoring.marks_belote:
        return []
    takers, defence, clause = count.takers, count.defence, scoring.cites.belote
    if count.contract.contre and scoring.contred.takes_belotes:
        winner, both = takers if result == "made" else defence, count.belote(takers) + count.belote(defence)
        return if_any(clause, winner, both, "belote")
    taken = result == "failed" and _defence_takes_belote(count, scoring)
    owner, label = (defence, "belote_taken") if taken else (takers, "belote")
    return [
        *if_any(clause, owner, count.belote(takers), label),
        *if_any(clause, defence, count.belote(defence), "belote"),
    ]


def _defence_takes_belote(count: Count, scoring: ContractScoring) -> bool:
    match scoring.failed_belote:
        case "own":
            return False
        case "defence":
            return True
        case "defence_unless_no_trick":
            return count.contract.value == "capot" or count.tricks(count.takers) > 0
