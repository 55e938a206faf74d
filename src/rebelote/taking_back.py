"""How far a player may go back: to the last call or card of this deal that was a choice of his."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.events import (
    BottomShown,
    Called,
    CardPlayed,
    Contracted,
    Dealt,
    DeclarationsSettled,
    DeclarationsShown,
    Declared,
    Event,
    HeightNamed,
    NotBetterSaid,
    PileTurned,
    RoemSaid,
    SevenSwapped,
    TrickWon,
    TurnedUp,
)
from rebelote.match import Match
from rebelote.table import Seat

_MAY_BE_UNDONE: Final = (
    BottomShown
    | Called
    | CardPlayed
    | Contracted
    | Dealt
    | DeclarationsSettled
    | DeclarationsShown
    | Declared
    | HeightNamed
    | NotBetterSaid
    | PileTurned
    | RoemSaid
    | SevenSwapped
    | TrickWon
    | TurnedUp
)
"""Not a cut, a draw by lot, what the referee said, or the end of a deal."""


def last_choice(match: Match, seat: Seat) -> int | None:
    """How many events of the log came before this seat's last choice; None where there is none to undo.

    A card or a call that was the only one allowed is none: who goes back goes back beyond it.
    """
    own = list(_own(match.log, seat))
    if not own:
        return None
    state = Match.replay(match.log[: own[-1]]).state
    last, at = None, own[-1]
    for place in reversed(own):
        for event in match.log[at:place]:
            state = state.evolve(event)
        at = place
        if len(state.legal(seat)) > 1:
            last = place
    return last


def who_acted(log: tuple[Event, ...], since: int) -> set[Seat]:
    """The seats that called or played a card from that place of the log on."""
    return {seat for event in log[since:] if (seat := _actor(event)) is not None}


def _own(log: tuple[Event, ...], seat: Seat) -> Iterator[int]:
    """Where each call and card of the seat begins that may be undone, the last first."""
    for place in range(len(log) - 1, 0, -1):
        if not isinstance(log[place], _MAY_BE_UNDONE):
            return
        if _actor(log[place]) == seat:
            yield _with_words(log, place, seat)


def _with_words(log: tuple[Event, ...], place: int, seat: Seat) -> int:
    """What is declared with a card is told before it."""
    match log[place], log[place - 1]:
        case CardPlayed(), Declared(seat=speaker) | HeightNamed(seat=speaker) if speaker == seat:
            return place - 1
        case _:
            return place


def _actor(event: Event) -> Seat | None:
    match event:
        case Called(call=call):
            return call.seat
        case CardPlayed(seat=seat):
            return seat
        case _:
            return None
