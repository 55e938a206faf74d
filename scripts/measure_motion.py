"""How smoothly the table moves on a slow machine: `make measure-motion`.

A deal is played in Chromium at the normal pace on a CPU slowed four times, always the same deal, and its
trace is read. Three things are told apart, because they cost different machines different things:

- the frames of an animation that never came: what the eye sees;
- the frames for which the main thread took more than 16.7 ms of CPU time (script, style, layout, paint):
  cards fly without it, so it delays only the start of what moves;
- the CPU time of raster and of putting layers together, which a graphics card does where there is one.
  Chromium runs without one here, so the CPU does it.

Frames are counted by the clock: on a busy machine many more are dropped. CPU times hardly depend on that.
Needs the built page and Chromium. `ARGS='--rate 1'` measures at full speed.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FIRST_VISIT, FLAGS, started
from tests.support.browser_api import Api
from tests.support.browser_visitor import Visitor
from tests.support.scenes import SERVER, SERVER_SETTINGS

CATEGORIES = [
    "cc",
    "viz",
    "benchmark",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
]
REPORT = "PipelineReporter"
MAIN, RASTER, DRAW = "ProxyMain::BeginMainFrame", "RasterTask", "DirectRenderer::DrawFrame"
FRAME_MS = 1000 / 60
Trace = Iterable[dict[str, Any]]


@dataclass(frozen=True)
class Motion:
    """What a trace tells: frames with something moving, by what became of them; CPU times in ms."""

    frames: Counter[str]
    main: list[float]
    raster: list[float]
    draw: list[float]

    @property
    def dropped(self) -> tuple[int, int]:
        """How many frames never came, and how many there should have been."""
        return self.frames["STATE_DROPPED"], self.frames.total() - self.frames["STATE_NO_UPDATE_DESIRED"]

    @property
    def late_main_frames(self) -> int:
        return sum(ms > FRAME_MS for ms in self.main)

    def lines(self) -> Iterator[str]:
        lost, wanted = self.dropped
        yield f"{lost} of {wanted} frames dropped ({100 * lost / max(1, wanted):.1f} %)"
        yield f"main thread: {self.late_main_frames} of {len(self.main)} frames took over 16.7 ms of CPU"
        raster, draw = sum(self.raster), sum(self.draw)
        yield f"without a graphics card: raster {raster:.0f} ms, drawing {draw:.0f} ms of CPU"


def motion_in(trace: Trace) -> Motion:
    events = list(trace)
    return Motion(moving_frames(events), *(list(cpu_times(events, name)) for name in (MAIN, RASTER, DRAW)))


def moving_frames(trace: Trace) -> Counter[str]:
    """The frames in which something moved, by what became of them."""
    return Counter(
        str(report["state"])
        for event in trace
        if event.get("name") == REPORT
        and (report := event.get("args", {}).get("frame_reporter"))
        and report.get("has_compositor_animation")
    )


def cpu_times(trace: Trace, name: str) -> Iterator[float]:
    """The CPU time of each task of that name, in ms."""
    return (
        event.get("tdur", 0) / 1000 for event in trace if event.get("name") == name and event.get("ph") == "X"
    )


@contextmanager
def _slowed(browser: Browser, base: str, size: tuple[int, int], rate: int, speed: str) -> Iterator[Visitor]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="fr-FR")
    context.add_init_script(FIRST_VISIT % json.dumps(json.dumps({"speed": speed, "nickname": "Camille"})))
    visitor = Visitor(context, base)
    context.new_cdp_session(visitor.page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    yield visitor
    context.close()


def measure(
    browser: Browser, base: str, size: tuple[int, int], *, rate: int, cards: int, speed: str = "normal"
) -> Motion:
    """A deal until so many cards are left in hand."""
    with _slowed(browser, base, size, rate, speed) as visitor:
        visitor.take_seat(Api(base).open_table("ffb-belote", target=5000, settings={"by_hand": False}))
        browser.start_tracing(page=visitor.page, categories=CATEGORIES)
        visitor.play_until(random.Random(7), "play", cards=cards)
        trace = json.loads(browser.stop_tracing())
    return motion_in(trace["traceEvents"])


def main(
    rate: Annotated[int, typer.Option(help="How many times slower the CPU is made.")] = 4,
    cards: Annotated[int, typer.Option(help="Until so many cards are left in hand.")] = 2,
) -> None:
    """Prints the dropped frames of a deal on a desktop and on a phone, and what the frames cost."""
    chromium = os.environ.get("CHROMIUM") or "chromium"
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        started(Path(folder), module=SERVER, **SERVER_SETTINGS) as port,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for size in ((1366, 768), (360, 740)):
            motion = measure(browser, f"http://127.0.0.1:{port}", size, rate=rate, cards=cards)
            print(f"{size[0]}x{size[1]}, CPU / {rate}:", *motion.lines(), sep="\n  ")
        browser.close()


if __name__ == "__main__":
    typer.run(main)
