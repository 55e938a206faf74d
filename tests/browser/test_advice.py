"""«Que jouer ?» at the table: shown when asked for, not before, and noted with the match."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import CARDS
from tests.support.page_words import t


def test_advice_is_given_when_asked_for(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("ffb-contree"))
    visitor.wait_for_turn()
    luck = random.Random(2)
    while visitor.page.locator("[data-test=table]").get_attribute("data-phase") not in ("call", "play"):
        visitor.wait_for_turn(visitor.click_something(luck))
    assert visitor.page.get_by_text(t("table.advice_noted")).count() == 0
    visitor.find("advice-button").click()
    expect(visitor.page.get_by_text(t("table.advice_noted"))).to_be_visible()
    visitor.check_accessibility("advice")
    visitor.picture("advice")


def test_a_card_is_taken_back_by_key_and_by_touch_and_counted(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("classique", target=50))
    luck, seen = random.Random(6), -1
    table = visitor.page.locator("[data-test=table]")
    while table.get_attribute("data-phase") != "play" or visitor.page.locator(CARDS).count() < 2:
        visitor.wait_for_turn(seen)
        if table.get_attribute("data-phase") == "play" and visitor.page.locator(CARDS).count() > 1:
            break
        seen = visitor.click_something(luck)
    held = visitor.find("hand").locator("[data-card]").count()
    for by_key in (True, False):
        at = int(table.get_attribute("data-seq") or 0)
        visitor.click_something(luck)
        expect(visitor.find("hand").locator("[data-card]")).to_have_count(held - 1)
        if by_key:
            visitor.page.keyboard.press("r")
        else:
            visitor.find("takeback-button").click()
        expect(table).to_have_attribute("data-seq", str(at))
        expect(visitor.find("hand").locator("[data-card]")).to_have_count(held)
        expect(visitor.page.get_by_text("Vous reprenez votre dernier coup").first).to_be_visible()
    visitor.check_accessibility("after a takeback")
    visitor.picture("takeback")
