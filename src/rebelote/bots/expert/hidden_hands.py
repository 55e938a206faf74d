"""The hidden hands as one may think of them: deals that can be, likelier ones more often.

Hard facts rule deals out: who could hold what, declarations, words said and not said. Soft ones weigh those
that are left: calls, passes, and how likely each card was to be played.
"""

from __future__ import annotations

from typing import Final

from rebelote import _native
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.expert.call_evidence import heard
from rebelote.bots.expert.card_evidence import plays
from rebelote.bots.expert.declaration_evidence import announcements
from rebelote.bots.expert.places import NOBODY
from rebelote.bots.expert.playing_habits import habits_of
from rebelote.bots.inference import Inference
from rebelote.cards import ALL_CARDS
from rebelote.ruleset import Hands

MOST_DRAWN: Final = 20
"""How many times the worlds wanted are drawn before one gives up finding any that can be."""


def believe(inference: Inference, compiled: CompiledRules) -> _native.Belief | None:
    """The hidden cards as this seat may think of them.

    None where nothing fits what was seen: at a table that judges later, somebody broke a rule.
    """
    order, view = inference.order, inference.view
    worlds = inference.worlds()
    if worlds is None:
        return None
    layout, playing = view.rules.dealing.layout, view.situation.playing
    first = sum(layout.packets[0]) if isinstance(layout, Hands) else len(ALL_CARDS)
    turned = view.situation.turned if view.rules.takes_turned else None
    spec = compiled.spec_of(playing.contract) if playing is not None else None
    return _native.Belief(
        worlds,
        [*range(len(order)), NOBODY],
        [inference.owned(seat).mask for seat in order],
        first,
        turned.bit if turned is not None else 0,
        heard(inference, compiled),
        announcements(view),
        plays(inference, spec, habits_of(spec)) if spec is not None else None,
    )
