"""A lesson held against the engine: what is wrong, by key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.cards import Card, Cards
from rebelote.errors import RebeloteError
from rebelote.language.text import LANGS, Said, said
from rebelote.lessons.answers import engine_answer, forbidden, legal
from rebelote.lessons.best_cards import best_on_average, best_with_open_cards, leader, position_of, void_cards
from rebelote.lessons.lesson import YOU, Lesson, Step
from rebelote.phases.obligations import legal_cards
from rebelote.table import Seat

Fault = tuple[str, Said | str]
"""A key of the lesson's file, and what is wrong there."""
LONGEST: Final = 330
"""Characters of a text: one idea a screen."""


def all_lesson_faults(lesson: Lesson) -> list[Fault]:
    """Everything in which the lesson contradicts the engine, or leaves a learner without an answer."""
    return [
        (f"steps[{number}].{key}", fault)
        for number, step in enumerate(lesson.steps)
        for key, fault in step_faults(lesson, step)
    ]


def step_faults(lesson: Lesson, step: Step) -> Iterator[Fault]:
    """Of one step, by its keys."""
    yield from _text_faults(step)
    position = list(_position_faults(lesson, step))
    yield from position
    if not position:
        yield from _right_faults(lesson, step)
        yield from _reply_faults(lesson, step)
        yield from _then_faults(lesson, step)


def _text_faults(step: Step) -> Iterator[Fault]:
    texts = {"text": step.text, "solved": step.solved}
    texts |= {f"wrong.{name}": words for name, words in step.wrong.items()}
    for key, words in texts.items():
        for lang in LANGS:
            length = len(words.told(lang))
            if not 0 < length <= LONGEST:
                yield f"{key}.{lang}", said("lesson_length", most=LONGEST, found=length)


# The position


def _position_faults(lesson: Lesson, step: Step) -> Iterator[Fault]:
    table = lesson.ruleset.table
    for seat in (*step.hands, *step.voids):
        if seat not in table.seats:
            yield "hands", said("lesson_seat", seat=seat, seats=" ".join(table.seats))
            return
    if set(step.hands) == set(table.seats) and step.ask == "play":
        yield from _whole_position_faults(lesson, step)
        return
    yield from _trick_faults(lesson, step)


def _whole_position_faults(lesson: Lesson, step: Step) -> Iterator[Fault]:
    try:
        turn = position_of(lesson, step).turn
    except RebeloteError as error:
        yield "hands", str(error)
        return
    if turn != YOU:
        yield "trick", said("lesson_turn", seat=turn)
    for seat in step.voids:
        if Cards(step.held[seat]) & void_cards(step, seat):
            yield f"voids.{seat}", said("lesson_void", seat=seat)


def _trick_faults(lesson: Lesson, step: Step) -> Iterator[Fault]:
    table, rules, order = lesson.ruleset.table, lesson.ruleset, lesson.order(step)
    cards = [card for hand in step.held.values() for card in hand] + [card for _, card in step.laid]
    twice = [card for place, card in enumerate(cards) if card in cards[:place]]
    if twice:
        yield "hands", said("lesson_twice", card=twice[0].text)
    stranger = [card for card in cards if card not in rules.cards]
    if stranger:
        yield "hands", said("lesson_stranger", card=stranger[0].text)
    turns = table.from_(leader(step))
    if tuple(seat for seat, _ in step.laid) != turns[: len(step.laid)]:
        yield "trick", said("lesson_order", seats=" ".join(turns))
        return
    plays = step.ask == "play" or (step.ask == "pick" and step.of == "legal")
    if plays and turns[len(step.laid) : len(step.laid) + 1] != (YOU,):
        yield "trick", said("lesson_turn", seat=turns[len(step.laid)] if len(step.laid) < len(turns) else "–")
    for place, (seat, card) in enumerate(step.laid):
        hand = Cards((*step.held.get(seat, ()), card))
        if card not in legal_cards(rules.play, order, table, seat, hand, step.laid[:place]):
            yield "trick", said("lesson_not_legal", seat=seat, card=card.text)


# The answers


def _right_faults(lesson: Lesson, step: Step) -> Iterator[Fault]:
    try:
        allowed = engine_answer(lesson, step)
        expected = _best(lesson, step, allowed)
    except (RebeloteError, KeyError) as error:
        yield "ask", str(error)
        return
    found = step.right if step.ask == "order" else tuple(sorted(step.right))
    if expected is not None and found != (expected if step.ask == "order" else tuple(sorted(expected))):
        yield "right", said("lesson_right", expected=" ".join(expected), found=" ".join(step.right))
    if expected is None and not set(step.right) < set(allowed):
        yield "right", said("lesson_right", expected=" ".join(allowed), found=" ".join(step.right))


def _best(lesson: Lesson, step: Step, allowed: tuple[str, ...]) -> tuple[str, ...] | None:
    """What `right` has to be; None where bots are asked, which takes a whole match."""
    match step.by:
        case "rule" | "wins":
            return allowed
        case "open_cards":
            return best_with_open_cards(lesson, step)
        case "average":
            return best_on_average(lesson, step)
        case "bots":
            return None


def _reply_faults(lesson: Lesson, step: Step) -> Iterator[Fault]:
    """A wrong answer that no rule forbids needs words of its own; words are for wrong answers."""
    needed: set[str] = set()
    match step.ask:
        case "play":
            needed = {card.text for card in legal(lesson, step)} - set(step.right)
            yield from _clause_faults(lesson, step)
        case "count" | "call":
            needed = set(step.choices) - set(step.right)
            if not set(step.right) <= set(step.choices):
                yield "choices", said("lesson_choices", right=" ".join(step.right))
        case "pick" | "order" | "winner":
            pass
    for name in sorted(needed - set(step.replies)):
        yield f"wrong.{name}", said("lesson_reply", name=name)
    for name in sorted(set(step.replies) & set(step.right)):
        yield f"wrong.{name}", said("lesson_reply_to_right", name=name)
    for name in sorted(set(step.replies) - _answerable(step)):
        yield f"wrong.{name}", said("lesson_reply_to_none", name=name)


def _answerable(step: Step) -> set[str]:
    match step.ask:
        case "play" | "pick":
            return {card.text for card in step.hand}
        case "winner":
            return {card.text for _, card in step.laid}
        case "order":
            return set()
        case "count" | "call":
            return set(step.choices)


def _clause_faults(lesson: Lesson, step: Step) -> Iterator[Fault]:
    """The referee has a sentence for every card that is refused."""
    for card, clause in forbidden(lesson, step).items():
        for lang in LANGS:
            if not lesson.ruleset.catalogue(lang).clause(clause).text:
                yield "hands", said("lesson_clause", card=card.text, clause=clause)


# What the others play afterwards


def _then_faults(lesson: Lesson, step: Step) -> Iterator[Fault]:
    if not step.laid_after:
        return
    for text in step.right:
        yield from _then_faults_after(lesson, step, Card(text))


def _then_faults_after(lesson: Lesson, step: Step, card: Card) -> Iterator[Fault]:
    rules, order = lesson.ruleset, lesson.order(step)
    trick = (*step.laid, (YOU, card))
    turns = rules.table.from_(leader(step))
    seats: tuple[Seat, ...] = tuple(seat for seat, _ in step.laid_after)
    if seats != turns[len(trick) :]:
        yield "then", said("lesson_order", seats=" ".join(turns[len(trick) :]))
        return
    for seat, laid in step.laid_after:
        hand = Cards(step.held.get(seat, ()))
        if laid not in legal_cards(rules.play, order, rules.table, seat, hand, trick):
            yield "then", said("lesson_not_legal", seat=seat, card=laid.text)
        trick = (*trick, (seat, laid))
