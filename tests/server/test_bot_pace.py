"""When bots move: at a time that says nothing of the hand, addresses in turn, and not for ever alone."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from rebelote import bots
from rebelote.actions import Action
from rebelote.bots import BOTS, Budget
from rebelote.match import Match
from rebelote.server.bot_turns import SearchPool, TableBots, Turn, anything
from rebelote.server.rates import Limits
from rebelote.server.rooms import MOST_STOOD_IN
from rebelote.table import Seat
from rebelote.view import View
from tests.support.served_tables import PATIENCE, Place, run, serving

EXPERT_MS, BOT_MS = 120, 60
TRIES = 60
"""Others use the cores too: the shortest of some counts, and one after the other until it is short enough."""
LONG = {"id": "ffb-belote", "options": {"target": 2000}}


class Fake:
    """A bot that takes its time."""

    budget = Budget(ms=1)

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def choose(self, view: View) -> Action:
        time.sleep(self._seconds)
        return anything(view)

    explain = choose


@pytest.mark.parametrize(
    ("name", "seconds", "least"), [("expert", EXPERT_MS + BOT_MS, EXPERT_MS), ("habitue", BOT_MS, BOT_MS)]
)
def test_a_move_takes_as_long_whatever_the_hand(
    name: str, seconds: float, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A forced card that needs no thought, and one that needs nearly all the time there is."""

    async def took(thinks_ms: float) -> float:
        fake: Any = lambda *_: Fake(thinks_ms / 1000)  # noqa: E731
        bot = bots.Bot(name, 1, fake, fake if name == "expert" else None)
        monkeypatch.setitem(BOTS, name, bot)
        pool = SearchPool(EXPERT_MS, Limits(on=True), bot_ms=BOT_MS)
        match = Match.new("coinche")
        began = asyncio.get_running_loop().time()
        await TableBots(pool).choose(match, Turn(Seat(match.actors()[0]), name, began, False), "here")
        pool.close()
        return 1000 * (asyncio.get_running_loop().time() - began)

    async def compare() -> None:
        times: dict[float, list[float]] = {0: [], 0.8 * least: []}
        for _ in range(TRIES):
            for thinks, took_ms in times.items():
                took_ms.append(await took(thinks))
            if max(map(min, times.values())) < seconds + 30:
                break
        assert min(map(min, times.values())) >= seconds - 1
        assert max(map(min, times.values())) < seconds + 30, times

    run(compare())


def test_addresses_take_turns_to_think() -> None:
    async def think() -> None:
        pool, order = SearchPool(10, Limits(on=False), threads=1), []

        async def one(address: str) -> None:
            await pool.think(lambda _budget: time.sleep(0.005), address)  # type: ignore[arg-type,return-value]
            order.append(address)

        crowd = [asyncio.create_task(one("crowd")) for _ in range(30)]
        await asyncio.sleep(0)
        await one("other")
        assert len(order) <= 4
        crowd[-1].cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        await one("other")
        pool.close()

    run(think())


def test_bots_whose_address_has_used_up_its_time_are_slow() -> None:
    limits = Limits(on=True, thinking_ms=10)
    pool = SearchPool(300, limits, bot_ms=BOT_MS)
    assert pool.budget("here") == Budget(ms=300)
    limits.thought("here", 1000)
    assert pool.budget("here") == Budget(ms=20)
    assert pool.pace("here") == 1.0
    assert pool.pace("there") == BOT_MS / 1000
    pool.close()


def test_a_table_that_nobody_plays_at_waits(folder: Path) -> None:
    """Somebody who only looks, over HTTP, keeps a match awake; the bots don't play it to its end for him."""

    async def look() -> None:
        async with serving(folder, least_seconds=0) as place:
            opened = await place.open(LONG, settings={"absent_seconds": 0, "bot": "hasard"})
            table, token = opened["table"]["id"], opened["token"]
            seen = await _rests(place, table, token)
            assert seen["seq"] > MOST_STOOD_IN
            assert seen["legal"], seen  # it is his turn
            body = {"match": seen["match"], "seq": seen["seq"], "action": seen["legal"][0]}
            await place.post(f"/tables/{table}/act", body, token)
            assert (await _rests(place, table, token))["seq"] > seen["seq"] + 8

    run(look())


async def _rests(place: Place, table: str, token: str) -> dict[str, Any]:
    """The view once nothing has happened for a while, though somebody looked on."""
    seen: dict[str, Any] = {"seq": -1}
    async with asyncio.timeout(PATIENCE):
        while True:
            now = await place.get(f"/tables/{table}/view", token)
            if now["seq"] == seen["seq"]:
                return seen
            seen = now
            for _ in range(15):
                await asyncio.sleep(0.1)
                await place.get(f"/tables/{table}/view", token)
