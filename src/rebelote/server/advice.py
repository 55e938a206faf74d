"""«Que jouer ?» at a table: who may ask, and what is told.

Each time is noted and told to all, once a turn. Where several people play, the table has to allow it.
"""

from __future__ import annotations

from rebelote.actions import Play
from rebelote.advice import FoundAdvice, can_be_advised, find_advice, tell_reason
from rebelote.language.labels import label
from rebelote.language.text import Lang
from rebelote.server.advised import advised_choices
from rebelote.server.messages.advice import Advice
from rebelote.server.notes import Advised
from rebelote.server.problems import Refused
from rebelote.server.rooms import Room
from rebelote.server.seating import check_own_deals
from rebelote.server.shared_table import decided_anew
from rebelote.server.work_pool import WorkPool
from rebelote.table import Seat
from rebelote.view import View


async def advise(room: Room, seat: Seat, pool: WorkPool, address: str, lang: Lang) -> Advice:
    """For the seat's own turn to call or to play a card."""
    check_own_deals(room)
    if not (room.settings.advice or is_alone(room)):
        raise Refused("no_advice")
    view = room.view_of(seat, address)
    if not can_be_advised(view):
        raise Refused("nothing_to_advise")
    match, seq = room.match_id, view.seq
    written = 0 if room.game is None else room.game.written
    found = await pool.once(("advice", match, written, seat), lambda: find_advice(view), address)
    await _note(room, seat, seq)
    return _told(found, view, str(match), lang)


def is_alone(room: Room) -> bool:
    """With bots only."""
    return len(list(room.people())) <= 1


@decided_anew
async def _note(room: Room, seat: Seat, seq: int) -> None:
    async with room.lock:
        game, note = room.game, room.noted(Advised(room.seats[seat].name, seat))
        noted = [] if game is None else [(row.seq, row.data) for row in game.notes]
        if note.seq == seq and (seq, note.data) not in noted:
            await room.write_seats((), host=room.host, note=note)


def _told(found: FoundAdvice, view: View, match: str, lang: Lang) -> Advice:
    action = found.decision.action
    return Advice(
        match=match,
        seq=view.seq,
        label=label(action, view.rules, view.situation.turned, lang),
        card=action.card.text if isinstance(action, Play) else None,
        reason=tell_reason(found, view, lang),
        choices=advised_choices(found.compared, view, lang),
    )
