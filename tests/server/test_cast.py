"""Bots are people of a small cast, people choose an avatar; both are told, neither changes the record."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import get_args

import pytest

from rebelote.bots import BOTS
from rebelote.server.cast import CAST, seated
from rebelote.server.messages.words import Avatar
from rebelote.table import Seat
from tests.support.served_tables import Json, Place, run, serving

SHORT = {"id": "ffb-belote", "options": {"target": 1}}
FOUR = [Seat(seat) for seat in "NESW"]
SIX = [Seat(seat) for seat in "123456"]


CAST_ON_THE_PAGE = Path(__file__).parents[2] / "web" / "src" / "cast" / "cast.ts"


def faces(table: Json) -> dict[str, str | None]:
    return {seat["seat"]: seat["face"] for seat in table["seats"]}


def test_every_bot_has_faces_of_its_own() -> None:
    assert list(CAST) == list(BOTS)
    everybody = [face for cast in CAST.values() for face in cast]
    assert len(set(everybody)) == len(everybody)
    assert not set(everybody) & set(get_args(Avatar))


def test_the_page_knows_everybody_and_their_strength() -> None:
    """svelte-check holds `cast.ts` to the drawings."""
    rows = re.findall(r"(\w+): \{ level: (\d), cast: \[([^\]]*)\]", CAST_ON_THE_PAGE.read_text("utf-8"))
    known = {bot: (int(level), re.findall(r"'(\w+)'", cast)) for bot, level, cast in rows}
    assert known == {bot: (BOTS[bot].strength, list(cast)) for bot, cast in CAST.items()}


@pytest.mark.parametrize("table", ["a", "b", "c", "d"])
@pytest.mark.parametrize("bot", CAST)
def test_bots_of_one_level_are_different_people(bot: str, table: str) -> None:
    sitters = seated(table, FOUR, dict.fromkeys(FOUR, bot))
    assert {sitter.face for sitter in sitters.values()} == set(CAST[bot])
    many = seated(table, SIX, dict.fromkeys(SIX, bot))
    assert len({sitter.name for sitter in many.values()}) == len(SIX)
    assert sum(sitter.name.endswith(" 2") for sitter in many.values()) == len(SIX) - len(CAST[bot])


def test_who_stays_keeps_his_face_when_a_person_sits_down() -> None:
    before = seated("table", FOUR, dict.fromkeys(FOUR, "expert"))
    after = seated("table", FOUR, dict.fromkeys(FOUR[1:], "expert"))
    assert {seat: before[seat] for seat in FOUR[1:]} == after


def test_tables_differ_in_who_comes_first() -> None:
    firsts = {seated(str(number), FOUR, {Seat("N"): "habitue"})[Seat("N")].face for number in range(40)}
    assert firsts == set(CAST["habitue"])


async def _opened(place: Place, **more: object) -> Json:
    return (await place.open("ffb-belote", start=False, **more))["table"]  # type: ignore[no-any-return]


def test_a_person_chooses_an_avatar_from_a_list(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            table = await _opened(place, avatar="owl")
            assert faces(table)["S"] == "owl"
            await place.sit(table["id"], "Bea", avatar="fox", seat="N")
            told = await place.get(f"/tables/{table['id']}")
            assert faces(told) == {"S": "owl", "N": "fox", "E": None, "W": None}
            nameless = await _opened(place, nickname="")
            assert faces(nameless)["S"] == "somebody"
            wrong = {"nickname": "Cleo", "avatar": "josette", "seat": "E"}
            refused = await place.post(f"/tables/{table['id']}/sit", wrong, status=400)
            assert refused["error"]["field"] == "avatar"
        async with serving(folder) as place:  # it is stored with the seat
            assert faces(await place.get(f"/tables/{table['id']}"))["N"] == "fox"

    run(play())


def test_the_table_the_sentences_and_the_replay_name_the_cast(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open(SHORT, avatar="sun", settings={"bot": "habitue"})
            table, token = opened["table"], opened["token"]
            names = {seat["name"] for seat in table["seats"] if seat["kind"] == "bot"}
            assert len(names) == 3
            assert names < set(CAST["habitue"].values())
            async with place.join(table["id"], token) as client:
                await client.play(random.Random(1))
                match, heard = client.view["match"], client.traffic
            texts = [event["text"] or "" for message in heard for event in message.get("events", [])]
            assert all(any(name in text for text in texts) for name in names)
            summary = await place.get(f"/matches/{match}")
            assert {seat["name"] for seat in summary["seats"] if seat["kind"] == "bot"} == names
            assert faces(summary)["S"] == "sun"
            assert {seat["face"] for seat in summary["seats"]} == set(faces(table).values())
            record = (await place.http.get(f"/api/matches/{match}/record")).text
            assert not any(name in record for name in names)

    run(play())
