"""The site as an application: installed, opened without a network, brought up to date when it is asked to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from rebelote.server import static_page
from tests.browser.conftest import FIRST_VISIT, PHONE, Visit, started
from tests.support.browser_api import Api
from tests.support.browser_visitor import TABLE, Visitor
from tests.support.page_words import t

WAIT_FOR_WORKER = """async () => {
  await navigator.serviceWorker.ready;
  for (let n = 0; n < 200 && !localStorage.getItem('rebelote.read-for-offline'); n++)
    await new Promise((go) => setTimeout(go, 50));
  return navigator.serviceWorker.controller !== null;
}"""
CACHED = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(caches_.map((cache) => cache.keys()));
  return requests.flat().map((request) => request.url);
}"""


def read_without_network(visitor: Visitor, base: str) -> None:
    visitor.go(base)
    assert visitor.page.evaluate(WAIT_FOR_WORKER)
    with visitor.offline():
        visitor.go(base)
        expect(visitor.find("offline")).to_have_text(t("common.offline"))
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        visitor.picture("offline")
        visitor.go(f"{base}regles/ffb-contree")
        expect(visitor.page.locator("main")).to_contain_text("C-6.1")
        for path, word in (("aide", "help"), ("reglages", "settings"), ("parties", "history")):
            visitor.go(base + path)
            expect(visitor.page.get_by_role("heading", level=1, name=t(f"common.{word}"))).to_be_visible()
    visitor.network_is_back()
    visitor.go(base)
    expect(visitor.find("offline")).to_have_count(0)


def test_the_site_opens_without_a_network(visit: Visit) -> None:
    visitor = visit(size=PHONE, offline=True)
    read_without_network(visitor, "/")
    kept = [urlsplit(url).path for url in visitor.page.evaluate(CACHED)]
    assert "/" in kept
    assert any(path.startswith("/assets/") and path.endswith(".js") for path in kept)
    assert not [path for path in kept if path.startswith("/api")]


def test_it_opens_under_a_path_of_its_own(browser: Browser, tmp_path: Path) -> None:
    with started(tmp_path, REBELOTE_BASE_PATH="/belote/", REBELOTE_LIMITS="off") as port:
        context = browser.new_context(locale="fr-FR", service_workers="allow")
        context.add_init_script(FIRST_VISIT % json.dumps(json.dumps({"nickname": "Camille"})))
        visitor = Visitor(context, f"http://127.0.0.1:{port}")
        read_without_network(visitor, "/belote/")
        kept = [urlsplit(url).path for url in visitor.page.evaluate(CACHED)]
        assert kept
        assert all(path.startswith("/belote/") and not path.startswith("/belote/api") for path in kept)
        context.close()
    assert visitor.complaints == []


def test_a_match_is_played_beside_the_worker(visit: Visit, api: Api) -> None:
    visitor = visit(offline=True)
    visitor.go()
    assert visitor.page.evaluate(WAIT_FOR_WORKER)
    visitor.take_seat(api.open_table("coinche"))
    visitor.wait_for_turn()
    visitor.page.reload()
    visitor.page.wait_for_selector(TABLE)
    visitor.wait_for_turn()


def test_a_newer_version_is_told_but_not_at_the_table(
    visit: Visit, api: Api, newer_version: Callable[[], None]
) -> None:
    visitor = visit(offline=True)
    visitor.go("/aide")
    assert visitor.page.evaluate(WAIT_FOR_WORKER)
    visitor.take_seat(api.open_table("coinche"))
    visitor.wait_for_turn()
    newer_version()
    visitor.page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
    visitor.page.wait_for_timeout(1500)
    expect(visitor.find("newer-version")).to_have_count(0)
    visitor.page.get_by_role("link", name=t("common.home")).click()
    expect(visitor.find("newer-version")).to_be_visible()
    visitor.check_accessibility("a newer version")
    with visitor.page.expect_navigation():
        visitor.find("update").click()
    expect(visitor.find("newer-version")).to_have_count(0)


@pytest.fixture
def newer_version() -> Iterator[Callable[[], None]]:
    """The worker that is served becomes another, until the test is over."""
    file = static_page.STATIC / "sw.js"
    before = file.read_text()

    def change() -> None:
        file.write_text(before.replace("const VERSION = '", "const VERSION = 'n"))

    yield change
    file.write_text(before)


def test_a_part_that_was_never_opened_waits_for_the_network(visit: Visit) -> None:
    visitor = visit(size=PHONE, offline=True)
    visitor.go("/aide")
    assert visitor.page.evaluate(WAIT_FOR_WORKER)
    with visitor.offline():
        visitor.go("/etude")
        said = visitor.page.get_by_role("alert")
        expect(said).to_contain_text(t("common.no_network"))
        expect(said).to_contain_text(t("common.tried_again"))
        visitor.picture("offline-part")
    expect(visitor.page.get_by_role("heading", level=1, name=t("study.title"))).to_be_visible()
    visitor.network_is_back()


def test_a_part_that_went_with_an_update_is_told(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    gone = "**/assets/Study-*.js"
    visitor.page.route(gone, lambda route: route.fulfill(status=404))
    visitor.go("/etude")
    said = visitor.page.get_by_role("alert")
    expect(said).to_contain_text(t("common.part_missing"))
    visitor.check_accessibility("a part that is gone")
    visitor.picture("part-gone")
    visitor.page.unroute(gone)
    said.get_by_role("button", name=t("common.reload_page")).click()
    expect(visitor.page.get_by_role("heading", level=1, name=t("study.title"))).to_be_visible()
    visitor.complaints = [each for each in visitor.complaints if "404" not in each]  # the browser's own word
