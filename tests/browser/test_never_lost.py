"""Reload, a lost network, a second tab, a nervous finger: the match is where it was."""

from __future__ import annotations

import random
import time
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit, started
from tests.support.browser_api import Api
from tests.support.browser_visitor import CARDS, TABLE, Visitor

TRIES = 8
"""What else the machine does only adds to a time, so one of some that is short enough will do."""


def in_mid_trick(visit: Visit, api: Api) -> Visitor:
    visitor = visit()
    visitor.take_seat(api.open_table("ffb-contree"))
    visitor.play_until(random.Random(8), "play", cards=6)
    return visitor


def position(visitor: Visitor) -> tuple[str | None, list[str], list[str]]:
    laid = "cards => cards.map(card => card.dataset.trickCard)"
    trick = visitor.find("trick").locator("[data-trick-card]").evaluate_all(laid)
    return visitor.page.locator(TABLE).get_attribute("data-seq"), visitor.hand(), list(trick)


def test_a_reload_returns_to_the_same_position(visit: Visit, api: Api) -> None:
    visitor = in_mid_trick(visit, api)
    before, took = position(visitor), list[float]()
    while len(took) < TRIES and (not took or min(took) >= 3):
        start = time.monotonic()
        visitor.page.reload()
        visitor.wait_for_turn()
        took.append(time.monotonic() - start)
        assert position(visitor) == before
    assert min(took) < 3, took


def test_the_network_goes_and_comes_back(visit: Visit, api: Api) -> None:
    visitor = in_mid_trick(visit, api)
    before = position(visitor)
    took: list[float] = []
    while len(took) < TRIES and (not took or min(took) >= 3):
        with visitor.offline():
            expect(visitor.find("lost")).to_be_visible()
            visitor.picture("lost")
        start = time.monotonic()
        expect(visitor.find("lost")).to_have_count(0)
        took.append(time.monotonic() - start)
    assert min(took) < 3, took
    visitor.network_is_back()
    assert position(visitor) == before
    seen = visitor.click_something(random.Random(1))
    visitor.wait_for_turn(seen)


def test_the_server_restarts(browser: Browser, tmp_path: Path) -> None:
    """SIGTERM, and the same port again a moment later: the page comes back by itself."""
    context = browser.new_context(reduced_motion="reduce", locale="fr-FR")
    with started(tmp_path) as port:
        visitor = Visitor(context, f"http://127.0.0.1:{port}")
        visitor.take_seat(Api(visitor.base).open_table("ffb-belote"))
        visitor.play_until(random.Random(8), "play")
        before = position(visitor)
    expect(visitor.find("lost")).to_be_visible()
    with started(tmp_path, REBELOTE_PORT=str(port)):
        expect(visitor.find("lost")).to_have_count(0)
        assert position(visitor) == before
        seen = visitor.click_something(random.Random(1))
        visitor.wait_for_turn(seen)
        context.close()


def test_two_tabs_stay_in_step(visit: Visit, api: Api) -> None:
    visitor = in_mid_trick(visit, api)
    other = visitor.context.new_page()
    other.goto(visitor.page.url)
    expect(other.locator(TABLE)).to_have_attribute("data-seq", str(visitor.seq))
    seen = visitor.click_something(random.Random(2))
    visitor.wait_for_turn(seen)
    expect(other.locator(TABLE)).to_have_attribute("data-seq", str(visitor.seq))
    shown = other.locator("[data-test=hand] [data-card]")
    assert shown.evaluate_all("cards => cards.map(card => card.dataset.card)") == visitor.hand()


def test_a_double_click_plays_one_card(visit: Visit, api: Api) -> None:
    visitor = in_mid_trick(visit, api)
    seen = visitor.seq
    visitor.page.locator(CARDS).first.dblclick(position={"x": 12, "y": 20})
    visitor.wait_for_turn(seen)
    assert len(visitor.hand()) == 5
