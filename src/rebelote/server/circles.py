"""When Python looks for objects that hold each other in a circle: seldom, and not among what play makes.

Looking stops every table, for a microsecond or so an object. What an action makes holds no circles (the
values are declared so, and what is of no more use is let go at once), but it is what nearly all objects are:
of 600 tables at four actions a second, 90,000 would be looked at for 100 to 200 ms, again and again, and
nothing found. So what came in a second in which little but actions happened is put aside unseen. Requests
and connections do leave some circles; these are looked for as usual, and once an hour among all.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

from rebelote.server.counts import COUNTS

YOUNG: Final = (200_000, 50, 100)
"""How many objects more than are gone must have come before Python looks through the young ones, and after
how many such looks through the older."""
LOOK_SECONDS: Final = 1.0
FULL_SECONDS: Final = 3600.0
OF_AN_ACTION: Final = 2.0
"""Objects that an action leaves behind, here or heard of from another node: 1.2 where four play contrée. A
second with more to an action had something else in it."""


class Circles:
    """`look` is for every second; until `end` Python looks as described."""

    def __init__(self, now: float) -> None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*YOUNG)
        self._full_at = now + FULL_SECONDS
        self._actions = _actions()
        self._young = 0

    def look(self, now: float) -> None:
        young, actions = gc.get_count()[0], _actions()
        if now >= self._full_at:
            self._full_at = now + FULL_SECONDS
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        elif young - self._young <= OF_AN_ACTION * (actions - self._actions):
            gc.freeze()
        self._young, self._actions = gc.get_count()[0], actions


def _actions() -> int:
    return COUNTS.actions + COUNTS.heard


async def look_loop() -> None:
    clock = asyncio.get_running_loop().time
    circles = Circles(clock())
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        circles.look(clock())
