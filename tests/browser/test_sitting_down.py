"""Somebody comes in the middle of a deal: they wait for the next one, or the whole table agrees."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import Visitor
from tests.support.hidden_cards import secrets_in
from tests.support.page_words import t
from tests.support.tables_by_hand import sit_down

ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}
"""Another house: who sits beside a player may have seen a hand."""


def came_in_mid_deal(visit: Visit, api: Api, size: tuple[int, int]) -> tuple[Visitor, Visitor]:
    """Camille plays with bots; Marcel has taken a bot's seat."""
    camille, marcel = visit(size=size), visit(size=size)
    held = api.open_table("ffb-contree", target=1)
    camille.take_seat(held)
    camille.play_until(random.Random(1), "play")
    marcel.context.set_extra_http_headers(ELSEWHERE)
    sit_down(marcel, f"{marcel.base}/t/{held.table}", "Marcel")
    expect(marcel.find("waiting")).to_be_visible()
    return camille, marcel


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_newcomer_waits_for_the_next_deal(visit: Visit, api: Api, size: tuple[int, int]) -> None:
    camille, marcel = came_in_mid_deal(visit, api, size)
    expect(camille.find("notice")).to_contain_text(re.compile("Marcel s.assied à la prochaine donne"))
    expect(camille.find("live")).to_contain_text(re.compile("Marcel s.assied à la prochaine donne"))
    expect(camille.find("coming")).to_contain_text("Marcel")
    expect(marcel.find("hand").locator("[data-card]")).to_have_count(0)
    assert secrets_in(marcel.frames) == []
    marcel.check_accessibility("waiting for the next deal")
    marcel.picture("waiting-for-the-deal")
    camille.picture("somebody-comes")
    seen = -1
    while not camille.find("next-deal").count() and not camille.find("match-over").count():
        camille.wait_for_turn(seen)
        if not camille.find("next-deal").count():
            seen = camille.click_something(random.Random(2))
    expect(marcel.find("waiting")).to_have_count(0)
    assert secrets_in(marcel.frames) == []


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_newcomer_sits_down_at_once_if_all_agree(visit: Visit, api: Api, size: tuple[int, int]) -> None:
    camille, marcel = came_in_mid_deal(visit, api, size)
    marcel.find("ask").click()
    request = camille.find("sit-request")
    expect(request).to_contain_text("Marcel")
    expect(camille.find("live")).to_contain_text("Marcel demande")
    camille.check_accessibility("somebody asks to sit down at once")
    camille.picture("asks-to-sit-down")
    request.locator("[data-test=accept-sit]").focus()
    camille.page.keyboard.press("Enter")
    expect(marcel.find("hand").locator("[data-card]").first).to_be_visible()
    expect(camille.find("notice")).to_contain_text(re.compile("avec l.accord de tous.*Camille"))
    marcel.picture("sat-down-at-once")


def test_the_table_prefers_to_finish_its_deal(visit: Visit, api: Api) -> None:
    camille, marcel = came_in_mid_deal(visit, api, PHONE)
    marcel.find("ask").click()
    camille.find("refuse-sit").click()
    expect(marcel.find("waiting")).to_contain_text(t("table.asked_refused"))
    expect(marcel.find("ask")).to_have_count(0)
    marcel.find("give-up").click()
    expect(marcel.find("waiting")).to_have_count(0)
    expect(camille.find("coming")).to_have_count(0)
