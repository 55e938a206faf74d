"""Auctions in points: C-7, C-9, D4, D6, and with declarations AN-6, PI-5."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from rebelote.phases.scoring.count import (
    Count,
    Lines,
    half_up,
    if_any,
    sheet,
)
from rebelote.phases.scoring.rounding import marked, rounded_pile
from rebelote.results import DealScore, Result, ScoreLine, Tally
from rebelote.ruleset import (
    Auction,
    ContractScoring,
    Figure,
)
from rebelote.table import Side


def score_contract(count: Count, scoring: ContractScoring) -> DealScore:
    """A deal of a points auction, by the ruleset's way of scoring."""
    result = contract_result(count, scoring)
    paid = _made_contract(count, scoring) if result == "made" else _failed_contract(count, scoring)
    headline = ScoreLine(scoring.cites.test, count.takers, 0, result)
    declared = _contract_declarations(count, scoring, result)
    lines = [headline, *paid, *declared, *_contract_belotes(count, scoring, result)]
    rule = scoring.rounding_rule(count.contract.trump)
    lines = marked(rule, lines, scoring.cites.rounding, count.sides, count.takers)
    return sheet(count.rules, result, lines)


# The test


def contract_result(count: Count, scoring: ContractScoring) -> Result:
    """A slam is made by its tricks alone (C-7, D4-capot, AN-2.3), a number by what the part says counts."""
    match count.contract.value:
        case "capot":
            made = count.has_all_tricks(count.takers)
        case "generale":
            made = count.has_all_tricks(count.takers) and count.summary.alone is True
        case _:
            made = _number_made(count, scoring)
    return "made" if made else "failed"


def _number_made(count: Count, scoring: ContractScoring) -> bool:
    takers = count.takers
    if scoring.every_trick_makes and count.has_all_tricks(takers):
        return True
    if scoring.needs_a_trick and not count.tricks(takers):
        return False
    reached = _tested(count, scoring, takers)
    return reached >= _needed(count, scoring) and (reached > _against(count) or not scoring.more_too)


def _against(count: Count) -> Fraction | int:
    defence = count.defence
    return count.exact_pile(defence) + count.belote(defence) + count.declarations(defence)


def _tested(count: Count, scoring: ContractScoring, side: Side) -> Fraction | int:
    declared = count.declarations(side) if scoring.tests_declarations else 0
    return count.exact_pile(side) + count.belote_towards_contract(side) + declared


def _needed(count: Count, scoring: ContractScoring) -> int:
    choice, value = count.rules.trump_choice, count.contract.value
    is_lowest = isinstance(choice, Auction) and value == choice.lowest
    assert isinstance(value, int)
    return scoring.lowest_needs if is_lowest and scoring.lowest_needs else count.rules.call_points(value)


def contract_tally(count: Count, scoring: ContractScoring) -> Tally:
    """What the takers had to reach: the points that they called, or every trick."""
    if isinstance(count.contract.value, int):
        reached = {side: half_up(_tested(count, scoring, side)) for side in count.sides}
        more = floor(_against(count)) + 1 if scoring.more_too else 0
        return Tally(unit="points", reached=reached, needed=max(more, _needed(count, scoring)))
    tricks = {side: count.tricks(side) for side in count.sides}
    return Tally(unit="tricks", reached=tricks, needed=count.rules.tricks)


# What the contract pays


def _call(count: Count, scoring: ContractScoring) -> int | None:
    """What was called, in points; None for a slam that pays figures of its own."""
    value = count.contract.value
    if isinstance(value, int):
        return count.rules.call_points(value)
    return scoring.capot_as_call or None if value == "capot" else None


def _made_contract(count: Count, scoring: ContractScoring) -> Lines:
    takers, call = count.takers, _call(count, scoring)
    if call is None:
        return _called_slam(count, scoring, takers, "called")
    capot = count.has_all_tricks(takers)
    if count.contract.contre:
        pays_capot = capot and scoring.contred.pays_capot != "neither"
        figure = scoring.capot_uncalled if pays_capot else scoring.doubled
        return _contred_lines(count, scoring, takers, figure, call)
    if capot:
        cited = scoring.cites.capot
        return _figure_lines(scoring, takers, scoring.capot_uncalled, call, cited, "capot")
    return _made_points(count, scoring, call)


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
    defence, call, cites = count.defence, _call(count, scoring), scoring.cites
    if call is None:
        return _called_slam(count, scoring, defence, "missed")
    capot = count.has_all_tricks(defence)
    if count.contract.contre:
        pays_capot = capot and scoring.contred.pays_capot == "either"
        figure = scoring.defence_capot if pays_capot else scoring.failed
        return _contred_lines(count, scoring, defence, figure, call)
    if capot and scoring.defence_capot != scoring.failed:
        figure = scoring.defence_capot
        return _figure_lines(scoring, defence, figure, call, cites.capot, "capot")
    return _figure_lines(scoring, defence, scoring.failed, call, cites.mark, "failed")


def _called_slam(count: Count, scoring: ContractScoring, winner: Side, how: str) -> Lines:
    """Contred, a called slam is worth its figure so many times, made or missed; or adds its value again."""
    factor, contred = count.rules.contre_factor(count.contract.contre), scoring.contred
    called, missed = _slam_figures(count, scoring)
    uncontred = missed if how == "missed" else called
    if contred.multiplies == "contract" and contred.slams == "value":
        points = uncontred + contred.capot * (factor - 1)
    else:
        points = called * factor if factor > 1 else uncontred
    return [ScoreLine(scoring.cites.capot, winner, points, f"{count.contract.value}_{how}")]


def _slam_figures(count: Count, scoring: ContractScoring) -> tuple[int, int]:
    """What it pays made, and missed."""
    if count.contract.value == "generale":
        return scoring.generale, scoring.generale
    return scoring.capot_called, scoring.capot_missed


def _contred_lines(count: Count, scoring: ContractScoring, winner: Side, figure: Figure, value: int) -> Lines:
    """One figure for both ends, multiplied; or what was played for (`figure`), and the value multiplied."""
    factor, cited = count.rules.contre_factor(count.contract.contre), scoring.cites.contre
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


# Declarations and belotes


def _contract_declarations(count: Count, scoring: ContractScoring, result: Result) -> Lines:
    """Each side marks its own, but for what the winner takes."""
    takers, defence = count.takers, count.defence
    if result == "made":
        swept = count.has_all_tricks(takers) and scoring.capot_declarations == "takers"
        marks_theirs = takers if count.contract.contre or swept else defence
        return [*_declared(count, scoring, takers, takers), *_declared(count, scoring, defence, marks_theirs)]
    marks_ours = None if scoring.failed_declarations == "nobody" else takers
    if count.contract.contre or scoring.failed_declarations == "defence":
        marks_ours = defence
    return [*_declared(count, scoring, takers, marks_ours), *_declared(count, scoring, defence, defence)]


def _declared(count: Count, scoring: ContractScoring, owner: Side, marks: Side | None) -> Lines:
    points, clause = count.declarations(owner), scoring.cites.declarations
    if marks is None:
        return [ScoreLine(clause, owner, 0, "declarations_lost")] if points else []
    return if_any(clause, marks, points, "declarations" if marks == owner else "declarations_taken")


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
            return not isinstance(count.contract.value, int) or count.tricks(count.takers) > 0
