"""The examples of the documentation and of the docstrings run as they are written."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import sys
import tomllib
from pathlib import Path

import mypy.api
import pytest

import rebelote
from rebelote.ruleset.loading import differences, document, load

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def examples(text: str) -> str:
    """The Python blocks of a page at their own lines, everything else blank."""
    kept = ""
    for block in BLOCK.finditer(text):
        kept += "\n" * (text.count("\n", 0, block.start(1)) - kept.count("\n")) + block[1]
    return kept


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    source = examples(page.read_text("utf-8"))
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


def test_the_python_page_has_examples() -> None:
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    assert page.count(">>> ") > 40
    assert len(BLOCK.findall(page)) == page.count("```python")


def test_an_example_keeps_its_line_number() -> None:
    assert (
        examples("one\n```python\n>>> 1\n1\n```\n\n```python\n>>> 2\n```\n") == "\n\n>>> 1\n1\n\n\n\n>>> 2\n"
    )


TOML = re.compile(r"^```toml\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HOUSE_RULES = [
    source
    for page in ("house-rules", "first-house-rule")
    for source in TOML.findall((ROOT / "docs" / f"{page}.md").read_text("utf-8"))
]


@pytest.mark.parametrize("source", HOUSE_RULES, ids=lambda source: str(tomllib.loads(source)["id"]))
def test_the_house_rules_on_the_page_are_good(source: str) -> None:
    written = tomllib.loads(source)
    house = document(written)
    assert house.resolve().id == written["id"]
    own_option = next((name for name in written.get("options", {})), None)
    played = house.resolve({own_option: True} if own_option is not None else {})
    assert [path for path, _, _ in differences(load(written["extends"]), played) if "." in path]


def test_the_page_has_house_rules() -> None:
    assert len(HOUSE_RULES) >= 6


NOT_FOR_IMPORT = ("__main__", "migrations.env")
"""The first runs the command line, the second is run by Alembic alone."""
MODULES = [
    found.name
    for found in pkgutil.walk_packages(rebelote.__path__, "rebelote.")
    if not found.name.endswith(NOT_FOR_IMPORT)
]


@pytest.mark.parametrize("module", ["rebelote", *MODULES])
def test_examples_in_docstrings_run(module: str) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(importlib.import_module(module)):
        runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)


def test_the_examples_pass_a_strict_type_checker(tmp_path: Path) -> None:
    """As a reader would type them into a file of his own, a page a file."""
    for page in PAGES:
        statements = doctest.DocTestParser().get_examples(examples(page.read_text("utf-8")))
        lines = ""
        for statement in statements:
            lines += "\n" * (statement.lineno - lines.count("\n")) + statement.source
        if lines:
            (tmp_path / f"{page.stem.replace('-', '_')}.py").write_text(lines, "utf-8")
    limit = sys.getrecursionlimit()
    told, failed, _ = mypy.api.run(["--strict", "--no-error-summary", *map(str, sorted(tmp_path.iterdir()))])
    sys.setrecursionlimit(limit)  # mypy raises it, and other tests rely on it
    assert (re.sub(r"^.*/", "", told, flags=re.MULTILINE), failed) == ("", "")
