"""Reviews over HTTP: made in the background for whoever may see the deals, stored, deleted with the match."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
from pathlib import Path

import pytest
from sqlalchemy import func, select

from rebelote.bots import SearchTools
from rebelote.record import check_record
from rebelote.review import review_match
from rebelote.server import review_jobs, schema
from rebelote.server.review_process import ReviewProcess
from tests.support.served_tables import Json, Place, bearer, run, serving

SHALLOW = 16
SHORT = {"id": "classique", "options": {"target": 100}}


@pytest.fixture(autouse=True)
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "DEPTH", SHALLOW)


async def played(place: Place) -> tuple[str, str]:
    """A finished match of few deals: its id and its host's token."""
    opened = await place.open(SHORT)
    async with place.join(opened["table"]["id"], opened["token"]) as client:
        await client.play(random.Random(3))
        return client.view["match"], opened["token"]


async def reviewed(place: Place, match: str) -> Json:
    answer: Json = await place.post(f"/matches/{match}/review")
    while answer["state"] == "running":
        await asyncio.sleep(0.1)
        answer = await place.get(f"/matches/{match}/review")
    return answer


async def rows(place: Place) -> int:
    count = select(func.count()).select_from(schema.reviews)
    found = await place.registry.store.look(lambda connection: connection.execute(count).scalar())
    assert found is not None
    return found


def test_a_review_is_that_of_the_record_is_stored_and_goes_with_its_match(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            match, token = await played(place)
            before = await place.get(f"/matches/{match}/review")
            assert (before["state"], before["done"]) == ("none", 0)
            found = await reviewed(place, match)
            record = (await place.http.get(f"/api/matches/{match}/record")).text
            in_english = await place.get(f"/matches/{match}/review?lang=en")
        assert found["state"] == "done"
        assert found["done"] == found["of"] == len(found["deals"]) > 0
        assert {deal["open_unit"] for deal in found["deals"]} == {"points"}
        expected = review_match(check_record(record), SHALLOW, tools=SearchTools())
        told = [(each["seq"] - 1, each["grade"]) for deal in found["deals"] for each in deal["decisions"]]
        assert told == [(each.event, each.grade) for deal in expected.deals for each in deal.judgements]
        accuracies = [player.accuracy for player in expected.players.values()]
        assert [player["accuracy"] for player in found["players"]] == accuracies
        sentences = [each["because"] for deal in found["deals"] for each in deal["decisions"]]
        other = [each["because"] for deal in in_english["deals"] for each in deal["decisions"]]
        assert [bool(text) for text in sentences] == [bool(text) for text in other]
        assert sentences != other or not any(sentences)
        async with serving(folder) as place:  # found again after a restart
            assert (await place.get(f"/matches/{match}/review"))["deals"] == found["deals"]
            assert await rows(place) == len(found["deals"])
            await place.http.delete(f"/api/matches/{match}", headers=bearer(token))
            assert await rows(place) == 0
            await place.get(f"/matches/{match}/review", status=404)

    run(work())


def test_only_deals_that_may_be_seen_are_reviewed(folder: Path) -> None:
    """In a match that goes on: those that were marked."""

    async def work() -> None:
        async with serving(folder) as place:
            opened = await place.open("classique")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.play(random.Random(3), until=lambda: len(client.sheet) == 1)
                found = await reviewed(place, client.view["match"])
                seen = await place.replay(client.view["match"])
        marked = [line["number"] for line in seen["lines"] if line["score"] is not None]
        assert [deal["number"] for deal in found["deals"]] == marked
        last = max(event["seq"] for deal in seen["deals"] for event in deal["events"])
        assert all(each["seq"] <= last for deal in found["deals"] for each in deal["decisions"])

    run(work())


def test_the_deal_that_is_looked_at_is_reviewed_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    review, asked = ReviewProcess.review, asyncio.Event()

    async def held(process: ReviewProcess, log: list[str], number: int, depth: int) -> str:
        await asked.wait()
        done.append(number)
        return await review(process, log, number, depth)

    monkeypatch.setattr(ReviewProcess, "review", held)

    async def work() -> None:
        async with serving(folder) as place:
            opened = await place.open("classique")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.play(random.Random(3), until=lambda: len(client.sheet) == 3)
                match = client.view["match"]
                first, second, third = (entry["deal"] for entry in client.sheet)
                await place.post(f"/matches/{match}/review?deal={third}")
                await place.post(f"/matches/{match}/review?deal={second}")  # while the other is at work
                asked.set()
                assert (await reviewed(place, match))["state"] == "done"
        assert done == [third, second, first]

    run(work())


def test_one_address_can_not_have_all_the_reviews(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "MOST_OF_ADDRESS", 0)

    async def work() -> None:
        async with serving(folder, limits=True) as place:
            match, _ = await played(place)
            answer = await place.post(f"/matches/{match}/review", status=503)
            assert answer["error"]["code"] == "busy"

    run(work())


def test_a_process_that_dies_is_replaced(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            match, _ = await played(place)
            await place.post(f"/matches/{match}/review")
            while not multiprocessing.active_children():
                await asyncio.sleep(0.01)
            for process in multiprocessing.active_children():
                process.kill()
            found = await place.get(f"/matches/{match}/review")
            while found["state"] == "running":
                await asyncio.sleep(0.05)
                found = await place.get(f"/matches/{match}/review")
            assert found["state"] == "none"
            assert (await reviewed(place, match))["state"] == "done"

    run(work())


async def wanted(place: Place) -> list[tuple[str, int]]:
    """The matches whose review is stored as wanted, and how often a start took them up."""
    query = select(schema.wanted_reviews.c.match, schema.wanted_reviews.c.resumed)
    return await place.registry.store.look(
        lambda connection: [(row.match, row.resumed) for row in connection.execute(query)]
    )


async def never(_process: ReviewProcess, _log: list[str], _number: int, _depth: int) -> str:
    await asyncio.Event().wait()
    raise AssertionError


def test_a_review_that_a_restart_interrupts_goes_on_by_itself(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        with monkeypatch.context() as held:
            held.setattr(ReviewProcess, "review", never)
            async with serving(folder) as place:
                match, _ = await played(place)
                assert (await place.post(f"/matches/{match}/review"))["state"] == "running"
                assert await wanted(place) == [(match, 0)]
        async with serving(folder) as place:
            found = await place.get(f"/matches/{match}/review")  # nobody asks for it again
            while found["state"] == "running":
                await asyncio.sleep(0.1)
                found = await place.get(f"/matches/{match}/review")
            assert (found["state"], found["done"]) == ("done", found["of"])
            while await wanted(place):
                await asyncio.sleep(0.01)

    run(work())


def test_a_review_is_taken_up_by_three_starts_at_most(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReviewProcess, "review", never)

    async def work() -> None:
        async with serving(folder) as place:
            match, _ = await played(place)
            await place.post(f"/matches/{match}/review")
        for start in (1, 2, 3):
            async with serving(folder) as place:
                assert await wanted(place) == [(match, start)]
                assert (await place.get(f"/matches/{match}/review"))["state"] == "running"
        async with serving(folder) as place:
            assert await wanted(place) == []
            assert (await place.get(f"/matches/{match}/review"))["state"] == "none"

    run(work())


def test_a_review_that_was_wanted_is_forgotten_with_its_match(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReviewProcess, "review", never)

    async def work() -> None:
        async with serving(folder) as place:
            match, token = await played(place)
            await place.post(f"/matches/{match}/review")
            await place.http.delete(f"/api/matches/{match}", headers=bearer(token))
            assert await wanted(place) == []

    run(work())


def test_the_deal_of_the_day_is_reviewed_for_those_who_have_played_it(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            series = (await place.get("/daily"))["series"][0]["series"]
            seated = await place.post(f"/series/{series}/play", {})
            async with place.join(seated["table"]["id"], seated["token"]) as client:
                await client.play(random.Random(3))
                match = client.view["match"]
            address, own = f"/matches/{match}/review", seated["token"]
            found = await place.post(address, {}, own)
            while found["state"] == "running":
                await asyncio.sleep(0.1)
                found = await place.get(address, own)
            assert found["state"] == "done"
            await place.get(address, status=403)

    run(work())
