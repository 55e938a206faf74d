"""Habitue's calls at the table: what its bidding says, with what else it thought of and why."""

from __future__ import annotations

from rebelote.actions import Bid, Call, Contre, Object, Pass, Surcontre, Take
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.decision import Candidate, Decision, Reason
from rebelote.bots.estimate import estimate, holds_belote
from rebelote.bots.habitue.bidding import Bidding, Turn, choose, hope, promise
from rebelote.bots.habitue.hand import Hand
from rebelote.bots.view_facts import choosing_of, known_cards, seat_of, turned_to_take
from rebelote.cards import Trump
from rebelote.view import View


def make_call(view: View, compiled: CompiledRules) -> Decision:
    turn = Bidding(compiled).turn(choosing_of(view), seat_of(view), view.calls)
    hand = Hand(compiled, known_cards(view), turned_to_take(view))
    call = choose(turn, hand)
    match call:
        case Contre():
            return Decision(call, Reason("contres"))
        case Surcontre():
            return Decision(call, Reason("surcontres"))
        case Object():
            return Decision(call, Reason("objects"))
        case Bid(value="capot" | "generale"):
            return Decision(call, Reason("capot"))
        case Take(trump=trump) | Bid(value=None, trump=trump):
            return _ranked(turn, call, _takes(turn, hand), _why_take(hand, trump))
        case Bid(trump=trump):
            return Decision(call, _why_bid(turn, hand, trump), _bids(turn, hand))
        case _:
            return Decision(call, Reason("passes"), _beside_a_pass(turn, hand, call))


# What else was thought of


def _takes(turn: Turn, hand: Hand) -> list[Candidate]:
    return [Candidate(call, promise(turn, hand, call.trump)) for call in turn.takes()]


def _bids(turn: Turn, hand: Hand) -> tuple[Candidate, ...]:
    """At each trump the number that one would bid, those with more hope first."""
    hopes = {trump: hope(turn, hand, trump) for trump in turn.trumps}
    ranked = sorted(hopes.items(), key=lambda pair: -pair[1])
    return tuple(
        Candidate(turn.bid(value, trump), hoped - value)
        for trump, hoped in ranked
        if (value := turn.level(hoped)) is not None
    )


def _beside_a_pass(turn: Turn, hand: Hand, call: Call) -> tuple[Candidate, ...]:
    """A pass is worth nothing, and all else here less."""
    if turn.choosing.proposal is not None:
        return ()
    takes = [] if turn.bidding.auction is not None else _takes(turn, hand)
    return (Candidate(call, 0.0), *sorted(takes, key=lambda each: -each.value))


def _ranked(turn: Turn, call: Call, weighed: list[Candidate], reason: Reason) -> Decision:
    passing = Pass(call.seat)
    may_pass = passing in turn.choosing.legal(call.seat)
    everything = [*weighed, Candidate(passing, 0.0)] if may_pass else weighed
    return Decision(call, reason, tuple(sorted(everything, key=lambda each: -each.value)))


# Why


def _why_take(hand: Hand, trump: Trump) -> Reason:
    """What our side will make: cards, belote and declarations, each where it helps to make the contract."""
    rules, cards = hand.compiled.rules, hand.as_taker
    belote = rules.belote_towards_contract if holds_belote(rules, cards, trump) else 0
    points = estimate(rules, cards, trump, "solo") + belote + hand.declared(trump)
    return Reason("takes", {"points": round(points)})


def _why_bid(turn: Turn, hand: Hand, trump: Trump) -> Reason:
    hoped = round(hope(turn, hand, trump))
    if turn.bidding.rules.counts_tricks:
        return Reason("takes_tricks", {"tricks": hoped})
    return Reason("raises" if trump in turn.partners_bids else "bids", {"points": hoped})
