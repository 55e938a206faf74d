"""A table that judges afterwards: a wrong card can be laid, after a warning, and the referee called."""

from __future__ import annotations

import random
import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import TABLE, Visitor

FORBIDDEN = f"{TABLE} [data-test=hand] [data-card][data-playable=false]"


def until_a_card_is_forbidden(visitor: Visitor) -> None:
    """Somebody has led a suit that this person has, and other cards beside."""
    rng, seen = random.Random(5), -1
    for _ in range(120):
        visitor.wait_for_turn(seen)
        if visitor.phase == "play" and visitor.page.locator(FORBIDDEN).count():
            return
        seen = visitor.click_something(rng)
    raise AssertionError("every card was always allowed")


def test_a_wrong_card_lies_and_the_referee_can_be_called(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("ffb-contree", enforcement="table", target=100_000))
    until_a_card_is_forbidden(visitor)
    wrong, seq = visitor.page.locator(FORBIDDEN).first, visitor.seq
    card = wrong.get_attribute("data-card")
    wrong.click(position={"x": 12, "y": 20})
    expect(visitor.find("wrong-card")).to_have_attribute("data-clause", re.compile("^C-6"))
    visitor.check_accessibility("the warning before a wrong card")
    visitor.picture("wrong-card")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(f"[data-test=hand] [data-card='{card}']")).to_be_visible()
    assert visitor.seq == seq, "a warning plays nothing"
    wrong.click(position={"x": 12, "y": 20})
    visitor.find("play-anyway").click()
    expect(visitor.page.locator(f"[data-test=hand] [data-card='{card}']")).to_have_count(0)
    visitor.page.wait_for_selector(f"{TABLE}[data-busy=false]")
    visitor.find("menu").click()
    visitor.find("table-menu").locator("[data-offer=referee]").click()
    expect(visitor.find("notice").or_(visitor.find("deal-over"))).to_be_visible()


def test_at_a_strict_table_the_page_says_why_and_no_more(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("ffb-contree", target=100_000))
    until_a_card_is_forbidden(visitor)
    visitor.page.locator(FORBIDDEN).first.click(position={"x": 12, "y": 20})
    expect(visitor.find("notice")).to_be_visible()
    expect(visitor.find("wrong-card")).to_have_count(0)
