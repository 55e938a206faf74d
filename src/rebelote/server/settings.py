"""What may be set from outside: by the command line, or by the environment (REBELOTE_…)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from rebelote.errors import RebeloteError

DATA = Path("rebelote-data")
NUMBERS = (
    "bot_ms",
    "sockets",
    "address_sockets",
    "address_connections",
    "tables",
    "address_tables",
    "work_ms",
    "thinking_ms",
    "head_seconds",
    "body_seconds",
    "unread_seconds",
)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """`database` is an SQLAlchemy address; without one, a file in `data`. `origins` may connect besides ours.

    `expert_ms` is how long a bot that searches may think about a move; less where many do.
    `limits` off is for benchmarks and tests that knock from one address alone.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    data: Path = DATA
    origins: tuple[str, ...] = ()
    limits: bool = True
    idle_seconds: float = 60.0
    hello_seconds: float = 5.0
    expert_ms: int = 300
    bot_ms: int = 60
    hosts: tuple[str, ...] = ()
    sockets: int = 4000
    address_sockets: int = 600
    address_connections: int = 250
    tables: int = 2000
    address_tables: int = 150
    work_ms: int = 400
    thinking_ms: int = 400
    head_seconds: float = 10.0
    body_seconds: float = 20.0
    unread_seconds: float = 30.0

    @property
    def url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'rebelote.sqlite'}"


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """REBELOTE_HOST, _PORT, _DATABASE, _DATA, _ORIGINS, _LIMITS, _EXPERT_MS."""
    found: dict[str, object] = {}
    for name in ("host", "database", "data"):
        if value := environment.get(f"REBELOTE_{name.upper()}"):
            found[name] = value
    if port := environment.get("REBELOTE_PORT"):
        found["port"] = _number("PORT", port, 0, 65535)
    if ms := environment.get("REBELOTE_EXPERT_MS"):
        found["expert_ms"] = _number("EXPERT_MS", ms, 1, 60_000)
    for name in ("origins", "hosts"):
        if value := environment.get(f"REBELOTE_{name.upper()}"):
            found[name] = tuple(value.split())
    for name in NUMBERS:
        if value := environment.get(f"REBELOTE_{name.upper()}"):
            found[name] = _number(name.upper(), value, 0, 1_000_000)
    if limits := environment.get("REBELOTE_LIMITS"):
        found["limits"] = limits not in ("0", "no", "off")
    return msgspec.convert(found, Settings, dec_hook=_path)


def _number(name: str, text: str, least: int, most: int) -> int:
    if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
        raise RebeloteError(f"REBELOTE_{name}: expected a number from {least} to {most}, not {text!r}")
    return int(text)


def _path(wanted: type, value: object) -> object:
    if wanted is Path:
        return Path(str(value))
    raise TypeError(wanted)
