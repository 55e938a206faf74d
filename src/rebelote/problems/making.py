"""From a decision that was found to a problem: its theme, its explanation, a refutation of each wrong answer.

What is not sound is dropped: where open cards say otherwise than the worlds by habit, where an answer can't
be refuted, where nothing can be said of the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from msgspec.structs import replace

from rebelote.actions import Action, Call, Guess, Play
from rebelote.bots import SearchTools
from rebelote.cards import Card
from rebelote.codec import encode
from rebelote.language.notation import format_call
from rebelote.problems.call_case import CallCase
from rebelote.problems.call_themes import call_themes, explain_call
from rebelote.problems.card_case import CardCase
from rebelote.problems.card_themes import card_themes
from rebelote.problems.choices import Group, groups_of
from rebelote.problems.difficulty import rating
from rebelote.problems.finding import Found, card_of, same
from rebelote.problems.outlook import Outlook
from rebelote.problems.record import Choice, Problem, Refutation, view_of
from rebelote.problems.refuting import refute_call, refute_card
from rebelote.problems.themes import Theme
from rebelote.review.explaining import explain, rounded
from rebelote.review.judging import Weighed
from rebelote.review.results import Alternative, Because
from rebelote.solver import Solver
from rebelote.view import View

WORLDS: Final = 100
"""Worlds solved with open cards, for a card;"""
CALL_WORLDS: Final = 24
"""for a call, each solved from the first lead on."""
OPEN_MARGIN: Final = 0.02
"""The share of the stake by which the answer must be ahead with open cards too."""
MOST_CALLS: Final = 7
"""After a longer auction few deals explain all that was said."""
SEED: Final = 20_261
CONTRACT: Final = 0.12
"""By how much the chance of the contract must differ to be told."""
DIGITS: Final = 8
"""of a problem's id."""
MOST_TOLD: Final = 2
"""Themes that the explanation speaks of."""


def make(found: Found, tools: SearchTools, solver: Solver) -> Problem | None:
    """The problem, or None where it would not be sound or clear."""
    view = view_of(found)
    groups = groups_of(view, found.again)
    match found.alternatives[0].action:
        case Play():
            return _of_card(found, view, groups, tools, solver)
        case Guess():
            return None
        case _:
            return _of_call(found, view, groups, tools, solver)


# Cards


def _of_card(
    found: Found, view: View, groups: Sequence[Group], tools: SearchTools, solver: Solver
) -> Problem | None:
    right, *wrong = groups
    cards = [card_of(group[0].action) for group in wrong]
    outlook = Outlook(view, tools, solver, WORLDS, SEED)
    best = card_of(right[0].action)
    if not outlook.worlds or any(_falls_short(outlook, best, card, found.stake) for card in cards):
        return None
    case = CardCase(view, [card_of(each.action) for each in right], cards, found.answers, outlook)
    told = list(card_themes(case))
    if not told:
        return None
    refuted = {card: refute_card(outlook, best, card) for card in cards}
    if not all(refuted.values()):
        return None
    choices = [Choice(each.action) for each in right]
    for group in wrong:
        card = card_of(group[0].action)
        choices += [_wrong(found, view, each, _exchanged(refuted[card], card, each)) for each in group]
    why = (*(because for _, because in told[:MOST_TOLD]), *_stakes(case, found))
    possible = outlook.count if outlook.is_complete else None
    return _problem(found, choices, [theme for theme, _ in told], why, possible)


def _falls_short(outlook: Outlook, best: Card, other: Card, stake: float) -> bool:
    return outlook.mean(best) - outlook.mean(other) < OPEN_MARGIN * stake


def _exchanged(refutation: Refutation | None, card: Card, alike: Alternative) -> Refutation | None:
    """The same with another card that plays alike."""
    other = card_of(alike.action)
    if refutation is None or other is card:
        return refutation
    turned = {card: other, other: card}
    return replace(refutation, line=tuple(turned.get(each, each) for each in refutation.line))


def _stakes(case: CardCase, found: Found) -> Iterator[Because]:
    """What hangs on it: the contract, where it does; else what the answer brings more."""
    made = case.made(case.best), case.made(case.tempting)
    two: dict[str, float | str] = {"best": case.best.text, "card": case.tempting.text}
    if made[0] is not None and made[1] is not None and abs(made[0] - made[1]) >= CONTRACT:
        best, other = (round(100 * each) for each in made if each is not None)
        if case.reading.we_took:
            yield Because("contract_made", {**two, "chance": best, "less": other})
        else:
            yield Because("contract_beaten", {**two, "chance": 100 - best, "less": 100 - other})
        return
    behind = next(each.behind for each in found.again if card_of(each.action) is case.tempting)
    yield Because("worth_more", {**two, "more": rounded(behind)})


# Calls


def _of_call(
    found: Found, view: View, groups: Sequence[Group], tools: SearchTools, solver: Solver
) -> Problem | None:
    if len(view.calls) > MOST_CALLS or view.rules.hand_declarations is not None:
        return None
    (right,), *wrong = groups
    calls = [_call_of(group[0].action) for group in wrong]
    best = _call_of(right.action)
    case = CallCase(view, best, calls, found.answers, tools, solver, CALL_WORLDS, SEED)
    if not case.deals or case.mean(best) - case.mean(case.tempting) < OPEN_MARGIN * found.stake:
        return None
    refuted = {call: refute_call(case, call) for call in calls}
    themes = list(call_themes(case))
    if not themes or not all(refuted.values()):
        return None
    choices = [Choice(right.action)]
    choices += [_wrong(found, view, group[0], refuted[_call_of(group[0].action)]) for group in wrong]
    behind = next(each.behind for each in found.again if each.action == case.tempting)
    worth = Because(
        "call_worth_more",
        {"best": format_call(best), "call": format_call(case.tempting), "more": rounded(behind)},
    )
    return _problem(found, choices, themes, (*explain_call(case), worth), None)


def _call_of(action: Action) -> Call:
    assert isinstance(action, Call)
    return action


# Both


def _wrong(found: Found, view: View, each: Alternative, refutation: Refutation | None) -> Choice:
    because = explain(view, each.action, Weighed(found.again, each.behind, each.error))
    return Choice(each.action, round(each.behind, 1), round(each.error, 1), because, refutation)


def _problem(
    found: Found,
    choices: Sequence[Choice],
    themes: Sequence[Theme],
    why: Sequence[Because],
    possible: int | None,
) -> Problem:
    right = [choice.action for choice in choices if choice.is_right]
    wrong = [choice for choice in choices if not choice.is_right]
    fooled = [name for name, answer in found.answers.items() if not any(same(answer, each) for each in right)]
    margin = min(choice.behind for choice in wrong) / found.stake
    digest = sha256(encode((found.rules, found.seat, found.events))).hexdigest()
    return Problem(
        id=digest[:DIGITS],
        rules=found.rules,
        dealer=found.dealer,
        seat=found.seat,
        events=found.events,
        choices=tuple(choices),
        themes=tuple(themes),
        why=tuple(why),
        rating=rating(fooled, len(wrong), margin),
        deal=found.deal,
        totals={side: total for side, total in found.totals.items() if total},
        possible=possible,
    )
