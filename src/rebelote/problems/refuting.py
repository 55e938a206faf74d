"""Why an answer is wrong: a deal that fits, in which it costs what it usually costs."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final, TypeVar

from rebelote.actions import Call
from rebelote.cards import Card
from rebelote.problems.call_case import CallCase, Deal, Outcome
from rebelote.problems.outlook import Outlook, World
from rebelote.problems.record import Ending, Refutation
from rebelote.table import Seat

TRICKS: Final = 3
"""A line is played to the end of so many tricks, the present one among them;"""
WHOLE: Final = 4
"""of a deal with so many left, to the end."""
ENOUGH: Final = 5
"""Deals in which a call is wrong, to choose from."""

T = TypeVar("T")


def refute_card(outlook: Outlook, best: Card, wrong: Card) -> Refutation | None:
    """None where the card costs nothing in any of the worlds."""
    world = _typical([(world.values[best] - world.values[wrong], world) for world in outlook.worlds])
    if world is None:
        return None
    left = world.position.tricks_left
    line = outlook.line(world, wrong, None if left <= WHOLE else TRICKS)
    return Refutation(
        hands=_others(world, outlook.inference.seat),
        ending=Ending(world.values[wrong]),
        best=Ending(world.values[best]),
        line=tuple(card for _, card in line),
    )


def _others(world: World, own: Seat) -> dict[Seat, tuple[Card, ...]]:
    holdings = world.position.holdings()
    return {seat: tuple(cards) for seat, cards in holdings.items() if seat != own}


def _typical(gaps: Sequence[tuple[int, T]]) -> T | None:
    """The one whose gap is nearest to the middle of those that there are."""
    found = [(gap, each) for gap, each in gaps if gap > 0]
    if not found:
        return None
    middle = median(gap for gap, _ in found)
    return min(found, key=lambda pair: abs(pair[0] - middle))[1]


def refute_call(case: CallCase, wrong: Call) -> Refutation | None:
    """None where the call costs nothing in any of the deals; rather one in which the right call does well.

    The first few in which it costs something are enough.
    """
    gaps: list[tuple[int, tuple[Deal, Outcome, Outcome]]] = []
    for place, deal in enumerate(case.deals):
        if sum(gap > 0 for gap, _ in gaps) == ENOUGH:
            break
        best, other = case.outcome(place, case.best), case.outcome(place, wrong)
        gaps.append((best.marks - other.marks, (deal, best, other)))
    plain = [(gap, each) for gap, each in gaps if each[1].marks > 0]
    found = _typical(plain) or _typical(gaps)
    if found is None:
        return None
    deal, best, other = found
    return Refutation(hands=_hands(case, deal), ending=_ending(other), best=_ending(best))


def _hands(case: CallCase, deal: Deal) -> dict[Seat, tuple[Card, ...]]:
    """What the others hold while calls are made."""
    own = case.inference.seat
    return {seat: tuple(cards) for seat, cards in deal.hands.items() if seat != own}


def _ending(outcome: Outcome) -> Ending:
    return Ending(outcome.marks, outcome.contract, outcome.result)
