"""Sitting down in the middle of a deal: only if all who hold a hand of it agree. The match's log says so."""

from __future__ import annotations

from rebelote.server.arrangements import Newcomer, address_mark
from rebelote.server.deal_change import players_with, seat_row
from rebelote.server.game import to_text
from rebelote.server.messages.tables import SeatAnswer
from rebelote.server.notes import SatAtOnce
from rebelote.server.problems import Refused
from rebelote.server.rooms import Room
from rebelote.server.seating import Caller, must_sit, newcomer_of, place
from rebelote.server.shared_table import decided_anew
from rebelote.server.stored_rows import ToldRow
from rebelote.server.table_state import Asked
from rebelote.table import Seat


@decided_anew
async def ask(room: Room, caller: Caller) -> None:
    """A newcomer asks the table to sit down now."""
    async with room.lock:
        newcomer = newcomer_of(room, caller.token)
        if newcomer is None:
            raise Refused("no_token" if caller.token is None else "not_your_seat")
        voters = _voters(room, newcomer)
        if newcomer.token in room.asked or not voters or not _is_new(room, newcomer, caller.address):
            raise Refused("not_now")
        room.asked[newcomer.token] = Asked(missing=voters)
    room.announce()
    room.tell_table()


@decided_anew
async def answer(room: Room, token: str | None, wish: SeatAnswer) -> None:
    """One refusal is enough; the last agreement seats the newcomer."""
    async with room.lock:
        seat = must_sit(room, token)
        newcomer = room.arrangements.newcomer_at(place(room, wish.seat))
        asked = None if newcomer is None else room.asked.get(newcomer.token)
        if newcomer is None or asked is None or asked.refused:
            raise Refused("no_request", field="seat")
        if not wish.agreed:
            asked.refused = True
        else:
            asked.missing.discard(seat)
            if not asked.missing:
                await _seat_at_once(room, newcomer)
    room.announce()
    room.tell_table()
    room.wake()


def _voters(room: Room, newcomer: Newcomer) -> set[Seat]:
    """Who has to agree: all who were told a hand of this deal. Nobody (so the newcomer has to wait) if one of
    them is no longer there, or if the seat is theirs."""
    if room.game is None:
        return set()
    holders = room.game.guard.holders()
    still = {seat for seat in holders if room.is_human(seat) and room.seats[seat].token in holders[seat]}
    if still != set(holders) or newcomer.seat in holders:
        return set()
    return still


def _is_new(room: Room, newcomer: Newcomer, address: str) -> bool:
    """Is it certain that this person has seen no hand of this deal, nor anybody at their address?"""
    assert room.game is not None
    guard = room.game.guard
    addresses = {address, room.addresses.get(newcomer.token, address)}
    holders = {room.addresses.get(person) for people in guard.holders().values() for person in people}
    marks = {each: address_mark(room.id, each) for each in addresses}
    new = (guard.is_new(each, mark) and not room.is_near_elsewhere(mark) for each, mark in marks.items())
    return all(new) and not addresses & holders


async def _seat_at_once(room: Room, newcomer: Newcomer) -> None:
    game = room.game
    voters = _voters(room, newcomer)
    address = room.addresses.get(newcomer.token, "")
    if game is None or game.guard.deal is None or not voters or not _is_new(room, newcomer, address):
        raise Refused("not_now")
    waiting = room.arrangements.without_newcomer(newcomer)
    row = seat_row(room.id, newcomer)
    told = ToldRow(game.id, game.guard.deal, newcomer.seat, newcomer.token)
    agreed = [room.seats[seat].name for seat in room.rules.table.order if seat in voters]
    players = players_with(game.players, [row])
    await room.write_seats(
        [row],
        host=room.host,
        match=(game.id, {"players": to_text(players)}),
        arranged=waiting,
        told=(told,),
        note=room.noted(SatAtOnce(newcomer.name, Seat(newcomer.seat), agreed)),
    )
    game.players = players
    game.guard.take((), game.seq + 1, (told,))
    room.asked.pop(newcomer.token, None)
    room.seat_reader(newcomer.token, Seat(newcomer.seat))
