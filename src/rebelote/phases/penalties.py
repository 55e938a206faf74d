"""What the referee decides on a fault."""

from __future__ import annotations

from typing import Literal

from rebelote.card_order import order_at
from rebelote.cards import Trump
from rebelote.results import Fault, Penalty
from rebelote.ruleset import SUITS_ONLY, MarkScoring, Ruleset, Target
from rebelote.table import Side

Noticed = Literal["at_once", "end_of_deal"]


def judge(
    rules: Ruleset,
    fault: Fault,
    side: Side,
    *,
    consecutive: int = 1,
    noticed: Noticed = "at_once",
    suit: str | None = None,
    broken: str = "",
    points: int = 0,
    trump: Trump = SUITS_ONLY[0],
    contre: int = 0,
) -> Penalty:
    """`side` committed the fault: `suit` was played against `broken`, at that trump and step of contre.

    `points` were announced in vain; for a wrong card, they are the roem said or the projects shown so far.
    """
    match fault:
        case "misdeal":
            return _misdeal(rules, side, consecutive)
        case "wrong_card":
            if rules.penalties.wrong_card == "lost_round":
                return _lost_round(rules, side, trump, contre, points)
            return _wrong_card(rules, side, noticed, suit, broken, points)
        case "unproved_declaration":
            return _unproved(rules, side, points)


def _misdeal(rules: Ruleset, side: Side, consecutive: int) -> Penalty:
    """C-8A: deal again, then without taking, then points; B-3.3: points where agreed."""
    clause, figure = rules.penalties.cites.misdeal, rules.penalties.points
    again = Penalty(clause=clause, score=_to_others(rules, side, 0), redeal=True)
    costly = Penalty(clause=clause, score=_to_others(rules, side, figure))
    match rules.penalties.misdeal:
        case "redeal":
            return again
        case "points":
            return costly
        case "escalating" if consecutive > 2:
            return costly
        case "escalating":
            banned = side if consecutive == 2 else None
            return Penalty(clause=clause, score=again.score, redeal=True, may_not_take=banned)


def _wrong_card(
    rules: Ruleset, side: Side, noticed: Noticed, suit: str | None, broken: str, roem: int
) -> Penalty:
    """C-8B: at once, the suit is barred for a trick; at the end, the deal is lost. KL-7: lost either way."""
    cites, points = rules.penalties.cites, rules.penalties.points
    nothing = _to_others(rules, side, 0)
    match rules.penalties.wrong_card:
        case "none":
            return Penalty(clause=broken or cites.wrong_card, score=nothing)
        case "redeal":
            return Penalty(clause=cites.wrong_card, score=nothing, redeal=True)
        case "lost" | "lost_with_roem" as how:
            lost = points + roem if how == "lost_with_roem" else points
            return Penalty(clause=cites.lost_deal or cites.wrong_card, score=_to_others(rules, side, lost))
        case "lost_round":
            raise AssertionError("what a round is worth depends on the contract")
        case "barred_or_lost" if noticed == "end_of_deal":
            return Penalty(clause=cites.lost_deal, score=_to_others(rules, side, points))
        case "barred_or_lost":
            return Penalty(clause=cites.wrong_card, score=nothing, barred=suit)


def _lost_round(rules: Ruleset, side: Side, trump: Trump, contre: int, projects: int) -> Penalty:
    """BA-6: the others take the round, as often as it was doubled, and all projects."""
    scoring, end, cites = rules.scoring, rules.match_end, rules.penalties.cites
    assert isinstance(scoring, MarkScoring)
    rule = scoring.rounding_rule(trump)
    assert rule is not None
    whole = (order_at(rules.card_values, trump).pack_total + rules.card_values.last_trick) // rule.per_mark
    factor = rules.contre_factor(contre)
    marks = whole * factor + projects * (scoring.declarations_contred if factor > 1 else 1)
    if rules.contre_wins_match(contre) and isinstance(end, Target):
        marks = end.target
    return Penalty(clause=cites.lost_deal or cites.wrong_card, score=_to_others(rules, side, marks))


def _unproved(rules: Ruleset, side: Side, points: int) -> Penalty:
    """A-8.4: what was announced and not shown goes to the other side."""
    played = rules.declarations is not None and rules.declarations.played
    pays = played and rules.penalties.unproved == "to_opponents"
    return Penalty(
        clause=rules.penalties.cites.unproved, score=_to_others(rules, side, points if pays else 0)
    )


def _to_others(rules: Ruleset, side: Side, points: int) -> dict[Side, int]:
    marks = points // _points_per_mark(rules)
    return {each: 0 if each == side else marks for each in rules.table.sides}


def _points_per_mark(rules: Ruleset) -> int:
    return rules.match_end.points_per_mark if isinstance(rules.match_end, Target) else 1
