"""Habitue's bidding, stated once: what a hand must be worth for each call.

A `Turn` is a seat's turn to call, whatever its hand: it has the thresholds that a hand's worth (`Hand.worth`,
by tables) is held against. `choose` makes the call, at the table and for imagined hands. `bounds` reads a
call backwards, as what it says about the hand of who made it. training/calls.py uses the same thresholds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from rebelote.actions import Bid, Call, Contre, Object, Pass, Surcontre, Take
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.estimate import Role
from rebelote.bots.habitue.hand import Hand
from rebelote.cards import Trump
from rebelote.phases.choosing import Choosing
from rebelote.results import Contract
from rebelote.ruleset import (
    SUITS_ONLY,
    Auction,
    ContractScoring,
    Hands,
    Piles,
    Ruleset,
    SoloScoring,
    TakeScoring,
)
from rebelote.table import Seat

# The thresholds


class Thresholds(NamedTuple):
    """In what is counted, points or tricks.

    bid: what one keeps back when one bids. slack: what a bidder is taken to have beyond his bid.
    contre: by how much the takers must fall short. surcontre: what one must have beyond the bid.
    """

    bid: float
    slack: float
    contre: float
    surcontre: float


THRESHOLDS: Final[Mapping[str, Thresholds]] = {
    "points": Thresholds(bid=8.0, slack=10.0, contre=18.0, surcontre=25.0),
    # Less than nothing is kept back: to fail costs what a lost auction does.
    "tricks": Thresholds(bid=-0.8, slack=0.3, contre=1.0, surcontre=2.0),
}
PAID_CALL: Final = 16.0
"""What one keeps back beyond that to bid more than one has to, where the call itself is paid."""
ALONE: Final = {"each": 76.0, "both": 86.0}
"""What a hand must be worth to one who plays alone, by what he must have more than; found by trying."""
OPEN_PILES: Final = 55.0
"""What the visible cards must be worth where half of one's cards lie hidden in piles; found by trying."""
ASLEEP: Final = 8.0
"""Where cards are out of play a hand is worth its lead: so much of it must be there; found by trying."""
TAKE: Final = 24.0
"""Points above what is needed that make taking worth while, and"""
OVERCALL_PARTNER: Final = 20.0
"""how many more over one's own side's call."""
WILD: Final = 100
"""Point bids above this are believed only in part; in tricks, those above the middle."""
BELIEF: Final = 0.6
MOST_HOPED: Final = 180
"""What a slam says at most, where numbers go higher than cards alone can make."""


class Count(NamedTuple):
    """One way to count a hand: what it is worth at a trump in a role, less so much."""

    trump: Trump
    role: Role
    less: float


class Bound(NamedTuple):
    """What a call says of a hand: the best of some counts is at least (at most) 0, or the `beyond` one."""

    at_least: bool
    counts: Sequence[Count]
    beyond: Count | None = None


def pays_the_call(rules: Ruleset) -> bool:
    return isinstance(rules.scoring, ContractScoring) and rules.scoring.made != "points"


class Bidding:
    """What the bidding by one ruleset needs, whoever's turn it is."""

    def __init__(self, compiled: CompiledRules) -> None:
        self.compiled = compiled
        self.rules = compiled.rules
        self.table = compiled.rules.table
        self.pays = pays_the_call(compiled.rules)
        part = compiled.rules.trump_choice
        self.auction = part if isinstance(part, Auction) and part.unit != "none" else None
        """An auction in numbers: where calls have none, one takes at a trump as in a turn-up game."""
        self.ladder = part.ladder if isinstance(part, Auction) else ()
        self.thresholds = THRESHOLDS[compiled.rules.unit]
        self.alone = {
            trump: Count(trump, "solo", self.thresholds.bid) for trump in compiled.rules.callable_trumps
        }
        """What our side will make at each trump, less a margin, without help."""

    @property
    def declares_by_trump(self) -> bool:
        """Do declarations that help to make a call pay more at one trump than at another?"""
        part, scoring = self.rules.hand_declarations, self.rules.scoring
        tested = isinstance(scoring, ContractScoring) and scoring.tests_declarations
        return tested and part is not None and Trump.SANS_ATOUT in self.rules.callable_trumps

    def turn(self, choosing: Choosing, seat: Seat, said: Sequence[Call]) -> Turn:
        return Turn(self, choosing, seat, said)

    def needed(self, trump: Trump) -> float:
        """What makes a contract without a number and a belote: a number of points, or half of what there is.

        A hand's worth is in points of which there are as many at every trump as at a suit.
        """
        scoring = self.rules.scoring
        if isinstance(scoring, TakeScoring) and scoring.test == "at_least":
            return scoring.needed
        if isinstance(scoring, SoloScoring):
            return ALONE[scoring.needs]
        if isinstance(self.rules.dealing.layout, Piles) and not self.rules.dealing.layout.hand:
            return OPEN_PILES
        layout = self.rules.dealing.layout
        if isinstance(layout, Hands) and layout.asleep:
            return ASLEEP
        usual = trump if self.auction is not None or not self.ladder else SUITS_ONLY[0]
        return (self.compiled.order(usual).total(self.rules.pack) + self.rules.card_values.last_trick) / 2

    def asked(self, contract: Contract) -> float:
        """What the takers must make."""
        value = contract.value
        return self.rules.call_points(value) if isinstance(value, int) else self.needed(contract.trump)

    def believed(self, contract: Contract) -> float:
        """What a call says that its side will make."""
        part = self.auction
        if part is None or not isinstance(contract.value, int):
            return self.needed(contract.trump) + TAKE + self.thresholds.slack
        value = self.rules.call_points(contract.value)
        sober = (part.lowest + part.highest) / 2 if part.unit == "tricks" else WILD
        return value + self.thresholds.slack - (1 - BELIEF) * max(0.0, value - sober)


class Turn:
    """A seat's turn to call: how things stand, and what was said before."""

    __slots__ = ("_partners_bids", "bidding", "choosing", "is_ours", "said", "seat", "stands")

    def __init__(self, bidding: Bidding, choosing: Choosing, seat: Seat, said: Sequence[Call]) -> None:
        self.bidding = bidding
        self.choosing = choosing
        self.seat = seat
        self.said = said
        self.stands: Contract | None = choosing.standing
        self.is_ours = self.stands is not None and self.stands.side == bidding.table.side(seat)
        self._partners_bids: Mapping[Trump, int] | None = None

    # Turn-up

    def take(self, trump: Trump) -> Count:
        """Taking is worth while where this is above 0: points beyond those needed, and a margin."""
        margin = TAKE + OVERCALL_PARTNER if self.is_ours else TAKE
        return Count(trump, "solo", self.bidding.needed(trump) + margin)

    def takes(self) -> list[Take | Bid]:
        """The trumps that may be called now without a number."""
        return [call for call in self.choosing.legal(self.seat) if isinstance(call, Take | Bid)]

    @property
    def may_pass(self) -> bool:
        return any(isinstance(call, Pass) for call in self.choosing.legal(self.seat))

    # Auctions

    @property
    def part(self) -> Auction:
        assert self.bidding.auction is not None
        return self.bidding.auction

    def hopes(self, trump: Trump) -> Sequence[Count]:
        """What our side will make at this trump, less a margin: alone, or with the partner who bid it."""
        alone, bid = self.bidding.alone[trump], self.partners_bids.get(trump)
        if bid is None:
            return (alone,)
        return (alone, Count(trump, "support", alone.less - bid - self.bidding.thresholds.slack))

    @property
    def partners_bids(self) -> Mapping[Trump, int]:
        """The last number that one's partner bid at each trump, unless somebody else did since."""
        if self._partners_bids is None:
            last = {bid.trump: bid for bid in self.said if isinstance(bid, Bid) and bid.seat != self.seat}
            table = self.bidding.table
            self._partners_bids = {
                trump: self.points(bid.value)
                for trump, bid in last.items()
                if isinstance(bid.value, int) and table.side(bid.seat) == table.side(self.seat)
            }
        return self._partners_bids

    @property
    def may_bid(self) -> bool:
        choosing, stands = self.choosing, self.stands
        if choosing.speaks != self.seat:
            return False
        if choosing.barred_side is not None and choosing.barred_side == self.bidding.table.side(self.seat):
            return False
        if stands is None:
            return True
        closed = self.part.ends == "first" or (stands.seat == self.seat and not self.part.raises_oneself)
        return not closed and not stands.contre and stands.value not in self.part.slam_names

    @property
    def trumps(self) -> Sequence[Trump]:
        """The trumps that may be bid now: all, or the one that was shown by lot unless somebody must bid."""
        if not self.part.offered or self.must_bid:
            return self.part.trumps
        return self.choosing.offered[-1:]

    @property
    def must_bid(self) -> bool:
        """May one not pass, nothing having been bid?"""
        return self.stands is None and self.part.must != "none" and not self.may_pass

    def points(self, number: int) -> int:
        """What a call of this number stands for, in what is counted."""
        return self.bidding.rules.call_points(number)

    def bid(self, value: int, trump: Trump) -> Bid:
        """The bid of a number in what is counted."""
        return Bid(self.seat, value // self.points(1), trump)

    @property
    def step(self) -> int:
        return self.points(self.part.step)

    @property
    def highest(self) -> int:
        return self.points(self.part.highest)

    @property
    def lowest(self) -> int | None:
        """The lowest number, in what is counted, that one would bid: over one's own side only if it pays."""
        if not self.may_bid or (self.is_ours and not self.bidding.pays):
            return None
        stands = self.stands.value if self.stands is not None else None
        lowest = self.part.lowest if not isinstance(stands, int) else stands + self.part.step
        return self.points(lowest) if lowest <= self.part.highest else None

    def needs(self, value: int) -> float:
        """What one must hope for to bid so much: more than that where one need not, and is paid for it."""
        free = not self.bidding.pays or (value == self.lowest and not self.is_ours)
        return value if free else value + PAID_CALL

    def level(self, hope: float) -> int | None:
        """The number to bid with that hope: the lowest, or where the call is paid the highest it allows."""
        lowest = self.lowest
        if lowest is None or hope < self.needs(lowest):
            return None
        if not self.bidding.pays:
            return lowest
        steps = int((min(hope - PAID_CALL, self.highest) - lowest) // self.step)
        return lowest + max(steps, 0) * self.step

    @property
    def contre(self) -> Count:
        """A number is contred where this is below 0: what the takers make beyond it, by one's own hand."""
        assert self.stands is not None
        believed = self.bidding.believed(self.stands)
        short = self.bidding.asked(self.stands) - believed - self.bidding.thresholds.contre
        return Count(self.stands.trump, "defence", short)

    @property
    def double(self) -> Contre | Surcontre | None:
        """The next contre, where it is one's own side's to say now."""
        calls = self.choosing.legal(self.seat)
        return next((call for call in calls if isinstance(call, Contre | Surcontre)), None)


# The calls


def choose(turn: Turn, hand: Hand) -> Call:
    """What habitue says with that hand."""
    if turn.bidding.auction is not None:
        return _choose_in_auction(turn, hand)
    if turn.choosing.proposal is not None:
        return _object_or_pass(turn, hand, turn.choosing.proposal)
    if turn.stands is not None and (double := turn.double) is not None and _doubles(turn, hand, turn.stands):
        return double
    promises = {call: promise(turn, hand, call.trump) for call in turn.takes()}
    best = max(promises, key=promises.__getitem__, default=None)
    if best is not None and (promises[best] > 0 or not turn.may_pass):
        return best
    return Pass(turn.seat)


def _doubles(turn: Turn, hand: Hand, stands: Contract) -> bool:
    """A call without a number: do they fall well short, or does one's own side have much more?"""
    if not turn.is_ours:
        return counted(hand, turn.contre) < 0
    margin = turn.bidding.thresholds.surcontre
    alone = hand.worth(stands.trump, "solo") >= turn.bidding.asked(stands) + TAKE + margin
    helped = turn.bidding.believed(stands) + hand.worth(stands.trump, "support")
    return alone if stands.seat == turn.seat else helped >= turn.bidding.asked(stands) + TAKE + margin


def promise(turn: Turn, hand: Hand, trump: Trump) -> float:
    """By how much a take is worth while."""
    return counted(hand, turn.take(trump)) + hand.declared(trump)


def _object_or_pass(turn: Turn, hand: Hand, proposal: Take) -> Call:
    """Against an opponent's proposal, unless the hand defends well; never against one's partner's."""
    table = turn.bidding.table
    theirs = table.side(proposal.seat) != table.side(turn.seat)
    return Object(turn.seat) if theirs and hand.worth(proposal.trump, "defence") > 0 else Pass(turn.seat)


def _choose_in_auction(turn: Turn, hand: Hand) -> Call:
    seat, stands = turn.seat, turn.stands
    if stands is not None and stands.contre:
        answer = turn.double if turn.is_ours and len(turn.part.ladder) > stands.contre else None
        return answer if answer is not None and surcontres(turn, hand, stands) else Pass(seat)
    if stands is not None and not turn.is_ours and turn.part.ladder and contres(turn, hand, stands):
        return Contre(seat)
    if not turn.may_bid:
        return Pass(seat)
    every_trick = hand.capot()
    if every_trick is not None and turn.part.slams and every_trick in turn.trumps:
        return Bid(seat, turn.part.slam_names[-1], every_trick)
    if turn.lowest is None:
        return Pass(seat)
    hopes = {trump: hope(turn, hand, trump) for trump in turn.trumps}
    trump = max(hopes, key=hopes.__getitem__)
    value = turn.level(hopes[trump])
    if value is None and turn.must_bid:
        value = turn.lowest
    return Pass(seat) if value is None else turn.bid(value, trump)


def hope(turn: Turn, hand: Hand, trump: Trump) -> float:
    """What our side will make at this trump with that hand, less a margin."""
    return max([counted(hand, count) for count in turn.hopes(trump)]) + hand.declared(trump)


def counted(hand: Hand, count: Count) -> float:
    return hand.worth(count.trump, count.role) - count.less


def contres(turn: Turn, hand: Hand, stands: Contract) -> bool:
    """Do the takers fall well short, as far as one's own hand can tell?"""
    if not isinstance(stands.value, int):
        return hand.stops_capot(stands.trump)
    return counted(hand, turn.contre) < 0


def surcontres(turn: Turn, hand: Hand, stands: Contract) -> bool:
    if not isinstance(stands.value, int):
        return hand.takes_every_trick(stands.trump)
    return hope(turn, hand, stands.trump) >= turn.points(stands.value) + turn.bidding.thresholds.surcontre


# The calls, read backwards


def bounds(turn: Turn, call: Call) -> Iterator[Bound]:
    """What a call says about the hand of who made it, declarations apart.

    Who bids 90 at hearts has about what a bid of 90 needs, and no other trump at which he has more; who
    passes has not what the least bid needed. That somebody did not contre says little.
    """
    match call:
        case Take(trump=trump) | Bid(value=None, trump=trump) if turn.may_pass:
            yield Bound(True, [turn.take(trump)])
        case Take(trump=trump) | Bid(value=None, trump=trump):
            yield from _bounds_of_forced(turn, trump)
        case Bid(value=int(value), trump=trump):
            yield from _bounds_of_bid(turn, turn.points(value), trump)
        case Bid(trump=trump):
            yield Bound(True, _raised([turn.bidding.alone[trump]], min(turn.highest, MOST_HOPED)))
        case Contre() if turn.stands is not None and not isinstance(turn.stands.value, str):
            yield Bound(False, [turn.contre])
        case Pass():
            yield from _bounds_of_pass(turn)
        case _:
            pass


def _bounds_of_forced(turn: Turn, trump: Trump) -> Iterator[Bound]:
    """Who has to call has no better trump; how good it is he does not say."""
    others = [turn.take(call.trump) for call in turn.takes() if call.trump != trump]
    if others:
        yield Bound(False, others, turn.take(trump))


def _bounds_of_bid(turn: Turn, value: int, trump: Trump) -> Iterator[Bound]:
    hopes = turn.hopes(trump)
    yield Bound(True, _raised(hopes, turn.needs(value)))
    if len(hopes) == 1 and not turn.bidding.declares_by_trump:
        others = [count for other in turn.trumps if other != trump for count in turn.hopes(other)]
        yield Bound(False, others, hopes[0])
    higher = value + turn.step
    if turn.bidding.pays and higher <= turn.highest:
        yield Bound(False, _raised(hopes, higher + PAID_CALL))


def _bounds_of_pass(turn: Turn) -> Iterator[Bound]:
    if turn.bidding.auction is None:
        if turn.choosing.proposal is None and (takes := turn.takes()):
            yield Bound(False, [turn.take(call.trump) for call in takes])
    elif turn.lowest is not None:
        hopes = [count for trump in turn.trumps for count in turn.hopes(trump)]
        yield Bound(False, _raised(hopes, turn.needs(turn.lowest)))


def _raised(counts: Sequence[Count], by: float) -> list[Count]:
    return [count._replace(less=count.less + by) for count in counts]
