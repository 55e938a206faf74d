"""Who is told which hand, asked anew at each telling: the guard, and what the readers of a table hear."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

from rebelote.events import Dealt, DealVoided, Event
from rebelote.phases.playing import Playing
from rebelote.server.game import Game
from rebelote.server.hand_guard import NOBODY, HandGuard
from rebelote.server.rooms import Room
from rebelote.server.stored_rows import ToldRow
from rebelote.table import Seat
from tests.support.ears import Ear
from tests.support.served_tables import Place, run, serving

N, E, S = (Seat(name) for name in "NES")
DEALT: Event = Dealt((3, 2), {}, {}, {})


def _dealt(*told: tuple[Seat, str]) -> HandGuard:
    """A deal in play, whose hands these people were told."""
    guard = HandGuard("m", (), ())
    guard.take((DEALT,), 5, [ToldRow("m", 5, seat, person) for seat, person in told])
    return guard


def test_a_hand_is_told_to_whom_it_was_dealt() -> None:
    guard = _dealt((N, "ana"), (E, NOBODY))
    ana = Ear(N, "ana")
    assert [guard.told_to(ana), guard.told_to(ana)] == [N, N]
    assert ana.hand == ("m", 5, N)
    others = [Ear(N, "bob"), Ear(N, None), Ear(N, NOBODY), Ear(E, NOBODY), Ear(E, "ana"), Ear(None, "ana")]
    assert [guard.told_to(other) for other in others] == [None] * len(others)
    assert [other.hand for other in others] == [None] * len(others)
    assert guard.holders() == {N: {"ana"}}


def test_it_is_asked_at_each_telling() -> None:
    guard = _dealt((N, "ana"))
    ear = Ear(N, "ana")
    assert guard.told_to(ear) == N
    ear.person = "bob"
    assert guard.told_to(ear) is None
    guard.take((), 6, [ToldRow("m", 5, N, "bob")])
    assert guard.told_to(ear) == N


def test_a_connection_is_told_one_hand_of_a_deal() -> None:
    guard = _dealt((N, "ana"), (E, "ana"))
    ear = Ear(N, "ana")
    assert guard.told_to(ear) == N
    ear.seat = E
    assert guard.told_to(ear) is None
    guard.take((DealVoided("passed_out", S),), 6, ())
    assert guard.told_to(ear) == E


async def _play(room: Room, seat: Seat, enough: Callable[[Game], bool]) -> None:
    """This seat's first choice, again and again; bots play the others."""
    game = room.game
    assert game is not None
    while not enough(game):
        if game.match.actors()[:1] == (seat,):
            await room.act(seat, game.id, game.seq, game.match.legal(seat)[0])
        await asyncio.sleep(0.002)


async def _plays_on(room: Room, seat: Seat, events: int) -> None:
    """Within the deal."""
    assert room.game is not None
    until = room.game.seq + events
    await _play(room, seat, lambda game: game.seq >= until)


async def _opened(place: Place) -> tuple[Room, Seat, Ear]:
    """Cards are being played."""
    opened = await place.open("ffb-contree", settings={"by_hand": False})
    room = await place.registry.room(opened["table"]["id"])
    seat = next(seat for seat in room.seats if room.is_human(seat))
    person = room.seats[seat].token
    assert person is not None
    ana = Ear(seat, person)
    room.join(ana, None, None)
    room.wake()
    await _play(room, seat, lambda game: isinstance(game.match.state.phase, Playing))
    return room, seat, ana


def _join(room: Room, *ears: Ear) -> None:
    for ear in ears:
        room.join(ear, None, None)


def test_one_who_may_not_be_told_a_hand_hears_what_a_spectator_hears(tmp_path: Path) -> None:
    """Byte by byte, beside one who may; until he may."""

    async def play() -> None:
        async with serving(tmp_path) as place:
            room, seat, ana = await _opened(place)
            thief, spectator = Ear(seat, "thief"), Ear(None, None)
            _join(room, thief, spectator)
            ana.heard.clear()
            await _plays_on(room, seat, 10)
            assert ana.last()["type"] == spectator.last()["type"] == "changes"
            assert thief.heard[1:] == spectator.heard[1:]
            assert ana.heard != spectator.heard[1:]

    run(play())


def test_who_may_be_told_is_asked_in_the_middle_of_a_deal(tmp_path: Path) -> None:
    """One who follows is told a spectator's whole view from where on his hand is not his any more."""

    async def play() -> None:
        async with serving(tmp_path) as place:
            room, seat, ana = await _opened(place)
            spectator = Ear(None, None)
            _join(room, spectator)
            await _plays_on(room, seat, 6)
            assert ana.last()["type"] == "changes"
            ana.person, heard = "thief", len(ana.heard)
            await _plays_on(room, seat, 6)
            first = json.loads(ana.heard[heard])
            assert first["type"] == "events"
            assert first["view"]["hand"] == []
            rest = ana.heard[heard + 1 :]
            assert rest == spectator.heard[-len(rest) :]

    run(play())
