"""Small questions that every bot asks a view."""

from __future__ import annotations

from rebelote.cards import Cards
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
    turned = view.situation.turned
    return known_cards(view) if turned is None else known_cards(view).plus(turned)


def choosing_of(view: View) -> Choosing:
    """The calls so far, while trump is being chosen."""
    choosing = view.situation.phase
    assert isinstance(choosing, Choosing)
    return choosing


def standing(view: View) -> Contract | None:
    return choosing_of(view).standing
