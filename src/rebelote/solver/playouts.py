"""Random play to the end of a deal, many times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from rebelote import _native
from rebelote.solver.position import Position
from rebelote.table import Side


@dataclass(frozen=True, slots=True)
class Playouts:
    """Random play to the end, `number` times: what each side took on average, and how widely it varied."""

    number: int
    mean: Mapping[Side, float]
    deviation: Mapping[Side, float]
    sweeps: Mapping[Side, int]


def playouts(position: Position, number: int, *, seed: int, threads: int = 1) -> Playouts:
    """Random legal cards to the end of the deal. What comes out depends on the seed, not on the threads."""
    points, squares, sweeps = _native.playouts(position.board, number, seed, threads)
    spec = position.spec
    table, places = spec.table, {seat: spec.place(seat) for seat in spec.table}
    mean = {side: sum(points[places[seat]] for seat in table.members(side)) / number for side in table.sides}
    return Playouts(
        number,
        mean,
        {
            side: sqrt(max(0.0, squares[spec.any_seat(side)] / number - mean[side] ** 2))
            for side in table.sides
        },
        {side: sweeps[spec.any_seat(side)] for side in table.sides},
    )
