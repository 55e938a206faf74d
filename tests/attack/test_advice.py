"""Advice tells of the hand that it was found for: it is that seat's alone."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

from rebelote.advice import find_advice, tell_reason
from rebelote.table import Seat
from tests.support.served_tables import Client, run, serving


def test_two_who_may_speak_are_each_advised_by_their_own_hand(folder: Path) -> None:
    """At coinche one may interrupt, so two may ask at the same place of the log. The second was told what had
    been found for the first."""

    async def ask() -> None:
        async with serving(folder) as place, AsyncExitStack() as stack:
            settings = {"advice": True, "by_hand": False}
            opened = await place.open("coinche", start=False, settings=settings)
            table, tokens = opened["table"]["id"], {opened["seat"]: opened["token"]}
            for name in ("Bea", "Cid", "Dan"):
                seated = await place.sit(table, name)
                tokens[seated["seat"]] = seated["token"]
            await place.post(f"/tables/{table}/start", token=opened["token"])
            people: dict[str, Client] = {}
            for seat, token in tokens.items():
                people[seat] = await stack.enter_async_context(place.join(table, token))
            anybody = people[opened["seat"]]
            await anybody.until(lambda: anybody.view["phase"] == "call")
            await bid(people[anybody.view["to_act"][0]])
            await anybody.until(lambda: len(anybody.view["to_act"]) > 1)
            speakers = anybody.view["to_act"]
            told = [
                (await place.post(f"/tables/{table}/advice", {}, tokens[seat]))["reason"] for seat in speakers
            ]
            match = (await place.game(anybody.view["match"])).match
            views = [match.view(Seat(seat)) for seat in speakers]
            assert told == [tell_reason(find_advice(view), view, "fr") for view in views]
            assert len(set(told)) == len(speakers), "or this shows nothing"

    run(ask())


async def bid(client: Client) -> None:
    await client.until(lambda: client.my_turn)
    await client.ask({"do": "bid", "seat": client.view["seat"], "value": 80, "trump": "H"})
