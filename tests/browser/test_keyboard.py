"""A match by keyboard and by ear: where the focus goes, which keys do what, and how the table is read out."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import TABLE, Visitor
from tests.support.page_words import t

RANKS = r'button "(as|roi|dame|valet|dix|neuf|huit|sept) de '
SHAKEN = "window.shaken = []; navigator.vibrate = (ms) => shaken.push(ms) > 0;"
HERE = """() => {
  const here = document.activeElement;
  const inside = (selector) => here.closest(selector) !== null;
  return { pad: inside('[data-test=pad]'), hand: inside('[data-test=hand]'), link: here.matches('a[href]'),
    ...{ card: null, playable: null, offer: null }, ...here.dataset };
}"""


def here(visitor: Visitor) -> Any:
    return visitor.page.evaluate(HERE)


def until_here(visitor: Visitor, is_so: Callable[[Any], bool]) -> None:
    """The focus moves a moment after it is one's turn."""
    for _ in range(300):
        if is_so(here(visitor)):
            return
        visitor.page.wait_for_timeout(100)
    raise AssertionError(f"the focus is at {here(visitor)}")


def act_until(visitor: Visitor, api_phase: str, cards: int | None = None) -> None:
    visitor.play_until(random.Random(3), api_phase, cards)


def test_at_one_s_turn_the_focus_is_on_the_choices(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    visitor.take_seat(api.open_table("ffb-contree", target=100_000))
    act_until(visitor, "call")
    until_here(visitor, lambda place: place["pad"])
    reached = []
    for _ in range(20):
        visitor.page.keyboard.press("Tab")
        reached.append(here(visitor))
        if reached[-1]["hand"]:
            break
    assert reached[-1]["hand"], "from the choices, Tab goes on to the hand"
    assert any(place["offer"] == "pass" for place in reached)
    assert not any(place["link"] for place in reached)
    act_until(visitor, "play", 8)
    until_here(visitor, lambda place: place["hand"] and place["playable"] == "true")


def test_arrows_go_round_and_skip_what_is_forbidden(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    visitor.take_seat(api.open_table("ffb-contree", target=100_000))
    rng, seen = random.Random(5), -1
    forbidden = visitor.page.locator(f"{TABLE} [data-test=hand] [data-playable=false]")
    for _ in range(150):
        visitor.wait_for_turn(seen)
        if visitor.phase == "play" and forbidden.count() and len(visitor.hand()) > forbidden.count() + 1:
            break
        seen = visitor.click_something(rng)
    until_here(visitor, lambda place: place["hand"] and place["playable"] == "true")
    playable = visitor.page.locator(f"{TABLE} [data-test=hand] [data-playable=true]").evaluate_all(
        "cards => cards.map((card) => card.dataset.card)"
    )
    assert here(visitor)["card"] in playable
    walked = []
    for _ in range(2 * len(playable)):
        visitor.page.keyboard.press("ArrowRight")
        walked.append(here(visitor)["card"])
    assert set(walked) == set(playable)
    assert walked[: len(playable)] == walked[len(playable) :], "around the end"
    every = set()
    for _ in range(len(visitor.hand())):
        visitor.page.keyboard.press("Shift+ArrowLeft")
        every.add(here(visitor)["card"])
    assert every == set(visitor.hand())


def test_a_key_takes_and_arrows_choose_among_the_calls(visit: Visit, api: Api) -> None:
    visitor = visit(size=DESK)
    visitor.take_seat(api.open_table("classique", target=100_000))
    for _ in range(60):
        act_until(visitor, "call")
        takes = visitor.page.locator(f"{TABLE} [data-test=pad] [data-offer=take]")
        if takes.count() == 1:
            break
        until_here(visitor, lambda place: place["pad"])
        seen = visitor.seq
        visitor.page.keyboard.press("p")
        visitor.wait_for_turn(seen)
    until_here(visitor, lambda place: place["pad"])
    visitor.page.keyboard.press("ArrowRight")
    assert here(visitor)["offer"] == "take"
    visitor.page.keyboard.press("ArrowRight")
    assert here(visitor)["offer"] == "pass"
    visitor.page.keyboard.press("ArrowRight")
    assert here(visitor)["offer"] == "take", "around the end"
    visitor.page.keyboard.press("j")
    expect(visitor.page.locator(TABLE)).not_to_have_attribute("data-phase", "call")


# By ear


def walk(visitor: Visitor) -> list[str]:
    """The table as a screen reader goes through it, line by line."""
    tree = visitor.page.locator(TABLE).aria_snapshot()
    return [line.strip().removeprefix("- ").strip("'") for line in tree.splitlines()]


def test_the_table_is_read_out_in_sentences(visit: Visit, api: Api) -> None:
    for size in (DESK, PHONE):
        visitor = visit(size=size)
        visitor.take_seat(api.open_table("ffb-contree", target=100_000, bot="habitue"))
        act_until(visitor, "play", 7)
        lines = walk(visitor)
        assert lines[1].startswith('heading "Belote contrée FFB"')
        seats = [line for line in lines if re.match(r'group "[^"]+, robot.*: \d+ cartes?', line)]
        assert len(seats) == 3, "\n".join(lines)
        assert sum(t("table.partner") in seat for seat in seats) == 1
        assert all(seat.rstrip(":").endswith('."') for seat in seats), seats
        cards = [
            line for line in lines if re.match(r'button "(as|roi|dame|valet|dix|neuf|huit|sept) de ', line)
        ]
        assert len(cards) == 7, lines
        unnamed = [line for line in lines if re.match(r"(button|link|img|textbox)( \[|:|$)", line)]
        assert unnamed == []


def test_the_score_button_reads_its_figures(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("ffb-contree"))
    visitor.wait_for_turn()
    expect(visitor.find("score")).to_have_accessible_name(f"Nous 0, Eux 0, {t('table.sheet')}")


def test_the_phone_shakes_at_one_s_turn_unless_it_shall_not(visit: Visit, api: Api) -> None:
    for wanted in (True, False):
        visitor = visit(size=PHONE, vibration=wanted)
        visitor.context.add_init_script(
            "window.shaken = []; navigator.vibrate = (ms) => shaken.push(ms) > 0;"
        )
        visitor.take_seat(api.open_table("ffb-contree"))
        visitor.play_until(random.Random(2), "play", 7)
        assert (visitor.page.evaluate("shaken.length") > 0) is wanted


def test_keyboard_help_is_not_for_phones(visit: Visit, api: Api) -> None:
    table = api.open_table("ffb-contree")
    phone = visit(size=PHONE)
    phone.take_seat(table)
    phone.find("menu").click()
    phone.find("table-menu").get_by_role("button", name=t("table.help_here")).click()
    expect(phone.page.get_by_text(t("table.gestures"), exact=True)).to_be_visible()
    expect(phone.find("help")).to_be_hidden()
    desk = visit(size=DESK)
    desk.take_seat(api.open_table("ffb-contree"))
    desk.page.keyboard.press("?")
    expect(desk.find("help")).to_be_visible()
