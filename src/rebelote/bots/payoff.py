"""What a deal is played for: raw points, or what the scorer marks for every way in which it can come out."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import msgspec

from rebelote.bots.match_gain import Gain
from rebelote.cards import Trump
from rebelote.results import Contract
from rebelote.solver import Outcomes, PlaySpec, Score, Sheet
from rebelote.table import Side, Table

Payoff = tuple[list[float], float, float]
"""What a side gains by its points, with every trick, and with none."""
Marks = tuple[int, int]
"""One's own side's, and the others'."""


def raw_points(spec: PlaySpec, length: int) -> Payoff:
    """Points count as they fall, and a capot no more than its cards."""
    whole = spec.whole(length)
    return [float(points) for points in range(whole + 1)], float(whole), 0.0


class Stakes(NamedTuple):
    """A deal of `length` tricks as one side sees it that has `belotes` more than the others."""

    side: Side
    length: int
    belotes: int
    contract: Contract | None = None
    pending: int = 0
    declarations: tuple[tuple[Side, int], ...] = ()
    guesses: tuple[tuple[Side, int], ...] = ()

    def usual(self, table: Table) -> Stakes:
        """Which suit is trump, and which of two partners took, makes no difference to the score."""
        contract = self.contract
        if contract is None:
            return self
        trump = Trump.SPADES if contract.trump.suit is not None else contract.trump
        seat = None if contract.side is None else table.members(contract.side)[0]
        return self._replace(contract=msgspec.structs.replace(contract, trump=trump, seat=seat))


class MarkTable:
    """What both sides mark by how a deal comes out for one of them: the scorer's answers, each asked once.

    A whole table takes the scorer some milliseconds; a call, of which few outcomes are tried, asks for those
    alone.
    """

    def __init__(self, spec: PlaySpec, stakes: Stakes) -> None:
        side, ours = stakes.side, stakes.belotes
        self._side = side
        self._others = [each for each in spec.table.sides if each != side]
        belote = {side: max(ours, 0), self._others[0]: max(-ours, 0)}
        sheet = Sheet(
            contract=stakes.contract,
            declarations=dict(stakes.declarations),
            pending=stakes.pending,
            bids=dict(stakes.guesses),
        )
        self._outcomes = Outcomes(sheet, spec, stakes.length, side, belote)
        self._by_points: dict[int, Marks] = {}
        self.length = stakes.length
        self.whole = spec.whole(stakes.length)
        self.every_trick = self._marks(self._outcomes.every_trick())
        self.no_trick = self._marks(self._outcomes.no_trick())

    def at(self, points: int) -> Marks:
        """With so many points, where both sides have a trick."""
        marks = self._by_points.get(points)
        if marks is None:
            marks = self._by_points[points] = self._marks(self._outcomes.score(points))
        return marks

    def of(self, points: int, tricks: int) -> Marks:
        """With so many points in so many tricks."""
        if tricks == self.length:
            return self.every_trick
        return self.at(points) if tricks else self.no_trick

    def payoff(self, gain: Gain) -> Payoff:
        """The whole table, as what the marks are worth."""
        return [gain(*marks) for marks in self._all], gain(*self.every_trick), gain(*self.no_trick)

    @cached_property
    def _all(self) -> list[Marks]:
        return [self.at(points) for points in range(self.whole + 1)]

    def _marks(self, score: Score) -> Marks:
        return score[self._side], sum(score[other] for other in self._others)
