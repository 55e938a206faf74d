"""`make release-check`: would those who install what is in dist/ be well served?

0. The tag, CHANGELOG.md and CITATION.cff name the version that is built.
1. The source distribution, unpacked elsewhere, builds a wheel with the same files as ours, without npm.
2. The wheel, in an empty environment with the few packages that everybody gets and nothing else on PATH:
   rules, referee, solver and bots work, and `rebelote serve` names the extra that it lacks.
3. With `[server]`: `rebelote serve` starts, the page and the docs open (in Chromium where there is one), and
   a card is played over the API.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rebelote import __version__
from scripts.distributions import DIST, ROOT, build, names_in
from scripts.local_server import free_port, wait_for
from tests.support.browser_api import Api

PROBE = """
import random
import sys
import rebelote
from rebelote.bots import make

match = rebelote.Match.new("coinche", seed=7)
bot = make("habitue", random.Random(1))
while not match.view(None).sheet:
    match = match.act(bot.choose(match.view(match.actors()[0])))
assert "litestar" not in sys.modules
print(rebelote.__version__)
"""
QUESTION = (
    '{"ask": "legal", "rules": "belote-501", "trump": "H", "seat": "E",'
    ' "hand": ["KH", "JH", "7D"], "trick": [["W", "QH"], ["N", "AH"]]}\n'
)
PATIENCE = 60.0
DEAL = ROOT / "tests" / "deals" / "ffb-belote-ending.txt"


def expect(told: bool, what: str) -> None:
    if not told:
        raise SystemExit(f"release-check: {what}")


def say(line: str) -> None:
    print(f"release-check: {line}", flush=True)


def newest(pattern: str) -> Path:
    files = sorted(DIST.glob(pattern), key=lambda file: file.stat().st_mtime_ns)
    expect(bool(files), f"no {pattern} in dist: make wheel sdist")
    return files[-1]


# The version


def version_fault(tags: Iterable[str], changelog: str, citation: str) -> str | None:
    """CHANGELOG.md, CITATION.cff and a tag of this commit that looks like a version must name ours.

    Under such a tag the newest entry of CHANGELOG.md must have its date.
    """
    of_versions = [tag for tag in tags if re.fullmatch(r"v[0-9].*", tag)]
    wrong = [tag for tag in of_versions if tag != f"v{__version__}"]
    if wrong:
        return f"this commit is tagged {wrong[0]}, but the version is {__version__}"
    newest_entry = re.search(r"^## (\S+) \((.+)\)$", changelog, re.MULTILINE)
    if newest_entry is None or newest_entry[1] != __version__:
        return f"the newest entry of CHANGELOG.md is not that of {__version__}"
    if of_versions and not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", newest_entry[2]):
        return f"CHANGELOG.md has no date for {__version__}, but this commit is tagged {of_versions[0]}"
    cited = re.search(r"^version: (\S+)$", citation, re.MULTILINE)
    if cited is None or cited[1] != __version__:
        return f"the version in CITATION.cff is not {__version__}"
    return None


def check_version() -> None:
    found = subprocess.run(["git", "tag", "--points-at", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    texts = [(ROOT / name).read_text("utf-8") for name in ("CHANGELOG.md", "CITATION.cff")]
    fault = version_fault(found.stdout.split(), *texts)
    expect(fault is None, str(fault))


# The source distribution


def check_source(sdist: Path, wheel: Path, folder: Path) -> None:
    """Needs the compiler and the build's packages, and no npm: PATH has none of its own folders."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    again = build("wheel", unpacked, folder / "dist")
    ours, theirs = set(names_in(wheel)), set(names_in(again))
    expect(ours == theirs, f"the source distribution builds another wheel: {sorted(ours ^ theirs)}")
    say(f"{sdist.name} builds {again.name}, {len(theirs)} files")


# The wheel alone


class Place:
    """An empty environment, and nothing on PATH but its own programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, *requirements: str) -> None:
        command = [str(ROOT / "scripts" / "bootstrap"), "--elsewhere", str(self.folder), *requirements]
        subprocess.run(command, env=os.environ | {"PYTHON": sys.executable}, check=True)

    def command(self, *words: str) -> list[str]:
        return [str(self.folder / "bin" / words[0]), *words[1:]]

    @property
    def environment(self) -> dict[str, str]:
        return {"PATH": str(self.folder / "bin"), "HOME": str(self.folder), "LANG": "C.UTF-8"}

    def run(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words),
            env=self.environment,
            cwd=self.folder,
            input=typed,
            capture_output=True,
            text=True,
        )

    def tell(self, *words: str, typed: str = "") -> str:
        done = self.run(*words, typed=typed)
        expect(done.returncode == 0, f"{words} ended with {done.returncode}: {done.stderr}")
        return done.stdout


def check_alone(place: Place) -> None:
    for tool in ("npm", "node", "cc", "c++", "g++", "clang"):
        expect(not (place.folder / "bin" / tool).exists(), f"the empty environment has {tool}")
    expect(place.tell("python", "-c", PROBE) == f"{__version__}\n", "the wheel has another version")
    expect(place.tell("rebelote", "--version") == f"rebelote {__version__}\n", "--version says another one")
    expect("KH" in place.tell("rebelote", "referee", typed=QUESTION), "the referee does not answer")
    expect(place.tell("rebelote", "solve", str(DEAL)) != "", "the solver does not answer")
    refused = place.run("rebelote", "serve", "--lang", "en")
    one_line = re.fullmatch(r"rebelote: .*pip install 'rebelote\[server\]'\n", refused.stderr)
    expect(one_line is not None, f"`serve` without its extra says: {refused.stderr}")
    say("the wheel alone: rules, referee, solver and bots work; `serve` names its extra")


# The server


@contextmanager
def served(place: Place) -> Iterator[str]:
    port = free_port()
    command = place.command("rebelote", "serve", "--port", str(port), "--database", "check.sqlite")
    process = subprocess.Popen(command, env=place.environment, cwd=place.folder, stdout=subprocess.DEVNULL)
    try:
        base = f"http://127.0.0.1:{port}"
        wait_for(base)
        yield base
    finally:
        process.terminate()
        process.wait()


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return str(answer.read().decode("utf-8"))


def check_served(base: str) -> None:
    page = fetch(f"{base}/")
    for file in re.findall(r'(?:src|href)="(/[^"]+)"', page):
        fetch(f"{base}{file}") if not file.endswith(".png") else None
    expect('<script type="module"' in page, "the page is not the built one")
    expect("<h1" in fetch(f"{base}/docs/"), "the docs are not the built ones")
    say("the page and the docs are served")


def play_a_card(base: str) -> None:
    """Sit down with bots; do whatever one may until that is to play a card."""
    api = Api(base)
    held = api.open_table("premiere", bot="habitue")
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        if api.act(held, "play"):
            say("a card was played over the API")
            return
        kinds = [action["do"] for action in api.legal(held)]
        if not (kinds and api.act(held, *kinds)):
            time.sleep(0.1)  # the bots' turn
    raise SystemExit("release-check: no card could be played")


def open_in_browser(base: str) -> None:
    from playwright.sync_api import sync_playwright

    found = subprocess.run([ROOT / "scripts" / "chromium"], capture_output=True, text=True, check=True)
    if not found.stdout.strip():
        say("no Chromium here: the page was not opened in a browser")
        return
    complaints: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.stdout.strip(), args=["--no-sandbox"])
        page = browser.new_page(locale="fr-FR")
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type == "error" else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{base}/")
        page.locator("main").get_by_text("Jouer").first.wait_for()
        page.goto(f"{base}/docs/")
        page.get_by_role("heading", level=1).wait_for()
        browser.close()
    expect(complaints == [], f"Chromium complains: {complaints}")
    say("Chromium opens the page and the docs, and complains of nothing")


def main() -> None:
    check_version()
    sdist, wheel = newest("*.tar.gz"), newest("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        check_source(sdist, wheel, Path(folder) / "source")
        place = Place(Path(folder) / "place")
        place.install(str(wheel))
        check_alone(place)
        place.install(f"rebelote[server] @ file://{wheel}")
        with served(place) as base:
            check_served(base)
            play_a_card(base)
            open_in_browser(base)
    say(f"{wheel.name} may be published")


if __name__ == "__main__":
    main()
