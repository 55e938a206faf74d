"""Oracle: an open-card cheat, to say how far honest play is from perfect knowledge.

It is handed the whole match, which no bot ever is. So it lives in the arena, whose own loop asks it, and is
no `Player`: nothing that seats bots at a table can seat it.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import final

from rebelote.actions import Action, Play
from rebelote.bots.habitue import Habitue
from rebelote.bots.manners import spoken
from rebelote.cards import Card
from rebelote.errors import RebeloteError
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.solver import PlaySpec, Position, Sheet, Solution, Solver
from rebelote.table import Seat


@final
class Oracle:
    """Plays the card that is best for its side with all cards open, for raw points, and calls as habitue."""

    def __init__(self, generator: random.Random) -> None:
        self._habitue = Habitue(generator)
        self._solver = Solver()

    def choose_knowing_all(self, match: Match, seat: Seat) -> Action:
        view, playing = match.view(seat), match.state.phase
        action = self._habitue.choose(view)
        if not isinstance(action, Play) or not isinstance(playing, Playing):
            return action
        best = self._best(match, playing, seat)
        return action if best is None else spoken(view, best)

    def _best(self, match: Match, playing: Playing, seat: Seat) -> Card | None:
        """None where rules were broken, a card is barred or roem counts: the solver knows none of these."""
        legal = playing.legal_cards(seat)
        if len(legal) == 1:
            return None
        try:
            values = self._solved(match, playing).cards
        except RebeloteError:
            return None
        return max(legal, key=values.__getitem__) if all(card in values for card in legal) else None

    def _solved(self, match: Match, playing: Playing) -> Solution:
        position = Position.of(playing)
        if match.state.guesses:
            return self._solver.solve_marks(position, Sheet(bids=match.state.guesses))
        raw = replace(position, spec=PlaySpec(match.rules, playing.contract.trump, sweeps=False))
        return self._solver.solve(raw, line=False)
