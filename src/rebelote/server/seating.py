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
from rebelote.server import logs
from rebelote.server.arrangements import Newcomer, address_mark
from rebelote.server.deal_change import players_with, seat_row
from rebelote.server.game import Game, begin, to_text
from rebelote.server.messages import Person, SettingsChange, SitDown, TableSettings
from rebelote.server.notes import SitsNext
from rebelote.server.problems import Refused
from rebelote.server.rooms import Room
from rebelote.server.store import SeatRow, Unit
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


def place(room: Room, name: str) -> Seat:
    seat = Seat(name)
    if seat not in room.seats:
        raise Refused("bad_field", field="seat", detail=" ".join(room.rules.table.seats))
    return seat


# Sitting and leaving


async def sit(room: Room, wish: SitDown, caller: Caller) -> Sat:
    """At once between deals; in the middle of one, from the next deal on."""
    name, token = clean_name(wish.nickname), new_token()
    async with room.lock:
        check_welcome(room, caller, name)
        if seat_of(room, caller.token) is not None or newcomer_of(room, caller.token) is not None:
            raise Refused("already_seated")
        seat = _free_seat(room, wish.seat)
        newcomer = Newcomer(seat=seat, name=name, token=digest(token), grain=wish.grain)
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
    """The seat wished for; else an empty one, a bot's, or one that somebody has left."""
    if wish is not None:
        seat = place(room, wish)
        if _is_taken(room, seat):
            raise Refused("seat_taken", field="seat")
        return seat
    free = [seat for seat in room.rules.table.seats if not _is_taken(room, seat)]
    if not free:
        raise Refused("full")
    return min(free, key=lambda seat: (room.seats[seat].token is not None, room.seats[seat].kind == "bot"))


def _is_taken(room: Room, seat: Seat) -> bool:
    return room.is_human(seat) or room.arrangements.newcomer_at(seat) is not None


def _joined(room: Room, row: SeatRow) -> tuple[str, dict[str, Any]] | None:
    """What the match in progress remembers of a new player; his grain counts before the first cut."""
    game = room.game
    if game is None or game.match.is_over:
        return None
    players = players_with(game.players, [row])
    return game.id, {"players": to_text(players), "grains": to_text(_grains_with(game, row))}


def _take_in(room: Room, row: SeatRow) -> None:
    game = room.game
    if game is not None and not game.match.is_over:
        game.players, game.grains = players_with(game.players, [row]), _grains_with(game, row)


def _grains_with(game: Game, row: SeatRow) -> dict[str, str]:
    if not game.takes_grain(game.id) or row.grain is None:
        return game.grains
    return {**game.grains, row.seat: row.grain}


async def give_grain(room: Room, seat: Seat, match: str, grain: str) -> None:
    """A fresh grain for this match, from one who has seen its anchor; too late after the first cut."""
    async with room.lock:
        game = room.game
        if game is None or not game.takes_grain(match) or not room.is_human(seat):
            return
        grains = {**game.grains, seat: grain}
        await room.store.write(Unit(match=(game.id, {"grains": to_text(grains)})))
        game.grains = grains
        room.fresh_grains.add(seat)
    room.wake()


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
        await _wait(room, Newcomer(seat=seat, name=row.name, token=row.token or "", grain=row.grain))
        return True
    row = replace(row, kind="human", bot=None)
    host = room.host if room.host is not None else seat
    gave = room.game is not None and seat in room.game.grains
    joining = replace(row, grain=None) if gave else row  # the last grain that he gave stays
    await room.write_seats([row], host=host, match=_joined(room, joining))
    _take_in(room, joining)
    return False


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
        await _begin(room)
    room.tell_state()
    room.wake()


async def _begin(room: Room) -> None:
    """Bots fill the empty seats; every person's grain goes into the shuffle."""
    filled = tuple(
        replace(row, kind="bot", bot=room.settings.bot) for row in room.seats.values() if row.kind == "empty"
    )
    seats = {**room.seats, **{Seat(row.seat): row for row in filled}}
    people = [seats[seat] for seat in room.rules.table.seats if seats[seat].kind == "human"]
    grains = {row.seat: row.grain for row in people if row.grain is not None}
    game, first = begin(room.rules, room.code, room.id, len(room.finished) + 1, grains, _players(room, seats))
    await room.store.write(
        Unit(events=(first,), new_match=game.row, seats=filled, table=(room.id, {"match": game.id}))
    )
    room.seats, room.game = seats, game
    room.begun()
    logs.event("match_started", room.id, rules=room.rules.id, people=len(people), number=game.row.number)


def _players(room: Room, seats: dict[Seat, SeatRow]) -> list[Person]:
    """A bot is remembered by its kind, and named in the reader's language."""
    table = room.rules.table
    return [
        Person(seat, table.side(seat), row.name if row.kind == "human" else row.bot or "", _kind(row))
        for seat in table.order
        for row in (seats[seat],)
    ]


def _kind(row: SeatRow) -> Any:
    return "human" if row.kind == "human" else "bot"
