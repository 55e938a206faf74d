"""A whole match of every ruleset, by clicking."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rebelote.ruleset.loading import RULESET_IDS
from tests.browser.conftest import Visit
from tests.support.browser_api import Api
from tests.support.page_words import t

SHORT: dict[str, dict[str, Any]] = {name: {"target": 1} for name in RULESET_IDS}
SHORT |= {"escalier": {}, "klaverjas": {}}
"""A target that the first score reaches; escalier ends by itself, klaverjas after its deals."""
HOUSE = {"klaverjas": 'id = "short"\nextends = "klaverjas"\nmatch_end = { deals = 1 }\n'}
PLAYERS = {"escalier": 4}


@pytest.mark.parametrize("rules", RULESET_IDS)
def test_a_whole_match(rules: str, visit: Visit, api: Api) -> None:
    held = api.open_table(rules, players=PLAYERS.get(rules), toml=HOUSE.get(rules), **SHORT[rules])
    visitor = visit()
    visitor.take_seat(held)
    match = visitor.page.locator("[data-match]").get_attribute("data-match")
    visitor.play_match(random.Random(rules))
    visitor.picture(f"over-{rules}")
    summary = api.get(f"/matches/{match}")
    assert summary["over"]
    assert summary["winners"]


def test_one_click_deals_a_match(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    visitor.picture("home")
    visitor.page.get_by_role("button", name=t("common.play"), exact=True).click()
    visitor.page.wait_for_selector("[data-test=table]", timeout=10_000)
    visitor.wait_for_turn()
    assert visitor.page.get_by_role("main").is_visible()


def test_again_after_the_match(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.take_seat(api.open_table("premiere", target=1))
    visitor.play_match(random.Random(3))
    first = visitor.page.locator("[data-match]").get_attribute("data-match")
    visitor.find("rematch").click()
    visitor.page.wait_for_selector(f"[data-match]:not([data-match='{first}'])")
    visitor.wait_for_turn()
