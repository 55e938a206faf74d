"""Several nodes at one PostgreSQL and one Redis: any of them serves any table."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from rebelote.server import attendance, banishing, schema, table_heads
from rebelote.server import nodes as nodes_module
from rebelote.server.bans import Ban
from rebelote.server.counts import COUNTS
from rebelote.server.nodes import LOOK_SECONDS
from rebelote.server.redis_client import RedisProblem
from rebelote.server.settings import Settings
from rebelote.server.stored_rows import Clash, Unit
from rebelote.server.table_heads import Head, Taken
from rebelote.server.table_registry import TableRegistry
from tests.support.guests import AWAY, HOME, Guests
from tests.support.postgres import Postgres
from tests.support.redis import Redis
from tests.support.served_tables import Client, Place, bearer, from_address, run
from tests.support.several_nodes import SHORT, nodes

WITHIN = 60.0
"""Five seconds, on a machine with little else to do."""


async def four_people(places: list[Place]) -> tuple[str, list[str]]:
    """A table, and the tokens of those who sit there, each of whom came through another node."""
    opened = await places[0].open(SHORT, start=False)
    table, tokens = opened["table"]["id"], [opened["token"]]
    for number, name in enumerate(("Bob", "Cléo", "Dan"), 1):
        seated = await places[number % len(places)].sit(table, name)
        tokens.append(seated["token"])
    await places[0].post(f"/tables/{table}/start", token=tokens[0])
    return table, tokens


def test_four_people_at_three_nodes_play_one_match(
    folder: Path, postgres: Postgres, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes_module, "ON_THE_WAY_SECONDS", 3.0)  # on a busy machine it may be

    async def play() -> None:
        async with nodes(folder, postgres, redis, 3) as places, AsyncExitStack() as stack:
            table, tokens = await four_people(places)
            clients = [
                await stack.enter_async_context(places[number % 3].join(table, token))
                for number, token in enumerate(tokens)
            ]
            gaps = COUNTS.gaps
            await asyncio.gather(*(client.play(random.Random(n)) for n, client in enumerate(clients)))
            found = await places[0].game(clients[0].view["match"])
            assert found.match.is_over
            for client in clients:
                assert client.view["seq"] == found.seq
                told = [event["seq"] for event in client.seen]
                assert told == sorted(set(told)), "each event once, in order"
                assert told[-1] == found.seq
            assert COUNTS.gaps == gaps, "nothing had to be read again"

    run(play())


def test_without_redis_nodes_see_each_other_through_the_database(folder: Path, postgres: Postgres) -> None:
    async def play() -> None:
        async with nodes(folder, postgres, None, 2) as (here, there):
            opened = await here.open(SHORT, start=False)
            table = opened["table"]["id"]
            other = await there.sit(table, "Bob")
            await here.post(f"/tables/{table}/start", token=opened["token"])
            async with here.join(table, opened["token"]) as one, there.join(table, other["token"]) as two:
                await asyncio.gather(
                    one.play(random.Random(1), lambda: one.view["seq"] > 12),
                    two.play(random.Random(2), lambda: two.view["seq"] > 12),
                )

    run(play())


def test_who_is_there_is_known_at_every_node(folder: Path, postgres: Postgres, redis: Redis) -> None:
    async def play() -> None:
        async with nodes(folder, postgres, redis, 2) as (here, there):
            opened = await here.open(SHORT, start=False)
            table = opened["table"]["id"]
            other = await there.sit(table, "Bob")

            def present(client: Client, name: str) -> bool:
                seats = client.table["seats"]
                return any(seat["name"] == name and seat["present"] for seat in seats)

            async with here.join(table, opened["token"]) as ana:
                async with there.join(table, other["token"]) as bob:
                    await ana.until(lambda: present(ana, "Bob"))
                    await bob.until(lambda: present(bob, "Ana"))
                    await ana.say({"do": "say", "id": 1, "phrase": "hello"})
                    await bob.until(lambda: bob.heard("said"))
                await ana.until(lambda: not present(ana, "Bob"))

    run(play())


def test_who_is_sent_away_at_one_node_is_gone_at_the_other(
    folder: Path, postgres: Postgres, redis: Redis
) -> None:
    async def play() -> None:
        async with nodes(folder, postgres, redis, 2) as (here, there):
            opened = await here.open(SHORT, start=False)
            table = opened["table"]["id"]
            other = await there.sit(table, "Bob")
            async with there.join(table, other["token"]) as bob:
                await here.post(
                    f"/tables/{table}/seats/{other['seat']}", {"do": "kick"}, token=opened["token"]
                )
                await bob.until(lambda: bob.gone is not None)
                assert bob.gone is not None
                assert bob.gone["code"] == "kicked"

    run(play())


def test_one_seat_is_one_persons_whichever_node_is_asked(
    folder: Path, postgres: Postgres, redis: Redis
) -> None:
    async def play() -> None:
        async with nodes(folder, postgres, redis, 3) as places:
            table = (await places[0].open(SHORT, start=False))["table"]["id"]
            body = {"nickname": "X", "seat": "N"}
            answers = await asyncio.gather(
                *(place.http.post(f"/api/tables/{table}/sit", json=body) for place in places * 3)
            )
            assert sorted(answer.status_code for answer in answers)[:2] == [200, 409]

    run(play())


@pytest.mark.parametrize("connects", [True, False], ids=["connected", "by HTTP"])
def test_who_is_at_an_address_where_a_hand_is_seen_sits_down_at_once_at_no_node(
    connects: bool, folder: Path, postgres: Postgres, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other nodes know of it before the deal begins, connected or not."""
    monkeypatch.setattr(nodes_module, "ON_THE_WAY_SECONDS", 30.0)  # what is read again is certain of nothing

    async def play() -> None:
        async with nodes(folder, postgres, redis, 2) as (here, there), AsyncExitStack() as stack:
            one = Guests(here)
            await one.open(start=False, by_hand=False)
            two = Guests(there, one.table, one.host)
            watching = await stack.enter_async_context(there.join(one.table))
            await one.ask("/start", one.host)
            await watching.until(lambda: watching.view)  # nobody is there, so nothing is dealt yet
            headers = {**bearer(one.host), **from_address(HOME)}
            if connects:
                await stack.enter_async_context(here.join(one.table, one.host, headers=from_address(HOME)))
            else:
                await here.http.get(f"/api/tables/{one.table}/view", headers=headers)
            await watching.until(lambda: watching.view["phase"] not in ("cut", "deal"))
            near = (await two.sit("Voisine", at=HOME))["token"]
            refused = await two.ask("/ask", near, at=HOME, status=409)
            assert refused["error"]["code"] == "not_now"
            await two.ask("/leave", near, at=HOME)
            far = (await two.sit("Marcel", at=AWAY))["token"]
            await two.ask("/ask", far, at=AWAY)

    run(play())


# Driving


def test_the_bots_of_a_node_that_dies_are_moved_by_another(
    folder: Path, postgres: Postgres, redis: Redis
) -> None:
    """The driver hangs: it neither renews its life nor writes. Its table goes on within five seconds."""

    async def play() -> None:
        async with nodes(folder, postgres, redis, 2) as (here, there):
            opened = await here.open(SHORT)
            table = opened["table"]["id"]
            room = await here.registry.room(table)
            assert room.fence == table_heads.FIRST_FENCE
            assert here.registry.nodes is not None
            here.registry.nodes._leaving = True  # renews nothing
            its_rooms, here.registry.nodes._rooms = here.registry.nodes._rooms, list  # looks at nothing
            room.wake = lambda: None  # type: ignore[method-assign]
            began = asyncio.get_running_loop().time()
            async with there.join(table, opened["token"]) as client:
                await client.play(random.Random(1), lambda: client.view["seq"] > 12)
                assert 1 < asyncio.get_running_loop().time() - began < WITHIN
                other = await there.registry.room(table)
                assert other.fence is not None
                assert other.fence > table_heads.FIRST_FENCE
                with pytest.raises(Clash):
                    async with room.lock:
                        await room.write(Unit(), as_driver=True)
            here.registry.nodes._rooms = its_rooms

    run(play())


def test_a_table_that_another_drives_is_not_asked_for_at_every_action(
    folder: Path, postgres: Postgres, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    take_over = table_heads.take_over

    def counted(connection: Connection, ids: list[str], node: str) -> dict[str, Taken]:
        asked.append(node)
        return take_over(connection, ids, node)

    async def play() -> None:
        async with nodes(folder, postgres, redis, 2) as (here, there):
            opened = await here.open(SHORT, start=False)
            table = opened["table"]["id"]
            other = await there.sit(table, "Bob")
            await here.post(f"/tables/{table}/start", token=opened["token"])
            async with here.join(table, opened["token"]) as one, there.join(table, other["token"]) as two:
                await asyncio.gather(
                    one.play(random.Random(1), lambda: one.view["seq"] > 30),
                    two.play(random.Random(2), lambda: two.view["seq"] > 30),
                )
                assert len(asked) < 10, "when somebody comes or goes, and no more"

    monkeypatch.setattr(table_heads, "take_over", counted)
    run(play())


def test_a_write_with_an_old_fence_is_refused(postgres: Postgres, folder: Path) -> None:
    """Although nobody else has written to the table meanwhile."""

    async def play() -> None:
        async with nodes(folder, postgres, None, 1) as (place,):
            table = (await place.open(SHORT, start=False))["table"]["id"]
            store = place.registry.store
            now = (await store.look(lambda c: table_heads.look(c, [table])))[table]
            assert (now.driver, now.is_driven) == (place.registry.channel.node, True)
            head = Head(table, now.revision, now.fence - 1)
            with pytest.raises(Clash):
                await store.write(Unit(head=head))
            await store.write(Unit(head=Head(table, now.revision, now.fence)))
            with pytest.raises(Clash):
                await store.write(Unit(head=Head(table, now.revision)))

    run(play())


def test_only_one_drives_and_a_living_one_is_not_driven_out(postgres: Postgres, folder: Path) -> None:
    async def play() -> None:
        async with nodes(folder, postgres, None, 2) as (here, there):
            table = (await here.open(SHORT, start=False))["table"]["id"]
            store = there.registry.store
            node = there.registry.channel.node
            assert await store.maintain(lambda c: table_heads.take_over(c, [table], node)) == {}
            await here.registry.nodes.leave()  # type: ignore[union-attr]
            taken = await store.maintain(lambda c: table_heads.take_over(c, [table], node))
            assert taken[table].fence == table_heads.FIRST_FENCE + 1

    run(play())


def test_what_was_given_up_is_written_by_nobody_until_it_is_taken(postgres: Postgres, folder: Path) -> None:
    """Neither what the driver had decided before, nor is a later fence given up by an earlier request."""

    async def play() -> None:
        async with nodes(folder, postgres, None, 1) as (place,):
            store, node = place.registry.store, place.registry.channel.node
            table = (await place.open(SHORT, start=False))["table"]["id"]
            place.registry.sweep(-1)  # nothing here drives it from now on
            fence = (await store.change(lambda c: table_heads.take_over(c, [table], node)))[table].fence
            await store.change(lambda c: table_heads.give_up(c, node, {table: fence - 1}))
            now = (await store.look(lambda c: table_heads.look(c, [table])))[table]
            assert (now.driver, now.fence) == (node, fence)
            await store.change(lambda c: table_heads.give_up(c, node, {table: fence}))
            now = (await store.look(lambda c: table_heads.look(c, [table])))[table]
            assert now.driver is None
            with pytest.raises(Clash):
                await store.write(Unit(head=Head(table, now.revision, fence)))

    run(play())


def test_a_table_that_was_let_go_is_not_driven(postgres: Postgres, folder: Path) -> None:
    """Although a player was there a moment ago, and it was to be taken over."""

    async def play() -> None:
        async with nodes(folder, postgres, None, 1) as (place,):
            registry = place.registry
            opened = await place.open(SHORT)
            room = await registry.room(opened["table"]["id"])
            async with asyncio.timeout(WITHIN):
                while not room.is_idle:
                    await asyncio.sleep(0.01)
            room.heard_of(next(iter(room.people())))
            assert registry.nodes is not None
            registry.nodes.give_up(room)
            registry.nodes.drive_soon(room)
            registry.sweep(-1)
            assert room not in registry.rooms
            await asyncio.sleep(2 * LOOK_SECONDS)
            heads = await registry.store.look(lambda c: table_heads.look(c, [room.id]))
            assert room.fence is None
            assert heads[room.id].driver is None
            assert room.is_idle, "no bot thinks there"

    run(play())


def test_a_node_that_leaves_has_nobody_any_more(postgres: Postgres, folder: Path) -> None:
    async def play() -> None:
        async with nodes(folder, postgres, None, 1) as (place,):
            opened = await place.open(SHORT, start=False)
            assert place.registry.nodes is not None
            async with place.join(opened["table"]["id"], opened["token"]):
                await place.registry.nodes.leave()
                place.registry.nodes.attendance.write_all()
                place.registry.nodes.attendance.set(opened["table"]["id"], ["N"])
                await asyncio.sleep(0.3)
                store = place.registry.store
                left = await store.look(lambda c: c.execute(select(schema.attendance)).all())
                assert not left

    run(play())


def test_who_is_connected_is_written_again_after_any_failure(
    postgres: Postgres, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewrite, failures = attendance.rewrite, [ValueError("once")]

    def failing(*given: Any) -> None:
        if failures:
            raise failures.pop()
        rewrite(*given)

    monkeypatch.setattr(attendance, "rewrite", failing)
    monkeypatch.setattr(attendance, "AGAIN_SECONDS", 0.05)

    async def play() -> None:
        async with nodes(folder, postgres, None, 1) as (place,):
            opened = await place.open(SHORT, start=False)
            store = place.registry.store
            async with place.join(opened["table"]["id"], opened["token"]), asyncio.timeout(WITHIN):
                while not await store.look(lambda c: c.execute(select(schema.attendance)).all()):
                    await asyncio.sleep(0.05)

    run(play())
    assert not failures


def test_bans_are_found_where_no_message_tells_of_them(
    postgres: Postgres, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(banishing, "LOOK_SECONDS", 0.1)

    async def play() -> None:
        async with nodes(folder, postgres, None, 2) as (here, there):
            await here.registry.bans.add(Ban(kind="name", what="tricheur", since=0))
            async with asyncio.timeout(WITHIN):
                while not there.registry.bans.all():
                    await asyncio.sleep(0.05)

    run(play())


def test_redis_is_for_nodes_at_one_postgresql(folder: Path) -> None:
    for url in ("", "sqlite://"):
        with pytest.raises(RedisProblem, match="redis_url"):
            TableRegistry(Settings(data=folder, database_url=url, redis_url="redis://127.0.0.1:1/0"))


def _is_past(client: Client, seq: int) -> bool:
    return bool(client.view["seq"] > seq)


def test_messages_are_heard_again_when_redis_is_back(folder: Path, postgres: Postgres, redis: Redis) -> None:
    async def play() -> None:
        async with nodes(folder, postgres, redis, 2) as (here, there):
            opened = await here.open(SHORT, start=False)
            table = opened["table"]["id"]
            other = await there.sit(table, "Bob")
            await here.post(f"/tables/{table}/start", token=opened["token"])
            async with here.join(table, opened["token"]) as one, there.join(table, other["token"]) as two:
                for until in (8, 20):
                    await asyncio.to_thread(redis.kill)
                    await asyncio.sleep(0.1)
                    await asyncio.to_thread(redis.start)
                    await asyncio.gather(
                        *(
                            client.play(random.Random(1), partial(_is_past, client, until))
                            for client in (one, two)
                        )
                    )

    run(play())
