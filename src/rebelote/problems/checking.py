"""Is a problem sound? Its shape, its sentences, and its answer judged anew with other seeds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rebelote.actions import Play
from rebelote.bots import SearchTools
from rebelote.cards import Cards, Trump
from rebelote.errors import RebeloteError
from rebelote.language.text import LANGS
from rebelote.problems.choices import groups_of
from rebelote.problems.finding import card_of, same
from rebelote.problems.outlook import ALL, Outlook
from rebelote.problems.record import Choice, Problem
from rebelote.problems.telling import explanation, tell_ending, tell_wrong, theme_name
from rebelote.review.judging import weigh
from rebelote.ruleset import Ruleset
from rebelote.solver import PlaySpec, Position, Solver
from rebelote.solver.line import Line


def faults_of_shape(problem: Problem) -> Iterator[str]:
    """What can be seen without judging: turn, legal answers, texts, refutations that are deals that fit."""
    view = problem.view
    if problem.seat not in view.actors():
        yield "it is not this seat's turn"
    legal = view.legal()
    for choice in problem.choices:
        if not any(same(choice.action, each) for each in legal):
            yield f"{choice.action} is not legal"
    if isinstance(problem.best, Play) and len(problem.choices) != len(legal):
        yield "a legal card is neither right nor wrong"
    if not problem.choices[0].is_right or all(choice.is_right for choice in problem.choices):
        yield "there must be a right answer first, and a wrong one"
    if not problem.themes:
        yield "it is about nothing"
    yield from _faults_of_texts(problem)
    for choice in problem.choices:
        if not choice.is_right:
            yield from _faults_of_refutation(problem, choice)


def _faults_of_texts(problem: Problem) -> Iterator[str]:
    rules = problem.view.rules
    for lang in LANGS:
        try:
            told = [theme_name(theme, rules.catalogue(lang)) for theme in problem.themes]
            told += explanation(problem, lang)
            for choice in problem.choices:
                if not choice.is_right:
                    told += [tell_wrong(choice, rules, lang), *tell_ending(choice, problem, lang)]
        except KeyError as error:
            yield f"{lang}: no text for {error}"
            continue
        if not all(told) or any("{" in text for text in told):
            yield f"{lang}: a text is empty or unfilled"


def _faults_of_refutation(problem: Problem, choice: Choice) -> Iterator[str]:
    """The imagined hands are what the others may hold, by what the seat knows; the line goes by the rules."""
    view, refutation = problem.view, choice.refutation
    assert refutation is not None
    for seat, cards in refutation.hands.items():
        if not Cards(cards) <= view.could_hold(seat):
            yield f"{seat} can't hold what a refutation gives it"
    if refutation.ending.marks >= refutation.best.marks:
        yield "a refutation that costs nothing"
    playing = view.situation.playing
    if playing is None:
        return
    if not isinstance(choice.action, Play) or refutation.line[:1] != (choice.action.card,):
        yield "a refutation of another card"
        return
    hands = {problem.seat: view.hand} | {seat: Cards(cards) for seat, cards in refutation.hands.items()}
    leader = playing.trick[0][0] if playing.trick else problem.seat
    spec = _compiled(playing.rules, playing.contract.trump)
    try:
        Line(Position(spec, hands, leader, playing.trick, playing.tricks()), refutation.line)
    except RebeloteError as error:
        yield f"a line that can't be played: {error}"


@lru_cache(maxsize=64)
def _compiled(rules: Ruleset, trump: Trump) -> PlaySpec:
    return PlaySpec(rules, trump)


def is_still_best(problem: Problem, tools: SearchTools, depth: int, seed: int) -> bool:
    """Does another run, with worlds of its own, find the same answer?"""
    weighed = weigh(problem.view, problem.best, tools, depth, seed)
    if weighed is None:
        return False
    found = groups_of(problem.view, weighed.alternatives)[0]
    right = [choice.action for choice in problem.choices if choice.is_right]
    return any(same(each.action, one) for each in found for one in right)


def is_exact(problem: Problem, tools: SearchTools, solver: Solver) -> bool:
    """Where every deal was gone through: is the answer ahead of all others in the mean of all of them?"""
    if problem.possible is None:
        return True
    outlook = Outlook(problem.view, tools, solver, ALL, seed=0)
    best, *others = (choice for choice in problem.choices if isinstance(choice.action, Play))
    ahead = [outlook.mean(card_of(best.action)) - outlook.mean(card_of(each.action)) for each in others]
    wrong = [gap for gap, each in zip(ahead, others, strict=True) if not each.is_right]
    return outlook.is_complete and outlook.count == problem.possible and min(wrong) > 0
