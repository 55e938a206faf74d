"""A table opens soon on a slow processor. Test machines do other things too: twice the goal is left."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.support.page_speed import GOAL_S, best

SLACK = 2.0


def test_a_table_is_there_soon_on_a_slow_processor(browser: Browser, server: str) -> None:
    found = best(browser, server)
    assert min(found) <= GOAL_S * SLACK, found
