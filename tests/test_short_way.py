"""The short way from Python: a match that carries its luck, text for cards and seats, values that compare."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import rebelote
from rebelote import Card, Cards, Match, RandomChance, Seat
from rebelote.card_order import Order, order_at
from rebelote.cards import Trump
from rebelote.chance import SeededChance
from rebelote.errors import RebeloteError
from rebelote.events import Dealt
from rebelote.match import MOST_LATEST
from rebelote.ruleset.loading import RULESET_IDS, load
from rebelote.solver import PlaySpec, Position, Solver
from rebelote.table import Side

EVERY_GAME = pytest.mark.parametrize("rules", RULESET_IDS)


def play_out(match: Match, moves: random.Random, most: int = 10_000) -> Match:
    while not match.is_over and match.seq < most:
        match = match.act(moves.choice(match.legal()))
    return match


@EVERY_GAME
def test_a_seed_decides_every_draw_of_a_match(rules: str) -> None:
    one, other = (play_out(Match.new(rules, seed=7), random.Random(1), 300) for _ in range(2))
    assert one.log == other.log
    third = play_out(Match.new(rules, seed=8), random.Random(1), 300)
    assert [e for e in one.log if isinstance(e, Dealt)] != [e for e in third.log if isinstance(e, Dealt)]


def test_acting_twice_from_one_match_draws_the_same() -> None:
    match = Match.new("ffb-belote", seed="table 4")
    cut = match.legal()[0]
    assert match.act(cut) == match.act(cut)


def test_two_packs_of_one_match_differ() -> None:
    assert SeededChance(7, 1).shuffled() != SeededChance(7, 2).shuffled()


def test_a_chance_of_one_s_own_is_carried_too() -> None:
    one, other = (
        play_out(Match.new("coinche", chance=RandomChance(random.Random(3))), random.Random(1), 200)
        for _ in range(2)
    )
    assert one.log == other.log


def test_a_chance_for_one_action_leaves_the_match_its_own() -> None:
    match = Match.new("ffb-belote", seed=7, dealer="S")
    elsewhere = match.act(match.legal()[0], RandomChance(random.Random(1)))
    assert elsewhere.chance is match.chance
    assert elsewhere.log != match.act(match.legal()[0]).log


def test_a_replayed_match_goes_on_with_its_seed() -> None:
    match = play_out(Match.new("ffb-belote", seed=7), random.Random(1), 40)
    again = Match.replay(match.log, seed=7)
    assert play_out(again, random.Random(2), 120).log == play_out(match, random.Random(2), 120).log


def test_seed_and_chance_are_not_both_given() -> None:
    with pytest.raises(RebeloteError, match="seed and chance: expected one of them"):
        Match.new("coinche", seed=1, chance=RandomChance())


def test_cards_and_calls_as_text() -> None:
    match = Match.new("ffb-contree", seed=7, dealer="S")
    match = match.act(match.legal()[0])
    match = match.act(match.legal()[0])
    match = match.call("E", "80 S")
    for seat in "NWS":
        match = match.call(seat, "pass")
    card = match.view("E").hand.sorted()[0]
    assert match.play("E", card.text) == match.play("E", card) == match.play("E", card.show("fr"))
    assert match.legal("N") == ()
    assert match.legal() == match.state.legal(Seat("E"))


def test_who_has_won() -> None:
    match = Match.new("ffb-belote", seed=3, target=200)
    assert (match.winner, match.winners, dict(match.totals)) == (None, (), {"NS": 0, "EW": 0})
    over = play_out(match, random.Random(5))
    ahead = max(over.totals, key=lambda side: over.totals[side])
    assert (over.winner, over.winners) == (ahead, (ahead,))
    assert over.legal() == ()


def test_a_match_of_several_winners_has_no_single_one() -> None:
    matches = (play_out(Match.new("escalier", seed=n, players=6), random.Random(n)) for n in range(40))
    shared = next(match for match in matches if len(match.winners) > 1)
    best = min(shared.totals[side] for side in shared.winners)
    assert shared.winner is None
    assert {shared.totals[side] for side in shared.winners} == {best}


def test_cards_take_text() -> None:
    assert Cards("VH 9H 10♠") == Cards([Card("JH"), Card("9H"), Card("TS")])
    hand = Cards("JH 9H")
    assert "JH" in hand
    assert "V♥" in hand
    assert "7H" not in hand
    assert 3 not in hand  # type: ignore[operator]
    assert eval(repr(hand)) == hand


def test_a_repr_is_one_line() -> None:
    match = Match.new("coinche", seed=1)
    for value in (match, match.state, match.view("E"), match.view(None), match.rules, match.rules.table):
        shown = repr(value)
        assert "\n" not in shown
        assert len(shown) < 300


@EVERY_GAME
def test_pickled_and_copied_they_are_equal(rules: str) -> None:
    seats = load(rules).table.seats
    match = play_out(Match.new(rules, seed=5, dealer=seats[0]), random.Random(2), 60)
    view = match.view(seats[0])
    for value in (match, match.state, view, match.rules, match.rules.table):
        for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert twin == value
    again: Match = pickle.loads(pickle.dumps(match))
    assert hash(again) == hash(match)
    assert again.act(again.legal()[0]) == match.act(match.legal()[0])


def test_unequal_matches_differ() -> None:
    match = Match.new("coinche", seed=1, dealer="S")
    first, second, *_ = match.legal()
    assert match != match.act(first)
    assert match.act(first) != match.act(second)


def test_an_order_is_a_value() -> None:
    values = load("coinche").card_values
    assert order_at(values, Trump.HEARTS) == Order(values, Trump.HEARTS)
    assert order_at(values, Trump.HEARTS) != order_at(values, Trump.SPADES)


def test_a_match_is_frozen() -> None:
    match = Match.new("coinche", seed=1)
    for name in ("log", "state", "chance", "other"):
        with pytest.raises(AttributeError, match="go on with the match that act, play or call returns"):
            setattr(match, name, None)
    with pytest.raises(AttributeError):
        del match.log


def test_the_log_is_all_that_happened_and_can_be_looked_into_anywhere() -> None:
    """Across several copies of what is older (`MOST_LATEST`)."""
    match = Match.new("coinche", seed=1)
    told = list(match.log)
    moves = random.Random(4)
    while match.seq < 3 * MOST_LATEST:
        before, match = match, match.act(moves.choice(match.legal()))
        told += match.since(before.seq)
        assert match.seq == len(told)
        assert before.log == tuple(told[: before.seq])
    assert match.log == tuple(told)
    assert [match.event(place) for place in range(match.seq)] == told
    assert all(match.since(seq) == tuple(told[seq:]) for seq in range(match.seq + 1))


def test_what_the_package_gives() -> None:
    assert all(hasattr(rebelote, name) for name in rebelote.__all__)


def _position() -> Position:
    spec = PlaySpec(load("ffb-contree"), Trump.HEARTS)
    hands = {"N": "JH AS", "E": "AH 7S", "S": "KH QH", "W": "9S JS"}
    held = {Seat(seat): Cards(hand) for seat, hand in hands.items()}
    return Position(spec, held, leader=Seat("N"), tricks={Side("NS"): 3, Side("EW"): 3})


def test_a_position_and_its_spec_are_values() -> None:
    position = _position()
    assert Solver().solve(position, Side("NS")).value
    for value, equal in ((position, _position()), (position.spec, _position().spec)):
        twins = (equal, pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value))
        assert {value, *twins} == {value}
        assert "\n" not in repr(value)
    assert position.spec != PlaySpec(load("ffb-contree"), Trump.SPADES)
    assert position.spec != PlaySpec(load("ffb-contree"), Trump.HEARTS, "tricks")
    again: Position = pickle.loads(pickle.dumps(position))
    assert Solver().solve(again, Side("NS")).value == Solver().solve(position, Side("NS")).value
