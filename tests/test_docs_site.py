"""The docs site: it builds without a warning, asks no other host for anything, and has an anchor a clause."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import griffe
import pytest

from rebelote.language.text import LANGS, catalogue
from scripts.docs_examples import fenced
from scripts.docs_site import public_modules, public_names, rebelote, with_clause_anchors
from tests.support.clause_index import known

pytestmark = pytest.mark.untraced  # MkDocs and griffe read the package: they run hardly a line of it

ROOT = Path(__file__).parents[1]
LOADS = re.compile(
    r"""<(?:script|img|iframe|source|link(?![^>]*rel="?(?:canonical|prev|next)))[^>]*?"""
    r"""(?:src|href)=["']?([^"'\s>]+)"""
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@cache
def pages(site: Path) -> dict[str, str]:
    return {page.relative_to(site).as_posix(): page.read_text("utf-8") for page in site.rglob("*.html")}


def test_nothing_is_asked_of_another_host(site: Path) -> None:
    assert len(pages(site)) > 30
    loaded = {found for text in pages(site).values() for found in LOADS.findall(text)}
    assert len(loaded) > 5
    assert list(site.rglob("*.map")) == []
    assert [address for address in loaded if "//" in address] == []
    for sheet in site.rglob("*.css"):
        assert re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", sheet.read_text("utf-8")) == [], sheet


def test_no_page_needs_a_looser_content_policy(site: Path) -> None:
    for name, text in pages(site).items():
        assert re.findall(r"<script>", text) == [], name
        assert re.findall(r"<style|\sstyle=|\son[a-z]+=\"", text) == [], name


def test_what_a_page_loads_is_there(site: Path) -> None:
    for name, text in pages(site).items():
        for address in LOADS.findall(text):
            base = site / Path(name).parent
            file = site / address.removeprefix("/docs/") if address.startswith("/") else base / address
            assert file.exists(), f"{name} loads {address}"


def test_every_clause_has_an_anchor(site: Path) -> None:
    found = pages(site)
    anchors = set(re.findall(r'id="([^"]+)"', found["rules/index.html"] + found["family-rules/index.html"]))
    assert set(known()) <= anchors
    for lang in LANGS:
        assert set(catalogue(lang).clauses) <= anchors


def test_the_reference_has_what_the_package_exports(site: Path) -> None:
    reference = pages(site)["reference/index.html"]
    assert "<code>Match</code>" in reference
    assert 'id="rebelote.match.Match"' in pages(site)["reference/match/index.html"]


# Its parts


def test_a_clause_is_an_anchor_and_its_mentions_are_links() -> None:
    source = "# A-1 and B\n- **A-1** As A-2, unlike A-22.\n- **A-2-x** See `A-1`.\n- **A-2** (D1-follow)\n"
    assert with_clause_anchors(source) == (
        "# A-1 and B\n"
        "- **A-1**{ #A-1 .clause } As [A-2](#A-2), unlike A-22.\n"
        "- **A-2-x**{ #A-2-x .clause } See `A-1`.\n"
        "- **A-2**{ #A-2 .clause } (D1-follow)\n"
    )


def test_an_example_in_a_docstring_is_a_block() -> None:
    assert fenced("Words.\n\n>>> 1\n1\n\nMore.") == "Words.\n\n```python\n>>> 1\n1\n```\n\nMore."
    assert fenced("Words.\n\n>>> 1\n1") == "Words.\n\n```python\n>>> 1\n1\n```"


# Docstrings


def _documented(member: griffe.Object | griffe.Alias) -> bool:
    target = member.final_target if isinstance(member, griffe.Alias) else member
    return target.docstring is not None


def _bare(module: griffe.Module) -> list[str]:
    """Of names for types and values those that a package exports; classes and functions wherever they are."""
    is_front = module.exports is not None
    return [
        f"{module.path}.{name}"
        for name, member in public_names(module).items()
        if not _documented(member) and (is_front or not member.is_attribute)
    ]


def _bare_methods(module: griffe.Module) -> list[str]:
    """Of the classes that a package exports: what can be called, or asked of them."""
    exported = public_names(module).values() if module.exports is not None else ()
    targets = [each.final_target if isinstance(each, griffe.Alias) else each for each in exported]
    return [
        f"{target.path}.{name}"
        for target in targets
        if target.is_class
        for name, member in target.members.items()
        if not name.startswith("_") and not member.is_alias
        if member.is_function or "property" in member.labels
        if not _documented(member)
    ]


def test_what_a_package_exports_has_its_methods_told() -> None:
    modules = [rebelote(), *public_modules()]
    assert sum(module.exports is not None for module in modules) > 8
    assert [name for module in modules for name in _bare_methods(module)] == []


def test_every_public_name_has_a_docstring() -> None:
    modules = [rebelote(), *public_modules()]
    assert len(modules) > 30
    assert [module.path for module in modules if module.docstring is None] == []
    assert [name for module in modules for name in _bare(module)] == []
