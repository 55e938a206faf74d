"""What a node asks of the queue of reviews, and how it makes them itself while there are no workers."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import msgspec

from rebelote.review import DEPTH
from rebelote.server.counts import COUNTS
from rebelote.server.problems import Refused
from rebelote.server.rates import Limits
from rebelote.server.review_jobs import MOST_AT_ONCE, MOST_OF_ADDRESS
from rebelote.server.review_taker import (
    FUNCTION,
    SILENT_SECONDS,
    ReviewTaker,
    Wanted,
    note,
    read_wanted,
)
from rebelote.server.store import Store
from rebelote.server.thinking import ALIVE_SECONDS, TELL_SECONDS, Workers
from rebelote.server.work_queue import FAILURES, REVIEWS, WorkQueue

logger = logging.getLogger("rebelote.server")

TRIES: Final = 10
"""How often a match is taken up that nobody could end."""
NOTE_SECONDS: Final = 86_400


class QueuedReviews:
    """As a node sees the queue. `ReviewLine` says what each is for."""

    def __init__(self, redis_url: str, store: Store, limits: Limits, workers: Workers) -> None:
        self._queue = WorkQueue(redis_url, REVIEWS)
        self._limits = limits
        self._workers = workers
        self._taker = ReviewTaker(self._queue, store)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """This node makes reviews itself as long as there are no workers."""
        taking = asyncio.create_task(self._take_loop())
        try:
            yield
        finally:
            taking.cancel()
            await self._taker.stop()
            with suppress(*FAILURES):
                await self._queue.disconnect()

    async def _take_loop(self) -> None:
        """Reviews are made here while no worker is there."""
        await asyncio.sleep(ALIVE_SECONDS)  # workers have said by then that they are there
        while True:
            try:
                if self._workers.threads:
                    await self._taker.stop()
                else:
                    self._taker.start()
            except Exception:
                logger.exception("reviews could not be begun or left to the workers")
            await asyncio.sleep(TELL_SECONDS)

    async def waiting(self, match_id: str) -> list[int] | None:
        try:
            if not await self._is_on(match_id):
                return None
            found = await read_wanted(self._queue, match_id)
        except FAILURES:
            return None
        return None if found is None else found.deals

    async def _is_on(self, match_id: str) -> bool:
        """Also while it is taken from one that is gone."""
        pipeline = self._queue.redis.pipeline(transaction=False)
        pipeline.zscore(self._queue.namespace("incomplete"), self._queue.job_id(match_id))
        pipeline.exists(f"saq:abort:{match_id}")
        score, aborting = await pipeline.execute()
        return score is not None or bool(aborting)

    async def want(self, match_id: str, deals: list[int], address: str) -> None:
        asker = hashlib.sha256(address.encode()).hexdigest()[:16]
        try:
            if not await self._is_on(match_id):
                await self._check_space(asker)
            wanted = msgspec.json.encode(Wanted(deals, asker))
            await self._queue.redis.set(note(match_id), wanted, ex=NOTE_SECONDS)
            asked = await self._queue.enqueue(
                FUNCTION,
                key=match_id,
                match=match_id,
                depth=DEPTH,
                timeout=0,
                heartbeat=SILENT_SECONDS,
                retries=TRIES,
                ttl=-1,
            )
        except FAILURES:
            raise Refused("busy", seconds=10) from None
        COUNTS.jobs["review", "asked"] += asked is not None

    async def _check_space(self, asker: str) -> None:
        jobs = await self._queue.redis.zrange(self._queue.namespace("incomplete"), 0, MOST_AT_ONCE)
        mine = 0
        for job in jobs:
            found = await read_wanted(self._queue, self._queue.job_key_from_id(job.decode()))
            mine += found is not None and found.asker == asker
        if len(jobs) >= MOST_AT_ONCE or (self._limits.on and mine >= MOST_OF_ADDRESS):
            raise Refused("busy", seconds=10)
