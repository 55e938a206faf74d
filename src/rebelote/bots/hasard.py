"""Hasard: whatever is legal, drawn by lot."""

from __future__ import annotations

import random

from rebelote.actions import Accept, Action, Refuse
from rebelote.bots.decision import Decision, Reason
from rebelote.view import View


class Hasard:
    """Any legal action, each as likely as the next; asked for an answer, yes or no by lot."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def choose(self, view: View) -> Action:
        return self.explain(view).action

    def explain(self, view: View) -> Decision:
        answers = tuple(each for each in view.table_actions() if isinstance(each, Accept | Refuse))
        return Decision(self._generator.choice(answers or view.legal()), Reason("by_lot"))
