"""Small questions that every bot asks a view."""

from __future__ import annotations

from rebelote.cards import NO_CARDS, Cards
from rebelote.phases.choosing import Choosing
from rebelote.results import Contract
from rebelote.table import Seat
from rebelote.view import View


def seat_of(view: View) -> Seat:
    assert view.seat is not None, "a spectator has nothing to decide"
    return view.seat


def known_cards(view: View) -> Cards:
    """The hand and the tops of one's piles."""
    held = view.situation.held
    assert held is not None
    return held.playable(seat_of(view))


def with_turned(view: View) -> Cards:
    """The cards that one would have after taking, as far as they are seen."""
    return known_cards(view) | turned_to_take(view)


def turned_to_take(view: View) -> Cards:
    """The turned card, if who takes gets it."""
    turned = view.situation.turned
    return Cards((turned,)) if turned is not None and view.rules.takes_turned else NO_CARDS


def choosing_of(view: View) -> Choosing:
    """The calls so far, while trump is being chosen."""
    choosing = view.situation.phase
    assert isinstance(choosing, Choosing)
    return choosing


def standing(view: View) -> Contract | None:
    return choosing_of(view).standing
