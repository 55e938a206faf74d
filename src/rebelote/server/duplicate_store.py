"""Series of deals that many play, and who plays them: what is read and written of both."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import Connection, case, delete, func, insert, select, update

from rebelote.server.schema import day_chains, entries, series
from rebelote.server.store_writing import GRACE_MS

MOST_COMPARED: Final = 50
"""Players of a challenge."""
MOST_DAYS: Final = 1000
"""That a streak is looked for in."""


class SeriesRow(msgspec.Struct, frozen=True, kw_only=True):
    """`day` is that of a deal of the day, None for a challenge; `maker` the name of who made that."""

    id: str
    day: int | None
    game: str
    deals: int
    opened: int
    closes: int
    secret: bytes
    commitment: str
    maker: str
    expert: str | None = None

    def is_open(self, now: int) -> bool:
        """May one begin?"""
        return self.opened <= now < self.closes

    def is_secret(self, now: int) -> bool:
        """May somebody still be playing for a score?"""
        return now < self.shown_from

    @property
    def shown_from(self) -> int:
        """From when on the deals are shown to everybody."""
        return self.closes + GRACE_MS


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    series: str
    person: str
    table_id: str
    day: int | None
    name: str
    started: int
    finished: int | None
    score: int | None
    called: str | None
    boards: str | None


class Standing(msgspec.Struct, frozen=True):
    """Among all results that count: how many are better, how many the same, how many there are."""

    better: int
    same: int
    total: int


class LeagueRow(msgspec.Struct, frozen=True):
    """`percent` is the sum over the deals: in each, how many of the others were behind, ties for a half."""

    person: str
    name: str
    percent: float
    deals: int


# Series


def find_series(connection: Connection, series_id: str) -> SeriesRow | None:
    found = connection.execute(select(series).where(series.c.id == series_id)).first()
    return None if found is None else SeriesRow(**found._mapping)


def add_series(connection: Connection, row: SeriesRow) -> None:
    """Unless it is there already."""
    if find_series(connection, row.id) is None:
        connection.execute(insert(series), msgspec.structs.asdict(row))


def keep_expert(connection: Connection, series_id: str, boards: str) -> None:
    connection.execute(update(series).where(series.c.id == series_id).values(expert=boards))


class ChainRow(msgspec.Struct, frozen=True):
    first_day: int
    secret: bytes
    anchor: str


def chains(connection: Connection) -> list[ChainRow]:
    """The newest first."""
    rows = connection.execute(select(day_chains).order_by(day_chains.c.first_day.desc()))
    return [ChainRow(*row) for row in rows]


def add_chain(connection: Connection, row: ChainRow) -> None:
    connection.execute(insert(day_chains), msgspec.structs.asdict(row))


# Entries


def find_entry(connection: Connection, series_id: str, person: str | None) -> Entry | None:
    query = select(entries).where(entries.c.series == series_id, entries.c.person == person)
    found = connection.execute(query).first()
    return None if found is None else Entry(**found._mapping)


def hidden_until(
    connection: Connection, series_id: str, table: str, person: str | None, now: int
) -> int | None:
    """From when on this person may see the deals of somebody's table; None where that is already so.

    They are seen when nobody plays them for a score any more, or when one has played them; one's own as far
    as they are.
    """
    found = find_series(connection, series_id)
    if found is None or not found.is_secret(now):
        return None
    entry = find_entry(connection, series_id, person)
    played = entry is not None and (entry.finished is not None or entry.table_id == table)
    return None if played else found.shown_from


def counted(connection: Connection, series_id: str) -> int:
    """How many results there are."""
    query = select(func.count()).where(entries.c.series == series_id, entries.c.score.is_not(None))
    return connection.execute(query).scalar_one()


def standing(connection: Connection, series_id: str, score: int) -> Standing:
    query = select(
        func.coalesce(func.sum(case((entries.c.score > score, 1), else_=0)), 0),
        func.coalesce(func.sum(case((entries.c.score == score, 1), else_=0)), 0),
        func.count(),
    ).where(entries.c.series == series_id, entries.c.score.is_not(None))
    return Standing(*connection.execute(query).one())


def histogram(connection: Connection, series_id: str) -> list[tuple[int, int]]:
    """How often each score was reached, the lowest first."""
    query = (
        select(entries.c.score, func.count())
        .where(entries.c.series == series_id, entries.c.score.is_not(None))
        .group_by(entries.c.score)
        .order_by(entries.c.score)
    )
    return [(score, count) for score, count in connection.execute(query)]


def contracts(connection: Connection, series_id: str, at_most: int) -> list[tuple[str, int, float]]:
    """What was called, by how many, and what they scored on average; the most frequent first."""
    query = (
        select(entries.c.called, func.count(), func.avg(entries.c.score))
        .where(entries.c.series == series_id, entries.c.score.is_not(None))
        .group_by(entries.c.called)
        .order_by(func.count().desc(), entries.c.called)
        .limit(at_most)
    )
    return [(called, count, float(average)) for called, count, average in connection.execute(query)]


def finished(connection: Connection, series_id: str) -> list[Entry]:
    """Those of a challenge who are done, the best first."""
    query = (
        select(entries)
        .where(entries.c.series == series_id, entries.c.score.is_not(None))
        .order_by(entries.c.score.desc(), entries.c.finished)
        .limit(MOST_COMPARED)
    )
    return [Entry(**row._mapping) for row in connection.execute(query)]


def days_played(connection: Connection, person: str) -> list[int]:
    """The last first."""
    query = (
        select(entries.c.day)
        .where(entries.c.person == person, entries.c.day.is_not(None), entries.c.score.is_not(None))
        .group_by(entries.c.day)
        .order_by(entries.c.day.desc())
        .limit(MOST_DAYS)
    )
    return list(connection.execute(query).scalars())


# The league


def league(connection: Connection, first_day: int, last_day: int) -> list[LeagueRow]:
    """Everybody who has a result of these days, the best first."""
    ranked = _ranked(first_day, last_day).subquery()
    behind = ranked.c.rank - 1 + (ranked.c.same - 1) / 2.0
    percent = case((ranked.c.total > 1, 100.0 * behind / (ranked.c.total - 1)), else_=50.0)
    total = func.sum(percent)
    query = (
        select(ranked.c.person, func.max(ranked.c.name), total, func.count())
        .group_by(ranked.c.person)
        .order_by(total.desc(), ranked.c.person)
    )
    return [
        LeagueRow(person, name, float(sum_), deals) for person, name, sum_, deals in connection.execute(query)
    ]


def _ranked(first_day: int, last_day: int) -> Any:
    series_ = entries.c.series
    return select(
        entries.c.person,
        entries.c.name,
        func.rank().over(order_by=entries.c.score, partition_by=series_).label("rank"),
        func.count().over(partition_by=(series_, entries.c.score)).label("same"),
        func.count().over(partition_by=series_).label("total"),
    ).where(entries.c.day >= first_day, entries.c.day <= last_day, entries.c.score.is_not(None))


# People


def forget(connection: Connection, person: str, nobody: str) -> int:
    """The results stay, nobody's: how many there are."""
    own = entries.c.person == person
    found: Any = connection.execute(update(entries).where(own).values(person=nobody, name=""))
    return int(found.rowcount)


def merge(connection: Connection, person: str, into: str) -> None:
    """The results of one token become those of another. Of two of the same series the first counts."""
    theirs = {row.series: row for row in _all_of(connection, into)}
    for row in _all_of(connection, person):
        other = theirs.get(row.series)
        if other is None:
            _change(connection, row, person=into)
        elif _came_first(row, other):
            connection.execute(delete(entries).where(_is(other)))
            _change(connection, row, person=into)
        else:
            connection.execute(delete(entries).where(_is(row)))


def _all_of(connection: Connection, person: str) -> list[Entry]:
    return [
        Entry(**row._mapping) for row in connection.execute(select(entries).where(entries.c.person == person))
    ]


def _came_first(one: Entry, other: Entry) -> bool:
    return one.started < other.started


def _is(entry: Entry) -> Any:
    return (entries.c.series == entry.series) & (entries.c.person == entry.person)


def _change(connection: Connection, entry: Entry, **values: Any) -> None:
    connection.execute(update(entries).where(_is(entry)).values(**values))
