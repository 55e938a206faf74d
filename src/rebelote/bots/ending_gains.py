"""What a deal brings where a side's own points don't tell: roem, more than two sides, cards out of play.

There no table by points will do, and no exact search: every ending is counted by the scorer itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rebelote.bots.match_gain import Gain
from rebelote.phases.scoring import score_deal
from rebelote.results import Contract, DealSummary
from rebelote.solver import PlaySpec, open_values
from rebelote.table import Side

Told = tuple[int, int, int, list[int], list[int], list[int], list[int]]
"""As the core tells it: card, times, who won the last trick; by seat: points, roem, tricks, belotes."""


def counts_endings(spec: PlaySpec) -> bool:
    """Must every ending be counted by itself?"""
    return not open_values(spec.rules)


class Deal(NamedTuple):
    """What is known of a deal before it is played on."""

    contract: Contract
    length: int
    pending: int = 0
    declarations: Mapping[Side, int] = {}


class EndingGains:
    """What the endings of a deal gain for one side; each is asked of the scorer once."""

    def __init__(self, spec: PlaySpec, deal: Deal, side: Side, gain: Gain | None) -> None:
        """Without a `gain`, points count as they fall."""
        self._spec = spec
        self._deal = deal
        self._side = side
        self._gain = gain
        self._places = {
            each: [spec.place(seat) for seat in spec.table.members(each)] for each in spec.table.sides
        }
        self._known: dict[tuple[object, ...], float] = {}

    def of(self, told: Told, belotes: Sequence[int] | None = None) -> float:
        """What an ending gains; `belotes`, by place, where the ending does not tell them."""
        _, _, last, taken, roem, tricks, held = told
        by_side = self._by_side
        key = (last, *taken, *roem, *map(self._some, tricks), *(belotes or held))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._worth(
                last, by_side(taken), by_side(roem), by_side(tricks), by_side(belotes or held)
            )
        return found

    def _some(self, tricks: int) -> int:
        """Only none and all of them make a difference."""
        return tricks if tricks == self._deal.length else min(tricks, 1)

    def _by_side(self, numbers: Sequence[int]) -> dict[Side, int]:
        return {side: sum(numbers[place] for place in places) for side, places in self._places.items()}

    def _worth(
        self,
        last: int,
        taken: dict[Side, int],
        roem: dict[Side, int],
        tricks: dict[Side, int],
        belote: dict[Side, int],
    ) -> float:
        marks = taken if self._gain is None else self._marks(last, taken, roem, tricks, belote)
        others = [points for side, points in marks.items() if side != self._side]
        ours, theirs = marks[self._side], sum(others) / len(others)
        return ours - theirs if self._gain is None else self._gain(ours, theirs)

    def _marks(
        self,
        last: int,
        taken: dict[Side, int],
        roem: dict[Side, int],
        tricks: dict[Side, int],
        belote: dict[Side, int],
    ) -> Mapping[Side, int]:
        """Points that nobody took lie in the taker's discard (T3-1-discard)."""
        spec, deal, rules = self._spec, self._deal, self._spec.rules
        winner = spec.table.side(spec.table.order[last])
        cards = {side: points - spec.last_trick * (side == winner) for side, points in taken.items()}
        if rules.discards and deal.contract.side is not None:
            cards[deal.contract.side] += spec.order.pack_total - sum(cards.values())
        declared = deal.declarations if rules.roem is None else roem
        summary = DealSummary(
            contract=deal.contract,
            tricks=tricks,
            cards=cards,
            last=winner,
            belote={} if rules.belote is None else belote,
            declarations=declared,
        )
        return score_deal(rules, summary, deal.pending).score
