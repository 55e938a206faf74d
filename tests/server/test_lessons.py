"""Lessons over HTTP: listed in the order in which they are learned, each whole."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from rebelote.lessons import all_lessons
from tests.support.application import application
from tests.support.served_tables import run


def test_the_lessons_are_listed_in_their_order(folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            listed = (await http.get("/api/lessons?lang=en")).json()
            assert [each["id"] for each in listed] == list(all_lessons())
            assert [each["length"] for each in listed] == [len(each.steps) for each in all_lessons().values()]
            pages = [(await http.get(f"/api/lessons/{each['id']}?lang=en")).json() for each in listed]
            assert [page["title"] for page in pages] == [each["title"] for each in listed]
            assert all(page["next"] == after["id"] for page, after in pairwise(pages))
            assert pages[-1].get("next") is None

    run(ask())


def test_a_step_has_its_right_answers_among_its_choices_and_a_word_to_each(folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            for lesson in all_lessons():
                page = (await http.get(f"/api/lessons/{lesson}?lang=fr")).json()
                for step in page["steps"]:
                    assert step["text"]
                    assert step["solved"]
                    right = [choice["value"] for choice in step["choices"] if choice["right"]]
                    assert set(right) <= set(step["right"]), (lesson, step["text"])
                    assert all(choice["reply"] for choice in step["choices"] if not choice["right"])

    run(ask())


def test_a_lesson_that_there_is_not(folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            answer = await http.get("/api/lessons/none")
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")

    run(ask())
