"""Expert's calls: each is followed to its contract in many worlds, and the deal played out by habit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final, NamedTuple

from rebelote import _native
from rebelote.actions import Bid, Call, Take
from rebelote.bots.budget import Spending
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.discarding import cards_to_lay_aside
from rebelote.bots.ending_gains import Deal, EndingGains, counts_endings
from rebelote.bots.expert.auction_rollout import Callers
from rebelote.bots.expert.hidden_hands import MOST_DRAWN, believe
from rebelote.bots.expert.playing_habits import habits_of
from rebelote.bots.habitue.bidding import Bidding, hope
from rebelote.bots.habitue.hand import TabledHand
from rebelote.bots.inference import Inference
from rebelote.bots.match_gain import Gain, match_gain, typical_mark
from rebelote.bots.payoff import MarkTable, Stakes
from rebelote.bots.view_facts import choosing_of, turned_to_take
from rebelote.cards import PACK, Cards, Trump
from rebelote.phases.dealing import deal_rest
from rebelote.phases.declaring import counted_points, find, settle
from rebelote.phases.playing import first_leader
from rebelote.results import Contract
from rebelote.ruleset import Hands
from rebelote.solver import PlaySpec
from rebelote.table import Seat, Side

WORLDS_A_MS: Final = 4
DRAWN_A_WORLD: Final = 12
TIMES: Final = 3
"""How often a world's deal is played out."""
SHARPNESS: Final = 1.5
TAKERS_EDGE: Final = 4
"""Points that takers make beyond what habit makes for them, where the players think."""
CLOSE: Final = {"points": 30.0, "tricks": 1.0}
"""Trumps that promise less than the best by more than this are not thought about."""
MOST_TRUMPS: Final = 3
LEVELS: Final = 4
"""How many levels one thinks about where the call itself is paid."""
CAPOT_HOPE: Final = 0.85
"""From what share of everything one thinks about capot."""
SURE: Final = 1.0
"""By how many standard errors another call must be better than the rule of thumb's, and by"""
MARGIN: Final = 0.04
"""how much of a usual mark, since the others may not call as one thinks."""


FEWEST: Final = 6
"""Worlds that say something."""


class World(NamedTuple):
    """The cards that each may play from the start; what is dealt later, and what lies under piles."""

    hands: dict[Seat, int]
    spare: list[int]


class Played(NamedTuple):
    """How a deal came out each time, in our points and tricks; who had belote; what declarations brought."""

    outcomes: list[tuple[int, int]]
    belotes: int
    declared: tuple[tuple[Side, int], ...]


class Value:
    """What a call gained, world by world."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.gains: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.gains) / len(self.gains)

    def beats(self, other: Value, margin: float) -> bool:
        """Is it better by more than that, and than chance explains?"""
        if len(self.gains) < FEWEST:
            return False
        ahead = [a - b for a, b in zip(self.gains, other.gains, strict=True)]
        mean = sum(ahead) / len(ahead)
        spread = sum((each - mean) ** 2 for each in ahead) / (len(ahead) - 1)
        return mean > margin + SURE * sqrt(spread / len(ahead))


def value_calls(
    inference: Inference,
    compiled: CompiledRules,
    habit: Call,
    spending: Spending,
    seed: int,
    also: tuple[Call, ...] = (),
) -> tuple[list[Value], Value] | None:
    """The calls worth thinking about, best first, and the one to make; None where no world was found.

    The rule of thumb's call is made unless another is clearly better. Calls in `also` are valued too.
    """
    bidding = _CallSearch(inference, compiled, (habit, *also), seed)
    if len(bidding.values) == 1 or not bidding.draw(spending):
        return None
    spending.step()
    while bidding.look_at_next():
        spending.step()
        if not spending.has_time():
            break
    ranked = sorted(bidding.values, key=lambda value: -value.mean)
    rule = next(value for value in ranked if value.call == habit)
    margin = MARGIN * typical_mark(compiled.rules)
    chosen = ranked[0] if ranked[0].beats(rule, margin) else rule
    return ranked, chosen


class _CallSearch:
    def __init__(
        self, inference: Inference, compiled: CompiledRules, wanted: tuple[Call, ...], seed: int
    ) -> None:
        view = inference.view
        choosing = choosing_of(view)
        self.inference = inference
        self.compiled = compiled
        self.view = view
        self.rules = view.rules
        self.seat = inference.seat
        self.table = view.rules.table
        self.side = self.table.side(self.seat)
        self.seed = seed
        self.turned = turned_to_take(view).mask
        self.bidding = Bidding(compiled)
        self.turn = self.bidding.turn(choosing, self.seat, view.calls)
        self.hand = TabledHand(compiled, inference.playable(self.seat).mask, self.turned)
        self.gain: Gain = match_gain(view.situation, self.side)
        self.values = [Value(call) for call in self._candidates(wanted)]
        self.after = [choosing.apply(value.call) for value in self.values]
        self.worlds: list[World] = []
        self.done = 0
        self._gains: dict[tuple[MarkTable, int, int], float] = {}

    # What to think about

    def _candidates(self, wanted: tuple[Call, ...]) -> list[Call]:
        legal = self.view.legal()
        calls: list[Call] = [
            call for call in legal if isinstance(call, Call) and not isinstance(call, Bid | Take)
        ]
        bids = [call for call in legal if isinstance(call, Bid | Take)]
        hopes = self._hopes(dict.fromkeys(bid.trump for bid in bids))
        for trump in self._trumps(hopes):
            calls += self._levels([bid for bid in bids if bid.trump == trump], hopes[trump])
        return list(dict.fromkeys([*calls, *wanted]))

    def _trumps(self, hopes: Mapping[Trump, float]) -> list[Trump]:
        """The few that promise most."""
        close = CLOSE[self.rules.unit]
        best = sorted(hopes, key=lambda trump: -hopes[trump])[:MOST_TRUMPS]
        return [trump for trump in best if hopes[trump] > hopes[best[0]] - close]

    def _hopes(self, trumps: Iterable[Trump]) -> Mapping[Trump, float]:
        if self.bidding.auction is not None:
            return {trump: hope(self.turn, self.hand, trump) for trump in trumps}
        return {trump: self.hand.worth(trump, "solo") for trump in trumps}

    def _levels(self, bids: list[Bid | Take], hope: float) -> list[Bid | Take]:
        """The lowest; where the call is paid, those up to what one may hope for; capot with a strong hand."""
        numbers = [bid for bid in bids if isinstance(bid, Take) or not isinstance(bid.value, str)]
        chosen = numbers[:1]
        if self.bidding.pays:
            within = [bid for bid in numbers if isinstance(bid, Bid) and self._points(bid) <= hope + 10]
            chosen = [*chosen, *within[1:][-LEVELS:]]
        whole = self.compiled.spec(bids[0].trump).whole(self.rules.tricks)
        if hope > CAPOT_HOPE * whole or not numbers:
            chosen += [bid for bid in bids if isinstance(bid, Bid) and bid.value == "capot"]
        return chosen

    def _points(self, bid: Bid) -> int:
        return self.rules.call_points(bid.value) if isinstance(bid.value, int) else 0

    # Worlds

    def draw(self, spending: Spending) -> bool:
        budget = spending.budget
        keep = budget.worlds if budget.worlds is not None else int(spending.ms * WORLDS_A_MS)
        number = keep * DRAWN_A_WORLD
        belief = believe(self.inference, self.compiled)
        if belief is None or not belief.draw(number, keep, number * MOST_DRAWN, self.seed, spending.draws_on):
            return False
        known = {seat: self.inference.playable(seat).mask for seat in self.table}
        for hidden, spare in belief.worlds():
            hands = {seat: known[seat] | hidden[place] for place, seat in enumerate(self.table.order)}
            self.worlds.append(World(hands, spare))
        return True

    def look_at_next(self) -> bool:
        """Value every call in one more world; False once it was the last."""
        world = self.worlds[self.done]
        callers = Callers(self.bidding, world.hands, self.turned)
        contracts = [
            callers.finish(state, (*self.view.calls, value.call))
            for value, state in zip(self.values, self.after, strict=True)
        ]
        played: dict[tuple[Trump, Seat, Seat], Played] = {}
        for value, contract in zip(self.values, contracts, strict=True):
            if contract is None or contract.seat is None:
                value.gains.append(self.gain(0, 0))
                continue
            if counts_endings(self.compiled.spec(contract.trump)):
                value.gains.append(self._mean_of_endings(contract, contract.seat, world))
                continue
            key = (contract.trump, contract.seat, self._leader(contract))
            if key not in played:
                played[key] = self._play(*key, world)
            value.gains.append(self._mean(contract, played[key]))
        self.done += 1
        return self.done < len(self.worlds)

    # What a contract brings

    def _leader(self, contract: Contract) -> Seat:
        return first_leader(self.rules, self.view.situation.dealer, contract)

    def _play(self, trump: Trump, taker: Seat, leader: Seat, world: World) -> Played:
        """The deal at this trump, played out a few times."""
        spec = self.compiled.spec(trump)
        hands, piles = self._deal(spec, world, taker)
        outcomes = _native.play_deals(
            spec.core,
            habits_of(spec),
            [(hands, piles)],
            spec.place(leader),
            spec.place(taker),
            self.rules.tricks,
            spec.place(self.seat),
            TIMES,
            SHARPNESS,
            self.seed + self.done,
        )
        return Played(outcomes, self._belotes(spec, hands), self._declared(trump, hands, leader))

    def _mean_of_endings(self, contract: Contract, taker: Seat, world: World) -> float:
        """The same where every ending must be counted by itself."""
        spec = self.compiled.spec(contract.trump)
        hands, piles = self._deal(spec, world, taker)
        told = _native.deal_endings(
            spec.core,
            habits_of(spec),
            [(hands, piles)],
            spec.place(self._leader(contract)),
            spec.place(taker),
            self.rules.tricks,
            TIMES,
            SHARPNESS,
            self.seed + self.done,
        )
        deal = Deal(contract, self.rules.tricks, self.view.situation.pending)
        gains = EndingGains(spec, deal, self.side, self.gain)
        pairs = self.compiled.royal_pairs(spec.trump)
        belotes = [sum(not pair & ~hand for pair in pairs) for hand in hands]
        return sum(gains.of(ending, belotes) for ending in told) / len(told)

    def _deal(self, spec: PlaySpec, world: World, taker: Seat) -> tuple[list[int], list[tuple[int, int]]]:
        """The whole deal: the rest dealt where there is one, a discard made, the piles laid."""
        layout = self.rules.dealing.layout
        hands = dict(world.hands)
        piles: list[tuple[int, int]] = []
        if isinstance(layout, Hands) and layout.rest:
            pack = tuple(PACK[card] for card in world.spare)
            hands[taker] |= self.turned
            has_turned = taker if self.turned else None
            rest = deal_rest(pack, self.table, self.view.situation.dealer, has_turned, layout.rest)
            for seat, more in rest.items():
                hands[seat] |= Cards(more).mask
        if self.rules.discards:
            hands[taker] = self._after_discard(spec, hands[taker], world)
        for seat in self.table.order:
            for pile in self.inference.held.piles.get(seat, ()):
                if pile.top is not None and pile.covers:
                    piles.append((pile.top.index, world.spare[len(piles)]))
        return [hands[seat] for seat in self.table.order], piles

    def _after_discard(self, spec: PlaySpec, hand: int, world: World) -> int:
        """The taker's hand with the cards left over, less those that he would lay aside."""
        more = Cards(PACK[card] for card in world.spare)
        full = Cards.of_mask(hand) | more
        return (full - cards_to_lay_aside(full, len(more), spec.order)).mask

    def _belotes(self, spec: PlaySpec, hands: list[int]) -> int:
        """1 if our side has more belotes, -1 if the others have."""
        pairs = self.compiled.royal_pairs(spec.trump)
        ahead = 0
        for place, hand in enumerate(hands):
            ours = self.table.side(self.table.order[place]) == self.side
            ahead += sum(1 if ours else -1 for pair in pairs if not pair & ~hand)
        return (ahead > 0) - (ahead < 0)

    def _declared(self, trump: Trump, hands: list[int], first: Seat) -> tuple[tuple[Side, int], ...]:
        """What each side's declarations come to; `first` leads, and speaks first."""
        part = self.rules.hand_declarations
        if part is None or not part.played_at(trump):
            return ()
        found = {
            seat: find(part, trump, Cards.of_mask(hand))
            for seat, hand in zip(self.table.order, hands, strict=True)
        }
        return tuple(counted_points(self.table, settle(part, trump, self.table, found, first), found).items())

    def _mean(self, contract: Contract, played: Played) -> float:
        stakes = Stakes(
            self.side,
            self.rules.tricks,
            played.belotes,
            contract=contract,
            pending=self.view.situation.pending,
            declarations=played.declared,
        )
        table, total = self.compiled.mark_table(stakes), 0.0
        edge = 0 if self.rules.counts_tricks else TAKERS_EDGE if contract.side == self.side else -TAKERS_EDGE
        for points, tricks in played.outcomes:
            total += self._gain(table, min(max(points + edge, 0), table.whole), tricks)
        return total / len(played.outcomes)

    def _gain(self, table: MarkTable, points: int, tricks: int) -> float:
        key = (table, points, tricks)
        gain = self._gains.get(key)
        if gain is None:
            gain = self._gains[key] = self.gain(*table.of(points, tricks))
        return gain
