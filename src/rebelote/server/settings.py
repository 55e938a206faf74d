"""What may be set from outside: by the command line, or by the environment (REBELOTE_…)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from rebelote.errors import RebeloteError

DATA = Path("rebelote-data")


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
    if origins := environment.get("REBELOTE_ORIGINS"):
        found["origins"] = tuple(origins.split())
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
