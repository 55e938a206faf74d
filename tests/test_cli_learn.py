"""`rebelote learn`: lessons in the terminal, and a file checked."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from rebelote.lessons import all_lessons
from rebelote.lessons.telling import choices_of
from tests.support.terminal import Terminal


@pytest.mark.parametrize("name", ["cartes", "partenaire", "contree"])
def test_a_lesson_is_taken_to_its_end(terminal: Terminal, name: str) -> None:
    lesson = all_lessons()[name]
    lines = ["x"]
    for step in lesson.steps:
        values = [choice.value for choice in choices_of(lesson, step, "fr")]
        right = step.right if step.ask in ("pick", "order") else step.right[:1]
        wrong = [value for value in values if value not in step.right]
        lines += [str(values.index(value) + 1) for value in wrong[:1]]
        lines.append(" ".join(str(values.index(value) + 1) for value in right))
    outcome = terminal.run("learn", name, "--lang", "fr", typed="\n".join(lines) + "\n")
    assert outcome.status in (0, None)
    assert all(step.solved.fr in outcome.out for step in lesson.steps)
    assert "Pas tout à fait." in outcome.out
    assert "Tapez des numéros" in outcome.out
    assert "Leçon finie !" in outcome.out


def test_the_list_and_a_name_that_is_none(terminal: Terminal) -> None:
    assert len(terminal.run("learn").out.splitlines()) == len(all_lessons())
    outcome = terminal.run("learn", "bridge", "--lang", "en")
    assert outcome.status == 2
    assert "bridge: there is no lesson of that name (there are: cartes, fournir" in outcome.err


def test_a_file_is_held_against_the_engine(terminal: Terminal, tmp_path: Path) -> None:
    source = resources.files("rebelote") / "lessons" / "files" / "03-couper.toml"
    file = tmp_path / "mine.toml"
    file.write_text(source.read_text("utf-8"), "utf-8")
    assert terminal.run("learn", "--check", file, "--lang", "en").out == "mine.toml: nothing wrong, 4 steps\n"
    file.write_text(source.read_text("utf-8").replace('right = ["9H"]', 'right = ["TD"]'), "utf-8")
    outcome = terminal.run("learn", "--check", file, "--lang", "en")
    assert outcome.status == 2
    assert "mine.toml: steps[1].right: expected 9H, not TD" in outcome.err
