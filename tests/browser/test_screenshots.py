"""The page looks as in docs/screenshots. If it changed on purpose: `make screenshots`, look, commit."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import started
from tests.support import scenes
from tests.support.browser_visitor import RESULTS
from tests.support.picture_comparison import compare

MOST_BYTES = 3_000_000


def test_the_scenes_look_as_they_did(browser: Browser, tmp_path: Path) -> None:
    blank, changed = browser.new_page(), {}
    with started(tmp_path, module=scenes.SERVER, **scenes.SERVER_SETTINGS) as port:
        for scene, png in scenes.drawn(browser, f"http://127.0.0.1:{port}"):
            found = compare(blank, scenes.picture_of(scene).read_bytes(), png)
            if found.is_noticed:
                changed[scene.name] = found
                RESULTS.mkdir(exist_ok=True)
                (RESULTS / f"CHANGED-{scene.name}.png").write_bytes(png)
    blank.close()
    assert changed == {}, "look at test-results/CHANGED-*.png; if they are right: make screenshots"


def test_the_pictures_are_small_and_all_there() -> None:
    assert {path.stem for path in scenes.PICTURES.iterdir()} == {scene.name for scene in scenes.SCENES}
    assert len(scenes.SCENES) == 12
    assert sum(path.stat().st_size for path in scenes.PICTURES.iterdir()) < MOST_BYTES


def test_another_card_is_noticed(browser: Browser) -> None:
    """Two pictures of one table that differ in one card only."""
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    png = {}
    for pip in "♠♥":
        page.set_content(f"<body bgcolor=green><div align=center><font size=7 color=red>{pip}</font></div>")
        page.locator("font").evaluate("sign => Object.assign(sign.style, { fontSize: '150px' })")
        png[pip] = page.screenshot()
    blank = browser.new_page()
    assert compare(blank, png["♠"], png["♥"]).is_noticed
    assert not compare(blank, png["♠"], png["♠"]).is_noticed
    page.close()
    blank.close()


@pytest.fixture(autouse=True)
def _no_pictures_yet() -> None:
    if not scenes.PICTURES.is_dir():
        pytest.skip("docs/screenshots is not there: `make screenshots`")
