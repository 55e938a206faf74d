"""The page: the built files, and index.html for every address that is the page's own."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final, NamedTuple, cast

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send

from rebelote.server.problems import Refused
from rebelote.server.routes.common import AnyRequest
from rebelote.server.services import Services

STATIC: Final = Path(__file__).with_name("static")

_FOREVER: Final = "public, max-age=31536000, immutable"
_ALWAYS_ASK: Final = "no-cache"

NOT_BUILT: Final = """<!doctype html>
<html lang="fr"><meta charset="utf-8"><title>rebelote</title>
<h1>rebelote</h1>
<!-- in a clone, «make page» builds it -->
<p>Le serveur tourne, mais la page y manque : prévenez qui s'en occupe.</p>
<p lang="en">The server runs, but the page is missing: tell whoever looks after it.</p>
<p><a href="./api/schema">/api/schema</a></p>
</html>
"""
REPORT_TO: Final = b"rebelote-report-to"
"""Stands in index.html where the address goes to which players report a move."""
RELATIVE: Final = b'="./'
"""How the built index.html begins each address; the site's base is put in its place."""


@get(["/", "/{path:path}"], include_in_schema=False, zips_itself=True)
async def show_page(
    request: AnyRequest, services: NamedDependency[Services], path: FromPath[str] = ""
) -> Response[bytes]:
    name = path.strip("/")
    if name == "api" or name.startswith("api/"):
        raise Refused("not_found")
    file, base = find(STATIC, name), services.settings.base
    if file is None:
        if name.startswith("assets/"):
            raise Refused("not_found")
        file = STATIC / "index.html"
        if not file.is_file():
            return Response(NOT_BUILT.encode().replace(*_written(base)), media_type=MediaType.HTML)
    report_to = Written(REPORT_TO, escape(services.settings.report_to).encode())
    written = (_written(base), report_to) if file.name == "index.html" else ()
    frozen = file.parent.name == "assets"
    return await asyncio.to_thread(answer, file, request, is_frozen=frozen, written=written)


def find(folder: Path, name: str) -> Path | None:
    """A built file, and nothing outside the folder."""
    if not name or "\0" in name:
        return None
    try:
        file = (folder / name).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None


class Written(NamedTuple):
    """What is written into a file wherever it has its placeholder."""

    placeholder: bytes
    value: bytes


def answer(
    file: Path, request: AnyRequest, *, is_frozen: bool, written: tuple[Written, ...] = ()
) -> Response[bytes]:
    """The file, compressed for those who can read that; a frozen one never changes under its name.

    It may be read and compressed first, so this belongs into a thread.
    """
    plain, small = _read(file, file.stat().st_mtime_ns, written)
    headers = {"cache-control": _FOREVER if is_frozen else _ALWAYS_ASK, "vary": "accept-encoding"}
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    if zipped and len(small) < len(plain):
        headers["content-encoding"] = "gzip"
        plain = small
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Response(plain, media_type=kind, headers=headers)


@lru_cache(maxsize=256)
def _read(file: Path, _changed: int, written: tuple[Written, ...]) -> tuple[bytes, bytes]:
    data = file.read_bytes()
    for each in written:
        data = data.replace(*each)
    return data, gzip.compress(data, 9)


def _written(base: str) -> Written:
    """An address of the page's own may be deeper than the site's beginning: relative ones would miss it."""
    return Written(RELATIVE, f'="{base}'.encode())


def under(app: ASGIApp, base: str) -> ASGIApp:
    """The site begins at `base`. What a proxy has taken the base from already is answered the same."""
    if base == "/":
        return app
    inside = base.rstrip("/")

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if path == inside or path.startswith(base):
            await app(cast(Scope, {**scope, "path": path.removeprefix(inside) or "/"}), receive, send)
        else:
            await app(scope, receive, send)

    return answer
