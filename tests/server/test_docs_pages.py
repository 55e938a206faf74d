"""The docs site at /docs: addresses with a slash, nothing from outside its folder, the server's policy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from rebelote.server import docs_folder, docs_pages, static_page
from rebelote.server.limits import CONTENT_POLICY
from tests.support.application import application
from tests.support.served_tables import Json, run


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site of two pages, and a file beside it that is nobody's business."""
    site = tmp_path / "documentation"
    files = {
        "index.html": "<h1>rebelote</h1>",
        "rules/index.html": "<h1>Rules</h1>",
        "404.html": '<h1>Not here</h1><a href="/docs/rules/">rules</a>',
        "assets/javascripts/bundle.a5f9d56c.min.js": "let a = 1" * 200,
    }
    for name, text in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    for module in (docs_folder, docs_pages):
        monkeypatch.setattr(module, "DOCS", site)
    return site


def fetch(folder: Path, *addresses: str, **settings: Any) -> list[httpx.Response]:
    async def ask() -> list[httpx.Response]:
        async with application(folder, **settings) as http:
            return [await http.get(address) for address in addresses]

    answers: Any = run(ask())
    return list(answers)


def rules_page(folder: Path) -> Json:
    async def ask() -> Json:
        async with application(folder) as http:
            rules = {"id": "coinche", "options": {"target": 500}}
            answer: Json = (await http.post("/api/rules/check", json={"rules": rules})).json()
            return answer

    return run(ask())


@pytest.mark.usefixtures("docs")
def test_pages_have_addresses_that_end_in_a_slash(folder: Path) -> None:
    front, rules, bare_front, bare_rules = fetch(folder, "/docs/", "/docs/rules/", "/docs", "/docs/rules")
    assert (front.status_code, "rebelote" in front.text) == (200, True)
    assert (rules.status_code, "Rules" in rules.text) == (200, True)
    assert (bare_front.status_code, bare_front.headers["location"]) == (308, "/docs/")
    assert (bare_rules.status_code, bare_rules.headers["location"]) == (308, "/docs/rules/")


@pytest.mark.usefixtures("docs")
def test_the_server_s_content_policy_holds(folder: Path) -> None:
    (page,) = fetch(folder, "/docs/rules/")
    assert page.headers.get_list("content-security-policy") == [CONTENT_POLICY]
    assert page.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.usefixtures("docs")
def test_a_file_named_by_its_content_is_kept_for_good(folder: Path) -> None:
    page, script = fetch(folder, "/docs/rules/", "/docs/assets/javascripts/bundle.a5f9d56c.min.js")
    assert page.headers["cache-control"] == "no-cache"
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"


@pytest.mark.usefixtures("docs")
def test_what_is_not_there_is_not_found(folder: Path) -> None:
    for missing in fetch(folder, "/docs/nowhere", "/docs/nowhere/", "/docs/rules/nowhere.html"):
        assert (missing.status_code, "Not here" in missing.text) == (404, True)


@pytest.mark.usefixtures("docs")
def test_nothing_outside_the_folder_is_told(folder: Path) -> None:
    outside = ["../secret.txt", "%2e%2e/secret.txt", "rules/..%2f..%2fsecret.txt", "rules/../../secret.txt"]
    for answer in fetch(folder, *(f"/docs/{path}" for path in outside)):
        assert "secret" not in answer.text


@pytest.mark.usefixtures("docs")
def test_a_page_is_called_by_its_own_name_however_it_was_found(folder: Path) -> None:
    """Whatever is written into a header: a line's end and a letter that headers don't have were failures."""
    ways = ["x%0d%0aSet-Cookie:a=b/%2e%2e", "%E6%BC%A2/%2e%2e", "rules/%2e%2e", "//"]
    for answer in fetch(folder, *(f"/docs/{way}/rules" for way in ways)):
        assert (answer.status_code, answer.headers["location"]) == (308, "/docs/rules/")


@pytest.mark.usefixtures("docs")
def test_behind_a_proxy_addresses_begin_at_the_base(folder: Path) -> None:
    bare, missing = fetch(folder, "/belote/docs/rules", "/belote/docs/nowhere", base_path="/belote/")
    assert bare.headers["location"] == "/belote/docs/rules/"
    assert 'href="/belote/docs/rules/"' in missing.text


def test_without_the_docs_that_is_said(folder: Path, docs: Path) -> None:
    for file in docs.rglob("index.html"):
        file.unlink()
    (front,) = fetch(folder, "/docs/")
    assert front.status_code == 404
    assert "La documentation manque" in front.text
    assert rules_page(folder)["docs"] is None


@pytest.mark.usefixtures("docs")
def test_a_ruleset_says_where_its_clauses_are_told_in_full(folder: Path) -> None:
    assert rules_page(folder)["docs"] == "docs/rules/"


def test_guests_of_a_server_without_its_page_read_no_commands(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_page, "STATIC", tmp_path / "none")
    for module in (docs_folder, docs_pages):
        monkeypatch.setattr(module, "DOCS", tmp_path / "none")
    for page in fetch(folder, "/", "/docs/"):
        shown = re.sub(r"<!--.*?-->", "", page.text)
        assert "manque" in shown
        assert "make" not in shown
