"""Sitting down between deals and in the middle of one, by agreement; who was sent away; settings to come."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from tests.support.guests import AWAY, HOME, Guests
from tests.support.served_tables import Client, from_address, run, serving


async def dealt(client: Client) -> None:
    await client.play(random.Random(1), until=lambda: client.view["phase"] not in ("cut", "deal"))


async def over(client: Client) -> None:
    """Until the deal is over."""
    deal = len(client.sheet)
    await client.play(random.Random(1), until=lambda: len(client.sheet) > deal)


def test_a_newcomer_sits_down_with_the_last_event_of_the_deal(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open("comptoir")
            async with place.join(guests.table, guests.host) as ana:
                await dealt(ana)
                sat = await guests.sit("Marcel")
                assert (sat["waits"], sat["table"]["you"]["waits"]) == (True, "N")
                await ana.until(lambda: ana.table["newcomers"])
                assert ana.traffic[-1]["table"]["newcomers"][0]["name"] == "Marcel"
                notes = [m["note"]["text"] for m in ana.traffic if m["type"] == "note"]
                assert notes == ["Marcel s'assied à la prochaine donne (Nord)."]
                taken = await guests.sit("Eve", status=409)
                assert taken["error"]["code"] == "seat_taken"
                async with place.join(guests.table, sat["token"]) as marcel:
                    assert marcel.view["seat"] is None
                    await over(ana)
                    await marcel.until(lambda: marcel.view["seat"] == "N")
                    assert marcel.view["hand"] == []
                    assert all(event["event"]["event"] != "dealt" for event in marcel.state["events"])  # type: ignore[index]
                    await ana.until(lambda: not ana.table["newcomers"])

    run(play())


def test_what_waits_is_there_after_a_restart(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open("comptoir")
            async with place.join(guests.table, guests.host) as ana:
                await dealt(ana)
                marcel = (await guests.sit("Marcel"))["token"]
        async with serving(folder) as place:
            guests = Guests(place, guests.table, guests.host)
            refused = await guests.ask("/ask", marcel, at=AWAY, status=409)
            assert refused["error"]["code"] == "not_now", "nobody knows any more who has seen a hand"
            async with (
                place.join(guests.table, guests.host) as ana,
                place.join(guests.table, marcel) as watching,
            ):
                assert ana.view["hand"] != []
                assert watching.view["hand"] == []
                await over(ana)
                await watching.until(lambda: watching.view["seat"] == "N")

    run(play())


def test_at_once_if_all_agree_and_the_replay_says_so(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open("escalier", players=3)
            async with place.join(guests.table, guests.host, headers=from_address(HOME)) as ana:
                await dealt(ana)
                near = (await guests.sit("Voisine", "3", at=HOME))["token"]
                refused = await guests.ask("/ask", near, at=HOME, status=409)
                assert refused["error"]["code"] == "not_now", "a hand was seen at that address"
                await guests.ask("/leave", near, at=HOME)
                marcel = (await guests.sit("Marcel", "2"))["token"]
                await guests.ask("/answer", guests.host, {"seat": "2", "agreed": True}, status=409)
                await guests.ask("/ask", marcel, at=AWAY)
                await ana.until(lambda: any(each["waits_for"] == ["1"] for each in ana.table["newcomers"]))
                await guests.ask("/answer", marcel, {"seat": "2", "agreed": True}, at=AWAY, status=409)
                await guests.ask("/answer", guests.host, {"seat": "2", "agreed": True})
                async with place.join(guests.table, marcel, headers=from_address(AWAY)) as client:
                    assert client.view["seat"] == "2"
                    await asyncio.gather(over(ana), over(client))
            said = "Marcel s'assied en pleine donne (Joueur 2), avec l'accord de tous : Ana."
            assert said in [note["text"] for note in client.traffic[0]["notes"]]
            replay = await place.replay(ana.view["match"])
            assert said in [note["text"] for note in replay["deals"][0]["notes"]]

    run(play())


def test_one_refusal_is_enough(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open()
            async with place.join(guests.table, guests.host) as ana:
                await dealt(ana)
                marcel = (await guests.sit("Marcel"))["token"]
                await guests.ask("/ask", marcel, at=AWAY)
                await guests.ask("/answer", guests.host, {"seat": "N", "agreed": False})
                again = await guests.ask("/ask", marcel, at=AWAY, status=409)
                assert again["error"]["code"] == "not_now"

    run(play())


def test_bots_play_on_for_a_newcomer_where_nobody_else_sits(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open("ffb-belote", bot="hasard")
            async with place.join(guests.table, guests.host) as ana:
                await dealt(ana)
                await guests.ask("/leave", guests.host)
                marcel = (await guests.sit("Marcel"))["token"]
            async with place.join(guests.table, marcel) as client:
                await client.until(lambda: client.view["seat"] == "N")
                assert client.table["you"]["host"]

    run(play())


def test_bots_that_play_for_a_newcomer_think_on_his_account(folder: Path) -> None:
    """After a restart nobody else is known at the table."""

    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open("ffb-belote")
            async with place.join(guests.table, guests.host) as ana:
                await dealt(ana)
                marcel = (await guests.sit("Marcel"))["token"]
        async with serving(folder) as place:
            room = await place.registry.room(guests.table)
            async with place.join(guests.table, headers=from_address(HOME)):
                assert room.address == "", "who looks on pays for nothing"
                async with place.join(guests.table, marcel, headers=from_address(AWAY)):
                    assert room.address == AWAY

    run(play())


def test_who_left_before_the_deal_waits_for_the_next(folder: Path) -> None:
    """The hand is the bot's who sat there when it was dealt."""

    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open(start=False)
            bob = (await guests.sit("Bob"))["token"]
            await guests.ask("/start", guests.host)
            await guests.ask("/leave", bob)
            async with place.join(guests.table, guests.host) as ana:
                await dealt(ana)
                back = await guests.ask("/return", bob, at=AWAY)
                assert back["waits"]

    run(play())


# Sent away


def test_one_who_was_sent_away_stays_away_until_invited(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open(start=False)
            bob = (await guests.sit("Bob"))["token"]
            sent = await guests.ask("/seats/N", guests.host, {"do": "kick"})
            assert [gone["name"] for gone in sent["table"]["sent_away"]] == ["Bob"]
            assert (await place.get(f"/tables/{guests.table}"))["sent_away"] == [], "for the host alone"
        async with serving(folder) as place:
            guests = Guests(place, guests.table, guests.host)
            for name, address in (("Robert", AWAY), ("bob", "203.0.113.4")):
                refused = await guests.sit(name, at=address, status=403)
                assert refused["error"]["code"] == "kicked"
            await guests.ask("/return", bob, at="203.0.113.4", status=403)
            for token in (bob, None):
                async with place.join(guests.table, token, headers=from_address(AWAY)) as client:
                    assert client.gone is not None
                    assert client.gone["code"] == "kicked"
            await guests.ask("/invite", bob, {"number": 1}, status=403)
            await guests.ask("/invite", guests.host, {"number": 9}, status=400)
            invited = await guests.ask("/invite", guests.host, {"number": 1})
            assert invited["table"]["sent_away"] == []
            assert (await guests.sit("Bob"))["seat"] == "N"

    run(play())


def test_an_address_that_others_share_is_not_closed(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open(start=False)
            await guests.sit("Bob", at=HOME)
            await guests.ask("/seats/N", guests.host, {"do": "kick"})
            await guests.sit("Bob", at=HOME, status=403)
            await guests.sit("Zoé", at=HOME)

    run(play())


def test_a_newcomer_may_be_sent_away(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open()
            async with place.join(guests.table, guests.host) as ana:
                await dealt(ana)
                marcel = (await guests.sit("Marcel"))["token"]
                async with place.join(guests.table, marcel, headers=from_address(AWAY)) as client:
                    await guests.ask("/seats/N", guests.host, {"do": "kick"})
                    await client.until(lambda: client.gone)
                await ana.until(lambda: not ana.table["newcomers"])

    run(play())


# Settings


def test_settings_change_between_deals_where_others_play(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open("ffb-belote", start=False)
            bob = (await guests.sit("Bob"))["token"]
            await guests.ask("/start", guests.host)
            async with place.join(guests.table, guests.host) as ana, place.join(guests.table, bob) as bobs:
                while "cut" in (ana.view["phase"], bobs.view["phase"]) or ana.view["phase"] == "deal":
                    mover = next((each for each in (ana, bobs) if each.my_turn), None)
                    if mover is None:
                        await ana.until(lambda: ana.my_turn or bobs.my_turn or ana.view["phase"] == "call")
                    else:
                        await mover.ask(mover.view["offers"][0]["action"])
                changed = await guests.ask("/settings", guests.host, {"turn_seconds": 1, "spectators": False})
                assert changed["table"]["settings"]["turn_seconds"] is None
                assert changed["table"]["next_settings"]["turn_seconds"] == 1
                await bobs.until(lambda: bobs.table["next_settings"])
                notes = [m["note"]["text"] for m in bobs.traffic if m["type"] == "note"]
                assert notes == ["À partir de la prochaine donne : 1 s pour jouer, pas de spectateurs."]
                assert bobs.view["deadline"] is None
                level = await guests.ask("/seats/E", guests.host, {"do": "bot", "bot": "expert"}, status=409)
                assert level["error"]["code"] == "mid_deal"
                while not ana.sheet and not any(
                    event["event"]["event"] == "deal_voided" for event in ana.seen
                ):
                    mover = next((each for each in (ana, bobs) if each.my_turn), ana)
                    await mover.until(lambda mover=mover: mover.my_turn or ana.my_turn or bobs.my_turn)  # type: ignore[misc]
                    if mover.my_turn:
                        await mover.ask(mover.view["offers"][0]["action"])
                await ana.until(lambda: ana.table["settings"]["turn_seconds"] == 1)
                assert ana.table["next_settings"] is None

    run(play())


def test_settings_have_floors_and_hold_at_once_for_one_who_plays_alone(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder, least_seconds=10) as place:
            guests = Guests(place)
            await guests.open()
            async with place.join(guests.table, guests.host) as ana:
                await dealt(ana)
                for name in ("turn_seconds", "absent_seconds"):
                    refused = await guests.ask("/settings", guests.host, {name: 9}, status=400)
                    assert refused["error"]["field"] == name
                changed = await guests.ask("/settings", guests.host, {"turn_seconds": 10})
                assert changed["table"]["settings"]["turn_seconds"] == 10
                assert changed["table"]["next_settings"] is None

    run(play())


# Telling what is past


def test_a_deal_that_was_another_s_is_not_told_again(folder: Path) -> None:
    """Whatever seq the hello names."""

    async def play() -> None:
        async with serving(folder) as place:
            guests = Guests(place)
            await guests.open("comptoir")
            async with place.join(guests.table, guests.host) as ana:
                await dealt(ana)
                marcel = (await guests.sit("Marcel"))["token"]
                await over(ana)
                match = ana.view["match"]
                scored = next(told["seq"] for told in ana.seen if told["event"]["event"] == "deal_scored")
                async with place.join(guests.table, marcel, match=match, seq=0) as client:
                    assert client.view["seat"] == "N"
                    assert all(told["seq"] > scored for told in client.seen), client.seen[:1]
                async with place.join(guests.table, guests.host, match=match, seq=0) as again:
                    assert again.seen[0]["seq"] == 1

    run(play())
