"""The home page: what «Jouer» starts, and the match that waits."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from rebelote.ruleset.builtin import FAMILY_IDS, TEN_IDS
from tests.browser.conftest import PHONE, Visit
from tests.support.browser_visitor import TABLE, Visitor
from tests.support.page_words import t

FORGET_SEATS = "() => localStorage.removeItem('rebelote.seats')"


def play_from_sheet(visitor: Visitor, game: str, goal: str) -> None:
    visitor.page.locator(f"[data-game={game}] button").click()
    sheet = visitor.page.get_by_role("dialog")
    sheet.locator("label", has_text=f"{goal} (").click()
    visitor.check_accessibility(f"the sheet of {game}")
    sheet.get_by_role("button", name=t("common.play"), exact=True).click()
    visitor.page.wait_for_selector(TABLE)


def test_a_tile_deals_what_was_chosen_and_the_match_waits_first(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    visitor.go()
    play_from_sheet(visitor, "coinche", "500")
    expect(visitor.page.locator(TABLE)).to_have_attribute("data-phase", re.compile("."))
    table = visitor.page.url
    visitor.go()
    expect(visitor.page.get_by_text(t("home.waiting"))).to_be_visible()
    visitor.check_accessibility("home with a match that waits")
    visitor.press(t("home.resume"), "link")
    assert visitor.page.url == table


def test_the_caption_tells_length_robots_and_options_and_they_can_go(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    caption, options = visitor.find("this-game"), visitor.find("active-options")
    expect(caption).to_contain_text("1000")
    expect(caption).to_contain_text(t("bots.habitue"))
    expect(options).to_have_count(0)
    visitor.go("/regles/ffb-belote?declarations=true&target=501")
    visitor.press(t("rules.play"))
    visitor.page.wait_for_selector(TABLE)
    visitor.page.evaluate(FORGET_SEATS)
    visitor.go()
    expect(caption).to_contain_text("501")
    expect(options).to_contain_text("Annonces")
    visitor.press(t("home.forget_options"))
    expect(options).to_have_count(0)
    expect(caption).to_contain_text("1000")


def test_every_game_that_friends_may_choose_stands_under_its_heading(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    visitor.press(t("home.invite"))
    groups = visitor.page.locator("optgroup")
    expect(groups.first).to_be_attached()
    told = groups.evaluate_all("all => all.map(each => [each.label, each.children.length])")
    assert told == [[t("home.games"), len(TEN_IDS)], [t("home.family"), len(FAMILY_IDS)]]
