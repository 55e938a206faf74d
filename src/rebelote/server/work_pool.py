"""Work that strangers may ask for: few threads of its own, a bounded queue, a deadline, and no work twice."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeVar, cast

from rebelote.errors import RebeloteError
from rebelote.server.problems import Refused
from rebelote.server.rates import Limits

THREADS: Final = 2
MOST_WAITING: Final = 30
SECONDS: Final = 2.0
SHARES: Final = 4
"""One address has one of so many shares of the places."""
MOST_KEPT: Final = 128
PASSING: Final = ("busy", "too_slow")
"""Refusals that say nothing about the work itself."""

T = TypeVar("T")


class _Kept(NamedTuple):
    edition: Hashable
    made: asyncio.Future[Any]


class WorkPool:
    """What runs here was bounded beforehand (ruleset.limits): a thread can't be stopped, only waited for.

    Whoever waits longer than `seconds` is refused; work that has not begun by then is dropped.
    """

    def __init__(
        self,
        threads: int = THREADS,
        waiting: int = MOST_WAITING,
        seconds: float = SECONDS,
        limits: Limits | None = None,
    ) -> None:
        self._limits = limits or Limits(on=False)
        self._of_address: Counter[str] = Counter()
        self._pool = ThreadPoolExecutor(threads, "rebelote-work")
        self._most = threads + waiting
        self._seconds = seconds
        self._here = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def run(self, work: Callable[[], T], address: str = "") -> T:
        """One address has a share of what may wait, and pays for the time that its work took, also where
        that is longer than anybody waited."""
        full = self._here >= self._most
        if full or (self._limits.on and self._of_address[address] >= self._most // SHARES):
            raise Refused("busy", seconds=1)
        self._count(1)
        self._of_address[address] += 1
        loop, took = asyncio.get_running_loop(), [0.0]

        def pay(_job: Future[T]) -> None:
            with suppress(RuntimeError):  # the loop is gone
                loop.call_soon_threadsafe(lambda: self._limits.charge(address, 1000 * took[0]))

        job = self._pool.submit(_timed(work, took))
        job.add_done_callback(self._done)
        job.add_done_callback(pay)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job), self._seconds)
        except TimeoutError:
            raise Refused("too_slow", limit=f"{self._seconds:g}") from None
        finally:
            self._of_address[address] -= 1
            self._of_address += Counter()  # without those that have none

    def _done(self, _job: Future[Any]) -> None:
        self._count(-1)

    def _count(self, change: int) -> None:
        with self._lock:
            self._here += change

    async def once(
        self, key: Hashable, work: Callable[[], T], address: str = "", *, edition: Hashable = None
    ) -> T:
        """For all who ask with this key, at once or later: what came of it is kept, a refusal too. Of what is
        made anew from time to time the last edition is kept alone."""
        kept = self._kept.get(key)
        if kept is None or kept.edition != edition:
            kept = self._kept[key] = _Kept(edition, asyncio.ensure_future(self.run(work, address)))
            kept.made.add_done_callback(lambda done: self._keep_or_drop(key, done))
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        try:
            return cast(T, await asyncio.shield(kept.made))
        except RebeloteError as error:
            raise error.with_traceback(None) from None

    def _keep_or_drop(self, key: Hashable, done: asyncio.Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        passing = isinstance(error, Refused) and error.code in PASSING
        if done.cancelled() or passing or (error is not None and not isinstance(error, RebeloteError)):
            kept = self._kept.get(key)
            if kept is not None and kept.made is done:
                del self._kept[key]


def _timed(work: Callable[[], T], took: list[float]) -> Callable[[], T]:
    """`took` is how long it worked, in seconds, without those in which others did."""

    def timed() -> T:
        began = time.thread_time()
        try:
            return work()
        finally:
            took[0] = time.thread_time() - began

    return timed
