"""Bots that search: they think beside everything else, in few threads, and tell nobody why."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path

import pytest

from rebelote import bots
from rebelote.actions import Action
from rebelote.bots import BOTS, Budget
from rebelote.server.bot_turns import LEAST_MS, SearchPool
from rebelote.server.rates import Limits
from rebelote.view import View
from tests.support.own_time import Stopwatch
from tests.support.served_tables import Json, Place, pick, run, serving

EXPERTS: Json = {"settings": {"bot": "expert"}}


async def play_some(place: Place, opened: Json, moves: int, luck: random.Random) -> list[Json]:
    """All that was sent to the person at this table."""
    async with place.join(opened["table"]["id"], opened["token"]) as client:
        await client.play(luck, until=lambda: client.view["phase"] == "over" or client.view["seq"] > moves)
        return client.traffic


@pytest.mark.parametrize("rules", ["ffb-belote", "coinche", "escalier"])
def test_experts_at_a_table(rules: str, folder: Path) -> None:
    async def play() -> None:
        async with serving(folder, expert_ms=10) as place:
            opened = await place.open(rules, **EXPERTS)
            assert {each["bot"] for each in opened["table"]["seats"]} == {None, "expert"}
            traffic = await play_some(place, opened, 60, random.Random(1))
            told = str(traffic)
            assert not any(word in told for word in ("'reason'", "'candidates'", "'worlds'", "'gain'"))

    run(play())


def test_a_burst_of_experts_starves_nobody(folder: Path) -> None:
    """Twenty tables of three experts: a table of quick bots goes on, and so does each of them."""

    async def play() -> None:
        async with serving(folder, expert_ms=200) as place:
            before = threading.active_count()
            crowd = await asyncio.gather(*(place.open("coinche", **EXPERTS) for _ in range(20)))
            quick = await place.open("coinche")
            playing = [
                asyncio.create_task(play_some(place, each, 30, random.Random(n)))
                for n, each in enumerate(crowd)
            ]
            await asyncio.sleep(1)
            waits = []
            async with place.join(quick["table"]["id"], quick["token"]) as client:
                luck = random.Random(5)
                for _ in range(20):
                    await client.until(lambda: client.my_turn)
                    watch = Stopwatch()
                    await client.ask(pick(client.view["offers"], luck))
                    waits.append(watch.seconds)
            assert sorted(waits)[len(waits) // 2] < 0.5
            assert threading.active_count() - before <= 12
            await asyncio.gather(*playing)

    run(play())


def test_where_many_think_each_thinks_less() -> None:
    async def think() -> None:
        search_pool = SearchPool(300, Limits(on=False), threads=2)
        free = threading.Event()
        budgets: list[Budget] = []

        def choose(budget: Budget) -> Action:
            free.wait(5)
            budgets.append(budget)
            return None  # type: ignore[return-value]

        assert search_pool.budget() == Budget(ms=300)
        thinking = [asyncio.create_task(search_pool.think(choose, "")) for _ in range(60)]
        await asyncio.sleep(0)
        assert search_pool.budget() == Budget(ms=LEAST_MS)
        free.set()
        await asyncio.gather(*thinking)
        assert len(budgets) == 60
        assert budgets.count(Budget(ms=LEAST_MS)) > 25
        assert search_pool.budget() == Budget(ms=300)
        search_pool.close()

    run(think())


def test_a_bot_that_fails_does_something_all_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        budget = Budget(ms=1)

        def choose(self, view: View) -> Action:
            raise RuntimeError(f"no idea at {view.seq}")

        explain = choose

    def broken(*_args: object) -> object:
        return Broken()

    for name in ("expert", "habitue"):
        monkeypatch.setitem(
            BOTS,
            name,
            bots.Bot(name, 1, broken, broken if name == "expert" else None),  # type: ignore[arg-type]
        )

    async def play() -> None:
        async with serving(folder) as place:
            for settings in ({"bot": "expert"}, {"bot": "habitue"}):
                opened = await place.open("ffb-belote", settings=settings)
                traffic = await play_some(place, opened, 25, random.Random(3))
                assert traffic[-1]["type"] in ("events", "done", "table")

    run(play())
