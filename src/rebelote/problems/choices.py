"""What may be answered: cards that play alike are one answer, and calls differ by trump, not by level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rebelote.actions import Action, Bid, Play, Take
from rebelote.bots.card_reading import Reading
from rebelote.bots.inference import Inference
from rebelote.cards import Card
from rebelote.review.results import Alternative
from rebelote.view import View

Group = tuple[Alternative, ...]
"""Alternatives that are one answer, the best of them first."""


def groups_of(view: View, alternatives: Sequence[Alternative]) -> tuple[Group, ...]:
    """The alternatives, which come best first, as answers: best first."""
    if alternatives and isinstance(alternatives[0].action, Play):
        return _alike(Reading(Inference(view)), alternatives)
    best: dict[object, Alternative] = {}
    for each in alternatives:
        best.setdefault(_kind(each.action), each)
    return tuple((each,) for each in best.values())


def _kind(action: Action) -> object:
    """Two bids at one trump are the same idea at two prices: only the better one is offered."""
    match action:
        case Bid(value=str(value), trump=trump):
            return value, trump
        case Bid(trump=trump) | Take(trump=trump):
            return trump
        case _:
            return action


def _alike(reading: Reading, alternatives: Sequence[Alternative]) -> tuple[Group, ...]:
    groups: list[list[Alternative]] = []
    for each in alternatives:
        card = _card(each)
        found = next((group for group in groups if are_alike(reading, _card(group[0]), card)), None)
        if found is None:
            groups.append([each])
        else:
            found.append(each)
    return tuple(tuple(group) for group in groups)


def _card(alternative: Alternative) -> Card:
    action = alternative.action
    assert isinstance(action, Play)
    return action.card


def are_alike(reading: Reading, one: Card, other: Card) -> bool:
    """Of one suit, worth the same, and no card of anybody else lies between them."""
    if one.suit is not other.suit or reading.points(one) != reading.points(other):
        return False
    above = reading.order.beaten_by
    between = above[one.index].mask ^ above[other.index].mask
    foreign = reading.unseen.mask | _mask(card for _, card in reading.trick)
    for seat in reading.others:
        foreign |= reading.held.playable(seat).mask
    return not between & foreign


def _mask(cards: Iterable[Card]) -> int:
    return sum(card.bit for card in cards)
