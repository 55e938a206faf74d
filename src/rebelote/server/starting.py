"""Starting a match: it is opened, the people reveal their seeds, and it begins."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final

import msgspec

from rebelote.fairness import Contribution, commit
from rebelote.server import logs
from rebelote.server.game import Game, begin, new_match, to_text
from rebelote.server.match_opening import REVEAL_SECONDS, MatchOpening
from rebelote.server.messages import Person, Reveal
from rebelote.server.problems import Refused
from rebelote.server.rooms import Room
from rebelote.server.store import SeatRow, Unit
from rebelote.table import Seat

logger = logging.getLogger("rebelote.server")

replace = msgspec.structs.replace

RETRY_SECONDS: Final = 1.0
"""After which a beginning that could not be written is tried again."""


async def open_match(room: Room, filled: tuple[SeatRow, ...]) -> None:
    """Called with the lock held. `filled` are the seats that bots take."""
    seats = {**room.seats, **{Seat(row.seat): row for row in filled}}
    people = [seats[seat] for seat in room.rules.table.seats if seats[seat].kind == "human"]
    given = [Contribution(row.seat, row.client_commitment) for row in people]
    row, chain = new_match(room.code, room.id, len(room.finished) + 1, given)
    used = tuple(replace(person, client_commitment=None) for person in people)
    await room.store.write(Unit(new_match=row, seats=(*filled, *used), table=(room.id, {"match": row.id})))
    room.seats = {**seats, **{Seat(person.seat): person for person in used}}
    room.opening = MatchOpening(row, chain)
    await _finish_if_complete(room)
    wait_for_seeds(room)


def wait_for_seeds(room: Room, seconds: float | None = None) -> None:
    """Until the time is up."""
    if room.opening is not None:
        end = partial(_time_is_up, room, room.opening)
        room.open_until(REVEAL_SECONDS if seconds is None else seconds, end)


async def reveal(room: Room, seat: Seat, wish: Reveal) -> None:
    async with room.lock:
        opening = room.opening
        if opening is not None and opening.row.id == wish.match:
            opening.take(seat, wish.client_seed)
            await _keep_commitment(room, seat, wish.next_commitment)
            await _finish_if_complete(room)
        elif not _has_seed(room.game, seat, wish):
            raise Refused("not_opening", field="match")
    _tell(room)


def _has_seed(game: Game | None, seat: Seat, wish: Reveal) -> bool:
    """Revealed before, by another tab or a request that was sent twice."""
    given = Contribution(seat, commit(wish.client_seed), wish.client_seed)
    return game is not None and game.id == wish.match and given in game.contributions


async def give_commitment(room: Room, seat: Seat, client_commitment: str) -> None:
    """For the next match."""
    async with room.lock:
        await _keep_commitment(room, seat, client_commitment)
    room.tell_table()


async def _keep_commitment(room: Room, seat: Seat, client_commitment: str | None) -> None:
    if client_commitment is not None:
        row = replace(room.seats[seat], client_commitment=client_commitment)
        await room.write_seats([row], host=room.host)


async def _time_is_up(room: Room, opening: MatchOpening) -> None:
    """Who has not revealed his seed by now is absent from this match's luck."""
    try:
        async with room.lock:
            if room.opening is opening:
                await _finish(room, opening)
    except Exception:
        logger.exception("table %s: a match could not begin", room.id)
        wait_for_seeds(room, RETRY_SECONDS)
    else:
        _tell(room)


async def _finish_if_complete(room: Room) -> None:
    if room.opening is not None and room.opening.is_complete:
        await _finish(room, room.opening)


async def _finish(room: Room, opening: MatchOpening) -> None:
    facts = {"contributions": to_text(opening.contributions), "players": to_text(_players(room))}
    row = replace(opening.row, **facts)
    game, first = begin(row, room.rules, opening.chain)
    await room.store.write(Unit(events=(first,), match=(row.id, facts)))
    room.opening, room.game = None, game
    room.begun()
    people = len(opening.contributions)
    logs.event("match_started", room.id, rules=room.rules.id, people=people, number=row.number)


def _tell(room: Room) -> None:
    """A match that has just begun is told whole."""
    if room.opening is None:
        room.tell_state()
        room.wake()
    else:
        room.tell_table()


def _players(room: Room) -> list[Person]:
    """A bot is remembered by its kind, and named in the reader's language."""
    table = room.rules.table
    return [
        Person(seat, table.side(seat), row.name if row.kind == "human" else row.bot or "", _kind(row))
        for seat in table.order
        for row in (room.seats[seat],)
    ]


def _kind(row: SeatRow) -> Any:
    return "human" if row.kind == "human" else "bot"
