"""A server of its own with an empty database, Debian's Chromium, and visitors who complain at the end."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.support.browser_api import Api
from tests.support.browser_visitor import Visitor

STATIC = Path(__file__).parents[2] / "src" / "rebelote" / "server" / "static" / "index.html"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK, PHONE = (1280, 800), (360, 740)
START_S = 120.0
expect.set_options(timeout=30_000)  # where others use the cores too, its five seconds are short
FAILED = pytest.StashKey[bool]()
FIRST_VISIT = """
if (location.protocol === 'http:' && localStorage.getItem('rebelote.settings') === null)
  localStorage.setItem('rebelote.settings', %s);
"""


class Visit(Protocol):
    def __call__(
        self,
        *,
        size: tuple[int, int] = DESK,
        dark: bool = False,
        calm: bool = True,
        offline: bool = False,
        **settings: Any,
    ) -> Visitor: ...


@pytest.fixture(scope="session")
def chromium() -> str:
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium here: `apt-get install chromium` as root, or CHROMIUM=/path/to/it")
    if not STATIC.is_file():
        pytest.skip("the page is not built: `make page`")
    return found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that was started for this run."""
    folder = tmp_path_factory.mktemp("server")
    with started(folder, REBELOTE_LIMITS="off", REBELOTE_LEAST_SECONDS="0") as port:
        yield f"http://127.0.0.1:{port}"


@contextmanager
def started(folder: Path, *, module: str = "rebelote.cli", **settings: str) -> Iterator[int]:
    """The port of a server of its own, with its data and its log in the folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    given = {"REBELOTE_PORT": str(port), "REBELOTE_DATA": str(folder), **settings}
    port = int(given["REBELOTE_PORT"])
    with (folder / "log").open("wb") as log:
        command = [sys.executable, "-m", module, "serve"]
        process = subprocess.Popen(command, env=os.environ | given, stdout=log, stderr=subprocess.STDOUT)
        try:
            _wait_for(f"http://127.0.0.1:{port}/api/rules", process, folder / "log")
            yield port
        finally:
            process.terminate()
            process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"the server did not start: {log.read_text()[-2000:]}")


@pytest.fixture
def api(server: str) -> Api:
    return Api(server)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def visit(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A new browser profile for each visitor. At the end nobody may have anything to complain about.
    `offline`: the service worker is let in, which else would fetch the whole site anew in each profile.

    A failed test leaves a picture of what each visitor saw last.
    """
    visitors: list[Visitor] = []

    def arrive(
        *,
        size: tuple[int, int] = DESK,
        dark: bool = False,
        calm: bool = True,
        offline: bool = False,
        **settings: Any,
    ) -> Visitor:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size == PHONE,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
            locale="fr-FR",
            service_workers="allow" if offline else "block",
        )
        chosen = json.dumps({"speed": "instant", "nickname": "Camille", **settings})
        context.add_init_script(FIRST_VISIT % json.dumps(chosen))
        visitors.append(Visitor(context, server))
        return visitors[-1]

    yield arrive
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for n, visitor in enumerate(visitors, 1):
        if request.node.stash.get(FAILED, False):
            visitor.picture(f"FAILED-{request.node.name}-{n}")
        visitor.context.close()
    assert complaints == []
