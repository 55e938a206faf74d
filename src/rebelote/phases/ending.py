"""Is the match over, and who has won?"""

from __future__ import annotations

from collections.abc import Mapping

from rebelote.results import DealScore, DealSummary, Ending
from rebelote.ruleset import Deals, LastStep, MatchEnd, Ruleset, Target
from rebelote.table import Seat, Side

Totals = Mapping[Side, int]


def match_end(
    rules: Ruleset,
    totals: Totals,
    last: DealSummary,
    score: DealScore,
    *,
    awaiting: Side | None = None,
    deal_number: int = 1,
) -> Ending:
    """After a deal whose score is already in `totals`; `awaiting` is the side that needs a trick (A-10.3)."""
    match rules.match_end:
        case Target() as end:
            return _at_target(rules, end, totals, last, score, awaiting)
        case LastStep() | Deals() as end:
            return _at_last_deal(rules, end, totals, deal_number)


def _at_target(
    rules: Ruleset, end: Target, totals: Totals, last: DealSummary, score: DealScore, awaiting: Side | None
) -> Ending:
    if (outright := _wins_outright(rules, last, score)) is not None:
        return Ending(over=True, winners=(outright,), clause=_cite(end))
    at_target = [side for side in rules.table.sides if _reached(end, totals[side])]
    waiting = _waiting(rules, end, totals, last, score, awaiting)
    winner = _winner(end, totals, last, [side for side in at_target if side != waiting])
    if winner is not None and not _held_back(rules, end, last, score):
        return Ending(over=True, winners=(winner,), clause=_cite(end))
    return Ending(over=False, awaiting=waiting, clause=_cite(end) if at_target else "")


def _wins_outright(rules: Ruleset, last: DealSummary, score: DealScore) -> Side | None:
    """Who has won a deal that was played for the match (BA-2.3)."""
    contract = last.contract
    if contract is None or contract.side is None or not rules.contre_wins_match(contract.contre):
        return None
    match score.result:
        case "made":
            return contract.side
        case "failed":
            return rules.table.opponent(contract.side)
        case _:
            return None


def _held_back(rules: Ruleset, end: Target, last: DealSummary, score: DealScore) -> bool:
    """May this deal not end the match: one side took every trick, or points hang (BG-7)?"""
    capot = last.contract is not None and rules.tricks in last.tricks.values()
    hangs = score.pending > 0 or score.result == "tie"
    return (capot and not end.capot_ends) or (hangs and end.hanging_holds)


def _reached(end: Target, total: int) -> bool:
    return total * end.points_per_mark >= end.target


def _winner(end: Target, totals: Totals, last: DealSummary, at_target: list[Side]) -> Side | None:
    takers = last.contract.side if last.contract else None
    if end.both == "takers" and len(at_target) > 1 and takers in at_target:
        return takers
    best = max((totals[side] for side in at_target), default=0)
    leaders = [side for side in at_target if totals[side] == best]
    if end.equal == "takers" and takers in leaders:
        return takers
    return leaders[0] if len(leaders) == 1 else None


def enough(rules: Ruleset, end: Target, totals: Totals, taken: Totals, takers: Side | None) -> Ending | None:
    """In the middle of a deal: the side that has enough with what it has taken, if one has."""
    now = {side: totals[side] * end.points_per_mark + taken.get(side, 0) for side in rules.table.sides}
    there = [side for side in rules.table.sides if now[side] >= end.target]
    best = [side for side in there if now[side] == max(now.values())]
    winner = takers if takers in best else next(iter(best), None)
    return Ending(over=True, winners=(winner,), clause=_cite(end)) if winner is not None else None


# at the target by a belote alone


def _waiting(
    rules: Ruleset, end: Target, totals: Totals, last: DealSummary, score: DealScore, awaiting: Side | None
) -> Side | None:
    if not end.belote_needs_a_trick:
        return None
    if awaiting is not None and not last.tricks.get(awaiting):
        return awaiting
    others = (side for side in rules.table.sides if side != awaiting)
    return next(
        (side for side in others if _only_by_belote(rules, end, totals[side], last, score, side)), None
    )


def _only_by_belote(
    rules: Ruleset, end: Target, total: int, last: DealSummary, score: DealScore, side: Side
) -> bool:
    without = total * end.points_per_mark - _belote(rules, last, side)
    return _capot_or_failed(last, score, side) and _reached(end, total) and without < end.target


def _belote(rules: Ruleset, last: DealSummary, side: Side) -> int:
    return last.belote.get(side, 0) * rules.belote.worth if rules.belote else 0


def _capot_or_failed(last: DealSummary, score: DealScore, side: Side) -> bool:
    if last.contract is None:
        return False
    failed = score.result == "failed" and side == last.contract.side
    return failed or not last.tricks.get(side)


def next_to_deal(rules: Ruleset, dealer: Seat, score: DealScore) -> Seat:
    """Who deals after a deal that was marked: the next in turn, or who marked most in it (DE-3)."""
    best = [side for side, points in score.score.items() if points == max(score.score.values())]
    if rules.dealing.next_dealer == "winner" and len(best) == 1:
        return rules.table.members(best[0])[0]
    return rules.table.next(dealer)


# A fixed number of deals: D5, KL-6


def _at_last_deal(rules: Ruleset, end: LastStep | Deals, totals: Totals, deal_number: int) -> Ending:
    if rules.last_deal is None or deal_number < rules.last_deal:
        return Ending(over=False)
    best = max(totals[side] for side in rules.table.sides)
    winners = tuple(side for side in rules.table.sides if totals[side] == best)
    return Ending(over=True, winners=winners, clause=_cite(end))


def _cite(end: MatchEnd) -> str:
    return end.clauses[0] if end.clauses else ""
