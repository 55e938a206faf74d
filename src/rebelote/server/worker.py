"""A worker as a process: it thinks of bots' moves and reviews matches for the nodes, until a signal."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import secrets
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final

import msgspec

from rebelote import bots
from rebelote.bots.budget import Budget
from rebelote.codec import encode
from rebelote.server.channel import Channel, channel_of
from rebelote.server.counts import COUNTS
from rebelote.server.logs import event
from rebelote.server.process_end import end_in
from rebelote.server.redis_client import RedisProblem
from rebelote.server.review_taker import ReviewTaker
from rebelote.server.sent_views import read_view
from rebelote.server.settings import Settings
from rebelote.server.store import Store
from rebelote.server.systemd import notify, watchdog_loop
from rebelote.server.thinking import (
    FUNCTION,
    PRESENCE,
    TELL_SECONDS,
    Answer,
    Present,
    Question,
    answers_topic,
)
from rebelote.server.thread_owned import ThreadOwned
from rebelote.server.work_queue import FAILURES, MOVES, REVIEWS, Taker, WorkQueue
from rebelote.stored_log import read_rules

logger = logging.getLogger("rebelote.server")

STOP_SECONDS: Final = 9.0
"""After this the process ends whatever still hangs: others take up what it had."""

_read_question: Final = msgspec.json.Decoder(Question)
_rules = lru_cache(maxsize=128)(read_rules)


class MoveTaker:
    """Thinks of so many moves at once, each in a thread: the search itself lets others run."""

    def __init__(self, queue: WorkQueue, channel: Channel, threads: int) -> None:
        self._channel = channel
        self._pool = ThreadPoolExecutor(threads, "rebelote-bot")
        self._tools = ThreadOwned(bots.SearchTools)
        self._taker = Taker(queue, FUNCTION, self._move, at_once=threads, last_seconds=1)

    def start(self) -> None:
        self._taker.begin()

    async def stop(self) -> None:
        """Moves that are thought of now are answered; what can't be in a second is given back."""
        await self._taker.end()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _move(self, _context: Any, *, question: str) -> None:
        asked, began = _read_question.decode(question), time.perf_counter()
        answer = await asyncio.get_running_loop().run_in_executor(self._pool, self._answer, asked)
        COUNTS.jobs["move", "here" if answer.action is not None else "failed"] += 1
        COUNTS.thinking[asked.bot].add(time.perf_counter() - began)
        self._channel.publish(answers_topic(asked.node), msgspec.json.encode(answer))

    def _answer(self, asked: Question) -> Answer:
        began = time.thread_time()
        try:
            action = encode(self._chosen(asked)).decode("utf-8")
        except Exception:
            logger.exception("the bot %s failed", asked.bot)
            action = None
        return Answer(asked.key, action, 1000 * (time.thread_time() - began))

    def _chosen(self, asked: Question) -> object:
        view = read_view(asked.view).view(_rules(asked.rules))
        player = bots.make(asked.bot, random.Random(asked.luck), tools=self._tools.own())
        if isinstance(player, bots.Searcher):
            player.budget = Budget(ms=asked.ms)
        return player.choose(view)


def threads_of(settings: Settings) -> int:
    """How many moves a worker thinks of at once."""
    return settings.worker_threads or os.cpu_count() or 1


def run(settings: Settings, store: Store, greet: Callable[[int], None]) -> None:
    """Until SIGTERM or SIGINT; `greet` is called once work can be taken. Raises RedisProblem."""
    try:
        asyncio.run(_run(settings, store, greet))
    finally:
        for child in multiprocessing.active_children():
            child.kill()


async def _run(settings: Settings, store: Store, greet: Callable[[int], None]) -> None:
    name, threads = secrets.token_hex(6), threads_of(settings)
    queue = WorkQueue(settings.redis_url, MOVES)
    try:
        await queue.check()
    except FAILURES as error:
        raise RedisProblem(str(error)) from None
    stopping = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, stopping.set)
    channel = channel_of(settings.redis_url, name)
    moves = MoveTaker(queue, channel, threads)
    reviews = ReviewTaker(WorkQueue(settings.redis_url, REVIEWS), store)
    async with channel.opened():
        moves.start()
        reviews.start()
        chores = [asyncio.create_task(watchdog_loop()), asyncio.create_task(_presence_loop(channel, threads))]
        notify("READY=1")
        event("started")
        greet(threads)
        await stopping.wait()
        end_in(STOP_SECONDS)
        notify("STOPPING=1")
        event("stopping")
        for chore in chores:
            chore.cancel()
        channel.publish(PRESENCE, msgspec.json.encode(Present(name, 0)))
        await asyncio.gather(moves.stop(), reviews.stop())
    await asyncio.to_thread(store.close)
    event("stopped")


async def _presence_loop(channel: Channel, threads: int) -> None:
    told = msgspec.json.encode(Present(channel.node, threads))
    while True:
        channel.publish(PRESENCE, told)
        await asyncio.sleep(TELL_SECONDS)
