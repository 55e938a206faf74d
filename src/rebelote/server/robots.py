"""Whom the table waits for, and who acts in his place: bots, stand-ins for those who are away, the clock."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from rebelote import bots
from rebelote.actions import Action
from rebelote.bots.protocol import offered
from rebelote.match import Match
from rebelote.phases.stages import Counting
from rebelote.situation import Situation
from rebelote.table import Seat, Side
from rebelote.view import View

logger = logging.getLogger("rebelote.server")

QUICK: Final = frozenset({"hasard", "debutant", "habitue"})
"""These think in less than a millisecond; the others get a thread."""


class Turn(msgspec.Struct, frozen=True):
    """A move that a bot has to make: `due` is on the loop's clock."""

    seat: Seat
    bot: str
    due: float
    stands_in: bool


def waited_for(now: Situation, is_human: Callable[[Seat], bool]) -> tuple[Seat, ...]:
    """Who has to do something before the match goes on. A person speaks for his side before its bot does."""
    table = now.rules.table
    if now.proposal is not None:
        answered = (table.side(now.proposal.seat), *now.accepted)
        return tuple(_speakers(now, [side for side in table.sides if side not in answered], is_human))
    if isinstance(now.phase, Counting):
        counted = now.phase.counted
        return tuple(_speakers(now, [side for side in table.sides if side not in counted], is_human))
    return now.actors()[:1]


def _speakers(now: Situation, sides: list[Side], is_human: Callable[[Seat], bool]) -> Iterator[Seat]:
    for side in sides:
        members = now.rules.table.members(side)
        people = [seat for seat in members if is_human(seat)]
        yield from people or members[:1]


class Robots:
    """The bots of one table, each with its own memory."""

    def __init__(self) -> None:
        self._players: dict[tuple[Seat, str], bots.Player] = {}

    async def choose(self, match: Match, seat: Seat, bot: str) -> Action:
        view = match.view(seat)
        player = self._player(seat, bot)
        try:
            if bot in QUICK:
                return player.choose(view)
            return await asyncio.to_thread(player.choose, view)
        except Exception:
            logger.exception("the bot %s failed", bot)
            return anything(view)

    def _player(self, seat: Seat, bot: str) -> bots.Player:
        player = self._players.get((seat, bot))
        if player is None:
            player = self._players[seat, bot] = bots.make(bot, random.Random())
        return player


def anything(view: View) -> Action:
    """The first thing that may be done."""
    return offered(view)[0]
