"""Whom the table waits for, and who acts in his place: bots, stand-ins for those who are away, the clock."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec

from rebelote import bots
from rebelote.actions import Action
from rebelote.match import Match
from rebelote.phases.stages import Counting
from rebelote.server import duplicate_bots
from rebelote.server.counts import COUNTS
from rebelote.server.rates import Limits
from rebelote.situation import Situation
from rebelote.table import Seat, Side
from rebelote.view import View

logger = logging.getLogger("rebelote.server")

LEAST_MS: Final = 20
"""What a bot that searches has for a move, however many others wait for theirs."""
TIRED_SECONDS: Final = 1.0
"""The pace of the bots at the tables of an address that has used up its bots' time."""
MOST_ANSWERS: Final = 50_000
"""Of bots in deals that many play: the first moves are asked for again and again."""


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

    Addresses take turns, and each is served first come, first served; a table has one bot thinking at a time.
    Where many wait, all think less.
    """

    def __init__(self, ms: int, limits: Limits, *, bot_ms: int = 0, threads: int | None = None) -> None:
        self.limits = limits
        self._ms = ms
        self._least_seconds = bot_ms / 1000 if limits.on else 0.0
        self._threads = threads or max(1, (os.cpu_count() or 1) - 1)
        self._pool = ThreadPoolExecutor(self._threads, "rebelote-bot")
        self._own = threading.local()
        self._free = self._threads
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._answers: OrderedDict[bytes, Action] = OrderedDict()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def think(self, choose: Callable[[bots.Budget], Action], address: str) -> tuple[Action, float]:
        """What was chosen, and when on the loop's clock a move of that budget is done at the latest."""
        await self._turn(address)
        budget = self.budget(address)
        loop = asyncio.get_running_loop()
        until = loop.time() + (budget.ms or 0) / 1000

        def chosen() -> tuple[Action, float]:
            began = time.thread_time()
            return choose(budget), 1000 * (time.thread_time() - began)

        try:
            action, took = await loop.run_in_executor(self._pool, chosen)
        finally:
            self._call_next()
        self.limits.thought(address, took)
        return action, until

    async def answer(self, secret: bytes, match: Match, seat: Seat, address: str) -> tuple[Action, float]:
        """As `think`, of a bot in deals that many play: found once."""
        luck = duplicate_bots.luck_of(secret, match, seat)
        known = self._answers.get(luck)
        if known is not None:
            return known, 0.0
        try:
            action, until = await self.think(
                lambda _budget: duplicate_bots.chosen(luck, match, seat, self.tools()), address
            )
        except Exception:
            logger.exception("the bot %s failed", duplicate_bots.BOT)
            return anything(match.view(seat)), 0.0
        self._answers[luck] = action
        if len(self._answers) > MOST_ANSWERS:
            self._answers.popitem(last=False)
        return action, until

    def tools(self) -> bots.SearchTools:
        """Those of the calling thread: all its bots share them, so a thousand bots cost no more than one."""
        if not hasattr(self._own, "tools"):
            self._own.tools = bots.SearchTools()
        tools: bots.SearchTools = self._own.tools
        return tools

    def budget(self, address: str = "") -> bots.Budget:
        """For a move that begins now: by how many think, how many of this address wait, and how many other
        addresses."""
        least = min(LEAST_MS, self._ms)
        if self.limits.is_tired(address):
            return bots.Budget(ms=least)
        own = len(self._lines.get(address, ()))
        others = sum(other != address for other in self._lines)
        thinking = self._threads - self._free
        crowd = max(1, (thinking + own + others) // self._threads)
        return bots.Budget(ms=max(least, self._ms // crowd))

    async def _turn(self, address: str) -> None:
        if self._free:
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(address, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._call_next()
            raise

    def _call_next(self) -> None:
        """One of the address whose turn it is, which then goes behind the others."""
        while self._lines:
            address, line = self._lines.popitem(last=False)
            called = line.popleft()
            if line:
                self._lines[address] = line
            if not called.done():
                called.set_result(None)
                return
        self._free += 1

    def pace(self, address: str) -> float:
        """The least time of any bot's move, in seconds: it hides how long the bot thought."""
        return TIRED_SECONDS if self.limits.is_tired(address) else self._least_seconds


class TableBots:
    """The bots of one table, each with its own memory."""

    def __init__(self, search_pool: SearchPool) -> None:
        self._search_pool = search_pool
        self._players: dict[tuple[Seat, str], bots.Explainer] = {}

    async def choose(
        self, match: Match, turn: Turn, address: str, shared_secret: bytes | None = None
    ) -> Action:
        """A move, at a time from `due` on that doesn't depend on the hand: as long as the budget allows,
        whether it was used or not, and the least time of a move besides. With a `shared_secret`, the move
        that everybody gets who plays these deals."""
        seat, due = turn.seat, turn.due
        if shared_secret is not None:
            action, until = await self._search_pool.answer(shared_secret, match, seat, address)
        else:
            action, until = await self._chosen(match.view(seat), seat, turn.bot, address)
        pace = self._search_pool.pace(address)
        wait = max(until, due) + pace - asyncio.get_running_loop().time()
        if pace and wait > 0:
            await asyncio.sleep(wait)
        return action

    async def _chosen(self, view: View, seat: Seat, bot: str, address: str) -> tuple[Action, float]:
        began = time.perf_counter()
        try:
            if bots.BOTS[bot].search is None:
                action = self._player(seat, bot).choose(view)
                self._search_pool.limits.thought(address, 1000 * (time.perf_counter() - began))
                return action, 0.0
            return await self._search_pool.think(
                lambda budget: self._searched(view, seat, bot, budget), address
            )
        except Exception:
            logger.exception("the bot %s failed", bot)
            return anything(view), 0.0
        finally:
            COUNTS.thinking[bot].add(time.perf_counter() - began)

    def _searched(self, view: View, seat: Seat, bot: str, budget: bots.Budget) -> Action:
        tools = self._search_pool.tools()
        player = self._player(seat, bot, tools)
        if isinstance(player, bots.Searcher):
            player.budget, player.tools = budget, tools
        return player.choose(view)

    def _player(self, seat: Seat, bot: str, tools: bots.SearchTools | None = None) -> bots.Explainer:
        player = self._players.get((seat, bot))
        if player is None:
            player = self._players[seat, bot] = bots.make(bot, random.Random(), tools=tools)
        return player


def anything(view: View) -> Action:
    """The first thing that may be done."""
    return view.answers()[0]
