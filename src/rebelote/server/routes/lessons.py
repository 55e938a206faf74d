"""Lessons for newcomers."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from rebelote.server import lesson_messages
from rebelote.server.messages.lessons import LessonPage, LessonSummary
from rebelote.server.problems import Refused
from rebelote.server.routes.common import AskedLang


@get("/api/lessons", summary="The lessons, in the order in which they are learned")
async def list_lessons(lang: AskedLang = "fr") -> list[LessonSummary]:
    return lesson_messages.summaries(lang)


@get("/api/lessons/{lesson_id:str}", summary="A lesson with every answer to it")
async def show_lesson(lesson_id: FromPath[str], lang: AskedLang = "fr") -> LessonPage:
    found = lesson_messages.page(lesson_id, lang)
    if found is None:
        raise Refused("not_found", field="id")
    return found


ROUTES = [list_lessons, show_lesson]
