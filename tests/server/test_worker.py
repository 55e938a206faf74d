"""Workers: they think of moves and review matches for the servers, which do it themselves without them."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from rebelote.bots import SearchTools
from rebelote.cli import main
from rebelote.match import Match
from rebelote.record import check_record
from rebelote.review import review_match
from rebelote.server import review_jobs, review_queue, thinking
from rebelote.server.channel import channel_of
from rebelote.server.counts import COUNTS
from rebelote.server.fair_turns import Turns
from rebelote.server.redis_client import RedisProblem
from rebelote.server.sent_views import SentView, ViewSender, read_view
from rebelote.server.thinking import Answer, Asked, Present, Question, Workers
from rebelote.server.work_queue import MOVES, Taker, WorkQueue
from tests.support.own_time import Stopwatch
from tests.support.postgres import Postgres
from tests.support.redis import Redis
from tests.support.served_tables import PATIENCE, Json, Place, free_port, run, serving
from tests.support.worker_process import Monitor, children_of, flush, is_alive, worker, workers

SHALLOW = 16
SILENT = 40.0
"""Seconds after which a worker that says nothing is gone, where it is to say that it goes."""
SHORT: Json = {"id": "classique", "options": {"target": 100}}
EXPERTS: Json = {"settings": {"bot": "expert"}}


class Site:
    """A database and a Redis for servers and workers."""

    def __init__(self, folder: Path, redis: Redis, database: str) -> None:
        self.redis = redis
        self.database = database
        self._folder = folder

    @asynccontextmanager
    async def node(self, **more: Any) -> AsyncIterator[Place]:
        urls = {"database_url": self.database, "redis_url": self.redis.url}
        async with serving(self._folder, **{"expert_ms": 5, **urls, **more}) as place:
            yield place


@pytest.fixture
def site(folder: Path, redis: Redis, postgres: Postgres) -> Site:
    flush(redis)
    COUNTS.jobs.clear()
    return Site(folder, redis, postgres.new_database())


async def threads(place: Place, wanted: int) -> float:
    """Wait until the server knows of so many that think for it. How long did that take?"""
    watch = Stopwatch()
    assert place.registry.workers is not None
    async with asyncio.timeout(PATIENCE):
        while place.registry.workers.threads != wanted:
            await asyncio.sleep(0.02)
    return watch.seconds


async def played(place: Place, moves: int | None = None, rules: Json = SHORT, **more: Any) -> str:
    """A match, or its first moves."""
    opened = await place.open(rules, **more)
    async with place.join(opened["table"]["id"], opened["token"]) as client:
        stop = None if moves is None else lambda: client.view["seq"] > moves or client.view["phase"] == "over"
        await client.play(random.Random(3), stop)
        found: str = client.view["match"]
        return found


def questions(commands: list[list[bytes]]) -> list[Question]:
    """What nodes put into the queue."""
    found = []
    for name, *words in commands:
        if name.upper() == b"SET" and words[0].startswith(b"saq:job:rebelote-moves:"):
            job = json.loads(words[1])
            if job["status"] == "queued":
                found.append(msgspec.json.decode(job["kwargs"]["question"], type=Question))
    return found


def hidden_from(sent: SentView, match: Match) -> set[str]:
    """The cards that this seat could not see then."""
    then = Match.replay(match.log[: sent.start.seq + len(sent.seen)])
    held, seen = then.state.held, then.view(sent.seat).situation.held
    assert held is not None
    assert seen is not None
    others = (card for seat in held.hands for card in held.hands[seat] - seen.hands[seat])
    return {card.text for card in (*others, *then.state.stock)}


def test_a_match_is_played_by_two_workers_that_see_one_hand_each(site: Site) -> None:
    async def play() -> tuple[Match, bytes, list[list[bytes]]]:
        async with site.node() as place:
            await threads(place, 2)
            monitor = Monitor(site.redis)
            game = await place.game(await played(place, **EXPERTS))
            return game.match, game.row.secret, monitor.stop()

    with workers(2, site.redis, site.database):
        match, secret, commands = run(play())
    asked = questions(commands)
    assert len(asked) == COUNTS.jobs["move", "asked"] == COUNTS.jobs["move", "answered"] > 20
    for question in asked:
        sent = read_view(question.view)
        hidden = hidden_from(sent, match)
        assert len(hidden) > 0 or not sent.view(match.rules).unseen()
        assert not any(f'"{card}"' in question.view for card in hidden)
    of_jobs = [b" ".join(words) for words in commands if any(b"rebelote-moves" in word for word in words)]
    assert not any(secret in line or secret.hex().encode() in line for line in of_jobs)
    takers = {job["worker_id"] for line in of_jobs for job in _jobs(line) if "worker_id" in job}
    assert len(takers) == 2


def test_a_worker_tells_its_own_metrics(site: Site) -> None:
    async def play() -> str:
        async with site.node() as place:
            await threads(place, 1)
            await played(place, 20, **EXPERTS)
            return (await place.http.get(f"http://127.0.0.1:{port}/metrics")).text

    port = free_port()
    with workers(1, site.redis, site.database, more=("--metrics-port", str(port))):
        found = run(play())
    told = {
        sample.labels["outcome"]: sample.value
        for family in text_string_to_metric_families(found)
        for sample in family.samples
        if sample.name == "rebelote_jobs_total"
    }
    assert 0 < told["here"] <= COUNTS.jobs["move", "asked"]
    assert "rebelote_worker_threads 1.0" in found
    assert "process_cpu_seconds_total" in found
    assert "rebelote_tables" not in found


def _jobs(line: bytes) -> list[Json]:
    start = line.find(b"{")
    try:
        return [] if start < 0 else [json.loads(line[start:])]
    except json.JSONDecodeError:
        return []


def test_a_server_thinks_itself_when_its_worker_is_killed_and_asks_the_next_one(site: Site) -> None:
    async def play() -> Counter[tuple[str, str]]:
        async with site.node() as place:
            opened = await place.open("coinche", **EXPERTS)
            async with place.join(opened["table"]["id"], opened["token"]) as client:

                async def on(moves: int) -> None:
                    goal = client.view["seq"] + moves
                    await client.play(random.Random(3), lambda: client.view["seq"] > goal)

                with worker(site.redis, site.database) as process:
                    await threads(place, 1)
                    await on(15)
                    assert COUNTS.jobs["move", "answered"] > 3
                    process.kill()
                    watch = Stopwatch()
                    await on(15)
                    assert watch.seconds < 8
                await threads(place, 0)
                here, answered = COUNTS.jobs["move", "here"], COUNTS.jobs["move", "answered"]
                assert here > 3
                with worker(site.redis, site.database):
                    await threads(place, 1)
                    await on(15)
                assert COUNTS.jobs["move", "answered"] > answered
        return COUNTS.jobs

    run(play())


def test_an_answer_that_does_not_come_is_not_waited_for(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By those who ask; and nobody need begin to think of it any more."""
    flush(redis)
    monkeypatch.setattr(thinking, "MARGIN_SECONDS", 0.2)
    match = Match.new("coinche", seed=1)
    asked = Asked("expert", match.rules, ViewSender().sent(match, match.actors()[0]))

    async def ask() -> None:
        channel, other = (channel_of(redis.url, node) for node in ("node", "worker"))
        workers = Workers(redis.url, channel)
        queue = WorkQueue(redis.url, MOVES)
        async with channel.opened(), other.opened(), thinking.watched(workers):
            while not workers.threads:
                other.publish(thinking.PRESENCE, msgspec.json.encode(Present("worker", 1)))
                await asyncio.sleep(0.05)
            moving = asyncio.create_task(workers.move(asked, 100))
            while not await queue.count("queued"):
                await asyncio.sleep(0.01)
            assert await moving is None
            while await queue.count("incomplete"):
                await asyncio.sleep(0.01)
            assert await queue.count("queued") == 0
            late = msgspec.json.encode(Answer("nobody's", None, 1.0))
            other.publish(thinking.answers_topic("node"), late)
            await threads_left(workers)  # silent for so long that it is gone
        await queue.disconnect()

    run(ask())


async def threads_left(workers: Workers) -> None:
    async with asyncio.timeout(PATIENCE):
        while workers.threads:
            await asyncio.sleep(0.05)


def test_redis_may_go_away_and_come_back(site: Site) -> None:
    async def play() -> None:
        async with site.node() as place:
            with worker(site.redis, site.database) as process:
                await threads(place, 1)
                await played(place, 15, **EXPERTS)
                site.redis.restart()
                await played(place, 15, **EXPERTS)
                await threads(place, 1)
                answered = COUNTS.jobs["move", "answered"]
                await played(place, 15, **EXPERTS)
                assert COUNTS.jobs["move", "answered"] > answered
                assert process.poll() is None

    run(play())


# Reviews


@pytest.fixture
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (review_jobs, review_queue):
        monkeypatch.setattr(module, "DEPTH", SHALLOW)


async def reviewed(place: Place, match: str) -> Json:
    async with asyncio.timeout(60):
        answer: Json = await place.get(f"/matches/{match}/review")
        while answer["state"] != "done":
            await asyncio.sleep(0.05)
            answer = await place.get(f"/matches/{match}/review")
    return answer


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize("with_worker", [True, False])
def test_a_review_is_the_same_whoever_makes_it(site: Site, with_worker: bool) -> None:
    """And two servers that are asked for it have it made once."""

    async def work() -> tuple[Json, str]:
        async with site.node() as place, site.node(admin=False) as other:
            await threads(place, int(with_worker))
            await threads(other, int(with_worker))
            match = await played(place)
            asked = await asyncio.gather(*(each.post(f"/matches/{match}/review") for each in (place, other)))
            assert [answer["state"] for answer in asked] == ["running"] * 2
            found = await reviewed(other, match)
            assert (await reviewed(place, match))["deals"] == found["deals"]
            record = (await place.http.get(f"/api/matches/{match}/record")).text
            return found, record

    if with_worker:
        with worker(site.redis, site.database):
            found, record = run(work())
    else:
        found, record = run(work())
    assert COUNTS.jobs["review", "asked"] == 1
    assert COUNTS.jobs["review", "here"] == (0 if with_worker else found["of"])
    expected = review_match(check_record(record), SHALLOW, tools=SearchTools())
    told = [(each["seq"] - 1, each["grade"]) for deal in found["deals"] for each in deal["decisions"]]
    assert told == [(each.event, each.grade) for deal in expected.deals for each in deal.judgements]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_review_goes_on_with_another_worker_when_one_goes(
    site: Site, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    for module in (review_jobs, review_queue):
        monkeypatch.setattr(module, "DEPTH", 100)
    if how is signal.SIGTERM:
        monkeypatch.setattr(thinking, "ALIVE_SECONDS", SILENT)

    async def work() -> None:
        async with site.node() as place:
            with workers(2, site.redis, site.database) as both:
                await threads(place, 2)
                match = await played(place, rules={"id": "classique", "options": {"target": 300}})
                answer = await place.post(f"/matches/{match}/review")
                while not answer["done"]:
                    await asyncio.sleep(0.02)
                    answer = await place.get(f"/matches/{match}/review")
                assert answer["state"] == "running"
                (first,) = (each for each in both if children_of(each.pid))
                (second,) = (each for each in both if each is not first)
                children = children_of(first.pid)
                first.send_signal(how)
                watch = Stopwatch(first.pid, second.pid)
                if how is signal.SIGTERM:
                    assert await threads(place, 1) < SILENT / 2  # it says so
                while not children_of(second.pid):  # where it reviews
                    await asyncio.sleep(0.05)
                assert watch.seconds < 8
                assert (await place.get(f"/matches/{match}/review"))["done"] >= answer["done"]
                assert await asyncio.to_thread(first.wait, PATIENCE) == (0 if how is signal.SIGTERM else -how)
                async with asyncio.timeout(PATIENCE):
                    while any(map(is_alive, children)):
                        await asyncio.sleep(0.05)
                assert (await reviewed(place, match))["state"] == "done"
        assert COUNTS.jobs["review", "here"] == 0

    run(work())


# By itself


def test_no_place_any_more_sends_all_away() -> None:
    async def wait() -> None:
        turns = Turns(1)
        assert await turns.take("a")
        waiting = [asyncio.create_task(turns.take(address)) for address in "aab"]
        await asyncio.sleep(0)
        turns.give_back()
        await asyncio.sleep(0)
        assert [task.done() for task in waiting] == [True, False, False]
        turns.give_back()
        await asyncio.sleep(0)
        assert [task.done() for task in waiting] == [True, False, True]  # addresses take turns
        turns.resize(0)
        assert await asyncio.gather(*waiting) == [True, False, True]
        assert not await turns.take("a")

    run(wait())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--redis-url: the address of the Redis"),
        (["--redis-url", "redis://127.0.0.1:1/0", "--database", "here.sqlite"], "here.sqlite: a database"),
    ],
)
def test_what_is_missing_is_told(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["worker", *words, "--lang", "en"])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


def test_a_redis_that_is_not_there_is_told_in_one_line(postgres: Postgres) -> None:
    words = ("--redis-url", "redis://:secret@127.0.0.1:1/0", "--database-url", postgres.new_database())
    command = [sys.executable, "-m", "rebelote", "worker", *words, "--lang", "en"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=180)
    assert ended.returncode == 2
    assert "--redis-url redis://:***@127.0.0.1:1/0: " in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_an_address_that_is_none_is_named() -> None:
    with pytest.raises(RedisProblem, match="address of a Redis"):
        WorkQueue("nonsense", "moves")


def test_a_package_that_is_missing_is_told_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("rebelote.server.work_queue", "rebelote.server.review_taker", "rebelote.server.worker"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "saq.job", None)
    with pytest.raises(SystemExit):
        main(["worker", "--redis-url", "redis://x", "--database-url", "postgresql+psycopg://x/y"])
    assert "pip install 'rebelote[nodes]'" in capsys.readouterr().err


@pytest.mark.parametrize("turns", [0, 1, 5])
def test_one_that_has_just_begun_to_take_jobs_can_be_told_to_stop(redis: Redis, turns: int) -> None:
    """A server that goes down just then would hang."""

    async def work(_context: Any) -> None: ...

    async def play() -> None:
        taker = Taker(WorkQueue(redis.url, MOVES), "work", work, at_once=1)
        taker.begin()
        for _ in range(turns):
            await asyncio.sleep(0)
        async with asyncio.timeout(20):
            await taker.end()

    run(play())
