"""Habitue's bidding: every use of the one statement comes to the same, in random auctions of every game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from rebelote.actions import Bid, Call, Contre, Pass, Surcontre, Take
from rebelote.bots import make
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.estimate import Role, worth
from rebelote.bots.expert.auction_rollout import Callers
from rebelote.bots.expert.call_evidence import as_said
from rebelote.bots.habitue.bidding import Bidding, Bound, Turn, bounds, choose, counted
from rebelote.bots.habitue.hand import Hand, TabledHand
from rebelote.bots.inference import Inference
from rebelote.bots.view_facts import turned_to_take
from rebelote.cards import PACK, SUITS, Card, Cards, Trump
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.ruleset import Auction, Ruleset, TurnUp
from rebelote.ruleset.loading import load
from rebelote.view import View
from tests.support.random_matches import POOL, Game, Luck, game
from tests.support.table_setup import Game as Table
from training import export_bidding


def ruleset(each: Game) -> Ruleset:
    return load(each.rules, dict(each.options))


CALLED = [each for each in POOL if isinstance(ruleset(each).trump_choice, Auction | TurnUp)]
CLOSE = 1e-3


def auctions(rules: Game, seed: int) -> Iterator[Match]:
    """Where somebody has to call: mostly as habitue does, now and then anything."""
    for number in range(6):
        luck = Luck(seed + 100 * number)
        match = rules.start(luck)
        habitue = make("habitue", random.Random(seed))
        while not isinstance(match.state.phase, Choosing):
            match = match.act(luck.choice(match.state.legal(match.state.actors()[0])), luck)
        while isinstance(match.state.phase, Choosing):
            yield match
            seat = match.state.actors()[0]
            wild = luck.choice(range(3)) == 0
            call = luck.choice(match.state.legal(seat)) if wild else habitue.choose(match.view(seat))
            match = match.act(call, luck)


def turn_of(compiled: CompiledRules, view: View) -> Turn:
    choosing = view.situation.phase
    assert isinstance(choosing, Choosing)
    assert choosing.speaks is not None
    return Bidding(compiled).turn(choosing, choosing.speaks, view.calls)


def hands(compiled: CompiledRules, view: View, luck: random.Random) -> Iterator[tuple[Hand, TabledHand]]:
    """The hand that is there, and others of its size; some of them strong, so that every call is made."""
    held, turned = view.situation.held, view.situation.turned
    assert held is not None
    assert view.seat is not None
    own = held.playable(view.seat)
    rest = [card for card in PACK if card is not turned]
    extra = turned_to_take(view)
    strongest = sorted(
        rest, key=lambda card: -compiled.order(compiled.rules.callable_trumps[0]).points[card.index]
    )
    for number in range(12):
        pool = strongest[: len(own) + number] if number % 3 == 2 else rest
        cards = own if number == 0 else Cards(luck.sample(pool, len(own)))
        yield Hand(compiled, cards, extra), TabledHand(compiled, cards.mask, extra.mask)


@pytest.mark.untraced
@pytest.mark.parametrize("rules", CALLED, ids=str)
def test_imagined_players_call_as_habitue_does(rules: Game) -> None:
    compiled, luck = CompiledRules(ruleset(rules)), random.Random(1)
    for match in auctions(rules, 5):
        view = match.view(match.state.actors()[0])
        turn = turn_of(compiled, view)
        for number, (hand, tabled) in enumerate(hands(compiled, view, luck)):
            call = choose(turn, hand)
            assert call in view.legal()
            assert choose(turn, tabled) == call
            if number == 0:
                decision = make("habitue", random.Random(1)).explain(view)
                assert decision.action == call
                assert not decision.candidates or decision.candidates[0].action == call


@pytest.mark.untraced
@pytest.mark.parametrize("rules", CALLED, ids=str)
def test_what_a_call_says_is_true_of_the_hand_that_made_it(rules: Game) -> None:
    compiled, luck = CompiledRules(ruleset(rules)), random.Random(2)
    said = 0
    for match in auctions(rules, 6):
        view = match.view(match.state.actors()[0])
        turn = turn_of(compiled, view)
        for hand, tabled in hands(compiled, view, luck):
            call = choose(turn, hand)
            for bound in bounds(turn, call):
                if isinstance(call, Bid) and call.value == "capot":
                    continue  # called for its sure tricks; its worth is a guess
                said += 1
                assert holds(bound, hand)
                assert holds_in_the_core(compiled, turn, bound, tabled)
    assert said > 50


def holds(bound: Bound, hand: Hand) -> bool:
    """Declarations, where they help, are beyond what a bound counts."""
    beyond = counted(hand, bound.beyond) if bound.beyond is not None else 0.0
    best = max(counted(hand, count) + hand.declared(count.trump) for count in bound.counts)
    low = max(counted(hand, count) for count in bound.counts)
    return best >= beyond - CLOSE if bound.at_least else low <= beyond + CLOSE


def holds_in_the_core(compiled: CompiledRules, turn: Turn, bound: Bound, hand: TabledHand) -> bool:
    """As expert hands it on: tables, each with what it is less."""
    _, at_least, _, options, beyond = as_said(compiled, turn.seat, bound)
    taker = hand.as_taker.mask
    masks = [taker if count.role == "solo" else hand.cards.mask for count in bound.counts]
    best = max(table.of(mask) - less for mask, (table, less) in zip(masks, options, strict=True))
    best -= beyond.of(taker) if beyond is not None else 0.0
    declared = max(hand.declared(count.trump) for count in bound.counts)
    return best + declared >= -CLOSE if at_least else best <= CLOSE


WITHOUT_LUCK = [rules for rules in CALLED if not getattr(ruleset(rules).trump_choice, "offered", 0)]
"""Where the next suit is drawn by lot, nobody can imagine it."""


@pytest.mark.parametrize("rules", WITHOUT_LUCK, ids=str)
def test_an_imagined_auction_ends_as_the_real_one(rules: Game) -> None:
    """Four habitués at the table, and the same hands finished by the rollout from every call on."""
    compiled = CompiledRules(ruleset(rules))
    for seed in range(4):
        luck = Luck(seed)
        match = rules.start(luck)
        habitue = make("habitue", random.Random(1))
        while not isinstance(match.state.phase, Choosing):
            match = match.act(luck.choice(match.state.legal(match.state.actors()[0])), luck)
        imagined = []
        while isinstance(match.state.phase, Choosing):
            held = match.state.held
            assert held is not None
            masks = {seat: held.playable(seat).mask for seat in match.rules.table}
            callers = Callers(Bidding(compiled), masks, turned_to_take(match.view(None)).mask)
            imagined.append(callers.finish(match.state.phase, match.view(None).calls))
            match = match.act(habitue.choose(match.view(match.state.actors()[0])), luck)
        assert {contract and (contract.side, contract.value) for contract in imagined} == {
            imagined[0] and (imagined[0].side, imagined[0].value)
        }
        assert imagined[-1] == match.state.contract


# What it says


def test_the_partners_bid_helps_until_somebody_else_bids_the_suit() -> None:
    """East's 80 at hearts, and 10 more that East is taken to have, are there to build on over spades."""
    for bid, helps in (("N 90 S", True), ("N 90 H", False)):
        table = Table.new("ffb-contree", dealer="S").deal({}).call("E 80 H", bid)
        turn = turn_of(CompiledRules(table.rules), table.match.view("W"))
        counts = {count.role: count.less for count in turn.hopes(Trump.HEARTS)}
        assert counts == ({"solo": 8, "support": 8 - 80 - 10} if helps else {"solo": 8})


def test_a_partner_is_overcalled_with_more_than_an_opponent() -> None:
    """TAKE asks for 24 points more than needed over an opponent's suit, OVERCALL_PARTNER for 20 on top."""
    table = Table.new("ffb-belote", dealer="S", sans_tout_atout=True).deal({}, turned="8H").call("E take")
    choosing = table.state.phase
    assert isinstance(choosing, Choosing)
    trump, order = table.rules.callable_trumps[-1], table.rules.table
    bidding = Bidding(CompiledRules(table.rules))
    asked = {seat: bidding.turn(choosing, seat, ()).take(trump).less for seat in order}
    taker = choosing.standing
    assert taker is not None
    assert taker.seat is not None
    partner = next(seat for seat in order.members(order.side(taker.seat)) if seat != taker.seat)
    opponent = order.next(taker.seat)
    assert asked[partner] == asked[opponent] + 20


def test_every_kind_of_call_is_made() -> None:
    """The auctions above reach all that the statement knows."""
    made: set[type[Call]] = set()
    for rules in (game("ffb-contree"), game("belote-annonces", objections=True)):
        compiled, luck = CompiledRules(ruleset(rules)), random.Random(3)
        for match in auctions(rules, 5):
            view = match.view(match.state.actors()[0])
            made |= {type(choose(turn_of(compiled, view), hand)) for hand, _ in hands(compiled, view, luck)}
    assert {Pass, Bid, Take, Contre, Surcontre} <= made


def test_calls_come_with_how_things_stood_before_them() -> None:
    table = Table.new("ffb-contree", dealer="S").deal({}).call("E 80 H").call("N pass").call("W 90 H")
    made = Inference(table.match.view("S")).calls
    assert [type(each.call) for each in made] == [Bid, Pass, Bid]
    assert [each.before.standing and each.before.standing.value for each in made] == [None, 80, 80]
    assert [len(each.said) for each in made] == [0, 1, 2]


def test_what_training_uses_is_what_habitue_does() -> None:
    """training/bidding.json is written by `python -m training.export_bidding`."""
    assert json.loads(export_bidding.FILE.read_text("utf-8")) == export_bidding.exported()


@pytest.mark.parametrize(("layout", "role"), [("hands", "solo"), ("hands", "support"), ("turn_up", "solo")])
def test_the_exported_tables_count_a_hand_as_habitue_does(layout: str, role: Role) -> None:
    rules, ranks = load(export_bidding.GAMES[layout][0]), export_bidding.PLAIN_RANKS
    tables, luck = export_bidding.exported()["tables"][layout][role], random.Random(4)
    for _ in range(50):
        hand = Cards(luck.sample(PACK, 8))
        held = [sum(1 << n for n, rank in enumerate(ranks) if Card.of(rank, suit) in hand) for suit in SUITS]
        for number, suit in enumerate(SUITS):
            side = tables["side_with_trumps" if held[number].bit_count() > 2 else "side"]
            beside = sum(side[each] for n, each in enumerate(held) if n != number)
            total = tables["trumps"][held[number]] + beside
            assert total == pytest.approx(worth(rules, hand, Trump(suit.value), role))
