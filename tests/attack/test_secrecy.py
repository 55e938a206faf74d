"""All that is sent to anybody in a whole match, searched for cards that its reader can't know."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from rebelote import fairness
from rebelote import match as match_module
from rebelote.events import DealScored, Dealt, Event, redact
from rebelote.server import redacted_match
from rebelote.server.game import Game
from rebelote.table import Seat
from tests.attack.secrecy import Truth, by_http, cards_in, leaks, read_truths
from tests.support.served_tables import Client, Json, Place, run, serving


def test_the_search_would_find_a_card() -> None:
    assert cards_in({"text": "Est : valet de cœur.", "card": "AS"}) == {"JH", "AS"}
    assert cards_in({"text": "East: Ten of clubs."}) == {"TC"}
    assert cards_in({"text": "80 pique", "rank": "J"}) == set()


def test_what_one_heard_is_explained_by_one_seat() -> None:
    hands = {"N": ["7S"], "S": ["8S"]}
    dealt = {"event": "dealt", "hands": hands, "piles": {}, "blind": False}
    truths = {"m": Truth([{"event": "cut"}, dealt, {"event": "card_played", "card": "7S"}])}

    def heard(seq: int, *cards: str) -> Json:
        return {"view": {"match": "m", "seq": seq, "cards": list(cards)}}

    assert leaks([heard(2, "8S"), heard(3, "7S", "8S")], truths) == []
    assert [leak.cards for leak in leaks([heard(2, "7S"), heard(2, "8S")], truths)] == [{"8S"}]
    assert [leak.cards for leak in leaks([heard(2, "8S")], truths, {"N"})] == [{"8S"}]
    assert [leak.cards for leak in leaks([heard(2, "7S")], truths, {None})] == [{"7S"}]
    assert leaks([heard(3, "7S")], truths, {None}) == []
    blind = {"m": Truth([{"event": "cut"}, {**dealt, "blind": True}])}
    assert leaks([heard(2, "7S")], blind, {"S"}) == []
    assert leaks([heard(2, "7S")], blind, {"N"}) != []


LAST_DEAL = 2

GAMES: list[tuple[str, Json]] = [
    ("ffb-belote", {"declarations": True}),
    ("ffb-belote", {"declarations": True, "announce": "manual", "enforcement": "table"}),
    ("belote-annonces", {}),
    ("ffb-contree", {"sans_tout_atout": True}),
    ("comptoir", {}),
    ("escalier", {"players": 3}),
    ("premiere", {"target": 2}),
]


@pytest.mark.parametrize(("rules", "options"), GAMES)
def test_nobody_is_told_what_he_can_not_know(rules: str, options: Json, folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open({"id": rules, "options": options}, start=False)
            table = opened["table"]["id"]
            friends = range(1, len(opened["table"]["seats"]))
            tokens = [opened["token"], *[(await place.sit(table, f"Ami {n}"))["token"] for n in friends]]
            await place.post(f"/tables/{table}/start", token=tokens[0])
            room = await place.registry.room(table)
            assert room.game is not None
            watching = asyncio.create_task(_look_around(place, room.game, tokens, folder))
            clients = await asyncio.gather(
                *(_play(place, table, token, "en" if n % 2 else "fr") for n, token in enumerate(tokens)),
                _watch(place, table),
            )
            watching.cancel()
            truths = read_truths(folder / "rebelote.sqlite")
            for client in clients:
                assert leaks(client.traffic, truths, {client.view["seat"]}) == []
                assert any(cards_in(message) for message in client.traffic), "they were told something"
                _tells_no_secret(json.dumps(client.traffic), room.game, tokens)

    run(play())


def _enough(client: Client) -> bool:
    return bool(client.view["phase"] == "over" or client.view["deal"] > LAST_DEAL)


async def _play(place: Place, table: str, token: str, lang: str) -> Client:
    async with place.join(table, token, lang, changes=lang == "en") as client:
        await client.play(random.Random(client.view["seat"]), until=lambda: _enough(client))
        return client


async def _watch(place: Place, table: str) -> Client:
    async with place.join(table, changes=True) as client:
        await client.until(lambda: _enough(client), 60)
        return client


async def _look_around(place: Place, game: Game, tokens: list[str], folder: Path) -> None:
    """Replay, proof, summary and bots' views while the match goes on."""
    while True:
        before = game.match.log
        replay = await place.replay(game.id)
        proof = await place.get(f"/matches/{game.id}/fairness")
        _shows_only_marked_deals(replay, proof, before, game.match.log)
        _tells_no_secret(json.dumps([replay, proof]), game, tokens, shown=len(proof["deals"]))
        await place.http.get(f"/api/matches/{game.id}/record")
        for token in tokens:
            view = await place.get(f"/tables/{game.row.table_id}/view", token)
            truths = await asyncio.to_thread(read_truths, folder / "rebelote.sqlite")
            assert leaks([by_http(view)], truths, {view["seat"]}) == []
        await asyncio.sleep(0.05)


def _shows_only_marked_deals(
    replay: Json, proof: Json, before: Sequence[Event], after: Sequence[Event]
) -> None:
    if replay["over"]:
        return
    marked = [place for place, event in enumerate(after, 1) if isinstance(event, DealScored)]
    assert len(replay["deals"]) == len(proof["deals"])
    assert len(replay["deals"]) <= len(marked)
    last = max((event["seq"] for deal in replay["deals"] for event in deal["events"]), default=0)
    assert last <= (marked[-1] if marked else 0)
    assert len(after) >= len(before)


def _tells_no_secret(text: str, game: Game, tokens: list[str], shown: int | None = None) -> None:
    """Neither a token, nor a link of a pack that is still in play or to come, nor the secret itself."""
    assert not any(token in text for token in tokens)
    assert game.row.secret.hex() not in text
    if shown is None:
        packs = range(1, game.packs + 3)
        assert not any(fairness.link(game.row.secret, n).hex() in text for n in packs)
    else:
        assert fairness.link(game.row.secret, game.packs + 1).hex() not in text


# A server that leaks is caught


def leaky(event: Event, seat: Seat | None) -> Event:
    """One card of the dealt ones too many, to whoever holds some."""
    told = redact(event, seat)
    if not isinstance(told, Dealt) or not isinstance(event, Dealt) or seat is None:
        return told
    other = next(each for each in event.hands if each != seat)
    hands = {**told.hands, other: event.hands[other][:1]}
    return Dealt(told.packets, hands, {**told.hidden, other: told.hidden.get(other, 1) - 1}, told.piles)


@pytest.mark.parametrize("changes", [False, True], ids=["whole", "changes"])
@pytest.mark.parametrize("where", ["events", "views"])
def test_a_card_too_many_is_found(
    where: str, changes: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redacted_match if where == "events" else match_module, "redact", leaky)

    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            async with place.join(opened["table"]["id"], opened["token"], changes=changes) as client:
                await client.play(random.Random(1), until=lambda: client.view["phase"] == "play")
            truths = read_truths(folder / "rebelote.sqlite")
            assert leaks(client.traffic, truths, {client.view["seat"]}) != []

    run(play())
