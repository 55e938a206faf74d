"""The arena: duplicate deals between bots, results with intervals, leagues with ratings."""

from __future__ import annotations

from rebelote.arena.duel import duel
from rebelote.arena.duplicate import play_pair
from rebelote.arena.results import Pair, Results, Settings
from rebelote.arena.run import run

__all__ = ["Pair", "Results", "Settings", "duel", "play_pair", "run"]
