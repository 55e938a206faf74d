"""Which cards are best in a tactical step: by the solver, with every card open or over many deals."""

from __future__ import annotations

from statistics import fmean
from typing import Final

from rebelote.cards import NO_CARDS, SUIT_CARDS, Card, Cards, Suit
from rebelote.lessons.answers import texts
from rebelote.lessons.lesson import YOU, Lesson, Step
from rebelote.solver import HiddenPosition, PlaySpec, Position, Solver
from rebelote.table import Seat

WORLDS: Final = 200
"""Deals of the unseen cards over which an average is taken."""
MARGIN: Final = 1.0
"""Points by which a right card is better than any other on average."""


def position_of(lesson: Lesson, step: Step) -> Position:
    """The step as a position with every card open. Raises BadPosition where it can't be."""
    hands = {seat: Cards(cards) for seat, cards in step.held.items()}
    return Position(PlaySpec(lesson.ruleset, step.trump), hands, leader(step), step.laid, step.won)


def leader(step: Step) -> Seat:
    """Who leads to the trick: the learner, where nothing lies there."""
    return step.laid[0][0] if step.laid else YOU


def best_with_open_cards(lesson: Lesson, step: Step) -> tuple[str, ...]:
    """The cards that keep the value of the position."""
    position = position_of(lesson, step)
    return texts(Solver().solve(position).best(position))


def best_on_average(lesson: Lesson, step: Step) -> tuple[str, ...]:
    """The cards that no other beats by the margin over the deals that the learner can't tell apart."""
    averages = average_values(lesson, step)
    best = max(averages.values())
    return tuple(card.text for card, value in averages.items() if value > best - MARGIN)


def average_values(lesson: Lesson, step: Step) -> dict[Card, float]:
    """What the learner's side takes on average after each card."""
    position = position_of(lesson, step)
    others = {seat: hand for seat, hand in position.hands.items() if seat != YOU}
    hidden = NO_CARDS
    for hand in others.values():
        hidden = hidden | hand
    known = HiddenPosition(
        position.spec,
        {YOU: step.hand},
        {seat: hidden - void_cards(step, seat) for seat in others},
        position.leader,
        position.tricks_left,
        position.trick,
        position.tricks,
    )
    solved = [solution for _, solution in Solver().solve_worlds(known, WORLDS, seed=1)]
    return {card: fmean(each.cards[card] for each in solved) for card in position.legal()}


def void_cards(step: Step, seat: Seat) -> Cards:
    """What a seat can't hold: what the step says, and the suit that it has just not followed."""
    found = NO_CARDS
    for letter in step.voids.get(seat, ""):
        found = found | SUIT_CARDS[Suit(letter)]
    led = step.laid[0][1].suit if step.laid else None
    if led is not None and any(who == seat and card.suit is not led for who, card in step.laid):
        found = found | SUIT_CARDS[led]
    return found
