"""In a browser, over TLS, through the proxies that deploy/ configures."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import started
from tests.support.browser_visitor import Visitor
from tests.support.page_words import t
from tests.support.proxies import Proxy, need, proxied

SETTINGS = "if (location.protocol === 'https:') localStorage.setItem('rebelote.settings', %s)"


@pytest.mark.parametrize(("proxy", "base"), [("nginx", "/belote/"), ("caddy", "/")])
def test_a_card_is_played_through_a_proxy(proxy: Proxy, base: str, browser: Browser, tmp_path: Path) -> None:
    need(proxy)
    with started(tmp_path, REBELOTE_BASE_PATH=base) as server, proxied(proxy, server, base, tmp_path) as port:
        context = browser.new_context(
            ignore_https_errors=True,
            reduced_motion="reduce",
            locale="fr-FR",
            service_workers="block",  # no browser takes one with a certificate of its own making
        )
        chosen = json.dumps({"speed": "instant", "nickname": "Camille"})
        context.add_init_script(SETTINGS % json.dumps(chosen))
        visitor = Visitor(context, f"https://localhost:{port}")
        visitor.go(base)
        visitor.page.get_by_role("button", name=t("common.play"), exact=True).click()
        visitor.page.wait_for_selector("[data-test=table]")
        assert visitor.page.url.startswith(f"https://localhost:{port}{base}t/")
        visitor.play_until(random.Random(1), "play", 7)  # eight cards, so one has been played
        visitor.page.reload()
        visitor.page.wait_for_selector("[data-test=table]")
        assert len(visitor.hand()) == 7
        _goes_around(visitor, base)
        context.close()
    assert visitor.complaints == []


def _goes_around(visitor: Visitor, base: str) -> None:
    """Links, the address bar, the way back: all stay under the base."""
    visitor.go(f"{base}regles")
    visitor.page.locator("main a[href*='regles/']").first.click()
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    assert f"{base}regles/" in visitor.page.url
    visitor.page.go_back()
    visitor.page.locator("header a").first.click()
    expect(visitor.page.locator(f"main a[href^='{base}t/']").first).to_be_visible()  # the match that waits
    assert visitor.page.evaluate("location.pathname") == base
