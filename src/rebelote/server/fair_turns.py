"""Who is next where there are fewer places than people who want one: addresses take turns."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class Turns:
    """Each address is served first come, first served; then it goes behind the others."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._taken = 0
        self._lines: OrderedDict[str, deque[asyncio.Future[bool]]] = OrderedDict()

    async def take(self, address: str) -> bool:
        """Wait for a place, which has to be given back. False: there are no places any more."""
        if self._taken < self.places:
            self._taken += 1
            return True
        if not self.places:
            return False
        called: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(address, deque()).append(called)
        try:
            return await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled() and called.result():
                self.give_back()
            raise

    def give_back(self) -> None:
        self._taken -= 1
        self._call()

    def resize(self, places: int) -> None:
        """With no place left, all who wait are sent away."""
        self.places = places
        self._call()

    def crowd(self, address: str) -> int:
        """How many share a place: those who have one, those of this address, and the other addresses."""
        own = len(self._lines.get(address, ()))
        others = sum(other != address for other in self._lines)
        return max(1, (self._taken + own + others) // max(1, self.places))

    def _call(self) -> None:
        while self._lines and (self._taken < self.places or not self.places):
            address, line = self._lines.popitem(last=False)
            called = line.popleft()
            if line:
                self._lines[address] = line
            if not called.done():
                self._taken += bool(self.places)
                called.set_result(bool(self.places))
