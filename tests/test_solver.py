"""The search against plain minimax, in points, tricks and marks."""

from __future__ import annotations

import itertools
import random
import threading
import zlib

import msgspec
import pytest

from rebelote.cards import Card, Cards, Trump
from rebelote.results import Contract
from rebelote.ruleset import GapScoring, Obligations, Ruleset
from rebelote.ruleset.loading import load
from rebelote.solver import (
    BadPosition,
    PlaySpec,
    Position,
    Sheet,
    Solution,
    Solver,
    open_values,
    playouts,
)
from rebelote.table import Seat, Side
from tests.support.minimax import check, check_marks, ending, sheet_for
from tests.support.random_positions import VARIANTS, begun, played

replace = msgspec.structs.replace
PROFILES = list(
    itertools.product(
        ("ruff", "free_before_a_ruff", "free"),
        ("over_or_discard", "over_if_able", "any"),
        ("trump", "any"),
        (True, False),
    )
)
PLAY = load("ffb-contree").play


def profile(n: int) -> Obligations:
    master, ruffed, under, lead = PROFILES[n]
    return replace(
        PLAY,
        partner_master=master,
        partner_ruffed=ruffed,
        cannot_overruff=under,
        lead_beats_partner=lead,
    )


@pytest.mark.parametrize("n", range(len(PROFILES)))
def test_every_profile_of_obligations(n: int) -> None:
    rules, rng, solver = replace(load("ffb-contree"), play=profile(n)), random.Random(n), Solver(0.5)
    for cards, number, laid in ((4, 100, 0), (5, 30, 2)):
        for _ in range(number):
            check(solver, ending(rules, Trump.HEARTS, cards, rng, laid), rng)


OTHERS: list[dict[str, object]] = [
    {"cannot_overruff": "discard"},
    {"cannot_overruff": "discard", "partner_master": "free", "partner_ruffed": "any"},
    {"plain": "beat", "partner_master": "ruff", "cannot_overruff": "trump"},
    {"plain": "beat", "lead_beats_partner": False, "cannot_overruff": "discard"},
    {"leads": "closed"},
    {"leads": "closed", "plain": "beat", "partner_master": "ruff"},
]


@pytest.mark.parametrize("changes", OTHERS, ids=str)
def test_rarer_obligations(changes: dict[str, object]) -> None:
    play = replace(PLAY, **changes)
    rules, rng, solver = replace(load("ffb-contree"), play=play), random.Random(str(changes)), Solver(0.5)
    for trump in Trump:
        for cards, number, laid in ((4, 30, 0), (5, 8, 2)):
            for _ in range(number):
                check(solver, ending(rules, trump, cards, rng, laid), rng)


@pytest.mark.parametrize("changes", [{"plain": "beat"}, {"leads": "closed"}], ids=str)
def test_rarer_obligations_of_players_alone(changes: dict[str, object]) -> None:
    alone = load("escalier", {"players": 3})
    rules, rng, solver = replace(alone, play=replace(alone.play, **changes)), random.Random(5), Solver(0.5)
    for _ in range(30):
        check(solver, ending(rules, Trump.HEARTS, 4, rng), rng)


@pytest.mark.parametrize("trump", [Trump.SANS_ATOUT, Trump.TOUT_ATOUT])
@pytest.mark.parametrize("lead_beats_partner", [True, False])
def test_without_a_trump_suit(trump: Trump, lead_beats_partner: bool) -> None:
    play = replace(PLAY, lead_beats_partner=lead_beats_partner)
    rules, rng, solver = replace(load("ffb-contree"), play=play), random.Random(7), Solver(0.5)
    for cards, number, laid in ((4, 60, 0), (5, 10, 3)):
        for _ in range(number):
            check(solver, ending(rules, trump, cards, rng, laid), rng)


SOLVED = [name for name, rules in VARIANTS.items() if rules.roem is None]


@pytest.mark.parametrize("name", SOLVED)
def test_every_ruleset(name: str) -> None:
    rules, rng, solver = VARIANTS[name], random.Random(zlib.crc32(name.encode())), Solver(0.5)
    cards = {2: 6, 3: 4, 4: 4, 5: 3, 6: 3}[rules.table.size]
    for n in range(12):
        trump = Trump.HEARTS if n < 8 else rng.choice(list(Trump))
        check(solver, ending(rules, trump, cards, rng), rng)


# Marks


MARKED = [
    name
    for name, rules in VARIANTS.items()
    if not isinstance(rules.scoring, GapScoring) and open_values(rules)
]


@pytest.mark.untraced
@pytest.mark.parametrize("name", MARKED)
def test_marks_against_minimax(name: str) -> None:
    rules, rng, solver = VARIANTS[name], random.Random(zlib.crc32(name.encode())), Solver(0.5)
    for _ in range(8):
        position = ending(rules, Trump.HEARTS, 6 if rules.table.size == 2 else 4, rng, laid=1)
        check_marks(solver, position, sheet_for(position, rng), rng.choice(rules.table.sides))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_guesses_against_minimax(players: int) -> None:
    rules, rng, solver = load("escalier", {"players": players}), random.Random(players), Solver(0.5)
    for _ in range(10):
        position = ending(rules, Trump.HEARTS, 4 if players < 5 else 3, rng)
        bids = {side: rng.randint(0, 3) for side in rules.table.sides}
        check_marks(solver, position, Sheet(bids=bids), rng.choice(rules.table.sides))


def test_marks_are_the_scorers() -> None:
    """Contrée, 100 at hearts: 99 points fail, 100 make it, and every trick pays the capot."""
    position = full_deal(load("ffb-contree"))
    contract = Contract(side=Side("NS"), trump=Trump.HEARTS, value=100)
    by_points, capot, none = Sheet(contract, belote={}).marks(position, Side("NS"))
    assert (by_points[99], by_points[100], capot, none) == (-160, 100 - 60, 250, -250)


# Whole deals


def full_deal(rules: Ruleset, seed: int = 3, trump: Trump = Trump.HEARTS) -> Position:
    return Position.of(begun(rules, trump, random.Random(seed)))


def test_the_sides_share_what_there_is() -> None:
    solver = Solver()
    for seed in range(10):
        position = full_deal(load("ffb-contree"), seed)
        ours, theirs = (solver.solve(position, side).value for side in position.spec.table.sides)
        assert ours + theirs == 162 or 252 in (ours, theirs)


def test_a_table_changes_times_not_values() -> None:
    tiny, large = Solver(0.001), Solver(4)
    for seed in range(6):
        position = full_deal(load("ffb-belote"), seed)
        assert tiny.solve(position).cards == large.solve(position).cards
    assert tiny.bytes <= 1024
    assert Solver().bytes <= 64 * 2**20


def test_many_at_once() -> None:
    positions = [full_deal(load("coinche"), seed, trump) for seed in range(4) for trump in Trump]
    alone = [Solver().solve(position, line=False) for position in positions]
    together = Solver().solve_many(positions, threads=2)
    assert [each.cards for each in together] == [each.cards for each in alone]


def test_solvers_run_in_threads() -> None:
    positions = [full_deal(load("ffb-contree"), seed) for seed in range(8)]
    found: dict[int, Solution] = {}

    def work(n: int) -> None:
        found[n] = Solver().solve(positions[n])

    crew = [threading.Thread(target=work, args=(n,)) for n in range(len(positions))]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    assert [found[n].value for n in range(8)] == [Solver().solve(each).value for each in positions]


def test_a_whole_comptoir_ending_with_piles() -> None:
    position = ending(load("comptoir", {"count": "points"}), Trump.SPADES, 8, random.Random(5))
    assert 0 <= Solver().solve(position).value <= 162


# Playouts


def test_playouts_share_the_points() -> None:
    position = full_deal(load("ffb-contree"))
    sums = playouts(position, 5000, seed=1)
    assert sum(sums.mean.values()) == pytest.approx(162)
    assert sums == playouts(position, 5000, seed=1, threads=2)
    assert sums != playouts(position, 5000, seed=2)


@pytest.mark.parametrize("name", ["escalier players=3", "comptoir", "premiere"])
def test_playouts_of_tricks(name: str) -> None:
    position = full_deal(VARIANTS[name])
    assert sum(playouts(position, 300, seed=4).mean.values()) == pytest.approx(position.worth_left)


def test_playouts_agree_with_the_engine() -> None:
    """The means of random play by the engine and by the core differ by no more than chance allows."""
    playing = begun(load("ffb-contree"), Trump.HEARTS, random.Random(8))
    rng = random.Random(1)
    table = playing.rules.table
    totals = []
    for _ in range(400):
        end = played(playing, 32, rng)
        last = table.side(end.won[-1][0])
        totals.append(end.points[Side("NS")] + 10 * (last == "NS"))
    sums = playouts(Position.of(playing), 20_000, seed=2)
    error = sums.deviation[Side("NS")] / len(totals) ** 0.5
    assert abs(sum(totals) / len(totals) - sums.mean[Side("NS")]) < 4 * error


# What can't be


def test_positions_that_cannot_be() -> None:
    good = full_deal(load("ffb-contree"))
    spec, hands = good.spec, dict(good.hands)
    north, east = Seat("N"), Seat("E")
    with pytest.raises(BadPosition, match="E's hand") as caught:
        Position(spec, hands | {north: hands[east]}, north)
    assert caught.value.code == "duplicate_card"
    with pytest.raises(BadPosition, match="7 cards left"):
        Position(spec, hands | {north: Cards(list(hands[north])[:7])}, east)
    with pytest.raises(BadPosition, match="leader"):
        Position(spec, hands, Seat("X"))
    with pytest.raises(BadPosition, match="3 won and 8 to come"):
        Position(spec, hands, north, tricks={Side("NS"): 3})
    with pytest.raises(BadPosition, match="leads"):
        Position(
            spec,
            hands | {east: hands[east].without(next(iter(hands[east])))},
            north,
            ((east, next(iter(hands[east]))),),
        )


def test_a_trick_against_the_rules() -> None:
    hands = {"N": "AS", "E": "7S 8S", "S": "9S TS", "W": "JS"}
    with pytest.raises(BadPosition, match="W might not play 7D"):
        Position(
            PlaySpec(load("ffb-contree"), Trump.HEARTS),
            {Seat(seat): Cards.parse(hand) for seat, hand in hands.items()},
            Seat("N"),
            ((Seat("N"), Card("KS")), (Seat("W"), Card("7D"))),
            {Side("NS"): 6},
        )
