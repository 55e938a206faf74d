"""«Apprendre»: lessons by touch and by keyboard, left and found again, and from there to the first match."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import TABLE, Visitor
from tests.support.page_words import t

CORNER: Any = {"x": 10, "y": 16}  # of a card that others overlap


def test_the_first_lesson_by_touch(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.go()
    visitor.find("learn-tile").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    visitor.check_accessibility("the lessons")
    visitor.press(t("learn.begin"), "link")
    lesson = api.get("/lessons/cartes?lang=fr")
    for number, step in enumerate(lesson["steps"]):
        expect(visitor.find("lesson")).to_have_attribute("data-step", str(number))
        wrong = [choice for choice in step["choices"] if not choice["right"]]
        if wrong:
            touch(visitor, wrong[0]["value"])
            expect(visitor.find("reply")).to_contain_text(t("learn.not_yet"))
            expect(visitor.find("continue")).to_have_count(0)
        for value in step["right"]:
            touch(visitor, value)
        expect(visitor.find("reply")).to_contain_text(t("learn.well"))
        visitor.check_accessibility(f"lesson 1, step {number + 1}")
        visitor.find("continue").click()
    expect(visitor.find("lesson-end")).to_be_visible()
    visitor.picture("lesson-end")
    visitor.press(t("learn.back"), "link")
    expect(visitor.page.locator("[data-lesson=cartes]")).to_contain_text(t("learn.done"))


def touch(visitor: Visitor, value: str) -> None:
    visitor.page.locator(f"[data-choice='{value}']").click(position=CORNER)


def test_a_lesson_by_keyboard(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    lesson = api.get("/lessons/fournir?lang=fr")
    visitor.go("/apprendre/fournir")
    for number, step in enumerate(lesson["steps"]):
        expect(visitor.find("lesson")).to_have_attribute("data-step", str(number))
        shown = [card["card"] for card in step["hand"]]
        wanted = step["right"] if step["ask"] == "pick" else step["right"][:1]
        for card in wanted:
            go_to(visitor, card, len(shown))
            visitor.page.keyboard.press("Enter")
        if step["ask"] == "pick":
            visitor.find("confirm").press("Enter")
        expect(visitor.find("continue")).to_be_focused()
        visitor.page.keyboard.press("Enter")
    expect(visitor.find("lesson-end").get_by_role("heading")).to_be_focused()


def go_to(visitor: Visitor, card: str, most: int) -> None:
    """By arrow keys."""
    for _ in range(most + 1):
        visitor.page.keyboard.press("ArrowRight")
        if visitor.page.locator(f"[data-choice='{card}']:focus").count():
            return
    raise AssertionError(f"no way to {card} by arrows")


def test_a_forbidden_card_is_answered_with_its_rule(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    visitor.go("/apprendre/couper")
    touch(visitor, "KD")
    visitor.find("confirm").click()
    expect(visitor.find("reply").locator("[data-clause='A-5.2.2.2']")).to_be_visible()


def test_it_is_found_again_where_it_was_left(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    visitor.go("/apprendre/fournir")
    for card in ("TD", "7D"):
        touch(visitor, card)
    visitor.find("confirm").click()
    expect(visitor.find("continue")).to_be_visible()
    visitor.go("/apprendre")
    expect(visitor.page.locator("[data-lesson=fournir]")).to_contain_text(t("learn.at_step", n=2, of=4))
    visitor.page.locator("[data-lesson=fournir]").click()
    expect(visitor.find("lesson")).to_have_attribute("data-step", "1")


def test_the_first_match_has_beginners_and_hints(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    visitor.go("/apprendre")
    visitor.find("first-match").click()
    visitor.page.wait_for_selector(TABLE)
    visitor.wait_for_turn()
    expect(visitor.find("hint")).to_be_visible()
    beginners = visitor.find("seat").get_by_label(t("home.strength", n=2, most=4))
    expect(beginners).to_have_count(3)
