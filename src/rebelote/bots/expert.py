"""Expert: searches. It tries each call and card in worlds that fit all it has seen, likelier ones more.

Early in the play of a suit contract it also heeds a network that has learned by self-play.
"""

from __future__ import annotations

import random
import threading
import time
from typing import Final

from rebelote import _native
from rebelote.actions import Call, Play
from rebelote.bots import learned
from rebelote.bots.bidding import value_calls
from rebelote.bots.budget import DEFAULT, Aim, Budget, Clock, Spending
from rebelote.bots.calling import make_call
from rebelote.bots.cardplay import belote_in_order, play_card
from rebelote.bots.decision import Candidate, Decision, Reason
from rebelote.bots.estimate import estimates
from rebelote.bots.foretelling import value_guesses
from rebelote.bots.guessing import play_to_the_number, say_a_number
from rebelote.bots.habits import all_habits
from rebelote.bots.manners import Mannered, weigh_cards
from rebelote.bots.reading import Reading
from rebelote.bots.study import study_of
from rebelote.bots.trying import try_cards
from rebelote.cards import Card, Cards
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.ruleset import Guess
from rebelote.solver import DEFAULT_TABLE_MB
from rebelote.view import View

TAUGHT_ABOVE: Final = 4
"""With more tricks left than this, the network has its say."""
TRUST: Final[dict[Aim, float]] = {"points": 2.0, "marks": 10.0}
"""How much a card is worth that it would play e times as often."""


_own: Final = threading.local()


def _solver() -> _native.Solver:
    """One a thread, for all who search there: it remembers positions, not players."""
    if not hasattr(_own, "solver"):
        _own.solver = _native.Solver(int(DEFAULT_TABLE_MB * 2**20))
    solver: _native.Solver = _own.solver
    return solver


class Expert(Mannered):
    def __init__(
        self,
        generator: random.Random,
        budget: Budget = DEFAULT,
        aim: Aim = "marks",
        clock: Clock = time.perf_counter,
    ) -> None:
        super().__init__(generator)
        self.budget = budget
        self.aim = aim
        self._clock = clock
        all_habits()
        estimates()
        learned.load()

    def call(self, view: View) -> Decision:
        spending = Spending(self.budget, self._clock)
        if isinstance(view.rules.trump_choice, Guess):
            return self._guess(view, spending)
        habit = make_call(view)
        choosing = view.situation.phase
        assert isinstance(choosing, Choosing)
        if choosing.speaks != view.seat or not isinstance(habit.action, Call):
            return habit
        seed = self.generator.getrandbits(62)
        valued = value_calls(view, study_of(view.rules), habit.action, spending, seed)
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
        values = value_guesses(view, study_of(view.rules), spending, seed)
        if values is None:
            return say_a_number(view)
        ranked = sorted(values.items(), key=lambda pair: -pair[1])
        best, _ = ranked[0]
        candidates = tuple(Candidate(call, value) for call, value in ranked)
        return Decision(best, Reason("guesses", {"tricks": best.tricks}), candidates)

    def play(self, view: View) -> Decision:
        spending = Spending(self.budget, self._clock)
        playing = view.situation.playing
        assert playing is not None
        assert playing.turn is not None
        legal = playing.legal_cards(playing.turn)
        habit = play_to_the_number(view) if view.situation.guesses else play_card(view)
        if len(legal) == 1:
            return habit
        taught = self._taught(view, playing, legal)
        spending.step()
        seed = self.generator.getrandbits(62)
        gains = try_cards(view, legal, study_of(view.rules), self.aim, _solver(), spending, seed)
        if gains is None:
            return habit
        reading, usual = Reading(view), habit.action
        return weigh_cards(
            view,
            legal,
            lambda card: gains[card] + taught.get(card, 0.0) - belote_in_order(reading, card),
            lambda card: (
                habit.reason if isinstance(usual, Play) and usual.card is card else Reason("searched")
            ),
        )

    def _taught(self, view: View, playing: Playing, legal: Cards) -> dict[Card, float]:
        """Early on, where trials see least: what the network makes of the cards, in what is played for."""
        if playing.length - len(playing.won) <= TAUGHT_ABOVE or not learned.knows(view):
            return {}
        chances = learned.log_chances(view, legal, self.aim)
        return {card: TRUST[self.aim] * chance for card, chance in chances.items()}
