"""Starting a match: it is opened, the people reveal their seeds, and it begins."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

import msgspec

from rebelote.fairness import Contribution, commit
from rebelote.server import logs
from rebelote.server.game import SharedLuck, begin, new_match, now_ms, to_text
from rebelote.server.match_opening import MatchOpening
from rebelote.server.messages.history import Person
from rebelote.server.messages.tables import Reveal
from rebelote.server.problems import Refused
from rebelote.server.rooms import Room
from rebelote.server.shared_table import decided_anew
from rebelote.server.stored_rows import Clash, SeatRow, Unit
from rebelote.table import Seat, Table

logger = logging.getLogger("rebelote.server")

replace = msgspec.structs.replace

RETRY_SECONDS: Final = 1.0
"""After which a beginning that could not be written is tried again."""


async def open_match(room: Room, filled: tuple[SeatRow, ...], shared: SharedLuck | None = None) -> None:
    """Called with the lock held. `filled` are the seats that bots take. `shared` luck is nobody's own."""
    seats = {**room.seats, **{Seat(row.seat): row for row in filled}}
    people = [seats[seat] for seat in room.rules.table.seats if seats[seat].kind == "human"]
    given = [Contribution(row.seat, row.client_commitment) for row in people] if shared is None else []
    row, chain = new_match(room.code, room.id, len(room.finished) + 1, given, shared)
    used = tuple(replace(person, client_commitment=None) for person in people)
    seats |= {Seat(person.seat): person for person in used}
    opening = MatchOpening(row, chain)
    unit = Unit(seats=(*filled, *used), table=(room.id, {"match": row.id}))
    if opening.is_complete:
        await _begin(room, opening, seats, unit)
    else:
        await room.write(replace(unit, new_match=row))
        room.seats, room.opening = seats, opening
        wait_for_seeds(room)


def wait_for_seeds(room: Room, seconds: float | None = None) -> None:
    """Until the time is up."""
    if room.opening is not None:
        end = partial(_time_is_up, room, room.opening)
        left = max(0.0, (room.opening.until - now_ms()) / 1000)
        room.opening.end_after(left if seconds is None else seconds, end)


@decided_anew
async def reveal(room: Room, seat: Seat, wish: Reveal) -> None:
    async with room.lock:
        opening = room.opening
        if _is_known(room, seat, wish):
            return
        if opening is None or opening.row.id != wish.match:
            raise Refused("not_opening", field="match")
        given = opening.with_seed(seat, wish.client_seed)
        await room.write(Unit(match=(opening.row.id, {"contributions": to_text(given)})))
        opening.contributions = given
        await _keep_commitment(room, seat, wish.next_commitment)
        await _finish_if_complete(room)
    _tell(room)


def _is_known(room: Room, seat: Seat, wish: Reveal) -> bool:
    """Revealed before, by another tab or a request that was sent twice."""
    given = Contribution(seat, commit(wish.client_seed), wish.client_seed)
    known = [each for each in (room.opening, room.game) if each is not None and each.row.id == wish.match]
    return any(given in each.contributions for each in known)


@decided_anew
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
            if room.opening is opening and room.drives:
                await _finish(room, opening, as_driver=True)
    except Clash:
        wait_for_seeds(room, RETRY_SECONDS)
    except Exception:
        logger.exception("table %s: a match could not begin", room.id)
        wait_for_seeds(room, RETRY_SECONDS)
    else:
        if room.opening is opening:  # another node drives this table: if it dies, perhaps this one
            wait_for_seeds(room, RETRY_SECONDS)
        else:
            _tell(room)


async def _finish_if_complete(room: Room) -> None:
    if room.opening is not None and room.opening.is_complete:
        await _finish(room, room.opening)


async def _finish(room: Room, opening: MatchOpening, *, as_driver: bool = False) -> None:
    await _begin(room, opening, room.seats, None, as_driver=as_driver)


async def _begin(
    room: Room,
    opening: MatchOpening,
    seats: dict[Seat, SeatRow],
    opened: Unit | None,
    *,
    as_driver: bool = False,
) -> None:
    """The first event is written. `opened` is what else a match needs that was not opened before."""
    facts = {
        "contributions": to_text(opening.contributions),
        "players": to_text(_players(room.rules.table, seats)),
    }
    row = replace(opening.row, **facts)
    game, first = begin(row, room.rules, opening.chain)
    unit = Unit(match=(row.id, facts)) if opened is None else replace(opened, new_match=row)
    await room.write(replace(unit, events=(first,)), as_driver=as_driver)
    opening.cancel()
    room.seats, room.game, room.opening = seats, game, None
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


def _players(table: Table, seats: dict[Seat, SeatRow]) -> list[Person]:
    """A bot is remembered by its kind, and named in the reader's language."""
    return [
        Person(seat, table.side(seat), row.name, "human", row.avatar)
        if row.kind == "human"
        else Person(seat, table.side(seat), row.bot or "", "bot")
        for seat in table.order
        for row in (seats[seat],)
    ]
