"""Whole matches over the live connection."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from rebelote.events import DealScored, DealVoided
from rebelote.fairness import Fairness, verify
from rebelote.record import check_record
from rebelote.ruleset.loading import RULESET_IDS, document
from rebelote.server import game as game_module
from rebelote.server import table_info
from rebelote.server.checking import findings
from tests.support.served_tables import Json, Place, run, serving


@pytest.mark.parametrize("rules", RULESET_IDS)
def test_a_whole_match_against_bots(rules: str, folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open({"id": rules, "options": _short(rules)})
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.play(random.Random(rules))
                assert client.view["result"]["text"]
                assert [told["seq"] for told in client.seen] == list(range(1, client.view["seq"] + 1))
                assert client.sheet[-1]["totals"] == client.view["totals"]
                await client.until(lambda: client.table["status"] == "over")
            await _look_back(place, client.view)

    run(play())


def _short(rules: str) -> Json:
    """A few deals are a whole match."""
    target = document(rules).options.get("target")
    return {} if target is None else {"target": max(target.minimum or 1, min(target.default, 200))}


async def _look_back(place: Place, view: Json) -> None:
    """Replay, record and proof of a match that is over tell the same story as its log."""
    match = view["match"]
    game = await place.game(match)
    replay = await place.replay(match)
    ends = sum(isinstance(event, DealScored | DealVoided) for event in game.match.log)
    assert replay["over"]
    assert len(replay["deals"]) == ends
    assert sum(len(deal["events"]) for deal in replay["deals"]) == view["seq"]
    proof = msgspec.convert(await place.get(f"/matches/{match}/fairness"), Fairness)
    assert proof.commitment == view["fairness"]["commitment"]
    assert len(proof.deals) == ends
    assert verify(proof, game.match.log).holds
    record = await place.http.get(f"/api/matches/{match}/record")
    assert check_record(record.text).log == game.match.log
    assert record.headers["content-type"] == "text/plain; charset=utf-8"
    summary = await place.get(f"/matches/{match}?lang=en")
    assert summary["totals"] == view["totals"]
    assert summary["winners"] == view["result"]["winners"]


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("ffb-belote", {"declarations": True, "announce": "manual", "enforcement": "table", "target": 200}),
        ("ffb-contree", {"announce": "manual", "enforcement": "table", "target": 200}),
        ("escalier", {"players": 5}),
        ("comptoir", {"count": "points", "announce": "manual", "enforcement": "table", "target": 200}),
    ],
)
def test_only_people(rules: str, options: Json, folder: Path) -> None:
    """Everybody at once, each doing something whenever it may be done; nobody sees a refusal but `stale`."""

    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open({"id": rules, "options": options}, start=False)
            table = opened["table"]["id"]
            friends = range(1, len(opened["table"]["seats"]))
            tokens = [opened["token"], *[(await place.sit(table, f"Ami {n}"))["token"] for n in friends]]
            await place.post(f"/tables/{table}/start", token=tokens[0])
            await asyncio.gather(*(_play(place, table, token) for token in tokens))

    run(play())


async def _play(place: Place, table: str, token: str) -> None:
    async with place.join(table, token) as client:
        luck = random.Random(client.view["seat"])
        await client.play(luck)
        refused = [message["error"]["code"] for message in client.traffic if message["type"] == "refused"]
        assert set(refused) <= {"stale"}


def test_a_rematch_is_another_match(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("premiere")
            table, token = opened["table"]["id"], opened["token"]
            async with place.join(table, token) as client:
                early = await place.post(f"/tables/{table}/rematch", token=token, status=409)
                assert early["error"]["code"] == "not_over"
                await client.play(random.Random(1))
                first = client.view["match"]
                again = await place.post(f"/tables/{table}/rematch", token=token)
                assert again["table"]["previous"] == [first]
                await client.until(lambda: client.view["match"] != first)
                assert client.view["deal"] == 1
                assert client.view["seq"] >= 1
                assert client.sheet == []

    run(play())


def test_a_table_names_its_last_matches_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_info, "MOST_PREVIOUS", 2)
    monkeypatch.setattr(game_module, "MOST_EVENTS", 1)  # every match is broken off as it begins

    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            table, token = opened["table"]["id"], opened["token"]
            played = [opened["table"]["match"]]
            room = await place.registry.room(table)
            for _ in range(4):
                room.finished.append(played[-1])
                again = await place.post(f"/tables/{table}/rematch", token=token)
                played.append(again["table"]["match"])
            assert again["table"]["previous"] == played[-3:-1]

    run(play())


def test_a_match_that_is_broken_off_is_marked_as_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "MOST_PACKS", 1)

    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open({"id": "coinche", "options": {"target": 3000}})
            table, token = opened["table"]["id"], opened["token"]
            async with place.join(table, token) as client:
                await client.play(random.Random(1), until=lambda: client.table["status"] == "over")
            stored = await place.registry.store.load_match(client.view["match"])
            assert stored is not None
            assert stored.match.over
            assert not (await place.game(client.view["match"])).match.is_over
            assert await place.registry.store.look(lambda read: list(findings(read))) == []
            again = await place.post(f"/tables/{table}/rematch", token=token)
            assert again["table"]["previous"] == [client.view["match"]]

    run(play())
