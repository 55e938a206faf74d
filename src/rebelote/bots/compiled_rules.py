"""What is worked out once for a ruleset, whatever is played by it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rebelote import _native
from rebelote.bots.estimate import Role
from rebelote.bots.estimate_tables import estimate_table
from rebelote.bots.payoff import MarkTable, Stakes
from rebelote.card_order import Order
from rebelote.cards import Trump
from rebelote.phases.belote import companion, royal_cards
from rebelote.results import Contract
from rebelote.ruleset import Ruleset
from rebelote.solver import PlaySpec

MOST_MARK_TABLES: Final = 500
"""Those last used are kept."""


class CompiledRules:
    """A ruleset made ready for players who think: each part is made when it is first asked for, and kept.

    It remembers the rules, and nothing that anybody saw. Whoever needs one owns it; one thread at a time.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._specs: dict[tuple[Trump, bool], PlaySpec] = {}
        self._estimates: dict[tuple[Trump, Role], _native.Estimate] = {}
        self._royal_pairs: dict[Trump, list[int]] = {}
        self._mark_table = lru_cache(maxsize=MOST_MARK_TABLES)(MarkTable)

    def spec(self, trump: Trump, *, closed: bool = False) -> PlaySpec:
        """The play of the cards at that trump, for the core; `closed`: no trump is led if that can be."""
        if (trump, closed) not in self._specs:
            self._specs[trump, closed] = PlaySpec(self.rules.as_played(closed=closed), trump)
        return self._specs[trump, closed]

    def spec_of(self, contract: Contract) -> PlaySpec:
        """The play of the cards of a contract."""
        return self.spec(contract.trump, closed=contract.closed is True)

    def order(self, trump: Trump) -> Order:
        """What beats what at that trump, and the points."""
        return self.spec(trump).order

    def estimate(self, trump: Trump, role: Role) -> _native.Estimate:
        """What a hand is worth at that trump, as a table for the core."""
        made = self._estimates.get((trump, role))
        if made is None:
            made = self._estimates[trump, role] = estimate_table(self.rules, trump, role)
        return made

    def royal_pairs(self, trump: Trump) -> list[int]:
        """King and queen, as one set of cards, of each suit in which they are a belote."""
        if trump not in self._royal_pairs:
            royals = royal_cards(self.rules.belote, self.order(trump))
            self._royal_pairs[trump] = sorted({card.bit | companion(card).bit for card in royals})
        return self._royal_pairs[trump]

    def mark_table(self, stakes: Stakes) -> MarkTable:
        """What is marked by how the deal comes out."""
        usual = stakes.usual(self.rules.table)
        trump = usual.contract.trump if usual.contract is not None else Trump.SPADES
        return self._mark_table(self.spec(trump), usual)
