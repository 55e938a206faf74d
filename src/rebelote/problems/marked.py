"""A score sheet that is asked many times in one deal: the scorer's answers are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rebelote.phases.scoring import score_deal
from rebelote.results import Contract, Result
from rebelote.solver import PlaySpec, Position, Sheet
from rebelote.table import Side

Marks = tuple[list[int], int, int]
"""What a side marks more than the others: by its points, with every trick, with none."""


class _Key(NamedTuple):
    side: Side
    contract: Contract | None
    belote: tuple[tuple[Side, int], ...]


class ScoreMemory:
    """What was asked of the scorer in one deal. Sheets share it while everything but these is the same:
    the contract, the belotes, the side that asks."""

    def __init__(self) -> None:
        self.marks: dict[_Key, Marks] = {}
        self.results: dict[_Key, Mapping[int, frozenset[Result]]] = {}


@dataclass(frozen=True)
class KnownSheet(Sheet):
    """A sheet whose `belote` is known, with a memory."""

    memory: ScoreMemory = field(default_factory=ScoreMemory, compare=False)

    def _key(self, side: Side) -> _Key:
        assert self.belote is not None
        return _Key(side, self.contract, tuple(self.belote.items()))

    def marks(self, position: Position, side: Side) -> Marks:
        key = self._key(side)
        found = self.memory.marks.get(key)
        if found is None:
            found = self.memory.marks[key] = super().marks(position, side)
        return found

    def result(self, spec: PlaySpec, side: Side, length: int, marks: int) -> Result | None:
        """The contract's result where the side marks so much more than the others; None if that is open."""
        key = self._key(side)
        if key not in self.memory.results:
            self.memory.results[key] = self._list_results(spec, side, length)
        told = self.memory.results[key].get(marks, frozenset())
        return next(iter(told)) if len(told) == 1 else None

    def _list_results(self, spec: PlaySpec, side: Side, length: int) -> Mapping[int, frozenset[Result]]:
        found: dict[int, frozenset[Result]] = {}
        ways = [(points, 1) for points in range(spec.whole(length) + 1)]
        for points, tricks in (*ways, (spec.whole(length), length), (0, 0)):
            summary = self.summary(spec, side, points, tricks, length, self.belote or {})
            scored = score_deal(spec.rules, summary, self.pending)
            marks = 2 * scored.score[side] - sum(scored.score.values())
            found[marks] = found.get(marks, frozenset()) | {scored.result}
        return found
