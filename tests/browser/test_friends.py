"""Several people at one table, each with a browser, and one who only looks on."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import CALLS, CARDS, STOPS, TABLE, Visitor
from tests.support.hidden_cards import secrets_in
from tests.support.page_words import t
from tests.support.tables_by_hand import open_table_by_hand, sit_down


def act_once(people: list[Visitor], rng: random.Random) -> None:
    """Whoever is to act does something and sees it done: an offer stands for a moment after its answer."""
    for person in people:
        if person.page.locator(f"{TABLE}[data-your-turn=true][data-busy=false]").count():
            seen = person.click_something(rng)
            answered = f"{STOPS}, {TABLE}:not([data-seq='{seen}'])"
            person.page.wait_for_selector(answered, state="attached")
            return
    people[0].page.wait_for_timeout(50)


def until_all_see_the_same(people: list[Visitor]) -> None:
    """A robot may still be playing: what all see is compared until it is the same."""
    for _ in range(1200):
        if len({person.seq for person in people}) == 1:
            return
        people[0].page.wait_for_timeout(50)
    raise AssertionError(f"they see different things: {[person.seq for person in people]}")


def check_seeds(visitor: Visitor, api: Api, *, people: int) -> None:
    """Everybody's browser has committed itself and revealed its seed in time."""
    match = visitor.page.locator(TABLE).get_attribute("data-match")
    given = api.get(f"/matches/{match}/fairness")["contributions"]
    assert len(given) == people
    assert all(each["seed"] and each["commitment"] for each in given)


def test_two_friends_and_a_spectator(visit: Visit, api: Api) -> None:
    anna, bruno, watcher = visit(size=DESK), visit(size=PHONE), visit(size=DESK)
    link = open_table_by_hand(anna)
    anna.picture("lobby")
    sit_down(bruno, link, "Bruno")
    watcher.page.goto(link)
    expect(anna.find("table-seat").get_by_text("Bruno")).to_be_visible()
    expect(bruno.find("table-seat").get_by_text("Camille")).to_be_visible()
    anna.check_accessibility("lobby")
    bruno.picture("lobby-guest")
    anna.find("start").click()
    for person in (anna, bruno, watcher):
        person.page.wait_for_selector(TABLE)
    check_seeds(anna, api, people=2)
    people, rng = [anna, bruno], random.Random(4)
    for _ in range(400):
        if anna.find("last-trick-button").is_enabled() and anna.phase == "play" and len(anna.hand()) < 6:
            break
        act_once(people, rng)
    anna.page.wait_for_selector(f"{TABLE}[data-busy=false]")
    until_all_see_the_same([anna, bruno, watcher])
    watcher.picture("spectator")
    check_secrecy(watcher, people)


def check_secrecy(watcher: Visitor, people: list[Visitor]) -> None:
    assert len(watcher.frames) > 10
    assert secrets_in(watcher.frames) == []
    assert watcher.find("hand").locator("[data-card]").count() == 0
    assert not watcher.page.locator(f"{CALLS}, {CARDS}").count()
    seen = watcher.page.content()
    hidden = [card for person in people for card in person.hand()]
    assert hidden
    told = "".join(watcher.frames)
    assert [card for card in hidden if f'="{card}"' in seen and not was_turned(card, told)] == []


def test_no_hand_shows_another_s_cards(visit: Visit) -> None:
    anna, bruno = visit(), visit()
    sit_down(bruno, open_table_by_hand(anna), "Bruno")
    expect(anna.find("table-seat").get_by_text("Bruno")).to_be_visible()
    anna.find("start").click()
    people = [anna, bruno]
    for person in people:
        person.page.wait_for_selector(TABLE)
    for _ in range(200):
        if anna.phase == "play" and bruno.phase == "play":
            break
        act_once(people, random.Random(2))
    for person, other in ((anna, bruno), (bruno, anna)):
        assert not set(other.hand()) & set(person.hand())
        known = person.page.content() + "".join(person.frames)
        assert [card for card in other.hand() if f'"{card}"' in known and not was_turned(card, known)] == []


def was_turned(card: str, told: str) -> bool:
    return f'"turned":{{"card":"{card}"' in told.replace(" ", "")


def test_the_host_sends_somebody_away(visit: Visit) -> None:
    anna, bruno = visit(), visit()
    sit_down(bruno, open_table_by_hand(anna), "Bruno")
    anna.find("place").filter(has_text="Bruno").click()
    anna.find("seat-orders").locator("[data-order=kick]").click()
    expect(anna.find("table-seat").get_by_text("Bruno")).to_have_count(0)
    expect(bruno.page.get_by_text("vous a renvoyé de cette table")).to_be_visible()
    bruno.picture("sent-away")
    bruno.page.get_by_role("button", name=t("common.retry")).click()
    anna.find("sent-away").locator("[data-order=invite]").click()
    expect(anna.find("sent-away")).to_have_count(0)
    sit_down(bruno, bruno.page.url, "Bruno")
    expect(anna.find("table-seat").get_by_text("Bruno")).to_be_visible()


def test_leaving_and_coming_back(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.take_seat(api.open_table("ffb-belote"))
    visitor.wait_for_turn()
    visitor.find("menu").click()
    visitor.check_accessibility("the table's menu")
    visitor.picture("menu")
    visitor.find("leave").click()
    visitor.find("come-back").click()
    visitor.wait_for_turn()
