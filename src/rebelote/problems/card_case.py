"""A card problem looked at closely: the right card, the wrong ones, and what hangs on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rebelote.actions import Action, Play
from rebelote.bots.card_reading import Reading
from rebelote.bots.inference import Inference
from rebelote.cards import SUIT_CARDS, Card, Cards, Suit
from rebelote.problems.outlook import Outlook, World
from rebelote.table import Seat
from rebelote.view import View

ASKED: Final = ("habitue", "debutant", "expert@8w")
"""Whose wrong answer is the tempting one: the first of them that goes wrong."""
LINES: Final = 12
"""Worlds in which the deal is played on, to see who makes the last trick."""


class CardCase:
    """`right` are the cards that are as good, the best first; `wrong` one card of each other answer.

    What comes of a card is told by `outlook`; without one it can't be asked.
    """

    def __init__(
        self,
        view: View,
        right: Sequence[Card],
        wrong: Sequence[Card],
        answers: Mapping[str, Action],
        outlook: Outlook | None = None,
    ) -> None:
        self.view = view
        self.reading = Reading(Inference(view))
        self.playing = self.reading.playing
        self.order = self.playing.order
        self.side = self.reading.side
        self.best = right[0]
        self.wrong = tuple(wrong)
        self.tempting = self._tempting(answers)
        self._outlook = outlook

    @property
    def is_deep(self) -> bool:
        """Is there an outlook?"""
        return self._outlook is not None

    @property
    def outlook(self) -> Outlook:
        assert self._outlook is not None
        return self._outlook

    def _tempting(self, answers: Mapping[str, Action]) -> Card:
        for name in ASKED:
            answer = answers.get(name)
            if isinstance(answer, Play) and answer.card in self.wrong:
                return answer.card
        return self.wrong[0]

    # The cards

    @property
    def tricks_left(self) -> int:
        return self.playing.length - len(self.playing.won)

    def above(self, card: Card) -> Cards:
        """The cards of its suit that beat it."""
        return self.order.beaten_by[card.index] & SUIT_CARDS[card.suit]

    def out(self, suit: Suit) -> Cards:
        """The cards of a suit that are still in others' hands."""
        return self.reading.unseen & SUIT_CARDS[suit]

    def known_void(self, seat: Seat, suit: Suit) -> bool:
        return not self.reading.could(seat) & SUIT_CARDS[suit].mask

    # What comes of a card

    def made(self, card: Card) -> float | None:
        """In which share of the possible deals the contract is made."""
        return self.outlook.chance_of_result(card, "made")

    def every_trick(self, card: Card) -> float | None:
        """In which share our side takes every trick; None where marks don't tell."""
        return self._sweep(card, 1)

    def no_trick(self, card: Card) -> float | None:
        """In which share our side takes none."""
        return self._sweep(card, 2)

    def _sweep(self, card: Card, which: int) -> float | None:
        found = 0
        for world in self.outlook.worlds:
            by_points, *sweeps = world.sheet.marks(world.position, self.side)
            wanted = sweeps[which - 1]
            if wanted in by_points or sweeps[0] == sweeps[1]:
                return None
            found += world.values[card] == wanted
        return found / len(self.outlook.worlds)

    def last_trick(self, card: Card) -> float:
        """In which share of some worlds our side makes the last trick, nobody erring."""
        worlds = self.outlook.worlds[:: max(1, len(self.outlook.worlds) // LINES)]
        return sum(self._makes_last(world, card) for world in worlds) / len(worlds)

    def _makes_last(self, world: World, card: Card) -> bool:
        table, size = self.view.rules.table, self.view.rules.table.size
        line = self.outlook.line(world, card)
        winner, _ = self.order.winner(line[-size:])
        return table.side(winner) == self.side
