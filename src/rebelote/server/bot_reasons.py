"""«Pourquoi ?»: a bot's reason for a call or a card of a deal that is over, from what its seat knew then."""

from __future__ import annotations

import random
from typing import Final

from rebelote import bots
from rebelote.actions import Action, Play
from rebelote.bots import Decision, SearchTools
from rebelote.events import Called, CardPlayed, Event
from rebelote.language.labels import label
from rebelote.language.text import Lang
from rebelote.match import Match
from rebelote.review.advising import Beside, compare, why_chosen
from rebelote.review.telling import tell
from rebelote.server.advised import advised_choices
from rebelote.server.history import Story
from rebelote.server.messages.reviews import BotReason
from rebelote.server.problems import Refused
from rebelote.view import View

WORLDS: Final = 120
"""Of a bot that searches; at the table the clock decided how many it looked at."""


VAGUE: Final = ("searched", "valued", "best_on_average")
"""What a bot that searches says of what it found; a habit says more."""


def bot_reason(story: Story, seq: int, lang: Lang) -> BotReason:
    """Asked of the same bot again, in the same place; Refused where there was none, or no deal to see."""
    if not any(each.scored and each.first <= seq <= each.last for each in story.opened()):
        raise Refused("not_found")
    game = story.game
    action = _done(game.match.event(seq - 1))
    player = next((each for each in game.players if action and each.seat == action.seat), None)
    if action is None or player is None or player.kind != "bot" or player.name not in bots.BOTS:
        raise Refused("no_bot_there")
    view = Match.replay(game.match.log[: seq - 1]).view(action.seat)
    decision = _asked(player.name, seq).explain(view)
    searches = bots.BOTS[player.name].search is not None
    return reason_of(decision, action, view, seq, lang, searches=searches)


def _done(event: Event) -> Action | None:
    match event:
        case Called(call=call):
            return call
        case CardPlayed(seat=seat, card=card, say=say):
            return Play(seat, card, say)
        case _:
            return None


def _asked(bot: str, seq: int) -> bots.Explainer:
    name = bot if bots.BOTS[bot].search is None else f"{bot}@{WORLDS}w"
    return bots.make(name, random.Random(seq))


def reason_of(
    decision: Decision, done: Action, view: View, seq: int, lang: Lang, *, searches: bool
) -> BotReason:
    """A habit has its own words and no numbers; a search has numbers, and cards where it says little."""
    rules = view.rules
    compared = compare(view, decision.action, SearchTools()) if searches else ()
    vague = searches and decision.reason.key in VAGUE and decision.action == done
    return BotReason(
        seq=seq,
        seat=done.seat,
        reason=decision.text(lang),
        because=_in_cards(view, compared, lang) if vague else "",
        done=label(done, rules, None, lang),
        again=label(decision.action, rules, None, lang),
        choices=advised_choices(compared or _alone(decision), view, lang),
    )


def _in_cards(view: View, compared: tuple[Beside, ...], lang: Lang) -> str:
    """Why it is better than the others, or that there was nothing in it. A générale is not weighed."""
    because = why_chosen(view, compared) if compared else None
    if because is not None:
        return tell(because, view.rules, lang)
    weighed = view.contract is None or view.contract.value != "generale"
    return view.rules.catalogue(lang).advice["all_alike"] if weighed else ""


def _alone(decision: Decision) -> tuple[Beside, ...]:
    """Where nothing was weighed in marks: the choice, unless it was made by lot."""
    return (Beside(decision.action, 0.0),) if decision.candidates else ()
