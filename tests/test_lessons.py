"""Every lesson is held against the engine: a lesson can't contradict the rules."""

from __future__ import annotations

import random
from importlib import resources

import pytest

from rebelote.actions import Call
from rebelote.bots import make
from rebelote.language.notation import format_call
from rebelote.language.text import LANGS
from rebelote.lessons import BadLesson, Lesson, Step, all_lesson_faults, all_lessons, read_lesson
from rebelote.lessons.answers import forbidden
from rebelote.lessons.telling import choices_of
from tests.support.table_setup import Game, S

LESSONS = all_lessons()
CALLS = [
    (lesson, number)
    for lesson in LESSONS.values()
    for number, step in enumerate(lesson.steps)
    if step.by == "bots"
]


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_the_engine_says_the_same(lesson: Lesson) -> None:
    """Positions are legal, right answers are the engine's or the solver's, every wrong one has a reply."""
    assert all_lesson_faults(lesson) == []


@pytest.mark.parametrize(("lesson", "number"), CALLS, ids=[f"{lesson.id}-{n}" for lesson, n in CALLS])
@pytest.mark.parametrize("bot", ["habitue", "expert@200w"])
def test_bots_call_as_the_lesson_says(lesson: Lesson, number: int, bot: str) -> None:
    """Where a call is a matter of judgement, both that judge would make it with that hand."""
    step = lesson.steps[number]
    game = at_the_call(lesson, step)
    said = make(bot, random.Random(1)).choose(game.match.view(S))
    assert isinstance(said, Call)
    assert format_call(said, game.state.turned) in step.right


def at_the_call(lesson: Lesson, step: Step) -> Game:
    game = Game.new(lesson.rules, dealer=step.dealer, **lesson.options)
    game.deal({"S": step.hands[S]}, turned=step.turned or None)
    return game.call(*step.calls)


def test_the_course() -> None:
    """Twelve of rules and five of tactics; the first six are enough to play."""
    groups = [lesson.group for lesson in LESSONS.values()]
    assert groups.count("rules") >= 12
    assert groups.count("tactics") >= 5
    assert groups == sorted(groups), "rules first"
    assert list(LESSONS)[:6] == ["cartes", "fournir", "couper", "monter", "partenaire", "prendre"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_answer_is_answered(lesson: Lesson, lang: str) -> None:
    """A card that a rule forbids is answered with that rule; no wrong answer is answered with silence."""
    for step in lesson.steps:
        choices = {choice.value: choice for choice in choices_of(lesson, step, lang)}  # type: ignore[arg-type]
        assert set(step.right) <= set(choices)
        assert all(choice.reply for choice in choices.values() if not choice.right)
        if step.ask == "play":
            refused = {card.text: clause for card, clause in forbidden(lesson, step).items()}
            cited = {value: choice.clause.id for value, choice in choices.items() if choice.clause}
            assert cited == refused


# What is wrong is told with the file and the key


SOUND = (resources.files("rebelote") / "lessons" / "files" / "02-fournir.toml").read_text("utf-8")


def changed(old: str, new: str) -> str:
    assert old in SOUND
    return SOUND.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('ask = "pick"', 'ask = "pik"', "x.toml: steps[0].ask: expected one of"),
        ('rules = "ffb-belote"', 'rules = "bridge"', "x.toml: rules: one of"),
        ("[[steps]]", "[[step]]", "x.toml: step: no such key"),
        ('hands.S = "TD 7D', 'hands.S = "TD 1D', "x.toml: steps[0].hands: not a card: '1D'"),
        ('right = ["TD", "7D"]', "right = []", "x.toml: steps[0].right: expected at least one"),
        ('id = "fournir"', "id = ", "x.toml: "),
    ],
)
def test_a_file_that_cannot_be_read(old: str, new: str, told: str) -> None:
    with pytest.raises(BadLesson) as caught:
        read_lesson("x.toml", changed(old, new))
    assert str(caught.value).startswith(told)
    assert caught.value.told("fr").split(":")[:1] == ["x.toml"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('right = ["TD", "7D"]', 'right = ["TD", "AS"]', "steps[0].right: expected 7D TD, not TD AS"),
        ('trick = "W:KD"', 'trick = "N:KD"', "steps[0].trick: it is the turn of W, not of S"),
        ('trick = "W:KD"', 'trick = "W:TD"', "steps[0].hands: TD is there twice"),
        (
            'trick = "E:QC N:8C W:TC"',
            'trick = "E:QC W:8C N:TC"',
            "steps[1].trick: expected, in this",
        ),
        ('right = ["7C"]', 'right = ["7C"]\nthen = "E:7D"', "steps[1].then: expected, in this order: "),
        (
            'right = ["7C"]',
            'right = ["7C"]\nwrong.7C = {fr = "x", en = "x"}',
            "steps[1].wrong.7C: 7C is",
        ),
        ("Exactement. Le reste attendra.", "", "steps[0].solved.fr: expected 1 to"),
    ],
)
def test_a_lesson_that_contradicts_the_engine(old: str, new: str, fault: str) -> None:
    found = all_lesson_faults(read_lesson("x.toml", changed(old, new)))
    faults = [f"{key}: {what}" for key, what in found]
    assert any(each.startswith(fault) for each in faults), faults


def test_a_worse_card_is_refused_by_the_solver() -> None:
    source = resources.files("rebelote") / "lessons" / "files" / "14-as-et-dix.toml"
    text = (
        source.read_text("utf-8").replace('right = ["AD"]', 'right = ["TS"]').replace("wrong.TS", "wrong.AD")
    )
    keys = [key for key, _ in all_lesson_faults(read_lesson("x.toml", text))]
    assert "steps[0].right" in keys
