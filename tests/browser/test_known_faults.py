"""Faults that players found, each with its test: what was wrong once stays mended."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api, Held
from tests.support.browser_deals import play_a_deal
from tests.support.browser_visitor import TABLE, Visitor
from tests.support.page_words import t

VERMILION = "rgb(192, 32, 43)"
HOLD = """([table, token, seat]) => {
  const seats = JSON.parse(localStorage.getItem('rebelote.seats') ?? '{}');
  localStorage.setItem('rebelote.seats', JSON.stringify({ ...seats, [table]: { token, seat, sat: 0 } }));
}"""
READING_MS = 5_500
Box = tuple[float, float, float, float]


def box_of(found: Locator) -> Box:
    box = found.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def to_the_score(visitor: Visitor, rng: random.Random) -> None:
    seen = -1
    while not visitor.find("next-deal").count():
        visitor.wait_for_turn(seen)
        if not visitor.find("next-deal").count():
            seen = visitor.click_something(rng)


# Words and colours


def test_red_suits_are_red_in_the_score_sheet(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    red = visitor.find("sheet").locator("svg[data-suit=H], svg[data-suit=D]").first
    for n in range(12):
        visitor.take_seat(api.open_table("ffb-belote", bot="habitue"))
        visitor.play_until(random.Random(n), "play")
        if red.count():
            break
    assert red.evaluate("mark => getComputedStyle(mark).fill") == VERMILION


def test_figures_stand_on_the_line(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    visitor.go()
    expect(visitor.page.get_by_role("heading", level=1)).to_be_attached()
    uneven = visitor.page.evaluate(NOT_LINING)
    visitor.take_seat(api.open_table("ffb-contree"))
    to_the_score(visitor, random.Random(3))
    assert uneven + visitor.page.evaluate(NOT_LINING) == []


NOT_LINING = """() => [...document.querySelectorAll('body *')]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && /[0-9]/.test(node.textContent)))
  .filter((one) => !getComputedStyle(one).fontVariantNumeric.includes('lining'))
  .map((one) => one.outerHTML)"""


def test_each_speed_has_one_name(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    visitor.take_seat(api.open_table("ffb-contree"))
    visitor.find("menu").click()

    def names(within: Locator) -> list[str]:
        group = within.get_by_role("group", name=t("settings.speed"), exact=True)
        return group.locator("label").all_inner_texts()

    in_menu = names(visitor.find("table-menu"))
    visitor.go("/reglages")
    visitor.page.wait_for_selector("main h1")
    assert names(visitor.page.locator("main")) == in_menu
    assert len(set(in_menu)) == len(in_menu) == 4


def test_after_a_switch_the_whole_log_is_english(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    visitor.take_seat(api.open_table("ffb-contree", target=5000))
    visitor.play_until(random.Random(4), "play", cards=6)
    french = visitor.find("log").locator("li").count()
    other = visitor.context.new_page()
    other.goto(visitor.base + "/reglages")
    other.get_by_role("button", name=t("common.language")).click()
    expect(visitor.find("log")).to_contain_text("Each player gets")
    assert visitor.find("log").locator("li").count() == french
    told = visitor.find("log").inner_text()
    assert re.findall(r"\b(cartes|coupe|passe|Pli|fournit|entame|points? pour)\b", told) == []


def test_columns_of_a_round_table_have_names(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    visitor.take_seat(api.open_table("escalier", players=5, bot="habitue"))
    visitor.wait_for_turn()
    heads = [head.split("\n")[-1] for head in visitor.find("sheet").locator("thead th").all_inner_texts()[1:]]
    assert t("table.you") in heads
    assert [head for head in heads if re.fullmatch(r"\w ?\d", head.strip())] == []
    assert len(set(heads)) == 5


def test_the_result_of_a_round_table_is_sorted(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    visitor.take_seat(api.open_table("escalier", players=6))
    to_the_score(visitor, random.Random(1))
    rows = visitor.find("deal-over").locator("table tbody tr td:last-child").all_inner_texts()
    totals = [int(text.replace("−", "-")) for text in rows]
    assert len(totals) == 6
    assert totals == sorted(totals, reverse=True)


# What goes on by itself, and what stays


@pytest.mark.parametrize("by_itself", [True, False])
def test_the_next_deal_comes_by_itself_where_one_wants_it_so(by_itself: bool, visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK, autoNext=by_itself)
    visitor.take_seat(api.open_table("ffb-belote", target=5000))
    to_the_score(visitor, random.Random(3))
    visitor.page.wait_for_timeout(READING_MS)
    expect(visitor.find("next-deal")).to_have_count(0 if by_itself else 1)


def test_the_match_that_waits_is_offered_after_another_one_was_finished(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    waiting, other = api.open_table("coinche"), api.open_table("belote-501", target=1)
    visitor.take_seat(waiting)
    visitor.wait_for_turn()
    go_on_at(visitor, other)
    visitor.play_match(random.Random(2))
    visitor.go("/")
    visitor.press(t("home.resume"), "link")
    assert visitor.page.url.endswith(f"/t/{waiting.table}")


def go_on_at(visitor: Visitor, held: Held) -> None:
    """A second seat for this browser, which keeps the first."""
    visitor.page.evaluate(HOLD, [held.table, held.token, held.seat])
    visitor.go(f"/t/{held.table}")
    visitor.page.wait_for_selector(TABLE)


def test_without_a_network_the_list_of_matches_says_so(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("coinche"))
    visitor.wait_for_turn()
    visitor.go("/aide")
    with visitor.offline():
        visitor.page.get_by_role("link", name=t("common.history"), exact=True).click()
        line = visitor.page.locator("main li").first
        expect(line).to_contain_text(t("history.no_answer"))
    expect(line).to_contain_text(t("history.unfinished"))
    visitor.network_is_back()


# Places


def test_spectators_on_a_phone_see_the_whole_bar_and_every_seat(visit: Visit, api: Api) -> None:
    held = api.open_table("ffb-contree", bot="habitue")
    visitor = visit(size=PHONE)
    visitor.go(f"/t/{held.table}")
    visitor.page.wait_for_selector(TABLE)
    bar = visitor.page.locator(f"{TABLE} > header")
    parts = [box_of(part) for part in bar.locator("> *").all()]
    assert all(left >= 0 and right <= PHONE[0] for left, _, right, _ in parts)
    assert not any(overlap(one, other) for n, one in enumerate(parts) for other in parts[:n])
    cut = "found => found.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.outerHTML)"
    assert bar.locator("*:not(svg, svg *)").evaluate_all(cut) == []
    line, tools = box_of(visitor.find("join-button")), box_of(visitor.find("last-trick-button"))
    for seat in visitor.find("seat").all():
        for part in (seat, seat.locator(".plate")):
            assert not overlap(box_of(part), line)
            assert not overlap(box_of(part), tools)


@pytest.mark.parametrize("rules", ["comptoir", "decouverte"])
def test_a_hint_covers_no_pile_on_a_phone(rules: str, visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table(rules))
    for _ in range(20):
        visitor.wait_for_turn()
        if visitor.phase == "play":
            break
        visitor.click_something(random.Random(1))
    hint, pill = box_of(visitor.find("hint")), box_of(visitor.find("prompt"))
    for pile in visitor.find("piles").locator("li").all():
        assert not overlap(box_of(pile), hint)
        assert not overlap(box_of(pile), pill)


@pytest.mark.parametrize("taker", [".above", ".top"])
def test_plates_stay_apart_when_a_card_is_known(taker: str, visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    known = visitor.page.locator(f"[data-test=seat]{taker} [data-known]")
    for _ in range(60):  # until one who sits there takes the turned card
        visitor.take_seat(api.open_table("classique", bot="habitue"))
        seen = -1
        while visitor.phase != "play" and not visitor.find("next-deal").count():
            visitor.wait_for_turn(seen)
            seen = visitor.seq
            passes = visitor.page.locator(f"{TABLE} [data-offer=pass]")
            if visitor.phase == "call" and passes.count():
                passes.click()
            elif visitor.phase != "play":
                seen = visitor.click_something(random.Random(2))
        if known.count():
            break
    assert known.count()
    parts = visitor.page.locator("[data-test=seat] .plate, [data-test=seat] .more:has(*)").all()
    owners: list[Any] = [part.evaluate("part => part.closest('[data-seat]').dataset.seat") for part in parts]
    boxes = list(zip(owners, map(box_of, parts), strict=True))
    assert not [
        (one, other)
        for n, (one, its) in enumerate(boxes)
        for other, theirs in boxes[:n]
        if one != other and overlap(its, theirs)
    ]


# The keyboard


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_from_the_top_of_the_page_the_first_tab_reaches_the_choices(
    size: tuple[int, int], visit: Visit, api: Api
) -> None:
    visitor = visit(size=size)
    visitor.take_seat(api.open_table("ffb-contree", target=5000))
    for phase in ("call", "play"):
        visitor.play_until(random.Random(3), phase)
        for _ in range(3):
            if visitor.find("close-hint").count():
                visitor.find("close-hint").click()
        visitor.page.wait_for_timeout(100)
        visitor.page.evaluate("document.activeElement.blur(), window.getSelection().removeAllRanges()")
        visitor.page.locator("body").evaluate("body => { body.tabIndex = -1; body.focus(); }")
        visitor.page.keyboard.press("Tab")
        here = "document.activeElement.closest('[data-test=pad], [data-test=hand]') !== null"
        assert visitor.page.evaluate(here), phase


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_replay_begins_with_its_game_and_shows_the_check(
    visit: Visit, api: Api, size: tuple[int, int]
) -> None:
    visitor = visit(size=size)
    visitor.take_seat(api.open_table("ffb-contree"))
    to_the_score(visitor, random.Random(5))
    match = visitor.page.locator(TABLE).get_attribute("data-match")
    visitor.go(f"/m/{match}")
    heading = visitor.page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Belote contrée")
    check = visitor.page.get_by_role("button", name=t("match.verify", n=1))
    expect(check).to_be_visible()
    assert box_of(heading)[1] < 200
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


FAINT_SUITS = """marks => marks.filter(mark => {
  const light = colour => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255);
    const [r, g, b] = parts.map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  for (let ground = mark; ground; ground = ground.parentElement) {
    const style = getComputedStyle(ground);
    if (style.backgroundImage !== 'none') return false;
    if (/^rgb\\(/.test(style.backgroundColor)) {
      const [one, other] = [light(getComputedStyle(mark).fill), light(style.backgroundColor)];
      return Math.max(one, other) / Math.min(one, other) < 3;
    }
  }
  return false;
}).map(mark => mark.parentElement.textContent + mark.dataset.suit)"""


def test_suits_are_seen_on_dark_pages(visit: Visit, api: Api) -> None:
    """A black suit on a nearly black page was not there."""
    visitor = visit(dark=True)
    match = play_a_deal(visitor, api)
    visitor.go(f"/m/{match}")
    marks = visitor.page.locator("main svg[data-suit]")
    marks.first.wait_for()
    assert marks.evaluate_all(FAINT_SUITS) == []
