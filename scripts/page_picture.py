"""Draw docs/table.png: a deal in the browser, as a player sees it.

Run with `.venv/bin/python -m scripts.page_picture` when the table's look has changed; needs the built page
(`make page`) and Chromium. Luck is seeded, so the same code gives the same deal.
"""

from __future__ import annotations

import json
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

from rebelote.cli import main as rebelote
from tests.browser.api import Api
from tests.browser.conftest import FIRST_VISIT, FLAGS
from tests.browser.visitor import Visitor

PICTURE = Path(__file__).parents[1] / "docs" / "table.png"
SIZE = (1000, 620)
SEED, CARDS_LEFT = 12, 6


def serve(port: str, folder: str) -> None:
    """The server with luck that repeats itself."""
    luck = random.Random(SEED)
    secrets.token_bytes = lambda nbytes=32: luck.randbytes(nbytes or 32)
    secrets.choice = luck.choice
    rebelote(["serve", "--port", port, "--database", f"{folder}/picture.sqlite"])


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
        visitor.play_until(random.Random(SEED), "play", cards=CARDS_LEFT)
        visitor.page.screenshot(path=PICTURE, animations="disabled")
        browser.close()


def main() -> None:
    if len(sys.argv) > 1:
        serve(sys.argv[1], sys.argv[2])
    chromium = subprocess.run(["scripts/chromium"], capture_output=True, text=True, check=True).stdout.strip()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "scripts.page_picture", str(port), folder]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}")
            draw(f"http://127.0.0.1:{port}", chromium)
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
