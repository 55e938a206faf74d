"""The deal of the day and challenges, played by clicking; once, then compared."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_deals import play_a_deal
from tests.support.browser_visitor import TABLE, Visitor
from tests.support.page_words import t

LONG_MS = 60_000


def play_series(player: Visitor, seed: int = 1) -> None:
    """From its card to its comparison."""
    player.find("play-series").first.click()
    player.page.wait_for_selector(TABLE)
    player.play_match(random.Random(seed))
    player.page.get_by_role("link", name=t("table.compare")).click()
    expect(player.find("series-result")).to_be_visible()


def test_a_deal_of_the_day_is_played_once_and_compared(visit: Visit) -> None:
    player, other = visit(size=PHONE, nickname="Ana"), visit(size=DESK, nickname="Bea")
    player.go("/donne-du-jour")
    expect(player.find("series")).to_have_count(2)
    player.check_accessibility("the deals of the day")
    player.picture("daily-new")
    player.find("play-series").first.click()
    player.page.wait_for_selector(TABLE)
    expect(player.find("advice-button")).to_have_count(0)
    table = player.page.url
    player.go("/donne-du-jour")  # away in the middle: the same deal waits
    player.press(t("daily.resume"))
    player.page.wait_for_selector(TABLE)
    assert player.page.url == table
    player.play_match(random.Random(1))
    player.picture("daily-over")
    player.page.get_by_role("link", name=t("table.compare")).click()
    expect(player.find("rank")).to_have_text(t("result.only"))
    expect(player.find("expert").locator("strong")).to_be_visible(timeout=LONG_MS)
    player.check_accessibility("a result")
    player.picture("daily-result")
    player.go("/donne-du-jour")
    expect(player.page.locator("[data-state=done]")).to_have_count(1)
    expect(player.page.locator("[data-state=done] [data-test=play-series]")).to_have_count(0)
    expect(player.find("streak")).to_contain_text("1")
    # a second attempt of the same browser is refused by the server too
    series = player.page.locator("[data-state=done]").get_attribute("data-series")
    with pytest.MonkeyPatch.context() as quiet:
        quiet.setattr(player, "_offline", True)  # the browser itself complains of the 409
        assert player.page.evaluate(PLAY_AGAIN, series) == 409
    # another player's result is beside it
    other.go("/donne-du-jour")
    play_series(other, seed=2)
    expect(other.find("rank")).to_contain_text("2")
    other.find("verify-day").locator("summary").click()
    expect(other.find("anchor")).to_have_text(player_anchor(player))
    other.picture("daily-result-desk")
    other.go("/ligue")
    expect(other.find("league").locator("tbody tr")).to_have_count(2)
    days = "[0-9er]+( [^ ]+)? au [0-9er]+ [^ ]+ 20[0-9]{2}"  # the year is said once
    week = re.compile(t("league.week", days=days) + "$")
    expect(other.page.get_by_role("heading", level=2, name=week)).to_be_visible()
    other.check_accessibility("the league")
    other.picture("league")


PLAY_AGAIN = """async series => {
    const token = localStorage.getItem('rebelote.player');
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    return (await fetch(`/api/series/${series}/play`, { method: 'POST', body: '{}', headers })).status;
}"""


def player_anchor(player: Visitor) -> str:
    player.find("verify-day").locator("summary").click()
    return player.find("anchor").inner_text()


def test_who_has_not_played_is_not_shown_the_replay(visit: Visit) -> None:
    player, stranger = visit(), visit()
    player.go("/donne-du-jour")
    play_series(player)
    player.page.get_by_role("link", name=t("result.replay")).click()
    expect(player.page.locator("h1")).to_contain_text("elote")
    with player.page.expect_download() as record:  # who has played may keep it, during the day too
        player.find("record").click()
    assert "[Rules " in record.value.path().read_text("utf-8")
    with pytest.MonkeyPatch.context() as quiet:
        quiet.setattr(stranger, "_offline", True)  # the browser itself complains of the 403
        stranger.go(player.page.url.removeprefix(player.base))
        expect(stranger.page.get_by_role("alert")).to_contain_text("UTC")  # when it opens
        assert stranger.page.locator("svg.card").count() == 0


def test_a_challenge_is_sent_to_a_friend_and_compared_deal_by_deal(visit: Visit) -> None:
    player, friend = visit(nickname="Ana"), visit(size=PHONE, nickname="Bea")
    player.go("/defi")
    player.find("challenge-game").select_option("classique")
    player.check_accessibility("making a challenge")
    player.find("make-challenge").click()
    link = player.find("challenge-link").input_value()
    play_series(player)
    expect(player.find("comparison").locator("thead th").first).to_be_visible()
    friend.go(link.removeprefix(friend.base))
    expect(friend.page.get_by_text("Ana")).to_be_visible()
    friend.check_accessibility("a challenge")
    friend.picture("challenge-phone")
    play_series(friend, seed=2)
    expect(friend.find("comparison").locator("thead th")).to_have_count(3, timeout=LONG_MS)  # with expert
    expect(friend.find("comparison").locator("tbody tr")).to_have_count(5)  # four deals and their sum
    assert friend.find("comparison").evaluate(OVERFLOW) <= 0  # nothing to scroll for on a phone
    expect(friend.find("comparison")).to_contain_text("Ana")
    friend.check_accessibility("a challenge, compared")
    friend.picture("challenge-compared-phone")
    player.page.reload()
    expect(player.find("comparison")).to_contain_text("Bea")
    player.picture("challenge-compared-desk")


OVERFLOW = "table => table.parentElement.scrollWidth - table.parentElement.clientWidth"


def test_statistics_are_read_exported_moved_and_deleted(visit: Visit, api: Api) -> None:
    player, second = visit(size=PHONE), visit(size=DESK)
    match = play_a_deal(player, api)
    player.go("/donne-du-jour")
    play_series(player)
    player.go("/statistiques")
    totals = player.find("totals")
    counted = 1 + api.get(f"/matches/{match}")["over"]  # what goes on is not counted
    expect(totals.locator("dd b").first).to_have_text(str(counted))
    player.check_accessibility("statistics")
    player.picture("statistics-phone")
    with player.page.expect_download() as csv:
        player.find("export-csv").click()
    lines = csv.value.path().read_text("utf-8").splitlines()
    assert lines[0].startswith("match,rules,name")
    assert len(lines) == 1 + counted
    player.find("make-code").click()
    code = player.find("code").inner_text()
    second.go("/statistiques")
    second.find("enter-code").fill(code)
    second.find("take-code").click()
    expect(second.find("sync-outcome")).to_have_text(t("sync.done", n=2))
    expect(second.find("totals").locator("dd b").first).to_have_text(str(counted))
    second.picture("statistics-desk")
    second.go("/donne-du-jour")  # played, on this device too
    expect(second.page.locator("[data-state=done]")).to_have_count(1)
    expect(second.find("streak")).to_contain_text("1")
    second.go("/statistiques")
    second.find("enter-code").fill(code)  # works once
    with pytest.MonkeyPatch.context() as quiet:
        quiet.setattr(second, "_offline", True)  # the browser itself complains of the 404
        second.find("take-code").click()
        expect(second.find("sync-outcome")).not_to_be_empty()
        expect(second.find("sync-outcome")).not_to_have_text(t("sync.done", n=2))
    second.find("delete-stats").click()
    second.find("delete-now").click()
    expect(second.page.get_by_text(t("stats.empty"))).to_be_visible()
