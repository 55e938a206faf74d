"""Set phrases: told to all at the table, in nobody's log, and not too often."""

from __future__ import annotations

from pathlib import Path

import pytest

from rebelote.server.phrases import A_SECOND, AT_ONCE, Phrases
from rebelote.server.problems import Refused
from rebelote.table import Seat
from tests.support.served_tables import Client, Json, run, serving


def said(client: Client) -> list[Json]:
    return [message for message in client.traffic if message["type"] == "said"]


def answers(client: Client, number: int) -> list[Json]:
    return [message for message in client.traffic if message.get("id") == number]


def test_a_phrase_is_told_to_all(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche", start=False)
            table, token = opened["table"]["id"], opened["token"]
            async with place.join(table, token) as ana, place.join(table, None, "en") as watcher:
                await ana.say({"do": "say", "id": 1, "phrase": "well_played"})
                await ana.until(lambda: said(ana))
                await watcher.until(lambda: said(watcher))
                told = {"type": "said", "seat": opened["seat"], "phrase": "well_played"}
                assert said(ana) == said(watcher) == [told]
                await ana.until(lambda: answers(ana, 1))
                await watcher.say({"do": "say", "id": 2, "phrase": "hello"})
                await watcher.until(lambda: answers(watcher, 2))
                assert answers(watcher, 2)[0]["error"]["code"] == "not_your_seat"
                await ana.say({"do": "say", "id": 3, "phrase": "anything else"})
                await ana.until(lambda: answers(ana, 0))
                assert answers(ana, 0)[0]["error"]["code"] == "bad_json"
                assert len(said(ana)) == 1

    run(play())


def test_one_who_says_too_much_is_told_to_wait() -> None:
    now = 100.0
    phrases = Phrases(clock=lambda: now)
    ana, bea = Seat("N"), Seat("E")
    for _ in range(AT_ONCE):
        phrases.check(ana)
    with pytest.raises(Refused, match="talkative"):
        phrases.check(ana)
    phrases.check(bea)
    now += 1 / A_SECOND
    phrases.check(ana)
    with pytest.raises(Refused):
        phrases.check(ana)
