"""What people delete: their own name at a table, by its token; a finished match, by the table's host."""

from __future__ import annotations

import msgspec

from rebelote.server import logs, retention, seating
from rebelote.server.game import Game
from rebelote.server.problems import Refused
from rebelote.server.rooms import Room
from rebelote.server.shared_table import decided_anew
from rebelote.table import Seat

replace = msgspec.structs.replace


@decided_anew
async def erase_me(room: Room, token: str | None) -> None:
    """Who asks leaves the table, the token ends, and the name goes from all that is stored of the table; with
    it finished matches that nobody else was part of."""
    seat, name = _who(room, token)
    if seating.newcomer_of(room, token) is not None or seating.seat_of(room, token) is not None:
        await seating.leave(room, token)
    async with room.lock:
        gone = await room.store.maintain(lambda c: retention.erase_person(c, room.id, seat, name))
        if seating.owned(room, token) == seat:
            blank = replace(room.seats[seat], name=retention.NOBODY, token=None, avatar=None)
            await room.write_seats([blank], host=room.host)
        if room.game is not None:
            _forget(room.game, seat, name)
        _drop(room, gone)
        await room.say_changed()
    logs.event("erased", room.id, matches=len(gone))
    room.tell_state()


def _who(room: Room, token: str | None) -> tuple[Seat, str]:
    """The seat and the name of one who sits here, has left, or is to sit down at the next deal."""
    if token is None:
        raise Refused("no_token")
    seat, newcomer = seating.owned(room, token), seating.newcomer_of(room, token)
    if seat is not None:
        return seat, room.seats[seat].name
    if newcomer is not None:
        return Seat(newcomer.seat), newcomer.name
    raise Refused("not_your_seat")


def _forget(game: Game, seat: Seat, name: str) -> None:
    """In memory, as it was written."""
    game.players = [
        replace(person, name=retention.NOBODY, face=None)
        if (person.seat, person.name) == (seat, name)
        else person
        for person in game.players
    ]
    game.notes = [replace(row, data=retention.without_names(row.data, {name})) for row in game.notes]


@decided_anew
async def delete_match(room: Room, token: str | None, game: Game) -> None:
    """For everybody who played it."""
    async with room.lock:
        seating.must_host(room, token)
        if not game.match.is_over:
            raise Refused("not_over")
        await room.store.maintain(lambda connection: retention.delete_match(connection, game.id))
        _drop(room, [game.id])
        await room.say_changed()
    logs.event("match_deleted", room.id)
    room.tell_state()


def _drop(room: Room, gone: list[str]) -> None:
    room.finished = [match for match in room.finished if match not in gone]
    if room.game is not None and room.game.id in gone:
        room.game = None
