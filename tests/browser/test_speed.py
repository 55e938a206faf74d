"""A table opens soon on a slow processor. Test machines do other things too: twice the goal is left."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.support.page_speed import GOAL_S, Speed, measure

SLACK = 2.0
MOST_TRIES = 10
"""What else the machine does only adds to it, so one that is quick enough will do."""


def test_a_table_is_there_soon_on_a_slow_processor(browser: Browser, server: str) -> None:
    found: list[Speed] = []
    while len(found) < MOST_TRIES and (not found or min(map(min, found)) > GOAL_S * SLACK):
        found.append(measure(browser, server))
    assert min(map(min, found)) <= GOAL_S * SLACK, found
