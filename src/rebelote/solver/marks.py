"""What a deal comes to on the score sheet, by how it is played: the engine's scorer, asked beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from rebelote.phases.belote import companion, royal_cards
from rebelote.phases.scoring import score_deal
from rebelote.results import Contract, DealSummary
from rebelote.ruleset import GapScoring
from rebelote.solver.play_spec import PlaySpec
from rebelote.solver.position import BadPosition, Position
from rebelote.table import Side

Score = Mapping[Side, int]
"""What each side marks."""


@dataclass(frozen=True)
class Sheet:
    """What a deal is played for: with it a solver maximises marks instead of points.

    `points` are what each side has taken so far (cards, or tricks where those count); `belote` how many each
    side has, by default read from the hands; `bids` are escalier's guesses.
    """

    contract: Contract | None = None
    points: Mapping[Side, int] = field(default_factory=dict)
    belote: Mapping[Side, int] | None = None
    declarations: Mapping[Side, int] = field(default_factory=dict)
    pending: int = 0
    bids: Mapping[Side, int] = field(default_factory=dict)

    def marks(self, position: Position, side: Side) -> tuple[list[int], int, int]:
        """The side's mark less the other's by its points, for every trick, and for none.

        Among players who are each alone it is the side's own mark.
        """
        if self._is_alone:
            raise BadPosition(
                "contract: a générale can't be solved, since partners' tricks are counted together"
            )
        spec = position.spec
        length = sum(position.tricks.values()) + position.tricks_left
        belote = self.belote if self.belote is not None else held_belotes(position)

        def mark(score: Score) -> int:
            others = 0 if isinstance(spec.rules.scoring, GapScoring) else sum(score.values()) - score[side]
            return score[side] - others

        whole = spec.whole(length)
        outcome = Outcomes(self, spec, length, side, belote)
        by_points = [mark(outcome.score(points)) for points in range(whole + 1)]
        return by_points, mark(outcome.every_trick()), mark(outcome.no_trick())

    def summary(
        self,
        spec: PlaySpec,
        side: Side,
        points: int,
        tricks: int,
        length: int,
        belote: Mapping[Side, int],
    ) -> DealSummary:
        """A deal that comes out so. Who won the last trick matters only through the points."""
        others = [each for each in spec.table.sides if each != side]
        if self.bids:
            return DealSummary(bids=self.bids, tricks={side: tricks, others[0]: length - tricks})
        by_points = spec.counting == "points"
        has_last = points >= spec.last_trick if by_points and tricks else points > tricks
        has_last = has_last or tricks == length
        cards = points - spec.last_trick * has_last if by_points else 0
        total = spec.order.total(spec.rules.pack) if by_points else 0
        return DealSummary(
            contract=self.contract,
            tricks={side: tricks, others[0]: length - tricks},
            cards={side: cards, others[0]: total - cards},
            last=side if has_last else others[0],
            belote=belote,
            declarations=self.declarations,
            alone=tricks == length if self._is_alone else msgspec.UNSET,
        )

    @property
    def _is_alone(self) -> bool:
        """Does the caller play alone? Every trick of the side is then counted as his own."""
        return self.contract is not None and self.contract.value == "generale"

    def before(self, position: Position, side: Side) -> int:
        """What the side had taken when the position arose."""
        spec, won = position.spec, sum(position.tricks.values())
        if spec.counting == "tricks":
            return position.tricks.get(side, 0)
        known, whole = sum(self.points.values()) + position.worth_left, spec.whole(won + position.tricks_left)
        if known != whole:
            raise BadPosition(f"points: those taken and those to come make {known}, not {whole}")
        return self.points.get(side, 0)


@dataclass(frozen=True)
class Outcomes:
    """What each side marks, by how a deal of so many tricks comes out for one of them."""

    sheet: Sheet
    spec: PlaySpec
    length: int
    side: Side
    belote: Mapping[Side, int]

    def score(self, points: int) -> Score:
        """With so many points, and a trick at least for each side if that can be."""
        if self.spec.counting == "points":
            return self._score(points, min(1, self.length - 1))
        last = self.spec.last_trick if points > self.spec.last_trick else 0
        return self._score(points, min(points - last, self.length))

    def every_trick(self) -> Score:
        """What is marked if the side takes every trick."""
        return self._score(self.spec.whole(self.length), self.length)

    def no_trick(self) -> Score:
        """What is marked if it takes none."""
        return self._score(0, 0)

    def _score(self, points: int, tricks: int) -> Score:
        summary = self.sheet.summary(self.spec, self.side, points, tricks, self.length, self.belote)
        return score_deal(self.spec.rules, summary, self.sheet.pending).score


def held_belotes(position: Position) -> dict[Side, int]:
    """The belotes that are still in one hand each. Kings are taken to be played before queens (B-7)."""
    spec = position.spec
    royals = royal_cards(spec.rules.belote, spec.order)
    found = dict.fromkeys(spec.table.sides, 0)
    for seat, cards in position.holdings().items():
        whole = [card for card in royals & cards if companion(card) in cards]
        found[spec.table.side(seat)] += len(whole) // 2
    return found
