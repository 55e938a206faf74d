"""Practice against the solver: positions laid out, their values, lines, links, moments of a replay."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, expect

from rebelote.solver import Solver
from rebelote.solver.questions import read_position
from tests.browser.conftest import PHONE, Visit
from tests.support.browser_api import Api
from tests.support.browser_deals import play_a_deal
from tests.support.browser_visitor import Visitor
from tests.support.page_words import t

HANDS = {
    "N": "JH 9H AS TS KS 7D 8D 9D",
    "E": "AH TH 7S 8S AD TD KD QD",
    "S": "KH QH 8H 7H AC TC KC JD",
    "W": "9S JS QS 7C 8C 9C JC QC",
}
ADDRESS = "/etude?regles=ffb-contree&atout=H&entame=N&" + "&".join(
    f"{seat}={hand.replace(' ', '')}" for seat, hand in HANDS.items()
)


def solved() -> dict[str, int]:
    """What `rebelote solve` says of each card."""
    hands = {seat: hand.split() for seat, hand in HANDS.items()}
    question = {"rules": "ffb-contree", "trump": "H", "leader": "N", "side": "NS", "hands": hands}
    solution = Solver().solve(*read_position(question))
    return {card.text: value for card, value in solution.cards.items()}


def shown(visitor: Visitor) -> dict[str, int]:
    """The values on the cards of the one to play."""
    hand = visitor.page.locator("[data-board-seat]:has(.badge) li")
    expect(hand.locator(".badge").first).to_be_visible()
    return {
        str(card.locator("[data-card]").get_attribute("data-card")): int(card.locator(".badge").inner_text())
        for card in hand.all()
        if card.locator(".badge").count()
    }


def card(visitor: Visitor, text: str) -> Locator:
    return visitor.find("board").locator(f"button[data-card='{text}']")


def cards_of(visitor: Visitor) -> Locator:
    return visitor.find("study")


def test_values_lines_and_the_link(visit: Visit) -> None:
    reader = visit(size=PHONE)
    reader.go(ADDRESS)
    assert shown(reader) == solved()
    reader.check_accessibility("a study on a phone")
    reader.picture("study-phone")
    # forward by touch, back by key, another card: a variation
    card(reader, "AS").click()
    expect(cards_of(reader)).to_have_attribute("data-cards", "AS")
    reader.page.keyboard.press("Backspace")
    expect(cards_of(reader)).to_have_attribute("data-cards", "")
    card(reader, "JH").focus()
    reader.page.keyboard.press("Enter")
    expect(cards_of(reader)).to_have_attribute("data-cards", "JH")
    expect(reader.find("tree").get_by_role("group", name=t("study.variation"))).to_have_count(1)
    # who plays by key goes on in the next hand
    expect(reader.find("board")).to_have_attribute("data-turn", "W")
    here = reader.page.locator("[data-board-seat=W] button[data-playable=true]")
    expect(here.first).to_be_focused()
    # whoever has the link stands at the same place, with the same line
    other = visit()
    address = urlsplit(reader.page.url)
    other.go(f"{address.path}?{address.query}")
    expect(cards_of(other)).to_have_attribute("data-cards", "JH")
    assert shown(other) == shown(reader)
    other.page.get_by_role("button", name=t("study.play_best")).click()
    expect(other.find("tree").locator("button")).to_have_count(32)
    assert set(other.find("tree").locator(".who").all_inner_texts()) == {"N", "E", "S", "O"}
    other.check_accessibility("a study")
    other.picture("study-desk")


def test_a_card_that_may_not_be_played_says_why(visit: Visit) -> None:
    reader = visit(size=PHONE)
    reader.go(f"{ADDRESS}&coups=AS")
    card(reader, "7C").click()
    expect(reader.find("board-refused")).to_be_visible()
    expect(cards_of(reader)).to_have_attribute("data-cards", "AS")


def test_a_position_is_laid_out_by_touch_by_dragging_and_by_keys(visit: Visit) -> None:
    reader = visit(size=PHONE)
    reader.go("/etude")
    editor = reader.find("editor")

    def zone(seat: str) -> Locator:
        return editor.locator(f"[data-zone='{seat}']")

    zone("").locator("[data-card=JH]").click()  # to the hand that is being filled
    expect(zone("W").locator("[data-card=JH]")).to_be_visible()
    zone("").locator("[data-card=AS]").drag_to(zone("S"))
    expect(zone("S").locator("[data-card=AS]")).to_be_visible()
    zone("").locator("[data-card=AH]").focus()
    reader.page.keyboard.press("e")
    expect(zone("E").locator("[data-card=AH]")).to_be_visible()
    zone("E").locator("[data-card=AH]").focus()
    reader.page.keyboard.press("Delete")
    expect(zone("").locator("[data-card=AH]")).to_be_visible()
    reader.check_accessibility("a position being laid out")
    reader.picture("study-setup-phone")
    reader.find("deal-rest").click()
    expect(zone("").locator("[data-card]")).to_have_count(0)
    reader.find("study-go").click()
    assert len(shown(reader)) == 8
    south = reader.page.locator("[data-board-seat=S] [data-card=AS]")
    expect(south).to_have_count(1)


def test_a_card_that_is_dragged_under_the_pointer_lands_in_the_hand(visit: Visit) -> None:
    """In steps, so that the card is drawn under the pointer when it is let go."""
    reader = visit()
    reader.go("/etude")
    editor, mouse = reader.find("editor"), reader.page.mouse
    card, hand = editor.locator("[data-zone=''] [data-card=QS]"), editor.locator("[data-zone=S]")
    expect(reader.find("study-go")).to_be_disabled()
    card.hover()
    mouse.down()
    place = hand.bounding_box()
    assert place is not None
    mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=8)
    expect(editor.locator(".dragged")).to_have_count(1)
    mouse.up()
    expect(hand.locator("[data-card=QS]")).to_be_visible()
    expect(reader.find("study-go")).to_be_disabled()  # the others have none
    expect(reader.page.get_by_text(t("study.go_when"))).to_be_visible()


def test_a_position_that_cannot_be_is_refused_in_words(visit: Visit) -> None:
    reader = visit()
    reader.go(ADDRESS.replace("N=JH", "N=AH"))
    expect(reader.page.get_by_role("alert")).to_contain_text("AH")
    reader.complaints.clear()  # the browser's own word about the refusal


def test_a_deal_in_text_is_pasted(visit: Visit) -> None:
    reader = visit()
    reader.go("/etude")
    lines = [f"{seat}: {hand}" for seat, hand in HANDS.items()]
    text = "\n".join(["rules: ffb-contree", "trump: H", *lines, "leader: N"])
    reader.page.get_by_label(t("study.paste_label")).fill(text)
    reader.find("read").click()
    assert shown(reader) == solved()


def test_a_moment_of_a_replay_is_studied(visit: Visit, api: Api) -> None:
    player = visit(size=PHONE)
    match = play_a_deal(player, api)
    player.go(f"/m/{match}?donne=1&pas=12")
    player.press(t("match.study"), role="link")
    expect(player.find("board")).to_be_visible()
    played = str(cards_of(player).get_attribute("data-cards"))
    line = re.search(r"coups=(\w+)", player.page.url)
    assert line is not None
    assert line[1].startswith(played)
    assert len(line[1]) > len(played)
    assert shown(player)


def test_where_there_are_no_values_it_is_said(visit: Visit) -> None:
    reader = visit(size=PHONE)
    reader.go(ADDRESS.replace("ffb-contree", "klaverjas"))
    expect(reader.find("unsolved")).to_contain_text("roem")
    reader.complaints.clear()  # the browser's own word about the refusal
