"""What a search bot works out once for a ruleset."""

from __future__ import annotations

from rebelote.bots.stakes import Scorer
from rebelote.bots.tables import EstimateTables
from rebelote.cards import Trump
from rebelote.ruleset import Ruleset
from rebelote.solver import PlaySpec


class Study:
    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.tables = EstimateTables(rules)
        self.scorer = Scorer()
        self._specs: dict[Trump, PlaySpec] = {}

    def spec(self, trump: Trump) -> PlaySpec:
        if trump not in self._specs:
            self._specs[trump] = PlaySpec(self.rules, trump)
        return self._specs[trump]
