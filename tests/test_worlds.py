"""Deals of hidden cards: every consistent one, each as likely as the next."""

from __future__ import annotations

import random
from collections import Counter
from math import comb, factorial

import pytest

from rebelote.cards import ALL_CARDS, PACK, Cards, Trump
from rebelote.ruleset.loading import load
from rebelote.solver import BadPosition, HiddenPosition, PlaySpec, Position, Solver, Worlds, deal_worlds
from rebelote.table import Seat, Side
from tests.support.random_positions import begun, played

N, E, S, W = (Seat(name) for name in "NESW")


def every_world(could_hold: dict[Seat, Cards], sizes: dict[Seat, int]) -> list[tuple[int, ...]]:
    """All consistent deals, by trying each card everywhere."""
    hidden = sorted({card.index for cards in could_hold.values() for card in cards})
    seats = list(could_hold)
    found: list[tuple[int, ...]] = []

    def deal(at: int, hands: list[int]) -> None:
        if at == len(hidden):
            if all(hand.bit_count() == sizes[seat] for seat, hand in zip(seats, hands, strict=True)):
                found.append(tuple(hands))
            return
        for n, seat in enumerate(seats):
            if PACK[hidden[at]] in could_hold[seat] and hands[n].bit_count() < sizes[seat]:
                deal(at + 1, [hand | (n == k) << hidden[at] for k, hand in enumerate(hands)])

    deal(0, [0] * len(seats))
    return found


def random_limits(rng: random.Random) -> tuple[dict[Seat, Cards], dict[Seat, int]]:
    """Nine hidden cards, three for each of three seats, some barred from some; one deal surely fits."""
    cards = rng.sample(PACK, 9)
    truth = {seat: Cards(cards[3 * n : 3 * n + 3]) for n, seat in enumerate((N, E, S))}
    could = {seat: truth[seat] | Cards(c for c in cards if rng.random() < 0.6) for seat in truth}
    return could, dict.fromkeys(truth, 3)


def test_the_count_is_that_of_all_deals() -> None:
    rng = random.Random(1)
    for _ in range(60):
        could, sizes = random_limits(rng)
        assert Worlds(could, sizes).count == len(every_world(could, sizes))


def test_counts_of_whole_packs() -> None:
    everything = dict.fromkeys((N, E, S, W), ALL_CARDS)
    assert Worlds(everything, dict.fromkeys(everything, 8)).count == factorial(32) // factorial(8) ** 4
    six = {Seat(str(n)): ALL_CARDS for n in range(1, 7)}
    sizes = dict.fromkeys(six, 5)
    assert Worlds(six, sizes, spare=2).count == factorial(32) // (factorial(5) ** 6 * 2)


def test_every_world_is_as_likely() -> None:
    """Chi-square over all the deals, at a level that fails once in ten thousand; the seeds are fixed."""
    rng = random.Random(2)
    tested = 0
    while tested < 8:
        could, sizes = random_limits(rng)
        worlds = every_world(could, sizes)
        if not 5 <= len(worlds) <= 200:
            continue
        drawn = 100 * len(worlds)
        seen = Counter(tuple(w[s].mask for s in could) for w in deal_worlds(could, sizes, drawn, seed=tested))
        assert set(seen) <= set(worlds)
        chi_square = sum((seen[world] - 100) ** 2 / 100 for world in worlds)
        freedom = len(worlds) - 1
        # Wilson and Hilferty: the cube root of chi-square over its freedom is nearly normal.
        normal = ((chi_square / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / (2 / (9 * freedom)) ** 0.5
        assert abs(normal) < 4, (len(worlds), chi_square)
        tested += 1


def test_tight_limits_never_stall() -> None:
    """One deal in more than ten million fits: drawing it takes no longer."""
    cards = list(PACK[:24])
    could = {N: Cards(cards[:8]), E: Cards(cards[8:16]), S: ALL_CARDS & Cards(cards)}
    assert comb(24, 8) * comb(16, 8) > 10_000_000
    assert Worlds(could, dict.fromkeys(could, 8)).count == 1
    (world,) = deal_worlds(could, dict.fromkeys(could, 8), 1, seed=5)
    assert world == {N: Cards(cards[:8]), E: Cards(cards[8:16]), S: Cards(cards[16:])}


def test_what_no_deal_can_satisfy() -> None:
    with pytest.raises(BadPosition, match="no deal agrees"):
        deal_worlds({N: Cards.parse("AS KS"), E: Cards.parse("7D")}, {N: 1, E: 2}, 1, seed=0)
    with pytest.raises(BadPosition, match="3 hidden cards for 2 places"):
        Worlds({N: Cards.parse("AS KS 7D")}, {N: 2})


def test_worlds_dealt_and_solved() -> None:
    rules = load("ffb-contree")
    playing = played(begun(rules, Trump.HEARTS, random.Random(4)), 12, random.Random(5))
    truth = Position.of(playing)
    seat = truth.turn
    hidden = Cards(c for s, hand in truth.hands.items() if s != seat for c in hand)
    could = {s: hidden for s in rules.table if s != seat}
    found = Solver().solve_worlds(
        HiddenPosition(
            PlaySpec(rules, Trump.HEARTS),
            {seat: truth.hands[seat]},
            could,
            leader=truth.leader,
            tricks_left=5,
            tricks=truth.tricks,
        ),
        20,
        seed=9,
        threads=2,
    )
    for world, solution in found:
        hands = {s: truth.hands[seat] if s == seat else world[s] for s in rules.table}
        position = Position(truth.spec, hands, truth.leader, (), truth.tricks)
        assert solution.cards == Solver(0.5).solve(position, Side(solution.side)).cards
    assert len({tuple(world[s].mask for s in could) for world, _ in found}) == 20
