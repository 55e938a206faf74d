"""Things stay where they are: the bar fits on a phone for a spectator, and no seat moves during a deal."""

from __future__ import annotations

import random

from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api, Held
from tests.support.browser_visitor import TABLE, Visitor

CUT = """table => [...table.querySelectorAll('header *')].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
}).map((each) => each.outerHTML.slice(0, 120))"""
WHERE = """table => Object.fromEntries([...table.querySelectorAll('[data-test=seat]')].map((seat) => {
  const box = seat.getBoundingClientRect();
  return [seat.dataset.seat, [Math.round(box.left), Math.round(box.top)]];
}))"""


def test_the_bar_is_whole_for_one_who_looks_on(visit: Visit, api: Api) -> None:
    held = api.open_table("ffb-contree", bot="habitue")
    for _ in range(40):
        api.act(held, "cut", "deal", "pass")
    watcher = visit(size=PHONE)
    watcher.go(f"/t/{held.table}")
    watcher.page.wait_for_selector(TABLE)
    watcher.picture("spectator-phone")
    assert watcher.page.locator(TABLE).evaluate(CUT) == []
    menu = watcher.find("menu").bounding_box()
    assert menu is not None
    assert menu["x"] + menu["width"] <= PHONE[0]


def test_no_seat_moves_during_a_deal(visit: Visit, api: Api) -> None:
    for size in (DESK, PHONE):
        visitor = visit(size=size)
        held = api.open_table("ffb-contree", target=100_000)
        visitor.take_seat(held)
        seen, places = -1, set[str]()
        rng = random.Random(6)
        while len(places) < 2 and not visitor.find("deal-over").count():
            visitor.wait_for_turn(seen)
            if visitor.find("next-deal").count():
                break
            places.add(str(sorted(others(visitor, held).items())))
            seen = visitor.click_something(rng)
        assert len(places) == 1, places


def others(visitor: Visitor, held: Held) -> dict[str, list[int]]:
    found: dict[str, list[int]] = visitor.page.locator(TABLE).evaluate(WHERE)
    return {seat: place for seat, place in found.items() if seat != held.seat}
