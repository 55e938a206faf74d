"""Expert's cards: each is tried in many worlds, played on by habit early on and solved exactly later."""

from __future__ import annotations

from typing import Final

from rebelote import _native
from rebelote.bots.budget import Aim, Spending
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.ending_gains import Deal, EndingGains, Told, counts_endings
from rebelote.bots.expert.hidden_hands import MOST_DRAWN, believe
from rebelote.bots.expert.places import taker_place
from rebelote.bots.expert.playing_habits import habits_of
from rebelote.bots.inference import Inference
from rebelote.bots.match_gain import match_gain
from rebelote.bots.payoff import Payoff, Stakes, raw_points
from rebelote.bots.search_tools import SearchTools
from rebelote.cards import PACK, Card, Cards
from rebelote.phases.held import Pile
from rebelote.phases.playing import Playing
from rebelote.solver import PlaySpec
from rebelote.table import Seat, Side
from rebelote.view import View

SHARPNESS: Final = 1.5
"""In a trial, players play rather more surely than the habits say."""
EXACT_FROM: Final = 6
"""With so many tricks left or fewer, every card is solved exactly;"""
EXACT_FROM_OPEN: Final = 13
"""so many where there are no hands, and little is hidden."""
HABIT_WORLDS: Final = 5
"""How many worlds are played on by habit for one that is solved."""
DRAWN_A_MS: Final = 100
"""Worlds drawn and weighed in a millisecond of the budget, before some are kept."""
KEPT_A_MS: Final = 70
CHUNK: Final = {"by habit": 8, "exactly": 2}
"""Worlds between two looks at the clock."""


def try_cards(
    inference: Inference, legal: Cards, tools: SearchTools, aim: Aim, spending: Spending, seed: int
) -> dict[Card, float] | None:
    """The mean gain of each card; None where no world can be found, or rules were broken."""
    playing = inference.view.situation.playing
    assert playing is not None
    compiled = tools.compiled(inference.rules)
    belief = believe(inference, compiled)
    if belief is None:
        return None
    spec = compiled.spec_of(playing.contract)
    endings = _endings(inference.view, playing, spec, aim) if counts_endings(spec) else None
    payoffs = _payoffs(inference.view, playing, compiled, aim if endings is None else "points")
    trial = _make_trial(inference, playing, compiled, payoffs)
    if legal.mask & ~trial.legal:
        return None
    exact_from = EXACT_FROM if inference.rules.hand_size(1) else EXACT_FROM_OPEN
    by_habit = endings is not None or playing.length - len(playing.won) > exact_from
    drawn = max(int(spending.ms * DRAWN_A_MS), 50)
    if not belief.draw(drawn, _kept(spending, by_habit), drawn * MOST_DRAWN, seed, spending.draws_on):
        return None
    spending.step()

    def attempt(first: int, last: int) -> list[float]:
        habits = habits_of(spec)
        if endings is not None:
            return _count(
                endings, _native.endings_by_habit(trial, belief, habits, SHARPNESS, first, last, seed)
            )
        if by_habit:
            return tools.solver.try_by_habit(trial, belief, habits, SHARPNESS, first, last, seed)
        return tools.solver.try_exactly(trial, belief, first, last)

    sums, done = [0.0] * len(PACK), 0
    chunk = CHUNK["by habit" if by_habit else "exactly"]
    while done < len(belief) and (done == 0 or spending.has_time()):
        last = min(len(belief), done + chunk)
        sums = [before + more for before, more in zip(sums, attempt(done, last), strict=True)]
        done = last
        spending.step()
    weight = belief.weight(0, done)
    return {card: sums[card.index] / weight for card in legal}


def _count(endings: EndingGains, told: list[Told]) -> list[float]:
    sums = [0.0] * len(PACK)
    for ending in told:
        card, times, *_ = ending
        sums[card] += times * endings.of(ending)
    return sums


def _kept(spending: Spending, by_habit: bool) -> int:
    worlds = spending.budget.worlds
    if worlds is None:
        return int(spending.ms * KEPT_A_MS)
    return worlds * HABIT_WORLDS if by_habit else worlds


def _make_trial(
    inference: Inference, playing: Playing, compiled: CompiledRules, payoffs: tuple[Payoff, ...]
) -> _native.Trial:
    spec = compiled.spec_of(playing.contract)
    order, observed = inference.order, inference.view.observed
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
        hands=[inference.playable(seat).mask for seat in order],
        owned=[inference.owned(seat).mask for seat in order],
        covering=covering,
        waiting=[spec.place(seat) for seat in order for _ in _waiting(playing, seat)],
        pairs=compiled.royal_pairs(spec.trump),
        payoffs=list(payoffs),
    )


def _waiting(playing: Playing, seat: Seat) -> list[Pile]:
    """The seat's piles whose lower card is turned after this trick."""
    return [pile for pile in playing.held.piles.get(seat, ()) if pile.covers and pile.top is None]


# What is played for


OUTCOMES: Final = (-1, 0, 1)
"""The others have belote, nobody has or both do, our side has it."""


def _payoffs(view: View, playing: Playing, compiled: CompiledRules, aim: Aim) -> tuple[Payoff, ...]:
    assert playing.turn is not None
    situation = view.situation
    if aim == "points":
        return (raw_points(compiled.spec_of(playing.contract), playing.length),) * len(OUTCOMES)
    side = view.rules.table.side(playing.turn)
    stakes = Stakes(
        side,
        playing.length,
        belotes=0,
        contract=playing.contract,
        pending=situation.pending,
        declarations=_declared(view),
        guesses=tuple(situation.guesses.items()),
    )
    gain = match_gain(situation, side)
    has_belote = view.rules.belote is not None
    tables = [compiled.mark_table(stakes._replace(belotes=ours if has_belote else 0)) for ours in OUTCOMES]
    return tuple(table.payoff(gain) for table in tables)


def _endings(view: View, playing: Playing, spec: PlaySpec, aim: Aim) -> EndingGains:
    assert playing.turn is not None
    side = view.rules.table.side(playing.turn)
    deal = Deal(playing.contract, playing.length, view.situation.pending, dict(_declared(view)))
    return EndingGains(spec, deal, side, match_gain(view.situation, side) if aim == "marks" else None)


def _declared(view: View) -> tuple[tuple[Side, int], ...]:
    """What each side's declarations bring, as far as they were shown."""
    talk, sides = view.situation.talk, view.rules.table.sides
    return tuple((side, talk.shown.get(side, 0) if talk is not None else 0) for side in sides)
