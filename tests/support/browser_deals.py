"""Deals played to their end in the browser."""

from __future__ import annotations

import random

from tests.support.browser_api import Api
from tests.support.browser_visitor import TABLE, Visitor


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
