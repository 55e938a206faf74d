"""Reviews of matches that people ask for: deal by deal in one slow process, stored as they are done.

Whoever asks may leave: the work goes on. What a stopped server had not done is begun again when somebody
asks again.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from rebelote.events import to_json
from rebelote.review import DEPTH, DealReview, sum_up
from rebelote.server import review_worker
from rebelote.server.archive import Archive
from rebelote.server.database import DatabaseProblem
from rebelote.server.game import Game
from rebelote.server.messages.reviews import ReviewAnswer, ReviewState
from rebelote.server.problems import Refused
from rebelote.server.rates import Limits
from rebelote.server.review_messages import Reader, review_answer
from rebelote.server.schema import matches, reviews
from rebelote.server.store import Store

MOST_AT_ONCE: Final = 40
"""Matches whose review is wanted and not done."""
MOST_OF_ADDRESS: Final = 4
IDLE_SECONDS: Final = 120.0
"""How long the process waits for more work before it is let go."""

logger = logging.getLogger("rebelote.server")


class ReviewJobs:
    """Matches take turns deal by deal, so a long one does not keep a short one waiting."""

    def __init__(self, store: Store, archive: Archive, limits: Limits) -> None:
        self._store = store
        self._archive = archive
        self._limits = limits
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[str, list[int]] = {}
        self._of_address: Counter[str] = Counter()
        self._letting_go: asyncio.TimerHandle | None = None

    def close(self) -> None:
        for task in self._running.values():
            task.cancel()
        self._let_go()

    async def status(
        self, match_id: str, to: Reader, address: str, person: str | None = None
    ) -> ReviewAnswer:
        """How far the review is, and what is done of it."""
        game, opened = await self._archive.marked(match_id, address, person)
        done = await self._load(match_id)
        found = [done[number] for number in opened if number in done]
        state: ReviewState = "none"
        if match_id in self._running:
            state = "running"
        elif found and len(found) == len(opened):
            state = "done"
        return review_answer(game, sum_up(game.match.rules, DEPTH, found), state, len(opened), to)

    async def ask(
        self,
        match_id: str,
        to: Reader,
        address: str,
        person: str | None = None,
        *,
        first: int | None = None,
    ) -> ReviewAnswer:
        """Have all deals that may be seen reviewed that are not, deal `first` before the others."""
        game, opened = await self._archive.marked(match_id, address, person)
        done = await self._load(match_id)
        before = self._waiting.get(match_id, [])
        in_order = dict.fromkeys([*([] if first is None else [first]), *before, *opened])
        wanted = [number for number in in_order if number in opened and number not in done]
        if match_id in self._running:
            self._waiting[match_id] = wanted
        elif wanted:
            self._begin(game, wanted, address)
        return await self.status(match_id, to, address, person)

    def _begin(self, game: Game, wanted: list[int], address: str) -> None:
        mine = self._of_address[address]
        if len(self._running) >= MOST_AT_ONCE or (self._limits.on and mine >= MOST_OF_ADDRESS):
            raise Refused("busy", seconds=10)
        self._of_address[address] += 1
        self._waiting[game.id] = wanted
        task = asyncio.create_task(self._work(game.id, address))
        self._running[game.id] = task
        task.add_done_callback(lambda done: self._ended(game.id, address, done))

    def _ended(self, match_id: str, address: str, done: asyncio.Task[None]) -> None:
        self._running.pop(match_id, None)
        self._waiting.pop(match_id, None)
        self._of_address[address] -= 1
        self._of_address += Counter()  # without those that have none
        if not done.cancelled() and (error := done.exception()) is not None:
            logger.error("the review of a match failed: %s", error)
        if not self._running:
            self._letting_go = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._let_go)

    async def _work(self, match_id: str, address: str) -> None:
        while waiting := self._waiting[match_id]:
            number = waiting[0]
            game = await self._archive.game(match_id, address)
            log = [to_json(event) for event in game.match.log]
            async with self._turn:
                data = await self._review(log, number)
            await self._keep(match_id, number, data)
            self._waiting[match_id] = [each for each in self._waiting[match_id] if each != number]

    async def _review(self, log: list[str], number: int) -> str:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._process(), review_worker.review, log, number, DEPTH)
        except BrokenProcessPool:  # killed, for want of memory perhaps; the next deal gets a new one
            self._let_go()
            raise

    def _process(self) -> ProcessPoolExecutor:
        if self._letting_go is not None:
            self._letting_go.cancel()
            self._letting_go = None
        if self._pool is None:
            fresh = multiprocessing.get_context("spawn")  # a fork would copy our locks and sockets
            self._pool = ProcessPoolExecutor(1, fresh, review_worker.start)
        return self._pool

    def _let_go(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    # What is stored

    async def stored(self, match_id: str) -> list[DealReview]:
        """The deals that are reviewed, in their order."""
        found = await self._load(match_id)
        return [found[number] for number in sorted(found)]

    async def _load(self, match_id: str) -> dict[int, DealReview]:
        """Reviews of another depth, or of an older release that said less, are made anew."""
        query = select(reviews).where(reviews.c.match == match_id, reviews.c.depth == DEPTH)
        rows = await self._store.look(lambda connection: connection.execute(query).all())
        found: dict[int, DealReview] = {}
        for row in rows:
            with suppress(ValueError):
                found[row.deal] = review_worker.read_review(row.data)
        return found

    async def _keep(self, match_id: str, deal: int, data: str) -> None:
        """Unless the match was deleted meanwhile."""

        def write(connection: Connection) -> None:
            if connection.execute(select(matches.c.id).where(matches.c.id == match_id)).first() is None:
                return
            old = delete(reviews).where(reviews.c.match == match_id, reviews.c.deal == deal)
            connection.execute(old)
            row = {"match": match_id, "deal": deal, "depth": DEPTH, "data": data}
            connection.execute(insert(reviews), row)

        with suppress(DatabaseProblem):  # the store has said so; whoever asks again has it made anew
            await self._store.maintain(write)
