"""A player takes back his last call or card, and what bots did after it.

The log only grows: a line of it says how far the match went back. What was seen stays seen, so each time is
noted and told to all. Where several people play, the table has to allow it, and nobody else's move is undone.
"""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from rebelote.server.advice import is_alone
from rebelote.server.game import Game
from rebelote.server.messages.live import TakebackRequest
from rebelote.server.notes import TookBack, help_counts
from rebelote.server.problems import Refused
from rebelote.server.rooms import Room
from rebelote.server.seating import check_own_deals
from rebelote.server.shared_table import decided_anew
from rebelote.table import Seat
from rebelote.taking_back import last_choice, who_acted

MOST: Final = 200
"""Of all players of a match: what is undone stays stored."""


@decided_anew
async def take_back(room: Room, seat: Seat, asked: TakebackRequest) -> int:
    """Returns the seq that the match went back to, once it is on disk and told."""
    check_own_deals(room)
    if not (room.settings.takebacks or is_alone(room)):
        raise Refused("no_takebacks")
    async with room.holding(seat, asked.match) as game:
        place = await asyncio.to_thread(last_choice, game.match, seat)
        to = _checked(room, game, seat, place, asked.seq)
        match = await asyncio.to_thread(game.back_to, to)
        note = room.noted(TookBack(room.seats[seat].name, seat))
        await room.go_back(game, match, msgspec.structs.replace(note, seq=to))
    room.wake()
    return to


def _checked(room: Room, game: Game, seat: Seat, place: int | None, seq: int) -> int:
    """`seq` is how far the player had seen the match: a choice made since, from elsewhere, is not meant."""
    if seq > game.seq:
        raise Refused("stale", seq=game.seq)
    if place is None:
        raise Refused("nothing_to_take_back")
    if place >= seq:
        raise Refused("stale", seq=game.seq)
    if any(map(room.is_human, who_acted(game.match.log, place) - {seat})):
        raise Refused("others_acted")
    if sum(each.takebacks for each in help_counts(game.notes)) >= MOST:
        raise Refused("many_takebacks", most=MOST)
    return place
