"""The reader is «vous» in what is told to him, and in nothing that is stored or told to others."""

from __future__ import annotations

import random
import re
from pathlib import Path

import msgspec
import pytest

from tests.support.served_tables import run, serving

YOU = re.compile(r"\bvous\b", re.IGNORECASE)


@pytest.mark.parametrize("rules", ["classique", "escalier"])
def test_the_player_is_you_and_for_everybody_else_has_a_name(rules: str, folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            options = {"target": 200} if rules == "classique" else {"players": 3}
            opened = await place.open({"id": rules, "options": options}, nickname="Vous")
            table = opened["table"]["id"]
            assert YOU.search(opened["table"]["seats"][0]["name"]) is None
            async with place.join(table, opened["token"]) as player, place.join(table) as spectator:
                await player.play(random.Random(rules))
                await spectator.until(lambda: spectator.view["result"])
            own = [told["text"] or "" for told in player.seen]
            assert any(text.startswith("Vous jouez : ") for text in own)
            assert all(YOU.search(entry["headline"]) for entry in player.sheet if entry["taker"] == "S")
            replay = await place.replay(player.view["match"])
            told = [each for deal in replay["deals"] for each in deal["events"]]
            public = [*spectator.seen, *spectator.sheet, spectator.view["result"], *told, replay["result"]]
            assert [
                each for each in public if YOU.search(each.get("text") or each.get("headline") or "")
            ] == []
            record = await place.http.get(f"/api/matches/{player.view['match']}/record")
            assert YOU.search(record.text) is None
            game = await place.game(player.view["match"])
            assert [person.name for person in game.players if person.kind == "human"] == [""]

    run(play())


def test_names_that_older_pages_stored_are_nobodys(folder: Path) -> None:
    """Release 0.1 stored «Vous» for who gave no name."""

    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("classique", start=False)
            room = await place.registry.room(opened["table"]["id"])
            seat = next(iter(room.people()))
            room.seats[seat] = msgspec.structs.replace(room.seats[seat], name="Vous")
            assert room.names() == {}

    run(play())
