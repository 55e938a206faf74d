"""What a search finds: the value of a position, of each card, and a line of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rebelote.card_order import Trick
from rebelote.cards import PACK, Card, Cards
from rebelote.solver.position import Position
from rebelote.table import Seat, Side


@dataclass(frozen=True, slots=True)
class Solution:
    """`value` is what the side still takes with best play by all; `cards` the same after each legal card.

    `line` is one way to play to the end in which nobody errs. `nodes` counts the positions searched.
    """

    side: Side
    value: int
    cards: Mapping[Card, int]
    line: Trick = ()
    nodes: int = 0

    def best(self, position: Position) -> Cards:
        """The cards that keep the value."""
        return Cards(card for card in position.legal() if self.cards[card] == self.value)


Solved = tuple[int, list[tuple[int, int]], list[int], int]
"""The core's answer: the value, each card with its value, the cards of a line, positions searched."""


def as_solution(position: Position, side: Side, solved: Solved) -> Solution:
    """What the core found, in cards and seats."""
    value, cards, line, nodes = solved
    by_card = {PACK[card]: each for card, each in sorted(cards)}
    return Solution(side, value, by_card, _seated(position, line) if line else (), nodes)


def _seated(position: Position, line: Sequence[int]) -> Trick:
    """A line of cards with who plays each."""
    board, order = position.board.copy(), position.spec.table.order
    played: list[tuple[Seat, Card]] = []
    for card in line:
        played.append((order[board.turn], PACK[card]))
        board.play(card)
    return tuple(played)
