"""What the cards played say about a hand: how likely each was to be played from it, by habit."""

from __future__ import annotations

from typing import Final

from rebelote import _native
from rebelote.bots.expert.places import taker_place
from rebelote.bots.inference import Inference
from rebelote.solver import PlaySpec

DOUBT: Final = 0.6
"""How far one trusts the habits of others: 1 fully, 0 not at all."""


def plays(inference: Inference, spec: PlaySpec, habits: _native.Habits) -> _native.Plays | None:
    """Every card that was played, with what its player is known to have held then.

    Which cards came from under a pile is not remembered, so piles are played without.
    """
    view, playing = inference.view, inference.view.situation.playing
    assert playing is not None
    if not view.observed or inference.held.piles:
        return None
    left = {seat: inference.owned(seat) for seat in inference.order}
    played = []
    for each in view.observed:
        played.append((spec.place(each.seat), each.card.index, left[each.seat].mask))
        left[each.seat] = left[each.seat].without(each.card)
    return _native.Plays(
        spec.core,
        habits,
        spec.place(view.observed[0].seat),
        taker_place(spec, playing),
        playing.length,
        played,
        inference.me,
        DOUBT,
        view.rules.strict,
    )
