"""Small screens, the keyboard alone, a card that may not be played, the other language."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import expect

from rebelote.ruleset.loading import RULESET_IDS
from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import CALLS, Visitor
from tests.support.page_words import t

TOUCH = 44
STRIP = 35
"""What a card of eight shows on a phone, beside a raised one; with large cards it is a whole touch."""
PLAYERS = {"escalier": 6}
LOOKS = {"ffb-belote", "escalier", "comptoir"}
"""Rulesets whose tables look different: a turned card, guesses, piles."""
SCROLLS = """() => {
  const page = document.documentElement;
  return [page.scrollHeight - page.clientHeight, page.scrollWidth - page.clientWidth];
}"""
TARGETS = """buttons => buttons.map((button, place) => {
  const box = button.getBoundingClientRect(), next = buttons[place + 1]?.getBoundingClientRect();
  const sameRow = next && Math.abs(next.top - box.top) < 30;
  return [sameRow ? Math.min(box.width, next.left - box.left) : box.width, box.height];
})"""
"""What can be touched of each card: up to where the next one covers it."""


def check_screen(visitor: Visitor, where: str, strip: int = STRIP) -> None:
    assert visitor.page.evaluate(SCROLLS) == [0, 0], f"{where}: the table scrolls"
    cards = visitor.find("hand").locator("[data-card]").evaluate_all(TARGETS)
    calls = visitor.page.locator(CALLS).evaluate_all(
        "buttons => buttons.map(button => [button.offsetWidth, button.offsetHeight])"
    )
    small = [target for target in calls if min(target) < TOUCH]
    assert small == [], f"{where}: targets under {TOUCH} px"
    narrow = [target for target in cards if target[0] < strip or target[1] < TOUCH]
    assert narrow == [], f"{where}: cards that show less than {strip} px"


@pytest.mark.parametrize("rules", RULESET_IDS)
def test_the_table_fits_a_phone(rules: str, visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table(rules, players=PLAYERS.get(rules)))
    seen, rng, pictured = -1, random.Random(1), set()
    for _ in range(40):
        visitor.wait_for_turn(seen)
        if visitor.phase not in pictured:
            visitor.picture(f"{rules}-{visitor.phase}")
            pictured.add(visitor.phase)
            if rules in LOOKS:
                visitor.check_accessibility(f"{rules}, {visitor.phase}, phone")
        check_screen(visitor, f"{rules}, {visitor.phase}")
        if visitor.phase == "play":
            break
        seen = visitor.click_something(rng)
    assert "play" in pictured


def test_large_cards_are_a_whole_touch_wide(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE, largeCards=True)
    visitor.take_seat(api.open_table("ffb-contree"))
    visitor.play_until(random.Random(1), "call")
    check_screen(visitor, "large cards, calling", TOUCH)
    visitor.play_until(random.Random(1), "play", cards=8)
    check_screen(visitor, "large cards, playing", TOUCH)


def test_a_whole_deal_with_the_keyboard(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.take_seat(api.open_table("ffb-contree", target=5000))
    seen = -1
    for _ in range(80):
        visitor.wait_for_turn(seen)
        if visitor.find("next-deal").count():
            break
        seen = press_something(visitor)
    expect(visitor.find("deal-over")).to_be_visible()
    expect(visitor.find("live")).not_to_be_empty()
    visitor.page.keyboard.press("Enter")
    expect(visitor.find("deal-over")).to_have_count(0)


def press_something(visitor: Visitor) -> int:
    """Pass once somebody has bid, else what Tab finds first; a card by its digit, or by arrows and Enter."""
    seen, keys = visitor.seq, visitor.page.keyboard
    offers = visitor.may_do()
    if "pass" in offers and "contre" not in offers and visitor.find("contract").inner_text().strip():
        keys.press("p")
    elif offers:
        tab_to(visitor, "[data-test=pad] [data-offer]")
        keys.press("Enter")
    else:
        playable = "cards => cards.findIndex(card => card.dataset.playable === 'true')"
        place = visitor.find("hand").locator("[data-card]").evaluate_all(playable)
        if place % 2:
            keys.press(str(place + 1))
        else:
            tab_to(visitor, "[data-test=hand] [data-card]")
            for _ in range(8):
                keys.press("ArrowLeft")
            for _ in range(place):
                keys.press("ArrowRight")
            keys.press("Enter")
        if visitor.find("say-choice").count():
            keys.press("Enter")
    return seen


def tab_to(visitor: Visitor, wanted: str) -> None:
    for _ in range(40):
        if visitor.page.locator(f"{wanted}:focus").count():
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {wanted}")


def test_the_keys_open_what_they_say(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.take_seat(api.open_table("ffb-contree"))
    visitor.play_until(random.Random(3), "play", cards=7)
    for key, shown in (("l", "last-trick"), ("s", "sheet"), ("?", "help")):
        visitor.page.keyboard.press(key)
        opened = visitor.page.locator("dialog[open]").get_by_test_id(shown)
        expect(visitor.page.locator(f"dialog[open] [data-test={shown}]")).to_be_visible()
        visitor.check_accessibility(f"the dialog {shown}")
        visitor.picture(f"dialog-{shown}")
        visitor.page.keyboard.press("Escape")
        expect(opened).to_have_count(0)


def test_the_referee_explains(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.take_seat(api.open_table("classique", target=5000))
    forbidden = visitor.find("hand").locator("[data-card][data-playable=false]")
    rng, seen = random.Random(6), -1
    for _ in range(120):
        visitor.wait_for_turn(seen)
        if visitor.phase == "play" and not visitor.find("next-deal").count() and forbidden.count():
            break
        seen = visitor.click_something(rng)
    before = visitor.seq
    forbidden.first.click(position={"x": 12, "y": 20})
    clause = visitor.find("notice").locator("[data-clause]")
    expect(clause).to_be_visible()
    assert re.match(r"D3-|A-|D", clause.get_attribute("data-clause") or "")
    assert len(visitor.find("notice").inner_text()) > 30
    visitor.picture("referee")
    visitor.check_accessibility("the referee's reason")
    assert visitor.seq == before
    clause.click()
    visitor.page.wait_for_url(re.compile(r"/t/[^/]+/regles#"))


def test_the_language_changes_at_once(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.take_seat(api.open_table("ffb-belote"))
    visitor.wait_for_turn()
    french = visitor.find("prompt").inner_text()
    other = visitor.context.new_page()
    other.goto(visitor.base + "/reglages")
    other.get_by_role("button", name=t("common.language")).click()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en")
    expect(visitor.find("prompt")).not_to_have_text(french)
    last = json.loads(next(frame for frame in reversed(visitor.frames) if '"type":"state"' in frame))
    assert last["table"]["rules"]["name"]


def test_the_site_changes_its_language(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    visitor.page.get_by_role("button", name=t("common.language")).click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(t("home.title", "en"))
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en")
    visitor.page.reload()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(t("home.title", "en"))


PHASES = {"call", "play", "marked", "over"}


@pytest.mark.parametrize("dark", [False, True])
def test_the_table_is_accessible_in_every_phase(dark: bool, visit: Visit, api: Api) -> None:
    """Bots may end an auction before the reader speaks: then there is another match."""
    visitor, rng = visit(dark=dark), random.Random(1)
    checked: set[str] = set()
    for _ in range(30):
        visitor.take_seat(api.open_table("ffb-contree", target=1))
        _check_a_match(visitor, rng, checked, "dark" if dark else "light")
        if checked >= PHASES:
            break
    assert checked >= PHASES


def _check_a_match(visitor: Visitor, rng: random.Random, checked: set[str], theme: str) -> None:
    """Each phase that was not checked yet."""
    seen = -1
    for _ in range(120):
        visitor.wait_for_turn(seen)
        over = visitor.find("match-over").is_visible()
        now = "over" if over else "marked" if visitor.find("next-deal").count() else visitor.phase
        if now not in checked:
            visitor.check_accessibility(f"the table, {now}, {theme}")
            visitor.picture(f"table-{now}-{theme}")
            checked.add(now)
        if over:
            return
        seen = visitor.click_something(rng)
    raise AssertionError("the match is not over")
