"""After a deal: its luck, checked against what this browser kept, and a move that is reported."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import TABLE, Visitor
from tests.support.page_words import t

CHEAT = """() => {
  const known = JSON.parse(localStorage.getItem('rebelote.matches'));
  for (const match of known) match.anchor.value = '00'.repeat(32);
  localStorage.setItem('rebelote.matches', JSON.stringify(known));
}"""


OTHER_GRAINS = """() => {
  const known = JSON.parse(localStorage.getItem('rebelote.matches'));
  for (const match of known) match.grains.given = ['00'.repeat(16)];
  localStorage.setItem('rebelote.matches', JSON.stringify(known));
}"""


def play_a_deal(visitor: Visitor, api: Api) -> str:
    visitor.take_seat(api.open_table("ffb-contree"))
    return finish_deal(visitor)


def finish_deal(visitor: Visitor) -> str:
    """Up to its score; the match."""
    rng, seen = random.Random(5), -1
    while not visitor.find("next-deal").count():
        visitor.wait_for_turn(seen)
        if not visitor.find("next-deal").count():
            seen = visitor.click_something(rng)
    return visitor.page.locator(TABLE).get_attribute("data-match") or ""


def check_deal(visitor: Visitor, match: str) -> None:
    visitor.go(f"/m/{match}")
    visitor.press(t("match.verify", n=1))


def test_the_anchor_is_the_one_that_came_before_the_deal(visit: Visit, api: Api) -> None:
    visitor, stranger = visit(), visit()
    match = play_a_deal(visitor, api)
    check_deal(visitor, match)
    expect(visitor.page.get_by_text(t("match.anchor_before"))).to_be_visible()
    expect(visitor.page.get_by_text(t("match.holds"))).to_be_visible()
    check_deal(stranger, match)
    expect(stranger.page.get_by_text(t("match.anchor_unknown"))).to_be_visible()
    expect(stranger.page.get_by_text(t("match.holds"))).to_be_visible()
    visitor.page.evaluate(CHEAT)
    check_deal(visitor, match)
    expect(visitor.page.get_by_text(t("match.anchor_differs"))).to_be_visible()
    expect(visitor.page.get_by_text(t("match.does_not_hold"))).to_be_visible()


def test_the_grain_of_this_browser_is_in_the_shuffle(visit: Visit) -> None:
    visitor, stranger = visit(size=PHONE, bot="hasard"), visit()
    visitor.go("/regles/ffb-contree")
    visitor.press(t("rules.play"))
    visitor.page.wait_for_selector(TABLE)
    visitor.page.reload()
    match = finish_deal(visitor)
    check_deal(visitor, match)
    expect(visitor.page.get_by_text(t("match.grain_found"))).to_be_visible()
    expect(visitor.page.get_by_text(t("match.holds"))).to_be_visible()
    visitor.page.get_by_text(t("match.check_played")).scroll_into_view_if_needed()
    visitor.picture("grain-found")
    check_deal(stranger, match)
    expect(stranger.page.get_by_text(t("match.grain_unknown"))).to_be_visible()
    expect(stranger.page.get_by_text(t("match.holds"))).to_be_visible()
    visitor.page.evaluate(OTHER_GRAINS)
    check_deal(visitor, match)
    expect(visitor.page.get_by_text(t("match.grain_missing"))).to_be_visible()
    expect(visitor.page.get_by_text(t("match.does_not_hold"))).to_be_visible()
    visitor.page.get_by_text(t("match.check_played")).scroll_into_view_if_needed()
    visitor.picture("grain-missing")


def test_a_move_is_reported(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    match = play_a_deal(visitor, api)
    assert f"/m/{match}?donne=1" in reported(visitor)
    visitor.go(f"/m/{match}?donne=1&pas=9")
    told = visitor.page.locator("p.told").inner_text()
    text = reported(visitor)
    assert f"/m/{match}?donne=1&pas=9" in text
    assert told in text
    assert "ffb-contree" in text


def reported(visitor: Visitor) -> str:
    visitor.find("report").click()
    expect(visitor.find("report")).to_have_text(t("match.reported"))
    return str(visitor.page.evaluate("navigator.clipboard.readText()"))
