"""What a table tells of itself: seats, settings, who is to come, who was sent away."""

from __future__ import annotations

from typing import Final

from rebelote.language.persons import is_name
from rebelote.language.text import Lang, catalogue
from rebelote.server.arrangements import Newcomer
from rebelote.server.cast import Sitter
from rebelote.server.messages.tables import NewcomerInfo, SentAwayInfo, TableInfo, TableSeat, You
from rebelote.server.rulebook import table_rules
from rebelote.server.table_state import TableState
from rebelote.table import Seat

MOST_PREVIOUS: Final = 20


def table_info(table: TableState, seat: Seat | None, lang: Lang, person: str | None = None) -> TableInfo:
    """For one who sits there, for one who is to sit down (by `person`), or for anybody."""
    game, arranged, cast = table.game, table.arrangements, table.cast()
    waits = arranged.newcomer(person) if seat is None else None
    host = seat is not None and seat == table.host
    return TableInfo(
        id=table.id,
        status=table.status,
        rules=table_rules(table.rules, table.code, lang),
        seats=[_seat_info(table, each, seat, cast.get(each), lang) for each in table.rules.table.order],
        direction=table.rules.seating.direction,
        settings=table.settings,
        next_settings=arranged.settings,
        match=table.match_id,
        commitment=None if game is None else game.row.commitment,
        opening=None if table.opening is None else table.opening.told,
        previous=_previous(table),
        you=You(seat, host, None if waits is None else waits.seat, _has_committed(table, seat)),
        next_seat=table.next_seat,
        spectators=sum(table.is_spectator(reader) for reader in table.readers),
        mid_deal=table.mid_deal,
        newcomers=[_newcomer_info(table, newcomer) for newcomer in arranged.newcomers],
        sent_away=[SentAwayInfo(gone.number, gone.name) for gone in arranged.sent_away] if host else [],
        series=table.series,
    )


def _previous(table: TableState) -> list[str]:
    """The matches before the present one, the last of them only: a table may see any number."""
    before = [match for match in table.finished[-MOST_PREVIOUS - 1 :] if match != table.match_id]
    return before[-MOST_PREVIOUS:]


def _has_committed(table: TableState, seat: Seat | None) -> bool:
    return seat is not None and table.seats[seat].client_commitment is not None


def _seat_info(
    table: TableState, seat: Seat, reader: Seat | None, sitter: Sitter | None, lang: Lang
) -> TableSeat:
    row = table.seats[seat]
    human = row.kind == "human"
    return TableSeat(
        seat=seat,
        side=table.rules.table.side(seat),
        kind=row.kind,  # type: ignore[arg-type]
        name=person_name(row.name, lang) if human else bot_name(row.bot, sitter, lang),
        face=person_face(row.name, row.avatar) if human else None if sitter is None else sitter.face,
        bot=(table.settings.bot if seat in table.standing_in else None) if human else row.bot,
        present=human and table.is_present(seat),
        you=seat == reader,
        host=seat == table.host,
    )


def _newcomer_info(table: TableState, newcomer: Newcomer) -> NewcomerInfo:
    asked = table.asked.get(newcomer.token)
    refused = asked is not None and asked.refused
    return NewcomerInfo(
        seat=newcomer.seat,
        name=newcomer.name,
        asks=asked is not None and not refused,
        refused=refused,
        waits_for=sorted(asked.missing) if asked is not None and not refused else [],
    )


def person_name(name: str, lang: Lang) -> str:
    """One who gave no name, or whose name was erased, is «un joueur»."""
    return name if is_name(name) else catalogue(lang).server["somebody"]


def person_face(name: str, avatar: str | None) -> str | None:
    """One without a name has no monogram either."""
    return avatar if avatar is not None or is_name(name) else "somebody"


def bot_name(bot: str | None, sitter: Sitter | None, lang: Lang) -> str:
    """One that is not of the cast is called by its kind."""
    if sitter is not None:
        return sitter.name
    if bot is None:
        return ""
    return catalogue(lang).server.get(f"bot_{bot}") or bot.capitalize()
