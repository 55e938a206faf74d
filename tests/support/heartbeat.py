"""How long an event loop stands still."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

STANDSTILL = 0.05


class Heartbeat:
    """The most processor time that the loop's thread took between two beats."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def beat(self) -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(0.001)
            self.longest = max(self.longest, time.thread_time() - before)

    @asynccontextmanager
    async def beating(self) -> AsyncIterator[None]:
        gc.disable()  # the test's own garbage is not the server's work
        task = asyncio.create_task(self.beat())
        try:
            yield
        finally:
            task.cancel()
            gc.enable()
