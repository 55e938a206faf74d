"""The first visit: hints, the right colours at once, an icon for the phone."""

from __future__ import annotations

import json
import random
from urllib.parse import urljoin

from playwright.sync_api import Route, expect

from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import TABLE, Visitor
from tests.support.page_words import t
from tests.support.tables_by_hand import open_table_by_hand


def test_a_hint_comes_once(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("ffb-contree"))
    visitor.play_until(random.Random(1), "play")
    hint = visitor.find("hint")
    expect(hint).to_be_visible()
    visitor.check_accessibility("a hint")
    visitor.picture("hint")
    visitor.find("close-hint").click()
    expect(hint).to_have_count(0)
    visitor.page.reload()
    visitor.wait_for_turn()
    expect(hint).to_have_count(0)


def test_hints_are_for_those_who_have_not_played_this_game(visit: Visit, api: Api) -> None:
    contree = api.get("/rules/ffb-contree?lang=fr")["name"]
    for played, hinted in ((contree, 0), ("Belote classique", 1)):
        visitor = visit()
        visitor.go("/aide")
        before = [{"match": "old", "table": "t", "rules": played, "started": 0}]
        visitor.page.evaluate("known => localStorage.setItem('rebelote.matches', known)", json.dumps(before))
        visitor.take_seat(api.open_table("ffb-contree"))
        visitor.play_until(random.Random(1), "play")
        expect(visitor.find("hint")).to_have_count(hinted)


def test_hints_can_be_had_again(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("ffb-contree"))
    visitor.play_until(random.Random(1), "play")
    visitor.find("close-hint").click()
    visitor.find("menu").click()
    switch = visitor.page.get_by_role("switch", name=t("table.hints"))
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    visitor.page.keyboard.press("Escape")
    expect(visitor.find("hint")).to_be_visible()


def test_the_dark_is_dark_before_the_page_runs(visit: Visit) -> None:
    visitor = visit(theme="dark", felt="slate")
    visitor.context.route("**/assets/*.js", _nothing)
    visitor.go()
    root = visitor.page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-felt", "slate")


def _nothing(route: Route) -> None:
    route.fulfill(body="", content_type="text/javascript")


def test_the_cursor_goes_to_the_new_page_s_heading(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    for name in ("common.settings", "common.history", "common.help"):
        visitor.press(t(name), "link")
        expect(visitor.page.locator("h1:focus")).to_have_text(t(name))
    visitor.go()
    visitor.press(t("common.play"))
    arrived = "h1:focus, [data-test=pad]:focus, [data-test=hand] :focus"  # the choices, if it is one's turn
    expect(visitor.page.locator(TABLE).locator(arrived)).to_have_count(1)


def test_it_can_be_put_on_the_home_screen(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    address = visitor.page.locator("link[rel=manifest]").get_attribute("href")
    assert address is not None
    manifest = visitor.page.request.get(visitor.base + address).json()
    assert manifest["display"] == "standalone"
    assert urljoin(address, manifest["start_url"]) == urljoin(address, manifest["scope"]) == "/"
    for icon in manifest["icons"]:
        answer = visitor.page.request.get(visitor.base + urljoin(address, icon["src"]))
        assert answer.headers["content-type"] == icon["type"]


def test_the_lobby_says_that_no_phone_gets_here(visit: Visit) -> None:
    """The tests' server listens on this machine only."""
    visitor: Visitor = visit(size=PHONE)
    open_table_by_hand(visitor)
    expect(visitor.find("this-machine-only")).to_contain_text("--host 0.0.0.0")
