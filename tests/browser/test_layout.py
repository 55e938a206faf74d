"""The table at every size: seats stay where they are, nothing covers one, nothing sticks out."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import Visitor

SIZES = [(360, 740), (740, 360), (768, 1024), (1024, 768), (1366, 768), (1920, 1080), (2560, 1440)]
BOXES = """elements => elements.map(element => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""
OTHERS = "[data-test=seat]:not(:has([data-test=prompt]))"
Box = tuple[int, int, int, int]


def _boxes(visitor: Visitor, selector: str) -> list[Box]:
    found: list[Any] = visitor.page.locator(selector).evaluate_all(BOXES)
    return [tuple(box) for box in found]


def _settled(visitor: Visitor) -> list[Box]:
    """Where the others sit, once the page has taken notice of its new size."""
    last: list[Box] = []
    for _ in range(30):
        visitor.page.wait_for_timeout(100)
        if (now := _boxes(visitor, OTHERS)) == last:
            return now
        last = now
    raise AssertionError("the seats never stay")


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _seats_at(visitor: Visitor) -> dict[tuple[int, int], list[Box]]:
    """Where the others sit at each size, everything of them on the screen and not under the pad."""
    seats = {}
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        seats[width, height] = _settled(visitor)
        theirs = [*seats[width, height], *_boxes(visitor, f"{OTHERS} .plate")]
        pads = _boxes(visitor, "[data-test=pad]")
        assert not [(pad, box) for pad in pads for box in theirs if _overlap(pad, box)], (width, height)
        outside = [box for box in theirs if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height]
        assert outside == [], (width, height)
    return seats


@pytest.mark.parametrize(("rules", "players"), [("ffb-contree", None), ("ffb-belote", None), ("escalier", 6)])
def test_seats_stay_and_nothing_covers_them(rules: str, players: int | None, visit: Visit, api: Api) -> None:
    visitor = visit(size=(1366, 768))
    visitor.take_seat(api.open_table(rules, players=players))
    rng = random.Random(9)
    visitor.play_until(rng, "call")
    if visitor.find("close-hint").count():
        visitor.find("close-hint").click()
    calling = _seats_at(visitor)
    visitor.play_until(rng, "play")
    assert _seats_at(visitor) == calling
