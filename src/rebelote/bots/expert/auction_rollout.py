"""How an auction ends in an imagined deal: everybody calls as habitue does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rebelote.actions import Call
from rebelote.bots.habitue.bidding import Bidding, choose
from rebelote.bots.habitue.hand import TabledHand
from rebelote.phases.choosing import Choosing
from rebelote.results import Contract
from rebelote.table import Seat


class Callers:
    """The players of one world; `hands` are the cards that each knows to be his, as masks."""

    def __init__(self, bidding: Bidding, hands: Mapping[Seat, int], turned: int) -> None:
        self._bidding = bidding
        compiled = bidding.compiled
        self._hands = {seat: TabledHand(compiled, cards, turned) for seat, cards in hands.items()}

    def finish(self, choosing: Choosing, calls: Sequence[Call]) -> Contract | None:
        """The contract that they come to from here; None if they all pass, or it is left to luck."""
        said = list(calls)
        while not choosing.done and not choosing.awaits_suit:
            seat = choosing.speaks
            assert seat is not None
            call = choose(self._bidding.turn(choosing, seat, said), self._hands[seat])
            choosing = choosing.apply(call)
            said.append(call)
        return choosing.standing
