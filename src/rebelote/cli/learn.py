"""`rebelote learn`: the lessons in the terminal; a lesson's file checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rebelote.cards import Card
from rebelote.cli.common import SYSTEM_LANGUAGE, CommandError, LangOption, read_text, say, wrapped
from rebelote.errors import RebeloteError
from rebelote.language.text import Lang, catalogue, said, told
from rebelote.lessons import Lesson, Step, all_lesson_faults, all_lessons, read_lesson
from rebelote.lessons.telling import Choice, call_text, choices_of
from rebelote.table import Seat


def command(
    lesson: Annotated[str | None, typer.Argument(metavar="[LESSON]", help="Without one: the list.")] = None,
    check: Annotated[
        Path | None, typer.Option("--check", metavar="FILE", help="Hold a lesson's file against the engine.")
    ] = None,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Learn belote: short lessons to be played. The first six are enough to play."""
    if check is not None:
        _check(check, lang.lang)
    elif lesson is None:
        _list(lang.lang)
    else:
        _take(_found(lesson), lang.lang)


def _check(file: Path, lang: Lang) -> None:
    lesson = read_lesson(file.name, read_text(file))
    if faults := all_lesson_faults(lesson):
        raise RebeloteError("\n".join(f"{file.name}: {key}: {told(fault, lang)}" for key, fault in faults))
    say(catalogue(lang).lessons["sound"].format(file=file.name, n=len(lesson.steps)))


def _list(lang: Lang) -> None:
    for number, lesson in enumerate(all_lessons().values(), 1):
        say(f"{number:2} {lesson.id:20} {lesson.title.told(lang)}")


def _found(name: str) -> Lesson:
    lessons = all_lessons()
    if name not in lessons:
        raise CommandError(name, said("no_lesson", known=", ".join(lessons)))
    return lessons[name]


def _take(lesson: Lesson, lang: Lang) -> None:
    words = catalogue(lang).lessons
    for number, step in enumerate(lesson.steps, 1):
        say()
        say(f"{lesson.title.told(lang)} · {words['step'].format(n=number, of=len(lesson.steps))}")
        _show(lesson, step, lang)
        _ask(step, choices_of(lesson, step, lang), lang)
    ids = list(all_lessons())
    after = ids[ids.index(lesson.id) + 1 :]
    say(words["finished"].format(next=after[0]) if after else words["all_done"])


def _show(lesson: Lesson, step: Step, lang: Lang) -> None:
    words = catalogue(lang)
    for line in wrapped(step.text.told(lang)):
        say(line)
    if step.shows_trump and (step.hands or step.trick or step.cards) and step.ask != "call":
        say(words.lessons["the_trump"].format(trump=step.trump.show(lang)))
    if step.turned:
        say(words.lessons["the_turned"].format(card=Card(step.turned).show(lang)))
    if step.calls:
        pairs = (call.split(" ", 1) for call in step.calls)
        told_calls = (
            f"{words.seats[seat]} « {call_text(lesson, step, Seat(seat), call, lang)} »"
            for seat, call in pairs
        )
        say(words.lessons["the_calls"].format(calls=", ".join(told_calls)))
    if step.laid:
        cards = ", ".join(f"{words.seats[seat]} {card.show(lang)}" for seat, card in step.laid)
        say(words.lessons["the_trick"].format(cards=cards))
    if step.ask in ("call", "count") and step.hand:
        say(step.hand.show(lang=lang))


def _ask(step: Step, choices: list[Choice], lang: Lang) -> None:
    words = catalogue(lang).lessons
    say("   ".join(f"{place}. {choice.label}" for place, choice in enumerate(choices, 1)))
    prompt = {"pick": "prompt_all", "order": "prompt_order"}.get(step.ask, "prompt_one")
    while True:
        answers = _typed(words[prompt], choices)
        if answers is None:
            say(words["bad_number"].format(n=len(choices)))
            continue
        fault = _fault(step, answers, words["missing"])
        if fault is None:
            say(" ".join(filter(None, (words["well"], *_outcome(step, answers), step.solved.told(lang)))))
            return
        say(f"{words['not_yet']} {fault}")


def _typed(prompt: str, choices: list[Choice]) -> list[Choice] | None:
    """What the numbers stand for; None where they are none."""
    typed = typer.prompt(prompt, prompt_suffix="").split()
    places = [int(word) for word in typed if word.isdecimal()]
    if not places or len(places) < len(typed) or not all(1 <= place <= len(choices) for place in places):
        return None
    return [choices[place - 1] for place in places]


def _fault(step: Step, answers: list[Choice], missing: str) -> str | None:
    """What is said to a wrong answer."""
    values = [answer.value for answer in answers]
    if step.ask == "order":
        wrong = [answer for answer, right in zip(answers, step.right, strict=False) if answer.value != right]
    else:
        wrong = [answer for answer in answers if not answer.right]
    if wrong:
        return wrong[0].reply
    complete = step.ask not in ("pick", "order") or set(values) == set(step.right)
    return None if complete else missing


def _outcome(step: Step, answers: list[Choice]) -> list[str]:
    return [answer.reply for answer in answers] if step.ask == "play" else []
