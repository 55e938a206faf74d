"""The site under a path of its own, from one build of the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import websockets

from rebelote.server import static_page
from rebelote.server.settings import BadSetting, gather
from tests.support.served_tables import run, serving

INDEX = '<meta name="rebelote-base" content="./" /><script src="./assets/app-1.js"></script>'


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(INDEX)
    (tmp_path / "assets" / "app-1.js").write_text('"./stays"')
    (tmp_path / "sw.js").write_text("const FILES = [];")
    monkeypatch.setattr(static_page, "STATIC", tmp_path)


@pytest.mark.usefixtures("page")
@pytest.mark.parametrize(("given", "base"), [("/", "/"), ("belote", "/belote/"), ("/a/b/", "/a/b/")])
def test_the_page_is_told_where_it_begins(folder: Path, given: str, base: str) -> None:
    async def ask() -> None:
        async with serving(folder, base_path=given) as place:
            for path in (base, base + "t/abcdefghjk", base.rstrip("/") or "/"):
                answer = await place.http.get(path)
                assert answer.text == INDEX.replace('="./', f'="{base}')
                assert answer.headers["content-type"] == "text/html; charset=utf-8"
            script = await place.http.get(base + "assets/app-1.js")
            assert script.text == '"./stays"'
            assert script.headers["content-type"] == "text/javascript; charset=utf-8"
            worker = await place.http.get(base + "sw.js")
            assert worker.headers["content-type"] == "text/javascript; charset=utf-8"
            assert worker.headers["cache-control"] == "no-cache"
            assert (await place.http.get(base + "api/rules")).status_code == 200
            assert (await place.http.get("/api/rules")).status_code == 200
            assert (await place.http.get(base + "assets/none.js")).status_code == 404

    run(ask())


@pytest.mark.usefixtures("page")
def test_another_path_that_begins_alike(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder, base_path="/belote/") as place:
            assert (
                (await place.http.get("/belotes/api/rules")).headers["content-type"].startswith("text/html")
            )
            assert (await place.http.get("/belote/api/none")).status_code == 404

    run(ask())


def test_the_live_connection_under_a_path(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder, base_path="/belote/") as place:
            opened = await place.open()
            address = f"ws://127.0.0.1:{place.port}/belote/api/tables/{opened['table']['id']}/live"
            hello = {"do": "hello", "token": opened["token"], "lang": "fr", "match": None, "seq": None}
            async with websockets.connect(address, proxy=None) as connection:
                await connection.send(json.dumps(hello))
                assert json.loads(await connection.recv())["type"] == "state"

    run(ask())


@pytest.mark.usefixtures("page")
def test_the_page_is_told_where_reports_go(folder: Path, tmp_path: Path) -> None:
    meta = '<meta name="report-to" content="rebelote-report-to" />'
    (tmp_path / "index.html").write_text(meta)

    async def ask(report_to: str) -> str:
        async with serving(folder, report_to=report_to) as place:
            return (await place.http.get("/")).text

    assert run(ask("")) == meta.replace("rebelote-report-to", "")
    assert run(ask("club@example.org")) == meta.replace("rebelote-report-to", "club@example.org")
    address = "https://example.org/new?a=1&b=2"
    assert run(ask(address)) == meta.replace("rebelote-report-to", "https://example.org/new?a=1&amp;b=2")


@pytest.mark.parametrize("wrong", ["javascript:alert(1)", "nobody", 'a@b"><script>'])
def test_reports_go_to_an_address(wrong: str) -> None:
    with pytest.raises(BadSetting):
        gather({"report_to": wrong}, {})
