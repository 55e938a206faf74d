"""The page: the built files, and index.html for every address that is the page's own."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.enums import MediaType
from litestar.params import FromPath

from rebelote.server.problems import Refused
from rebelote.server.routes.common import AnyRequest

STATIC: Final = Path(__file__).with_name("static")

_FOREVER: Final = "public, max-age=31536000, immutable"
_ALWAYS_ASK: Final = "no-cache"

NOT_BUILT: Final = """<!doctype html>
<html lang="fr"><meta charset="utf-8"><title>rebelote</title>
<h1>rebelote</h1>
<p>Le serveur tourne, mais la page n'est pas construite : <code>make run</code> la construit.</p>
<p lang="en">The server runs, but the page is not built: <code>make run</code> builds it.</p>
<p><a href="/api/schema">/api/schema</a></p>
</html>
"""


@get(["/", "/{path:path}"], include_in_schema=False, zips_itself=True)
async def show_page(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
    name = path.strip("/")
    if name == "api" or name.startswith("api/"):
        raise Refused("not_found")
    file = _find(name)
    if file is None:
        if name.startswith("assets/"):
            raise Refused("not_found")
        file = STATIC / "index.html"
        if not file.is_file():
            return Response(NOT_BUILT.encode(), media_type=MediaType.HTML)
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    return await asyncio.to_thread(_answer, file, zipped=zipped)  # it may be read and compressed first


def _find(name: str) -> Path | None:
    """A built file, and nothing outside their folder."""
    if not name or "\0" in name:
        return None
    try:
        file = (STATIC / name).resolve()
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None


def _answer(file: Path, *, zipped: bool) -> Response[bytes]:
    plain, small = _read(file, file.stat().st_mtime_ns)
    headers = {
        "cache-control": _FOREVER if file.parent.name == "assets" else _ALWAYS_ASK,
        "vary": "accept-encoding",
    }
    if zipped and len(small) < len(plain):
        headers["content-encoding"] = "gzip"
        plain = small
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind == "application/javascript":
        kind += "; charset=utf-8"
    return Response(plain, media_type=kind, headers=headers)


@lru_cache(maxsize=256)
def _read(file: Path, _changed: int) -> tuple[bytes, bytes]:
    data = file.read_bytes()
    return data, gzip.compress(data, 9)
