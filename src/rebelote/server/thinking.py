"""A bot's move asked of the workers: what a node sends, what comes back, and which workers there are.

A question holds what one seat may see and nothing else. A node waits a bounded time, then it thinks itself.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Final

import msgspec

from rebelote.actions import Action
from rebelote.bots.protocol import decode_action
from rebelote.codec import encode
from rebelote.server.channel import Channel
from rebelote.server.counts import COUNTS
from rebelote.server.sent_views import SentView, write_view
from rebelote.stored_log import write_rules

if TYPE_CHECKING:
    from saq.job import Job

    from rebelote.ruleset import Ruleset

logger = logging.getLogger("rebelote.server")

PRESENCE: Final = "workers"
"""The topic on which workers say that they are there."""
TELL_SECONDS: Final = 0.5
ALIVE_SECONDS: Final = 2.0
"""A worker that was silent for so long is gone."""
MARGIN_SECONDS: Final = 2.0
"""Beyond a move's budget: then the node thinks itself."""
FUNCTION: Final = "move"


def answers_topic(node: str) -> str:
    """Where a node hears the answers to its questions."""
    return f"answers:{node}"


class Present(msgspec.Struct, frozen=True):
    """A worker is there and can think of so many moves at once; with none, it goes."""

    worker: str
    threads: int


class Question(msgspec.Struct, frozen=True):
    """`rules` and `view` are JSON; `luck` seeds the bot, and has nothing to do with the cards."""

    key: str
    node: str
    bot: str
    ms: int | None
    luck: int
    rules: str
    view: str


class Answer(msgspec.Struct, frozen=True):
    """`action` is JSON; None: the bot failed. `ms` is the processor's time that it took."""

    key: str
    action: str | None
    ms: float


class Asked(msgspec.Struct, frozen=True):
    """A move that is wanted."""

    bot: str
    rules: Ruleset
    view: SentView


_read_present: Final = msgspec.json.Decoder(Present)
_read_answer: Final = msgspec.json.Decoder(Answer)


class Workers:
    """`on_change` is called when there are more or fewer threads that think for the nodes."""

    def __init__(self, redis_url: str, channel: Channel) -> None:
        from rebelote.server.work_queue import MOVES, WorkQueue

        self._queue = WorkQueue(redis_url, MOVES)
        self._channel = channel
        self._present: dict[str, tuple[int, float]] = {}
        self._waiting: dict[str, asyncio.Future[Answer | None]] = {}
        self._dropping: set[asyncio.Task[None]] = set()
        self.threads = 0
        self.on_change: Callable[[int], None] = lambda _threads: None
        channel.subscribe(PRESENCE, self._heard_present)
        channel.subscribe(answers_topic(channel.node), self._heard_answer)

    # Who is there

    def _heard_present(self, message: bytes) -> None:
        told = _read_present.decode(message)
        self._present[told.worker] = told.threads, asyncio.get_running_loop().time() + ALIVE_SECONDS
        self._count()

    async def watch_loop(self) -> None:
        """Until cancelled: those who are silent are forgotten."""
        while True:
            await asyncio.sleep(TELL_SECONDS)
            self._count()

    def _count(self) -> None:
        now = asyncio.get_running_loop().time()
        self._present = {
            worker: (threads, until)
            for worker, (threads, until) in self._present.items()
            if threads and until > now
        }
        threads = sum(threads for threads, _ in self._present.values())
        if threads == self.threads:
            return
        self.threads = threads
        self.on_change(threads)
        if not threads:
            self._give_up()

    def _give_up(self) -> None:
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result(None)

    # Moves

    async def move(self, asked: Asked, ms: int | None) -> tuple[Action, float] | None:
        """What was chosen, and the milliseconds that it took; None: nobody answered in time."""
        COUNTS.jobs["move", "asked"] += 1
        answer = await self._answer(asked, ms)
        if answer is None or answer.action is None:
            COUNTS.jobs["move", "late" if answer is None else "failed"] += 1
            return None
        COUNTS.jobs["move", "answered"] += 1
        return decode_action(answer.action), answer.ms

    async def _answer(self, asked: Asked, ms: int | None) -> Answer | None:
        from rebelote.server.work_queue import FAILURES

        question = self._question(asked, ms)
        waiting: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._waiting[question.key] = waiting
        seconds = (ms or 0) / 1000 + MARGIN_SECONDS
        job: Job | None = None
        answer: Answer | None = None
        try:
            async with asyncio.timeout(seconds):
                text = encode(question).decode("utf-8")
                job = await self._queue.enqueue(
                    FUNCTION, key=question.key, question=text, timeout=ceil(seconds), ttl=-1
                )
                answer = await waiting
        except FAILURES:  # among them a timeout
            logger.debug("a worker did not answer")
        finally:
            del self._waiting[question.key]
            if job is not None and answer is None:
                self._drop(job)
        return answer

    def _question(self, asked: Asked, ms: int | None) -> Question:
        return Question(
            key=secrets.token_hex(8),
            node=self._channel.node,
            bot=asked.bot,
            ms=ms,
            luck=secrets.randbits(62),
            rules=_written(asked.rules),
            view=write_view(asked.view),
        )

    def _heard_answer(self, message: bytes) -> None:
        """One that comes too late is for nobody."""
        answer = _read_answer.decode(message)
        waiting = self._waiting.get(answer.key)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def _drop(self, job: Job) -> None:
        """Nobody needs to begin it any more."""

        async def drop() -> None:
            from rebelote.server.work_queue import FAILURES

            with suppress(*FAILURES):
                await self._queue.abort(job, "late")

        dropping = asyncio.create_task(drop())
        self._dropping.add(dropping)
        dropping.add_done_callback(self._dropping.discard)

    async def close(self) -> None:
        """Nobody is waited for any more."""
        from rebelote.server.work_queue import FAILURES

        self._give_up()
        with suppress(*FAILURES):
            await self._queue.disconnect()


def workers_of(redis_url: str, channel: Channel) -> Workers | None:
    """None where there is no Redis: then this process does everything."""
    return Workers(redis_url, channel) if redis_url else None


@asynccontextmanager
async def watched(workers: Workers | None) -> AsyncIterator[None]:
    """For as long as the server runs."""
    if workers is None:
        yield
        return
    watching = asyncio.create_task(workers.watch_loop())
    try:
        yield
    finally:
        watching.cancel()
        await workers.close()


_written = lru_cache(maxsize=128)(write_rules)
