"""What the routes share."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.openapi.spec import SecurityRequirement
from litestar.params import QueryParameter

from rebelote.language.text import Lang
from rebelote.server.limits import address_of
from rebelote.server.seating import Caller, person_of

AnyRequest = Request[Any, Any, Any]

SEAT: list[SecurityRequirement] = [{"seat": []}]
"""For these one needs a seat's token."""

AskedLang = Annotated[Lang, QueryParameter(description="Language of the texts.")]


def token_of(request: AnyRequest) -> str | None:
    """From `Authorization: Bearer …`."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


def person(request: AnyRequest) -> str | None:
    """Whoever asks, by the digest of the token, if there is one."""
    return person_of(token_of(request))


def caller_of(request: AnyRequest) -> Caller:
    return Caller(token_of(request), address_of(request.scope))
