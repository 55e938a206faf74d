"""Tables opened, joined and played in the browser as people do."""

from __future__ import annotations

from tests.support.browser_visitor import Visitor
from tests.support.page_words import t


def open_table_by_hand(visitor: Visitor) -> str:
    """From the home page; the table's link."""
    visitor.go()
    visitor.press(t("home.invite"))
    visitor.page.get_by_role("button", name=t("home.open_table")).click()
    visitor.page.wait_for_selector("[data-test=lobby]")
    return visitor.page.url


def sit_down(visitor: Visitor, link: str, name: str) -> None:
    visitor.page.goto(link)
    if not visitor.find("join").count():
        visitor.page.wait_for_selector("[data-test=join-button], [data-test=join]")
        if visitor.find("join-button").count():
            visitor.find("join-button").click()
    visitor.find("nickname").fill(name)
    visitor.find("sit").click()
