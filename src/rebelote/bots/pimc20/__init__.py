"""Pimc20: twenty uniform worlds, each solved exactly with open cards. The fixed yardstick of the arena.

FROZEN: its play must never change, or figures measured against it on different days can't be compared. Its
calls, words and manners are habitue's as they once were: this folder has its own copy of all that it needs
beyond the engine and the solver, so that the other bots may change. It knows hard facts alone (`could_hold`),
reads nothing into calls or discards, and counts what the arena counts with a fixed contract: points in cards
and the last trick, or tricks. tests/test_pimc20.py pins its calls and its cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

from rebelote.bots.decision import Decision, Reason
from rebelote.bots.pimc20.calls import make_call
from rebelote.bots.pimc20.card_play import play_card
from rebelote.bots.pimc20.guesses import play_to_the_number, say_a_number
from rebelote.bots.pimc20.manners import Mannered, seat_of, weigh_cards
from rebelote.cards import NO_CARDS, Card, Cards
from rebelote.phases.held import Held
from rebelote.phases.playing import Playing
from rebelote.ruleset import Guess
from rebelote.solver import BadPosition, PlaySpec, Position, Sheet, Solution, Solver, Worlds
from rebelote.table import Seat
from rebelote.view import View

WORLDS: Final = 20
SEEDS: Final = 2**63
FACE_DOWN: Final = Seat("face down")
"""Where the cards under the piles are, as one more hidden hand."""


class Pimc20(Mannered):
    _solver: Solver | None = None

    def call(self, view: View) -> Decision:
        return say_a_number(view) if isinstance(view.rules.trump_choice, Guess) else make_call(view)

    def play(self, view: View) -> Decision:
        playing = view.situation.playing
        assert playing is not None
        legal = playing.legal_cards(seat_of(view))
        seed = self.generator.randrange(SEEDS)
        if len(legal) == 1:
            return self._play_unsearched(view)
        try:
            means = self._means(view, playing, legal, seed)
        except BadPosition:  # somebody broke a rule at a table that judges later
            return self._play_unsearched(view)
        return weigh_cards(
            view, legal, means.__getitem__, lambda _: Reason("best_on_average", {"worlds": WORLDS})
        )

    def _play_unsearched(self, view: View) -> Decision:
        return play_to_the_number(view) if view.situation.guesses else play_card(view)

    def _means(self, view: View, playing: Playing, legal: Cards, seed: int) -> Mapping[Card, float]:
        totals = dict.fromkeys(legal, 0)
        for position in possible_positions(view, playing, seed):
            values = self._solved(view, position).cards
            if not legal <= Cards(values):
                raise BadPosition("a card that may be played here may not by the rules alone")
            for card in legal:
                totals[card] += values[card]
        return {card: total / WORLDS for card, total in totals.items()}

    def _solved(self, view: View, position: Position) -> Solution:
        solver = self._solver = self._solver or Solver()
        if view.situation.guesses:
            return solver.solve_marks(position, Sheet(bids=view.situation.guesses))
        return solver.solve(position, line=False)


def possible_positions(view: View, playing: Playing, seed: int) -> Iterator[Position]:
    """Deals of all that the seat can't see, each as likely as the next."""
    held, table = playing.held, view.rules.table
    unseen, covered = view.unseen(), _covered(held)
    could_hold = {seat: view.could_hold(seat) - held.hands[seat] for seat in table if held.hidden[seat]}
    sizes = {seat: held.hidden[seat] for seat in could_hold}
    if covered:
        could_hold[FACE_DOWN], sizes[FACE_DOWN] = unseen, len(covered)
    hidden = Cards(card for cards in could_hold.values() for card in cards)
    spare = len(hidden) - sum(sizes.values())
    spec = PlaySpec(view.rules, playing.contract.trump, sweeps=False)
    leader = playing.trick[0][0] if playing.trick else seat_of(view)
    luck = random.Random(seed)
    for world in Worlds(could_hold, sizes, spare).deal(WORLDS, seed=seed):
        hands = {seat: held.playable(seat) | world.get(seat, NO_CARDS) for seat in table}
        under = list(world.get(FACE_DOWN, NO_CARDS))
        luck.shuffle(under)
        piles: dict[Seat, list[tuple[Card, Card]]] = {seat: [] for seat in table}
        for (seat, top), card in zip(covered, under, strict=True):
            piles[seat].append((top, card))
        yield Position(spec, hands, leader, playing.trick, playing.tricks(), piles)


def _covered(held: Held) -> list[tuple[Seat, Card]]:
    """The tops of piles under which a card lies face down."""
    return [
        (seat, pile.top)
        for seat, row in held.piles.items()
        for pile in row
        if pile.top is not None and pile.covers
    ]
