"""The table at every size: seats stay where they are, nothing covers one, nothing sticks out."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_deals import play_a_deal
from tests.support.browser_visitor import Visitor
from tests.support.page_words import t
from tests.support.scenes import play_on

SIZES = [(360, 740), (740, 360), (768, 1024), (1024, 768), (1366, 768), (1920, 1080), (2560, 1440)]
BOXES = """elements => elements.map(element => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""
OTHERS = "[data-test=seat]:not(:has([data-test=prompt]))"
Box = tuple[int, int, int, int]
STILL = 4
"""So many looks at them that are alike."""


def _boxes(visitor: Visitor, selector: str) -> list[Box]:
    found: list[Any] = visitor.page.locator(selector).evaluate_all(BOXES)
    return [tuple(box) for box in found]


def _settled(visitor: Visitor) -> list[Box]:
    """Where the others sit, once the page has taken notice of its new size."""
    seen: list[list[Box]] = []
    for _ in range(300):
        visitor.page.wait_for_timeout(100)
        seen.append(_boxes(visitor, OTHERS))
        if len(seen) > STILL and all(each == seen[-1] for each in seen[-STILL:]):
            return seen[-1]
    raise AssertionError("the seats never stay")


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _seats_at(visitor: Visitor) -> dict[tuple[int, int], list[Box]]:
    """Where the others sit at each size, everything of them on the screen and not under the pad."""
    seats = {}
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        seats[width, height] = _settled(visitor)
        theirs = [*seats[width, height], *_boxes(visitor, f"{OTHERS} .plate")]
        pads = _boxes(visitor, "[data-test=pad]")
        assert not [(pad, box) for pad in pads for box in theirs if _overlap(pad, box)], (width, height)
        outside = [box for box in theirs if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height]
        assert outside == [], (width, height)
    return seats


@pytest.mark.parametrize(("rules", "players"), [("ffb-contree", None), ("ffb-belote", None), ("escalier", 6)])
def test_seats_stay_and_nothing_covers_them(rules: str, players: int | None, visit: Visit, api: Api) -> None:
    visitor = visit(size=(1366, 768))
    visitor.take_seat(api.open_table(rules, players=players))
    rng = random.Random(9)
    visitor.play_until(rng, "call")
    if visitor.find("close-hint").count():
        visitor.find("close-hint").click()
    calling = _seats_at(visitor)
    visitor.play_until(rng, "play")
    assert _seats_at(visitor) == calling


SIDEWAYS = (740, 360)


def _covered(visitor: Visitor, above: str, below: str) -> list[tuple[Box, Box]]:
    tops = _boxes(visitor, above)
    assert tops, above
    return [(one, other) for one in tops for other in _boxes(visitor, below) if _overlap(one, other)]


def test_ones_own_turn_covers_no_call_on_a_phone_and_no_card_is_cut(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    said = visitor.page.locator(f"{OTHERS} [data-test=bubble]")
    for _ in range(40):  # one table in four has us speak last
        visitor.take_seat(api.open_table("ffb-contree"))
        visitor.play_until(random.Random(1), "call")
        if said.count() == 3:
            break
    assert said.count() == 3
    assert _covered(visitor, ".own .pill", f"{OTHERS} [data-test=bubble]") == []
    cards = _boxes(visitor, "[data-test=hand] [data-card]")
    assert len(cards) == 8
    assert min(card[0] for card in cards) >= 0
    assert max(card[2] for card in cards) <= PHONE[0]


def test_with_three_the_contract_and_a_hint_cover_nobody(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("belote-trois"))
    visitor.play_until(random.Random(1), "play")
    for width, height in (PHONE, SIDEWAYS):
        visitor.page.set_viewport_size({"width": width, "height": height})
        _settled(visitor)
        for part in (OTHERS, f"{OTHERS} .plate", "[data-test=prompt]"):
            assert _covered(visitor, "[data-test=hint]", part) == []
    for width, height in ((1024, 768), (1280, 800), (1920, 1080)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        _settled(visitor)
        for part in (OTHERS, f"{OTHERS} .plate"):
            assert _covered(visitor, "[data-test=contract] .plate", part) == [], (width, part)


def _is_read_without_scrolling(visitor: Visitor) -> None:
    """The whole sheet, and its keys below it."""
    assert (
        visitor.page.locator(".sheet > .paper").evaluate("paper => paper.scrollHeight - paper.clientHeight")
        <= 1
    )
    keys = _boxes(visitor, ".keys .key")
    assert max(key[3] for key in keys) <= SIDEWAYS[1]
    told = "table, [data-test=trick-bar] li, figure, dl > div, [data-test=ranking] li"
    assert _covered(visitor, ".keys .key", told) == []


def test_the_end_of_a_deal_fits_on_a_phone_that_lies(visit: Visit, api: Api) -> None:
    visitor = visit(size=SIDEWAYS)
    play_a_deal(visitor, api)
    visitor.find("trick-bar").wait_for()
    _is_read_without_scrolling(visitor)


def test_the_end_of_a_match_fits_on_a_phone_that_lies(visit: Visit, api: Api) -> None:
    visitor, held = visit(size=SIDEWAYS), api.open_table("classique", target=501)
    play_on(api, held, lambda view: view["phase"] == "over")
    visitor.take_seat(held)
    visitor.find("score-curve").wait_for()
    _is_read_without_scrolling(visitor)


def test_the_end_of_a_deal_of_six_fits_on_a_phone_that_lies(visit: Visit, api: Api) -> None:
    visitor = visit(size=SIDEWAYS)
    visitor.take_seat(api.open_table("escalier", players=6))
    _play_to_the_score(visitor)
    visitor.find("trick-bar").wait_for()
    [sheet] = _boxes(visitor, ".sheet")
    assert sheet[2] - sheet[0] > SIDEWAYS[0] - 30
    assert _covered(visitor, "[data-test=trick-bar] li", "[data-test=deal-over] table") == []
    _is_read_without_scrolling(visitor)


def test_the_end_of_a_match_of_six_is_read_on_a_low_screen(visit: Visit, api: Api) -> None:
    held = api.open_table("escalier", players=6)
    play_on(api, held, lambda view: view["phase"] == "over")
    for width, height in (SIDEWAYS, (1366, 768)):
        visitor = visit(size=(width, height))
        visitor.take_seat(held)
        visitor.find("score-curve").wait_for()
        assert _covered(visitor, ".keys .key", "dl > div, [data-test=ranking] li, .more > *") == []


def _play_to_the_score(visitor: Visitor) -> None:
    seen, rng = -1, random.Random(4)
    while not visitor.find("next-deal").count():
        visitor.wait_for_turn(seen)
        if not visitor.find("next-deal").count():
            seen = visitor.click_something(rng)


def test_sixteen_tricks_of_two_fit_on_a_phone(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    visitor.take_seat(api.open_table("comptoir"))
    _play_to_the_score(visitor)
    tricks, [paper] = _boxes(visitor, "[data-test=trick-bar] span.card"), _boxes(visitor, ".sheet > .paper")
    assert len(tricks) == 16
    assert tricks[0][0] >= paper[0] + 16
    assert tricks[-1][2] <= paper[2] - 16


ALL_SEEN = """card => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  return [[left + 8, top + 8], [right - 8, bottom - 8]].every(([x, y]) =>
    card.contains(document.elementFromPoint(x, y)));
}"""


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, (1366, 768)])
@pytest.mark.parametrize(("rules", "players"), [("baloot", None), ("escalier", 6)])
def test_one_sees_the_turned_card_while_one_speaks(
    rules: str, players: int | None, size: tuple[int, int], visit: Visit, api: Api
) -> None:
    visitor = visit(size=size)
    turned = visitor.page.locator("[data-test=pad]:has([data-offer=bid], [data-offer=guess])")
    for _ in range(20):
        visitor.take_seat(api.open_table(rules, players=players))
        visitor.play_until(random.Random(2), "call")
        if turned.count() and visitor.find("turned").count():
            break
    visitor.picture(f"turned-{rules}")
    assert visitor.find("turned").evaluate(ALL_SEEN)


@pytest.mark.parametrize("size", [PHONE, (768, 1024), (1024, 768), (1366, 768), (1920, 1080)])
def test_a_replay_covers_no_card_with_its_count(visit: Visit, api: Api, size: tuple[int, int]) -> None:
    visitor = visit(size=size)
    match = play_a_deal(visitor, api)
    visitor.go(f"/m/{match}?pas=20")
    visitor.find("replay-board").wait_for()
    visitor.picture("replay-count")
    assert (
        _covered(visitor, "[data-test=replay-board] > .plate", ".hand .cards, .hand .who, .middle li") == []
    )
    board, names = _boxes(visitor, "[data-test=replay-board]")[0], _boxes(visitor, ".hand .who")
    assert [box for box in names if box[0] < board[0] or box[2] > board[2]] == []


@pytest.mark.parametrize("size", [PHONE, (1366, 768)])
def test_cards_of_a_replayed_trick_show_their_corners_and_stay_off_the_hands(
    visit: Visit, api: Api, size: tuple[int, int]
) -> None:
    visitor = visit(size=size)
    match = play_a_deal(visitor, api)
    visitor.go(f"/m/{match}")
    visitor.page.get_by_role("button", name=t("match.trick", n=2)).click()
    laid = _boxes(visitor, "[data-test=replay-board] .middle li")
    assert len(laid) == 4
    assert [(one, other) for one, other in combinations(laid, 2) if _cover(one, other)] == []
    assert _covered(visitor, "[data-test=replay-board] .middle li", ".hand .cards") == []


def _cover(one: Box, other: Box) -> bool:
    """By more than the tilt of a card."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    along = min(one[3], other[3]) - max(one[1], other[1])
    return min(across, along) > 4
