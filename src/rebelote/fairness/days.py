"""The deals of the day: one chain of hashes fixes those of eleven years, and a link is revealed a day.

>>> secret = bytes(32)
>>> number_of("2026-11-17", "2026-11-16")
2
>>> leads_to(link(secret, 2), 2, commitment(secret))
True
"""

from __future__ import annotations

import hmac
from datetime import date

import msgspec

from rebelote.fairness.chain import SECRET_BYTES, commitment, leads_to, link
from rebelote.fairness.document import Fairness, bytes_of

__all__ = ["DAY_CHECKS", "Day", "DayGame", "game_secret", "link", "number_of", "verify_day"]

DAY_CHECKS = ("anchor", "number", "link", "commitments", "match")
"""What may be found about a day, by name."""


class DayGame(msgspec.Struct, frozen=True):
    """One of the day's games: `series` is what its luck is drawn for, `commitment` the end of its chain."""

    series: str
    game: str
    commitment: str


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """What a server publishes about a day, before it (without `link`) and after it. Days are written
    2026-11-17; `first` is the day of the chain's first link."""

    day: str
    first: str
    number: int
    anchor: str
    link: str | None = None
    games: list[DayGame]


def number_of(day: str, first: str) -> int:
    """Which link of the chain is that day's. Raises ValueError."""
    return (date.fromisoformat(day) - date.fromisoformat(first)).days + 1


def game_secret(day_link: bytes, series: str) -> bytes:
    """The secret of one game of the day: whoever learns it learns nothing of the others."""
    return hmac.digest(day_link, f"rebelote day {series}".encode(), "sha256")


def verify_day(day: Day, anchor: str | None = None, match: Fairness | None = None) -> dict[str, bool]:
    """Every check that can be made, by its name: with the anchor that somebody kept, and with the fairness
    document of a match of that day."""
    found: dict[str, bool] = {}
    if anchor is not None:
        found["anchor"] = anchor == day.anchor
    found["number"] = _is_numbered(day)
    if day.link is not None:
        key = bytes_of(day.link)
        found["link"] = leads_to(key, day.number, bytes_of(day.anchor))
        found["commitments"] = len(key) == SECRET_BYTES and all(_follows(key, game) for game in day.games)
    if match is not None:
        found["match"] = (match.match, match.commitment) in [(g.series, g.commitment) for g in day.games]
    return found


def _is_numbered(day: Day) -> bool:
    try:
        return number_of(day.day, day.first) == day.number
    except ValueError:
        return False


def _follows(key: bytes, game: DayGame) -> bool:
    return commitment(game_secret(key, game.series)).hex() == game.commitment
