"""This server as one of several at a database: it lives, looks at its tables' revisions, and drives some.

A node drives the tables at which it has players, if no other does. What Redis did not bring is found out
here, once a second; so a match goes on without Redis too, only slower.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, Protocol

from rebelote.server import table_heads
from rebelote.server.attendance import Attendance
from rebelote.server.channel import Channel
from rebelote.server.counts import COUNTS
from rebelote.server.database import DatabaseProblem
from rebelote.server.store import Store
from rebelote.server.table_heads import HeadNow

logger = logging.getLogger("rebelote.server")

LOOK_SECONDS: Final = 1.0
ON_THE_WAY_SECONDS: Final = 0.1
"""After this a message is taken for lost."""
SAY_AGAIN: Final = 5
"""Every so many seconds each node says again who is with it."""


class Driven(Protocol):
    """A table, as its node sees it. `fence` is there while the node drives it."""

    id: str
    revision: int
    fence: int | None

    @property
    def wants_driver(self) -> bool: ...
    def wake(self) -> None: ...
    def announce(self) -> None: ...
    def forget_dead(self, living: frozenset[str], asked: float) -> None: ...
    async def catch_up(self) -> None: ...


class Nodes:
    def __init__(self, node: str, store: Store, channel: Channel, rooms: Callable[[], list[Driven]]) -> None:
        self.node = node
        self.channel = channel
        self._store = store
        self._rooms = rooms
        self._to_take: dict[str, Driven] = {}
        self._taking: asyncio.Task[None] | None = None
        self._to_give_up: dict[str, int] = {}
        self._giving_up: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._leaving = False
        self._renewed = 0
        self._renewer = ThreadPoolExecutor(1, "rebelote-renewer")
        self.attendance = Attendance(node, store, self._renewer)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        await self._renew()
        loops = [asyncio.create_task(_every_second(work)) for work in (self._renew, self._look)]
        loops.append(asyncio.create_task(self.attendance.write_loop()))
        try:
            yield
        finally:
            for loop in loops:
                loop.cancel()
            with suppress(DatabaseProblem):
                await self.leave()
            for task in self._tasks:
                task.cancel()
            await asyncio.to_thread(self._renewer.shutdown)

    async def leave(self) -> None:
        """Before the process ends: others need not wait until it is known to be dead. What a node drove that
        does not live is anybody's."""
        self._leaving = True
        self.attendance.close()
        driven = [room for room in self._rooms() if room.fence is not None]
        for room in driven:
            room.fence = None
        await self._store.change(
            lambda connection: table_heads.leave(connection, self.node),
            self._renewer,  # after whatever is being renewed or written there
        )
        self._say_given_up(room.id for room in driven)

    # Living

    async def _renew(self) -> None:
        """In a thread of its own: a node is not taken for dead because it has much to read."""
        if self._leaving:
            return
        asked = asyncio.get_running_loop().time()
        life = await self._store.change(
            lambda connection: table_heads.renew(connection, self.node), self._renewer
        )
        self._renewed += 1
        if life.had_lapsed:
            self.attendance.write_all()
        for room in self._rooms():
            room.forget_dead(life.living, asked)
            if life.had_lapsed or self._renewed % SAY_AGAIN == 0:  # others may have forgotten who is here
                room.announce()

    # Looking

    async def _look(self) -> None:
        rooms = {room.id: room for room in self._rooms()}
        if not rooms:
            return
        heads = await self._store.look(lambda connection: table_heads.look(connection, rooms))
        behind = [rooms[name] for name, head in heads.items() if head.revision > rooms[name].revision]
        if behind:
            await asyncio.sleep(ON_THE_WAY_SECONDS)
        missed = [room for room in behind if heads[room.id].revision > room.revision]
        COUNTS.gaps += len(missed)
        for table_id, head in heads.items():
            self._compare(rooms[table_id], head)
        await asyncio.gather(*(room.catch_up() for room in missed))

    def _compare(self, room: Driven, head: HeadNow) -> None:
        if room.fence is not None and head.fence < room.fence:  # it was read before this node took the table
            return
        if room.fence is not None and (head.driver, head.fence) != (self.node, room.fence):
            room.fence = None
        if room.fence is None and room.wants_driver and (not head.is_driven or head.driver == self.node):
            self.drive_soon(room)
        elif room.fence is not None and not room.wants_driver:
            self.give_up(room)

    # Driving

    def drive_soon(self, room: Driven) -> None:
        """If nobody else drives it. All that are asked for in a turn of the loop are taken together."""
        self._to_take[room.id] = room
        if self._taking is None:
            self._taking = self._start(self._take_all())

    async def _take_all(self) -> None:
        try:
            while self._to_take:
                wanted, self._to_take = self._to_take, {}
                await self._take_over(
                    [room for room in wanted.values() if room.fence is None and room.wants_driver]
                )
        except DatabaseProblem:
            pass  # the next look tries again
        finally:
            self._taking = None

    async def _take_over(self, rooms: list[Driven]) -> None:
        if self._leaving or not rooms:
            return
        taken = await self._store.change(
            lambda connection: table_heads.take_over(connection, [room.id for room in rooms], self.node)
        )
        for room in rooms:
            if room.id in taken:
                room.fence = taken[room.id].fence
                COUNTS.takeovers += 1
                if room.wants_driver:
                    self._start(_go_on(room, taken[room.id].revision))
                else:  # its players have left meanwhile, or it was let go
                    self.give_up(room)

    def give_up(self, room: Driven) -> None:
        """Another node has the players. All that are given up in a turn of the loop go together."""
        if room.fence is None:
            return
        self._to_give_up[room.id] = room.fence
        room.fence = None
        if self._giving_up is None:
            self._giving_up = self._start(self._give_up_all())

    async def _give_up_all(self) -> None:
        """Until the database has it: while this node lives, no other takes what is called its own."""
        try:
            while self._to_give_up:
                fences, self._to_give_up = self._to_give_up, {}
                try:
                    await self._store.change(partial(table_heads.give_up, node=self.node, fences=fences))
                except DatabaseProblem:
                    self._to_give_up = {**fences, **self._to_give_up}
                    await asyncio.sleep(LOOK_SECONDS)
                else:
                    self._say_given_up(fences)
        finally:
            self._giving_up = None

    def _say_given_up(self, ids: Iterable[str]) -> None:
        for table_id in ids:
            self.channel.publish(topic_of(table_id), GIVEN_UP)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a table could not be taken over or given up", exc_info=error)


async def _go_on(room: Driven, revision: int) -> None:
    """A table that this node has just begun to drive."""
    if revision > room.revision:
        with suppress(DatabaseProblem):  # the next look sees that it is behind
            await room.catch_up()
    room.wake()


async def _every_second(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            await work()
        except DatabaseProblem:  # the store has said so
            continue
        except Exception:
            logger.exception("the nodes or the tables could not be looked at")


def topic_of(table_id: str) -> str:
    return f"table:{table_id}"


GIVEN_UP: Final = b'["given_up"]'
