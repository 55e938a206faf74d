"""«Pourquoi ?»: a bot's reason, from its own view, for deals that may be seen."""

from __future__ import annotations

import random
from pathlib import Path

from rebelote.actions import Call, Play
from rebelote.bots import Budget
from rebelote.bots.expert import Expert
from rebelote.match import Match
from rebelote.server.bot_reasons import VAGUE, reason_of
from tests.support.served_tables import run, serving


def test_a_bot_gives_the_reason_of_its_calls_and_cards_once_the_deal_is_over(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-contree")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.play(random.Random(3), until=lambda: len(client.sheet) == 1)
                match, own = client.view["match"], client.view["seat"]
                told = (await place.replay(match))["deals"][0]["events"]
                last = client.view["seq"]

                async def why(seq: int, status: int = 200) -> dict[str, object]:
                    found: dict[str, object] = await place.get(
                        f"/matches/{match}/why?seq={seq}", status=status
                    )
                    return found

                cards = [each for each in told if each["event"]["event"] == "card_played"]
                bots = [each for each in cards if each["event"]["seat"] != own]
                calls = [each for each in told if each["event"]["event"] == "called"]
                asked = [
                    bots[0],
                    bots[9],
                    next(each for each in calls if each["event"]["call"]["seat"] != own),
                ]
                for each in asked:
                    found = await why(each["seq"])
                    assert found["reason"]
                    assert found["done"]
                    assert found == await why(each["seq"])  # the same again
                # Where two cards are as good to habitue it draws one by lot, so not all of them again.
                reasons = [await why(each["seq"]) for each in bots[:8]]
                assert sum(each["again"] == each["done"] for each in reasons) > len(reasons) // 2
                mine = next(each for each in cards if each["event"]["seat"] == own)
                assert (await why(mine["seq"], 409))["error"]["code"] == "no_bot_there"  # type: ignore[index]
                await why(last + 5, 404)  # a deal that is on, or to come

    run(work())


def test_a_bot_that_searches_says_where_all_was_as_good() -> None:
    match, told = Match.new("ffb-contree", seed=3), []
    while len(match.view(None).sheet) < 1:
        seat = match.actors()[0]
        view = match.view(seat)
        decision = Expert(random.Random(view.seq), Budget(worlds=20)).explain(view)
        action = decision.action
        if isinstance(action, Play | Call) and decision.reason.key in VAGUE:
            told.append(reason_of(decision, action, view, view.seq, "fr", searches=True))
        match = match.act(action)
    assert all(each.because for each in told)
    assert any("se valent" in each.because for each in told)
    assert any("se valent" not in each.because for each in told)
