"""What nodes tell each other: messages by topic, through Redis. One node alone tells nobody.

A message may be lost, and those who need it must notice: by a revision that is missing, or by looking at the
database now and then. What one node publishes arrives in order.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from rebelote.server.counts import COUNTS
from rebelote.server.redis_client import ANSWER_SECONDS, client_of, failures

logger = logging.getLogger("rebelote.server")

Heard = Callable[[bytes], None]

PREFIX: Final = "rebelote:"
"""Of every topic in Redis, which others may use too."""
SHORTEST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 1.0
CHECK_SECONDS: Final = 2.0
"""A connection that is silent for so long is asked whether it is still there, and has as long to answer."""
AGAIN_SECONDS: Final = 0.1
"""After this a loop that has not ended is cancelled again."""
MOST_WAITING: Final = 20_000
"""Messages that wait for Redis; further ones are dropped, as all are while Redis is away."""


class Channel:
    """Of one node alone: what is published reaches nobody."""

    def __init__(self, node: str = "") -> None:
        self.node = node
        self._topics: dict[str, Heard] = {}
        self._ready: dict[str, Callable[[], None]] = {}
        self._returns: list[Callable[[], None]] = []

    @property
    def is_shared(self) -> bool:
        """Whether there may be other nodes."""
        return False

    def publish(self, topic: str, message: bytes) -> None:
        """To all other nodes that have subscribed. It never waits."""

    def subscribe(self, topic: str, heard: Heard, ready: Callable[[], None] | None = None) -> None:
        """`heard` is called with what others publish; one listener a topic. `ready` is called whenever
        that begins, also after a time in which nothing could be heard: an answer is heard from then on."""
        self._topics[topic] = heard
        if ready is not None:
            self._ready[topic] = ready

    def unsubscribe(self, topic: str) -> None:
        self._topics.pop(topic, None)
        self._ready.pop(topic, None)

    def on_return(self, call: Callable[[], None]) -> None:
        """Called when messages can be heard again after a time in which they could not."""
        self._returns.append(call)

    def _deliver(self, topic: str, message: bytes) -> None:
        heard = self._topics.get(topic)
        if heard is None:
            return
        try:
            heard(message)
        except Exception:
            logger.exception("a message of another node on %s could not be taken", topic)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        yield


class RedisChannel(Channel):
    """Publishes once a turn of the loop; subscribes anew when Redis comes back."""

    def __init__(self, url: str, node: str) -> None:
        super().__init__(node)
        self._redis = client_of(url, ANSWER_SECONDS)
        self._pubsub: Any = None
        self._asking: set[asyncio.Future[Any]] = set()
        self._outgoing: list[tuple[str, bytes]] = []
        self._has_outgoing = asyncio.Event()
        self._is_away = False

    @property
    def is_shared(self) -> bool:
        return True

    # Publishing

    def publish(self, topic: str, message: bytes) -> None:
        if len(self._outgoing) < MOST_WAITING:
            self._outgoing.append((topic, message))
            self._has_outgoing.set()

    async def _send_loop(self) -> None:
        sender = self.node.encode() + b" "
        while True:
            await self._has_outgoing.wait()
            self._has_outgoing.clear()
            batch, self._outgoing = self._outgoing, []
            try:
                pipeline = self._redis.pipeline(transaction=False)
                for topic, message in batch:
                    pipeline.publish(PREFIX + topic, sender + message)
                await pipeline.execute()
                COUNTS.published += len(batch)
            except failures() as error:
                self._went_away(error)
                await asyncio.sleep(SHORTEST_PAUSE)

    # Hearing

    def subscribe(self, topic: str, heard: Heard, ready: Callable[[], None] | None = None) -> None:
        super().subscribe(topic, heard, ready)
        self._ask("subscribe", topic)

    def unsubscribe(self, topic: str) -> None:
        super().unsubscribe(topic)
        self._ask("unsubscribe", topic)

    def _ask(self, what: str, topic: str) -> None:
        """Where there is no connection now, the next one begins with all topics."""
        if self._pubsub is not None:
            task = asyncio.ensure_future(getattr(self._pubsub, what)(PREFIX + topic))
            self._asking.add(task)
            task.add_done_callback(self._asked)

    def _asked(self, task: asyncio.Future[Any]) -> None:
        """What failed is asked for again by the next connection."""
        self._asking.discard(task)
        if not task.cancelled():
            task.exception()

    async def _hear_loop(self) -> None:
        pause = SHORTEST_PAUSE
        while True:
            try:
                async with self._redis.pubsub() as pubsub, self._asked_through(pubsub):
                    pause = SHORTEST_PAUSE
                    await self._hear(pubsub)
            except failures() as error:
                self._went_away(error)
            except Exception:
                logger.exception("other nodes can't be heard; they are listened to anew")
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    @asynccontextmanager
    async def _asked_through(self, pubsub: Any) -> AsyncIterator[None]:
        """All topics, and those of later, are asked for through this connection. Before it is closed that
        stops: redis-py would connect again for it."""
        await self._subscribe_to_all(pubsub)
        self._pubsub = pubsub
        self._came_back()
        try:
            yield
        finally:
            self._pubsub = None
            for task in self._asking:
                task.cancel()

    async def _subscribe_to_all(self, pubsub: Any) -> None:
        """Also to what is asked for while this connection is being made."""
        await pubsub.subscribe(PREFIX + self.node)
        asked: set[str] = set()
        while missing := self._topics.keys() - asked:
            await pubsub.subscribe(*(PREFIX + topic for topic in missing))
            asked |= missing

    async def _hear(self, pubsub: Any) -> None:
        asked = False
        while True:
            message = await pubsub.get_message(timeout=CHECK_SECONDS)
            if message is not None:
                asked = False
                self._take(message)
            elif asked:
                raise TimeoutError("it does not answer")
            else:
                asked = True
                await pubsub.ping()

    def _take(self, message: Any) -> None:
        kind = message["type"]
        if kind not in ("subscribe", "message"):
            return
        topic = message["channel"].decode().removeprefix(PREFIX)
        if kind == "subscribe":
            self._call(self._ready.get(topic))
            return
        sender, _, body = message["data"].partition(b" ")
        if sender != self.node.encode():
            COUNTS.heard += 1
            self._deliver(topic, body)

    def _went_away(self, error: Exception) -> None:
        if not self._is_away:
            logger.error("Redis is away: %s; other nodes are heard of through the database", error)
        self._is_away = True

    def _came_back(self) -> None:
        if self._is_away:
            logger.warning("Redis is back")
            self._is_away = False
        for call in self._returns:
            self._call(call)

    def _call(self, call: Callable[[], None] | None) -> None:
        """What goes wrong in one table keeps nobody else from hearing."""
        try:
            if call is not None:
                call()
        except Exception:
            logger.exception("what follows from hearing other nodes again could not be done")

    # From start to stop

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        loops = [asyncio.create_task(self._send_loop()), asyncio.create_task(self._hear_loop())]
        try:
            yield
        finally:
            await ended(loops)
            with suppress(*failures()):
                await self._redis.aclose()


async def ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancelled until they are at their end. redis-py sends within `asyncio.wait_for`, which before Python
    3.12 loses the cancelling where what it waits for is done at the same moment: a stop would hang."""
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=AGAIN_SECONDS)


def channel_of(redis_url: str, node: str) -> Channel:
    """Raises RedisProblem for an address that can't be one."""
    return RedisChannel(redis_url, node) if redis_url else Channel(node)
