"""Draw docs/table.png: a deal in the browser, as a player sees it.

Run with `.venv/bin/python -m scripts.page_picture` when the table's look has changed; needs the built page
(`make page`) and Chromium. Cards are shuffled as in any match: run it again for another deal.
"""

from __future__ import annotations

import json
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import FIRST_VISIT, FLAGS
from tests.support.browser_api import Api
from tests.support.browser_visitor import Visitor

PICTURE = Path(__file__).parents[1] / "docs" / "table.png"
SIZE = (1000, 620)
CARDS_LEFT = 6


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(base: str) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(f"{base}/api/bots", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server did not start")


def draw(base: str, chromium: str) -> None:
    held = Api(base).open_table("coinche", bot="habitue")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce")
        context.add_init_script(FIRST_VISIT % json.dumps(json.dumps({"speed": "instant"})))
        visitor = Visitor(context, base)
        visitor.take_seat(held)
        visitor.play_until(random.Random(12), "play", cards=CARDS_LEFT)
        visitor.page.screenshot(path=PICTURE, animations="disabled")
        browser.close()


def main() -> None:
    chromium = subprocess.run(["scripts/chromium"], capture_output=True, text=True, check=True).stdout.strip()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/picture.sqlite"
        command = [sys.executable, "-m", "rebelote.cli", "serve", "--port", str(port), "--database", database]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}")
            draw(f"http://127.0.0.1:{port}", chromium)
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
