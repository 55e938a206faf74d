"""The pages around the table: rules, house rules, finished matches, settings, help."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from rebelote.cli import main as rebelote
from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api, Held
from tests.support.page_words import t

PAGES = {
    "home": "/",
    "rules": "/regles",
    "ruleset": "/regles/ffb-contree",
    "house": "/maison",
    "history": "/parties",
    "settings": "/reglages",
    "help": "/aide",
    "not-found": "/nulle-part",
}
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_accessible(page: str, dark: bool, visit: Visit) -> None:
    visitor = visit(dark=dark, size=PHONE if dark else DESK)
    visitor.go(PAGES[page])
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    visitor.check_accessibility(f"{page}, {'dark' if dark else 'light'}")
    visitor.picture(f"page-{page}")
    assert visitor.page.evaluate(WIDER) == 0


def test_a_house_rule_travels_in_its_link(visit: Visit, api: Api) -> None:
    visitor, friend = visit(), visit()
    visitor.go("/maison")
    visitor.page.get_by_label(t("house.base"), exact=True).select_option("ffb-contree")
    visitor.page.get_by_text(t("house.advanced")).click()
    visitor.page.get_by_label(t("house.lines")).fill("[match_end]\ntarget = 777")
    expect(visitor.page.get_by_text("777").first).to_be_visible()
    visitor.page.get_by_role("button", name=t("house.save")).click()
    visitor.page.wait_for_url(re.compile("#."))
    link = visitor.page.url
    visitor.check_accessibility("a house rule")
    visitor.picture("house-rule")
    code = link.split("#")[1]
    told = api.post("/rules/check", {"rules": {"code": code}})
    assert "777" in told["toml"]
    assert told["code"] == code
    friend.page.goto(link)
    expect(friend.page.get_by_role("textbox", name=t("house.lines"), exact=False)).to_have_value(
        re.compile("777")
    )
    friend.page.get_by_role("button", name=t("rules.play")).click()
    friend.page.wait_for_selector("[data-test=table]")
    table = api.get(f"/tables/{friend.page.url.rsplit('/', 1)[1]}")
    assert table["rules"]["code"] == code


def test_rules_with_an_option(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.go("/regles/ffb-belote")
    target = next(
        option["label"] for option in api.get("/rules/ffb-belote")["options"] if option["name"] == "target"
    )
    visitor.page.get_by_label(target).first.fill("321")
    visitor.page.get_by_role("button", name=t("rules.play")).click()
    visitor.page.wait_for_selector("[data-test=table]")
    table = api.get(f"/tables/{visitor.page.url.rsplit('/', 1)[1]}")
    assert table["rules"]["options"]["target"] == 321


@pytest.mark.parametrize("rules", ["premiere", "belote-annonces"])
def test_a_finished_match_is_replayed_and_verified(rules: str, visit: Visit, api: Api) -> None:
    player, reader = visit(), visit(size=PHONE)
    player.take_seat(api.open_table(rules, target=1))
    match = player.page.locator("[data-match]").get_attribute("data-match")
    player.play_match(random.Random(5))
    player.go("/parties")
    expect(player.page.get_by_role("link", name=t("history.replay")).first).to_be_visible()
    reader.go(f"/m/{match}")
    reader.page.get_by_role("button", name=t("match.next")).click()
    reader.page.get_by_role("button", name=t("match.trick", n=3)).click()
    reader.check_accessibility("a replay")
    reader.picture(f"replay-{rules}")
    reader.page.get_by_role("button", name=re.compile(t("match.verify", n=".*"))).click()
    expect(reader.page.get_by_text(t("match.holds"))).to_be_visible()
    reader.check_accessibility("a verified deal")
    reader.picture(f"verified-{rules}")
    with reader.page.expect_download() as download:
        reader.page.get_by_role("button", name=t("match.record")).click()
    record = download.value.path()
    assert record.read_text("utf-8").startswith("[Record")
    with pytest.raises(SystemExit) as verified:
        rebelote(["verify", f"{api.base}/api/matches/{match}/fairness", "--record", str(record)])
    assert verified.value.code == 0


def play_after_a_void_deal(held: list[Held], api: Api) -> str:
    """All pass; then all do the first thing that they may. The match."""
    match = str(api.get(f"/tables/{held[0].table}/view", held[0].token)["match"])
    wanted = ("cut", "deal", "pass")
    while not api.get(f"/matches/{match}")["over"]:
        for each in held:
            deal = api.get(f"/tables/{each.table}/view", each.token)["deal"]
            api.act(each, *(wanted if deal == 1 else ("take", "play", "cut", "deal")))
    return match


def test_a_deal_that_nobody_took_is_in_the_replay_without_a_score(visit: Visit, api: Api) -> None:
    held, reader = api.open_full_table("ffb-belote", {"target": 1}), visit(size=PHONE)
    match = play_after_a_void_deal(held, api)
    lines = api.get(f"/matches/{match}/replay")["lines"]
    assert [line["voided"] for line in lines] == [True, False]
    assert lines[0]["score"] is None
    reader.go(f"/m/{match}")
    expect(reader.page.get_by_text(t("match.voided"))).to_be_visible()
    expect(reader.page.get_by_role("button", name=t("review.start"))).to_have_count(0)  # nothing was played
    reader.page.keyboard.press("End")
    told = reader.page.locator(".told")
    expect(told).to_contain_text(api.get(f"/matches/{match}/replay")["deals"][0]["events"][-1]["text"])
    assert reader.page.locator("svg.card").count() >= 20  # the four hands of five cards stay open
    expect(reader.find("why")).to_have_count(0)
    reader.check_accessibility("a deal without a score")
    reader.picture("replay-void")


def test_a_player_erases_what_is_kept_of_them(visit: Visit, api: Api) -> None:
    """The name is gone from the server, the list from the browser, and the seat belongs to nobody."""
    visitor = visit(size=PHONE)
    held = api.open_table("premiere", target=1)
    visitor.take_seat(held)
    visitor.play_match(random.Random(5))
    visitor.go("/reglages")
    visitor.page.get_by_role("button", name=t("settings.erase")).click()
    visitor.check_accessibility("asked whether to erase")
    visitor.picture("erase-data")
    visitor.page.get_by_role("button", name=t("common.cancel")).click()
    assert any(seat["name"] == "Camille" for seat in api.get(f"/tables/{held.table}")["seats"])
    visitor.page.get_by_role("button", name=t("settings.erase")).click()
    visitor.page.get_by_role("button", name=t("settings.erase_now")).click()
    expect(visitor.page.get_by_text(t("settings.erased"))).to_be_visible()
    assert not any(seat["name"] == "Camille" for seat in api.get(f"/tables/{held.table}")["seats"])
    visitor.go("/parties")
    expect(visitor.page.get_by_text(t("history.empty"))).to_be_visible()
