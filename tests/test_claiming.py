"""A claim is offered when it is certain, and only then: compared with every deal of the hidden cards."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from rebelote.actions import Play
from rebelote.card_order import order_at
from rebelote.cards import Card, Cards, Trump
from rebelote.claiming import claim, winning_order
from rebelote.phases.held import Held
from rebelote.phases.playing import Playing
from rebelote.ruleset.loading import load
from rebelote.table import Seat
from tests.support.random_matches import game, walk
from tests.support.random_positions import after, begun

CARDS = 2


def _cards(text: str) -> Cards:
    return Cards(map(Card, text.split()))


def _all_worlds(playing: Playing, claimer: Seat) -> Iterator[Playing]:
    """Every way to spread the others' cards over their hands."""
    table, hands = playing.rules.table, playing.held.hands
    others = [seat for seat in table.seats if seat != claimer]
    unseen = Cards(card for seat in others for card in hands[seat])
    for first in itertools.combinations(unseen, CARDS):
        rest = unseen - Cards(first)
        for second in itertools.combinations(rest, CARDS):
            dealt = (first, second, tuple(rest - Cards(second)))
            held = Held.empty(table).add(
                {claimer: tuple(hands[claimer]), **dict(zip(others, dealt, strict=True))}, {}
            )
            yield Playing.start(playing.rules, playing.contract, held, claimer, CARDS)


def _always_wins(playing: Playing, claimer: Seat, order: tuple[Card, ...]) -> bool:
    """Led in this order, whatever the others play."""
    if playing.finished:
        return all(winner == claimer for winner, _ in playing.won)
    if playing.won and playing.won[-1][0] != claimer:
        return False
    assert playing.turn is not None
    if playing.turn == claimer:
        return _always_wins(after(playing, Play(claimer, order[len(playing.won)])), claimer, order)
    return all(
        _always_wins(after(playing, Play(playing.turn, card)), claimer, order)
        for card in playing.legal_cards(playing.turn)
    )


@pytest.mark.parametrize("trump", [Trump("H"), Trump("SA"), Trump("TA")])
def test_a_claim_is_certain_exactly_when_every_deal_of_the_hidden_cards_says_so(trump: Trump) -> None:
    rules, rng, claims = load("ffb-contree"), random.Random(12), 0
    for _ in range(150):
        playing = begun(rules, trump, rng, CARDS)
        claimer = playing.turn
        assert claimer is not None
        hand = playing.held.hands[claimer]
        unseen = Cards(card for seat in rules.table if seat != claimer for card in playing.held.hands[seat])
        worlds = list(_all_worlds(playing, claimer))
        certain = any(
            all(_always_wins(world, claimer, order) for world in worlds)
            for order in itertools.permutations(hand)
        )
        found = winning_order(playing.order, hand, unseen)
        assert (found is not None) == certain, (hand, unseen)
        if found is not None:
            assert all(_always_wins(world, claimer, found) for world in worlds)
            claims += 1
    assert claims > 3


@pytest.mark.parametrize(
    ("hand", "unseen", "claims"),
    [
        ("JH 9H AS", "AH TS KS", True),
        ("JH AS", "9H AH TS", False),  # two trumps are out, one lead draws one
        ("JH 9H AS", "AH TH KH TS", False),  # three are out
        ("AH", "JH 9H", False),
        ("AS KS", "TS 7S", False),
        ("AS KS", "TS", True),
        ("7D 8C", "", True),
    ],
)
def test_trumps_are_drawn_before_the_side_suits(hand: str, unseen: str, claims: bool) -> None:
    order = order_at(load("ffb-contree").card_values, Trump("H"))
    assert (winning_order(order, _cards(hand), _cards(unseen)) is not None) == claims


def test_a_claim_at_the_table_wins_every_trick_that_follows() -> None:
    found = 0
    for step in itertools.chain.from_iterable(walk(game("ffb-contree"), seed, deals=4) for seed in range(12)):
        for seat in step.after.state.rules.table:
            order = claim(step.after.view(seat))
            if order is None:
                continue
            found += 1
            playing = step.after.state.phase
            assert isinstance(playing, Playing)
            assert playing.turn == seat
            assert not playing.trick
            assert set(order) == set(playing.held.hands[seat])
            done = len(playing.won)
            while not playing.finished:
                turn = playing.turn
                assert turn is not None
                card = (
                    order[len(playing.won) - done] if turn == seat else next(iter(playing.legal_cards(turn)))
                )
                playing = after(playing, Play(turn, card))
            assert all(winner == seat for winner, _ in playing.won[done:])
    assert found > 5


def test_nobody_claims_where_a_fault_may_pass() -> None:
    for step in walk(game("ffb-contree", enforcement="table"), 3, deals=6):
        assert all(claim(step.after.view(seat)) is None for seat in step.after.state.rules.table)
