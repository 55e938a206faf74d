"""People delete what is theirs: their name by their token, a finished match by the host."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.served_tables import Json, Place, bearer, run, serving

SHORT = {"id": "ffb-belote", "options": {"target": 1}}


async def erase(place: Place, path: str, token: str | None, status: int = 200) -> Json:
    answer = await place.http.delete(f"/api{path}", headers=bearer(token))
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    return found


async def finished_match(place: Place, *friends: str) -> tuple[str, str, dict[str, str], str]:
    """A table, its host's token, the friends' tokens by name, and its match."""
    opened = await place.open(SHORT, start=False, nickname="Zénobie", settings={"absent_seconds": 10})
    table, host = opened["table"]["id"], opened["token"]
    tokens = {name: (await place.sit(table, name))["token"] for name in friends}
    await place.post(f"/tables/{table}/start", {}, host)
    for token in tokens.values():
        await place.post(f"/tables/{table}/leave", {}, token)
    async with place.join(table, host) as client:
        await client.play(random.Random(1))
        match = client.view["match"]
    return table, host, tokens, match


def stored(folder: Path) -> str:
    """All that is in the database, as text."""
    with closing(sqlite3.connect(folder / "rebelote.sqlite")) as database:
        return json.dumps(
            [
                database.execute(f"SELECT * FROM {name}").fetchall()
                for name in ("tables", "seats", "notes", "arrangements")
            ]
            + [database.execute("SELECT players FROM matches").fetchall()],
            ensure_ascii=False,
        )


def test_a_name_is_erased_and_its_token_ends(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            table, host, tokens, match = await finished_match(place, "Ildefonse")
            assert "Ildefonse" in stored(folder)
            await erase(place, f"/tables/{table}/me", tokens["Ildefonse"])
            assert "Ildefonse" not in stored(folder)
            assert "Zénobie" in stored(folder)
            told = await place.get(f"/matches/{match}?lang=fr")
            assert sorted(seat["name"] for seat in told["seats"] if seat["kind"] == "human") == [
                "Zénobie",
                "un joueur",
            ]
            record = (await place.http.get(f"/api/matches/{match}/record")).text
            assert "Ildefonse" not in record
            assert "Zénobie" in record
            await place.post(f"/tables/{table}/return", {}, tokens["Ildefonse"], status=403)
            await erase(place, f"/tables/{table}/me", tokens["Ildefonse"], status=403)
            await erase(place, f"/tables/{table}/me", None, status=401)
            assert (await place.get(f"/tables/{table}", host))["you"]["seat"] is not None

    run(play())


@pytest.mark.parametrize("name", ["advised", "sits_next", "N"])
def test_one_who_is_called_as_the_server_calls_things_takes_nothing_along(name: str, folder: Path) -> None:
    """Notes say what they are, of which seat and which cards, in words that may be somebody's name."""

    async def play() -> None:
        async with serving(folder) as place:
            settings = {"by_hand": False, "advice": True, "absent_seconds": 600}
            opened = await place.open("coinche", nickname="Zénobie", settings=settings)
            table, host = opened["table"]["id"], opened["token"]
            async with place.join(table, host) as client:
                await client.until(lambda: client.view["phase"] == "call" and client.my_turn)
                token = (await place.sit(table, name, seat="N"))["token"]
                await place.post(f"/tables/{table}/advice", {}, host)
                await place.post(f"/tables/{table}/leave", {}, token)
                token = (await place.sit(table, name, seat="N"))["token"]
                await erase(place, f"/tables/{table}/me", token)
                match = client.view["match"]
            for what in ("", "/replay", "/facts?seat=S"):
                await place.get(f"/matches/{match}{what}")
            async with place.join(table) as spectator:
                told = [note["text"] for note in spectator.traffic[0]["notes"]]
                assert [text for text in told if "un joueur" in text]
                assert [text for text in told if "Zénobie" in text]

    run(play())


def test_a_match_that_was_nobody_elses_goes_too(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            table, host, _, match = await finished_match(place)
            await erase(place, f"/tables/{table}/me", host)
            await place.get(f"/matches/{match}", status=404)
            assert "Zénobie" not in stored(folder)
            assert (await place.get(f"/tables/{table}"))["status"] == "waiting"

    run(play())


def test_one_who_is_playing_leaves_and_is_erased(folder: Path) -> None:
    """The others play on; the page is told."""

    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("ffb-belote", nickname="Zénobie", start=False)
            table, host = opened["table"]["id"], opened["token"]
            friend = await place.sit(table, "Ildefonse")
            await place.post(f"/tables/{table}/start", {}, host)
            async with place.join(table, host) as client:
                await client.play(random.Random(1), until=lambda: client.view["seq"] > 6)
                await erase(place, f"/tables/{table}/me", friend["token"])
                await client.until(lambda: "Ildefonse" not in json.dumps(client.table["seats"]))
                seq = client.view["seq"]
                await client.play(random.Random(1), until=lambda: client.view["seq"] > seq + 8)
            assert "Ildefonse" not in stored(folder)

    run(play())


def test_a_finished_match_is_deleted_by_the_host(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            table, host, tokens, match = await finished_match(place, "Ildefonse")
            await erase(place, f"/matches/{match}", None, status=401)
            await erase(place, f"/matches/{match}", tokens["Ildefonse"], status=403)
            async with place.join(table, host) as client:
                await erase(place, f"/matches/{match}", host)
                await client.until(lambda: client.table["match"] is None)
            await place.get(f"/matches/{match}", status=404)
            await erase(place, f"/matches/{match}", host, status=404)
            await place.post(f"/tables/{table}/start", {}, host)
            running = (await place.get(f"/tables/{table}"))["match"]
            assert (await erase(place, f"/matches/{running}", host, status=409))["error"][
                "code"
            ] == "not_over"

    run(play())
