"""Twelve scenes of the page, the same at every run: `make screenshots` draws them, a test compares them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from playwright.sync_api import Browser, Page

from tests.support.browser_api import Api, Held
from tests.support.browser_visitor import TABLE, Visitor

NOW = datetime(2026, 11, 16, 20, 30, tzinfo=UTC)
PATIENCE = 60.0
FIRST_SETTINGS = """
if (location.protocol === 'http:' && localStorage.getItem('rebelote.settings') === null) {
  localStorage.setItem('rebelote.settings', %s);
  const games = ['classique', 'ffb-belote', 'ffb-contree', 'coinche'];
  const none = Object.fromEntries(games.map((game) => [game, { on: false, seen: [] }]));
  localStorage.setItem('rebelote.hints', JSON.stringify(none));
}
"""

Prepare = Callable[[Api, Visitor], None]


@dataclass(frozen=True)
class Scene:
    name: str
    size: tuple[int, int]
    prepare: Prepare
    dark: bool = False
    settings: dict[str, Any] = field(default_factory=dict)

    def draw(self, browser: Browser, base: str) -> bytes:
        """A PNG."""
        context = browser.new_context(
            viewport={"width": self.size[0], "height": self.size[1]},
            has_touch=min(self.size) < 500,
            color_scheme="dark" if self.dark else "light",
            reduced_motion="reduce",
            locale="fr-FR",
            timezone_id="Europe/Paris",
            service_workers="block",
        )
        context.clock.install(time=NOW)
        chosen = {"speed": "instant", "nickname": "Camille", **self.settings}
        context.add_init_script(SAME_DAY)
        context.add_init_script(FIRST_SETTINGS % json.dumps(json.dumps(chosen)))
        visitor = Visitor(context, base)
        self.prepare(Api(base), visitor)
        settle(visitor.page)
        picture = visitor.page.screenshot(animations="disabled", caret="hide")
        context.close()
        return picture


def settle(page: Page) -> None:
    """Fonts are there, bubbles and notices are gone, nothing is pointed at."""
    page.wait_for_load_state("networkidle")
    page.mouse.move(0, 0)
    page.clock.fast_forward(8_000)
    page.evaluate("document.fonts.ready.then(() => document.activeElement?.blur())")
    page.wait_for_timeout(300)


# The way to a scene, by the API: always the same moves

CALLS = ("cut", "deal", "take", "pass", "guess", "declare", "not_better", "count", "play", "play_blind")


def play_on(api: Api, held: Held, is_there: Callable[[Any], bool]) -> None:
    """The same moves at every run, until a view is what is wanted: take, else pass; the first card. A coinche
    out of turn is left alone."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        view = api.get(f"/tables/{held.table}/view", held.token)
        found = [action for kind in CALLS for action in view["legal"] if action["do"] == kind]
        if is_there(view):
            return
        if found:
            asked = {"match": view["match"], "seq": view["seq"], "action": found[0]}
            act_if_nothing_happened(api, held, asked)
        else:
            time.sleep(0.02)
    raise AssertionError("the scene does not come")


def act_if_nothing_happened(api: Api, held: Held, asked: dict[str, Any]) -> None:
    try:
        api.post(f"/tables/{held.table}/act", asked, held.token)
    except HTTPError as error:  # somebody was faster: what may be done now is another matter
        if error.code != HTTPStatus.CONFLICT:
            raise


def turn_with(phase: str, cards: int) -> Callable[[Any], bool]:
    """This person's turn in a phase, with so many cards in hand."""
    return lambda view: (
        view["phase"] == phase
        and len(view["hand"]) == cards
        and any(action["do"] in CALLS for action in view["legal"])
    )


def at_table(rules: str, phase: str, cards: int, *, bot: str = "habitue", **options: Any) -> Prepare:
    def prepare(api: Api, visitor: Visitor) -> None:
        held = api.open_table(rules, bot=bot, **options)
        play_on(api, held, turn_with(phase, cards))
        visitor.take_seat(held)
        visitor.wait_for_turn()

    return prepare


def home(_api: Api, visitor: Visitor) -> None:
    visitor.go("/")


def home_with_match(api: Api, visitor: Visitor) -> None:
    at_table("coinche", "play", 6)(api, visitor)
    visitor.go("/")
    visitor.page.wait_for_selector("main h1")


def invitation(api: Api, visitor: Visitor) -> None:
    body = {"rules": {"id": "ffb-contree"}, "nickname": "Madeleine", "seat": "S", "start": False}
    table = api.post("/tables", body)["table"]["id"]
    api.post(f"/tables/{table}/sit", {"nickname": "Bruno", "seat": "W"})
    visitor.go(f"/t/{table}")
    visitor.page.wait_for_selector("[data-test=join]")


def deal_end(api: Api, visitor: Visitor) -> None:
    """The last card of a deal is played on the page: the score is read there."""
    at_table("ffb-contree", "play", 2)(api, visitor)
    visitor.page.locator(f"{TABLE} [data-test=hand] [data-card][data-playable=true]").first.click()
    visitor.page.wait_for_selector("[data-test=deal-over]")


def whole_match(api: Api) -> Held:
    held = api.open_table("classique", bot="habitue", target=501)
    play_on(api, held, lambda view: view["phase"] == "over")
    return held


def match_end(api: Api, visitor: Visitor) -> None:
    visitor.take_seat(whole_match(api))
    visitor.page.wait_for_selector("[data-test=match-over]")


def replay(api: Api, visitor: Visitor) -> None:
    match = api.get(f"/tables/{whole_match(api).table}")["match"]
    visitor.go(f"/m/{match}?donne=2&pas=9")
    visitor.page.wait_for_selector("main h1")


DESK, PHONE, HALL, SIDEWAYS = (1366, 768), (360, 740), (1920, 1080), (740, 360)

SCENES = (
    Scene("accueil-bureau", DESK, home_with_match),
    Scene("accueil-telephone", PHONE, home),
    Scene("invitation-telephone", PHONE, invitation),
    Scene("table-bureau", DESK, at_table("ffb-contree", "play", 7)),
    Scene("table-telephone", PHONE, at_table("ffb-belote", "play", 7)),
    Scene("table-sombre", DESK, at_table("coinche", "play", 6), dark=True),
    Scene("encheres-telephone", PHONE, at_table("ffb-contree", "call", 8)),
    Scene("table-1080p", HALL, at_table("classique", "play", 7)),
    Scene("table-paysage", SIDEWAYS, at_table("ffb-contree", "call", 8)),
    Scene("fin-de-donne", DESK, deal_end),
    Scene("fin-de-partie-anglais", DESK, match_end, settings={"lang": "en"}),
    Scene("revoir", DESK, replay),
)


def drawn(browser: Browser, base: str) -> Iterator[tuple[Scene, bytes]]:
    """One after another, in this order: the server's luck depends on it."""
    for scene in SCENES:
        yield scene, scene.draw(browser, base)


# The server that is drawn

SERVER = "tests.support.seeded_server"
SAME_DAY = "Date.prototype.getUTCDate = () => 16;"
"""The home page shows the day of the month."""
SERVER_SETTINGS = {"REBELOTE_LIMITS": "off", "REBELOTE_LEAST_SECONDS": "0"}

# The pictures that are committed

PICTURES = Path(__file__).parents[2] / "docs" / "screenshots"


def picture_of(scene: Scene) -> Path:
    return PICTURES / f"{scene.name}.webp"
