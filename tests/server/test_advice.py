"""«Que jouer ?»: from the asker's own view, noted, and only where the table allows it."""

from __future__ import annotations

import random
import re
from pathlib import Path

from tests.support.served_tables import Client, Json, Place, run, serving


async def to_own_turn(client: Client, phase: str) -> None:
    """Up to a call (or a card) of one's own."""
    await client.play(random.Random(1), until=lambda: client.my_turn and client.view["phase"] == phase)


async def asked(place: Place, table: str, token: str, status: int = 200) -> Json:
    answer: Json = await place.post(f"/tables/{table}/advice", {}, token, status=status)
    return answer


def speaks_of_itself(reason: str) -> bool:
    """In the first person, but for a call that it quotes: « Je passe »."""
    told = re.sub("«[^»]*»", "", reason)
    return re.search(r"\b(je|mon|j'ai|mes)\b", told.lower()) is not None


def test_a_call_that_is_quoted_is_not_the_advisers_own_word() -> None:
    assert not speaks_of_itself("« Je contre » rapporte 36 points de plus en moyenne.")
    assert speaks_of_itself("Je contre : « 80 pique » rapporte 36 points de plus en moyenne.")


def test_advice_is_one_of_the_offers_and_is_noted_once_a_turn(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-contree")
            table, token = opened["table"]["id"], opened["token"]
            async with place.join(table, token) as client:
                for phase in ("call", "play"):
                    await to_own_turn(client, phase)
                    found = await asked(place, table, token)
                    assert found["seq"] == client.view["seq"]
                    offers = client.view["offers"]
                    may = {offer["action"].get("card") or offer["label"] for offer in offers}
                    assert (found["card"] or found["label"]) in may
                    assert all((choice["card"] or choice["label"]) in may for choice in found["choices"])
                    assert [choice["behind"] for choice in found["choices"]][:1] in ([0], [])
                    assert found["reason"]
                    assert not speaks_of_itself(found["reason"])  # to the reader: «vous»
                    assert await asked(place, table, token) == found
                notes = [message for message in client.traffic if message["type"] == "note"]
                assert [message["note"]["note"] for message in notes] == ["advised", "advised"]

    run(work())


def test_there_is_no_advice_without_a_match(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-contree", start=False)
            found = await asked(place, opened["table"]["id"], opened["token"], 409)
            assert found["error"]["code"] == "no_match"

    run(work())


def test_among_people_the_host_has_to_allow_it(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-contree", start=False)
            table, token = opened["table"]["id"], opened["token"]
            await place.sit(table, "Bea")
            await place.post(f"/tables/{table}/start", {}, token)
            assert (await asked(place, table, token, 403))["error"]["code"] == "no_advice"
            await place.post(f"/tables/{table}/settings", {"advice": True}, token)
            async with place.join(table, token) as client:
                await to_own_turn(client, "call")
                assert (await asked(place, table, token))["label"]

    run(work())
