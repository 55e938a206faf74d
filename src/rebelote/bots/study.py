"""What a search bot works out once for a ruleset."""

from __future__ import annotations

import threading
from typing import Final

from rebelote.bots.stakes import Scorer
from rebelote.bots.tables import EstimateTables
from rebelote.cards import Trump
from rebelote.phases.belote import companion, royal_cards
from rebelote.ruleset import Ruleset
from rebelote.solver import PlaySpec


class Study:
    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.tables = EstimateTables(rules)
        self.scorer = Scorer()
        self._specs: dict[Trump, PlaySpec] = {}
        self._pairs: dict[Trump, list[int]] = {}

    def spec(self, trump: Trump) -> PlaySpec:
        if trump not in self._specs:
            self._specs[trump] = PlaySpec(self.rules, trump)
        return self._specs[trump]

    def royal_pairs(self, trump: Trump) -> list[int]:
        """King and queen, as one set of cards, of each suit in which they are a belote."""
        if trump not in self._pairs:
            royals = royal_cards(self.rules.belote, self.spec(trump).order)
            self._pairs[trump] = sorted({card.bit | companion(card).bit for card in royals})
        return self._pairs[trump]


_own: Final = threading.local()
MOST_STUDIES: Final = 10
"""As many as there are games; house rules push out the oldest."""


def study_of(rules: Ruleset) -> Study:
    """One a thread, for all who search there by these rules: it remembers them, not what anybody saw."""
    studies: list[Study] = _own.__dict__.setdefault("studies", [])
    study = next((each for each in studies if each.rules == rules), None)
    if study is None:
        study = Study(rules)
        studies.append(study)
        del studies[:-MOST_STUDIES]
    return study
