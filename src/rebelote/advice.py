"""«Que jouer ?»: what expert would do in a player's place, from that player's view and nothing else."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from rebelote.actions import Call, Play
from rebelote.bots import Budget, Decision, SearchTools
from rebelote.bots.expert import Expert
from rebelote.language.text import Lang
from rebelote.problems.telling import tell_why_not
from rebelote.review.advising import Beside, compare, why_chosen
from rebelote.view import View

WORLDS: Final = 120


class FoundAdvice(NamedTuple):
    """What expert decides, and what else may be done beside it."""

    decision: Decision
    compared: tuple[Beside, ...]


def can_be_advised(view: View) -> bool:
    """At one's turn to call or to play a card."""
    legal = view.legal()
    return bool(legal) and isinstance(legal[0], Play | Call)


def find_advice(view: View) -> FoundAdvice:
    """The same for the same place of the same match, and by the same measure as the review afterwards."""
    luck, tools = random.Random(view.seq), SearchTools()
    decision = Expert(luck, Budget(worlds=WORLDS), tools=tools).explain(view)
    return FoundAdvice(decision, compare(view, decision.action, tools))


def tell_reason(found: FoundAdvice, view: View, lang: Lang) -> str:
    """Why, to the player, who is «vous». Where nothing was searched, expert's own words."""
    words, compared = view.rules.catalogue(lang), found.compared
    because = why_chosen(view, compared) if compared else None
    if because is not None:
        return tell_why_not(because, view.rules, lang)
    if len(view.legal()) == 1:
        return words.advice["only_choice"]
    if found.decision.candidates:
        return words.advice["all_alike"]
    return words.advice["expert_says"].format(reason=found.decision.text(lang))
