"""Around every request: safe headers, our own name, and what an address may ask for."""

from __future__ import annotations

from collections import deque
from contextlib import AsyncExitStack
from typing import Any, Final, cast

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.utils import normalize_path

from rebelote.language.text import Lang
from rebelote.server import origins
from rebelote.server.messages.errors import Failure
from rebelote.server.problems import Refused, problem
from rebelote.server.rates import Limits, household, price
from rebelote.server.settings import Settings

LARGEST_BODY: Final = 64 * 1024
LARGEST_MESSAGE: Final = 4 * 1024
POLICY_VIOLATION: Final = 1008
LONGEST_PATH: Final = 200
LONGEST_QUERY: Final = 1000
"""Of the API, in bytes."""

CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS: Final = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": CONTENT_POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }.items()
)

KEEP_NOTHING: Final = (b"cache-control", b"no-store")
"""For the API: what it answers is one person's, or of one moment. A hand stays on nobody's disk."""


# Around every request


def language(scope: Scope) -> Lang:
    """For what goes wrong before a request is understood."""
    asked = [part for part in scope.get("query_string", b"").split(b"&") if part.startswith(b"lang=")]
    return "en" if asked[-1:] == [b"lang=en"] else "fr"


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return household(str(client[0])) if client else "?"


def check_address(scope: Scope) -> None:
    """Before it is routed: no address here is long, but the page's own may have rules after the `?`."""
    is_api = scope["path"].startswith("/api/")
    if len(scope["path"]) > LONGEST_PATH or (is_api and len(scope["query_string"]) > LONGEST_QUERY):
        raise Refused("long_address")
    if is_api and "\0" in scope["path"]:  # PostgreSQL can't even be asked for it
        raise Refused("not_found")


def guarded(app: ASGIApp, settings: Settings, limits: Limits) -> ASGIApp:
    """Safe headers on every answer, nothing for other sites' pages, and not too much work for one address."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            await app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = (KEEP_NOTHING,) if scope["path"].startswith("/api/") else ()
                message["headers"] = [*message.get("headers", ()), *own, *HEADERS]
            await send(message)

        scope["path"] = normalize_path(scope["path"])  # what is checked and paid for is what will be done
        try:
            _check(scope, settings, limits)
        except Refused as error:
            await refuse(error, scope, send_safely)
            return
        if scope["type"] == ScopeType.HTTP:
            await _answer_in_turn(app, scope, await _with_body(receive), send_safely, limits)
        else:
            await app(scope, receive, send_safely)

    return answer


async def _answer_in_turn(app: ASGIApp, scope: Scope, receive: Receive, send: Send, limits: Limits) -> None:
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(limits.turn(address_of(scope)))

        async def send_and_call_next(message: Message) -> None:
            await stack.aclose()  # a peer that reads slowly keeps nobody waiting
            await send(message)

        await app(scope, receive, send_and_call_next)


async def _with_body(receive: Receive) -> Receive:
    """All of a request's body that we would read, so that one which comes slowly keeps nobody waiting."""
    messages: deque[Any] = deque()
    size = 0
    while size <= LARGEST_BODY:
        message: Any = await receive()
        messages.append(message)
        size += len(message.get("body", b""))
        if not message.get("more_body"):
            break

    async def again() -> Any:
        return messages.popleft() if messages else await receive()

    return again


def _check(scope: Scope, settings: Settings, limits: Limits) -> None:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    check_address(scope)
    if scope["type"] == ScopeType.HTTP:
        origins.check(scope["method"], headers, settings.hosts, settings.origins)
        limits.take(address_of(scope), price(scope["path"]))
    else:  # a WebSocket can't be told whose page it serves but by its origin; it pays as it goes
        origins.check("POST", headers, settings.hosts, settings.origins)


def answering_head(app: ASGIApp) -> ASGIApp:
    """HEAD is answered as GET is, without the body."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD":
            await app(scope, receive, send)
            return

        async def send_no_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        asked = cast(Scope, {**scope, "method": "GET"})
        await app(asked, receive, send_no_body)
        scope["path_template"] = asked.get("path_template", "")

    return answer


async def refuse(error: Refused, scope: Scope, send: Send) -> None:
    """Who asks too much has to connect anew, which costs us less than to answer."""
    if scope["type"] != ScopeType.HTTP:
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": error.code})
        return
    body = msgspec.json.encode(Failure(problem(error, language(scope))))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *retry_after(error),
    ]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def retry_after(error: Refused) -> list[tuple[bytes, bytes]]:
    seconds = error.retry_after
    return [] if seconds is None else [(b"retry-after", str(seconds).encode())]
