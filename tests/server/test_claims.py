"""«The rest is mine»: shown to all, played out as ordinary cards, refused where it is not certain."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from rebelote.cards import Card
from rebelote.events import CardPlayed, DealScored
from tests.support.served_tables import Client, Json, Place, run, serving

RANKS = "789JQKTA"


def _lowest(offers: list[Json]) -> Json:
    """High cards are kept to the end, so that sooner or later somebody is certain; bids are low."""
    actions: list[Json] = [offer["action"] for offer in offers]
    plays = [action for action in actions if action["do"] == "play"]
    if plays:
        return min(plays, key=lambda action: RANKS.index(action["card"][0]))
    calls = {action["do"]: action for action in reversed(actions)}
    return calls["bid"] if "bid" in calls and "contre" not in calls else calls.get("pass", actions[0])


async def _certain(clients: list[Client]) -> Client:
    """They play until one of them is certain of the rest."""
    while True:
        found = next((client for client in clients if client.view["claim"]), None)
        if found is not None:
            return found
        mover = next((client for client in clients if client.my_turn), None)
        if mover is not None:
            await mover.ask(_lowest(mover.view["offers"]))
        await asyncio.sleep(0.002)


async def _sit_together(place: Place, stack: AsyncExitStack) -> list[Client]:
    rules = {"id": "ffb-contree", "options": {"target": 5000}}
    opened = await place.open(rules, start=False, settings={"by_hand": False})
    table = opened["table"]["id"]
    tokens = [opened["token"], *[(await place.sit(table, f"Ami {n}"))["token"] for n in range(3)]]
    await place.post(f"/tables/{table}/start", token=tokens[0])
    clients = [await stack.enter_async_context(place.join(table, token)) for token in tokens]
    await asyncio.gather(*(_reaches(client, "call") for client in clients))
    return clients


async def _reaches(client: Client, *phases: str) -> None:
    await client.until(lambda: client.view and client.view["phase"] in phases)


def test_a_claim_is_shown_and_played_out(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place, AsyncExitStack() as stack:
            clients = await _sit_together(place, stack)
            claimer = await _certain(clients)
            view = claimer.view
            held = [card["card"] for card in view["hand"]]
            await claimer.say({"do": "claim", "id": 900, "match": view["match"], "seq": view["seq"]})
            for client in clients:
                await _reaches(client, "cut", "deal", "call")
                note = next(m["note"] for m in client.traffic if m["type"] == "note")
                assert note["note"] == "claimed"
                assert all(Card(card).show("fr") in note["text"] for card in held)
            game = await place.game(view["match"])
            rest = [event for event in game.match.log[view["seq"] :] if isinstance(event, CardPlayed)]
            assert {event.card.text for event in rest if event.seat == view["seat"]} == set(held)
            assert all(event.seat == view["seat"] for event in rest[::4]), "who wins them all leads them all"
            assert any(isinstance(event, DealScored) for event in game.match.log[view["seq"] :])

    run(play())


def test_what_is_not_certain_is_refused(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-contree")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.until(lambda: client.my_turn)
                view = client.view
                assert not view["claim"]
                await client.say({"do": "claim", "id": 7, "match": view["match"], "seq": view["seq"]})
                await client.until(lambda: any(m["type"] == "refused" for m in client.traffic))
                refused = next(m for m in client.traffic if m["type"] == "refused")
                assert refused["error"]["code"] == "no_claim"

    run(play())
