"""A choice held against the others, in marks and as a review does it: for advice and for bots' reasons."""

from __future__ import annotations

from typing import Final, NamedTuple

from rebelote.actions import Action, Bid, Pass, Play, Take
from rebelote.bots.search_tools import SearchTools
from rebelote.review.explaining import rounded, why_better
from rebelote.review.judging import INDIFFERENT, stake_of, weigh
from rebelote.review.results import Because
from rebelote.view import View

DEPTH: Final = 240
"""Worlds: what is asked at the table should not take long."""


class Beside(NamedTuple):
    """Something that may be done, and by how many marks it is behind the choice on average."""

    action: Action
    behind: float


def compare(view: View, chosen: Action, tools: SearchTools) -> tuple[Beside, ...]:
    """The choice, then the others, best first; nothing where there is nothing to decide or to judge. One that
    seems better than the choice is not so for sure, and is told as equal."""
    done = Play(chosen.seat, chosen.card) if isinstance(chosen, Play) else chosen
    weighed = weigh(view, done, tools, DEPTH, view.seq)
    if weighed is None:
        return ()
    values = {each.action: each.value for each in weighed.alternatives}
    others = (
        Beside(action, rounded(max(values[done] - value, 0.0)))
        for action, value in values.items()
        if action != done
    )
    return (Beside(chosen, 0.0), *others)


def why_chosen(view: View, compared: tuple[Beside, ...]) -> Because | None:
    """Why the choice is better than the best of what is clearly behind; a bid, than to pass, where that is.
    None where all are as good."""
    chosen, *others = compared
    least = INDIFFERENT * stake_of(view.rules, view.contract)
    clearly = [each for each in others if each.behind >= least]
    if isinstance(chosen.action, Bid | Take):
        clearly.sort(key=lambda each: not isinstance(each.action, Pass))
    if not clearly:
        return None
    return why_better(view, chosen.action, *clearly[0])
