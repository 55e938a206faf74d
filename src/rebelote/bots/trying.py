"""Expert's cards: each is tried in many worlds, played on by habit early on and solved exactly later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rebelote import _native
from rebelote.bots.beliefs import MOST_DRAWN, Knowledge, believe, taker_place
from rebelote.bots.budget import Aim, Spending
from rebelote.bots.habits import habits_of
from rebelote.bots.stakes import Payoff, match_gain, raw_points
from rebelote.bots.study import Study
from rebelote.cards import PACK, Card, Cards
from rebelote.phases.playing import Playing
from rebelote.solver import Sheet
from rebelote.table import Side
from rebelote.view import View

SHARPNESS: Final = 1.5
"""In a trial, players play rather more surely than the habits say."""
EXACT_FROM: Final = 6
"""With so many tricks left or fewer, every card is solved exactly."""
HABIT_WORLDS: Final = 5
"""How many worlds are played on by habit for one that is solved."""
DRAWN_A_MS: Final = 100
"""Worlds drawn and weighed in a millisecond of the budget, before some are kept."""
KEPT_A_MS: Final = 70
CHUNK: Final = {"by habit": 8, "exactly": 2}
"""Worlds between two looks at the clock."""


def try_cards(
    view: View, legal: Cards, study: Study, aim: Aim, solver: _native.Solver, spending: Spending, seed: int
) -> dict[Card, float] | None:
    """The mean gain of each card; None where no world can be found, or rules were broken."""
    playing = view.situation.playing
    assert playing is not None
    spec = study.spec(playing.contract.trump)
    habits = habits_of(spec)
    knowledge = Knowledge(view)
    belief = believe(view, knowledge, study.tables, spec, habits)
    if belief is None:
        return None
    trial = _make_trial(view, playing, knowledge, study, _payoffs(view, playing, study, aim))
    if legal.mask & ~trial.legal:
        return None
    by_habit = playing.length - len(playing.won) > EXACT_FROM
    drawn = max(int(spending.ms * DRAWN_A_MS), 50)
    if not belief.draw(drawn, _kept(spending, by_habit), drawn * MOST_DRAWN, seed, spending.draws_on):
        return None
    spending.step()
    sums, done = [0.0] * len(PACK), 0
    chunk = CHUNK["by habit" if by_habit else "exactly"]
    while done < len(belief) and (done == 0 or spending.has_time()):
        last = min(len(belief), done + chunk)
        if by_habit:
            gained = solver.try_by_habit(trial, belief, habits, SHARPNESS, done, last, seed)
        else:
            gained = solver.try_exactly(trial, belief, done, last)
        sums = [before + more for before, more in zip(sums, gained, strict=True)]
        done = last
        spending.step()
    weight = belief.weight(0, done)
    return {card: sums[card.index] / weight for card in legal}


def _kept(spending: Spending, by_habit: bool) -> int:
    worlds = spending.budget.worlds
    if worlds is None:
        return int(spending.ms * KEPT_A_MS)
    return worlds * HABIT_WORLDS if by_habit else worlds


def _make_trial(
    view: View, playing: Playing, knowledge: Knowledge, study: Study, payoffs: tuple[Payoff, ...]
) -> _native.Trial:
    spec = study.spec(playing.contract.trump)
    order, observed = knowledge.order, view.observed
    leader = observed[0].seat if observed else playing.turn
    assert leader is not None
    covering = [
        pile.top.index
        for seat in order
        for pile in playing.held.piles.get(seat, ())
        if pile.covers and pile.top is not None
    ]
    return _native.Trial(
        spec=spec.core,
        leader=spec.place(leader),
        taker=taker_place(spec, playing),
        length=playing.length,
        plays=[each.card.index for each in observed],
        hands=[knowledge.playable(seat).mask for seat in order],
        owned=[knowledge.owned(seat).mask for seat in order],
        covering=covering,
        pairs=study.royal_pairs(spec.trump),
        payoffs=list(payoffs),
    )


# What is played for


OUTCOMES: Final = (-1, 0, 1)
"""The others have belote, nobody has or both do, our side has it."""


def _payoffs(view: View, playing: Playing, study: Study, aim: Aim) -> tuple[Payoff, ...]:
    assert playing.turn is not None
    spec, situation = study.spec(playing.contract.trump), view.situation
    if aim == "points":
        return (raw_points(spec, playing.length),) * len(OUTCOMES)
    side = view.rules.table.side(playing.turn)
    sheet = Sheet(
        contract=playing.contract,
        declarations=_declared(view),
        pending=situation.pending,
        bids=situation.guesses,
    )
    gain = match_gain(situation, side)
    has_belote = view.rules.belote is not None
    return tuple(
        study.scorer.payoff(spec, sheet, playing.length, side, ours if has_belote else 0, gain)
        for ours in OUTCOMES
    )


def _declared(view: View) -> Mapping[Side, int]:
    """What each side's declarations bring, as far as they were shown."""
    talk, sides = view.situation.talk, view.rules.table.sides
    return {side: talk.shown.get(side, 0) if talk is not None else 0 for side in sides}
