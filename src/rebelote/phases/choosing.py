"""How trump is chosen: turn-up, auction or guesses, as one small state machine over calls."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

import msgspec

from rebelote.actions import AskRedeal, Bid, Call, Contre, Guess, Object, Pass, Schmeiss, Surcontre, Take
from rebelote.cards import SUITS, Card, Trump
from rebelote.errors import Illegal
from rebelote.results import Contract, Slam
from rebelote.ruleset import Auction, Ruleset, TurnUp
from rebelote.ruleset import Guess as GuessPart
from rebelote.table import Seat, Side

replace = msgspec.structs.replace


class Choosing(msgspec.Struct, frozen=True, gc=False):
    """The calls so far and what they come to.

    `speaks` is None once it is over; `standing` is the call that holds; `proposal` is a suit that the others
    may still object to (B-3.2); `quiet` counts the passes since the last other call; `words` counts the
    turns in which nobody took, or the suits offered that nobody wanted; `offered` are those shown by lot;
    `thrown` is who has offered to throw the cards in, and `bound` says that he has to play (CL-2).
    """

    rules: Ruleset
    dealer: Seat
    speaks: Seat | None
    turned: Card | None = None
    hand_size: int = 0
    barred_side: Side | None = None
    standing: Contract | None = None
    proposal: Take | None = None
    quiet: int = 0
    words: int = 0
    guesses: tuple[Guess, ...] = ()
    offered: tuple[Trump, ...] = ()
    thrown: Seat | None = None
    bound: bool = False

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        dealer: Seat,
        *,
        turned: Card | None = None,
        hand_size: int = 0,
        barred_side: Side | None = None,
    ) -> Choosing:
        return cls(rules, dealer, rules.table.next(dealer), turned, hand_size, barred_side)

    @property
    def done(self) -> bool:
        return self.speaks is None

    def actors(self) -> tuple[Seat, ...]:
        """Who may speak now: the seat whose turn it is, then those who may interrupt."""
        if self.speaks is None:
            return ()
        if not self._is_open_to_all():
            return (self.speaks,)
        interrupters = [s for s in self.rules.table if s != self.speaks and self._may_interrupt(s)]
        return (self.speaks, *interrupters)

    def legal(self, seat: Seat) -> tuple[Call, ...]:
        if self.speaks is None:
            return ()
        if seat != self.speaks:
            return (Contre(seat),) if self._may_interrupt(seat) else ()
        match self.rules.trump_choice:
            case TurnUp() as part:
                return self._legal_turn_up(part, seat)
            case Auction() as part:
                return self._legal_auction(part, seat)
            case GuessPart():
                return self._legal_guesses(seat)
            case _:
                return ()

    def check(self, call: Call) -> Call:
        """The call as the rules know it, or Illegal with the clause if it may not be made now.

        A text equals its enum and a bool its number: what goes into the log is our own object.
        """
        part = self.rules.trump_choice
        for known in self.legal(call.seat):
            if known == call:
                return known
        assert isinstance(part, TurnUp | Auction | GuessPart)
        if isinstance(call, Contre | Surcontre) and part.cites.contre:
            raise Illegal(call, part.cites.contre)
        if self.rules.table.side(call.seat) == self.barred_side and isinstance(call, Bid):
            raise Illegal(call, part.cites.barred)
        raise Illegal(call, part.cites.call, "" if call.seat == self.speaks else "not_your_turn")

    def apply(self, call: Call) -> Choosing:
        """The state after a call that was checked."""
        match call:
            case Pass():
                return self._after_pass(call)
            case Take():
                return self._after_take(call)
            case Object() if self.thrown is not None:
                return self._after_refusal()
            case Object():
                return self._after_failed_word(call.seat)
            case Schmeiss():
                return self._after_schmeiss(call)
            case Bid():
                return self._after_bid(call)
            case Contre() | Surcontre():
                return self._after_double(call)
            case Guess():
                return self._after_guess(call)
            case AskRedeal():
                raise AssertionError("only a first hand that is bought for may be refused")
            case _:
                assert_never(call)

    # Turn-up

    def _legal_turn_up(self, part: TurnUp, seat: Seat) -> tuple[Call, ...]:
        if self.proposal is not None:
            return (Pass(seat), Object(seat))
        if self.thrown is not None and not self.bound:
            return self._answers_to_schmeiss(part, seat)
        if self.standing is not None:
            higher = part.overcalls[_overcall_rank(part, self.standing.trump) + 1 :]
            return (Pass(seat), *(Take(seat, trump) for trump in higher))
        takes = self._takes(part, seat)
        last = self.words == part.rounds * self.rules.table.size - 1
        if self.bound:
            return takes
        schmeiss = (Schmeiss(seat),) if part.schmeiss != "none" else ()
        if part.must == "dealer" and last:
            return (*takes, *schmeiss)
        return (Pass(seat), *takes, *schmeiss)

    def _takes(self, part: TurnUp, seat: Seat) -> tuple[Take, ...]:
        assert self.turned is not None
        first_round = self.words < self.rules.table.size
        suits = [s for s in SUITS if (s is self.turned.suit) == first_round]
        trumps = (*(Trump(suit.value) for suit in suits), *part.overcalls)
        return tuple(Take(seat, trump) for trump in trumps)

    def _answers_to_schmeiss(self, part: TurnUp, seat: Seat) -> tuple[Call, ...]:
        """Pass: throw them in. Object: you play. Or, where that is allowed, take oneself."""
        takes = self._takes(part, seat) if part.schmeiss == "umich" else ()
        return (Pass(seat), Object(seat), *takes)

    def _after_schmeiss(self, call: Schmeiss) -> Choosing:
        return self._next(call.seat, thrown=call.seat)

    def _after_refusal(self) -> Choosing:
        """He who would throw them in has to play: the turned suit, or in round 2 one that he names."""
        assert self.thrown is not None
        assert self.turned is not None
        if self.words >= self.rules.table.size:
            return replace(self, speaks=self.thrown, bound=True)
        taken = Take(self.thrown, Trump(self.turned.suit.value))
        return replace(self, speaks=None, standing=self._contract(taken))

    def _after_take(self, call: Take) -> Choosing:
        part = self.rules.trump_choice
        assert isinstance(part, TurnUp)
        second_round = self.words >= self.rules.table.size
        if part.objections and second_round:
            return self._next(call.seat, proposal=call, quiet=0)
        taken = self._next(call.seat, standing=self._contract(call), quiet=0)
        open_to_overcall = part.overcalls and call.trump != part.overcalls[-1]
        return taken if open_to_overcall else replace(taken, speaks=None)

    def _contract(self, call: Take) -> Contract:
        return Contract(seat=call.seat, side=self.rules.table.side(call.seat), trump=call.trump)

    def _after_failed_word(self, last: Seat) -> Choosing:
        """A turn in which nobody took: a pass, or a proposal that was objected to."""
        part, table = self.rules.trump_choice, self.rules.table
        assert isinstance(part, TurnUp)
        speaker = self.proposal.seat if self.proposal is not None else last
        words = self.words + 1
        speaks = None if words == part.rounds * table.size else table.next(speaker)
        return replace(self, speaks=speaks, words=words, proposal=None, quiet=0)

    # Auction

    def _legal_auction(self, part: Auction, seat: Seat) -> tuple[Call, ...]:
        standing = self.standing
        contred = standing is not None and standing.contre > 0
        closed = contred and not part.ladder[standing.contre - 1].lifted if standing is not None else False
        barred = self.rules.table.side(seat) == self.barred_side
        own = standing is not None and seat == standing.seat and not part.raises_oneself
        closed = closed or (standing is not None and part.ends == "first")
        bids = () if closed or barred or own else self._open_bids(part, seat)
        double = self._next_double(part, seat)
        calls: tuple[Call, ...] = (*bids, double) if double is not None else bids
        return calls if self._must_call(part, seat) else (Pass(seat), *calls)

    def _open_bids(self, part: Auction, seat: Seat) -> tuple[Bid, ...]:
        """What may be bid: of suits shown by lot, the last one, until somebody has to call all the same."""
        bids = self._bids_over_turned(part, seat)
        if not part.offered or self._must_call(part, seat):
            return bids
        return tuple(bid for bid in bids if bid.trump in self.offered[-1:])

    @property
    def awaits_suit(self) -> bool:
        """Is the next suit to be shown by lot before anybody speaks?"""
        part, shown = self.rules.trump_choice, len(set(self.offered))
        return isinstance(part, Auction) and self.standing is None and shown <= self.words < part.offered

    def show(self, trump: Trump) -> Choosing:
        """A suit is shown by lot; one that was shown before is passed over."""
        return replace(self, offered=(*self.offered, trump))

    def _bids_over_turned(self, part: Auction, seat: Seat) -> tuple[Bid, ...]:
        """In the first round the turned suit opens, where a card is turned."""
        bids = _bids_above(part, seat, self.standing)
        if part.turned == "none" or self.standing is not None or self.quiet >= self.rules.table.size:
            return bids
        assert self.turned is not None
        return tuple(bid for bid in bids if bid.trump.suit is self.turned.suit)

    def _must_call(self, part: Auction, seat: Seat) -> bool:
        """May this seat not pass, since nobody has called?"""
        if part.must == "none" or self.standing is not None:
            return False
        table = self.rules.table
        bound = self.dealer if part.must == "dealer" else table.next(self.dealer)
        return seat == bound and (part.when == "in_turn" or self.quiet == table.size)

    def _next_double(self, part: Auction, seat: Seat) -> Contre | Surcontre | None:
        """The next contre of the ladder, if this seat may say it."""
        standing, ladder = self.standing, part.ladder
        if standing is None or standing.contre >= len(ladder):
            return None
        own = self.rules.table.side(seat) == standing.side
        if own != (ladder[standing.contre].by == "callers"):
            return None
        return Surcontre(seat, standing.contre + 1) if standing.contre else Contre(seat)

    def _is_open_to_all(self) -> bool:
        """Has something been called that its opponents may contre out of turn?"""
        part, standing = self.rules.trump_choice, self.standing
        if standing is None or standing.contre or not isinstance(part, Auction):
            return False
        ladder = part.ladder
        return bool(ladder) and ladder[0].when == "any_time"

    def _may_interrupt(self, seat: Seat) -> bool:
        standing = self.standing
        opposes = standing is not None and self.rules.table.side(seat) != standing.side
        return opposes and self._is_open_to_all()

    def _after_bid(self, call: Bid) -> Choosing:
        part, side = self.rules.trump_choice, self.rules.table.side(call.seat)
        assert isinstance(part, Auction)
        contract = Contract(seat=call.seat, side=side, trump=call.trump, value=call.value)
        after = self._next(call.seat, standing=contract, quiet=0)
        closes = part.ends == "first" and not part.ladder
        return replace(after, speaks=None) if closes else after

    def _after_double(self, call: Contre | Surcontre) -> Choosing:
        part, standing = self.rules.trump_choice, self.standing
        assert standing is not None
        assert isinstance(part, Auction)
        contred = replace(standing, contre=standing.contre + 1)
        after = self._next(call.seat, standing=contred, quiet=0)
        return replace(after, speaks=None) if part.ladder[standing.contre].ends else after

    # Guesses

    def _legal_guesses(self, seat: Seat) -> tuple[Call, ...]:
        guesses = (Guess(seat, n) for n in range(self.hand_size + 1))
        return tuple(guess for guess in guesses if self.may_guess(guess))

    def may_guess(self, guess: Guess) -> bool:
        """Any number up to the hand's, but the last to speak may not make the sum come out (D5-guess)."""
        said = sum(before.tricks for before in self.guesses)
        last = len(self.guesses) + 1 == self.rules.table.size
        in_range = guess.seat == self.speaks and 0 <= guess.tricks <= self.hand_size
        return in_range and not (last and said + guess.tricks == self.hand_size)

    def _after_guess(self, call: Guess) -> Choosing:
        guesses = (*self.guesses, call)
        over = len(guesses) == self.rules.table.size
        speaks = None if over else self.rules.table.next(call.seat)
        return replace(self, speaks=speaks, guesses=guesses)

    # Turns

    def _after_pass(self, call: Pass) -> Choosing:
        """Everybody else passing settles what stands; everybody passing ends an auction without a call."""
        others = self.rules.table.size - 1
        quiet = self.quiet + 1
        if self.thrown is not None:
            return replace(self, speaks=None)
        if self.proposal is not None and quiet == others:
            return replace(self, speaks=None, standing=self._contract(self.proposal), proposal=None)
        if self.standing is None and self.proposal is None and isinstance(self.rules.trump_choice, TurnUp):
            return self._after_failed_word(call.seat)
        part = self.rules.trump_choice
        rounds = 2 if isinstance(part, Auction) and part.turned != "none" else 1
        ends_at = others if self.standing is not None else rounds * (others + 1)
        if quiet == ends_at and self.standing is None and self._has_more_suits():
            return self._next(call.seat, quiet=0, words=self.words + 1)
        if quiet == ends_at:
            return replace(self, speaks=self._who_must(), quiet=quiet)
        return self._next(call.seat, quiet=quiet)

    def _has_more_suits(self) -> bool:
        part = self.rules.trump_choice
        return isinstance(part, Auction) and self.words + 1 < part.offered

    def _who_must(self) -> Seat | None:
        """Everybody has passed: who has to call all the same, if somebody has."""
        part = self.rules.trump_choice
        if not isinstance(part, Auction) or self.standing is not None or part.must == "none":
            return None
        return self.dealer if part.must == "dealer" else self.rules.table.next(self.dealer)

    def _next(self, seat: Seat, **changes: object) -> Choosing:
        return replace(self, speaks=self.rules.table.next(seat), **changes)


def _overcall_rank(part: TurnUp, trump: Trump) -> int:
    """-1 for a suit, then the place in the order of overcalls."""
    return part.overcalls.index(trump) if trump in part.overcalls else -1


@lru_cache(maxsize=512)
def _bid_ladder(
    numbers: tuple[int, int, int], slams: tuple[Slam, ...], trumps: tuple[Trump, ...], seat: Seat
) -> tuple[Bid, ...]:
    lowest, highest, step = numbers
    values = (*range(lowest, highest + 1, step), *slams)
    return tuple(Bid(seat, value, trump) for value in values for trump in trumps)


@lru_cache(maxsize=512)
def _trump_ladder(trumps: tuple[Trump, ...], seat: Seat) -> tuple[Bid, ...]:
    return tuple(Bid(seat, None, trump) for trump in trumps)


def _bids_above(part: Auction, seat: Seat, standing: Contract | None) -> tuple[Bid, ...]:
    """The bids higher than the one that stands; all of them when nothing was bid."""
    if part.unit == "none":
        ladder = _trump_ladder(part.trumps, seat)
        return ladder if standing is None else ladder[part.trumps.index(standing.trump) + 1 :]
    slams = part.slam_names
    ladder = _bid_ladder((part.lowest, part.highest, part.step), slams, part.trumps, seat)
    if standing is None or standing.value is None:
        return ladder
    if isinstance(standing.value, int):
        steps = (standing.value - part.lowest) // part.step + 1
    else:
        steps = len(ladder) // len(part.trumps) - len(slams) + slams.index(standing.value) + 1
    return ladder[steps * len(part.trumps) :]
