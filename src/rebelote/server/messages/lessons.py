"""Lessons, as a newcomer takes them."""

from __future__ import annotations

from typing import Literal

import msgspec

from rebelote.language.text import Clause
from rebelote.server.messages.match_view import NamedCard, PlayedCard, Saying
from rebelote.server.messages.words import TrumpText


class LessonSummary(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    group: Literal["rules", "tactics"]
    title: str
    summary: str
    length: int  # steps


class LessonChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be answered: a card, a number or a call. `reply`: what is then said."""

    value: str
    label: str
    right: bool
    reply: str
    clause: Clause | None  # the rule that forbids it


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to do. `ask`: play one card; pick every card of a kind; touch cards from the strongest on;
    touch the card that wins the trick; choose a number; choose a call. The learner sits at S."""

    ask: Literal["play", "pick", "order", "winner", "count", "call"]
    text: str
    trump: TrumpText | None
    hand: list[NamedCard]
    cards: list[NamedCard]  # to be put in order
    trick: list[PlayedCard]
    then: list[PlayedCard]  # what the others play after the learner
    turned: NamedCard | None
    calls: list[Saying]  # what was said before
    choices: list[LessonChoice]
    right: list[str]  # in their order, where an order is asked for
    solved: str
    missing: str  # said when something that was to be picked was left out


class LessonPage(LessonSummary, frozen=True, kw_only=True):
    rules: str  # the game's name
    steps: list[LessonStep]
    next: str | None  # the lesson after it
