"""The problems that ship: all of the right shape, a sample judged anew; `make check-problems` judges all."""

from __future__ import annotations

import random
from datetime import date, timedelta
from functools import lru_cache

import pytest

from rebelote.actions import Play
from rebelote.bots import SearchTools
from rebelote.events import Dealt, redact
from rebelote.language.text import catalogue
from rebelote.problems.checking import faults_of_shape, is_exact, is_still_best
from rebelote.problems.choices import are_alike
from rebelote.problems.difficulty import rating
from rebelote.problems.finding import find
from rebelote.problems.glicko2 import Rating, updated
from rebelote.problems.making import make
from rebelote.problems.record import FILE, Problem, read_lines, read_problem
from rebelote.problems.selecting import select
from rebelote.problems.shipped import DAILY_GAMES, Shipped
from rebelote.problems.telling import tell_ending
from rebelote.problems.themes import THEMES
from rebelote.solver import Solver
from training.problem_seeds import played, read_seeds

SAMPLE = 20
"""Problems that are judged anew."""
SEED = 4_242


@lru_cache(maxsize=1)
def shipped() -> tuple[Problem, ...]:
    return tuple(map(read_problem, read_lines()))


# Those that ship


def test_a_thousand_ship_and_are_small() -> None:
    assert len(shipped()) >= 1000
    assert len({problem.id for problem in shipped()}) == len(shipped())
    assert FILE.stat().st_size < 600_000


def test_every_theme_has_problems() -> None:
    assert {theme for problem in shipped() for theme in problem.themes} == set(THEMES)


def test_every_problem_is_of_the_right_shape() -> None:
    faults = {problem.id: found for problem in shipped() if (found := list(faults_of_shape(problem)))}
    assert faults == {}


def test_a_problem_holds_only_what_its_seat_has_seen() -> None:
    for problem in shipped():
        assert all(redact(event, problem.seat) == event for event in problem.events)
        dealt = [event for event in problem.events if isinstance(event, Dealt)]
        assert dealt
        assert all(set(event.hands) <= {problem.seat} for event in dealt)


def test_an_auction_that_goes_wrong_is_told_by_sides() -> None:
    """Whoever answers is «vous» on the page, not a point of the compass."""
    told = []
    for problem in shipped():
        for choice in problem.choices:
            if choice.refutation is not None and not choice.refutation.line:
                told += tell_ending(choice, problem, "fr")
    seats = catalogue("fr").seats
    assert len(told) > 100
    assert [line for line in told if any(f" {seats[seat]}" in line for seat in "NESW")] == []
    assert any("contré : contrat" in line for line in told)


def test_no_two_are_alike() -> None:
    assert len(select(shipped())) == len(shipped())


def test_a_sample_judged_anew_has_the_same_answers() -> None:
    tools, solver = SearchTools(), Solver()
    sample = random.Random(SEED).sample(shipped(), SAMPLE)
    wrong = [
        problem.id
        for number, problem in enumerate(sample)
        if not is_still_best(problem, tools, 200, SEED + number) or not is_exact(problem, tools, solver)
    ]
    assert wrong == []


def test_a_problem_with_another_answer_is_found_out() -> None:
    """The check can fail: the worst card of a problem is not still best."""
    problem = next(each for each in shipped() if isinstance(each.best, Play) and each.possible)
    worst = max(problem.choices, key=lambda choice: choice.behind)
    first, *rest = (each for each in problem.choices if each is not worst)
    spoiled = Problem(
        **{name: getattr(problem, name) for name in Problem.__struct_fields__ if name != "choices"},
        choices=(
            type(first)(worst.action),
            type(first)(first.action, 1.0, 0.1, worst.because, worst.refutation),
            *(each for each in rest if not each.is_right),
        ),
    )
    assert not is_still_best(spoiled, SearchTools(), 100, SEED)
    assert not is_exact(spoiled, SearchTools(), Solver())
    assert "a refutation of another card" in list(faults_of_shape(spoiled))


# Making them


def test_the_same_seed_gives_the_same_problems() -> None:
    def made() -> list[Problem | None]:
        tools, solver = SearchTools(), Solver()
        return [make(found, tools, solver) for found in find("classique", 7, "habitue", tools)]

    first = made()
    assert any(first)
    assert first == made()


def test_every_problem_that_ships_has_its_seed() -> None:
    listed = [name for ids in read_seeds().values() for name in ids]
    assert sorted(listed) == sorted(problem.id for problem in shipped())


def test_a_seed_gives_the_problems_that_ship_again() -> None:
    """Two deals; `python -m training.problems remake --sample 20` takes more, without it all."""
    by_id = {problem.id: problem for problem in shipped()}
    seeds = read_seeds()
    for seed in (min(seeds), max(seeds)):  # one of any theme, one of the rare
        made = {problem.id: problem for problem in played(seed).problems}
        for name in seeds[seed]:
            assert made[name] == by_id[name]
    assert {min(seeds).rare, max(seeds).rare} == {False, True}


@pytest.mark.parametrize("theme", THEMES)
def test_a_problem_of_each_theme_is_made_again(theme: str) -> None:
    """Cards and calls, with their reasons and refutations: as the file that ships has them."""
    by_id = {problem.id: problem for problem in shipped()}
    seed, name = min(
        (seed, name) for seed, ids in read_seeds().items() for name in ids if theme in by_id[name].themes
    )
    assert by_id[name] in played(seed).problems


def test_touching_cards_are_one_answer() -> None:
    from rebelote.bots.card_reading import Reading
    from rebelote.bots.inference import Inference
    from rebelote.cards import parse_card

    problem = next(
        each
        for each in shipped()
        if isinstance(each.best, Play) and sum(c.is_right for c in each.choices) > 1
    )
    right = [choice.action.card for choice in problem.choices if choice.is_right]  # type: ignore[union-attr]
    reading = Reading(Inference(problem.view))
    assert all(are_alike(reading, right[0], card) for card in right[1:])
    assert not are_alike(reading, parse_card("AS"), parse_card("AH"))


def test_harder_where_more_bots_go_wrong_and_the_margin_is_small() -> None:
    assert rating([], 1, 0.5) < rating(["debutant"], 1, 0.5) < rating(["debutant", "habitue"], 1, 0.5)
    assert rating([], 1, 0.5) < rating([], 1, 0.05)
    assert rating([], 1, 0.5) < rating([], 4, 0.5)


# Those that ship


def test_the_problem_of_the_day_is_the_same_for_everybody_and_does_not_come_back_soon() -> None:
    lines = read_lines()
    first = date(2026, 11, 16)
    days = [Shipped(lines).of_day(first)] + [
        Shipped(lines[::-1]).of_day(first + timedelta(days=n)) for n in range(60)
    ]
    assert days[0] == days[1]
    assert len(set(days[1:])) == 60
    by_id = {problem.id: problem for problem in shipped()}
    assert all(by_id[name].rules in DAILY_GAMES for name in days)


def test_the_next_one_is_near_the_rating_of_the_theme_and_not_seen() -> None:
    shipped = Shipped(read_lines())
    near = {shipped.near(1600, "points", (), random.Random(seed)) for seed in range(20)}
    found = [shipped.entries[name] for name in near if name is not None]
    assert len(found) > 1
    assert all("points" in entry.themes for entry in found)
    others = [entry for entry in shipped.entries.values() if "points" in entry.themes and entry not in found]
    farthest = max(abs(entry.rating - 1600) for entry in found)
    assert sum(abs(entry.rating - 1600) < farthest for entry in others) < 12
    seen = {entry.id for entry in shipped.entries.values() if "points" in entry.themes} - {found[0].id}
    assert shipped.near(1600, "points", seen, random.Random(1)) == found[0].id


# Glicko-2


def test_glickmans_worked_example() -> None:
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = updated(Rating(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_without_games_a_rating_gets_less_sure() -> None:
    after = updated(Rating(1500, 50, 0.06), [])
    assert after.rating == 1500
    assert after.deviation == pytest.approx((50**2 + (0.06 * 173.7178) ** 2) ** 0.5)
