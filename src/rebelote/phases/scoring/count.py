"""A played deal as the scorer counts it, and the lines of the sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from rebelote.card_order import order_at
from rebelote.cards import Trump
from rebelote.results import Contract, DealScore, DealSummary, Result, ScoreLine
from rebelote.ruleset import (
    SUITS_ONLY,
    Part,
    Ruleset,
)
from rebelote.table import Side

Lines = list[ScoreLine]


@dataclass(frozen=True, slots=True)
class Count:
    """A played deal as the scorer sees it."""

    rules: Ruleset
    summary: DealSummary
    contract: Contract

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.rules.table.sides

    @property
    def takers(self) -> Side:
        assert self.contract.side is not None
        return self.contract.side

    @property
    def defence(self) -> Side:
        return self.rules.table.opponent(self.takers)

    def tricks(self, side: Side) -> int:
        return self.summary.tricks.get(side, 0)

    def has_all_tricks(self, side: Side) -> bool:
        return self.tricks(side) == self.rules.tricks

    def cards(self, side: Side) -> int:
        return self.summary.cards.get(side, 0)

    def last_trick(self, side: Side) -> int:
        return self.rules.card_values.last_trick if side == self.summary.last else 0

    def belotes(self, side: Side) -> int:
        return self.summary.belote.get(side, 0)

    def belote(self, side: Side) -> int:
        return self.belotes(side) * self.rules.belote.worth if self.rules.belote else 0

    def belote_towards_contract(self, side: Side) -> int:
        return self.belotes(side) * self.rules.belote_towards_contract

    def declarations(self, side: Side) -> int:
        return self.summary.declarations.get(side, 0)

    def exact_pile(self, side: Side) -> Fraction | int:
        """Cards and last trick, scaled where C-9 says so."""
        pile = self.cards(side) + self.last_trick(side)
        return pile * self._scale if self._is_scaled else pile

    def pile(self, side: Side) -> int:
        """Whole points: a scaled pile is rounded for the takers, and the defence gets the rest (C-9)."""
        if not self._is_scaled:
            return self.cards(side) + self.last_trick(side)
        first = self.contract.side or self.sides[0]
        rounded = half_up(self.exact_pile(first))
        return rounded if side == first else self.whole - rounded

    @property
    def whole(self) -> int:
        """All the points of a deal."""
        return self._raw_total(SUITS_ONLY[0] if self._is_scaled else self.contract.trump)

    @property
    def _is_scaled(self) -> bool:
        return self.contract.trump is Trump.TOUT_ATOUT and self.rules.card_values.rescale_tout_atout

    @property
    def _scale(self) -> Fraction:
        """What makes the points of this trump as many as those of a suit."""
        return Fraction(self._raw_total(SUITS_ONLY[0]), self._raw_total(self.contract.trump))

    def _raw_total(self, trump: Trump) -> int:
        values = self.rules.card_values
        return order_at(values, trump).total(self.rules.pack) + values.last_trick


def count_of(rules: Ruleset, summary: DealSummary) -> Count:
    """What is counted of a deal that had a contract."""
    assert summary.contract is not None
    return Count(rules, summary, summary.contract)


def half_up(number: Fraction | int) -> int:
    """To the nearest whole, halves up."""
    return number if isinstance(number, int) else floor(number + Fraction(1, 2))


# Lines


def sheet(rules: Ruleset, result: Result, lines: Lines, pending: int = 0) -> DealScore:
    """The score is what the lines add up to, so that they always explain it."""
    score = {side: sum_of(lines, side) for side in rules.table.sides}
    return DealScore(result=result, score=score, pending=pending, lines=tuple(lines))


def sum_of(lines: Iterable[ScoreLine], side: Side) -> int:
    """What one side gets by these lines."""
    return sum(line.points for line in lines if line.side == side)


def if_any(clause: str, side: Side, points: int, label: str) -> Lines:
    """A line, where it is worth something."""
    return [ScoreLine(clause, side, points, label)] if points else []


def pile_lines(count: Count, side: Side, mark: str, last_trick: str, scaled: str = "") -> Lines:
    """The points of a side's tricks, of the last trick, and what a rescaled tout atout changes."""
    cards, last = count.cards(side), count.last_trick(side)
    difference = count.pile(side) - cards - last
    return [
        ScoreLine(mark, side, cards, "cards_raw" if difference else "cards"),
        *if_any(last_trick, side, last, "last_trick"),
        *if_any(scaled, side, difference, "scaled"),
    ]


def cite(part: Part, about: str = "") -> str:
    """The part's clause about that, else its first."""
    first = part.clauses[0] if part.clauses else ""
    return next((clause for clause in part.clauses if about and clause.endswith(f"-{about}")), first)
