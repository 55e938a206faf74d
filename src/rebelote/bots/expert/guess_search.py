"""Expert's guesses in escalier: how many tricks the hand takes when worlds are played out by habit."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rebelote import _native
from rebelote.actions import Guess
from rebelote.bots.budget import Spending
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.expert.hidden_hands import MOST_DRAWN, believe
from rebelote.bots.expert.places import NOBODY
from rebelote.bots.expert.playing_habits import habits_of
from rebelote.bots.inference import Inference
from rebelote.cards import Trump

WORLDS_A_MS: Final = 20
CHUNK: Final = 16
TIMES: Final = 2
SHARPNESS: Final = 1.5


def value_guesses(
    inference: Inference, compiled: CompiledRules, spending: Spending, seed: int
) -> dict[Guess, float] | None:
    """What each number that may be said will cost, on average; None where no world was found."""
    took = _tricks_taken(inference, compiled, spending, seed)
    if not took:
        return None
    return {
        call: -sum(times * abs(tricks - call.tricks) for tricks, times in took.items()) / took.total()
        for call in inference.view.legal()
        if isinstance(call, Guess)
    }


def _tricks_taken(
    inference: Inference, compiled: CompiledRules, spending: Spending, seed: int
) -> Counter[int]:
    view, turned = inference.view, inference.view.situation.turned
    assert turned is not None
    spec, table = compiled.spec(Trump(turned.suit.value)), view.rules.table
    belief = believe(inference, compiled)
    worlds = spending.budget.worlds or int(spending.ms * WORLDS_A_MS)
    took: Counter[int] = Counter()
    if belief is None or not belief.draw(worlds, worlds, worlds * MOST_DRAWN, seed, spending.draws_on):
        return took
    known = [inference.known[seat].mask for seat in table.order]
    deals: list[tuple[list[int], list[tuple[int, int]]]] = [
        ([mine | more for mine, more in zip(known, hidden, strict=False)], [])
        for hidden, _ in belief.worlds()
    ]
    for begin in range(0, len(deals), CHUNK):
        outcomes = _native.play_deals(
            spec.core,
            habits_of(spec),
            deals[begin : begin + CHUNK],
            spec.place(table.next(view.situation.dealer)),
            NOBODY,
            view.rules.hand_size(view.situation.deal_number),
            spec.place(inference.seat),
            TIMES,
            SHARPNESS,
            seed + begin,
        )
        took.update(tricks for _, tricks in outcomes)
        spending.step()
        if not spending.has_time():
            break
    return took
