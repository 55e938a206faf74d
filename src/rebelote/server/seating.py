"""Sitting down, leaving, coming back, the host's orders: each is checked, written, then told."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from typing import Any, Final

import msgspec
from msgspec import UNSET

from rebelote.bots import BOTS
from rebelote.server import logs
from rebelote.server.game import Game, to_text
from rebelote.server.messages import Person, SeatOrder, SettingsChange, SitDown, TableSettings
from rebelote.server.problems import Refused
from rebelote.server.rooms import Room
from rebelote.server.starting import open_match
from rebelote.server.store import SeatRow
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
    """A nickname in one line: nothing invisible, nothing that turns the line around."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
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


def changed_settings(settings: TableSettings, change: SettingsChange) -> TableSettings:
    given = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not UNSET}
    if "bot" in given:
        check_bot(given["bot"], "settings.bot")
    return replace(settings, **given)


# Who is asking


def seat_of(room: Room, token: str | None) -> Seat | None:
    """The seat that this token sits on."""
    owned = _owned(room, token)
    return owned if owned is not None and room.seats[owned].kind == "human" else None


def _owned(room: Room, token: str | None) -> Seat | None:
    """The seat of this token, whether it sits there or has left."""
    if token is None:
        return None
    found = digest(token)
    for seat, row in room.seats.items():
        if row.token is not None and hmac.compare_digest(row.token, found):
            return seat
    return None


def knows(room: Room, token: str) -> bool:
    return _owned(room, token) is not None


def must_sit(room: Room, token: str | None) -> Seat:
    if token is None:
        raise Refused("no_token")
    seat = seat_of(room, token)
    if seat is None:
        raise Refused("not_your_seat")
    return seat


def must_host(room: Room, token: str | None) -> Seat:
    seat = must_sit(room, token)
    if seat != room.host:
        raise Refused("not_host")
    return seat


def place(room: Room, name: str) -> Seat:
    seat = Seat(name)
    if seat not in room.seats:
        raise Refused("bad_field", field="seat", detail=" ".join(room.rules.table.seats))
    return seat


# Sitting and leaving


async def sit(room: Room, wish: SitDown) -> tuple[str, Seat]:
    name, token = clean_name(wish.nickname), new_token()
    async with room.lock:
        seat = _free_seat(room, wish.seat)
        row = SeatRow(
            table_id=room.id,
            seat=seat,
            kind="human",
            name=name,
            token=digest(token),
            client_commitment=wish.client_commitment,
        )
        host = room.host if room.host is not None else seat
        await room.write_seats([row], host=host, match=_joined(room, row))
        _take_in(room, row)
    room.heard_of(seat)
    room.tell_table()
    room.wake()
    return token, seat


def _free_seat(room: Room, wish: str | None) -> Seat:
    """The seat wished for; else an empty one, a bot's, or one that somebody has left."""
    if wish is not None:
        seat = place(room, wish)
        if room.is_human(seat):
            raise Refused("seat_taken", field="seat")
        return seat
    free = [seat for seat in room.rules.table.seats if not room.is_human(seat)]
    if not free:
        raise Refused("full")
    return min(free, key=lambda seat: (room.seats[seat].token is not None, room.seats[seat].kind == "bot"))


def _joined(room: Room, row: SeatRow) -> tuple[str, dict[str, Any]] | None:
    """What the match in progress remembers of a new player. Its luck is settled: his seed is for the next."""
    game = room.game
    if game is None or game.match.is_over:
        return None
    return game.id, {"players": to_text(_players_with(game, row))}


def _take_in(room: Room, row: SeatRow) -> None:
    game = room.game
    if game is not None and not game.match.is_over:
        game.players = _players_with(game, row)


def _players_with(game: Game, row: SeatRow) -> list[Person]:
    return [replace(p, name=row.name, kind="human") if p.seat == row.seat else p for p in game.players]


async def leave(room: Room, token: str | None) -> None:
    async with room.lock:
        seat = must_sit(room, token)
        await room.write_seats([_vacated(room, seat)], host=_host_without(room, seat))
    for reader in room.readers:
        if reader.seat == seat:
            reader.seat = None
            room.refresh(reader)
    room.standing_in.discard(seat)
    room.tell_table()
    room.wake()


def _vacated(room: Room, seat: Seat) -> SeatRow:
    """The token stays, so that its owner may come back."""
    playing = room.status == "playing"
    return replace(
        room.seats[seat],
        kind="bot" if playing else "empty",
        bot=room.settings.bot if playing else None,
    )


def _host_without(room: Room, seat: Seat) -> Seat | None:
    """The host, or the next person at the table if it was he who goes."""
    if room.host != seat:
        return room.host
    others = [each for each in room.rules.table.after(seat) if each != seat and room.is_human(each)]
    return others[0] if others else None


async def come_back(room: Room, token: str | None) -> Seat:
    if token is None:
        raise Refused("no_token")
    async with room.lock:
        seat = _owned(room, token)
        if seat is None:
            raise Refused("not_your_seat")
        if not room.is_human(seat):
            row = replace(room.seats[seat], kind="human", bot=None)
            host = room.host if room.host is not None else seat
            await room.write_seats([row], host=host, match=_joined(room, row))
            _take_in(room, row)
    room.heard_of(seat)
    room.tell_table()
    room.wake()
    return seat


# The host's orders


async def order(room: Room, token: str | None, name: str, wish: SeatOrder) -> None:
    async with room.lock:
        host = must_host(room, token)
        seat = place(room, name)
        match wish.do:
            case "kick":
                await _kick(room, host, seat)
            case "host":
                _must_be_human(room, seat)
                await room.write_seats([], host=seat)
            case "bot":
                await _seat_bot(room, seat, check_bot(wish.bot or room.settings.bot, "bot"))
            case "empty":
                await _keep_free(room, seat)
    room.tell_table()
    room.wake()


def _must_be_human(room: Room, seat: Seat) -> None:
    if not room.is_human(seat):
        raise Refused("seat_empty", field="seat")


async def _kick(room: Room, host: Seat, seat: Seat) -> None:
    _must_be_human(room, seat)
    if seat == host:
        raise Refused("own_seat", field="seat")
    await _free(room, seat, room.host, "kicked")


async def _free(room: Room, seat: Seat, host: Seat | None, code: str) -> None:
    await room.write_seats([replace(_vacated(room, seat), token=None, name="")], host=host)
    room.standing_in.discard(seat)
    room.send_away(seat, code)
    logs.event("kicked", room.id, seat=seat, code=code)


async def send_off(room: Room, seat: Seat, code: str) -> None:
    """By the operator, whoever is host."""
    async with room.lock:
        if room.is_human(seat):
            await _free(room, seat, _host_without(room, seat), code)
    room.tell_table()
    room.wake()


async def _seat_bot(room: Room, seat: Seat, bot: str) -> None:
    if room.is_human(seat):
        raise Refused("seat_taken", field="seat")
    await room.write_seats([replace(room.seats[seat], kind="bot", bot=bot)], host=room.host)


async def _keep_free(room: Room, seat: Seat) -> None:
    if room.is_human(seat):
        raise Refused("seat_taken", field="seat")
    if room.status == "playing":
        raise Refused("not_waiting")
    await room.write_seats([replace(room.seats[seat], kind="empty", bot=None)], host=room.host)


async def change_settings(room: Room, token: str | None, change: SettingsChange) -> None:
    async with room.lock:
        must_host(room, token)
        settings = changed_settings(room.settings, change)
        await room.write_seats([], host=room.host, table={"settings": to_text(settings)})
        if settings.turn_seconds != room.settings.turn_seconds:
            room.restart_clock()  # whoever thinks has the whole of the new time
        room.settings = settings
    if not settings.spectators:
        room.send_away(None, "no_spectators")
    room.tell_table()
    room.wake()


# Matches


async def start(room: Room, token: str | None, *, again: bool = False) -> None:
    """The first match by the host; another one by anybody who sits there."""
    async with room.lock:
        if again:
            must_sit(room, token)
        else:
            must_host(room, token)
        if room.status == "playing" or (again and room.game is None):
            raise Refused("not_over" if again else "not_waiting")
        await open_match(room, _filled(room))
    room.tell_state()
    room.wake()


def _filled(room: Room) -> tuple[SeatRow, ...]:
    """Bots take the empty seats."""
    return tuple(
        replace(row, kind="bot", bot=room.settings.bot) for row in room.seats.values() if row.kind == "empty"
    )
