"""Sitting, leaving, coming back; two tabs, stale clicks, absent players, clocks, spectators."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from tests.support.served_tables import PATIENCE, Client, Json, Place, pick, run, serving


def seat(table: Json, name: str) -> Json:
    found: Json = next(each for each in table["seats"] if each["seat"] == name)
    return found


async def turn(client: Client) -> None:
    await client.until(lambda: client.my_turn)


# Two tabs, double clicks, reloads


def test_two_tabs_stay_in_step_and_a_double_click_plays_once(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            table, token = opened["table"]["id"], opened["token"]
            async with place.join(table, token) as one, place.join(table, token, "en") as two:
                luck = random.Random(2)
                for _ in range(12):
                    await turn(one)
                    seq, action = one.view["seq"], pick(one.view["offers"], luck)
                    first, second = await asyncio.gather(one.ask(action, seq=seq), two.ask(action, seq=seq))
                    assert sorted([first["type"], second["type"]]) == ["done", "refused"]
                    refused = first if first["type"] == "refused" else second
                    assert refused["error"]["code"] == "stale"
                latest = max(one.view["seq"], two.view["seq"])
                await one.until(lambda: one.view["seq"] >= latest)
                await two.until(lambda: two.view["seq"] >= latest)
                assert [told["seq"] for told in one.seen][:latest] == [told["seq"] for told in two.seen][
                    :latest
                ]

    run(play())


def test_several_actions_in_one_go_are_answered_in_turn(folder: Path) -> None:
    """The first is being written when the others come."""

    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                luck = random.Random(4)
                for turns in range(6):
                    await turn(client)
                    view = client.view
                    action = pick(view["offers"], luck)
                    act = {"do": "act", "match": view["match"], "seq": view["seq"], "action": action}
                    ids = [1000 + 10 * turns + n for n in range(3)]
                    for number in ids:
                        await client.say(act | {"id": number})
                    first, *others = [await answer(client, number) for number in ids]
                    assert first["type"] == "done"
                    assert [other["error"]["code"] for other in others] == ["stale", "stale"]

    run(play())


async def answer(client: Client, number: int) -> Json:
    def found() -> list[Json]:
        return [told for told in client.traffic if told.get("id") == number]

    await client.until(found)
    return found()[0]


def test_a_reload_catches_up_by_seq(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-belote")
            table, token = opened["table"]["id"], opened["token"]
            async with place.join(table, token) as client:
                await client.play(random.Random(3), until=lambda: client.view["seq"] > 20)
                await turn(client)
                seen, match = client.view["seq"], client.view["match"]
                await client.ask(pick(client.view["offers"], random.Random(1)))
            async with place.join(table, token, match=match, seq=seen) as again:
                assert again.seen[0]["seq"] == seen + 1
                assert again.view["seq"] == again.seen[-1]["seq"]
                await again.say({"do": "hello", "token": token, "lang": "fr", "match": match, "seq": seen})
                await again.until(lambda: sum(m["type"] == "state" for m in again.traffic) == 2)
                second = [told for told in again.traffic if told["type"] == "state"][1]
                assert second["events"][0]["seq"] == seen + 1
            async with place.join(table, token, match="another", seq=seen) as fresh:
                assert fresh.seen[-1]["seq"] == fresh.view["seq"]

    run(play())


def test_the_language_is_switched_live(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-belote")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                assert client.view["goal"].startswith("Partie en")
                await client.say({"do": "lang", "lang": "en"})
                await client.until(lambda: client.view["goal"].startswith("Match of"))
                await client.say({"do": "ping"})
                await client.until(lambda: client.heard("pong"))

    run(play())


# Friends


def test_friends_sit_leave_and_come_back(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-belote", start=False)
            table, host = opened["table"]["id"], opened["token"]
            assert opened["table"]["status"] == "waiting"
            assert [each["kind"] for each in opened["table"]["seats"]].count("empty") == 3
            friend = await place.sit(table, "Bob", seat="N")
            taken = await place.post(f"/tables/{table}/sit", {"nickname": "Eve", "seat": "N"}, status=409)
            assert taken["error"] == {
                "code": "seat_taken",
                "message": "Cette place est prise.",
                "field": "seat",
            }
            async with place.join(table, host) as client, place.join(table, friend["token"]) as other:
                await place.post(f"/tables/{table}/start", token=host)
                await client.until(lambda: client.table["status"] == "playing")
                assert seat(client.table, "E")["bot"] == "habitue"
                await deal_out(client, other)
                left = await place.post(f"/tables/{table}/leave", token=friend["token"])
                assert seat(left["table"], "N") | {"bot": "habitue", "kind": "bot"} == seat(
                    left["table"], "N"
                )
                back = await place.post(f"/tables/{table}/return", token=friend["token"])
                assert back["seat"] == "N"
                assert seat(back["table"], "N")["name"] == "Bob"
                assert back["table"]["you"] == {"seat": "N", "host": False, "waits": None, "committed": False}

    run(play())


def test_who_sat_there_may_come_back_until_another_sits(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            table, host, bob = await two_friends(place)
            await place.post(f"/tables/{table}/leave", token=bob)
            await place.sit(table, "Eve", seat="N")
            await place.post(f"/tables/{table}/return", token=bob, status=403)
            async with place.join(table, host) as client:
                assert seat(client.table, "N")["name"] == "Eve"

    run(play())


async def two_friends(place: Place, rules: str = "ffb-belote", **more: Any) -> tuple[str, str, str]:
    """A table before its first match, with Ana (the host) at S and Bob at N."""
    opened = await place.open(rules, start=False, **more)
    table = opened["table"]["id"]
    return table, opened["token"], (await place.sit(table, "Bob", seat="N"))["token"]


async def deal_out(*clients: Client) -> None:
    """Until the hands are dealt."""
    await asyncio.gather(*(_until_dealt(client) for client in clients))


async def _until_dealt(client: Client) -> None:
    await client.play(random.Random(1), until=lambda: client.view["phase"] not in ("cut", "deal"))


def test_the_host_kicks_replaces_and_hands_over(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche", start=False)
            table, host = opened["table"]["id"], opened["token"]
            friend = await place.sit(table, "Bob", seat="N")
            orders = f"/tables/{table}/seats"
            denied = await place.post(f"{orders}/S", {"do": "kick"}, friend["token"], status=403)
            assert denied["error"]["code"] == "not_host"
            await place.post(f"{orders}/S", {"do": "kick"}, host, status=409)
            await place.post(f"{orders}/E", {"do": "bot", "bot": "hasard"}, host)
            await place.post(f"{orders}/E", {"do": "bot", "bot": "nobody"}, host, status=400)
            freed = await place.post(f"{orders}/E", {"do": "empty"}, host)
            assert seat(freed["table"], "E")["kind"] == "empty"
            async with place.join(table, friend["token"]) as client:
                await place.post(f"{orders}/N", {"do": "kick"}, host)
                await client.until(lambda: client.gone)
                assert client.gone is not None
                assert client.gone["code"] == "kicked"
            await place.post(f"/tables/{table}/return", token=friend["token"], status=403)
            async with place.join(table, friend["token"]) as refused:
                assert refused.gone is not None
                assert refused.gone["code"] == "kicked"
            other = await place.sit(table, "Zoé", seat="W")
            moved = await place.post(f"{orders}/W", {"do": "host"}, host)
            assert seat(moved["table"], "W")["host"]
            assert not moved["table"]["you"]["host"]
            left = await place.post(f"/tables/{table}/leave", token=other["token"])
            assert seat(left["table"], "S")["host"], "the next person at the table"

    run(play())


# Those who are away


def test_a_bot_stands_in_and_hands_back(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-belote", start=False, settings={"absent_seconds": 0})
            table, host = opened["table"]["id"], opened["token"]
            friend = await place.sit(table, "Bob", seat="N")
            await place.post(f"/tables/{table}/start", token=host)
            async with place.join(table, host) as client:
                luck = random.Random(4)
                playing = asyncio.create_task(client.play(luck))
                await client.until(lambda: seat(client.table, "N")["bot"] == "habitue")
                assert not seat(client.table, "N")["present"]
                async with place.join(table, friend["token"]) as back:
                    await client.until(lambda: seat(client.table, "N")["present"])
                    assert seat(client.table, "N")["bot"] is None
                    await _one_may_still_come(back)
                    seq = back.view["seq"]
                    await asyncio.sleep(0.2)
                    assert back.view["seq"] == seq, "nobody plays for one who is there"
                    assert (await back.ask(pick(back.view["offers"], luck)))["type"] == "done"
                playing.cancel()

    run(play())


async def _one_may_still_come(client: Client) -> None:
    """His turn; or the next one, where the stand-in's last move was being written down."""
    await turn(client)
    seq = client.view["seq"]
    await asyncio.sleep(0.3)
    if client.view["seq"] != seq:
        await turn(client)


def test_a_match_rests_while_none_of_its_players_is_there(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche", settings={"absent_seconds": 0})
            room = await place.registry.room(opened["table"]["id"])
            await asyncio.sleep(0.2)
            assert room.game is not None
            assert room.game.seq == 1
            async with place.join(room.id) as spectator:
                await asyncio.sleep(0.2)
                assert spectator.view["seq"] == 1
                async with place.join(room.id, opened["token"]) as client:
                    await turn(client)
                    await place.post(f"/tables/{room.id}/leave", token=opened["token"])
                    left = room.game.seq
                    await asyncio.sleep(0.2)
                    assert room.game.seq == left, "only bots sit there"
                    await place.post(f"/tables/{room.id}/return", token=opened["token"])
                    await client.say({"do": "hello", "token": opened["token"], "lang": "fr"})
                    await client.until(lambda: client.view["seat"] == "S")
                    await turn(client)

    run(play())


def test_the_clock_plays_one_move(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche", settings={"turn_seconds": 1})
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await turn(client)
                seq, deadline = client.view["seq"], client.view["deadline"]
                assert 0 < deadline - client.traffic[-1].get("now", deadline - 1) <= 1000
                await client.until(lambda: client.view["seq"] > seq)
                assert seat(client.table, "S")["bot"] is None

    run(play())


def test_settings_are_the_hosts(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            table, host = opened["table"]["id"], opened["token"]
            changed = await place.post(
                f"/tables/{table}/settings", {"turn_seconds": 30, "bot": "hasard"}, host
            )
            assert changed["table"]["settings"] == {
                "turn_seconds": 30,
                "absent_seconds": 20,
                "bot": "hasard",
                "spectators": True,
                "by_hand": True,
                "advice": False,
                "takebacks": False,
            }
            cleared = await place.post(f"/tables/{table}/settings", {"turn_seconds": None}, host)
            assert cleared["table"]["settings"]["turn_seconds"] is None
            wrong = await place.post(f"/tables/{table}/settings", {"turn_seconds": -1}, host, status=400)
            assert wrong["error"]["field"] == "turn_seconds"
            await place.post(f"/tables/{table}/settings", {"bot": "hasard"}, status=401)

    run(play())


# Spectators


def test_spectators_only_where_they_are_admitted(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            table, host = opened["table"]["id"], opened["token"]
            async with place.join(table) as spectator:
                assert spectator.view["seat"] is None
                assert spectator.view["hand"] == []
                assert spectator.view["offers"] == []
                assert spectator.table["spectators"] == 1
                refused = await spectator.ask({"do": "pass", "seat": "S"})
                assert refused["error"]["code"] == "not_your_seat"
            await place.post(f"/tables/{table}/settings", {"spectators": False}, host)
            async with place.join(table) as another:
                assert another.gone is not None
                assert another.gone["code"] == "no_spectators"

    run(play())


# Out of turn


def test_a_coinche_may_come_late(folder: Path) -> None:
    """The others have passed on meanwhile: it is still meant, and still legal."""

    async def play() -> None:
        async with serving(folder) as place:
            table, clients = await _four(place)
            async with (
                place.join(table, clients["N"]) as north,
                place.join(table, clients["E"]) as east,
                place.join(table, clients["S"]) as south,
                place.join(table, clients["W"]) as west,
            ):
                at = {"N": north, "E": east, "S": south, "W": west}
                await _until_calls(at)
                speaker = at[north.view["to_act"][0]]
                order = [each["seat"] for each in speaker.view["seats"]]
                after = order[order.index(speaker.view["seat"]) + 1 :] + order
                await speaker.ask({"do": "bid", "seat": speaker.view["seat"], "value": 80, "trump": "S"})
                opponent, partner = at[after[2]], at[after[1]]
                await opponent.until(lambda: opponent.view["standing"])
                assert [offer["action"]["do"] for offer in opponent.view["offers"]] == ["contre"]
                seen = opponent.view["seq"]
                await at[after[0]].until(lambda: at[after[0]].view["standing"])
                await at[after[0]].ask({"do": "pass", "seat": after[0]})
                late = await opponent.ask({"do": "contre", "seat": after[2]}, seq=seen)
                assert late["type"] == "done"
                await partner.until(lambda: partner.view["contract"])
                assert partner.view["contract"]["contre"] == 1
                again = await opponent.ask({"do": "contre", "seat": after[2]}, seq=seen)
                assert again["error"]["code"] == "stale"

    run(play())


async def _four(place: Place) -> tuple[str, dict[str, str]]:
    opened = await place.open("coinche", start=False)
    table = opened["table"]["id"]
    tokens = {"S": opened["token"]}
    for name in "NEW":
        tokens[name] = (await place.sit(table, f"Joueur {name}", seat=name))["token"]
    await place.post(f"/tables/{table}/start", token=opened["token"])
    return table, tokens


async def _until_calls(at: dict[str, Client]) -> None:
    """Cut and deal."""
    for phase in ("cut", "deal"):
        for client in at.values():
            await client.until(lambda client=client, phase=phase: client.view["phase"] == phase)  # type: ignore[misc]
        actor = at[next(iter(at.values())).view["to_act"][0]]
        await actor.ask(actor.view["offers"][0]["action"])
    for client in at.values():
        await client.until(lambda client=client: client.view["phase"] == "call")  # type: ignore[misc]


# By HTTP alone


def test_a_program_plays_by_http(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            rules = {"id": "premiere", "options": {"target": 1}}
            opened = await place.open(rules, settings={"absent_seconds": 60})
            table, token = opened["table"]["id"], opened["token"]
            async with asyncio.timeout(PATIENCE):
                while (view := await place.get(f"/tables/{table}/view", token))["phase"] != "over":
                    if not view["legal"]:
                        await asyncio.sleep(0.002)
                        continue
                    body = {"match": view["match"], "seq": view["seq"], "action": view["legal"][0]}
                    answer = await place.http.post(
                        f"/api/tables/{table}/act", json=body, headers={"authorization": f"Bearer {token}"}
                    )
                    assert answer.status_code == 200, answer.text

    run(play())


# After a restart


@pytest.mark.parametrize("rules", ["ffb-belote", "escalier"])
def test_a_table_is_found_again_after_a_restart(rules: str, folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open(rules)
            table, token = opened["table"]["id"], opened["token"]
            async with place.join(table, token) as client:
                await client.play(random.Random(5), until=lambda: client.view["seq"] > 25)
                await turn(client)
                before = client.view
        async with serving(folder) as place, place.join(table, token) as client:
            await turn(client)
            assert client.view | {"deadline": None} == before | {"deadline": None}
            await client.play(random.Random(6), until=lambda: client.view["seq"] > before["seq"] + 20)

    run(play())


def test_a_room_that_nobody_needs_is_let_go(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            table = opened["table"]["id"]
            room = await place.registry.room(table)
            async with place.join(table, opened["token"]):
                place.registry.sweep(-1)
                assert await place.registry.room(table) is room
            async with asyncio.timeout(PATIENCE):
                while await place.registry.room(table) is room:
                    await asyncio.sleep(0.02)
                    place.registry.sweep(-1)

    run(play())
