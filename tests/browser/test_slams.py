"""A générale is called by its button, on a phone too."""

from __future__ import annotations

import random

from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api


def test_a_generale_is_called_on_a_phone(visit: Visit, api: Api) -> None:
    held = api.open_table("coinche-annonces", bot="debutant", generale=True, sans_tout_atout=True)
    visitor = visit(size=PHONE)
    visitor.take_seat(held)
    button = visitor.page.locator("[data-test=bid-value][data-value=generale]")
    visitor.wait_for_turn()
    while not button.count():
        visitor.wait_for_turn(visitor.click_something(random.Random(4)))
    visitor.picture("generale")
    box = button.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE[0]
    assert button.evaluate("node => node.scrollWidth <= node.clientWidth")
    button.click()
    seen = visitor.seq
    visitor.page.locator("[data-offer=bid][data-value=generale][data-trump=H]").click()
    visitor.wait_for_turn(seen)
    assert "Générale" in visitor.find("contract").first.inner_text()
