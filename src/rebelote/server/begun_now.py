"""Work that begins in its caller's turn of the loop. A task would begin in the next, after being woken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

Work = Coroutine[Any, None, None]


def begin(work: Work, ended: Callable[[], None]) -> None:
    """Up to where it waits for something, and on from there when that has come. It is in no task: nobody can
    cancel it, and what it does must catch its own errors."""
    _Begun(work, ended).go_on()


class _Begun:
    __slots__ = ("_ended", "_work")

    def __init__(self, work: Work, ended: Callable[[], None]) -> None:
        self._work = work
        self._ended = ended

    def go_on(self, _come: asyncio.Future[Any] | None = None) -> None:
        try:
            awaited: asyncio.Future[Any] | None = self._work.send(None)
        except StopIteration:
            self._ended()
        except BaseException:
            self._ended()
            raise
        else:
            self._wait(awaited)

    def _wait(self, awaited: asyncio.Future[Any] | None) -> None:
        if awaited is None:  # it lets others go first
            asyncio.get_running_loop().call_soon(self.go_on)
        else:
            awaited._asyncio_future_blocking = False
            awaited.add_done_callback(self.go_on)
