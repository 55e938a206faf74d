"""How smoothly the table moves on a slow machine: `make measure-motion`.

A deal is played in Chromium at the normal pace on a CPU slowed four times, and its trace is read: every frame
of an animation, and those of them that were dropped. Needs the built page and Chromium. Without a GPU the CPU
paints as well, so a graphics card can only do better; on a busy machine compare with `ARGS='--rate 1'`.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FIRST_VISIT, FLAGS, started
from tests.support.browser_api import Api
from tests.support.browser_visitor import Visitor

CATEGORIES = ["cc", "benchmark", "disabled-by-default-devtools.timeline.frame"]
REPORT = "PipelineReporter"


def moving_frames(trace: Iterable[dict[str, Any]]) -> Counter[str]:
    """The frames in which something moved, by what became of them."""
    return Counter(
        str(report["state"])
        for event in trace
        if event.get("name") == REPORT
        and (report := event.get("args", {}).get("frame_reporter"))
        and report.get("has_compositor_animation")
    )


def dropped(frames: Counter[str]) -> tuple[int, int]:
    """How many were dropped, and how many there should have been."""
    return frames["STATE_DROPPED"], frames.total() - frames["STATE_NO_UPDATE_DESIRED"]


@contextmanager
def _slowed(browser: Browser, base: str, size: tuple[int, int], rate: int) -> Iterator[Visitor]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="fr-FR")
    context.add_init_script(FIRST_VISIT % json.dumps(json.dumps({"speed": "normal", "nickname": "Camille"})))
    visitor = Visitor(context, base)
    context.new_cdp_session(visitor.page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    yield visitor
    context.close()


def measure(browser: Browser, base: str, size: tuple[int, int], rate: int, cards: int) -> Counter[str]:
    """The frames of a deal until so many cards are left in hand."""
    with _slowed(browser, base, size, rate) as visitor:
        visitor.take_seat(Api(base).open_table("ffb-belote", target=5000, settings={"by_hand": False}))
        browser.start_tracing(page=visitor.page, categories=CATEGORIES)
        visitor.play_until(random.Random(7), "play", cards=cards)
        trace = json.loads(browser.stop_tracing())
    return moving_frames(trace["traceEvents"])


def main(
    rate: Annotated[int, typer.Option(help="How many times slower the CPU is made.")] = 4,
    cards: Annotated[int, typer.Option(help="Until so many cards are left in hand.")] = 2,
) -> None:
    """Prints the dropped frames of a deal on a desktop and on a phone."""
    chromium = os.environ.get("CHROMIUM") or "chromium"
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        started(Path(folder), REBELOTE_LIMITS="off") as port,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for size in ((1366, 768), (360, 740)):
            lost, wanted = dropped(measure(browser, f"http://127.0.0.1:{port}", size, rate, cards))
            share = 100 * lost / max(1, wanted)
            print(f"{size[0]}x{size[1]}, CPU / {rate}: {lost} of {wanted} frames dropped ({share:.1f} %)")
        browser.close()


if __name__ == "__main__":
    typer.run(main)
