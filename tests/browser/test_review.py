"""The review in the replay: asked for with a button, followed, read by step, found again."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_deals import play_a_deal
from tests.support.page_words import t

LONG_MS = 60_000
VERMILION = "rgb(192, 32, 43)"
INKS = "marks => marks.map(mark => [mark.dataset.suit, getComputedStyle(mark).fill])"


def test_a_deal_is_reviewed_and_read_from_fault_to_fault(visit: Visit, api: Api) -> None:
    player, reader = visit(), visit(size=PHONE)
    match = play_a_deal(player, api)  # played at random: there will be faults
    player.go(f"/m/{match}")
    player.press(t("review.start"))
    after = player.page.get_by_role("button", name=t("review.fault_after"))
    expect(after).to_be_enabled(timeout=LONG_MS)
    after.click()
    faults = [t(f"review.grade.{grade}") for grade in ("inaccurate", "mistake", "blunder")]
    verdict = player.page.locator(".verdict")
    expect(verdict).to_be_visible()
    assert any(fault in verdict.inner_text() for fault in faults)
    expect(player.page.locator("tr[aria-current=true]")).to_have_count(1)
    inks = player.page.locator(".verdict h3 svg, tr svg[data-suit]").evaluate_all(INKS)
    assert inks
    assert all((ink == VERMILION) == (suit in "HD") for suit, ink in inks)
    expect(player.page.get_by_text(t("review.players"))).to_be_visible()
    player.check_accessibility("a reviewed deal")
    verdict.scroll_into_view_if_needed()
    player.picture("review-desk")
    # another reader finds it made, and in another language
    reader.go(f"/m/{match}")
    expect(reader.page.get_by_role("button", name=t("review.start"))).to_have_count(0)
    reader.page.get_by_role("button", name=t("review.fault_after")).click()
    reader.page.locator(".verdict").scroll_into_view_if_needed()
    reader.check_accessibility("a reviewed deal on a phone")
    reader.picture("review-phone")


def test_the_end_of_a_deal_is_analysed_with_one_key_and_opens_at_the_turning_point(
    visit: Visit, api: Api
) -> None:
    player = visit(size=PHONE)
    play_a_deal(player, api)
    key = player.find("analyse")
    key.focus()
    player.page.keyboard.press("Enter")
    expect(key).to_have_text(t("table.analyse_see"), timeout=LONG_MS)
    turning = player.find("end-review").locator(".turning").inner_text()
    expect(player.find("end-review").locator("p").last).not_to_be_empty()
    player.check_accessibility("the end of a deal, analysed")
    player.picture("deal-over-analysed")
    assert key.evaluate("key => key === document.activeElement")
    key.click()
    verdict = player.page.locator(".verdict h3")
    expect(verdict).to_be_in_viewport()
    assert turning.split(":")[1].strip() in verdict.inner_text()


def test_a_robot_says_why_in_the_replay(visit: Visit, api: Api) -> None:
    player = visit(size=PHONE)
    match = play_a_deal(player, api)
    player.go(f"/m/{match}")
    for _ in range(40):
        if player.find("why-bot").count():
            break
        player.page.keyboard.press("ArrowRight")
    player.find("why-bot").click()
    expect(player.find("why").get_by_role("status")).to_contain_text("«")
    player.check_accessibility("a robot's reason")
    player.picture("why-bot")


def test_a_robot_says_why_at_the_end_of_the_deal(visit: Visit, api: Api) -> None:
    player = visit(size=PHONE)
    play_a_deal(player, api)
    key = player.find("why-points")
    key.focus()
    player.page.keyboard.press("Enter")
    moves = player.find("ask-bots").locator("button[data-seq]")
    expect(moves.first).to_be_visible()
    assert moves.count() >= 24  # three robots of eight cards each, and their calls
    for move in (moves.first, moves.last):
        move.focus()
        player.page.keyboard.press("Enter")
        expect(move).to_have_attribute("aria-pressed", "true")
        expect(player.find("why").get_by_role("status")).to_contain_text("«")
        expect(player.find("why")).to_have_count(1)
    player.check_accessibility("a robot's reason at the end of the deal")
    player.find("why").scroll_into_view_if_needed()
    player.picture("why-bot-at-the-end")
    key.click()
    expect(moves).to_have_count(0)
