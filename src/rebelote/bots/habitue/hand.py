"""A hand before the play, as habitue looks at it: what it is worth at each trump, and its sure tricks."""

from __future__ import annotations

from functools import cached_property

from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.estimate import Role, worth
from rebelote.cards import SUITS, Cards, Trump
from rebelote.phases.declaring import find
from rebelote.ruleset import ContractScoring, MarkScoring, TakeScoring

HUNDREDTHS = 2


class Hand:
    """The cards that a seat knows to be its own; who takes gets the `turned` ones besides."""

    def __init__(self, compiled: CompiledRules, cards: Cards, turned: Cards) -> None:
        self.compiled = compiled
        self.cards = cards
        self.turned = turned

    @cached_property
    def as_taker(self) -> Cards:
        return self.cards | self.turned

    def worth(self, trump: Trump, role: Role) -> float:
        """Solo: what the taker's side will make. Support, defence: what the hand adds to it.

        In hundredths, as the weights are: so equal hands are equal, however they were summed up.
        """
        cards = self.as_taker if role == "solo" else self.cards
        return round(worth(self.compiled.rules, cards, trump, role), HUNDREDTHS)

    def declared(self, trump: Trump) -> float:
        """Half of one's declarations, where they help to make the contract: the others' may be better."""
        part, scoring = self.compiled.rules.hand_declarations, self.compiled.rules.scoring
        if part is None or not isinstance(scoring, TakeScoring | MarkScoring | ContractScoring):
            return 0.0
        half = sum(declaration.points for declaration in find(part, trump, self.as_taker)) / 2
        if isinstance(scoring, MarkScoring):
            rule = scoring.rounding_rule(trump)
            return half * rule.per_mark if rule is not None else half
        return half if scoring.tests_declarations else 0.0

    def capot(self) -> Trump | None:
        """The first trump at which it takes every trick, if there is one."""
        return next(filter(self.takes_every_trick, self.compiled.rules.callable_trumps), None)

    def takes_every_trick(self, trump: Trump) -> bool:
        """Can the hand alone take every trick, from the top of each suit?"""
        cards, rules = self.cards, self.compiled.rules
        in_a_suit = len(rules.pack) // len(SUITS)
        if trump.suit is not None and 2 * len(cards.in_suit(trump.suit)) <= in_a_suit:
            return False
        order = self.compiled.order(trump)
        sure = 0
        for suit in SUITS:
            mine, others = cards.in_suit(suit), (rules.cards - cards).in_suit(suit)
            top = sum(not order.beaten_by[card.index] & others for card in mine)
            sure += len(mine) if top >= len(others) else top
        return sure == rules.tricks

    def stops_capot(self, trump: Trump) -> bool:
        """A trick that nobody can take away: the best trump, the second with a guard, or two aces."""
        order, cards, pack = self.compiled.order(trump), self.cards, self.compiled.rules.cards
        trumps = cards & order.ruffs
        above = [len(order.beaten_by[card.index] & (order.ruffs & pack) - cards) for card in trumps]
        masters = sum(not order.beaten_by[card.index] & pack.in_suit(card.suit) for card in cards - trumps)
        return any(higher < len(trumps) for higher in above[-1:]) or min(above, default=9) == 0 or masters > 1


class TabledHand(Hand):
    """The same by tables, for imagined hands: many times faster."""

    def __init__(self, compiled: CompiledRules, cards: int, turned: int) -> None:
        super().__init__(compiled, Cards.of_mask(cards), Cards.of_mask(turned))
        self._masks = {"solo": cards | turned, "support": cards, "defence": cards}
        self._worth: dict[tuple[Trump, Role], float] = {}
        self._declared: dict[Trump, float] = {}
        self._capot: list[Trump | None] = []

    def worth(self, trump: Trump, role: Role) -> float:
        found = self._worth.get((trump, role))
        if found is None:
            table = self.compiled.estimate(trump, role)
            found = self._worth[trump, role] = round(table.of(self._masks[role]), HUNDREDTHS)
        return found

    def declared(self, trump: Trump) -> float:
        if trump not in self._declared:
            self._declared[trump] = super().declared(trump)
        return self._declared[trump]

    def capot(self) -> Trump | None:
        if not self._capot:
            self._capot.append(super().capot())
        return self._capot[0]
