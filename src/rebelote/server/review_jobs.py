"""Reviews of matches that people ask for: made deal by deal, stored as they are done.

Whoever asks may leave: the work goes on, after a restart of the server too.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from typing import Final, Protocol

from rebelote.review import DEPTH, DealReview, sum_up
from rebelote.server import review_store
from rebelote.server.archive import Archive
from rebelote.server.counts import COUNTS
from rebelote.server.database import DatabaseProblem
from rebelote.server.messages.reviews import ReviewAnswer, ReviewState
from rebelote.server.problems import Refused
from rebelote.server.rates import Limits
from rebelote.server.review_messages import Reader, review_answer
from rebelote.server.review_process import ReviewProcess
from rebelote.server.store import Store

MOST_AT_ONCE: Final = 40
"""Matches whose review is wanted and not done."""
MOST_OF_ADDRESS: Final = 4

logger = logging.getLogger("rebelote.server")


class ReviewLine(Protocol):
    """Who makes the reviews that are wanted."""

    async def waiting(self, match_id: str) -> list[int] | None:
        """The deals that are still to be reviewed, in order; None: nobody is at it."""

    async def want(self, match_id: str, deals: list[int], address: str) -> None:
        """These, and in this order. Raises Refused."""

    def opened(self) -> AbstractAsyncContextManager[None]:
        """For as long as the server runs."""


class ReviewJobs:
    """What is asked for, and what is done of it."""

    def __init__(self, store: Store, archive: Archive, line: ReviewLine) -> None:
        self._store = store
        self._archive = archive
        self._line = line

    def opened(self) -> AbstractAsyncContextManager[None]:
        """For as long as the server runs."""
        return self._line.opened()

    async def status(
        self, match_id: str, to: Reader, address: str, person: str | None = None
    ) -> ReviewAnswer:
        """How far the review is, and what is done of it."""
        game, opened = await self._archive.marked(match_id, address, person)
        waiting = await self._line.waiting(match_id)
        done = await self._load(match_id)
        found = [done[number] for number in opened if number in done]
        state: ReviewState = "none"
        if found and len(found) == len(opened):
            state = "done"
        elif waiting is not None:
            state = "running"
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
        _, opened = await self._archive.marked(match_id, address, person)
        done = await self._load(match_id)
        before = await self._line.waiting(match_id)
        in_order = dict.fromkeys([*([] if first is None else [first]), *(before or ()), *opened])
        wanted = [number for number in in_order if number in opened and number not in done]
        if wanted:
            await self._line.want(match_id, wanted, address)
        return await self.status(match_id, to, address, person)

    async def stored(self, match_id: str) -> list[DealReview]:
        """The deals that are reviewed, in their order."""
        found = await self._load(match_id)
        return [found[number] for number in sorted(found)]

    async def _load(self, match_id: str) -> dict[int, DealReview]:
        return await self._store.look(lambda connection: review_store.load(connection, match_id, DEPTH))


class OwnReviews:
    """Made by this server, in one process. Matches take turns deal by deal, so a long one does not keep a
    short one waiting.

    `resumes`: what is wanted is stored, and taken up again when the server starts. Not where several nodes
    share a database: one that starts can't tell what the others are at."""

    def __init__(self, store: Store, limits: Limits, *, resumes: bool) -> None:
        self._store = store
        self._resumes = resumes
        self._limits = limits
        self._process = ReviewProcess()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[str, list[int]] = {}
        self._of_address: Counter[str] = Counter()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        if self._resumes:
            with suppress(DatabaseProblem):  # the store has said so
                wanted = await self._store.maintain(partial(review_store.resume, at_most=MOST_AT_ONCE))
                for match_id, deals in wanted.items():
                    self._begin(match_id, deals, address="")
        yield
        for task in self._running.values():
            task.cancel()
        self._process.close()

    async def waiting(self, match_id: str) -> list[int] | None:
        return self._waiting.get(match_id)

    async def want(self, match_id: str, deals: list[int], address: str) -> None:
        if match_id in self._running:
            self._waiting[match_id] = deals
            await self._remember(match_id, deals)
            return
        mine = self._of_address[address]
        if len(self._running) >= MOST_AT_ONCE or (self._limits.on and mine >= MOST_OF_ADDRESS):
            raise Refused("busy", seconds=10)
        self._begin(match_id, deals, address)
        await self._remember(match_id, deals)

    def _begin(self, match_id: str, deals: list[int], address: str) -> None:
        self._of_address[address] += 1
        self._waiting[match_id] = deals
        task = asyncio.create_task(self._work(match_id))
        self._running[match_id] = task
        task.add_done_callback(lambda done: self._ended(match_id, address, done))

    def _ended(self, match_id: str, address: str, done: asyncio.Task[None]) -> None:
        self._running.pop(match_id, None)
        self._waiting.pop(match_id, None)
        self._of_address[address] -= 1
        self._of_address += Counter()  # without those that have none
        if not done.cancelled() and (error := done.exception()) is not None:
            logger.error("the review of a match failed: %s", error)

    async def _remember(self, match_id: str, deals: list[int]) -> None:
        if self._resumes:
            with suppress(DatabaseProblem):  # the store has said so; the review goes on, until a restart
                await self._store.maintain(partial(review_store.want, match_id=match_id, deals=deals))

    async def _work(self, match_id: str) -> None:
        try:
            await self._review_all(match_id)
        except Exception:  # not one who stops the server
            await self._remember(match_id, [])
            raise
        await self._remember(match_id, [])

    async def _review_all(self, match_id: str) -> None:
        """Whether the deals may be seen was looked at when they were asked for."""
        while waiting := self._waiting[match_id]:
            number = waiting[0]
            found = await self._store.load_match(match_id)
            if found is None:  # deleted meanwhile
                return
            log = [row.data for row in found.events]
            data = await self._process.review(log, number, DEPTH)
            COUNTS.jobs["review", "here"] += 1
            keep = partial(review_store.keep, match_id=match_id, deal=number, depth=DEPTH, data=data)
            with suppress(DatabaseProblem):  # the store has said so; whoever asks again has it made anew
                await self._store.maintain(keep)
            self._waiting[match_id] = [each for each in self._waiting[match_id] if each != number]
