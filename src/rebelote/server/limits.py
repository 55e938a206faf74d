"""What keeps the server safe from strangers: headers, rates, origins."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, cast
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from rebelote.language.text import Lang
from rebelote.server.messages import Failure
from rebelote.server.problems import Refused, problem

LARGEST_BODY: Final = 64 * 1024
LARGEST_MESSAGE: Final = 4 * 1024
MOST_CONNECTIONS: Final = 250
"""From one address, which may be a hall full of players."""
LONG_ANSWERS: Final = ("/replay", "/record", "/fairness", "/api/referee", "/api/rules/check")
"""These take milliseconds each: an address has fewer of them."""
LONGEST_ADDRESS: Final = 64
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


# Rates


class Bucket:
    """So many at once, and so many a second from then on."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, most: float, rate: float, now: float) -> None:
        self.most, self.rate = most, rate
        self._left, self._at = most, now

    def take(self, now: float, cost: float = 1) -> bool:
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class Rates:
    """A bucket an address; the least recently seen are forgotten."""

    def __init__(
        self,
        most: float,
        rate: float,
        *,
        addresses: int = 20_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._rate, self._addresses, self._clock = most, rate, addresses, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        now = self._clock()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._most, self._rate, now)
            if len(self._buckets) > self._addresses:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(now)


class Limits:
    """Off for benchmarks: everything may be done at any rate."""

    def __init__(self, *, on: bool) -> None:
        self.on = on
        self._requests = Rates(300, 40)
        self._long_answers = Rates(120, 4)
        self._tables = Rates(120, 0.5)
        self._connected: Counter[str] = Counter()

    def check_request(self, address: str, path: str = "") -> None:
        if not self.on:
            return
        if not self._requests.take(address):
            raise Refused("rate")
        if path.endswith(LONG_ANSWERS) and not self._long_answers.take(address):
            raise Refused("rate")

    def check_table(self, address: str) -> None:
        if self.on and not self._tables.take(address):
            raise Refused("rate")

    @contextmanager
    def connected(self, address: str) -> Iterator[None]:
        """For as long as a live connection lasts."""
        self.check_request(address)
        if self.on and self._connected[address] >= MOST_CONNECTIONS:
            raise Refused("crowded")
        self._connected[address] += 1
        try:
            yield
        finally:
            self._connected[address] -= 1
            if not self._connected[address]:
                del self._connected[address]

    def messages(self) -> Callable[[float], bool]:
        """A check for each message of one connection, by what its answer costs."""
        if not self.on:
            return lambda _cost: True
        bucket = Bucket(60, 20, time.monotonic())
        return lambda cost: bucket.take(time.monotonic(), cost)


# Origins


def is_own_origin(origin: str | None, host: str | None, also: Iterable[str]) -> bool:
    """Programs send no origin; a browser's must be this server, or one that was named."""
    if origin is None or origin in also:
        return True
    return host is not None and urlsplit(origin).netloc.lower() == host.lower()


# Around every request


def language(scope: Scope) -> Lang:
    """For what goes wrong before a request is understood."""
    asked = [part for part in scope.get("query_string", b"").split(b"&") if part.startswith(b"lang=")]
    return "en" if asked[-1:] == [b"lang=en"] else "fr"


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return household(str(client[0])) if client else "?"


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """All IPv6 addresses of one line count as one: whoever has one has 2**64 of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # whatever a proxy wrote there
        return address[:LONGEST_ADDRESS]
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found), 64), strict=False))


def check_address(scope: Scope) -> None:
    """Before it is routed: no address here is long, but the page's own may have rules after the `?`."""
    is_api = scope["path"].startswith("/api/")
    if len(scope["path"]) > LONGEST_PATH or (is_api and len(scope["query_string"]) > LONGEST_QUERY):
        raise Refused("long_address")


def guarded(app: ASGIApp, limits: Limits) -> ASGIApp:
    """Safe headers on every answer, and not too many requests from one address."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        try:
            check_address(scope)
            if scope["path"].startswith("/api/"):
                limits.check_request(address_of(scope), scope["path"])
        except Refused as error:
            await refuse(error, scope, send_safely)
            return
        await app(scope, receive, send_safely)

    return answer


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
    body = msgspec.json.encode(Failure(problem(error, language(scope))))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
