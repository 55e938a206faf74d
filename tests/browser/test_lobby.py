"""Before the match: the invitation, seats to press, places changed; phrases; and going away from friends."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_visitor import TABLE, Visitor
from tests.support.page_words import t
from tests.support.tables_by_hand import open_table_by_hand, sit_down


def seat_of(visitor: Visitor, name: str) -> str | None:
    return visitor.find("table-seat").filter(has_text=name).get_attribute("data-seat-row")


def test_a_friend_is_invited_as_partner_and_changes_places(visit: Visit) -> None:
    anna, bruno = visit(size=DESK), visit(size=PHONE)
    link = open_table_by_hand(anna)
    own = seat_of(anna, "Camille")
    bruno.page.goto(link)
    expect(bruno.page.get_by_role("heading", level=1)).to_have_text(t("table.invites_you", name="Camille"))
    expect(bruno.find("one-line")).to_contain_text("Partie en 1000 points")
    facing = {"N": "S", "S": "N", "E": "W", "W": "E"}
    expect(bruno.find("chosen-seat")).to_have_attribute("data-seat", facing[str(own)])
    bruno.picture("invitation")
    bruno.check_accessibility("the invitation")
    bruno.find("nickname").fill("Bruno")
    bruno.find("sit").click()
    expect(anna.find("table-seat").filter(has_text="Bruno")).to_have_attribute(
        "data-seat-row", facing[str(own)]
    )
    free = bruno.find("table-seat").filter(has_text=t("table.free")).first
    taken = free.get_attribute("data-seat-row")
    free.get_by_role("button").click()
    expect(anna.find("table-seat").filter(has_text="Bruno")).to_have_attribute("data-seat-row", str(taken))
    anna.find("place").filter(has_text="Bruno").click()
    anna.picture("lobby-orders")
    anna.check_accessibility("the orders for a seat")
    anna.find("seat-orders").locator("[data-order=swap]").click()
    expect(bruno.find("table-seat").filter(has_text="Bruno")).to_have_attribute("data-seat-row", str(own))
    bruno.find("leave-lobby").click()
    expect(bruno.find("join")).to_be_visible()
    expect(anna.find("table-seat").filter(has_text="Bruno")).to_have_count(0)


def test_phrases_are_said_in_the_reader_s_language_and_can_be_muted(visit: Visit) -> None:
    anna, bruno = visit(size=DESK), visit(size=PHONE, lang="en")
    sit_down(bruno, open_table_by_hand(anna), "Bruno")
    anna.find("phrases").locator("[data-phrase=well_played]").click()
    expect(bruno.find("bubble")).to_have_text(t("table.phrase.well_played", "en"))
    expect(bruno.find("live")).to_have_text(f"Camille: {t('table.phrase.well_played', 'en')}")
    expect(anna.find("bubble")).to_have_text(t("table.phrase.well_played"))
    for _ in range(12):
        bruno.find("phrases").locator("[data-phrase=oops]").click()
    expect(bruno.find("notice")).to_contain_text("Not so fast")
    anna.find("start").click()
    for person in (anna, bruno):
        person.page.wait_for_selector(TABLE)
    say(anna, "thanks")
    own = anna.page.locator("[data-test=seat]:has([data-test=prompt]) [data-test=bubble]")
    expect(own).to_have_text(t("table.phrase.thanks"))
    bubble = bruno.find("seat").filter(has_text="Camille").locator("[data-test=bubble]")
    expect(bubble.filter(has_text=t("table.phrase.thanks", "en"))).to_be_visible()
    bruno.picture("phrase")
    bruno.find("menu").click()
    bruno.find("mute").click()
    bruno.page.keyboard.press("Escape")
    say(anna, "sorry")
    until_heard(bruno, "sorry")
    expect(bubble.filter(has_text=t("table.phrase.sorry", "en"))).to_have_count(0)


def until_heard(visitor: Visitor, phrase: str) -> None:
    """Until it has come over the wire, shown or not."""
    for _ in range(1000):
        if any(f'"phrase":"{phrase}"' in frame for frame in visitor.frames):
            return
        visitor.page.wait_for_timeout(50)
    raise AssertionError(f"{phrase} has not come")


def say(visitor: Visitor, phrase: str) -> None:
    visitor.find("menu").click()
    visitor.find("phrases").locator(f"[data-phrase={phrase}]").click()


def test_going_away_from_friends_is_asked_about(visit: Visit) -> None:
    anna, bruno = visit(size=DESK), visit(size=PHONE)
    link = open_table_by_hand(anna)
    anna.page.get_by_role("link", name=t("common.rules"), exact=True).click()  # alone: at once
    expect(anna.find("lobby")).to_have_count(0)
    anna.page.go_back()
    anna.page.wait_for_selector("[data-test=lobby]")
    sit_down(bruno, link, "Bruno")
    expect(anna.find("table-seat").filter(has_text="Bruno")).to_be_visible()
    anna.page.get_by_role("link", name=t("common.rules"), exact=True).click()
    expect(anna.find("leave-question")).to_be_visible()
    anna.check_accessibility("the question before leaving")
    anna.find("stay").click()
    expect(anna.find("lobby")).to_be_visible()
    anna.page.go_back()
    expect(anna.find("leave-question")).to_be_visible()
    # The first dialog's closing, told late, does not close the second.
    anna.page.evaluate("document.querySelector('dialog[open]').dispatchEvent(new Event('close'))")
    expect(anna.find("leave-question")).to_be_visible()
    assert anna.page.url == link
    anna.find("go").click()
    expect(anna.find("lobby")).to_have_count(0)
    assert anna.page.url != link


def test_the_back_arrow_asks_at_a_table_with_others_and_not_alone(visit: Visit, api: Api) -> None:
    camille, *_ = api.open_full_table("coinche", absent_seconds=600)
    anna, alone = visit(size=PHONE), visit(size=PHONE)
    anna.take_seat(camille)
    anna.page.get_by_role("link", name=t("common.home")).click()
    expect(anna.find("leave-question")).to_contain_text("robot")
    anna.find("go").click()
    expect(anna.page.locator(TABLE)).to_have_count(0)
    alone.take_seat(api.open_table("coinche"))
    alone.page.get_by_role("link", name=t("common.home")).click()
    expect(alone.page.locator(TABLE)).to_have_count(0)
