"""After a deal: its luck, checked against what this browser kept, and a move that is reported."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_deals import finish_deal, play_a_deal
from tests.support.browser_visitor import TABLE, Visitor
from tests.support.page_words import t

OTHER_COMMITMENT = """() => {
  const known = JSON.parse(localStorage.getItem('rebelote.matches'));
  for (const match of known) match.commitment.value = '00'.repeat(32);
  localStorage.setItem('rebelote.matches', JSON.stringify(known));
}"""


OTHER_SEED = """() => {
  const known = JSON.parse(localStorage.getItem('rebelote.matches'));
  for (const match of known) match.opening.seed = '00'.repeat(32);
  localStorage.setItem('rebelote.matches', JSON.stringify(known));
}"""


def check_deal(visitor: Visitor, match: str) -> None:
    visitor.go(f"/m/{match}")
    visitor.press(t("match.verify", n=1))


def test_the_commitment_is_the_one_that_this_browser_received(visit: Visit, api: Api) -> None:
    visitor, stranger = visit(), visit()
    match = play_a_deal(visitor, api)
    check_deal(visitor, match)
    expect(visitor.page.get_by_text(t("match.check.same_commitment"))).to_be_visible()
    expect(visitor.page.get_by_text(t("match.nobody"))).to_be_visible()
    expect(visitor.page.get_by_text(t("match.holds"))).to_be_visible()
    check_deal(stranger, match)
    expect(stranger.page.get_by_text(t("match.not_compared"))).to_be_visible()
    expect(stranger.page.get_by_text(t("match.holds"))).to_be_visible()
    visitor.page.evaluate(OTHER_COMMITMENT)
    check_deal(visitor, match)
    failed = visitor.page.locator("li.bad")
    expect(failed).to_have_count(1)
    expect(failed).to_contain_text(t("match.check.same_commitment"))
    expect(visitor.page.get_by_text(t("match.does_not_hold"))).to_be_visible()


def test_the_seed_of_this_browser_counts(visit: Visit) -> None:
    visitor, stranger = visit(size=PHONE, bot="hasard"), visit()
    visitor.go("/regles/ffb-contree")
    visitor.press(t("rules.play"))
    visitor.page.wait_for_selector(TABLE)
    visitor.page.reload()
    match = finish_deal(visitor)
    check_deal(visitor, match)
    for name in ("same_people", "opened_once", "own_seed", "people", "client_seeds", "dealer", "record"):
        expect(visitor.page.get_by_text(t(f"match.check.{name}"))).to_be_visible()
    expect(visitor.page.get_by_text(t("match.holds"))).to_be_visible()
    expect(visitor.page.locator("li.bad")).to_have_count(0)
    visitor.page.get_by_text(t("match.check.record")).scroll_into_view_if_needed()
    visitor.picture("seed-found")
    check_deal(stranger, match)
    expect(stranger.page.get_by_text(t("match.not_compared"))).to_be_visible()
    expect(stranger.page.get_by_text(t("match.holds"))).to_be_visible()
    visitor.page.evaluate(OTHER_SEED)
    check_deal(visitor, match)
    expect(visitor.page.locator("li.bad")).to_contain_text(t("match.check.own_seed"))
    expect(visitor.page.get_by_text(t("match.does_not_hold"))).to_be_visible()
    visitor.picture("seed-missing")


def test_a_pack_that_can_be_followed_is_said_so(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.take_seat(api.open_table("belote-annonces", gathering="exact"))
    visitor.page.wait_for_selector(TABLE)
    expect(visitor.page.get_by_text(t("table.followable")).first).to_be_visible()
    loose = visit()
    loose.take_seat(api.open_table("belote-annonces"))
    loose.page.wait_for_selector(TABLE)
    expect(loose.page.get_by_text(t("table.followable"))).to_have_count(0)


def test_a_move_is_reported(visit: Visit, api: Api) -> None:
    visitor = visit()
    match = play_a_deal(visitor, api)
    assert f"/m/{match}?donne=1" in reported(visitor)
    visitor.go(f"/m/{match}?donne=1&pas=9")
    told = visitor.page.locator("p.told").inner_text()
    text = reported(visitor)
    assert f"/m/{match}?donne=1&pas=9" in text
    assert told in text
    assert "ffb-contree" in text


def reported(visitor: Visitor) -> str:
    """Where the server's owner has set no address, into a file; the button says so before."""
    expect(visitor.find("report-where")).to_have_text(t("match.report_in_file"))
    with visitor.page.expect_download() as saved:
        visitor.find("report").click()
    expect(visitor.find("report")).to_have_text(t("match.report_saved"))
    return saved.value.path().read_text("utf-8")


def test_the_end_of_a_deal_tells_its_story(visit: Visit, api: Api) -> None:
    visitor = visit(size=PHONE)
    play_a_deal(visitor, api)
    expect(visitor.find("four-hands").locator("svg.card")).to_have_count(32)
    expect(visitor.find("trick-bar").locator("li")).to_have_count(8)
    expect(visitor.find("reached")).to_contain_text(t("table.us"))
    for width, height in ((360, 740), (740, 360), (1366, 768)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        expect(visitor.find("next-deal")).to_be_in_viewport(ratio=1)
    reasons = visitor.find("deal-over").locator("[data-test=sheet-lines]")
    expect(reasons).to_have_count(0)
    visitor.find("why-points").click()
    expect(reasons).to_be_visible()


def test_the_end_of_a_match_can_be_shared_as_a_picture(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.take_seat(api.open_table("escalier", players=3))
    visitor.play_match(random.Random(3))
    totals = visitor.find("ranking").locator("strong").all_inner_texts()
    points = [int(total.replace("−", "-")) for total in totals]
    assert points == sorted(points, reverse=True)
    expect(visitor.find("score-curve")).to_be_visible()
    with visitor.page.expect_download() as saved:
        visitor.find("picture").click()
    assert saved.value.suggested_filename.endswith(".png")
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
