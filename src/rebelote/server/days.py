"""The chain that the deals of the day come from, and what of it is published when."""

from __future__ import annotations

import secrets
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from sqlalchemy import Connection

from rebelote.fairness import LINKS, SECRET_BYTES, Chain, commitment
from rebelote.fairness.days import Day, DayGame, game_secret
from rebelote.server.duplicate_rules import DAILY, DAILY_DEALS
from rebelote.server.duplicate_store import ChainRow, SeriesRow, add_chain, chains
from rebelote.server.problems import Refused
from rebelote.server.store_writing import GRACE_MS

DAY_MS: Final = 24 * 3600 * 1000
COMING: Final = 7
"""Days whose commitments are published beforehand; the anchor fixes them all."""
EPOCH: Final = date(1970, 1, 1)


def day_of(now: int) -> int:
    """Days begin at midnight UTC, and are counted from 1970-01-01."""
    return now // DAY_MS


def text_of(day: int) -> str:
    """2026-11-17."""
    return (EPOCH + timedelta(days=day)).isoformat()


def read_day(text: str) -> int:
    try:
        return (date.fromisoformat(text) - EPOCH).days
    except ValueError:
        raise Refused("bad_field", field="day", detail="2026-11-17") from None


def series_ids(day: int) -> dict[str, str]:
    """The games of a day, by their series."""
    written = text_of(day).replace("-", "")
    return {written + letters: game for letters, game in DAILY.items()}


class DayChain:
    """One chain; a day's link is its number's."""

    def __init__(self, row: ChainRow) -> None:
        self.row = row
        self._chain = Chain(row.secret)

    def number(self, day: int) -> int:
        return day - self.row.first_day + 1

    def has(self, day: int) -> bool:
        return 1 <= self.number(day) <= LINKS

    def series(self, day: int) -> list[SeriesRow]:
        return [self._series(day, series_id, game) for series_id, game in series_ids(day).items()]

    def _series(self, day: int, series_id: str, game: str) -> SeriesRow:
        secret = game_secret(self._chain.link(self.number(day)), series_id)
        return SeriesRow(
            id=series_id,
            day=day,
            game=game,
            deals=DAILY_DEALS,
            opened=day * DAY_MS,
            closes=(day + 1) * DAY_MS,
            secret=secret,
            commitment=_commitment(secret),
            maker="",
        )

    def published(self, day: int, now: int) -> Day:
        """The link is told when nobody plays that day's deals for a score any more."""
        number = self.number(day)
        is_over = now >= (day + 1) * DAY_MS + GRACE_MS
        return Day(
            day=text_of(day),
            first=text_of(self.row.first_day),
            number=number,
            anchor=self.row.anchor,
            link=self._chain.link(number).hex() if is_over else None,
            games=[DayGame(row.id, row.game, row.commitment) for row in self.series(day)],
        )


@lru_cache(maxsize=64)
def _commitment(secret: bytes) -> str:
    return commitment(secret).hex()


def chain_of(connection: Connection, day: int) -> DayChain:
    """Of a day that has been or is to come. Where there is none yet, one begins with that day."""
    known = [DayChain(row) for row in chains(connection)]
    found = next((chain for chain in known if chain.has(day)), None)
    if found is None:
        secret = secrets.token_bytes(SECRET_BYTES)
        row = ChainRow(day, secret, Chain(secret).commitment.hex())
        add_chain(connection, row)
        found = DayChain(row)
    return found
