"""The truth with every card open: exact values along a deal as it was played. No player could know them."""

from __future__ import annotations

from rebelote.errors import RebeloteError
from rebelote.phases.playing import Playing
from rebelote.results import DealSummary
from rebelote.review.results import OpenCards
from rebelote.solver import Position, Sheet, Solver
from rebelote.state import State
from rebelote.table import Side


class OpenCurve:
    """One deal, followed card by card: what a side takes in all, with best play by all from there on.

    The side is the takers', or the first where nobody takes. A broken rule ends it: the solver knows of none.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._points: list[int] = []
        self._first: Position | None = None
        self._side: Side | None = None
        self._pending = 0
        self._is_broken = False

    def look(self, state: State) -> None:
        """Where the deal stands before a card."""
        playing = state.phase
        if self._is_broken or not isinstance(playing, Playing):
            return
        side = self._side or playing.contract.side or playing.rules.table.sides[0]
        try:
            position = Position.of(playing)
            solved = self._solver.solve(position, side, line=False)
        except RebeloteError:  # a broken rule, or roem, which the solver does not count
            self._is_broken = True
            return
        if self._side is None:
            self._side = side
            self._first = position
            self._pending = state.pending
        counted = playing.tricks() if position.spec.counting == "tricks" else playing.points
        self._points.append(counted[side] + solved.value)

    def finish(self, summary: DealSummary) -> OpenCards | None:
        """The whole deal, with what was found at its count."""
        if self._first is None or self._side is None or self._is_broken:
            return None
        sheet = Sheet(
            contract=summary.contract,
            belote=summary.belote,
            declarations=summary.declarations,
            pending=self._pending,
            bids=summary.bids,
        )
        try:
            solved = self._solver.solve_marks(self._first, sheet, self._side)
        except RebeloteError:  # a générale: the solver does not count whose a trick is
            return None
        return OpenCards(self._side, tuple(self._points), solved.value)
