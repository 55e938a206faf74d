"""Habitué: sound rules of thumb for every game. Estimates its hand before it calls, counts while it plays."""

from __future__ import annotations

import random
from functools import lru_cache

from rebelote.bots.card_reading import Reading
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.decision import Decision
from rebelote.bots.habitue.calls import make_call
from rebelote.bots.habitue.card_play import play_card
from rebelote.bots.habitue.guesses import play_to_the_number, say_a_number
from rebelote.bots.inference import Inference
from rebelote.bots.manners import Mannered
from rebelote.ruleset import Guess
from rebelote.view import View


class Habitue(Mannered):
    def __init__(self, generator: random.Random) -> None:
        super().__init__(generator)
        self._compiled = lru_cache(maxsize=1)(CompiledRules)

    def call(self, view: View) -> Decision:
        if isinstance(view.rules.trump_choice, Guess):
            return say_a_number(view)
        return make_call(view, self._compiled(view.rules))

    def play(self, view: View) -> Decision:
        return habitual_card(Reading(Inference(view)))


def habitual_card(reading: Reading) -> Decision:
    """The card by rules of thumb; in escalier, to the number that one said."""
    return play_to_the_number(reading) if reading.view.situation.guesses else play_card(reading)
