"""What the engine answers to a step's question, where the rules decide it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from rebelote.cards import Card, Cards
from rebelote.errors import RebeloteError
from rebelote.lessons.lesson import YOU, Lesson, Step
from rebelote.phases import declaring
from rebelote.phases.belote import companion, royal_cards
from rebelote.phases.obligations import legal_cards, refusals
from rebelote.referee import answer as ask_referee


def engine_answer(lesson: Lesson, step: Step) -> tuple[str, ...]:
    """The right answers as texts; in order where the step asks for an order.

    Where another card or call would be allowed too and one is better (`by`), these are all that are allowed.
    """
    match step.ask:
        case "play" if step.by == "wins":
            return texts(card for card in legal(lesson, step) if wins(lesson, step, card))
        case "play":
            return texts(legal(lesson, step))
        case "pick":
            return texts(_PICKED[step.of](lesson, step))
        case "order":
            return _in_order(lesson, step)
        case "winner":
            return (lesson.order(step).winner(step.laid)[1].text,)
        case "count":
            return (str(_COUNTED[step.of](lesson, step)),)
        case "call":
            return tuple(call for call in step.choices if call in legal_calls(lesson, step))


def texts(cards: Iterable[Card]) -> tuple[str, ...]:
    """Cards as the files write them."""
    return tuple(card.text for card in cards)


def legal(lesson: Lesson, step: Step) -> Cards:
    """What the learner may play."""
    rules = lesson.ruleset
    return legal_cards(rules.play, lesson.order(step), rules.table, YOU, step.hand, step.laid)


def forbidden(lesson: Lesson, step: Step) -> dict[Card, str]:
    """What the learner may not play, with the clause."""
    rules = lesson.ruleset
    return refusals(rules.play, lesson.order(step), rules.table, YOU, step.hand, step.laid)


def wins(lesson: Lesson, step: Step, card: Card) -> bool:
    """Does this card hold the trick when it is laid?"""
    return lesson.order(step).winner((*step.laid, (YOU, card)))[1] is card


def _in_order(lesson: Lesson, step: Step) -> tuple[str, ...]:
    """From strongest to weakest: the more of them a card is beaten by, the later."""
    beaten_by, cards = lesson.order(step).beaten_by, Cards(step.to_order)
    ranked = sorted(step.to_order, key=lambda card: len(beaten_by[card.index] & cards))
    return texts(ranked)


def _declared(lesson: Lesson, step: Step) -> list[Card]:
    part = lesson.ruleset.hand_declarations
    found = declaring.find(part, step.trump, step.hand) if part is not None else ()
    return [card for declaration in found for card in declaration.cards]


def _belote_cards(lesson: Lesson, step: Step) -> list[Card]:
    royals = royal_cards(lesson.ruleset.belote, lesson.order(step))
    return [card for card in step.hand if card in royals and companion(card) in step.hand]


def _belote_points(lesson: Lesson, step: Step) -> int:
    belote = lesson.ruleset.belote
    return 0 if belote is None else belote.worth * len(_belote_cards(lesson, step)) // 2


def _trick_points(lesson: Lesson, step: Step) -> int:
    return lesson.order(step).total(card for _, card in step.laid)


def _last_trick_points(lesson: Lesson, step: Step) -> int:
    return _trick_points(lesson, step) + lesson.ruleset.card_values.last_trick


def _total(lesson: Lesson, step: Step) -> int:
    return lesson.order(step).total(lesson.ruleset.pack) + lesson.ruleset.card_values.last_trick


def _needed(lesson: Lesson, step: Step) -> int:
    """The fewest points of tricks with which the takers make it, the last trick theirs."""
    last = lesson.ruleset.card_values.last_trick
    every = lesson.order(step).total(lesson.ruleset.pack)
    return last + next(
        n for n in range(every) if _score(lesson, _divided(lesson, n, every))["result"] == "made"
    )


def _divided(lesson: Lesson, mine: int, every: int) -> dict[str, Any]:
    ours, theirs = lesson.ruleset.table.sides
    tricks = lesson.ruleset.tricks
    return {
        "contract": {"side": ours, "trump": "H", "value": None, "contre": 0},
        "tricks": {ours: tricks // 2, theirs: tricks - tricks // 2},
        "cards": {ours: mine, theirs: every - mine},
        "last": ours,
        "belote": {ours: 0, theirs: 0},
        "declarations": {ours: 0, theirs: 0},
    }


def _score(lesson: Lesson, deal: Mapping[str, Any]) -> dict[str, Any]:
    """TOML has no null: a contract without a value has none."""
    whole = {**deal, "contract": {"value": None, **deal["contract"]}}
    return _asked({"ask": "score", "rules": lesson.rules, "options": lesson.options, "deal": whole})


def _score_of_side(lesson: Lesson, step: Step) -> int:
    return int(_score(lesson, step.deal)["score"][step.side])


def _declaration_points(lesson: Lesson, step: Step) -> int:
    """Of a hand alone, or of a side where all four hands are there."""
    if step.side is None:
        part = lesson.ruleset.hand_declarations
        found = declaring.find(part, step.trump, step.hand) if part is not None else ()
        return sum(declaration.points for declaration in found)
    hands = {seat: list(texts(cards)) for seat, cards in step.held.items()}
    question = {"ask": "declarations", "rules": lesson.rules, "options": lesson.options}
    answered = _asked({**question, "trump": step.trump.value, "hands": hands})
    return int(answered["points"][step.side])


def _trumps_out(lesson: Lesson, step: Step) -> int:
    """The trumps that the three others still hold."""
    trumps = lesson.order(step).ruffs
    return sum(card in trumps for seat, hand in step.held.items() if seat != YOU for card in hand)


def legal_calls(lesson: Lesson, step: Step) -> list[str]:
    """What the learner may say now."""
    question: dict[str, Any] = {"ask": "auction", "rules": lesson.rules, "options": lesson.options}
    question |= {"dealer": step.dealer, "calls": [call.split(" ", 1) for call in step.calls]}
    if step.turned:
        question["turned"] = step.turned
    return list(_asked(question)["legal"].get(YOU, ()))


def _asked(question: dict[str, Any]) -> dict[str, Any]:
    answered = ask_referee(question)
    if "error" in answered:
        raise RebeloteError(answered["error"]["message"])
    return answered


_PICKED: Final[Mapping[str, Callable[[Lesson, Step], Any]]] = {
    "legal": legal,
    "declarations": _declared,
    "belote": _belote_cards,
}
_COUNTED: Final[Mapping[str, Callable[[Lesson, Step], int]]] = {
    "trick": _trick_points,
    "last_trick": _last_trick_points,
    "total": _total,
    "needed": _needed,
    "score": _score_of_side,
    "declarations": _declaration_points,
    "belote": _belote_points,
    "trumps_out": _trumps_out,
}
