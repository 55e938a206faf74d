"""What a first visit has to fetch: the built page, compressed as the server sends it."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from rebelote.server import static_page

MOST = 250 * 1024
LATER = re.compile(r"\bm\.f=\[[^\]]*\]|\bimport\([^)]*\)|\bLATER = \[[^\]]*\]")
"""Where a script of Vite's, or the service worker, names what is fetched when a page is opened."""


def fetched(index: Path) -> list[Path]:
    """The page, all that it names, and all that its styles and scripts name but for pages that are fetched
    when they are opened: more than one visit needs."""
    folder, found, waiting = index.parent, [], [index]
    while waiting:
        file = waiting.pop()
        found.append(file)
        if file.suffix in (".html", ".css", ".js"):
            text = LATER.sub("", file.read_text("utf-8"))
            named = re.findall(r"[\w./-]+\.(?:js|css|woff2|svg|webmanifest)", text)
            files = {folder / name.removeprefix("./").removeprefix("assets/") for name in named} | {
                folder / "assets" / Path(name).name for name in named
            }
            waiting += [each for each in files if each.is_file() and each not in found + waiting]
    return found


def weight(file: Path) -> int:
    data = file.read_bytes()
    return len(data) if file.suffix == ".woff2" else len(gzip.compress(data, 9))


def test_pages_that_are_opened_later_are_not_counted(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<script src="./now.js"></script>')
    later = 'm.f=["./later.js","./later.css"];import(`./later.js`)'
    (tmp_path / "now.js").write_text(f'import"./with.js";{later}')
    for name in ("with.js", "later.js", "later.css"):
        (tmp_path / name).write_text("")
    assert {file.name for file in fetched(tmp_path / "index.html")} == {"index.html", "now.js", "with.js"}


def test_a_first_visit_is_light() -> None:
    index = static_page.STATIC / "index.html"
    if not index.is_file():
        pytest.skip("the page is not built: `make page`")
    weights = {file.name: weight(file) for file in fetched(index)}
    assert len(weights) > 5
    assert any(name.endswith(".woff2") for name in weights)
    assert sum(weights.values()) <= MOST, sorted(weights.items(), key=lambda item: -item[1])
