"""Work that strangers ask for: bounded in threads, in what waits and in time, and done once."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import pytest

from rebelote.errors import BadRules
from rebelote.ruleset.limits import longest_target
from rebelote.server import rulebook
from rebelote.server.messages.rules import RulesRef
from rebelote.server.problems import Refused
from rebelote.server.rates import AT_ONCE, Limits
from rebelote.server.rules_finder import RulesFinder
from rebelote.server.work_pool import MOST_KEPT, WorkPool
from tests.support.served_tables import run, serving

HOUSE = 'id = "chez-nous"\nextends = "coinche"\n[match_end]\ntarget = {target}\n'


def test_what_can_not_wait_is_refused_and_what_waits_is_done() -> None:
    async def ask() -> None:
        pool, gate = WorkPool(threads=1, waiting=2), threading.Event()
        waiting = [asyncio.create_task(pool.run(gate.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="busy"):
            await pool.run(gate.wait)
        gate.set()
        assert await asyncio.gather(*waiting) == [True] * 3
        assert await pool.run(lambda: 5) == 5
        pool.close()

    run(ask())


def test_who_waits_too_long_is_told_and_the_queue_is_emptied() -> None:
    async def ask() -> None:
        pool, gate, begun = WorkPool(threads=1, waiting=1, seconds=0.05), threading.Event(), []
        first = asyncio.create_task(pool.run(gate.wait))
        second = asyncio.create_task(pool.run(lambda: begun.append(1)))
        for task in (first, second):
            with pytest.raises(Refused, match="too_slow") as slow:
                await task
            assert slow.value.values == {"limit": "0.05"}
        gate.set()
        assert await pool.run(lambda: "next") == "next"
        assert begun == []
        pool.close()

    run(ask())


def test_who_is_told_that_it_is_too_slow_pays_for_it_too() -> None:
    """Else he asks for the same again and again, for nothing."""

    def work() -> None:
        until = time.thread_time() + 0.1
        while time.thread_time() < until:
            pass

    async def ask() -> None:
        limits = Limits(on=True, work_ms=10, clock=lambda: 0)
        pool = WorkPool(threads=1, seconds=0.01, limits=limits)
        with pytest.raises(Refused, match="too_slow"):
            await pool.run(work, "here")
        pool._pool.shutdown()
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="rate"):
            limits.take("here", 10 * AT_ONCE - 50)
        limits.take("there", 10 * AT_ONCE - 50)
        pool.close()

    run(ask())


def test_the_same_is_done_once_for_all_who_ask() -> None:
    async def ask() -> None:
        pool, done = WorkPool(), []

        def work() -> int:
            done.append(1)
            return len(done)

        assert await asyncio.gather(*(pool.once("key", work) for _ in range(10))) == [1] * 10
        assert await pool.once("key", work) == 1
        for other in range(MOST_KEPT):
            await pool.once(other, lambda: None)
        assert await pool.once("key", work) == 2
        pool.close()

    run(ask())


def test_of_what_is_made_anew_the_last_edition_is_kept_alone() -> None:
    """A league is large, and there is a new one every two minutes."""

    async def ask() -> None:
        pool = WorkPool()
        made = [await pool.once("league", lambda n=n: n, edition=n // 3) for n in range(9)]  # type: ignore[misc]
        assert made == [0, 0, 0, 3, 3, 3, 6, 6, 6]
        assert len(pool._kept) == 1
        pool.close()

    run(ask())


def test_a_refusal_is_kept_unless_it_says_nothing_of_the_work() -> None:
    async def ask() -> None:
        pool, tried = WorkPool(), []

        def work(error: Exception) -> None:
            tried.append(error)
            raise error

        for error, times in ((BadRules("x", "y"), 1), (Refused("busy"), 2), (ValueError(), 2)):
            tried.clear()
            for _ in range(2):
                with pytest.raises(type(error)):
                    await pool.once(str(error), lambda e=error: work(e))  # type: ignore[misc]
            assert len(tried) == times
        pool.close()

    run(ask())


def test_a_house_rule_is_resolved_once_whatever_is_done_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[object] = []
    real = rulebook.find

    def counted(ref: RulesRef, players: int | None = None) -> rulebook.Chosen:
        found.append(threading.current_thread().name)
        return real(ref, players)

    monkeypatch.setattr(rulebook, "find", counted)

    async def ask() -> None:
        pool = WorkPool()
        rules = RulesFinder(pool)
        ref = RulesRef(toml=HOUSE.format(target=500))
        await asyncio.gather(
            *(rules.find(ref) for _ in range(5)), rules.page(ref, "fr"), rules.page(ref, "en")
        )
        assert len(found) == 1
        assert str(found[0]).startswith("rebelote-work")
        pool.close()

    run(ask())


def test_a_match_at_a_table_has_an_end(folder: Path) -> None:
    most = longest_target(counts_tricks=False)

    async def ask() -> None:
        async with serving(folder) as place:
            new = {"nickname": "Ana"}
            for target, status in ((most, 201), (most + 1, 400)):
                rules = {"id": "coinche", "options": {"target": target}}
                answer = await place.post("/tables", {"rules": rules, **new}, status=status)
            assert answer["error"]["field"] == "match_end.target"
            assert str(most) in answer["error"]["message"]
            assert str(most + 1) in answer["error"]["message"]

    run(ask())
