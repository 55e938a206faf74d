"""Whom the table waits for, and who acts in his place: bots, stand-ins for those who are away, the clock."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec

from rebelote import bots
from rebelote.actions import Action
from rebelote.bots.protocol import offered
from rebelote.match import Match
from rebelote.phases.stages import Counting
from rebelote.server.counts import COUNTS
from rebelote.situation import Situation
from rebelote.table import Seat, Side
from rebelote.view import View

logger = logging.getLogger("rebelote.server")

LEAST_MS: Final = 20
"""What a bot that searches has for a move, however many others wait for theirs."""


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
        return tuple(_speakers(now, now.sides_to_answer(), is_human))
    if isinstance(now.phase, Counting):
        counted = now.phase.counted
        return tuple(_speakers(now, [side for side in table.sides if side not in counted], is_human))
    return now.actors()[:1]


def _speakers(now: Situation, sides: Iterable[Side], is_human: Callable[[Seat], bool]) -> Iterator[Seat]:
    for side in sides:
        members = now.rules.table.members(side)
        people = [seat for seat in members if is_human(seat)]
        yield from people or members[:1]


class SearchPool:
    """Where the bots that search think: few threads of their own, so that nobody else has to wait for one.

    First come, first served, and a table has one bot thinking at a time. Where many wait, all think less.
    """

    def __init__(self, ms: int, threads: int | None = None) -> None:
        self._ms = ms
        self._threads = threads or max(1, (os.cpu_count() or 1) - 1)
        self._pool = ThreadPoolExecutor(self._threads, "rebelote-bot")
        self._own = threading.local()
        self._thinking = 0

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def think(self, choose: Callable[[], Action]) -> Action:
        self._thinking += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, choose)
        finally:
            self._thinking -= 1

    def tools(self) -> bots.SearchTools:
        """Those of the calling thread: all its bots share them, so a thousand bots cost no more than one."""
        if not hasattr(self._own, "tools"):
            self._own.tools = bots.SearchTools()
        tools: bots.SearchTools = self._own.tools
        return tools

    def budget(self) -> bots.Budget:
        """For a move that begins now."""
        crowd = max(1, self._thinking // self._threads)
        return bots.Budget(ms=max(min(LEAST_MS, self._ms), self._ms // crowd))


class TableBots:
    """The bots of one table, each with its own memory."""

    def __init__(self, search_pool: SearchPool) -> None:
        self._search_pool = search_pool
        self._players: dict[tuple[Seat, str], bots.Explainer] = {}

    async def choose(self, match: Match, seat: Seat, bot: str) -> Action:
        view = match.view(seat)
        began = time.perf_counter()
        try:
            if bots.BOTS[bot].search is None:
                return self._choose(view, seat, bot)
            return await self._search_pool.think(lambda: self._choose(view, seat, bot))
        except Exception:
            logger.exception("the bot %s failed", bot)
            return anything(view)
        finally:
            COUNTS.thinking[bot].add(time.perf_counter() - began)

    def _choose(self, view: View, seat: Seat, bot: str) -> Action:
        tools = self._search_pool.tools() if bots.BOTS[bot].search is not None else None
        player = self._players.get((seat, bot))
        if player is None:
            player = self._players[seat, bot] = bots.make(bot, random.Random(), tools=tools)
        if isinstance(player, bots.Searcher) and tools is not None:
            player.budget, player.tools = self._search_pool.budget(), tools
        return player.choose(view)


def anything(view: View) -> Action:
    """The first thing that may be done."""
    return offered(view)[0]
