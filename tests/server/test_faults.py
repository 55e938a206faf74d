"""What goes wrong: a full disk, orders that cross each other, readers who don't read."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from rebelote.actions import Action
from rebelote.server import orders, rulebook, seating, store_writing
from rebelote.server import store as store_module
from rebelote.server.cast import CAST
from rebelote.server.database import DatabaseProblem
from rebelote.server.game import now_ms
from rebelote.server.messages.rules import RulesRef
from rebelote.server.messages.tables import NewTable, SeatOrder, SitDown
from rebelote.server.problems import Refused
from rebelote.server.protocols import Direct
from rebelote.server.rates import household
from rebelote.server.rooms import Room
from rebelote.server.settings import Settings
from rebelote.server.store import Store
from rebelote.server.stored_rows import Unit
from rebelote.server.table_registry import TableRegistry
from rebelote.server.view_messages import isolated
from rebelote.server.websocket import LONGEST_QUEUE, TRY_AGAIN, Connection
from tests.support.served_tables import pick, run, serving
from tests.support.stored_events import row

# The database


@pytest.mark.parametrize("rows", [900, 2000], ids=["one statement", "several"])
def test_a_full_disk(
    rows: int, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is acknowledged or told; when there is room again, the match goes on."""
    full = False
    real = store_writing.commit

    def commit(connection: Any, group: Any) -> Any:
        if full:
            connection.exec_driver_sql("PRAGMA max_page_count=1")
            connection.rollback()
            filler = Unit(events=tuple(row("filler", n) for n in range(rows)))
            group = [filler, *group]
        return real(connection, group)

    monkeypatch.setattr(store_module, "commit", commit)

    async def play() -> None:
        nonlocal full
        async with serving(folder) as place:
            opened = await place.open("ffb-belote")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                luck = random.Random(1)
                await client.play(luck, until=lambda: client.view["seq"] > 8)
                await client.until(lambda: client.my_turn)
                seq, action = client.view["seq"], pick(client.view["offers"], luck)
                full = True
                refused = await client.ask(action)
                assert refused["type"] == "refused"
                assert refused["error"]["code"] == "unavailable"
                assert client.view["seq"] == seq
                full = False
                assert (await client.ask(action))["type"] == "done"
                await client.play(luck, until=lambda: client.view["seq"] > seq + 8)

    run(play())
    assert "full" in caplog.text
    assert '"event"' not in caplog.text, "what was to be written is not logged"


def test_a_bot_tries_again_after_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = 2
    real = store_writing.commit

    def commit(connection: object, group: object) -> object:
        nonlocal failures
        if failures and any(unit.events and not unit.new_match for unit in group):  # type: ignore[attr-defined]
            failures -= 1
            raise OperationalError("INSERT", {}, Exception("database is locked"))
        return real(connection, group)  # type: ignore[arg-type]

    monkeypatch.setattr(store_module, "commit", commit)

    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-belote")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.play(random.Random(1), until=lambda: client.view["seq"] > 10)
        assert not failures

    run(play())


def test_a_database_that_can_not_be_opened(folder: Path) -> None:
    (folder / "not.sqlite").write_text("a letter to my grandmother, and not a database at all")
    for url in (f"sqlite:///{folder / 'not.sqlite'}", f"sqlite:///{folder}", "nonsense://here"):
        with pytest.raises(DatabaseProblem):
            Store(url)


# Orders that cross each other


async def _table(registry: TableRegistry) -> tuple[Room, str, str]:
    wish = NewTable(rules=RulesRef(id="coinche"), nickname="Ana")
    room, host, _ = await registry.open_table(wish, rulebook.find(wish.rules))
    anybody = seating.Caller(None, "192.0.2.1")
    friends = [await seating.sit(room, SitDown(nickname=name), anybody) for name in ("Bob", "Eve", "Zoé")]
    await seating.start(room, host)
    assert room.game is not None
    cutter = room.game.match.state.cutter
    tokens = {friend.seat: friend.token for friend in friends}
    if cutter not in tokens:  # the host cuts: another is host
        await orders.order(room, host, friends[0].seat, SeatOrder(do="host"))
        return room, friends[0].token, host
    return room, host, tokens[cutter]


def test_kicked_while_his_action_waits(folder: Path) -> None:
    async def play() -> None:
        registry = TableRegistry(Settings(data=folder))
        async with registry.opened():
            room, host, _ = await _table(registry)
            game = room.game
            assert game is not None
            cutter = game.match.state.cutter
            action: Action = game.match.view(cutter).legal()[0]
            kick = asyncio.create_task(orders.order(room, host, cutter, SeatOrder(do="kick")))
            await asyncio.sleep(0)
            with pytest.raises(Refused, match="not_your_seat"):
                await room.act(cutter, game.id, game.seq, action)
            await kick
            assert room.seats[cutter].kind == "bot"

    run(play())


def test_one_who_leaves_does_not_act_any_more(folder: Path) -> None:
    async def play() -> None:
        registry = TableRegistry(Settings(data=folder))
        async with registry.opened():
            room, _, token = await _table(registry)
            game = room.game
            assert game is not None
            cutter = game.match.state.cutter
            action = game.match.view(cutter).legal()[0]
            gone = asyncio.create_task(seating.leave(room, token))
            await asyncio.sleep(0)
            with pytest.raises(Refused, match="not_your_seat"):
                await room.act(cutter, game.id, game.seq, action)
            await gone

    run(play())


def test_a_rematch_is_asked_for_twice(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            rules = {"id": "ffb-belote", "options": {"target": 1}}
            opened = await place.open(rules)
            table, token = opened["table"]["id"], opened["token"]
            async with place.join(table, token) as client:
                await client.play(random.Random(2))
                answers = await asyncio.gather(
                    *(
                        place.http.post(
                            f"/api/tables/{table}/rematch",
                            json={},
                            headers={"authorization": f"Bearer {token}"},
                        )
                        for _ in range(3)
                    )
                )
                assert sorted(answer.status_code for answer in answers) == [200, 409, 409]

    run(play())


def test_a_shorter_clock_begins_anew(folder: Path) -> None:
    """Whoever is thinking when the host sets a clock has all of it."""

    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-belote", settings={"turn_seconds": 3600})
            table, token = opened["table"]["id"], opened["token"]
            async with place.join(table, token) as client:
                await client.until(lambda: client.my_turn)
                await asyncio.sleep(1.2)
                seq, asked = client.view["seq"], now_ms()
                await place.post(f"/tables/{table}/settings", {"turn_seconds": 1}, token)
                await client.until(lambda: client.table["settings"]["turn_seconds"] == 1)
                deadline = next(m["deadline"] for m in reversed(client.traffic) if m["type"] == "table")
                assert deadline >= asked + 1000
                await client.until(lambda: client.view["seq"] > seq)
                assert now_ms() >= deadline

    run(play())


def test_spectators_go_when_they_are_not_wanted_any_more(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-belote")
            table, token = opened["table"]["id"], opened["token"]
            async with place.join(table) as onlooker, place.join(table, token) as player:
                await place.post(f"/tables/{table}/settings", {"spectators": False}, token)
                await onlooker.until(lambda: onlooker.gone)
                assert onlooker.gone is not None
                assert onlooker.gone["code"] == "no_spectators"
                await player.until(lambda: player.table["spectators"] == 0)
                assert player.gone is None

    run(play())


# Readers, names, addresses


def test_a_slow_reader_is_bounded() -> None:
    connection = Connection(None, "fr", "here")  # type: ignore[arg-type]
    for _ in range(1000):
        connection.send(bytes(LONGEST_QUEUE // 100))
    assert connection._waiting.qsize() == 1  # the end; what waited is let go
    assert connection._close_code == TRY_AGAIN


def test_a_slow_reader_is_told_the_end_however_much_is_said_at_once() -> None:
    """He would stay connected, and hear nothing any more."""

    async def say() -> Connection:
        cannot_write = Direct(asyncio.Queue().get, lambda _texts: None, lambda _hearer: None)
        connection = Connection(None, "fr", "here", direct=cannot_write)  # type: ignore[arg-type]
        for _ in range(1000):
            connection.send(bytes(LONGEST_QUEUE // 100))
        await asyncio.sleep(0)
        return connection

    connection = run(say())
    assert connection._waiting.qsize() == 1
    assert connection._close_code == TRY_AGAIN


def test_a_name_from_right_to_left_keeps_to_itself(folder: Path) -> None:
    assert isolated("Ana") == "Ana"
    assert isolated("دانة") == "\u2068دانة\u2069"

    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-belote", nickname="دانة")
            table, token = opened["table"]["id"], opened["token"]
            async with place.join(table) as onlooker, place.join(table, token) as player:
                await player.until(lambda: player.my_turn)
                await onlooker.until(lambda: onlooker.view["seq"] == player.view["seq"])
                assert "\u2068دانة\u2069" in onlooker.view["prompt"]
                assert onlooker.table["seats"][0]["name"] in ("دانة", *CAST["habitue"].values())

    run(play())


def test_an_ipv6_household_is_one_address() -> None:
    assert household("2001:db8::1") == household("2001:db8::ffff:1") != household("2001:db8:0:1::1")
    assert household("::ffff:192.0.2.1") == household("192.0.2.1") == "192.0.2.1"
    assert len(household("x" * 8000)) < 100
