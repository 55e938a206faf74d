"""The crib at the table: one key or one touch away, as the game and its trump have it."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from rebelote.card_order import order_at
from rebelote.cards import Card, Trump
from rebelote.ruleset.loading import load
from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import Visitor
from tests.support.page_words import t


def test_by_key_in_a_classic_game(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    visitor.take_seat(api.open_table("ffb-belote", target=100_000))
    visitor.play_until(random.Random(1), "play")
    visitor.page.keyboard.press("a")
    expect(visitor.find("crib")).to_be_visible()
    assert shown(visitor, "trump") == [
        ("J", "20"),
        ("9", "14"),
        ("A", "11"),
        ("T", "10"),
        ("K", "4"),
        ("Q", "3"),
        ("8", "0"),
        ("7", "0"),
    ]
    visitor.check_accessibility("the crib")
    visitor.picture("crib-desk")
    visitor.page.keyboard.press("Escape")
    expect(visitor.find("crib")).to_have_count(0)


def test_by_touch_in_a_game_of_the_family(visit: Visit, api: Api) -> None:
    """Bulgarian belot, on a phone: its own order and points, from the same rules as the play."""
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("belot-bg"))
    visitor.play_until(random.Random(2), "play")
    if visitor.find("close-hint").is_visible():  # it lies over the tools
        visitor.find("close-hint").click()
    visitor.find("crib-button").click()
    crib = visitor.find("crib")
    expect(crib).to_be_visible()
    rules = load("belot-bg")
    for scale in crib.locator("[data-scale]").all():
        kind = scale.get_attribute("data-scale") or ""
        trump = {"sans_atout": Trump.SANS_ATOUT, "tout_atout": Trump.TOUT_ATOUT}.get(kind, Trump.HEARTS)
        order = order_at(rules.card_values, trump)
        suit = "S" if kind == "plain" else "H"
        for rank, points in shown(visitor, kind):
            assert order.points[Card(rank + suit).index] == int(points)
    visitor.check_accessibility("the crib on a phone")
    visitor.picture("crib-phone")
    visitor.page.get_by_role("button", name=t("common.close")).click()
    expect(crib).to_have_count(0)


def test_by_touch_while_one_has_to_call(visit: Visit, api: Api) -> None:
    """On a phone the call sheet lies over the tools."""
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("classique"))
    visitor.play_until(random.Random(3), "call")
    visitor.find("crib-button").click()
    expect(visitor.find("crib")).to_be_visible()
    visitor.check_accessibility("the crib while calling")


def shown(visitor: Visitor, kind: str) -> list[tuple[str, str]]:
    rows = visitor.page.locator(f"[data-scale={kind}] [data-rank]").all()
    return [(row.get_attribute("data-rank") or "", row.locator("td").inner_text()) for row in rows]
