"""The one process in which reviews are made, started when there is work and let go when there is none."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from rebelote.server import review_worker

IDLE_SECONDS: Final = 120.0
"""How long the process waits for more work before it is let go."""


class ReviewProcess:
    """Reviews take turns, deal by deal."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._letting_go: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """A deal that is being reviewed is left undone."""
        if self._letting_go is not None:
            self._letting_go.cancel()
            self._letting_go = None
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def review(self, log: list[str], deal: int, depth: int) -> str:
        """The review of a finished deal as JSON. The log is a line of JSON an event."""
        loop = asyncio.get_running_loop()
        async with self._turn:
            try:
                return await loop.run_in_executor(self._process(), review_worker.review, log, deal, depth)
            except BrokenProcessPool:  # killed, for want of memory perhaps; the next deal gets a new one
                self.close()
                raise
            finally:
                self._letting_go = loop.call_later(IDLE_SECONDS, self.close)

    def _process(self) -> ProcessPoolExecutor:
        if self._letting_go is not None:
            self._letting_go.cancel()
            self._letting_go = None
        if self._pool is None:
            fresh = multiprocessing.get_context("spawn")  # a fork would copy our locks and sockets
            self._pool = ProcessPoolExecutor(1, fresh, review_worker.start)
        return self._pool
