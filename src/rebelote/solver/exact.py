"""Exact values with open cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from rebelote import _native
from rebelote.cards import Cards
from rebelote.errors import RebeloteError
from rebelote.language.text import said
from rebelote.solver.marks import Sheet
from rebelote.solver.play_spec import PlaySpec, open_values
from rebelote.solver.position import Position
from rebelote.solver.solution import Solution, as_solution
from rebelote.solver.worlds import HiddenPosition
from rebelote.table import Seat, Side

DEFAULT_TABLE_MB: Final = 0.625
"""The size of a solver's table: more does not fit a processor's cache."""


class Unsolvable(RebeloteError):
    """A position that the solver does not answer for, with the reason."""


class TooLong(Unsolvable):
    """A search that was given up, since it would have looked at too many positions."""


@final
class Solver:
    """Exact values with open cards. Owns its tables; give each thread a solver of its own.

    Where more than two play alone, a side's value is what it takes against all the others together.
    Games with roem, which depends on the cards that meet in a trick, are refused.
    """

    __slots__ = ("_core",)

    def __init__(self, table_mb: float = DEFAULT_TABLE_MB) -> None:
        if not table_mb > 0:
            raise RebeloteError(said("table_mb", found=table_mb))
        self._core = _native.Solver(max(int(table_mb * 2**20), 1024))

    def solve(
        self,
        position: Position,
        side: Side | None = None,
        *,
        line: bool = True,
        most_nodes: int | None = None,
    ) -> Solution:
        """The value for a side (by default that of the player to move), of every card, and a line of play.

        Raises TooLong where it would look at more positions than `most_nodes`.
        """
        _refuse_roem(position.spec)
        side = self._side(position, side)
        seat = position.spec.any_seat(side)
        try:
            solved = self._core.solve(position.board, seat, line, most_nodes)
        except RuntimeError:
            raise TooLong(said("search_too_long", tricks=position.tricks_left)) from None
        return as_solution(position, side, solved)

    def solve_marks(self, position: Position, sheet: Sheet, side: Side | None = None) -> Solution:
        """Values in marks: by how much the side outscores the other on the sheet, both playing for that."""
        _refuse_roem(position.spec)
        if not open_values(position.spec.rules):
            raise RebeloteError(said("unsolvable_marks", rules=position.spec.rules.id))
        side = self._side(position, side)
        by_points, every_trick, no_trick = sheet.marks(position, side)
        before = sheet.before(position, side)
        seat = position.spec.any_seat(side)
        solved = self._core.solve_marks(position.board, seat, by_points, every_trick, no_trick, before)
        return as_solution(position, side, solved)

    def solve_many(
        self, positions: Iterable[Position], sides: Iterable[Side] | None = None, *, threads: int = 1
    ) -> list[Solution]:
        """Many positions at once, without lines. Every thread gets tables of its own, which stay."""
        every = list(positions)
        for position in every:
            _refuse_roem(position.spec)
        chosen = [self._side(position, None) for position in every] if sides is None else list(sides)
        asked = [
            (position.board, position.spec.any_seat(side))
            for position, side in zip(every, chosen, strict=True)
        ]
        answers = self._core.solve_many(asked, threads)
        return [
            as_solution(position, side, solved)
            for position, side, solved in zip(every, chosen, answers, strict=True)
        ]

    def solve_worlds(
        self,
        hidden: HiddenPosition,
        number: int,
        *,
        seed: int,
        side: Side | None = None,
        threads: int = 1,
    ) -> list[tuple[dict[Seat, Cards], Solution]]:
        """Deal the hidden cards at random, `number` times, and solve each world, all in the core."""
        _refuse_roem(hidden.spec)
        worlds, spec, order = hidden.worlds(), hidden.spec, hidden.spec.table.order
        first = hidden.dealt(worlds.deal(1, seed=seed)[0])
        side = self._side(first, side)
        solved = self._core.solve_worlds(
            spec.core,
            worlds.core,
            [hidden.known(seat).mask for seat in order],
            spec.place(hidden.leader),
            [card.index for _, card in hidden.trick],
            first.tricks_by_place(),
            spec.any_seat(side),
            number,
            seed,
            threads,
        )
        return [
            (
                {seat: Cards.of_mask(mask) for seat, mask in zip(order, dealt, strict=False)},
                as_solution(first, side, answer),
            )
            for dealt, answer in solved
        ]

    @staticmethod
    def _side(position: Position, side: Side | None) -> Side:
        return side if side is not None else position.spec.table.side(position.turn)

    @property
    def bytes(self) -> int:
        """The memory of all its tables."""
        return self._core.bytes

    @property
    def nodes(self) -> int:
        """Positions searched since it was made."""
        return self._core.nodes

    def forget(self) -> None:
        """Empty the tables. Values never depend on it, only times."""
        self._core.forget()


def _refuse_roem(spec: PlaySpec) -> None:
    """Its bounds are shared between cards that play alike, but make no roem alike (KL-4)."""
    if spec.rules.roem is not None:
        raise Unsolvable(said("unsolvable_roem", rules=spec.rules.id))
