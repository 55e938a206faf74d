"""A générale is called by its button, on a phone too."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api


@pytest.mark.parametrize("highest", [160, 650])
def test_a_generale_is_called_on_a_phone(highest: int, visit: Visit, api: Api) -> None:
    """However many numbers there are below it, the lowest is on the screen, and so are the trumps."""
    chosen: dict[str, Any] = {"generale": True, "sans_tout_atout": True, "highest": highest}
    held = api.open_table("coinche-annonces", bot="debutant", **chosen)
    visitor = visit(size=PHONE)
    visitor.take_seat(held)
    button = visitor.page.locator("[data-test=bid-value][data-value=generale]")
    visitor.wait_for_turn()
    while not button.count():
        visitor.wait_for_turn(visitor.click_something(random.Random(4)))
    visitor.picture(f"generale-{highest}")
    for shown in (visitor.find("bid-value").first, visitor.page.locator("[data-offer=bid]").last):
        expect(shown).to_be_in_viewport(ratio=1)
    assert button.evaluate("node => node.scrollWidth <= node.clientWidth")
    button.click()
    seen = visitor.seq
    visitor.page.locator("[data-offer=bid][data-value=generale][data-trump=H]").click()
    visitor.wait_for_turn(seen)
    assert "Générale" in visitor.find("contract").first.inner_text()


@pytest.mark.parametrize("all_tricks", [True, False])
def test_a_capot_has_a_moment_of_its_own(all_tricks: bool, visit: Visit, api: Api) -> None:
    """Told of a deal in which South takes every trick, or the trick is taken by turns."""

    def tell(route: Route) -> None:
        answer = route.fetch()
        replay = answer.json()
        won = [told["event"] for deal in replay["deals"] for told in deal["events"]]
        for n, event in enumerate(event for event in won if event["event"] == "trick_won"):
            event["seat"] = "S" if all_tricks or n % 2 else "E"
        route.fulfill(response=answer, body=json.dumps(replay))

    visitor = visit(size=DESK)
    visitor.page.route("**/api/matches/*/replay*", tell)
    visitor.take_seat(api.open_table("ffb-contree", target=5000))
    seen = -1
    while not visitor.find("next-deal").count():
        visitor.wait_for_turn(seen)
        if not visitor.find("next-deal").count():
            seen = visitor.click_something(random.Random(5))
    expect(visitor.find("four-hands")).to_be_visible()
    expect(visitor.find("capot")).to_have_count(1 if all_tricks else 0)
    visitor.picture("capot")
