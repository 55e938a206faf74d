"""When a deal or a match is over: which deal it was, and the log of it in another language."""

from __future__ import annotations

import random
from pathlib import Path

from tests.support.served_tables import run, serving


def test_the_last_deal_stays_the_last_one_and_is_told_again_in_another_language(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open({"id": "classique", "options": {"target": 700}})
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.play(random.Random(4))
                assert client.view["result"]
                assert client.view["deal"] == client.sheet[-1]["deal"] >= len(client.sheet)
                deals = [told["event"]["event"] for told in client.seen].count("deal_scored")
                await client.say({"do": "lang", "lang": "en"})
                await client.until(lambda: client.state and client.state["view"]["prompt"] == "Match over")
                assert client.state is not None
                again = client.state["events"]
                kinds = [told["event"]["event"] for told in again]
                assert kinds.count("deal_scored") == 1 < deals
                assert kinds.count("card_played") == 32
                assert kinds[-1] == "match_ended"
                assert any(told["text"].startswith("You play: ") for told in again if told["text"])

    run(play())
