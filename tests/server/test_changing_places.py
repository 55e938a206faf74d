"""Who sits where before a match: the partner's seat first, and two who change places."""

from __future__ import annotations

import random
from pathlib import Path

from tests.support.served_tables import Json, Place, run, serving


def names(table: Json) -> Json:
    return {seat["seat"]: seat["name"] for seat in table["seats"] if seat["kind"] == "human"}


async def opened(place: Place) -> Json:
    return await place.open("coinche", start=False, seat="E")


def test_the_first_friend_is_the_host_s_partner(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            host = await opened(place)
            assert host["table"]["next_seat"] == "W"
            table = host["table"]["id"]
            friend = await place.sit(table, "Bea")
            assert friend["seat"] == "W"
            for name in ("Cleo", "Dan"):
                last = await place.sit(table, name)
            assert last["table"]["next_seat"] is None

    run(play())


def test_the_host_lets_two_change_places(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            host = await opened(place)
            table, token = host["table"]["id"], host["token"]
            bea = await place.sit(table, "Bea", seat="N")
            async with place.join(table, token) as own, place.join(table, bea["token"]) as hers:
                after = await place.post(f"/tables/{table}/swap", {"seat": "E", "other": "N"}, token)
                assert names(after["table"]) == {"N": "Ana", "E": "Bea"}
                assert after["table"]["you"] == {**host["table"]["you"], "seat": "N", "host": True}
                await own.until(lambda: own.table["you"]["seat"] == "N")
                await hers.until(lambda: hers.table["you"]["seat"] == "E")
            again = await place.get(f"/tables/{table}", bea["token"])
            assert again["you"]["seat"] == "E"
            await place.post(f"/tables/{table}/start", token=token)
            late = await place.post(f"/tables/{table}/swap", {"seat": "E", "other": "N"}, token, status=409)
            assert late["error"]["code"] == "not_waiting"

    run(play())


def test_a_friend_goes_to_a_free_seat_and_takes_nobody_s(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            host = await opened(place)
            table = host["table"]["id"]
            bea = await place.sit(table, "Bea", seat="N")
            moved = await place.post(f"/tables/{table}/swap", {"seat": "N", "other": "S"}, bea["token"])
            assert names(moved["table"]) == {"E": "Ana", "S": "Bea"}
            for wish, code, status in (
                ({"seat": "S", "other": "E"}, "seat_taken", 409),
                ({"seat": "N", "other": "W"}, "not_host", 403),
                ({"seat": "S", "other": "S"}, "bad_field", 400),
                ({"seat": "S", "other": "X"}, "bad_field", 400),
            ):
                refused = await place.post(f"/tables/{table}/swap", wish, bea["token"], status=status)
                assert refused["error"]["code"] == code, wish

    run(play())


def test_partners_change_between_two_matches(folder: Path) -> None:
    """What one is told after the change is nobody else's hand of the match before."""

    async def play() -> None:
        async with serving(folder) as place:
            host = await place.open("belote-501", start=False, seat="E")
            table, token = host["table"]["id"], host["token"]
            await place.post(f"/tables/{table}/start", token=token)
            async with place.join(table, token) as client:
                await client.play(random.Random(4))
                before = len(client.seen)
                await place.post(f"/tables/{table}/swap", {"seat": "E", "other": "N"}, token)
                await client.until(lambda: client.view["seat"] == "N")
                hands = [told["event"].get("hands", {}) for told in client.seen[before:]]
                assert not any(hands)
                await place.post(f"/tables/{table}/rematch", token=token)
                await client.play(random.Random(4), until=lambda: client.view["hand"])
                assert client.view["seat"] == "N"

    run(play())
