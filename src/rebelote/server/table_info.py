"""What a table tells of itself: seats, settings, who is to come, who was sent away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rebelote.language.text import Lang, catalogue
from rebelote.server.arrangements import Newcomer
from rebelote.server.messages import NewcomerInfo, SentAwayInfo, TableInfo, TableSeat, You
from rebelote.server.rulebook import table_rules
from rebelote.table import Seat

if TYPE_CHECKING:
    from rebelote.server.rooms import Room


def table_info(room: Room, seat: Seat | None, lang: Lang, person: str | None = None) -> TableInfo:
    """For one who sits there, for one who is to sit down (by `person`), or for anybody."""
    game, arranged = room.game, room.arrangements
    waits = arranged.newcomer(person) if seat is None else None
    host = seat is not None and seat == room.host
    return TableInfo(
        id=room.id,
        status=room.status,
        rules=table_rules(room.rules, room.code, lang),
        seats=[_seat_info(room, each, seat, lang) for each in room.rules.table.order],
        direction=room.rules.seating.direction,
        settings=room.settings,
        next_settings=arranged.settings,
        match=room.match_id,
        anchor=None if game is None else game.row.anchor,
        previous=[match for match in room.finished if game is None or match != game.id],
        you=You(seat, host, None if waits is None else waits.seat),
        spectators=sum(room.is_spectator(reader) for reader in room.readers),
        mid_deal=room.mid_deal,
        newcomers=[_newcomer_info(room, newcomer) for newcomer in arranged.newcomers],
        sent_away=[SentAwayInfo(gone.number, gone.name) for gone in arranged.sent_away] if host else [],
    )


def _seat_info(room: Room, seat: Seat, reader: Seat | None, lang: Lang) -> TableSeat:
    row = room.seats[seat]
    human = row.kind == "human"
    return TableSeat(
        seat=seat,
        side=room.rules.table.side(seat),
        kind=row.kind,  # type: ignore[arg-type]
        name=row.name if human else bot_name(row.bot, lang),
        bot=(room.settings.bot if seat in room.standing_in else None) if human else row.bot,
        present=human and room.is_present(seat),
        you=seat == reader,
        host=seat == room.host,
    )


def _newcomer_info(room: Room, newcomer: Newcomer) -> NewcomerInfo:
    asked = room.asked.get(newcomer.token)
    refused = asked is not None and asked.refused
    return NewcomerInfo(
        seat=newcomer.seat,
        name=newcomer.name,
        asks=asked is not None and not refused,
        refused=refused,
        waits_for=sorted(asked.missing) if asked is not None and not refused else [],
    )


def bot_name(bot: str | None, lang: Lang) -> str:
    if bot is None:
        return ""
    return catalogue(lang).server.get(f"bot_{bot}") or bot.capitalize()
