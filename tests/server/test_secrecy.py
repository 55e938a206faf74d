"""All that is sent to anybody in a whole match, searched for cards that its reader can't know.

What a reader may know is worked out here from the full log, apart from the code that makes the messages.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rebelote import fairness
from rebelote.cards import PACK, Card
from rebelote.events import (
    CardExposed,
    CardPlayed,
    DealScored,
    Dealt,
    DeclarationsShown,
    Event,
    PackCut,
    PileTurned,
    TurnedUp,
)
from rebelote.language.sentences import card_name
from rebelote.server.game import Game
from tests.support.served_tables import Client, Json, Place, run, serving

# What may be known


def known(log: Sequence[Event], reader: str | None) -> set[str]:
    """The cards of this deal that the reader has seen, after all these events."""
    seen: set[str] = set()
    for event in log:
        match event:
            case PackCut():
                seen = set()
            case Dealt(hands=hands, piles=piles, blind=blind):
                for holder, cards in hands.items():
                    if reader is not None and (holder == reader) != blind:
                        seen |= texts(cards)
                seen |= texts([pile.top for row in piles.values() for pile in row])
            case TurnedUp(card=card) | PileTurned(card=card) | CardPlayed(card=card) | CardExposed(card=card):
                seen.add(card.text)
            case DeclarationsShown(shown=shown):
                seen |= texts([card for each in shown for card in each.cards])
            case _:
                pass
    return seen


def texts(cards: Sequence[Card]) -> set[str]:
    return {card.text for card in cards}


# What is told

NAMES = {card_name(card, lang): card.text for card in PACK for lang in ("fr", "en")}
CARD = re.compile("|".join([rf'"{card.text}"' for card in PACK] + [re.escape(name) for name in NAMES]), re.I)
FOLDED = {name.lower(): text for name, text in NAMES.items()}


def told(message: object) -> set[str]:
    """Every card that a message names, by its letters or by its name."""
    found = CARD.findall(json.dumps(message, ensure_ascii=False))
    return {each[1:-1] if each.startswith('"') else FOLDED[each.lower()] for each in found}


def leaks(client: Client, game: Game) -> Iterator[tuple[Json, set[str]]]:
    for message in client.traffic:
        view = message.get("view")
        if view is not None:
            secret = told(message) - known(game.match.log[: view["seq"]], view["seat"])
        else:
            secret = told(message)
        if secret:
            yield message, secret


def test_the_search_would_find_a_leak() -> None:
    assert told({"text": "Est : valet de cœur.", "card": "AS"}) == {"JH", "AS"}
    assert told({"text": "East: Ten of clubs."}) == {"TC"}
    assert told({"text": "80 pique", "rank": "J"}) == set()


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
            watching = asyncio.create_task(_look_around(place, room.game, tokens))
            clients = await asyncio.gather(
                *(_play(place, table, token, "en" if n % 2 else "fr") for n, token in enumerate(tokens)),
                _watch(place, table),
            )
            watching.cancel()
            for client in clients:
                assert not list(leaks(client, room.game))
                assert any(told(message) for message in client.traffic), "they were told something"
                _tells_no_secret(json.dumps(client.traffic), room.game, tokens)

    run(play())


def _enough(client: Client) -> bool:
    return bool(client.view["phase"] == "over" or client.view["deal"] > LAST_DEAL)


async def _play(place: Place, table: str, token: str, lang: str) -> Client:
    async with place.join(table, token, lang) as client:
        await client.play(random.Random(client.view["seat"]), until=lambda: _enough(client))
        return client


async def _watch(place: Place, table: str) -> Client:
    async with place.join(table) as client:
        await client.until(lambda: _enough(client), 60)
        return client


async def _look_around(place: Place, game: Game, tokens: list[str]) -> None:
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
            plain = {key: view[key] for key in view if key not in ("unseen", "others", "rules")}
            others = [other["known"] for other in view["others"].values()]
            assert not told([plain, others]) - known(game.match.log[: view["seq"]], view["seat"])
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
