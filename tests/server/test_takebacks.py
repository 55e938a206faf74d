"""Taking back a call or a card: the log only grows, the luck is untouched, and all are told."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

from rebelote.fairness.document import read_fairness
from rebelote.fairness.verification import verify
from rebelote.record import check_log, check_record
from rebelote.server import takebacks
from rebelote.server.checking import findings
from rebelote.server.notes import MOST_NOTES, help_counts
from tests.support.served_tables import Client, Json, Place, run, serving

SHORT = {"id": "classique", "options": {"target": 100}}


async def to_a_choice(client: Client, luck: random.Random) -> bool:
    """Up to a call or a card of one's own that is a choice; False if the match is over before."""

    def chooses() -> bool:
        return client.my_turn and client.view["phase"] in ("call", "play") and len(client.view["offers"]) > 1

    await client.play(luck, until=lambda: chooses() or client.view["phase"] == "over")
    return chooses()


def reached(client: Client, seq: int) -> bool:
    return bool(client.view["seq"] == seq)


async def take_back(place: Place, client: Client, token: str, status: int = 200, **more: int) -> Json:
    table = client.table["id"]
    asked = {"match": client.view["match"], "seq": client.view["seq"], **more}
    answer: Json = await place.post(f"/tables/{table}/takeback", asked, token, status=status)
    return answer


def test_a_card_is_taken_back_with_the_bots_answers_and_played_otherwise(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-contree")
            table, token = opened["table"]["id"], opened["token"]
            luck = random.Random(8)
            async with place.join(table, token) as client:
                await client.play(luck, until=lambda: client.my_turn and client.view["phase"] == "play")
                while len(client.view["offers"]) == 1:
                    await client.ask(client.view["offers"][0]["action"])
                    await client.until(lambda: client.my_turn)
                before = client.view
                await client.ask(before["offers"][0]["action"])
                await client.until(lambda: client.my_turn)
                rows = (await place.game(before["match"])).written
                back = await take_back(place, client, token)
                await client.until(lambda: client.view["seq"] == back["seq"])
                assert client.view["hand"] == before["hand"]
                assert client.view["offers"] == before["offers"]
                assert client.view["trick"] == before["trick"]
                await client.until(lambda: client.traffic[-1]["type"] == "note")
                assert client.traffic[-1]["note"]["note"] == "took_back"
                assert client.traffic[-1]["note"]["text"].startswith("Vous reprenez")
                async with place.join(table) as watcher:
                    assert watcher.state is not None
                    assert watcher.state["notes"][-1]["text"].startswith("Ana reprend")
                game = await place.game(before["match"])
                assert game.written == rows + 1  # nothing was deleted
                await client.ask(before["offers"][1]["action"])
                async with place.join(table, token, match=before["match"], seq=before["seq"] + 1) as late:
                    # he was told another story up to there: it is told anew, from the cut on
                    assert late.seen[0]["event"]["event"] in ("cut", "shuffled", "match_started")
                await client.until(lambda: client.my_turn)
                again = await take_back(place, client, token)
                await client.until(lambda: client.view["seq"] == again["seq"])
                assert again["seq"] == back["seq"]
                stale = await take_back(place, client, token, 409, seq=10_000)
                assert stale["error"]["code"] == "stale"

    run(work())


def test_a_match_with_takebacks_and_advice_is_counted_checked_and_read_again(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            opened = await place.open(SHORT)
            table, token = opened["table"]["id"], opened["token"]
            luck, taken = random.Random(5), 0
            async with place.join(table, token) as client:
                await to_a_choice(client, luck)
                await place.post(f"/tables/{table}/advice", {}, token)
                while await to_a_choice(client, luck):
                    offers = client.view["offers"]  # not passing: a deal that all passed is over
                    wanted = [each for each in offers if each["action"]["do"] != "pass"]
                    done = await client.ask(luck.choice(wanted)["action"])
                    if taken < 6:
                        seq = (await take_back(place, client, token, seq=done["seq"]))["seq"]
                        await client.until(functools.partial(reached, client, seq))
                        await client.ask(client.view["offers"][0]["action"])
                        taken += 1
                match, seat = client.view["match"], client.view["seat"]
            expected = [{"seat": seat, "advice": 1, "takebacks": taken}]
            assert taken >= 3
            assert (await place.get(f"/matches/{match}"))["help"] == expected
            told = await place.replay(match)
            assert told["help"] == expected
            own = await place.get(f"/matches/{match}/facts?seat={seat}")
            assert (own["advice"], own["takebacks"]) == (1, taken)
            other = next(each for each in "NESW" if each != seat)
            helped = await place.get(f"/matches/{match}/facts?seat={other}")
            assert (helped["advice"], helped["takebacks"]) == (0, 0)
            record = (await place.http.get(f"/api/matches/{match}/record")).text
            assert f'[Help "{seat} advice 1 takebacks {taken}"]' in record
            live = place.registry.game_on(match) or await place.game(match)
            assert check_record(record).log[1:] == live.match.log[1:]
            assert check_log(live.match.log).is_over
            proof = read_fairness((await place.http.get(f"/api/matches/{match}/fairness")).content)
            assert verify(proof, live.match.log).holds
            assert list(await place.registry.store.look(lambda it: list(findings(it, deep=True)))) == []
        async with serving(folder) as place:  # found again after a restart
            assert (await place.replay(match))["lines"] == told["lines"]
            assert (await place.game(match)).times == live.times

    run(work())


def test_takebacks_are_counted_however_much_else_was_noted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one fills a match with notes, and then its log for ever."""
    monkeypatch.setattr(takebacks, "MOST", 1)

    async def work() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-contree")
            table, token = opened["table"]["id"], opened["token"]
            for n in range(MOST_NOTES + 1):
                await place.post(f"/tables/{table}/settings", {"absent_seconds": 30 + n % 2}, token)
            luck = random.Random(1)
            async with place.join(table, token) as client:
                assert len(client.state["notes"] if client.state else ()) == MOST_NOTES
                assert await to_a_choice(client, luck)
                await client.ask(client.view["offers"][0]["action"])
                back = await take_back(place, client, token)
                await client.until(functools.partial(reached, client, back["seq"]))
                await client.ask(client.view["offers"][0]["action"])
                refused = await take_back(place, client, token, 409)
                assert refused["error"]["code"] == "many_takebacks"
                match = client.view["match"]
            assert [each.takebacks for each in help_counts((await place.game(match)).notes)] == [1]

    run(work())


def test_among_people_the_host_has_to_allow_it_and_nobody_elses_move_is_undone(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-contree", start=False)
            table, token = opened["table"]["id"], opened["token"]
            bea = await place.sit(table, "Bea")
            await place.post(f"/tables/{table}/start", {}, token)
            async with place.join(table, token) as client, place.join(table, bea["token"]) as other:
                await client.until(lambda: client.view)
                assert (await take_back(place, client, token, 403))["error"]["code"] == "no_takebacks"
                await place.post(f"/tables/{table}/settings", {"takebacks": True}, token)
                assert (await take_back(place, client, token, 409))["error"]["code"] == "nothing_to_take_back"
                luck = random.Random(1)
                acted: list[str] = []
                while acted[-2:] != ["Ana", "Bea"]:
                    for name, player in (("Ana", client), ("Bea", other)):
                        if player.my_turn:
                            acted += [name] if player.view["phase"] in ("call", "play") else []
                            await player.ask(luck.choice(player.view["offers"])["action"])
                    await client.until(lambda: client.my_turn or other.my_turn)
                    await other.until(lambda: other.view["seq"] == client.view["seq"])
                refused = await take_back(place, client, token, 409)
                assert refused["error"]["code"] in ("others_acted", "nothing_to_take_back")

    run(work())
