"""Positions out of recorded matches."""

from __future__ import annotations

from rebelote.errors import RebeloteError
from rebelote.events import CardPlayed, MatchStarted
from rebelote.language.text import said
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.solver.position import Position
from rebelote.state import State


def recorded_position(match: Match, deal: int, after: int) -> Position:
    """The position of a match's deal of that number (from 1) after that many cards."""
    events = iter(match.log)
    started = next(events)
    assert isinstance(started, MatchStarted)
    state = State.start(started)
    laid = 0
    for event in events:
        if state.deal_number == deal and isinstance(state.phase, Playing) and laid == after:
            return Position.of(state.phase)
        here = state.deal_number == deal
        state = state.evolve(event)
        laid += here and isinstance(event, CardPlayed)
    if isinstance(state.phase, Playing) and state.deal_number == deal and laid == after:
        return Position.of(state.phase)
    raise RebeloteError(said("no_position", deal=deal, after=after))
