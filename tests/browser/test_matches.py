"""A whole match of every ruleset, by clicking."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from rebelote.ruleset.loading import RULESET_IDS
from tests.browser.conftest import Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import CARDS
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


VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("belote-trois", {"deal": "bela"}),
    ("decouverte", {"deal": "talon"}),
    ("klaberjass", {"announce": "manual"}),
]
"""Options that bring a step of their own: a discard, hands instead of piles, the exchange of the seven."""


@pytest.mark.parametrize(("rules", "options"), VARIANTS)
def test_a_whole_match_with_another_step(rules: str, options: dict[str, Any], visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.take_seat(api.open_table(rules, target=100, **options))
    match = visitor.page.locator("[data-match]").get_attribute("data-match")
    visitor.play_match(random.Random(rules))
    assert api.get(f"/matches/{match}")["winners"]


def test_one_click_deals_a_match(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    visitor.picture("home")
    visitor.page.get_by_role("button", name=t("common.play"), exact=True).click()
    visitor.page.wait_for_selector("[data-test=table]")
    visitor.wait_for_turn()
    assert visitor.page.get_by_role("main").is_visible()
    assert visitor.phase in ("call", "play"), "nobody has to cut or deal"
    assert visitor.hand()


def test_again_after_the_match(visit: Visit, api: Api) -> None:
    """One click from the end of a match to a dealt hand."""
    visitor = visit()
    visitor.take_seat(api.open_table("premiere", target=1, settings={"by_hand": False}))
    visitor.play_match(random.Random(3))
    first = visitor.page.locator("[data-match]").get_attribute("data-match")
    visitor.find("rematch").click()
    visitor.page.wait_for_selector(f"[data-match]:not([data-match='{first}'])")
    visitor.wait_for_turn()
    assert visitor.phase in ("call", "play")
    assert visitor.hand()


def test_a_pack_is_cut_where_it_is_touched(visit: Visit, api: Api) -> None:
    visitor = visit()
    for _ in range(30):
        visitor.take_seat(api.open_table("ffb-contree"))
        visitor.wait_for_turn()
        if visitor.phase == "cut":
            break
    deck = visitor.find("cut-slider")
    box = deck.bounding_box()
    assert box is not None
    deck.click(position={"x": box["width"] * 0.75, "y": box["height"] / 2})
    visitor.page.wait_for_selector("[data-test=table]:not([data-phase=cut])")
    told = visitor.find("log").inner_text()
    at = int(re.search(r"\b(\d+) cartes", told)[1])  # type: ignore[index]
    assert 22 <= at <= 26, "three quarters of 32 cards"


def test_the_only_card_plays_itself_where_one_wants_it_so(visit: Visit, api: Api) -> None:
    """Never asked with one card to choose from, through a whole deal."""
    visitor = visit(forcedCard="only")
    visitor.take_seat(api.open_table("classique", target=5000))
    seen, rng = -1, random.Random(8)
    for _ in range(60):
        visitor.wait_for_turn(seen)
        if visitor.find("next-deal").count():
            return
        if visitor.phase == "play" and not visitor.find("say-choice").count():
            assert visitor.page.locator(CARDS).count() > 1
        seen = visitor.click_something(rng)
    raise AssertionError("the deal did not end")
