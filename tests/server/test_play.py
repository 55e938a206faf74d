"""Whole matches over the live connection."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from rebelote.catalog import RULESET_IDS
from tests.server.harness import run, serving


@pytest.mark.parametrize("rules", RULESET_IDS)
def test_a_whole_match_against_bots(rules: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as place:
            opened = await place.open(rules)
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.play(random.Random(rules))
                assert client.view["result"]["text"]
                assert client.view["seq"] == len(client.seen)
                assert [told["seq"] for told in client.seen] == list(range(1, len(client.seen) + 1))
                assert client.sheet[-1]["totals"] == client.view["totals"]
            match = client.view["match"]
            replay = await place.get(f"/matches/{match}/replay")
            assert sum(len(deal["events"]) for deal in replay["deals"]) == client.view["seq"]
            proof = await place.get(f"/matches/{match}/fairness")
            assert len(proof["deals"]) == len(replay["deals"])

    run(play())
