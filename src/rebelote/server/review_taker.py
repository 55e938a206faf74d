"""Reviews as jobs in Redis: one a match, taken by any worker, or by a node where there is no worker.

A job says nothing but which match; the deals that are wanted are a note beside it, since whoever asks again
may want others first. What is done is in the database, so another taker goes on from there.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypedDict

import msgspec

from rebelote.server import review_store
from rebelote.server.counts import COUNTS
from rebelote.server.review_process import ReviewProcess
from rebelote.server.store import Store
from rebelote.server.work_queue import FAILURES, Taker, WorkQueue

logger = logging.getLogger("rebelote.server")

FUNCTION: Final = "review"
BEAT_SECONDS: Final = 0.5
SILENT_SECONDS: Final = 2
"""A taker that says nothing for so long is gone: by the clocks of two machines, which must agree."""
SWEEP_SECONDS: Final = 1
PAUSE_SECONDS: Final = 1.0
"""After a failure: the database may be away."""


class Wanted(msgspec.Struct, frozen=True):
    """The deals of a match in the order in which they are wanted; `asker` is a digest of an address."""

    deals: list[int]
    asker: str


_read_wanted: Final = msgspec.json.Decoder(Wanted)


def note(match_id: str) -> str:
    """Where Redis has what is wanted."""
    return f"rebelote:review:{match_id}"


async def read_wanted(queue: WorkQueue, match_id: str) -> Wanted | None:
    found = await queue.redis.get(note(match_id))
    return None if found is None else _read_wanted.decode(found)


class _Context(TypedDict):
    job: Any


class ReviewTaker:
    """Takes one match after another, in one process of low priority."""

    def __init__(self, queue: WorkQueue, store: Store) -> None:
        self._queue = queue
        self._store = store
        self._process = ReviewProcess()
        self._taker: Taker | None = None

    def start(self) -> None:
        if self._taker is None:
            self._taker = Taker(self._queue, FUNCTION, self._review, at_once=1, sweep=SWEEP_SECONDS)
            self._taker.begin()

    async def stop(self) -> None:
        """A match that is being reviewed goes back into the queue, without the deal that was not ended."""
        taker, self._taker = self._taker, None
        if taker is not None:
            await taker.end()
        self._process.close()

    async def _review(self, context: _Context, *, match: str, depth: int) -> None:
        beating = asyncio.create_task(self._beat_loop(context["job"]))
        try:
            while await self._one_deal(match, depth):
                COUNTS.jobs["review", "here"] += 1
            await self._queue.redis.delete(note(match))
        except Exception as error:
            logger.error("the review of a match failed: %s", error)
            await asyncio.sleep(PAUSE_SECONDS)  # it is tried again at once
            raise
        finally:
            beating.cancel()

    async def _beat_loop(self, job: Any) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with suppress(*FAILURES):
                await job.update()

    async def _one_deal(self, match_id: str, depth: int) -> bool:
        """False: there is none left."""
        wanted = await read_wanted(self._queue, match_id)
        found = await self._store.load_match(match_id)
        if wanted is None or found is None:
            return False
        done = await self._store.look(lambda connection: review_store.load(connection, match_id, depth))
        left = [number for number in wanted.deals if number not in done]
        if not left:
            return False
        log = [row.data for row in found.events]
        data = await self._process.review(log, left[0], depth)
        await self._store.maintain(
            partial(review_store.keep, match_id=match_id, deal=left[0], depth=depth, data=data)
        )
        return True
