"""Expert: searches. It tries each call and card in worlds that fit all it has seen, likelier ones more.

Early in the play of a suit contract it also heeds a network that has learned by self-play. A générale is
played by habit: the search counts what a side takes, not which of two partners took it.
"""

from __future__ import annotations

import random
import time

from rebelote.actions import Call, Play
from rebelote.bots.budget import DEFAULT, Aim, Budget, Clock, Spending
from rebelote.bots.card_reading import Reading
from rebelote.bots.decision import Candidate, Decision, Reason
from rebelote.bots.estimate import estimates
from rebelote.bots.expert import policy_net
from rebelote.bots.expert.call_search import value_calls
from rebelote.bots.expert.card_search import try_cards
from rebelote.bots.expert.guess_search import value_guesses
from rebelote.bots.expert.playing_habits import all_habits
from rebelote.bots.habitue import habitual_card
from rebelote.bots.habitue.calls import make_call
from rebelote.bots.habitue.card_play import belote_in_order
from rebelote.bots.habitue.guesses import say_a_number
from rebelote.bots.inference import Inference
from rebelote.bots.manners import Mannered, weigh_cards
from rebelote.bots.search_tools import SearchTools
from rebelote.bots.view_facts import choosing_of
from rebelote.ruleset import Guess
from rebelote.view import View


class Expert(Mannered):
    """`tools` may be shared with other players and exchanged between moves: one thread at a time has them."""

    def __init__(
        self,
        generator: random.Random,
        budget: Budget = DEFAULT,
        aim: Aim = "marks",
        clock: Clock = time.perf_counter,
        tools: SearchTools | None = None,
    ) -> None:
        super().__init__(generator)
        self.budget = budget
        self.aim = aim
        self.tools = tools or SearchTools()
        self._clock = clock
        all_habits()
        estimates()
        policy_net.load()

    def call(self, view: View) -> Decision:
        spending = Spending(self.budget, self._clock)
        if isinstance(view.rules.trump_choice, Guess):
            return self._guess(view, spending)
        compiled = self.tools.compiled(view.rules)
        habit = make_call(view, compiled)
        if choosing_of(view).speaks != view.seat or not isinstance(habit.action, Call) or _lies_open(view):
            return habit
        seed = self.generator.getrandbits(62)
        valued = value_calls(Inference(view), compiled, habit.action, spending, seed)
        if valued is None:
            return habit
        ranked, chosen = valued
        candidates = [Candidate(value.call, value.mean) for value in (chosen, *ranked)]
        why = Reason("valued", {"gain": round(chosen.mean)})
        return Decision(chosen.call, why, tuple(dict.fromkeys(candidates)))

    def _guess(self, view: View, spending: Spending) -> Decision:
        seed = self.generator.getrandbits(62)
        if view.situation.blind:
            return say_a_number(view)
        values = value_guesses(Inference(view), self.tools.compiled(view.rules), spending, seed)
        if values is None:
            return say_a_number(view)
        ranked = sorted(values.items(), key=lambda pair: -pair[1])
        best, _ = ranked[0]
        candidates = tuple(Candidate(call, value) for call, value in ranked)
        return Decision(best, Reason("guesses", {"tricks": best.tricks}), candidates)

    def play(self, view: View) -> Decision:
        spending = Spending(self.budget, self._clock)
        inference = Inference(view)
        reading = Reading(inference)
        legal, habit = reading.legal, habitual_card(reading)
        if len(legal) == 1 or reading.playing.contract.value == "generale":
            return habit
        taught = policy_net.advice(inference, legal, self.aim)
        spending.step()
        seed = self.generator.getrandbits(62)
        gains = try_cards(inference, legal, self.tools, self.aim, spending, seed)
        if gains is None:
            return habit
        usual = habit.action
        return weigh_cards(
            view,
            legal,
            lambda card: gains[card] + taught.get(card, 0.0) - belote_in_order(reading, card),
            lambda card: (
                habit.reason if isinstance(usual, Play) and usual.card is card else Reason("searched")
            ),
        )


def _lies_open(view: View) -> bool:
    """Are there no hands? Then deals imagined by habit, which looks at no other's cards, tell too little."""
    return not view.rules.hand_size(view.situation.deal_number)
