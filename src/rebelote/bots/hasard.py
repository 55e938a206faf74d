"""Hasard: any legal card, drawn by lot, and good manners in all else."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rebelote.actions import (
    Accept,
    Action,
    Bid,
    CallReferee,
    Contre,
    Count,
    Declare,
    NotBetter,
    Object,
    Pass,
    Play,
    Refuse,
    Surcontre,
    Withhold,
)
from rebelote.cards import Cards
from rebelote.phases.obligations import legal_cards
from rebelote.phases.stages import Counting
from rebelote.view import View

CALLS_OUT_OF_TEN = 3
"""How often it calls at all: a table of players who always bid is no game."""


class Hasard:
    """Plays any legal card; calls now and then, never higher than it needs to; says and shows all it has."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator
        self._complained_at = 0

    def choose(self, view: View) -> Action:
        answer = self._answer(view)
        if answer is not None:
            return answer
        if self._has_seen_a_fault(view):
            self._complained_at = view.situation.deal_number
            assert view.seat is not None
            return CallReferee(view.seat)
        return self._among(view.legal())

    def _among(self, legal: Sequence[Action]) -> Action:
        first = legal[0]
        if isinstance(first, Pass):
            return self._call(first, legal[1:])
        declaring = [action for action in legal if isinstance(action, Declare)]
        if declaring:
            return max(declaring, key=lambda action: len(action.kinds))
        counting = [action for action in legal if isinstance(action, Count)]
        claims = [action for action in legal if action not in counting]
        if counting:
            return claims[0] if claims else counting[0]
        return self._generator.choice(_spoken(legal))

    def _call(self, silence: Pass, calls: Sequence[Action]) -> Action:
        """Mostly silence; else the cheapest level, at any trump."""
        calls = [call for call in calls if not isinstance(call, Object | Contre | Surcontre)]
        if not calls or self._generator.randrange(10) >= CALLS_OUT_OF_TEN:
            return silence
        lowest = calls[0]
        if isinstance(lowest, Bid):
            calls = [call for call in calls if isinstance(call, Bid) and call.value == lowest.value]
        return self._generator.choice(calls)

    def _answer(self, view: View) -> Action | None:
        """To a proposal: let faults pass, but play every deal."""
        proposal = view.situation.proposal
        answers = [action for action in view.table_actions() if isinstance(action, Accept | Refuse)]
        if proposal is None or not answers:
            return None
        wanted = Accept if proposal.remedy == "let_pass" else Refuse
        return next(answer for answer in answers if isinstance(answer, wanted))

    def _has_seen_a_fault(self, view: View) -> bool:
        """At the count of a table that judges: has an opponent shown that he broke a rule?"""
        situation = view.situation
        return (
            isinstance(situation.phase, Counting)
            and self._complained_at != situation.deal_number
            and view.rules.penalties.wrong_card != "none"
            and revoked(view)
        )


def _spoken(legal: Sequence[Action]) -> Sequence[Action]:
    """Leave out what forgets a word, concedes without need, or hides what was announced."""
    royals = {action.card for action in legal if isinstance(action, Play) and action.say is not None}
    kept = [
        action
        for action in legal
        if not isinstance(action, NotBetter | Withhold)
        and not (isinstance(action, Play) and action.say is None and action.card in royals)
    ]
    return kept or legal


def revoked(view: View) -> bool:
    """Has an opponent broken an obligation, by the cards that he held then and played afterwards?"""
    playing, table = view.situation.playing, view.rules.table
    if playing is None or view.seat is None:
        return False
    opponents = table.opponents(table.side(view.seat))
    for place, seen in enumerate(view.observed):
        if seen.seat not in opponents:
            continue
        later = Cards(each.card for each in view.observed[place:] if each.seat == seen.seat)
        lawful = legal_cards(
            view.rules.play, playing.order, table, seen.seat, later, seen.before, seen.barred
        )
        if seen.card not in lawful:
            return True
    return False
