"""Two nodes do the same to one PostgreSQL at the same moment, and come to the same."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from typing import TypeVar

import pytest
from sqlalchemy import Connection

from rebelote.server import days, duplicate_store, problem_scores, pruning, revisions, table_heads
from rebelote.server.database import DatabaseProblem
from rebelote.server.retention import Keeping
from rebelote.server.revisions import STILL_MS
from rebelote.server.store import Store
from rebelote.server.stored_rows import TableRow, Unit
from tests.support.postgres import Postgres
from tests.support.served_tables import PATIENCE, run

T = TypeVar("T")
NODES = 4
KEEPING = Keeping(matches=1, tables=1, names=1)


def _at_once(works: list[Callable[[], T]]) -> list[T]:
    """Each in a thread, all let go at one moment."""
    start = threading.Barrier(len(works))

    def let_go(work: Callable[[], T]) -> T:
        start.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(let_go, works))


@contextmanager
def _stores(postgres: Postgres) -> Iterator[list[Store]]:
    """Of nodes that start at once on an empty database."""
    url = postgres.new_database()
    stores = _at_once([lambda: Store(url)] * NODES)
    yield stores
    for store in stores:
        store.close()


def _all_maintain(stores: list[Store], work: Callable[[Connection, int], T]) -> list[T]:
    """Each node does it at the same moment."""

    def one(store: Store, number: int) -> Callable[[], T]:
        return lambda: run(store.maintain(lambda connection: work(connection, number)))

    return _at_once([one(store, number) for number, store in enumerate(stores)])


def test_an_empty_database_is_made_once(postgres: Postgres) -> None:
    for _ in range(3):
        with _stores(postgres) as stores:
            assert all(run(store.is_writable()) for store in stores)


def test_the_day_has_one_chain(postgres: Postgres) -> None:
    """Even at midnight, when one node begins it a day later than the other."""
    with _stores(postgres) as stores:
        found = _all_maintain(stores, lambda c, number: days.chain_of(c, 20_000 + number % 2))
        kept = stores[0].look_now(duplicate_store.chains)
        for day in (20_000, 20_001):
            valid = next(row for row in kept if days.DayChain(row).has(day))
            assert {chain.row.anchor for chain in found[day % 2 :: 2]} == {valid.anchor}


def test_a_series_is_written_once(postgres: Postgres) -> None:
    with _stores(postgres) as stores:
        chain = run(stores[0].maintain(lambda c: days.chain_of(c, 20_000)))
        row = chain.series(20_000)[0]
        _all_maintain(stores, lambda c, _: duplicate_store.add_series(c, row))
        assert stores[0].look_now(lambda c: duplicate_store.find_series(c, row.id)) == row


def test_answers_to_problems_are_all_counted(postgres: Postgres) -> None:
    with _stores(postgres) as stores:

        def answer(connection: Connection, number: int) -> None:
            problem_scores.score(
                connection, "ana", f"p{number}", 1200, right=True, daily=date(2026, 11, 16), now=1
            )

        _all_maintain(stores, answer)
        standing = stores[0].look_now(lambda c: problem_scores.standing_of(c, "ana"))
        assert (standing.tried, standing.solved, standing.streak) == (NODES, NODES, NODES)


def test_a_table_at_which_another_node_plays_is_not_pruned(postgres: Postgres) -> None:
    table = TableRow(id="old", created=0, rules="{}", code="", settings="{}", host=None, match=None)

    async def prune_twice(here: Store, there: Store) -> list[bool]:
        await here.write(Unit(new_table=table))
        await there.maintain(lambda c: table_heads.renew(c, "there"))
        await there.maintain(lambda c: table_heads.take_over(c, ["old"], "there"))
        await pruning.prune(here, KEEPING, set)
        kept = await here.load_table("old")
        await there.maintain(lambda c: table_heads.leave(c, "there"))
        await _both_prune(here, there)
        return [kept is not None, await here.load_table("old") is not None]

    with _stores(postgres) as stores:
        assert run(prune_twice(stores[0], stores[1])) == [True, False]


async def _both_prune(*stores: Store) -> None:
    """At once: what one has deleted the other does not find."""
    await asyncio.gather(*(pruning.prune(store, KEEPING, set) for store in stores))


def test_a_node_lives_on_while_another_stands_still(postgres: Postgres) -> None:
    """Its lease does not wait for the turn that the other has."""
    with _stores(postgres) as stores:
        inside, renewed = threading.Event(), threading.Event()

        def stand_still(connection: Connection) -> None:
            revisions.end_if_still(connection, 0)  # never: what waits for this one waits in vain
            inside.set()
            renewed.wait(PATIENCE)

        async def both() -> None:
            paused = asyncio.create_task(stores[0].maintain(stand_still))
            await asyncio.to_thread(inside.wait)
            async with asyncio.timeout(PATIENCE / 2):
                await stores[1].change(lambda c: table_heads.renew(c, "there"))
            assert not paused.done()
            renewed.set()
            await paused

        run(both())


def test_a_node_that_stands_still_is_not_waited_for(postgres: Postgres) -> None:
    """As one that was stopped in the middle of a transaction: PostgreSQL lets it go."""
    with _stores(postgres) as stores:
        inside, let_go = threading.Event(), threading.Event()

        def stand_still(connection: Connection) -> None:
            problem_scores.forget(connection, "ana")
            inside.set()
            let_go.wait(PATIENCE)

        async def both() -> None:
            paused = asyncio.create_task(stores[0].maintain(stand_still))
            await asyncio.to_thread(inside.wait)
            async with asyncio.timeout(STILL_MS / 1000 + PATIENCE / 2):
                await stores[1].maintain(lambda c: problem_scores.forget(c, "bob"))
            assert not paused.done()
            let_go.set()
            with pytest.raises(DatabaseProblem):
                await paused

        run(both())
