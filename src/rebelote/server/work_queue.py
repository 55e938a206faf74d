"""Two queues in Redis between nodes and workers, kept by SAQ: experts' moves, and matches to review."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

import msgspec
from saq.job import Job
from saq.queue.redis import RedisQueue
from saq.worker import Worker

from rebelote.server.redis_client import client_of, failures

MOVES: Final = "rebelote-moves"
REVIEWS: Final = "rebelote-reviews"

FAILURES: Final = failures()
"""Redis is away, or in trouble."""
DEQUEUE_SECONDS: Final = 1.0
"""How long Redis is asked to wait for work; much shorter than its time for an answer."""
PAUSE_SECONDS: Final = 0.5
"""Before work is asked for again where Redis was away."""
ABORT_SECONDS: Final = 0.5
"""How long a worker that is silent is waited for once more, before its job goes to another."""
SELDOM: Final = 60

logging.getLogger("saq").setLevel(logging.CRITICAL)  # it would write jobs, and so hands, into the log


class WorkQueue(RedisQueue):
    """Whoever asks for work is told nothing while Redis is away, and asks again."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(client_of(url), name, dump=msgspec.json.encode, load=msgspec.json.decode)

    async def dequeue(self, timeout: float = 0.0, poll_interval: float = 0.0) -> Job | None:
        try:
            return await super().dequeue(timeout, poll_interval)
        except FAILURES:
            await asyncio.sleep(PAUSE_SECONDS)
            return None

    async def sweep(self, lock: int = SELDOM, abort: float = ABORT_SECONDS) -> list[str]:
        return await super().sweep(lock, abort)

    async def check(self) -> None:
        """Raises one of FAILURES where Redis does not answer."""
        await self.version()


class Taker(Worker[Any]):
    """Takes jobs from one queue, until it is told to stop: those that it can't end it gives back."""

    def __init__(
        self,
        queue: WorkQueue,
        name: str,
        work: Any,
        *,
        at_once: int,
        sweep: int = SELDOM,
        last_seconds: int = 0,
    ) -> None:
        super().__init__(
            queue,
            [(name, work)],
            concurrency=at_once,
            timers={"schedule": SELDOM, "worker_info": SELDOM, "sweep": sweep, "abort": 1},
            dequeue_timeout=DEQUEUE_SECONDS,
            shutdown_grace_period_s=last_seconds,
        )
        self.SIGNALS = []  # the process hears them itself
        self._running: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._running = asyncio.create_task(self.start())

    async def end(self) -> None:
        """Jobs that are under way have their last seconds; what can't be ended in them goes back."""
        if self._running is None:
            return
        await asyncio.sleep(0)  # `start` forgets that it was told to stop before its first step
        with suppress(*FAILURES):
            await self.stop()
            await self._running
