"""What moves on the table: only what costs no layout, briefly, and nothing for those who want calm."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from playwright.sync_api import Browser, TimeoutError

from scripts.measure_motion import measure
from tests.browser.conftest import Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import TABLE, Visitor
from tests.support.motion import WATCH, watched

CHEAP = {"transform", "translate", "scale", "rotate", "opacity"}
LONGEST_MS = 400
RASTER_MS_A_FRAME = 1.5


def _watch_a_deal(visitor: Visitor, api: Api, rules: str) -> Mapping[str, float]:
    """Every set of properties that moved together during some tricks, with its longest time in ms."""
    visitor.context.add_init_script(WATCH)
    visitor.take_seat(api.open_table(rules, target=5000))
    visitor.play_until(random.Random(4), "play", cards=6)
    return watched(visitor.page)


def test_motion_is_brief_and_cheap(visit: Visit, api: Api) -> None:
    visitor = visit(calm=False, speed="quick")
    moved = _watch_a_deal(visitor, api, "ffb-belote")
    properties = {name for names in moved for name in names.split()}
    assert properties <= CHEAP
    assert max(moved.values()) <= LONGEST_MS
    assert {"transform", "translate", "opacity"} <= properties, "cards are dealt, fly and are gathered"


@pytest.mark.parametrize(("calm", "speed"), [(True, "quick"), (False, "instant")])
def test_nothing_moves_for_those_who_want_calm(calm: bool, speed: str, visit: Visit, api: Api) -> None:
    moved = _watch_a_deal(visit(calm=calm, speed=speed), api, "ffb-contree")
    assert {names: ms for names, ms in moved.items() if ms > 0 and names != "opacity"} == {}


def test_a_touch_skips_what_is_still_to_be_shown(visit: Visit, api: Api) -> None:
    """At the slowest pace three bots' calls take seconds; a touch on the cloth ends that at once."""
    visitor = visit(calm=False, speed="relaxed")
    visitor.take_seat(api.open_table("ffb-contree", target=5000))
    table, rng = visitor.page.locator(TABLE), random.Random(2)
    slow = 0
    for _ in range(60):
        visitor.wait_for_turn()
        visitor.click_something(rng)
        visitor.page.wait_for_timeout(400)
        if table.get_attribute("data-busy") == "true" and not visitor.find("next-deal").count():
            visitor.page.mouse.click(300, 120)
            if _is_shown_within(visitor, 700):
                return
            slow += 1  # others use the cores too
            assert slow < 8, "a touch ends nothing"
    raise AssertionError("nothing was ever still to be shown")


def _is_shown_within(visitor: Visitor, ms: int) -> bool:
    try:
        visitor.page.wait_for_selector(f"{TABLE}[data-busy=false], [data-test=next-deal]", timeout=ms)
    except TimeoutError:
        return False
    return True


def test_what_moves_does_not_have_the_cloth_drawn_again(browser: Browser, server: str) -> None:
    """The cloth, the panel and each card are layers of their own: a trick draws the cards that come, no more.
    Measured as CPU time; with the cloth drawn again at every card it is several times as much."""
    motion = measure(browser, server, (1366, 768), rate=1, cards=6, speed="quick")
    assert motion.frames.total() > 50, "something moved"
    assert sum(motion.raster) / motion.frames.total() < RASTER_MS_A_FRAME
