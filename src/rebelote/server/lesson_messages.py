"""Lessons told to the page."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from rebelote.cards import Card, Cards
from rebelote.language.sentences import card_name
from rebelote.language.text import Lang, catalogue
from rebelote.lessons import Lesson, Step, all_lessons
from rebelote.lessons.telling import Choice, call_text, choices_of
from rebelote.server.messages.lessons import LessonChoice, LessonPage, LessonStep, LessonSummary
from rebelote.server.messages.match_view import NamedCard, PlayedCard, Saying
from rebelote.table import Seat


@lru_cache
def summaries(lang: Lang) -> list[LessonSummary]:
    """Every lesson, in the order in which they are learned."""
    return [_summary(lesson, lang) for lesson in all_lessons().values()]


@lru_cache
def page(lesson_id: str, lang: Lang) -> LessonPage | None:
    """A whole lesson with all its answers; None where there is none of that name."""
    lesson = all_lessons().get(lesson_id)
    if lesson is None:
        return None
    summary = _summary(lesson, lang)
    return LessonPage(
        id=summary.id,
        group=summary.group,
        title=summary.title,
        summary=summary.summary,
        length=summary.length,
        rules=lesson.ruleset.catalogue(lang).ruleset(lesson.rules).name,
        steps=[_step(lesson, step, lang) for step in lesson.steps],
        next=dict(pairwise(all_lessons())).get(lesson_id),
    )


def _summary(lesson: Lesson, lang: Lang) -> LessonSummary:
    return LessonSummary(
        id=lesson.id,
        group=lesson.group,
        title=lesson.title.told(lang),
        summary=lesson.summary.told(lang),
        length=len(lesson.steps),
    )


def _step(lesson: Lesson, step: Step, lang: Lang) -> LessonStep:
    has_cards = bool(step.hands or step.trick or step.cards)
    trump = step.trump if has_cards and step.shows_trump and step.ask != "call" else None
    hand: Cards = step.hand
    return LessonStep(
        ask=step.ask,
        text=step.text.told(lang),
        trump=None if trump is None else trump.value,
        hand=[_named(card, lang) for card in hand.sorted(trump)],
        cards=[_named(card, lang) for card in step.to_order],
        trick=[_played(seat, card, lang) for seat, card in step.laid],
        then=[_played(seat, card, lang) for seat, card in step.laid_after],
        turned=_named(Card(step.turned), lang) if step.turned else None,
        calls=[_said(lesson, step, call, lang) for call in step.calls],
        choices=[_choice(choice) for choice in choices_of(lesson, step, lang)],
        right=list(step.right),
        solved=step.solved.told(lang),
        missing=catalogue(lang).lessons["missing"],
    )


def _named(card: Card, lang: Lang) -> NamedCard:
    return NamedCard(card.text, card_name(card, lang))


def _played(seat: Seat, card: Card, lang: Lang) -> PlayedCard:
    return PlayedCard(seat, card.text, card_name(card, lang))


def _said(lesson: Lesson, step: Step, call: str, lang: Lang) -> Saying:
    seat, _, words = call.partition(" ")
    return Saying(seat, call_text(lesson, step, Seat(seat), words, lang))


def _choice(choice: Choice) -> LessonChoice:
    return LessonChoice(
        value=choice.value,
        label=choice.label,
        right=choice.right,
        reply=choice.reply,
        clause=choice.clause,
    )
