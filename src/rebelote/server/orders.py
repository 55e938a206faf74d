"""The host's orders: seats, who is sent away and who is invited again, the settings of the table."""

from __future__ import annotations

import msgspec

from rebelote.server import logs
from rebelote.server.arrangements import Arrangements, Newcomer, address_mark
from rebelote.server.game import to_text
from rebelote.server.messages.tables import Invitation, SeatOrder, SettingsChange, Swap, TableSettings
from rebelote.server.notes import SettingsChanged, WasInvited, WasSentAway, differences
from rebelote.server.problems import Refused
from rebelote.server.rooms import Room
from rebelote.server.seating import (
    changed_settings,
    check_bot,
    check_own_deals,
    host_without,
    must_host,
    must_sit,
    place,
    vacated,
)
from rebelote.server.shared_table import decided_anew
from rebelote.server.stored_rows import NoteRow
from rebelote.table import Seat

replace = msgspec.structs.replace


@decided_anew
async def order(room: Room, token: str | None, name: str, wish: SeatOrder) -> None:
    async with room.lock:
        host = must_host(room, token)
        check_own_deals(room)
        seat = place(room, name)
        match wish.do:
            case "kick":
                await _send_away(room, host, seat)
            case "host":
                _must_be_human(room, seat)
                await room.write_seats([], host=seat)
            case "bot":
                await _seat_bot(room, host, seat, check_bot(wish.bot or room.settings.bot, "bot"))
            case "empty":
                await _keep_free(room, seat)
    room.tell_table()
    room.wake()


def _must_be_human(room: Room, seat: Seat) -> None:
    if not room.is_human(seat):
        raise Refused("seat_empty", field="seat")


# Changing places


@decided_anew
async def swap(room: Room, token: str | None, wish: Swap) -> None:
    """Before a match or after it. The host moves anybody; the others go to a seat that is no person's."""
    async with room.lock:
        own = must_sit(room, token)
        check_own_deals(room)
        one, two = place(room, wish.seat), place(room, wish.other)
        if one == two:
            raise Refused("bad_field", field="other", detail=two)
        if room.status == "playing":
            raise Refused("not_waiting")
        if own != room.host:
            _must_be_own_way(room, own, {one, two})
        rows = (replace(room.seats[one], seat=two), replace(room.seats[two], seat=one))
        moved = {one: two, two: one}
        await room.write_seats(rows, host=None if room.host is None else moved.get(room.host, room.host))
        room.move_readers(moved)
    room.tell_table()
    room.wake()


def _must_be_own_way(room: Room, own: Seat, seats: set[Seat]) -> None:
    if own not in seats:
        raise Refused("not_host")
    if any(room.is_human(seat) for seat in seats - {own}):
        raise Refused("seat_taken", field="other")


# Sending away, inviting


async def _send_away(room: Room, host: Seat, seat: Seat) -> None:
    """Whoever sits there, or is to sit there. A bot plays on, and nobody sits there before the next deal."""
    if seat == host:
        raise Refused("own_seat", field="seat")
    newcomer = room.arrangements.newcomer_at(seat)
    if newcomer is not None:
        await _turn_away(room, newcomer)
        return
    _must_be_human(room, seat)
    row = room.seats[seat]
    arranged = room.arrangements.sending_away(row.name, row.token, _own_address(room, row.token))
    await _free(room, seat, room.host, "kicked", arranged, room.noted(WasSentAway(row.name)))


async def _turn_away(room: Room, newcomer: Newcomer) -> None:
    address = _own_address(room, newcomer.token)
    arranged = room.arrangements.without_newcomer(newcomer)
    arranged = arranged.sending_away(newcomer.name, newcomer.token, address)
    room.asked.pop(newcomer.token, None)
    note = room.noted(WasSentAway(newcomer.name))
    await room.write_seats([], host=room.host, arranged=arranged, note=note)
    room.turn_out("kicked", lambda reader: reader.person == newcomer.token)


@decided_anew
async def send_off(room: Room, seat: Seat, code: str) -> None:
    """By the operator, whoever is host."""
    async with room.lock:
        if room.is_human(seat):
            await _free(room, seat, host_without(room, seat), code, room.arrangements, None)
    room.tell_table()
    room.wake()


async def _free(
    room: Room, seat: Seat, host: Seat | None, code: str, arranged: Arrangements, note: NoteRow | None
) -> None:
    name = room.seats[seat].name
    freed = replace(vacated(room, seat), token=None, name="")
    await room.write_seats([freed], host=host, arranged=arranged, note=note)
    room.standing_in.discard(seat)
    room.refuse_all()
    room.send_away(seat, code)
    logs.event("kicked", room.id, name=name, seat=seat, code=code)


def _own_address(room: Room, person: str | None) -> str | None:
    """The address of this person, unless another at the table has the same."""
    address = room.addresses.get(person or "")
    others = {row.token for row in room.seats.values() if row.kind == "human" and row.token != person}
    if address is None or address in {room.addresses.get(other or "") for other in others}:
        return None
    return address_mark(room.id, address)


@decided_anew
async def invite(room: Room, token: str | None, wish: Invitation) -> None:
    """One who was sent away may come again."""
    async with room.lock:
        must_host(room, token)
        arranged, found = room.arrangements.inviting(wish.number)
        if found is None:
            raise Refused("bad_field", field="number", detail=str(wish.number))
        note = room.noted(WasInvited(found.name))
        await room.write_seats([], host=room.host, arranged=arranged, note=note)
    room.tell_table()


# Bots


async def _seat_bot(room: Room, host: Seat, seat: Seat, bot: str) -> None:
    if room.is_human(seat):
        raise Refused("seat_taken", field="seat")
    if room.mid_deal and _plays_with_others(room, host):
        raise Refused("mid_deal")
    await room.write_seats([replace(room.seats[seat], kind="bot", bot=bot)], host=room.host)


async def _keep_free(room: Room, seat: Seat) -> None:
    if room.is_human(seat):
        raise Refused("seat_taken", field="seat")
    if room.status == "playing":
        raise Refused("not_waiting")
    await room.write_seats([replace(room.seats[seat], kind="empty", bot=None)], host=room.host)


def _plays_with_others(room: Room, host: Seat) -> bool:
    return any(seat != host for seat in room.people())


# Settings


@decided_anew
async def change_settings(room: Room, token: str | None, change: SettingsChange, least: int) -> None:
    """Between deals, or where the host plays alone, at once; else from the next deal on."""
    async with room.lock:
        host = must_host(room, token)
        check_own_deals(room)
        before = room.arrangements.settings or room.settings
        settings = changed_settings(before, change, least)
        changed = differences(before, settings)
        if not changed:
            return
        to_come = room.mid_deal and _plays_with_others(room, host)
        note = room.noted(SettingsChanged(changed, to_come))
        if to_come:
            arranged = replace(room.arrangements, settings=settings if settings != room.settings else None)
            await room.write_seats([], host=room.host, arranged=arranged, note=note)
        else:
            table = {"settings": to_text(settings)}
            arranged = replace(room.arrangements, settings=None)
            await room.write_seats([], host=room.host, table=table, arranged=arranged, note=note)
            _hold(room, settings)
    room.tell_table()
    room.wake()


def _hold(room: Room, settings: TableSettings) -> None:
    if settings.turn_seconds != room.settings.turn_seconds:
        room.restart_clock()  # whoever thinks has the whole of the new time
    room.settings = settings
    if not settings.spectators:
        room.send_away(None, "no_spectators")
