"""What players who search have in common, and may share while they take turns."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rebelote import _native
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.ruleset import Ruleset
from rebelote.ruleset.builtin import RULESET_IDS
from rebelote.solver import DEFAULT_TABLE_MB

MOST_RULES: Final = len(RULESET_IDS)
"""As many as there are games; house rules push out those not asked for longest."""


class SearchTools:
    """A solver and compiled rules, for one thread: they remember positions and rules, nothing of a match."""

    def __init__(self) -> None:
        self.solver = _native.Solver(int(DEFAULT_TABLE_MB * 2**20))
        self._compiled = lru_cache(maxsize=MOST_RULES)(CompiledRules)

    def compiled(self, rules: Ruleset) -> CompiledRules:
        """These rules made ready, once for all that are equal."""
        return self._compiled(rules)
