"""Draw docs/screenshots: twelve scenes of the page, with a server that has no luck.

Run by `make screenshots` when the page's look has changed on purpose; `tests/browser/test_screenshots.py`
compares them with what the page looks like. Needs the built page and Chromium.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, started
from tests.support import scenes
from tests.support.picture_comparison import to_webp


def main() -> None:
    chromium = subprocess.run(["scripts/chromium"], capture_output=True, text=True, check=True).stdout.strip()
    scenes.PICTURES.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        started(Path(folder), module=scenes.SERVER, **scenes.SERVER_SETTINGS) as port,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        blank = browser.new_page()
        for scene, png in scenes.drawn(browser, f"http://127.0.0.1:{port}"):
            data = to_webp(blank, png)
            scenes.picture_of(scene).write_bytes(data)
            print(f"{scene.name}: {len(data) / 1024:.0f} KiB")
        browser.close()


if __name__ == "__main__":
    main()
