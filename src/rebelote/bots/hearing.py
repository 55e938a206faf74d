"""What calls and passes say about a hand, as soft bounds on its estimates: what habitue would need for them.

Who bids 90 at hearts has about what a bid of 90 needs; who passes has not what the least bid needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rebelote import _native
from rebelote.actions import Bid, Call, Contre, Pass, Take
from rebelote.bots.callers import partners_bids
from rebelote.bots.calling import (
    BID_MARGIN,
    CONTRE_MARGIN,
    PAID_CALL_MARGIN,
    SLACK,
    TAKE_MARGIN,
    believed_bid,
    needed,
    pays_the_call,
)
from rebelote.bots.tables import EstimateTables
from rebelote.cards import NO_CARDS, Trump
from rebelote.phases.choosing import Choosing
from rebelote.results import Contract
from rebelote.ruleset import Auction, Piles, Ruleset, TurnUp
from rebelote.table import Seat
from rebelote.view import View

Option = tuple[_native.Estimate, float]
Said = tuple[int, bool, float, list[Option], _native.Estimate | None]
"""Place, at least or at most, softness, estimates each with what is needed, and what they must exceed."""

SOFTNESS: Final = {"points": 5.0, "tricks": 0.25}
"""Within how much of what a call needs one can't tell whether it would be made."""


def heard(view: View, tables: EstimateTables) -> list[Said]:
    """The bounds that the calls of this deal put on the others' hands."""
    rules = view.rules
    if isinstance(rules.dealing.layout, Piles):
        return []
    return [said for listener in _listeners(view, tables) for said in listener.bounds()]


def _listeners(view: View, tables: EstimateTables) -> Iterator[_Listener]:
    """Each call of another, with the state of things before it."""
    situation = view.situation
    choosing = Choosing.start(
        view.rules, situation.dealer, turned=situation.turned, barred_side=situation.may_not_take
    )
    for n, call in enumerate(view.calls):
        if call.seat != view.seat:
            yield _Listener(view.rules, tables, choosing, call, view.calls[:n])
        choosing = choosing.apply(call)


class _Listener:
    """One call, made when things stood as `choosing` says."""

    def __init__(
        self,
        rules: Ruleset,
        tables: EstimateTables,
        choosing: Choosing,
        call: Call,
        before: Sequence[Call],
    ) -> None:
        self.rules = rules
        self.tables = tables
        self.choosing = choosing
        self.call = call
        self.before = before
        self.unit = "tricks" if rules.counts_tricks else "points"

    def bounds(self) -> list[Said]:
        match self.rules.trump_choice, self.call:
            case TurnUp(), Take(seat=seat, trump=trump):
                return [self._said(seat, True, [self._takes(trump)])]
            case TurnUp(), Pass(seat=seat) if self.choosing.standing is None and not self.choosing.proposal:
                offers = [call.trump for call in self.choosing.legal(seat) if isinstance(call, Take)]
                return [self._said(seat, False, [self._takes(trump) for trump in offers])]
            case Auction() as part, Bid() as bid:
                return self._bid(part, bid)
            case Auction() as part, Pass(seat=seat):
                return self._passed(part, seat)
            case Auction() as part, Contre(seat=seat):
                return self._contred(part, seat)
            case _:
                return []

    def _said(
        self, seat: Seat, at_least: bool, options: list[Option], beyond: _native.Estimate | None = None
    ) -> Said:
        place = self.rules.table.order.index(seat)
        return (place, at_least, SOFTNESS[self.unit], options, beyond)

    def _takes(self, trump: Trump) -> Option:
        return (self.tables.table(trump, "solo"), needed(self.rules, NO_CARDS, trump) + TAKE_MARGIN)

    def _bid(self, part: Auction, bid: Bid) -> list[Said]:
        if not isinstance(bid.value, int):
            return [self._said(bid.seat, True, [self._asks(bid.trump, part.highest)])]
        options = [self._asks(bid.trump, bid.value)]
        partner = partners_bids(self.rules, bid.seat, self.before).get(bid.trump)
        if partner is not None:
            helped = bid.value + BID_MARGIN[part.unit] - partner - SLACK[part.unit]
            options.append((self.tables.table(bid.trump, "support"), helped))
        said = [self._said(bid.seat, True, options)]
        if partner is None:
            others = [(self.tables.table(trump, "solo"), 0.0) for trump in part.trumps if trump != bid.trump]
            said.append(self._said(bid.seat, False, others, self.tables.table(bid.trump, "solo")))
        if pays_the_call(self.rules):
            said.append(
                self._said(bid.seat, False, [self._asks(bid.trump, bid.value + part.step + PAID_CALL_MARGIN)])
            )
        return said

    def _asks(self, trump: Trump, value: float) -> Option:
        return (self.tables.table(trump, "solo"), value + BID_MARGIN[self.unit])

    def _passed(self, part: Auction, seat: Seat) -> list[Said]:
        """A pass over one's own side's bid, or a contre, says little."""
        stands = self.choosing.standing
        if stands is None:
            lowest = part.lowest
        elif stands.contre or self._is_ours(stands, seat) or not isinstance(stands.value, int):
            return []
        else:
            lowest = stands.value + part.step
        return [self._said(seat, False, [self._asks(trump, lowest) for trump in part.trumps])]

    def _is_ours(self, stands: Contract, seat: Seat) -> bool:
        return stands.side == self.rules.table.side(seat)

    def _contred(self, part: Auction, seat: Seat) -> list[Said]:
        stands = self.choosing.standing
        if stands is None or not isinstance(stands.value, int):
            return []
        most = stands.value - believed_bid(part, stands.value) - CONTRE_MARGIN[part.unit]
        return [self._said(seat, False, [(self.tables.table(stands.trump, "defence"), most)])]
