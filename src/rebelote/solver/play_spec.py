"""The play of the cards by one ruleset at one trump, compiled for the native core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, final

from rebelote import _native
from rebelote.card_order import Order, order_at
from rebelote.cards import PACK, RANKS, SUITS, Card, Trump
from rebelote.ruleset import Hands, PointScoring, Ruleset, TrickScoring
from rebelote.ruleset.limits import LAST_TRICK_OF_A_SWEEP
from rebelote.table import Seat, Side, Table

Counting = Literal["points", "tricks"]
"""What is counted: the points of the cards, or tricks."""


def open_values(rules: Ruleset) -> bool:
    """Does a side's share of the points tell what it marks? Else marks can't be searched for.

    Not where roem depends on which cards meet in a trick (KL-4), nor where a taker plays alone against more
    than one side (T3-3), nor where cards are asleep or laid aside, so that the points in play are not known
    (CL-1, T3-1-discard).
    """
    layout = rules.dealing.layout
    if isinstance(layout, Hands) and (layout.asleep or layout.discard):
        return False
    return rules.roem is None and not (rules.has_taker and len(rules.table.sides) > 2)


@final
class PlaySpec:
    """The play of the cards by one ruleset at one trump, compiled for the core.

    `counting` says what a value counts: points in cards with the last trick's bonus, and 100 for the last
    trick of a side that takes them all (A-9), unless `sweeps` is false; or tricks, the last one as often as
    the ruleset says.
    """

    __slots__ = ("_sweeps", "core", "counting", "order", "rules", "table", "trump")

    def __init__(
        self, rules: Ruleset, trump: Trump, counting: Counting | None = None, *, sweeps: bool = True
    ) -> None:
        self.rules = rules
        self.trump = trump
        self._sweeps = sweeps
        self.table: Table = rules.table
        self.order: Order = order_at(rules.card_values, trump)
        self.counting: Counting = counting or rules.unit
        self.core = self._compiled()

    @property
    def _made_from(self) -> tuple[Ruleset, Trump, Counting, bool]:
        return self.rules, self.trump, self.counting, self._sweeps

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlaySpec) and (self is other or self._made_from == other._made_from)

    def __hash__(self) -> int:
        return hash(self._made_from)

    def __reduce__(self) -> tuple[object, tuple[Ruleset, Trump, Counting, bool]]:
        return _play_spec, self._made_from

    def __repr__(self) -> str:
        return f"<PlaySpec {self.rules.id} at {self.trump}, counting {self.counting}>"

    def _compiled(self) -> _native.PlaySpec:
        by_points = self.counting == "points"
        play, last = self.rules.play, self.last_trick
        return _native.PlaySpec(
            seats=self.table.size,
            partners=len(self.table.sides) < self.table.size,
            trumps={Trump.SANS_ATOUT: "none", Trump.TOUT_ATOUT: "all"}.get(self.trump, "suit"),
            trump=SUITS.index(self.trump.suit) if self.trump.suit else 0,
            partner_master=play.partner_master,
            partner_ruffed=play.partner_ruffed,
            cannot_overruff=play.cannot_overruff,
            lead_beats_partner=play.lead_beats_partner,
            plain=play.plain,
            leads=play.leads,
            order=[self._strongest_first(PACK[n : n + len(RANKS)]) for n in range(0, len(PACK), len(RANKS))],
            points=self.order.points if by_points else [0] * len(PACK),
            trick=0 if by_points else 1,
            last=last,
            sweep=self.sweep,
            pack=self.rules.cards.mask,
            roem=self._roem(),
        )

    def _roem(self) -> list[int]:
        """Runs by length, four alike by rank, king and queen of trumps; nothing where none is played."""
        part = self.rules.roem
        if part is None:
            return []
        lengths = range(len(RANKS) + 1)
        runs = [max((run.points for run in part.runs if run.length <= n), default=0) for n in lengths]
        fours = {carre.rank: carre.points for carre in part.carres}
        return [*runs, *(fours.get(rank, 0) for rank in RANKS), part.stuk]

    def _strongest_first(self, suit: Sequence[Card]) -> list[int]:
        def stronger(card: Card) -> int:
            return sum(other in self.order.beaten_by[card.index] for other in suit)

        return [RANKS.index(card.rank) for card in sorted(suit, key=stronger)]

    @property
    def last_trick(self) -> int:
        """What the last trick brings beyond its cards, or beyond the one trick that it is."""
        if self.counting == "points":
            return self.rules.card_values.last_trick
        scoring = self.rules.scoring
        return scoring.last_counts - 1 if isinstance(scoring, TrickScoring) else 0

    @property
    def has_sweeps(self) -> bool:
        """Does a capot pay? Not where each just marks what it took (D6-points)."""
        scoring = self.rules.scoring
        return self._sweeps and not (isinstance(scoring, PointScoring) and not scoring.capot)

    @property
    def sweep(self) -> int:
        """What a side that takes every trick has beyond the points, where that is counted."""
        counted = self.counting == "points" and self.has_sweeps
        return max(0, LAST_TRICK_OF_A_SWEEP - self.last_trick) if counted else 0

    def whole(self, tricks: int) -> int:
        """All that a deal of that many tricks brings, sweeps apart."""
        return (self.order.total(self.rules.pack) if self.counting == "points" else tricks) + self.last_trick

    def place(self, seat: Seat) -> int:
        """A seat's number in the core: its turn in the direction of play."""
        return self.table.order.index(seat)

    def any_seat(self, side: Side) -> int:
        """The place of one of that side's seats, as the core numbers them."""
        return self.place(self.table.members(side)[0])


def _play_spec(rules: Ruleset, trump: Trump, counting: Counting, sweeps: bool) -> PlaySpec:
    return PlaySpec(rules, trump, counting, sweeps=sweeps)
