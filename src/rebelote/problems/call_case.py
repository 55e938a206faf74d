"""A call problem looked at closely: each call followed to its contract in some worlds, and solved there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rebelote.actions import Action, Bid, Call, Take
from rebelote.bots.expert.auction_rollout import Callers
from rebelote.bots.expert.hidden_hands import MOST_DRAWN, believe
from rebelote.bots.habitue.bidding import Bidding
from rebelote.bots.inference import Inference
from rebelote.bots.search_tools import SearchTools
from rebelote.bots.view_facts import choosing_of, turned_to_take, with_turned
from rebelote.cards import PACK, Cards, Trump
from rebelote.phases.dealing import deal_rest
from rebelote.phases.playing import first_leader
from rebelote.problems.card_case import ASKED
from rebelote.problems.marked import KnownSheet, ScoreMemory
from rebelote.results import Contract, Result
from rebelote.ruleset import Hands
from rebelote.solver import Position, Solver, held_belotes
from rebelote.table import Seat
from rebelote.view import View

DRAWN: Final = 30
"""Worlds drawn for one that is kept."""


class Outcome(NamedTuple):
    """What a call comes to in a world: no contract if all pass; `marks` are ours less theirs."""

    contract: Contract | None
    marks: int
    result: Result


class Deal(NamedTuple):
    """A world: what each seat holds now, and the cards that are dealt later."""

    hands: Mapping[Seat, Cards]
    later: tuple[int, ...]


class CallCase:
    """`best` is the right call, `wrong` the others that are offered, the better ones first."""

    def __init__(
        self,
        view: View,
        best: Call,
        wrong: Sequence[Call],
        answers: Mapping[str, Action],
        tools: SearchTools,
        solver: Solver,
        number: int,
        seed: int,
    ) -> None:
        self.view = view
        self.rules = view.rules
        self.best = best
        self.wrong = tuple(wrong)
        self.tempting = next(
            (call for name in ASKED for call in self.wrong if answers.get(name) == call), self.wrong[0]
        )
        self.inference = Inference(view)
        self.side = self.rules.table.side(self.inference.seat)
        self.compiled = tools.compiled(self.rules)
        self.solver = solver
        self.bidding = Bidding(self.compiled)
        self.memory = ScoreMemory()
        self.deals = self._draw(number, seed)
        self._known: dict[tuple[int, Call], Outcome] = {}

    def _draw(self, number: int, seed: int) -> list[Deal]:
        belief = believe(self.inference, self.compiled)
        if belief is None:
            return []
        drawn = number * DRAWN
        belief.draw(drawn, number, drawn * MOST_DRAWN, seed, lambda: True)
        order = self.rules.table.order
        return [
            Deal(
                {
                    seat: self.inference.playable(seat) | Cards.of_mask(hidden[place])
                    for place, seat in enumerate(order)
                },
                tuple(later),
            )
            for hidden, later in belief.worlds()
        ]

    @property
    def hand(self) -> Cards:
        """The cards that one would play with, as far as they are seen."""
        return with_turned(self.view)

    def outcome(self, number: int, call: Call) -> Outcome:
        """What the call comes to in the deal of that number."""
        key = (number, call)
        if key not in self._known:
            self._known[key] = self._outcome(self.deals[number], call)
        return self._known[key]

    def _outcome(self, deal: Deal, call: Call) -> Outcome:
        hands = {seat: cards.mask for seat, cards in deal.hands.items()}
        callers = Callers(self.bidding, hands, turned_to_take(self.view).mask)
        contract = callers.finish(choosing_of(self.view).apply(call), (*self.view.calls, call))
        if contract is None or contract.seat is None:
            return Outcome(None, 0, "none")
        spec = self.compiled.spec_of(contract)
        leader = first_leader(self.rules, self.view.situation.dealer, contract)
        position = Position(spec, self.whole_deal(deal, contract.seat), leader)
        sheet = KnownSheet(contract=contract, belote=held_belotes(position), memory=self.memory)
        marks = self.solver.solve_marks(position, sheet, self.side).value
        told = sheet.result(spec, self.side, self.rules.tricks, marks)
        return Outcome(contract, marks, told if told is not None else "none")

    def whole_deal(self, deal: Deal, taker: Seat) -> Mapping[Seat, Cards]:
        """Every hand at the first lead: the turned card and the rest are dealt where there is one."""
        layout, table = self.rules.dealing.layout, self.rules.table
        hands = dict(deal.hands)
        if isinstance(layout, Hands) and layout.rest:
            turned = turned_to_take(self.view)
            hands[taker] = hands[taker] | turned
            pack = tuple(PACK[card] for card in deal.later)
            has_turned = taker if turned else None
            dealer = self.view.situation.dealer
            for seat, more in deal_rest(pack, table, dealer, has_turned, layout.rest).items():
                hands[seat] = hands[seat] | Cards(more)
        return hands

    def mean(self, call: Call) -> float:
        """What it marks on average, with open cards."""
        return sum(self.outcome(number, call).marks for number in range(len(self.deals))) / len(self.deals)


def trump_of(call: Call) -> Trump | None:
    return call.trump if isinstance(call, Bid | Take) else None
