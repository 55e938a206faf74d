"""Habitué: sound rules of thumb for every game. Estimates its hand before it calls, counts while it plays."""

from __future__ import annotations

from rebelote.bots.calling import make_call
from rebelote.bots.cardplay import play_card
from rebelote.bots.decision import Decision
from rebelote.bots.guessing import play_to_the_number, say_a_number
from rebelote.bots.manners import Mannered
from rebelote.ruleset import Guess
from rebelote.view import View


class Habitue(Mannered):
    def call(self, view: View) -> Decision:
        return say_a_number(view) if isinstance(view.rules.trump_choice, Guess) else make_call(view)

    def play(self, view: View) -> Decision:
        return play_to_the_number(view) if view.situation.guesses else play_card(view)
