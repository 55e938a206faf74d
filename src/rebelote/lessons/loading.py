"""Reading the lessons' files. What is wrong is told with the file and the key."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Literal

import msgspec

from rebelote.errors import RebeloteError
from rebelote.language.text import Said, said, told
from rebelote.lessons.lesson import Lesson
from rebelote.ruleset.loading import RULESET_IDS
from rebelote.ruleset.shape_check import all_faults
from rebelote.ruleset.toml_reader import toml_fault


class BadLesson(RebeloteError):
    """A lesson that can't be: `file` and `key` say where."""

    def __init__(self, file: str, key: str, expected: Said | str) -> None:
        self.file, self.key, self.expected = file, key, expected
        super().__init__(f"{file}: {key}: {expected}" if key else f"{file}: {expected}")

    def told(self, lang: Literal["fr", "en"]) -> str:
        """The file, the key and what was expected, in that language."""
        where = f"{self.file}: {self.key}" if self.key else self.file
        return f"{where}: {told(self.expected, lang)}"


@lru_cache(maxsize=1)
def all_lessons() -> dict[str, Lesson]:
    """Every lesson of the package by its id, in the order in which they are learned."""
    files = sorted(_folder().iterdir(), key=lambda file: file.name)
    lessons = [
        read_lesson(file.name, file.read_text("utf-8")) for file in files if file.name.endswith(".toml")
    ]
    return {lesson.id: lesson for lesson in lessons}


def _folder() -> Traversable:
    return resources.files("rebelote") / "lessons" / "files"


def read_lesson(name: str, text: str) -> Lesson:
    """The lesson in a file's text. Raises BadLesson."""
    try:
        document = tomllib.loads(text)
    except ValueError as error:
        raise BadLesson(name, "", toml_fault(error)) from None
    for key, fault in all_faults(Lesson, document):
        raise BadLesson(name, key, fault)
    return _readable(name, _converted(name, document))


def _converted(name: str, document: dict[str, Any]) -> Lesson:
    try:
        return msgspec.convert(document, Lesson)
    except msgspec.ValidationError as error:
        raise BadLesson(name, "", str(error)) from None


def _readable(name: str, lesson: Lesson) -> Lesson:
    """With a game that there is, and cards that are cards."""
    if lesson.rules not in RULESET_IDS:
        raise BadLesson(name, "rules", said("one_of", values=", ".join(RULESET_IDS)))
    for number, step in enumerate(lesson.steps):
        for key in ("laid", "laid_after", "held", "to_order"):
            try:
                getattr(step, key)
            except RebeloteError as error:
                raise BadLesson(name, f"steps[{number}].{_KEYS[key]}", str(error)) from None
        if not step.right:
            raise BadLesson(name, f"steps[{number}].right", said("lesson_right_none"))
    if not lesson.steps:
        raise BadLesson(name, "steps", said("lesson_no_steps"))
    return lesson


_KEYS = {"laid": "trick", "laid_after": "then", "held": "hands", "to_order": "cards"}
