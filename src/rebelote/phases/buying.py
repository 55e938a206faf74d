"""The turned card is bought: with its suit or another as trump, or without one; then the contres (BA-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rebelote.actions import AskRedeal, Bid, Call, Contre, Pass, Surcontre
from rebelote.cards import Card, Cards
from rebelote.phases.choosing import Choosing
from rebelote.results import Contract
from rebelote.ruleset import Double, Purchase, Ruleset
from rebelote.table import Seat, Side

replace = msgspec.structs.replace
Stage = Literal["buying", "claiming", "confirming", "doubling"]


class Buying(Choosing, frozen=True):
    """`asked` are those who are still to speak in this stage, but for the first one, where all do in turn.

    `refused`: somebody had a hand that he would not play.
    """

    stage: Stage = "buying"
    asked: tuple[Seat, ...] = ()
    refused: bool = False
    totals: Mapping[Side, int] = {}

    @property
    def part(self) -> Purchase:
        part = self.rules.trump_choice
        assert isinstance(part, Purchase)
        return part

    # What may be said

    def may_ask_redeal(self, seat: Seat, hand: Cards) -> bool:
        """Has the seat nothing but what may be refused, in its first turn (BA-2.2)?"""
        ranks = {card.rank for card in hand}
        return self._may_refuse(seat) and bool(hand) and ranks <= set(self.part.redeal_with)

    def _may_refuse(self, seat: Seat) -> bool:
        first_turn = self.stage == "buying" and self.words < self.rules.table.size and self.standing is None
        return bool(self.part.redeal_with) and first_turn and seat == self.speaks

    def check(self, call: Call) -> Call:
        """Whether a hand may be refused is for those to say who know it."""
        if isinstance(call, AskRedeal) and self._may_refuse(call.seat):
            return call
        return super().check(call)

    def legal(self, seat: Seat) -> tuple[Call, ...]:
        if seat != self.speaks:
            return ()
        match self.stage:
            case "buying":
                return (Pass(seat), *self._purchases(seat))
            case "claiming" | "confirming":
                return (Pass(seat), *self._without_suit(seat))
            case "doubling":
                return (Pass(seat), *self._doubles(seat))

    def _purchases(self, seat: Seat) -> tuple[Bid, ...]:
        first_round = self.words < self.rules.table.size
        assert self.turned is not None
        suits = [
            Bid(seat, None, trump)
            for trump in self.part.trumps
            if trump.suit is not None and (trump.suit is self.turned.suit) == first_round
        ]
        for_partner = self._for_partner(seat) if first_round else ()
        return (*(suits if self.standing is None else ()), *self._without_suit(seat), *for_partner)

    def _without_suit(self, seat: Seat) -> tuple[Bid, ...]:
        return tuple(Bid(seat, None, trump) for trump in self.part.trumps if trump.suit is None)

    def _for_partner(self, seat: Seat) -> tuple[Bid, ...]:
        part, speaker = self.part, self.rules.table.after(self.dealer).index(seat) + 1
        assert self.turned is not None
        if not 0 < part.to_partner_from <= speaker or self.turned.rank in part.not_to_partner:
            return ()
        return tuple(replace(bid, to_partner=True) for bid in self._without_suit(seat))

    def _doubles(self, seat: Seat) -> tuple[Contre | Surcontre, ...]:
        assert self.standing is not None
        level = self.standing.contre
        may_close = self._ladder(self.standing)[level].closed and self.standing.trump.suit is not None
        ways = (False, True) if may_close else (False,)
        if level == 0:
            return tuple(Contre(seat, closed) for closed in ways)
        return tuple(Surcontre(seat, level + 1, closed) for closed in ways)

    def _ladder(self, standing: Contract) -> tuple[Double, ...]:
        """The contres that there are: without a suit one, where the score allows it."""
        if standing.trump.suit is not None:
            return self.part.ladder
        line, marks = self.part.contred_above, [self.totals.get(side, 0) for side in self.rules.table.sides]
        return self.part.ladder[:1] if min(marks) < line < max(marks) else ()

    # What follows

    def apply(self, call: Call) -> Choosing:
        match call:
            case Bid():
                return self._after_purchase(call)
            case Contre() | Surcontre():
                return self._doubled(call)
            case Pass():
                return self._passed(call.seat)
            case AskRedeal():
                return replace(self, speaks=None, refused=True)
            case _:
                raise AssertionError(call)

    def _after_purchase(self, call: Bid) -> Buying:
        contract = Contract(
            seat=call.seat,
            side=self.rules.table.side(call.seat),
            trump=call.trump,
            to_partner=True if call.to_partner else msgspec.UNSET,
        )
        bought = replace(self, standing=contract, quiet=0)
        if call.trump.suit is not None:
            return replace(bought, speaks=self.rules.table.next(call.seat))
        if self.stage != "buying":
            return bought._open_doubles(contract)
        order = self.rules.table.after(self.dealer)
        return bought._ask("claiming", order[: order.index(call.seat)])

    def _ask(self, stage: Stage, seats: tuple[Seat, ...]) -> Buying:
        """These seats are asked, one after another; without any, what follows."""
        if seats:
            return replace(self, stage=stage, speaks=seats[0], asked=seats[1:])
        assert self.standing is not None
        return self._open_doubles(self.standing) if stage == "claiming" else replace(self, speaks=None)

    def _passed(self, seat: Seat) -> Buying:
        table = self.rules.table
        match self.stage:
            case "claiming" | "doubling":
                return self._ask(self.stage, self.asked)
            case "confirming":
                assert self.standing is not None
                return self._open_doubles(self.standing)
            case "buying" if self.standing is None:
                words = self.words + 1
                over = words == 2 * table.size
                return replace(self, words=words, speaks=None if over else table.next(seat))
            case "buying":
                quiet = self.quiet + 1
                if quiet < table.size - 1:
                    return replace(self, quiet=quiet, speaks=table.next(seat))
                return replace(self, stage="confirming", speaks=self.standing.seat, quiet=quiet)

    def _open_doubles(self, standing: Contract, spoke: Seat | None = None) -> Buying:
        """Those are asked who may double now, in turn after the buyer, or after the one who doubled last."""
        bought = replace(self, standing=standing)
        if len(bought._ladder(standing)) <= standing.contre:
            return replace(bought, stage="doubling", speaks=None, asked=())
        by_callers = bought._ladder(standing)[standing.contre].by == "callers"
        table = self.rules.table
        last = spoke or standing.seat
        assert last is not None
        asked = (each for each in table.after(last) if (table.side(each) == standing.side) == by_callers)
        return bought._ask("doubling", tuple(asked))

    def _doubled(self, call: Contre | Surcontre) -> Buying:
        standing = self.standing
        assert standing is not None
        double = self._ladder(standing)[standing.contre]
        closed = (True if call.closed else msgspec.UNSET) if double.closed else standing.closed
        doubled = replace(standing, contre=standing.contre + 1, closed=closed)
        return self._open_doubles(doubled, call.seat)


def start_choosing(
    rules: Ruleset,
    dealer: Seat,
    *,
    turned: Card | None = None,
    hand_size: int = 0,
    barred_side: Side | None = None,
    totals: Mapping[Side, int] | None = None,
) -> Choosing:
    """The choice of trump before anybody has spoken, as these rules have it."""
    if not isinstance(rules.trump_choice, Purchase):
        return Choosing.start(rules, dealer, turned=turned, hand_size=hand_size, barred_side=barred_side)
    first = rules.table.next(dealer)
    return Buying(rules, dealer, first, turned, hand_size, barred_side, totals=totals or {})
