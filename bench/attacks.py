"""The attacks themselves: `python -m bench.attacks NAME PORT SECONDS MATCH` prints one line of JSON.

Each is bounded in sockets and in time, and goes from 127.0.0.2 to 127.0.0.1 alone.
"""

import asyncio
import base64
import json
import os
import sys
import time
import zlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

ATTACKER, SERVER = "127.0.0.2", "127.0.0.1"
REFUSALS = 400
PAUSE_S = 0.01
"""Before another try where the server does not let one in."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Attack:
    """Where to, until when, and what came of it."""

    def __init__(self, port: int, seconds: float, match: str) -> None:
        self.port, self.match = port, match
        self.until = time.perf_counter() + seconds
        self.tried = self.refused = 0

    @property
    def goes_on(self) -> bool:
        return time.perf_counter() < self.until

    async def connect(self) -> Streams:
        return await asyncio.open_connection(SERVER, self.port, local_addr=(ATTACKER, 0))

    async def crowd(self, number: int, one: Callable[["Attack"], Awaitable[None]]) -> None:
        """So many at once, each beginning anew whenever the server ends it."""
        await asyncio.gather(*(self._again(one) for _ in range(number)))

    async def _again(self, one: Callable[["Attack"], Awaitable[None]]) -> None:
        while self.goes_on:
            try:
                async with asyncio.timeout(max(0.01, self.until - time.perf_counter())):
                    await one(self)
            except (OSError, EOFError, TimeoutError, ValueError):
                self.refused += self.goes_on
            await asyncio.sleep(PAUSE_S)

    async def ask(self, streams: Streams, request: bytes) -> tuple[int, bytes]:
        """Status and body."""
        reader, writer = streams
        self.tried += 1
        writer.write(request)
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        lines = [line.split(b":") for line in head.lower().split(b"\r\n")]
        length = next((int(line[1]) for line in lines if line[0] == b"content-length"), 0)
        body = await reader.readexactly(length)
        status = int(head.split(b" ", 2)[1])
        self.refused += status >= REFUSALS
        return status, body


def http(method: str, path: str, body: Any = None) -> bytes:
    data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data


def asking(make: Callable[["Attack"], bytes], sockets: int) -> Callable[["Attack"], Awaitable[None]]:
    """The same request over and over on so many sockets."""

    async def one(attack: Attack) -> None:
        streams = await attack.connect()
        try:
            while attack.goes_on:
                await attack.ask(streams, make(attack))
        finally:
            streams[1].close()

    return lambda attack: attack.crowd(sockets, one)


# Expensive requests


def _code(document: dict[str, Any]) -> str:
    packed = zlib.compress(json.dumps(document).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _many_variants(attack: Attack) -> bytes:
    """Another one each time, so that nothing is kept of it."""
    toml = f'id = "x{attack.tried}"\nextends = "coinche"\n' + "[[variants]]\n" * 1500
    return http("POST", "/api/rules/check", {"rules": {"toml": toml}})


def _house_rule(attack: Attack) -> bytes:
    toml = f'id = "x{attack.tried}"\nextends = "coinche"\n[match_end]\ntarget = {500 + attack.tried % 1000}\n'
    return http("POST", "/api/rules/check", {"rules": {"toml": toml}})


def _referee(_attack: Attack) -> bytes:
    question = {"v": 1, "ask": "score", "rules": {"id": "coinche"}, "tricks": [["7S"] * 4] * 4000}
    return http("POST", "/api/referee", json.dumps(question).encode()[:60_000] + b"]]}")


def _bad_code(attack: Attack) -> bytes:
    code = _code({"id": "x", "extends": "coinche", "variants": [{}] * (4000 + attack.tried % 100)})
    return http("POST", "/api/rules/check", {"rules": {"code": code}})


# Tables


def _new_table(_attack: Attack) -> bytes:
    body = {"rules": {"id": "coinche"}, "nickname": "Eve", "start": True}
    return http("POST", "/api/tables", body)


def _frame(text: str | bytes, opcode: int = 1) -> bytes:
    data = text.encode() if isinstance(text, str) else text
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([0x80 | opcode]) + length + bytes(4) + data


async def _live(attack: Attack, bot: str = "habitue", **settings: Any) -> tuple[Streams, dict[str, Any]]:
    """A table of its own, and a connection that has said hello."""
    streams = await attack.connect()
    body = {
        "rules": {"id": "coinche"},
        "nickname": "Eve",
        "start": True,
        "settings": {"bot": bot, **settings},
    }
    status, answer = await attack.ask(streams, http("POST", "/api/tables", body))
    streams[1].close()
    if status >= REFUSALS:
        raise OSError(status)
    opened = json.loads(answer)
    reader, writer = await attack.connect()
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /api/tables/{opened['table']['id']}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    hello = {"do": "hello", "token": opened["token"], "lang": "fr", "match": None, "seq": None}
    writer.write(_frame(json.dumps(hello)))
    return (reader, writer), opened


async def _expert(attack: Attack) -> None:
    """Experts play a table on by themselves: the clock plays for the one who sits there."""
    (reader, writer), _ = await _live(attack, "expert", turn_seconds=10, absent_seconds=10)
    try:
        while attack.goes_on:
            await reader.read(65536)
    finally:
        writer.close()


def saying(make: Callable[[int], bytes], *, reads: bool) -> Callable[["Attack"], Awaitable[None]]:
    """The same thing over and over on a live connection, as fast as it is taken."""

    async def one(attack: Attack) -> None:
        (reader, writer), _ = await _live(attack)
        listening = asyncio.ensure_future(reader.read() if reads else asyncio.sleep(3600))
        try:
            while attack.goes_on and not (reads and listening.done()):
                attack.tried += 1
                writer.write(make(attack.tried))
                await writer.drain()
        finally:
            listening.cancel()
            writer.close()

    return lambda attack: attack.crowd(8, one)


# Below


def holding(first: bytes, then: bytes, sockets: int) -> Callable[["Attack"], Awaitable[None]]:
    """A beginning, and then a little from time to time."""

    async def one(attack: Attack) -> None:
        _, writer = await attack.connect()
        attack.tried += 1
        try:
            writer.write(first)
            while attack.goes_on:
                await writer.drain()
                await asyncio.sleep(0.5)
                writer.write(then)
        finally:
            writer.close()

    return lambda attack: attack.crowd(sockets, one)


async def _knock(attack: Attack) -> None:
    attack.tried += 1
    _, writer = await attack.connect()
    writer.close()


async def _never_read(attack: Attack) -> None:
    _, writer = await attack.connect()
    try:
        for _ in range(8):
            attack.tried += 1
            writer.write(http("GET", f"/api/matches/{attack.match}/replay"))
        await asyncio.sleep(3600)
    finally:
        writer.close()


ATTACKS: Final[dict[str, Callable[[Attack], Awaitable[None]]]] = {
    "variants": asking(_many_variants, 12),
    "house-rules": asking(_house_rule, 12),
    "codes": asking(_bad_code, 12),
    "referee": asking(_referee, 12),
    "long-paths": asking(lambda _: http("GET", "/api/tables/" + "a" * 4000), 100),
    "deep-json": asking(lambda _: http("POST", "/api/tables", b"[" * 60_000), 30),
    "page": asking(lambda _: http("GET", "/"), 200),
    "tables": asking(_new_table, 30),
    "experts": lambda attack: attack.crowd(60, _expert),
    "replays": asking(lambda attack: http("GET", f"/api/matches/{attack.match}/replay?from=0"), 12),
    "replay-pages": asking(
        lambda attack: http("GET", f"/api/matches/{attack.match}/replay?from={7 * attack.tried % 290}"), 12
    ),
    "proofs": asking(lambda attack: http("GET", f"/api/matches/{attack.match}/fairness"), 12),
    "hellos": saying(lambda n: _frame(json.dumps({"do": "lang", "lang": ("fr", "en")[n % 2]})), reads=True),
    "messages": saying(lambda _: _frame('{"do":"ping"}') * 50, reads=True),
    "deaf-readers": saying(
        lambda n: _frame(json.dumps({"do": "lang", "lang": ("fr", "en")[n % 2]})), reads=False
    ),
    "ws-pings": saying(lambda _: _frame(b"x" * 125, 9) * 200, reads=False),
    "knocking": lambda attack: attack.crowd(50, _knock),
    "slow-heads": holding(b"GET / HTTP/1.1\r\n", b"X: y\r\n", 800),
    "slow-bodies": holding(http("POST", "/api/referee", b"{")[:-1], b" ", 800),
    "silent": holding(b"", b"", 800),
    "bad-http": asking(lambda _: b"GET / HTTP/9.9\r\nHost : x\r\n\r\n", 100),
    "deaf-askers": lambda attack: attack.crowd(40, _never_read),
}


async def run(name: str, port: int, seconds: float, match: str) -> dict[str, int]:
    attack = Attack(port, seconds, match)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds + 5):
            await ATTACKS[name](attack)
    return {"tried": attack.tried, "refused": attack.refused}


if __name__ == "__main__":
    _, name, port, seconds, match = sys.argv
    print(json.dumps(asyncio.run(run(name, int(port), float(seconds), match))))
