"""Work that strangers may ask for: few threads of its own, a bounded queue, a deadline, and no work twice."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, TypeVar, cast

from rebelote.errors import RebeloteError
from rebelote.server.problems import Refused

THREADS: Final = 2
MOST_WAITING: Final = 30
SECONDS: Final = 2.0
MOST_KEPT: Final = 128
PASSING: Final = ("busy", "too_slow")
"""Refusals that say nothing about the work itself."""

T = TypeVar("T")


class WorkPool:
    """What runs here was bounded beforehand (ruleset.limits): a thread can't be stopped, only waited for.

    Whoever waits longer than `seconds` is refused; work that has not begun by then is dropped.
    """

    def __init__(self, threads: int = THREADS, waiting: int = MOST_WAITING, seconds: float = SECONDS) -> None:
        self._pool = ThreadPoolExecutor(threads, "rebelote-work")
        self._most = threads + waiting
        self._seconds = seconds
        self._here = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def run(self, work: Callable[[], T]) -> T:
        if self._here >= self._most:
            raise Refused("busy")
        self._count(1)
        job = self._pool.submit(work)
        job.add_done_callback(self._done)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job), self._seconds)
        except TimeoutError:
            raise Refused("too_slow", limit=f"{self._seconds:g}") from None

    def _done(self, _job: Future[Any]) -> None:
        self._count(-1)

    def _count(self, change: int) -> None:
        with self._lock:
            self._here += change

    async def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """For all who ask with this key, at once or later: what came of it is kept, a refusal too."""
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = asyncio.ensure_future(self.run(work))
            found.add_done_callback(lambda done: self._keep_or_drop(key, done))
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        try:
            return cast(T, await asyncio.shield(found))
        except RebeloteError as error:
            raise error.with_traceback(None) from None

    def _keep_or_drop(self, key: Hashable, done: asyncio.Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        passing = isinstance(error, Refused) and error.code in PASSING
        if done.cancelled() or passing or (error is not None and not isinstance(error, RebeloteError)):
            self._kept.pop(key, None)
