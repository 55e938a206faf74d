"""A step in words: all that can be answered, and what is said to each answer."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rebelote.cards import Card
from rebelote.language.notation import as_bid, parse_call
from rebelote.language.sentences import say
from rebelote.language.text import Clause, Lang, catalogue
from rebelote.lessons.answers import forbidden
from rebelote.lessons.lesson import YOU, Lesson, Step
from rebelote.table import Seat


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be answered. `reply`: what is then said; `clause`: the rule that forbids it."""

    value: str
    label: str
    right: bool
    reply: str
    clause: Clause | None = None


def choices_of(lesson: Lesson, step: Step, lang: Lang) -> list[Choice]:
    """Every answer, in the order in which it is shown."""
    match step.ask:
        case "play" | "pick":
            return list(_hand_choices(lesson, step, lang))
        case "order":
            return [_order_choice(card, lang) for card in step.to_order]
        case "winner":
            return [_trick_choice(card, lesson, step, lang) for _, card in step.laid]
        case "count":
            return [_plain_choice(number, number, step, lang) for number in step.choices]
        case "call":
            labels = [call_text(lesson, step, YOU, call, lang) for call in step.choices]
            return [_plain_choice(*pair, step, lang) for pair in zip(step.choices, labels, strict=True)]


def call_text(lesson: Lesson, step: Step, seat: Seat, call: str, lang: Lang) -> str:
    """What is said at the table: «Je prends», «100 pique»."""
    turned = Card(step.turned) if step.turned else None
    made = as_bid(parse_call(call, seat, turned), lesson.ruleset)
    return say(made, lesson.ruleset, lang, turned) or call


def _hand_choices(lesson: Lesson, step: Step, lang: Lang) -> Iterator[Choice]:
    refused = forbidden(lesson, step) if step.ask == "play" or step.of == "legal" else {}
    trump = step.trump if step.shows_trump else None
    for card in step.hand.sorted(trump):
        right = card.text in step.right
        clause = lesson.ruleset.catalogue(lang).clause(refused[card]) if card in refused else None
        yield Choice(
            value=card.text,
            label=card.show(lang),
            right=right,
            reply=_won(lesson, step, card, lang) if right else _why_not(step, card, clause, lang),
            clause=clause,
        )


def _why_not(step: Step, card: Card, clause: Clause | None, lang: Lang) -> str:
    """The lesson's own words, else the referee's."""
    own = step.replies.get(card.text)
    if own is not None:
        return own.told(lang)
    return clause.text if clause is not None else _sentence("not_of_kind", card, lang)


def _won(lesson: Lesson, step: Step, card: Card, lang: Lang) -> str:
    """Who wins the trick, once the others have played to it."""
    trick = (*step.laid, (YOU, card), *step.laid_after)
    if step.ask != "play" or len(trick) < lesson.ruleset.table.size:
        return ""
    order, words = lesson.order(step), catalogue(lang)
    winner, _ = order.winner(trick)
    points = words.count("point", order.total(card for _, card in trick))
    return words.lessons[f"won_{winner}"].format(points=points)


def _order_choice(card: Card, lang: Lang) -> Choice:
    """Right at its place; before that, something stronger is left."""
    return Choice(
        value=card.text, label=card.show(lang), right=True, reply=_sentence("not_strongest", card, lang)
    )


def _trick_choice(card: Card, lesson: Lesson, step: Step, lang: Lang) -> Choice:
    follows = card.suit is step.laid[0][1].suit or card in lesson.order(step).ruffs
    own = step.replies.get(card.text)
    generic = _sentence("not_highest" if follows else "not_led", card, lang)
    right = card.text in step.right
    reply = "" if right else generic if own is None else own.told(lang)
    return Choice(value=card.text, label=card.show(lang), right=right, reply=reply)


def _plain_choice(value: str, label: str, step: Step, lang: Lang) -> Choice:
    right = value in step.right
    return Choice(
        value=value, label=label, right=right, reply="" if right else step.replies[value].told(lang)
    )


def _sentence(key: str, card: Card, lang: Lang) -> str:
    return catalogue(lang).lessons[key].format(card=card.show(lang))
