"""What a first visit has to fetch: the built page, compressed as the server sends it."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from rebelote.server import static_page

MOST = 250 * 1024


def fetched(index: Path) -> list[Path]:
    """The page, all that it names, and all that its styles and scripts name: more than one visit needs."""
    folder, found, waiting = index.parent, [], [index]
    while waiting:
        file = waiting.pop()
        found.append(file)
        if file.suffix in (".html", ".css", ".js"):
            named = re.findall(r"[\w./-]+\.(?:js|css|woff2|svg|webmanifest)", file.read_text("utf-8"))
            files = {folder / name.removeprefix("./").removeprefix("assets/") for name in named} | {
                folder / "assets" / Path(name).name for name in named
            }
            waiting += [each for each in files if each.is_file() and each not in found + waiting]
    return found


def weight(file: Path) -> int:
    data = file.read_bytes()
    return len(data) if file.suffix == ".woff2" else len(gzip.compress(data, 9))


def test_a_first_visit_is_light() -> None:
    index = static_page.STATIC / "index.html"
    if not index.is_file():
        pytest.skip("the page is not built: `make page`")
    weights = {file.name: weight(file) for file in fetched(index)}
    assert len(weights) > 5
    assert any(name.endswith(".woff2") for name in weights)
    assert sum(weights.values()) <= MOST, sorted(weights.items(), key=lambda item: -item[1])
