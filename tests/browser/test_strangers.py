"""What strangers are called and what they send does not take a page away."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.support.browser_api import Api, Held
from tests.support.page_words import t

MATCH = {"match": "aaaaaaaaaa", "table": "bbbbbbbbbb", "rules": "Belote", "started": 1}
FACTS = {
    "match": "aaaaaaaaaa",
    "rules": "ffb-belote",
    "name": "Belote",
    "started": 1,
    "over": True,
    "won": True,
    "ours": 1,
    "theirs": 0,
    "deals": 1,
    "called": 1,
    "made": 1,
    "fallen": 0,
    "advice": 0,
    "takebacks": 0,
    "accuracy": None,
    "errors": [],
}
HOUSE = {"name": "Chez nous", "code": "x", "base": "ffb-belote"}
RUBBISH: dict[str, tuple[str, str, Any]] = {
    "matches of nothing": ("/parties", "matches", [None, 5, {"match": "c"}, MATCH]),
    "no list of matches": ("/parties", "matches", {"a": 1}),
    "a match at no time": ("/parties", "matches", [MATCH | {"started": 1e300}, MATCH | {"started": "x"}]),
    "seats of nothing": ("/parties", "seats", {"bbbbbbbbbb": None, "c": 5}),
    "errors of nothing": ("/statistiques", "facts", [FACTS | {"errors": [None]}, FACTS]),
    "a house rule twice": ("/maison", "house", [HOUSE, HOUSE]),
}


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_that_is_kept_leaves_the_pages_as_they_are(name: str, visit: Visit) -> None:
    path, key, kept = RUBBISH[name]
    visitor = visit()
    visitor.go("/aide")
    keep = "([key, text]) => localStorage.setItem('rebelote.' + key, text)"
    visitor.page.evaluate(keep, [key, json.dumps(kept)])
    for place in (path, "/"):
        visitor.go(place)
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
    expect(visitor.find("this-game")).to_be_visible()
    visitor.complaints = [
        said for said in visitor.complaints if "404" not in said
    ]  # of the match that is not there


def three_of_one_name(api: Api) -> Held:
    """A match in which everybody plays for himself, begun; the host's seat."""
    body = {"rules": {"id": "belote-trois"}, "nickname": "Camille", "start": False}
    host = api.post("/tables", body)
    table = host["table"]["id"]
    for seat in {"1", "2", "3"} - {host["seat"]}:
        api.post(f"/tables/{table}/sit", {"nickname": "Camille", "seat": seat})
    api.post(f"/tables/{table}/start", {}, host["token"])
    return Held(table, host["seat"], host["token"])


def test_players_of_one_name_leave_the_home_page_as_it_is(visit: Visit, api: Api) -> None:
    visitor = visit()
    visitor.take_seat(three_of_one_name(api))
    visitor.page.wait_for_selector("[data-test=table]")
    visitor.go()
    expect(visitor.page.get_by_text(t("home.waiting"))).to_be_visible()
    scores = visitor.page.locator(".scores span")
    expect(scores).to_have_count(3)
    assert sum("Camille" in text for text in scores.all_inner_texts()) == 2
