"""The docs site at /docs, where `make docs` has built it into the package."""

from __future__ import annotations

import asyncio
import re
from http import HTTPStatus
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.params import FromPath

from rebelote.server.docs_folder import ADDRESS, DOCS
from rebelote.server.routes.common import AnyRequest
from rebelote.server.services import Services
from rebelote.server.static_page import Written, answer, find

NOT_BUILT: Final = """<!doctype html>
<html lang="fr"><meta charset="utf-8"><title>rebelote</title>
<h1>rebelote</h1>
<!-- in a clone, «make docs» builds it -->
<p>La documentation manque sur ce serveur.</p>
<p lang="en">The docs are missing on this server.</p>
</html>
"""

_HASHED: Final = re.compile(r"[.-][0-9a-f]{8,12}\.(min\.)?(js|css)")


@get([f"/{ADDRESS}", f"/{ADDRESS}{{path:path}}"], include_in_schema=False, zips_itself=True)
async def show_docs(
    request: AnyRequest, services: NamedDependency[Services], path: FromPath[str] = ""
) -> Response[bytes]:
    """In a thread: to compress the index that is searched takes a while, the first time."""
    return await asyncio.to_thread(_answer, request, path.strip("/"), services.settings.base)


def _answer(request: AnyRequest, name: str, base: str) -> Response[bytes]:
    """A page's links are relative, so its address ends in a slash."""
    if not (DOCS / "index.html").is_file():
        return Response(NOT_BUILT.encode(), media_type=MediaType.HTML, status_code=HTTPStatus.NOT_FOUND)
    file = find(DOCS, name)
    if file is not None:
        return answer(file, request, is_frozen=_HASHED.search(file.name) is not None)
    page = find(DOCS, f"{name}/index.html".lstrip("/"))
    if page is None:
        return _not_found(request, base)
    if not request.scope["raw_path"].endswith(b"/"):
        where = {"location": f"{base}{ADDRESS}{_own_name(page)}"}
        return Response(b"", headers=where, status_code=HTTPStatus.PERMANENT_REDIRECT)
    return answer(page, request, is_frozen=False)


def _own_name(page: Path) -> str:
    """Of the page that was found. What was asked for may have led there by anything: `x%0d%0a/../rules`."""
    folder = page.parent.relative_to(DOCS.resolve()).as_posix()
    return "" if folder == "." else f"{folder}/"


def _not_found(request: AnyRequest, base: str) -> Response[bytes]:
    """Shown at any address, so its links are absolute."""
    begins = Written(f'"/{ADDRESS}'.encode(), f'"{base}{ADDRESS}'.encode())
    missing = answer(DOCS / "404.html", request, is_frozen=False, written=(begins,))
    missing.status_code = HTTPStatus.NOT_FOUND
    return missing
