"""«Que jouer ?»: what expert would do in a player's place, from that player's view and nothing else.

Each time is noted and told to all, once a turn. Where several people play, the table has to allow it.
"""

from __future__ import annotations

import random
from typing import Final

from rebelote.actions import Call, Play
from rebelote.bots import Budget, Decision, SearchTools
from rebelote.bots.expert import Expert
from rebelote.language.labels import label
from rebelote.language.text import Lang
from rebelote.server.messages.advice import Advice, AdvisedChoice
from rebelote.server.notes import Advised
from rebelote.server.problems import Refused
from rebelote.server.rooms import Room
from rebelote.server.seating import check_own_deals
from rebelote.server.work_pool import WorkPool
from rebelote.table import Seat
from rebelote.view import View

WORLDS: Final = 120


async def advise(room: Room, seat: Seat, pool: WorkPool, address: str, lang: Lang) -> Advice:
    """For the seat's own turn to call or to play a card."""
    check_own_deals(room)
    if not (room.settings.advice or is_alone(room)):
        raise Refused("no_advice")
    view = room.view_of(seat, address)
    legal = view.legal()
    if not legal or not isinstance(legal[0], Play | Call):
        raise Refused("not_now")
    match, seq = room.match_id, view.seq
    written = 0 if room.game is None else room.game.written
    decision = await pool.once(("advice", match, written), lambda: _decide(view), address)
    await _note(room, seat, seq)
    return _told(decision, view, str(match), lang)


def is_alone(room: Room) -> bool:
    """With bots only."""
    return len(list(room.people())) <= 1


def _decide(view: View) -> Decision:
    """The same for the same place of the same match."""
    luck = random.Random(view.seq)
    return Expert(luck, Budget(worlds=WORLDS), tools=SearchTools()).explain(view)


async def _note(room: Room, seat: Seat, seq: int) -> None:
    async with room.lock:
        game, note = room.game, room.noted(Advised(room.seats[seat].name, seat))
        noted = [] if game is None else [(row.seq, row.data) for row in game.notes]
        if note.seq == seq and (seq, note.data) not in noted:
            await room.write_seats((), host=room.host, note=note)


def _told(decision: Decision, view: View, match: str, lang: Lang) -> Advice:
    rules, turned = view.rules, view.situation.turned
    candidates = decision.candidates  # the one chosen first: another that seems better is not so for sure
    return Advice(
        match=match,
        seq=view.seq,
        label=label(decision.action, rules, turned, lang),
        card=decision.action.card.text if isinstance(decision.action, Play) else None,
        reason=decision.text(lang),
        choices=[
            AdvisedChoice(
                label=label(each.action, rules, turned, lang),
                card=each.action.card.text if isinstance(each.action, Play) else None,
                behind=round(max(candidates[0].value - each.value, 0.0), 1),
            )
            for each in candidates
        ],
    )
