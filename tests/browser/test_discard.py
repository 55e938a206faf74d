"""Cards are laid aside by touch and by keyboard, on a phone too (T3-1-discard)."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import TABLE, Visitor

PRESSED = "[data-test=hand] [aria-pressed=true]"


def to_discard(visitor: Visitor, api: Api) -> None:
    """The first to speak must call: the turn comes round."""
    visitor.take_seat(api.open_table("belote-trois", deal="bela", target=100_000))
    visitor.play_until(random.Random(2), "discard")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_two_cards_are_touched_and_laid_aside(size: tuple[int, int], visit: Visit, api: Api) -> None:
    visitor = visit(size=size)
    to_discard(visitor, api)
    cards, button = visitor.hand(), visitor.page.locator(f"{TABLE} [data-offer=discard]")
    assert len(cards) == 12
    expect(button).to_be_disabled()
    touch = [visitor.find("hand").locator(f"[data-card='{card}']") for card in cards]
    for place in (0, 3, 3, 5, 7):
        touch[place].click(position={"x": 12, "y": 20})
    pressed = visitor.page.locator(PRESSED).evaluate_all("all => all.map(each => each.dataset.card)")
    assert pressed == [cards[5], cards[7]], "the newest in place of the oldest"
    assert visitor.find("aside").inner_text().count(" de ") == 2
    visitor.picture("discard")
    visitor.check_accessibility("a discard")
    for shown in (button, touch[0], touch[-1]):
        expect(shown).to_be_in_viewport(ratio=0.4)
    expect(button).to_be_enabled()
    button.click()
    visitor.wait_for_turn(visitor.seq - 1)
    expect(visitor.find("hand").locator("[data-card]")).to_have_count(10)
    assert not {cards[5], cards[7]} & set(visitor.hand())
    if size == DESK:
        assert "écartez" in visitor.find("log").inner_text()


def test_a_discard_by_keyboard(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    to_discard(visitor, api)
    cards, keyboard = visitor.hand(), visitor.page.keyboard
    expect(visitor.find("hand").locator("[data-card]:focus")).to_have_count(1)
    assert visitor.page.evaluate("document.activeElement.dataset.card") in cards
    keyboard.press("Enter")
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(visitor.page.locator(PRESSED)).to_have_count(2)
    visitor.page.locator(f"{TABLE} [data-offer=discard]").focus()
    keyboard.press("Enter")
    expect(visitor.find("hand").locator("[data-card]")).to_have_count(10)
