"""Hasard: any call and any card that is legal, drawn by lot; good manners in all else."""

from __future__ import annotations

from rebelote.bots.decision import Decision, Reason
from rebelote.bots.manners import Mannered, spoken
from rebelote.view import View


class Hasard(Mannered):
    """Each legal call, and each legal card, is as likely as the next."""

    def discard(self, view: View) -> Decision:
        return Decision(self.generator.choice(view.legal()), Reason("by_lot"))

    def call(self, view: View) -> Decision:
        return Decision(self.generator.choice(view.legal()), Reason("by_lot"))

    def play(self, view: View) -> Decision:
        playing = view.situation.playing
        assert playing is not None
        cards = tuple(playing.legal_cards(playing.turn)) if playing.turn is not None else ()
        return Decision(spoken(view, self.generator.choice(cards)), Reason("by_lot"))
