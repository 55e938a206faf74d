"""Sitting down, leaving, coming back, beginning a match: each is checked, written, then told."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from typing import Any, Final

import msgspec
from msgspec import UNSET

from rebelote.bots import BOTS
from rebelote.language.persons import is_name
from rebelote.server.arrangements import Newcomer, address_mark
from rebelote.server.deal_change import players_with, seat_row
from rebelote.server.game import SharedLuck, to_text
from rebelote.server.messages.tables import SettingsChange, SitDown, TableSettings
from rebelote.server.notes import SitsNext
from rebelote.server.problems import Refused
from rebelote.server.rooms import Room
from rebelote.server.shared_table import decided_anew
from rebelote.server.starting import open_match
from rebelote.server.stored_rows import SeatRow
from rebelote.table import Seat

replace = msgspec.structs.replace

LONGEST_NAME: Final = 24
_JOINERS: Final = "\u200d"
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Signs that count as letters or symbols and show nothing."""


# Tokens and names


def new_token() -> str:
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def clean_name(name: str) -> str:
    """A nickname in one line: nothing invisible, nothing that turns the line around.

    Empty for one who goes by the seat.
    """
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not name or (tidy and not is_name(tidy)):
        return ""
    letters = [
        char for char in tidy if unicodedata.category(char) not in ("Mn", "Me") and char not in _JOINERS
    ]
    hidden = [char for char in tidy if _is_hidden(char)]
    if not letters or hidden or len(letters) > LONGEST_NAME or len(tidy) > 3 * len(letters):
        raise Refused("bad_name", field="nickname", most=LONGEST_NAME)
    return tidy


def _is_hidden(char: str) -> bool:
    return char in _BLANKS or (unicodedata.category(char)[0] == "C" and char not in _JOINERS)


def check_bot(bot: str, field: str) -> str:
    if bot not in BOTS:
        raise Refused("bad_field", field=field, detail=", ".join(BOTS))
    return bot


def changed_settings(settings: TableSettings, change: SettingsChange, least: int) -> TableSettings:
    """`least`: the shortest time to play, and before a bot stands in, in seconds."""
    given = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not UNSET}
    if "bot" in given:
        check_bot(given["bot"], "settings.bot")
    for name in ("turn_seconds", "absent_seconds"):
        if given.get(name) is not None and given[name] < least:
            raise Refused("bad_field", field=name, detail=f">= {least}")
    return replace(settings, **given)


# Who is asking


class Caller(msgspec.Struct, frozen=True):
    """Whoever sends a request: a token if there is one, and the address that rates are kept by."""

    token: str | None
    address: str

    @property
    def person(self) -> str | None:
        return person_of(self.token)


class Sat(msgspec.Struct, frozen=True):
    """`waits`: the seat is theirs from the next deal on."""

    token: str
    seat: Seat
    waits: bool


def person_of(token: str | None) -> str | None:
    return None if token is None else digest(token)


def seat_of(room: Room, token: str | None) -> Seat | None:
    """The seat that this token sits on."""
    seat = owned(room, token)
    return seat if seat is not None and room.seats[seat].kind == "human" else None


def owned(room: Room, token: str | None) -> Seat | None:
    """The seat of this token, whether it sits there or has left."""
    if token is None:
        return None
    found = digest(token)
    for seat, row in room.seats.items():
        if row.token is not None and hmac.compare_digest(row.token, found):
            return seat
    return None


def newcomer_of(room: Room, token: str | None) -> Newcomer | None:
    return None if token is None else room.arrangements.newcomer(digest(token))


def check_welcome(room: Room, caller: Caller, name: str | None = None) -> None:
    """One who was sent away stays away until the host invites them again. Those who sit there are welcome."""
    if seat_of(room, caller.token) is not None:
        return
    address = address_mark(room.id, caller.address)
    if room.arrangements.bars(person=caller.person, address=address, name=name):
        raise Refused("kicked")


def reads_as(room: Room, caller: Caller) -> Seat | None:
    """The seat that a connection reads for. A token that is nobody's is said so; one whose owner has left, or
    waits for the next deal, looks on."""
    check_welcome(room, caller)
    known = owned(room, caller.token) is not None or newcomer_of(room, caller.token) is not None
    if caller.token is not None and not known:
        raise Refused("not_your_seat")
    return seat_of(room, caller.token)


def must_sit(room: Room, token: str | None) -> Seat:
    if token is None:
        raise Refused("no_token")
    seat = seat_of(room, token)
    if seat is None and newcomer_of(room, token) is not None:
        room.heard_of_newcomer()
        raise Refused("next_deal")
    if seat is None:
        raise Refused(
            "kicked" if room.arrangements.bars(person=digest(token), address="") else "not_your_seat"
        )
    return seat


def must_host(room: Room, token: str | None) -> Seat:
    seat = must_sit(room, token)
    if seat != room.host:
        raise Refused("not_host")
    return seat


def check_own_deals(room: Room) -> None:
    """At a table where somebody plays what others play too, nothing can be changed and nobody joins in."""
    if room.series is not None:
        raise Refused("same_for_all")


def place(room: Room, name: str) -> Seat:
    seat = Seat(name)
    if seat not in room.seats:
        raise Refused("bad_field", field="seat", detail=" ".join(room.rules.table.seats))
    return seat


# Sitting and leaving


@decided_anew
async def sit(room: Room, wish: SitDown, caller: Caller) -> Sat:
    """At once between deals; in the middle of one, from the next deal on."""
    name, token = clean_name(wish.nickname), new_token()
    async with room.lock:
        check_own_deals(room)
        check_welcome(room, caller, name)
        if seat_of(room, caller.token) is not None or newcomer_of(room, caller.token) is not None:
            raise Refused("already_seated")
        seat = _free_seat(room, wish.seat)
        newcomer = Newcomer(
            seat=seat,
            name=name,
            token=digest(token),
            client_commitment=wish.client_commitment,
            avatar=wish.avatar,
        )
        waits = room.mid_deal
        if waits:
            await _wait(room, newcomer)
        else:
            await _sit_now(room, newcomer)
        room.located(newcomer.token, caller.address)
    _tell(room)
    return Sat(token, seat, waits)


async def _sit_now(room: Room, newcomer: Newcomer) -> None:
    row, seat = seat_row(room.id, newcomer), Seat(newcomer.seat)
    host = room.host if room.host is not None else seat
    await room.write_seats([row], host=host, match=_joined(room, row))
    _take_in(room, row)
    room.heard_of(seat)


async def _wait(room: Room, newcomer: Newcomer) -> None:
    note = room.noted(SitsNext(newcomer.name, Seat(newcomer.seat)))
    await room.write_seats([], host=room.host, arranged=room.arrangements.with_newcomer(newcomer), note=note)
    room.heard_of_newcomer()


def _tell(room: Room) -> None:
    room.tell_table()
    room.wake()


def _free_seat(room: Room, wish: str | None) -> Seat:
    """The seat wished for; else the one that suits best."""
    seat = room.next_seat if wish is None else place(room, wish)
    if seat is None:
        raise Refused("full")
    if room.is_taken(seat):
        raise Refused("seat_taken", field="seat")
    return seat


def _joined(room: Room, row: SeatRow) -> tuple[str, dict[str, Any]] | None:
    """What the match in progress remembers of a new player. Its luck is settled: his seed is for the next."""
    game = room.game
    if game is None or game.match.is_over:
        return None
    return game.id, {"players": to_text(players_with(game.players, [row]))}


def _take_in(room: Room, row: SeatRow) -> None:
    game = room.game
    if game is not None and not game.match.is_over:
        game.players = players_with(game.players, [row])


@decided_anew
async def leave(room: Room, token: str | None) -> None:
    async with room.lock:
        newcomer = newcomer_of(room, token)
        if newcomer is not None:
            await room.write_seats([], host=room.host, arranged=room.arrangements.without_newcomer(newcomer))
            room.asked.pop(newcomer.token, None)
        else:
            await _leave_seat(room, must_sit(room, token))
    _tell(room)


async def _leave_seat(room: Room, seat: Seat) -> None:
    await room.write_seats([vacated(room, seat)], host=host_without(room, seat))
    for reader in room.readers:
        if reader.seat == seat:
            reader.seat = None
            room.refresh(reader)
    room.standing_in.discard(seat)
    room.refuse_all()


def vacated(room: Room, seat: Seat) -> SeatRow:
    """The token stays, so that its owner may come back."""
    playing = room.status == "playing"
    return replace(
        room.seats[seat],
        kind="bot" if playing else "empty",
        bot=room.settings.bot if playing else None,
    )


def host_without(room: Room, seat: Seat) -> Seat | None:
    """The host, or the next person at the table if it was he who goes."""
    if room.host != seat:
        return room.host
    others = [each for each in room.rules.table.after(seat) if each != seat and room.is_human(each)]
    return others[0] if others else None


@decided_anew
async def come_back(room: Room, caller: Caller) -> Sat:
    """At once between deals, or to a hand that one held; else from the next deal on."""
    if caller.token is None:
        raise Refused("no_token")
    async with room.lock:
        check_welcome(room, caller)
        newcomer = newcomer_of(room, caller.token)
        seat = owned(room, caller.token)
        if newcomer is not None:
            return Sat(caller.token, Seat(newcomer.seat), True)
        if seat is None:
            raise Refused("not_your_seat")
        waits = not room.is_human(seat) and await _return_to(room, seat)
        if not waits:
            room.heard_of(seat)
    _tell(room)
    return Sat(caller.token, seat, waits)


async def _return_to(room: Room, seat: Seat) -> bool:
    """Whether it has to wait for the next deal."""
    row = room.seats[seat]
    if room.arrangements.newcomer_at(seat) is not None:
        raise Refused("seat_taken", field="seat")
    if room.game is not None and not room.game.guard.holds(row.token, seat):
        newcomer = Newcomer(
            seat=seat,
            name=row.name,
            token=row.token or "",
            client_commitment=row.client_commitment,
            avatar=row.avatar,
        )
        await _wait(room, newcomer)
        return True
    row = replace(row, kind="human", bot=None)
    host = room.host if room.host is not None else seat
    await room.write_seats([row], host=host, match=_joined(room, row))
    _take_in(room, row)
    return False


# Matches


@decided_anew
async def start(room: Room, token: str | None, *, again: bool = False) -> None:
    """The first match by the host; another one by anybody who sits there."""
    async with room.lock:
        if again:
            must_sit(room, token)
        else:
            must_host(room, token)
        check_own_deals(room)
        if room.status == "playing" or (again and room.game is None):
            raise Refused("not_over" if again else "not_waiting")
        await open_match(room, _filled(room))
    room.tell_state()
    room.wake()


@decided_anew
async def start_shared(room: Room, shared: SharedLuck) -> None:
    """The deals that others play too."""
    async with room.lock:
        await open_match(room, _filled(room), shared)
    room.tell_state()
    room.wake()


def _filled(room: Room) -> tuple[SeatRow, ...]:
    """Bots take the empty seats."""
    return tuple(
        replace(row, kind="bot", bot=room.settings.bot) for row in room.seats.values() if row.kind == "empty"
    )
