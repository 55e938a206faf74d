"""Card play at full speed: exact values with open cards, random playouts, and deals of hidden cards.

The typed face of the native core. Python states the rules; a PlaySpec hands the core what it needs of them.
"""

from __future__ import annotations

from rebelote.solver.exact import DEFAULT_TABLE_MB, Solver, TooLong, Unsolvable
from rebelote.solver.marks import Outcomes, Score, Sheet, held_belotes
from rebelote.solver.play_spec import Counting, PlaySpec, open_values
from rebelote.solver.playouts import Playouts, playouts
from rebelote.solver.position import BadPosition, Position
from rebelote.solver.solution import Solution
from rebelote.solver.worlds import HiddenPosition, Worlds, deal_worlds

__all__ = [
    "DEFAULT_TABLE_MB",
    "BadPosition",
    "Counting",
    "HiddenPosition",
    "Outcomes",
    "PlaySpec",
    "Playouts",
    "Position",
    "Score",
    "Sheet",
    "Solution",
    "Solver",
    "TooLong",
    "Unsolvable",
    "Worlds",
    "deal_worlds",
    "held_belotes",
    "open_values",
    "playouts",
]
