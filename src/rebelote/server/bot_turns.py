"""Whom the table waits for, and who acts in his place: bots, stand-ins for those who are away, the clock."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec

from rebelote import bots
from rebelote.actions import Action
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Counting
from rebelote.server import duplicate_bots
from rebelote.server.counts import COUNTS
from rebelote.server.fair_turns import Turns
from rebelote.server.rates import Limits
from rebelote.server.sent_views import ViewSender
from rebelote.server.thinking import Asked, Workers
from rebelote.server.thread_owned import ThreadOwned
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

    Addresses take turns (`fair_turns`); a table has one bot thinking at a time. Where many wait, all think
    less. Where there are workers, they are asked first.
    """

    def __init__(
        self,
        ms: int,
        limits: Limits,
        *,
        bot_ms: int = 0,
        threads: int | None = None,
        workers: Workers | None = None,
    ) -> None:
        self.limits = limits
        self._ms = ms
        self._least_seconds = bot_ms / 1000 if limits.on else 0.0
        places = threads or max(1, (os.cpu_count() or 1) - 1)
        self._pool = ThreadPoolExecutor(places, "rebelote-bot")
        self._tools = ThreadOwned(bots.SearchTools)
        self._here = Turns(places)
        self._there = Turns(0)
        self._workers = workers
        if workers is not None:
            workers.on_change = self._there.resize
        self._answers: OrderedDict[bytes, Action] = OrderedDict()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def think(
        self, choose: Callable[[bots.Budget], Action], address: str, asked: Callable[[], Asked] | None = None
    ) -> tuple[Action, float]:
        """What was chosen, and when on the loop's clock a move of that budget is done at the latest.

        What is `asked` a worker may answer; `choose` is for this process."""
        if asked is not None and (found := await self._ask(asked, address)) is not None:
            return found
        await self._here.take(address)
        COUNTS.jobs["move", "here"] += 1
        budget = self.budget(address)
        loop = asyncio.get_running_loop()
        until = loop.time() + (budget.ms or 0) / 1000

        def chosen() -> tuple[Action, float]:
            began = time.thread_time()
            return choose(budget), 1000 * (time.thread_time() - began)

        try:
            action, took = await loop.run_in_executor(self._pool, chosen)
        finally:
            self._here.give_back()
        self.limits.thought(address, took)
        return action, until

    async def _ask(self, asked: Callable[[], Asked], address: str) -> tuple[Action, float] | None:
        """None: no worker is there, or none answered in time."""
        if self._workers is None or not await self._there.take(address):
            return None
        ms = self._milliseconds(self._there, address)
        until = asyncio.get_running_loop().time() + ms / 1000
        try:
            found = await self._workers.move(asked(), ms)
        finally:
            self._there.give_back()
        if found is None:
            return None
        action, took = found
        self.limits.thought(address, took)
        return action, until

    async def answer(self, secret: bytes, match: Match, seat: Seat, address: str) -> tuple[Action, float]:
        """As `think`, of a bot in deals that many play: found once, and here, since its luck is that of the
        deals."""
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
        return self._tools.own()

    def budget(self, address: str = "") -> bots.Budget:
        """For a move that begins here now."""
        return bots.Budget(ms=self._milliseconds(self._here, address))

    def _milliseconds(self, turns: Turns, address: str) -> int:
        """By how many think, how many of this address wait, and how many other addresses."""
        least = min(LEAST_MS, self._ms)
        if self.limits.is_tired(address):
            return least
        return max(least, self._ms // turns.crowd(address))

    def pace(self, address: str) -> float:
        """The least time of any bot's move, in seconds: it hides how long the bot thought."""
        return TIRED_SECONDS if self.limits.is_tired(address) else self._least_seconds


class TableBots:
    """The bots of one table, each with its own memory."""

    def __init__(self, search_pool: SearchPool) -> None:
        self._search_pool = search_pool
        self._players: dict[tuple[Seat, str], bots.Explainer] = {}
        self._views = ViewSender()

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
            action, until = await self._chosen(match, seat, turn.bot, address)
        pace = self._search_pool.pace(address)
        wait = max(until, due) + pace - asyncio.get_running_loop().time()
        if pace and wait > 0:
            await asyncio.sleep(wait)
        return action

    async def _chosen(self, match: Match, seat: Seat, bot: str, address: str) -> tuple[Action, float]:
        began = time.perf_counter()
        view = match.view(seat)

        def asked() -> Asked:
            return Asked(bot, match.rules, self._views.sent(match, seat))

        try:
            if bots.BOTS[bot].search is None:
                action = self._player(seat, bot).choose(view)
                self._search_pool.limits.thought(address, 1000 * (time.perf_counter() - began))
                return action, 0.0
            return await self._search_pool.think(
                lambda budget: self._searched(view, seat, bot, budget),
                address,
                asked if _is_searched(view) else None,
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


def _is_searched(view: View) -> bool:
    """A call or a card. For anything else a bot may need its memory, and thinks for no time."""
    return isinstance(view.situation.phase, Choosing | Playing) and view.situation.proposal is None


def anything(view: View) -> Action:
    """The first thing that may be done."""
    return view.answers()[0]
