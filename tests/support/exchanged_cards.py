"""Deals played again with cards exchanged that a reader can't see."""

from __future__ import annotations

from rebelote.actions import Action, Discard
from rebelote.cards import Card, Trump
from rebelote.chance import StackedChance
from rebelote.errors import Illegal
from rebelote.events import (
    Shuffled,
    TrumpDrawn,
    redact,
)
from rebelote.match import Match
from rebelote.table import Seat
from tests.support.random_matches import Game, Luck, Step

Reader = Seat | None
Swap = dict[Card, Card]


def drawn_in(step: Step) -> list[Trump]:
    """What luck is asked for in a step that draws: first once more what it has drawn in this deal."""
    draws = [event.trump for event in step.events if isinstance(event, TrumpDrawn)]
    return [*step.before.state.offered, *draws] if draws else []


def replayed(game: Game, steps: list[Step], swap: Swap) -> Match | None:
    """The same actions on a pack with cards exchanged; None if one of them is then against the rules."""
    events = [event for step in steps for event in step.events]
    *before, last = [event.order for event in events if isinstance(event, Shuffled)]
    trumps = [trump for step in steps for trump in drawn_in(step)]
    chance = StackedChance([*before, tuple(swap.get(card, card) for card in last)], trumps)
    match = game.start(Luck(0), steps[0].before.state.dealer)
    try:
        for step in steps:
            match = match.act(_exchanged(step.action, swap), chance)
    except Illegal:
        return None
    return match


def _exchanged(action: Action, swap: Swap) -> Action:
    """What somebody lays aside unseen is of the cards that he has in that world."""
    if not isinstance(action, Discard):
        return action
    return Discard(action.seat, tuple(swap.get(card, card) for card in action.cards))


def can_be_replayed(game: Game) -> bool:
    """A pack that is only cut comes out of the deal before, cards and all: that game is added below."""
    return dict(game.options).get("enforcement") != "table" and game.rules != "belote-annonces"


def looks_alike(here: Match, there: Match, reader: Reader) -> bool:
    return [redact(event, reader) for event in here.log] == [redact(event, reader) for event in there.log]
