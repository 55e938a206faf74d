"""What serves one thread at a time: each thread that asks has its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class ThreadOwned(Generic[T]):
    """Made for a thread when it first asks, and gone with whoever holds this.

    >>> made = ThreadOwned(list)
    >>> made.own() is made.own()
    True
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._kept = threading.local()

    def own(self) -> T:
        """That of the thread that asks."""
        if not hasattr(self._kept, "own"):
            self._kept.own = self._make()
        found: T = self._kept.own
        return found
