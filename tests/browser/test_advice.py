"""«Que jouer ?» at the table: shown when asked for, not before, and noted with the match."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api
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
