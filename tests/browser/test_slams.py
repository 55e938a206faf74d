"""A générale is called by its button, on a phone too."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
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
