"""What changes between two deals: newcomers sit down, settings that were to come hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rebelote.server.arrangements import Arrangements, Newcomer
from rebelote.server.messages.history import Person
from rebelote.server.messages.tables import TableSettings
from rebelote.server.stored_rows import SeatRow
from rebelote.table import Seat

replace = msgspec.structs.replace


class DealChange(msgspec.Struct, frozen=True):
    """To be written with the last event of a deal."""

    seats: tuple[SeatRow, ...]
    host: Seat | None
    settings: TableSettings


def after_deal(
    table_id: str, waiting: Arrangements, host: Seat | None, settings: TableSettings
) -> DealChange:
    rows = tuple(seat_row(table_id, newcomer) for newcomer in waiting.newcomers)
    first = Seat(rows[0].seat) if rows else None
    return DealChange(rows, first if host is None else host, waiting.settings or settings)


def seat_row(table_id: str, newcomer: Newcomer) -> SeatRow:
    """The newcomer's seat once they sit there."""
    return SeatRow(
        table_id=table_id,
        seat=newcomer.seat,
        kind="human",
        name=newcomer.name,
        token=newcomer.token,
        client_commitment=newcomer.client_commitment,
        avatar=newcomer.avatar,
    )


def players_with(players: Sequence[Person], rows: Iterable[SeatRow]) -> list[Person]:
    """Who plays this match, once these people sit there."""
    sitting = {row.seat: row for row in rows}
    return [
        replace(player, name=sitting[player.seat].name, kind="human", face=sitting[player.seat].avatar)
        if player.seat in sitting
        else player
        for player in players
    ]
