"""One decision judged: expert's estimate of all that could have been done, in worlds that fit the view.

The worlds are drawn several times over. After a long auction few deals explain all that was said, and those
drawn together are alike; so how sure an estimate is, is told by how much it varies from one draw to the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final, NamedTuple

from rebelote.actions import Action, Call, Guess, Play
from rebelote.bots.budget import Budget, Spending
from rebelote.bots.expert import policy_net
from rebelote.bots.expert.call_search import value_calls
from rebelote.bots.expert.card_search import try_cards
from rebelote.bots.expert.guess_search import value_guesses
from rebelote.bots.habitue.calls import make_call
from rebelote.bots.inference import Inference
from rebelote.bots.match_gain import typical_mark
from rebelote.bots.search_tools import SearchTools
from rebelote.bots.view_facts import choosing_of
from rebelote.phases.playing import Playing
from rebelote.results import Contract
from rebelote.review.results import Alternative
from rebelote.ruleset import ContractScoring, Ruleset
from rebelote.view import View

DEPTH: Final = 400
"""Worlds a decision, unless told otherwise."""
DRAWS: Final = 8
"""Times that worlds are drawn for a decision."""
INDIFFERENT: Final = 0.005
"""Where all that could be done differs by less than this share of the stake, there is nothing to decide."""


class Draw(NamedTuple):
    """What each action gains on average in the worlds of one draw, and what expert would have done then."""

    values: Mapping[Action, float]
    chosen: Action


class Weighed(NamedTuple):
    """All that could have been done, best first; by how much what was done is behind, and how surely."""

    alternatives: tuple[Alternative, ...]
    loss: float
    error: float


def weigh(view: View, action: Action, tools: SearchTools, depth: int, seed: int) -> Weighed | None:
    """The decision that `action` was to the player who saw `view`; None where it was none or can't be judged.

    It is none where there was no choice, or where nothing hung on it. A card that its holder does not see, a
    word out of turn and what follows a broken rule are not judged.
    """
    draws: list[Draw] = []
    for number in range(DRAWS):
        spending = Spending(Budget(worlds=max(depth // DRAWS, 1)), _no_clock)
        draw = _draw(view, action, tools, spending, seed * DRAWS + number)
        if draw is None:
            return None
        draws.append(draw)
    weighed = _compare(draws, action)
    if weighed.alternatives[-1].behind < INDIFFERENT * stake_of(view.rules, view.contract):
        return None
    return weighed


def _no_clock() -> float:
    return 0.0


def _draw(view: View, action: Action, tools: SearchTools, spending: Spending, seed: int) -> Draw | None:
    match action:
        case Play():
            return _draw_for_card(view, action, tools, spending, seed)
        case Guess():
            return _draw_for_guess(view, action, tools, spending, seed)
        case call if isinstance(call, Call):
            return _draw_for_call(view, call, tools, spending, seed)
        case _:
            return None


def _draw_for_card(view: View, play: Play, tools: SearchTools, spending: Spending, seed: int) -> Draw | None:
    playing = view.situation.phase
    if not isinstance(playing, Playing) or playing.turn is None:
        return None
    if playing.contract.value == "generale":  # trials do not know whose a trick is
        return None
    legal = playing.legal_cards(playing.turn)
    if len(legal) < 2 or play.card not in legal:
        return None
    inference = Inference(view)
    gains = try_cards(inference, legal, tools, "marks", spending, seed)
    if gains is None:
        return None
    taught = policy_net.advice(inference, legal, "marks")
    favourite = max(legal, key=lambda card: gains[card] + taught.get(card, 0.0))
    return Draw({Play(play.seat, card): gains[card] for card in legal}, Play(play.seat, favourite))


def _draw_for_guess(
    view: View, guess: Guess, tools: SearchTools, spending: Spending, seed: int
) -> Draw | None:
    if view.situation.blind:
        return None
    values = value_guesses(Inference(view), tools.compiled(view.rules), spending, seed)
    if values is None or len(values) < 2 or guess not in values:
        return None
    costs: dict[Action, float] = dict(values.items())
    return Draw(costs, max(costs, key=lambda call: costs[call]))


def _draw_for_call(view: View, call: Call, tools: SearchTools, spending: Spending, seed: int) -> Draw | None:
    choosing, compiled = choosing_of(view), tools.compiled(view.rules)
    if choosing.speaks != view.seat or call not in view.legal():
        return None
    habit = make_call(view, compiled).action
    if not isinstance(habit, Call):
        return None
    valued = value_calls(Inference(view), compiled, habit, spending, seed, (call,))
    if valued is None:
        return None
    ranked, chosen = valued
    return Draw({value.call: value.mean for value in ranked}, chosen.call)


def _compare(draws: list[Draw], done: Action) -> Weighed:
    """What expert would have done itself, as often as not, loses nothing."""
    means = {action: sum(draw.values[action] for draw in draws) / len(draws) for action in draws[0].values}
    best = max(means, key=lambda action: means[action])
    alternatives = [
        Alternative(action, mean, *_behind(draws, action, best)) for action, mean in means.items()
    ]
    alternatives.sort(key=lambda each: -each.value)
    found = next(each for each in alternatives if each.action == done)
    if 2 * sum(draw.chosen == done for draw in draws) >= len(draws):
        return Weighed(tuple(alternatives), 0.0, 0.0)
    return Weighed(tuple(alternatives), found.behind, found.error)


def _behind(draws: list[Draw], action: Action, best: Action) -> tuple[float, float]:
    """By how much an action gains less than the best, and the standard error of that from draw to draw."""
    gaps = [draw.values[best] - draw.values[action] for draw in draws]
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean, sqrt(spread / len(gaps))


def stake_of(rules: Ruleset, contract: Contract | None) -> float:
    """What a deal is about, in marks: what the side that comes out well usually marks, contre included."""
    usual = typical_mark(rules)
    if contract is not None and isinstance(rules.scoring, ContractScoring):
        return usual * rules.contre_factor(contract.contre)
    return usual
