"""Databases of earlier releases open: what is over is told and verified, what is on is played on."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from rebelote.fairness import verify
from rebelote.server import history
from rebelote.server.history import Story
from tests.support.frozen_corpus import RELEASES, account, expected
from tests.support.served_tables import Place, run, serving


@pytest.fixture(params=RELEASES, ids=lambda path: path.name)
def release(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def copied(release: Path, folder: Path) -> dict[str, Any]:
    shutil.copy(release / "rebelote.sqlite", folder)
    found: dict[str, Any] = expected(release, "database.json")
    return found


def test_every_match_is_what_it_was(release: Path, folder: Path) -> None:
    stored = copied(release, folder)
    stored.pop("tables")

    async def look() -> None:
        async with serving(folder) as place:
            for name, was in stored.items():
                game = await place.game(name)
                assert account(game.match) == was
                story = Story(game)
                story.follow(game)
                assert verify(history.proof(story), game.match.log if was["over"] else None).holds
                await _told(place, name, over=was["over"])

    run(look())


async def _told(place: Place, match: str, *, over: bool) -> None:
    summary = await place.get(f"/matches/{match}")
    assert summary["over"] is over
    replay = await place.get(f"/matches/{match}/replay")
    assert bool(replay["deals"]) or not over


def test_every_table_is_played_on(release: Path, folder: Path) -> None:
    tables = copied(release, folder)["tables"]

    async def play() -> None:
        async with serving(folder) as place:
            for table in tables:
                for seat, token in table["tokens"].items():
                    found = await place.get(f"/tables/{table['table']}", token)
                    assert found["you"]["seat"] in (seat, None)
                await _play_on(place, table["table"], next(iter(table["tokens"].values())))

    run(play())


async def _play_on(place: Place, table: str, token: str) -> None:
    """A few moves more; what is over is played again, what has not begun begins."""
    status = (await place.get(f"/tables/{table}", token))["status"]
    if status != "playing":
        await place.post(f"/tables/{table}/{'start' if status == 'waiting' else 'rematch'}", {}, token)
    async with place.join(table, token) as client:
        seq = client.view["seq"]
        await client.play(random.Random(1), until=lambda: client.view["seq"] > seq + 8 or is_over(client))
        assert client.view["seq"] > seq


def is_over(client: Any) -> bool:
    return bool(client.view["phase"] == "over")
