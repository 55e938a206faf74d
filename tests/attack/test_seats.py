"""Seats keep their secrets: no person (a token, a live connection) is told two hands of one deal."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from rebelote.codec import encode
from rebelote.server.hand_guard import HandGuard
from rebelote.server.table_state import TableState
from rebelote.table import Seat
from tests.attack.length import LONG
from tests.attack.seats_walk import Walk
from tests.attack.secrecy import Leak, by_http, leaks, read_truths
from tests.support.dealt_tables import until_dealt
from tests.support.served_tables import Json, bearer, run, serving

RULES: list[Json] = [
    {"id": "coinche", "options": {}},
    {"id": "belote-annonces", "options": {}},
    {"id": "comptoir", "options": {}},
    {"id": "escalier", "options": {"players": 3}},
]
SEEDS, STEPS = (range(8), 300) if LONG else (range(1), 60)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules["id"])
@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_told_two_hands_of_one_deal(rules: Json, seed: int, folder: Path) -> None:
    walk = Walk(folder, rules, seed)
    assert run(walk.go(STEPS)) == []
    for what in ("waits", "tab", "view", "act", "restart"):
        assert walk.did[what], f"the walk never came to «{what}»: {walk.did}"


# The attacks that were made, and servers without the guard


async def from_seat_to_seat(folder: Path) -> tuple[list[int], list[Leak]]:
    """Take a bot's seat in the middle of a deal, look, leave, take the next."""
    heard: list[Json] = []
    statuses = []
    async with serving(folder) as place:
        opened = await place.open("coinche")
        table = opened["table"]["id"]
        await until_dealt(place, table, opened["token"])
        for seat in "ENW":
            token = (await place.sit(table, "Mallory", seat=seat))["token"]
            answer = await place.http.get(f"/api/tables/{table}/view", headers=bearer(token))
            statuses.append(answer.status_code)
            heard += [by_http(answer.json())] if answer.status_code == 200 else []
            async with place.join(table, token) as client:
                heard += client.traffic
            await place.post(f"/tables/{table}/leave", token=token)
    return statuses, leaks(heard, read_truths(folder / "rebelote.sqlite"))


def test_from_seat_to_seat_one_sees_no_hand(folder: Path) -> None:
    assert run(from_seat_to_seat(folder)) == ([409, 409, 409], [])


def test_without_the_guard_the_checker_finds_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableState, "mid_deal", False)
    monkeypatch.setattr(HandGuard, "holds", lambda *_: True)
    statuses, found = run(from_seat_to_seat(folder))
    assert statuses == [200, 200, 200]
    assert found != []


async def two_hellos(folder: Path) -> tuple[str | None, list[Leak]]:
    """One connection, and the tokens of two people who sit there."""
    async with serving(folder) as place:
        opened = await place.open("coinche", start=False)
        table, one = opened["table"]["id"], opened["token"]
        two = (await place.sit(table, "Bob", seat="N"))["token"]
        await place.post(f"/tables/{table}/start", token=one)
        async with place.join(table, one) as client:
            await until_dealt(place, table, one, two)
            await client.say({"do": "hello", "token": two, "lang": "fr"})
            await client.until(lambda: client.gone or client.view["seat"] == "N")
    gone = None if client.gone is None else client.gone["code"]
    return gone, leaks(client.traffic, read_truths(folder / "rebelote.sqlite"))


def test_a_connection_is_told_one_hand(folder: Path) -> None:
    assert run(two_hellos(folder)) == ("other_hand", [])


def test_without_the_check_of_connections_it_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandGuard, "is_other", lambda *_: False)
    gone, found = run(two_hellos(folder))
    assert gone is None
    assert found != []


def test_a_host_does_not_read_the_hand_of_one_they_sent_away(folder: Path) -> None:
    """They leave their own seat for it; bots play the deal on, and the seat is theirs in the next one."""

    async def attack() -> list[Json]:
        async with serving(folder) as place:
            opened = await place.open("coinche", start=False)
            table, host = opened["table"]["id"], opened["token"]
            bob = (await place.sit(table, "Bob", seat="N"))["token"]
            await place.post(f"/tables/{table}/start", token=host)
            await until_dealt(place, table, host, bob)
            heard = [by_http(await place.get(f"/tables/{table}/view", host))]
            await place.post(f"/tables/{table}/seats/N", {"do": "kick"}, host)
            await place.post(f"/tables/{table}/leave", token=host)
            again = await place.sit(table, "Ana", seat="N")
            assert again["waits"]
            answer = await place.http.get(f"/api/tables/{table}/view", headers=bearer(again["token"]))
            return heard + ([by_http(answer.json())] if answer.status_code == 200 else [])

    heard = run(attack())
    assert leaks(heard, read_truths(folder / "rebelote.sqlite")) == []


class _Unread:
    """A socket whose peer reads nothing: no message goes out, nor an end."""

    def __init__(self, socket: Any) -> None:
        self.receive_data = socket.receive_data
        self.send_data = self.close = lambda *_: asyncio.Event().wait()


def test_one_who_was_sent_away_and_reads_nothing_plays_for_nobody(folder: Path) -> None:
    """His connection is not closed before he reads its end; somebody else sits there by then."""

    async def attack() -> bool:
        async with serving(folder) as place:
            opened = await place.open("coinche", start=False)
            table, host = opened["table"]["id"], opened["token"]
            bob = (await place.sit(table, "Bob", seat="N"))["token"]
            room = await place.registry.room(table)
            async with place.join(table, bob) as client:
                reader: Any = room.readers[0]
                reader._socket = _Unread(reader._socket)
                await place.post(f"/tables/{table}/seats/N", {"do": "kick"}, host)
                cleo = (await place.sit(table, "Cleo", seat="N"))["token"]
                await place.post(f"/tables/{table}/start", token=host)
                await until_dealt(place, table, host, cleo)
                game = room.game
                assert game is not None
                while (seat := game.match.actors()[0]) != "N":
                    if seat == "S":
                        await room.act(seat, game.id, game.seq, game.match.legal(seat)[0])
                    await asyncio.sleep(0.01)
                act = {"do": "act", "id": 1, "match": game.id, "seq": game.seq}
                action = json.loads(encode(game.match.legal(Seat("N"))[0]))
                await client.say({**act, "action": action})
                await asyncio.sleep(1)
                return game.match.actors()[0] == "N"

    assert run(attack())
