"""Problems in the browser: a wrong answer by touch, refuted card by card; a right one by keyboard; a call."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from rebelote.problems.record import Problem, read_lines, read_problem
from rebelote.server.problem_messages import choice_of
from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.page_words import t

CORNER: Any = {"x": 10, "y": 16}  # of a card that others overlap


def problem_of(kind: str) -> Problem:
    problems = map(read_problem, read_lines())
    return next(each for each in problems if (each.view.situation.playing is None) == (kind == "call"))


def answer(problem: Problem, *, right: bool) -> str:
    choice = next(each for each in problem.choices if each.is_right == right)
    return choice_of(choice.action, problem, "fr").answer


def test_a_wrong_card_is_refuted_step_by_step(visit: Visit) -> None:
    visitor, problem = visit(size=PHONE), problem_of("card")
    visitor.go()
    visitor.find("problems-tile").click()
    expect(visitor.find("problem-question")).to_be_visible()
    visitor.go(f"/problemes/{problem.id}")
    wrong = answer(problem, right=False)
    visitor.page.locator(f"[data-card='{wrong}']").first.click(position=CORNER)
    expect(visitor.find("problem-verdict")).to_have_attribute("data-right", "false")
    expect(visitor.find("problem-verdict").get_by_role("heading").first).to_be_focused()
    for number in (1, 2):
        visitor.find("refutation-forth").click()
        expect(visitor.find("refutation")).to_have_attribute("data-step", str(number))
    expect(visitor.find("refutation").locator(f"[data-trick-card='{wrong}']")).to_be_visible()
    visitor.check_accessibility("a problem answered")
    visitor.picture("problem-refuted")
    wide = visitor.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0]
    visitor.find("problem-go-on").click()
    expect(visitor.find("problem-verdict")).to_have_count(0)
    expect(visitor.find("problem-question")).not_to_have_attribute("data-problem", problem.id)


def test_a_right_card_by_keyboard(visit: Visit) -> None:
    visitor, problem = visit(size=DESK), problem_of("card")
    visitor.go(f"/problemes/{problem.id}")
    right = answer(problem, right=True)
    visitor.page.locator("[data-playable=true]").first.focus()
    for _ in problem.view.hand:
        if visitor.page.locator(f"[data-card='{right}']:focus").count():
            break
        visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("Enter")
    expect(visitor.find("problem-verdict")).to_have_attribute("data-right", "true")
    expect(visitor.find("problem-verdict")).to_contain_text(t("problems.right"))
    expect(visitor.find("problem-standing")).to_contain_text("1 sur 1")


def test_a_call_and_the_theme(visit: Visit) -> None:
    visitor, problem = visit(size=DESK), problem_of("call")
    visitor.go(f"/problemes/{problem.id}")
    visitor.page.locator(f"[data-answer='{answer(problem, right=False)}']").click()
    expect(visitor.find("refutation")).to_be_visible()
    visitor.check_accessibility("a call answered")
    visitor.find("problem-theme").select_option("fork")
    visitor.find("problem-next").click()
    expect(visitor.find("board")).to_be_visible()
    shown = visitor.find("problem-question").get_attribute("data-problem")
    themes = {each.id: each.themes for each in map(read_problem, read_lines())}
    assert shown is not None
    assert "fork" in themes[shown]


def test_another_language_tells_the_same_problem(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    visitor.go("/problemes")
    question = visitor.find("problem-question")
    daily = question.get_attribute("data-problem")
    visitor.find("problem-next").click()
    expect(question).not_to_have_attribute("data-problem", str(daily))
    shown = question.get_attribute("data-problem")
    with visitor.page.expect_response(re.compile(r"/api/problems/\w+.*lang=en")) as answer:
        visitor.press(t("common.language"))
    assert answer.value.json()["id"] == shown
    expect(question).to_have_attribute("data-problem", str(shown))
