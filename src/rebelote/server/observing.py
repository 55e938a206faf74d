"""Around every request: its id, how it was answered, how long that took. Around the loop: how late it is."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from rebelote.server.counts import COUNTS
from rebelote.server.limits import address_of
from rebelote.server.logs import ACCESS, rate_limited, request_id, shown_address
from rebelote.server.settings import Settings

TICK_SECONDS: Final = 0.5
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NO_ROUTE: Final = "none"
TOO_MANY: Final = 429
_GIVEN_ID: Final = re.compile(rb"[A-Za-z0-9_-]{8,64}")


def observed(app: ASGIApp, settings: Settings) -> ASGIApp:
    """Counts and logs every request by its route, never by its address, which may be an invitation."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if str(scope["type"]) == "lifespan":
            await app(scope, receive, send)
            return
        name = _id(scope)
        request_id.set(name)
        seen = _Seen(scope, name, send)
        try:
            await app(scope, receive, seen.send if scope["type"] == ScopeType.HTTP else send)
        finally:
            seen.over(settings)

    return answer


class _Seen:
    """One request, from its beginning to its end."""

    def __init__(self, scope: Scope, name: str, send: Send) -> None:
        self._scope, self._send = scope, send
        self._header = (b"x-request-id", name.encode())
        self._began = time.perf_counter()
        self._status = self._bytes = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            message["headers"] = [*message.get("headers", ()), self._header]
        elif message["type"] == "http.response.body":
            self._bytes += len(message.get("body", b""))
        await self._send(message)

    def over(self, settings: Settings) -> None:
        seconds = time.perf_counter() - self._began
        scope = self._scope
        route = str(scope.get("path_template") or NO_ROUTE)
        method = "LIVE"
        if scope["type"] == ScopeType.HTTP:
            method = str(scope["method"]) if scope["method"] in METHODS else "other"
            COUNTS.requests[method, route, self._status] += 1
            COUNTS.request_seconds[route].add(seconds)
        address = address_of(scope)
        if self._status == TOO_MANY:
            rate_limited(address, settings.log_addresses)
        ACCESS.info(
            "request",
            extra={
                "fields": {
                    "method": method,
                    "route": route,
                    "status": self._status or None,
                    "ms": round(seconds * 1000, 1),
                    "bytes": self._bytes if self._status else None,
                    "address": shown_address(address, settings.log_addresses),
                }
            },
        )


def _id(scope: Scope) -> str:
    """The proxy's, if it is a plain word: one request has one name in all logs."""
    given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
    return given.decode() if _GIVEN_ID.fullmatch(given) else secrets.token_hex(8)


async def watch_loop() -> None:
    """How much later than asked for the loop comes back, for ever."""
    while True:
        asked = time.perf_counter()
        await asyncio.sleep(TICK_SECONDS)
        COUNTS.loop_lag.add(max(0.0, time.perf_counter() - asked - TICK_SECONDS))
