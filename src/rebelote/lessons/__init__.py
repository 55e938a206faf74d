"""Lessons for newcomers: files of positions and questions, each answer held against the engine."""

from __future__ import annotations

from rebelote.lessons.checking import all_lesson_faults
from rebelote.lessons.lesson import Lesson, Step
from rebelote.lessons.loading import BadLesson, all_lessons, read_lesson

__all__ = ["BadLesson", "Lesson", "Step", "all_lesson_faults", "all_lessons", "read_lesson"]
