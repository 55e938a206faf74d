"""Who is at a table through other nodes, when what is said of it is lost or late."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Update, select, update

from rebelote.server import attendance, schema, table_heads
from rebelote.server import nodes as nodes_module
from rebelote.server.channel import RedisChannel
from rebelote.server.database import DatabaseProblem
from rebelote.server.elsewhere import Elsewhere
from rebelote.server.node_messages import Here
from rebelote.server.rooms import Room
from rebelote.server.store import Store
from rebelote.server.table_heads import lives
from rebelote.table import Seat
from tests.support.postgres import Postgres
from tests.support.redis import Redis
from tests.support.served_tables import Place, run
from tests.support.several_nodes import SHORT, nodes

PATIENCE = 60.0


@pytest.fixture(autouse=True)
def said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said again by the clock."""
    monkeypatch.setattr(nodes_module, "SAY_AGAIN", 10**9)


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.02)


async def two_people(here: Place, there: Place, **settings: object) -> tuple[str, str, str, Room]:
    """Ana sits at a table that `here` drives, Bob came by `there`: the table, their tokens, the room here."""
    opened = await here.open(SHORT, start=False, settings=settings)
    table = opened["table"]["id"]
    bob = await there.sit(table, "Bob", seat="N")
    return table, opened["token"], bob["token"], await here.registry.room(table)


def test_a_node_that_was_taken_for_dead_says_at_once_who_is_with_it(
    folder: Path, postgres: Postgres, redis: Redis
) -> None:
    """As when its renewal came late."""

    async def play() -> None:
        async with nodes(folder, postgres, redis, 2) as (here, there):
            table, ana, bob, room = await two_people(here, there)
            async with here.join(table, ana), there.join(table, bob):
                await until(lambda: room.is_present(Seat("N")))
                node = there.registry.channel.node
                await there.registry.store.change(lambda connection: connection.execute(_late(node)))
                room.forget_dead(frozenset(), asyncio.get_running_loop().time())
                assert not room.is_present(Seat("N"))
                await until(lambda: room.is_present(Seat("N")))

    run(play())


def test_who_was_given_his_seat_over_another_node_is_known_to_be_there(
    folder: Path, postgres: Postgres, redis: Redis
) -> None:
    """His connection reads for a seat from then on, without his doing."""

    async def play() -> None:
        async with nodes(folder, postgres, redis, 2) as (here, there):
            table, ana, bob, room = await two_people(here, there)
            async with here.join(table, ana), there.join(table, bob):
                await until(lambda: room.is_present(Seat("N")))
                await here.post(f"/tables/{table}/leave", token=bob)
                await until(lambda: not room.is_present(Seat("N")))
                await here.post(f"/tables/{table}/return", token=bob)
                await until(lambda: room.is_present(Seat("N")))

    run(play())


def test_a_room_hears_who_is_elsewhere_once_it_hears_anything(
    folder: Path, postgres: Postgres, redis: Redis
) -> None:
    """The others are asked when their answers can be heard, and not before."""

    async def play() -> None:
        async with nodes(folder, postgres, redis, 2) as (here, there):
            table, ana, bob, _ = await two_people(there, there)
            async with there.join(table, bob):
                channel = here.registry.channel
                assert isinstance(channel, RedisChannel)
                ask = channel._ask
                channel._ask = lambda *_: None  # type: ignore[method-assign]
                async with here.join(table, ana):
                    room = await here.registry.room(table)
                    await asyncio.sleep(0.5)
                    ask("subscribe", f"table:{table}")
                    await until(lambda: room.is_present(Seat("N")))

    run(play())


def test_a_topic_that_is_asked_for_while_the_connection_is_made_is_heard(redis: Redis) -> None:
    async def play() -> None:
        here, there = RedisChannel(redis.url, "here"), RedisChannel(redis.url, "there")
        heard: list[bytes] = []

        class SlowPubsub:
            async def subscribe(self, *topics: str) -> None:
                asked.extend(topics)
                if "rebelote:late" not in here._topics:
                    here.subscribe("late", heard.append)

        asked: list[str] = []
        await here._subscribe_to_all(SlowPubsub())
        assert "rebelote:late" in asked
        ready = asyncio.Event()
        async with here.opened(), there.opened():
            here.subscribe("other", heard.append, ready.set)
            await ready.wait()
            there.publish("other", b"x")
            await until(lambda: heard == [b"x"])

    run(play())


def test_who_has_spoken_since_the_living_were_asked_for_lives() -> None:
    now = [1.0]
    elsewhere = Elsewhere(lambda: now[0])
    elsewhere.take(Here("late", {"N": ()}))
    assert not elsewhere.keep(frozenset(), asked=0.5)
    assert elsewhere.is_present(Seat("N"))
    assert elsewhere.keep(frozenset(), asked=1.5)
    assert not elsewhere.is_present(Seat("N"))


def test_a_node_that_has_much_to_read_is_not_taken_for_dead(
    folder: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes_module, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(table_heads, "LEASE_SECONDS", 3.0)

    async def play() -> None:
        async with nodes(folder, postgres, None, 1) as (here,):
            store, loop = here.registry.store, asyncio.get_running_loop()
            for _ in range(min(32, (os.cpu_count() or 1) + 4)):  # as many threads as asyncio has for that
                loop.run_in_executor(None, time.sleep, 3.5)
            await asyncio.sleep(3.4)
            living = store.look_now(lambda c: c.execute(select(schema.nodes.c.id).where(lives())).all())
            assert [row.id for row in living] == [here.registry.channel.node]

    run(play())


# The database


def test_no_bot_plays_for_one_who_is_connected_to_another_node(
    folder: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although the driver has not heard of him: there is no Redis."""
    monkeypatch.setattr(table_heads, "LEASE_SECONDS", 20.0)  # however late it is renewed

    async def play() -> None:
        async with nodes(folder, postgres, None, 2) as (here, there):
            table, ana, bob, room = await two_people(here, there, absent_seconds=1, by_hand=False)
            await here.post(f"/tables/{table}/start", token=ana)
            async with here.join(table, ana) as client:
                async with there.join(table, bob):
                    await until(lambda: _is_written(here, table, "N"))
                    await client.play(random.Random(1), lambda: client.view["to_act"] == ["N"])
                    seq = client.view["seq"]
                    await asyncio.sleep(2.5)
                    assert client.view["seq"] == seq
                    assert not room.is_present(Seat("N")), "nobody has told"
                await client.until(lambda: client.view["seq"] > seq)

    run(play())


def _is_written(place: Place, table: str, seat: str) -> bool:
    return place.registry.store.look_now(lambda c: attendance.is_attended(c, table, seat, besides=""))


def test_only_a_node_that_lives_has_people(postgres: Postgres) -> None:
    store = Store(postgres.new_database())

    def is_there(besides: str = "here") -> bool:
        return store.look_now(lambda c: attendance.is_attended(c, "table", "N", besides=besides))

    async def play() -> None:
        for node in ("here", "there"):
            await store.change(lambda c, node=node: table_heads.renew(c, node))  # type: ignore[misc]
        await store.change(lambda c: attendance.rewrite(c, "there", ["table"], [("table", "N")]))
        assert is_there()
        assert not is_there(besides="there")
        await store.change(lambda c: c.execute(_late("there")))
        assert not is_there()
        await store.change(lambda c: table_heads.renew(c, "there"))
        assert is_there()
        await store.change(lambda c: c.execute(_late("there")))
        await store.change(lambda c: table_heads.renew(c, "here"))
        rows = store.look_now(lambda c: c.execute(select(schema.attendance)).all())
        assert rows == [], "those of the long dead are deleted"

    run(play())
    store.close()


def test_what_the_database_did_not_take_is_written_later(postgres: Postgres) -> None:
    """In order: what was so at last stays."""

    class Refusing(Store):
        refuses = True

        async def change(self, work: Any, thread: Any = None) -> Any:
            if self.refuses:
                raise DatabaseProblem("away")
            return await super().change(work, thread)

    async def play() -> None:
        store = Refusing(postgres.new_database())
        with ThreadPoolExecutor(1) as thread:
            kept = attendance.Attendance("here", store, thread)
            writing = asyncio.create_task(kept.write_loop())
            kept.set("table", ["N"])
            kept.set("other", ["S"])
            await asyncio.sleep(0.1)
            kept.set("other", [])
            store.refuses = False
            await until(lambda: rows(store) == [("table", "N", "here")])
            kept.set("table", ["N", "S"])
            await until(lambda: len(rows(store)) == 2)
            writing.cancel()
        store.close()

    def rows(store: Store) -> list[Any]:
        return [tuple(row) for row in store.look_now(lambda c: c.execute(select(schema.attendance)).all())]

    run(play())


def _late(node: str) -> Update:
    """It has not renewed its life for long."""
    return update(schema.nodes).where(schema.nodes.c.id == node).values(expires=0.0)
