"""A coinche out of turn, a clock, somebody who goes away, a hand in one's own order."""

from __future__ import annotations

import random
import time

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api, Held
from tests.support.browser_visitor import TABLE, Visitor


def test_a_coinche_out_of_turn(visit: Visit, api: Api) -> None:
    people = api.open_full_table("coinche", absent_seconds=600)
    camille, west, north, east = people
    visitor = visit()
    visitor.take_seat(camille)
    until = time.monotonic() + 90
    while not api.act(west, "bid"):  # North is to speak then
        assert time.monotonic() < until
        if visitor.page.locator(f"{TABLE}[data-your-turn=true][data-busy=false]").count():
            visitor.page.locator("[data-offer=pass], [data-offer=cut], [data-offer=deal]").first.click()
        api.act(north, "cut", "deal", "pass") or api.act(east, "cut", "deal", "pass")
        api.act(west, "cut", "deal")
    coinche = visitor.page.locator(f"{TABLE} [data-offer=contre]")
    expect(coinche).to_be_visible()
    expect(visitor.page.locator(TABLE)).to_have_attribute("data-your-turn", "false")
    visitor.check_accessibility("a coinche out of turn")
    coinche.click()
    expect(visitor.find("contract")).to_contain_text("×2")


def test_the_clock_runs_and_a_bot_makes_the_move(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.take_seat(api.open_table("ffb-contree", settings={"turn_seconds": 3}))
    visitor.wait_for_turn()
    own = visitor.find("seat").filter(has=visitor.page.get_by_role("timer"))
    expect(own).to_have_count(1)
    seen = visitor.seq
    expect(visitor.page.locator(TABLE)).not_to_have_attribute("data-seq", str(seen))


def test_a_deal_that_ended_in_one_s_absence_is_read_on_return(visit: Visit, api: Api) -> None:
    """A bot plays for the absent one while a friend goes on; back, one reads the score and plays oneself."""
    camille, *others = api.open_full_table("ffb-contree", {"target": 100_000}, absent_seconds=2)
    for other in others[1:]:
        api.post(f"/tables/{camille.table}/seats/{other.seat}", {"do": "kick"}, camille.token)
    friend = others[0]
    visitor = visit()
    visitor.take_seat(camille)
    with visitor.offline():
        expect(visitor.find("lost")).to_be_visible()
        finish_deal(api, friend)
    expect(visitor.find("deal-over")).to_be_visible()
    visitor.network_is_back()
    visitor.find("next-deal").click()
    until = time.monotonic() + 90
    while not visitor.page.locator(f"{TABLE}[data-your-turn=true][data-busy=false]").count():
        assert time.monotonic() < until, "the seat was not handed back"
        api.act(friend, *KINDS)
        visitor.page.wait_for_timeout(30)
    seen = visitor.click_something(random.Random(3))
    expect(visitor.page.locator(TABLE)).not_to_have_attribute("data-seq", str(seen))


KINDS = ("cut", "deal", "bid", "pass", "play")


def finish_deal(api: Api, friend: Held) -> None:
    until = time.monotonic() + 90
    while api.get(f"/tables/{friend.table}/view", friend.token)["deal"] < 2:
        assert time.monotonic() < until
        if not api.act(friend, *KINDS):
            time.sleep(0.02)


def test_a_hand_in_one_s_own_order(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE, handOrder="manual")
    visitor.take_seat(api.open_table("ffb-contree", target=100_000))
    visitor.play_until(random.Random(2), "play", cards=8)
    before, seq = visitor.hand(), visitor.seq
    drag(visitor, before[0], before[3])
    moved = [*before[1:4], before[0], *before[4:]]
    assert visitor.hand() == moved
    assert visitor.seq == seq, "a drag plays no card"
    visitor.page.locator(f"[data-card='{moved[1]}']").focus()
    visitor.page.keyboard.press("Alt+ArrowLeft")
    chosen = [moved[1], moved[0], *moved[2:]]
    assert visitor.hand() == chosen
    visitor.picture("hand-by-hand")
    visitor.page.reload()
    visitor.page.wait_for_selector(TABLE)
    assert visitor.hand() == chosen, "the order outlives a reload"
    visitor.picture("hand-by-hand-again")
    visitor.play_until(random.Random(2), "play", cards=4)
    visitor.play_until(random.Random(2), "play", cards=8)
    own_order = visitor.hand()
    visitor.page.evaluate("sessionStorage.clear()")
    visitor.page.reload()
    visitor.page.wait_for_selector(TABLE)
    assert visitor.hand() == own_order, "and not its deal"


def drag(visitor: Visitor, card: str, onto: str) -> None:
    place = {name: visitor.page.locator(f"[data-card='{name}']").bounding_box() for name in (card, onto)}
    start, end = place[card], place[onto]
    assert start is not None
    assert end is not None
    mouse = visitor.page.mouse
    mouse.move(start["x"] + 10, start["y"] + 30)
    mouse.down()
    mouse.move(end["x"] + 12, end["y"] + 34, steps=5)
    mouse.up()
