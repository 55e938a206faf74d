"""How the others will call, given their hands: habitue's calls, from tables, fast enough for many worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rebelote.actions import Bid, Call, Contre, Object, Pass, Take
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
from rebelote.bots.estimate import Role
from rebelote.bots.tables import EstimateTables
from rebelote.cards import NO_CARDS, Trump
from rebelote.phases.choosing import Choosing
from rebelote.results import Contract
from rebelote.ruleset import Auction, Ruleset
from rebelote.table import Seat

Hands = Mapping[Seat, int]
"""The cards that each knows to be his, as masks; the turned card is not among them."""


class Callers:
    """The players of one world."""

    def __init__(self, rules: Ruleset, tables: EstimateTables, hands: Hands, turned: int) -> None:
        self.rules = rules
        self.tables = tables
        self.hands = hands
        self.turned = turned
        self._worth: dict[tuple[Seat, Trump, Role], float] = {}

    def finish(self, choosing: Choosing, calls: Sequence[Call]) -> Contract | None:
        """The contract that they come to from here; None if they all pass."""
        said = list(calls)
        while not choosing.done:
            assert choosing.speaks is not None
            call = self.call(choosing, choosing.speaks, said)
            choosing = choosing.apply(call)
            said.append(call)
        return choosing.standing

    def call(self, choosing: Choosing, seat: Seat, said: Sequence[Call]) -> Call:
        part = self.rules.trump_choice
        if isinstance(part, Auction):
            return self._bid(part, choosing, seat, said)
        if choosing.proposal is not None:
            return self._object(choosing.proposal, seat)
        return self._take(choosing, seat)

    def worth(self, seat: Seat, trump: Trump, role: Role) -> float:
        key = (seat, trump, role)
        found = self._worth.get(key)
        if found is None:
            cards = self.hands[seat] | (self.turned if role == "solo" else 0)
            found = self._worth[key] = self.tables.table(trump, role).of(cards)
        return found

    def _is_ours(self, contract: Contract, seat: Seat) -> bool:
        return contract.side == self.rules.table.side(seat)

    # Turn-up

    def _take(self, choosing: Choosing, seat: Seat) -> Call:
        if choosing.standing is not None and self._is_ours(choosing.standing, seat):
            return Pass(seat)
        best, margin = None, TAKE_MARGIN
        for call in choosing.legal(seat):
            if isinstance(call, Take):
                over = self.worth(seat, call.trump, "solo") - needed(self.rules, NO_CARDS, call.trump)
                if over > margin:
                    best, margin = call, over
        return best if best is not None else Pass(seat)

    def _object(self, proposal: Take, seat: Seat) -> Call:
        theirs = self.rules.table.side(proposal.seat) != self.rules.table.side(seat)
        weak = self.worth(seat, proposal.trump, "defence") > 0
        return Object(seat) if theirs and weak else Pass(seat)

    # Auctions

    def _bid(self, part: Auction, choosing: Choosing, seat: Seat, said: Sequence[Call]) -> Call:
        stands = choosing.standing
        if stands is not None and (stands.contre or not isinstance(stands.value, int)):
            return Pass(seat)
        ours = stands is not None and self._is_ours(stands, seat)
        if ours and not pays_the_call(self.rules):
            return Pass(seat)
        if stands is not None and not ours and self._contres(part, stands, seat):
            return Contre(seat)
        if self.rules.table.side(seat) == choosing.barred_side:
            return Pass(seat)
        lowest = part.lowest if stands is None else int(stands.value or 0) + part.step
        trump, hope = max(self.hopes(part, seat, said).items(), key=lambda pair: pair[1])
        value = self._level(part, lowest, hope, ours)
        return Pass(seat) if value is None else Bid(seat, value, trump)

    def hopes(self, part: Auction, seat: Seat, said: Sequence[Call]) -> dict[Trump, float]:
        """What the side will make at each trump, as habitue hopes."""
        margin = BID_MARGIN[part.unit]
        hopes = {trump: self.worth(seat, trump, "solo") - margin for trump in part.trumps}
        for trump, bid in partners_bids(self.rules, seat, said).items():
            helped = bid + SLACK[part.unit] + self.worth(seat, trump, "support") - margin
            hopes[trump] = max(hopes[trump], helped)
        return hopes

    def _level(self, part: Auction, lowest: int, hope: float, ours: bool) -> int | None:
        if hope < lowest or lowest > part.highest:
            return None
        if not pays_the_call(self.rules):
            return lowest
        steps = int((min(hope - PAID_CALL_MARGIN, part.highest) - lowest) // part.step)
        if steps >= 0:
            return lowest + steps * part.step
        return None if ours else lowest

    def _contres(self, part: Auction, stands: Contract, seat: Seat) -> bool:
        assert isinstance(stands.value, int)
        believed = believed_bid(part, stands.value)
        short = stands.value - believed - self.worth(seat, stands.trump, "defence")
        return short > CONTRE_MARGIN[part.unit]


def partners_bids(rules: Ruleset, seat: Seat, said: Sequence[Call]) -> dict[Trump, int]:
    """The last number that one's partner bid at each trump, unless somebody else did since."""
    last = {call.trump: call for call in said if isinstance(call, Bid) and call.seat != seat}
    side = rules.table.side(seat)
    return {
        trump: bid.value
        for trump, bid in last.items()
        if isinstance(bid.value, int) and rules.table.side(bid.seat) == side
    }
