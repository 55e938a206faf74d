"""Somebody with a browser: looks, clicks, and notes whatever the page should not have done."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Locator, Page, WebSocket
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.support.browser_api import Held

RESULTS = Path(__file__).parents[2] / "test-results"
SOON_MS = 30_000
TABLE = "[data-test=table]"
CALLS = f"{TABLE} [data-test=pad] [data-offer]:enabled, {TABLE} [data-offer=play_blind]:enabled"
CARDS = f"{TABLE} [data-card][data-playable=true]"
STOPS = "[data-test=next-deal], [data-test=match-over], [data-test=broken-off], [data-test=say-choice]"


class Visitor:
    def __init__(self, context: BrowserContext, base: str) -> None:
        self.context, self.base = context, base
        self.complaints: list[str] = []
        self.frames: list[str] = []
        self._offline = False
        context.on("page", self._watch)
        self.page: Page = context.new_page()
        self.page.set_default_timeout(45_000)

    # Watching

    def _watch(self, page: Page) -> None:
        page.on("console", lambda said: self._complain(said.text, is_error=said.type == "error"))
        page.on("pageerror", lambda error: self._complain(str(error)))
        page.on("request", lambda request: self._check_host(request.url))
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self._check_host(socket.url)
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))

    def _complain(self, text: str, *, is_error: bool = True) -> None:
        if is_error and not self._offline:
            self.complaints.append(text)

    def _check_host(self, url: str) -> None:
        address = urlsplit(url)
        if address.scheme not in ("data", "blob") and address.netloc != urlsplit(self.base).netloc:
            self.complaints.append(f"a request to {address.netloc}")

    @contextmanager
    def offline(self) -> Iterator[None]:
        """No network; what the browser itself says about that is no complaint."""
        self._offline = True
        self.context.set_offline(True)
        yield
        self.context.set_offline(False)

    def network_is_back(self) -> None:
        self._offline = False

    # Going somewhere

    def go(self, path: str = "/") -> None:
        self.page.goto(self.base + path)

    def take_seat(self, held: Held) -> None:
        """Come to a table with the seat of another program in the pocket."""
        seats = {held.table: {"token": held.token, "seat": held.seat, "sat": 0}}
        self.go("/aide")
        self.page.evaluate("seats => localStorage.setItem('rebelote.seats', seats)", json.dumps(seats))
        self.go(f"/t/{held.table}")
        self.page.wait_for_selector(TABLE)

    def find(self, name: str) -> Locator:
        return self.page.locator(f"[data-test={name}]")

    def press(self, text: str | re.Pattern[str], role: Any = "button") -> None:
        self.page.get_by_role(role, name=text).first.click()

    # Playing

    @property
    def seq(self) -> int:
        return int(self.page.locator(TABLE).get_attribute("data-seq") or 0)

    @property
    def phase(self) -> str:
        return self.page.locator(TABLE).get_attribute("data-phase") or ""

    def wait_for_turn(self, seen: int = -1) -> None:
        """Until the page has shown all that happened and waits for this person. (The content policy allows no
        script from outside, so this is a selector.)"""
        turn = f"{TABLE}[data-busy=false][data-your-turn=true]:not([data-seq='{seen}'])"
        self.page.wait_for_selector(f"{STOPS}, {turn}", state="attached", timeout=60_000)

    def may_do(self) -> list[str]:
        """What the calls on the table are."""
        offers = "buttons => buttons.map(button => button.dataset.offer)"
        return list(self.page.locator(CALLS).evaluate_all(offers))

    def hand(self) -> list[str]:
        cards = "cards => cards.map(card => card.dataset.card)"
        return list(self.find("hand").locator("[data-card]").evaluate_all(cards))

    def play_match(self, rng: random.Random, most: int = 600) -> int:
        """Click through to the end; the number of clicks."""
        seen = -1
        for clicks in range(most):
            self.wait_for_turn(seen)
            if self.find("match-over").is_visible() or self.find("broken-off").is_visible():
                return clicks
            seen = self.click_something(rng)
        raise AssertionError(f"the match is not over after {most} clicks")

    def click_something(self, rng: random.Random) -> int:
        """Whatever is offered: a call, a card, the next deal. The seq that was looked at."""
        seen = self.seq
        talk_loop = self.page.locator("[data-test=next-deal], [data-test=say-choice] [data-offer]")
        if talk_loop.count():
            going_on = self.find("next-deal").count() > 0
            talk_loop.first.click()
            return -1 if going_on else seen
        if self.phase == "discard":
            self.discard(rng)
            return seen
        ways = self.page.locator(f"{CALLS}, {CARDS}")
        ways.first.wait_for()
        try:
            ways.nth(rng.randrange(ways.count() or 1)).click(position={"x": 12, "y": 20}, timeout=SOON_MS)
        except PlaywrightTimeout:
            if ways.count():
                raise
            return -1  # what was offered before the last answer was gone when it was reached for
        return -1 if self.find("say-choice").count() else seen

    def discard(self, rng: random.Random) -> None:
        """Touch two cards of the hand, and lay them aside."""
        for card in rng.sample(self.hand(), 2):
            self.find("hand").locator(f"[data-card='{card}']").click(position={"x": 12, "y": 20})
        self.page.locator(f"{TABLE} [data-offer=discard]:enabled").click()

    def play_until(self, rng: random.Random, phase: str, cards: int | None = None) -> None:
        """Until it is one's turn in that phase, with so many cards left."""
        seen = -1
        for _ in range(200):
            self.wait_for_turn(seen)
            is_there = self.phase == phase and not self.find("next-deal").count()
            if is_there and (cards is None or len(self.hand()) == cards):
                return
            seen = self.click_something(rng)
        raise AssertionError(f"no turn in phase {phase}")

    # Looking

    def check_accessibility(self, where: str) -> None:
        """Cards are left out: to axe a drawn rectangle is no background, so it takes the cloth for theirs."""
        results = Axe().run(self.page, context={"exclude": [["svg.card"]]})
        if results.violations_count:
            self.complaints.append(f"axe, {where}: {_violations(results.response)}")

    def picture(self, name: str) -> None:
        size = self.page.viewport_size or {"width": 0}
        RESULTS.mkdir(exist_ok=True)
        self.page.screenshot(path=RESULTS / f"{name}-{size['width']}.png", animations="disabled")


def _violations(response: Any) -> list[str]:
    return [
        f"{violation['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for violation in response["violations"]
        for node in violation["nodes"][:4]
    ]
