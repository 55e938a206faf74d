"""What is no longer kept: finished matches, tables that nobody uses, names. docs/privacy.md says why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, delete, func, select, update

from rebelote.server.schema import (
    arrangements,
    attendance,
    entries,
    events,
    matches,
    notes,
    reviews,
    seats,
    series,
    table_heads,
    tables,
    told,
    wanted_reviews,
)

DAY_MS: Final = 24 * 3600 * 1000
SERIES_DAYS: Final = 8
"""How long the log of a match is kept whose deals many play: its result is stored apart."""
NOBODY: Final = ""
"""What stands for a name that was erased; people read «un joueur»."""
NAMES: Final = ("name", "agreed")
"""The keys under which people's names stand in what is noted and arranged."""
_NAMED: Final = re.compile(r'"name":"(?:[^"\\]|\\.)+"[^}]*"kind":"human"')
PAGES_AT_ONCE: Final = 2000


class Keeping(msgspec.Struct, frozen=True, kw_only=True):
    """For how many days each is kept; 0: for ever."""

    matches: int
    tables: int
    names: int


class Expired(NamedTuple):
    """By id; `names` are matches that are kept without their players' names."""

    matches: tuple[str, ...]
    tables: tuple[str, ...]
    names: tuple[str, ...]


# What is due


def expired(connection: Connection, keeping: Keeping, now: int, at_most: int) -> Expired:
    old = tuple(_ids(connection, _old_matches(now - keeping.matches * DAY_MS), at_most, keeping.matches))
    many = _ids(connection, _old_of_series(now - SERIES_DAYS * DAY_MS), at_most, SERIES_DAYS)
    old = (*old, *(match for match in many if match not in old))
    idle = tuple(_ids(connection, _idle_tables(now - keeping.tables * DAY_MS), at_most, keeping.tables))
    named = () if not keeping.names else tuple(_named(connection, now - keeping.names * DAY_MS))
    return Expired(old, idle, tuple(match for match in named[:at_most] if match not in old))


def _ids(connection: Connection, query: Select[Any], at_most: int, days: int) -> Iterator[str]:
    if days:
        yield from connection.execute(query.limit(at_most)).scalars()


def _old_matches(before: int) -> Select[Any]:
    """Over, and the last card lies further back."""
    return (
        select(matches.c.id)
        .where(matches.c.over.is_(True), matches.c.started < before, _last_event(matches.c.id) < before)
        .order_by(matches.c.started)
    )


def _old_of_series(before: int) -> Select[Any]:
    return select(matches.c.id).where(matches.c.series.is_not(None), matches.c.started < before)


def _idle_tables(before: int) -> Select[Any]:
    """Where nothing has been played since, or nothing at all."""
    last = func.coalesce(_last_event(tables.c.match), tables.c.created)
    return select(tables.c.id).where(tables.c.created < before, last < before).order_by(tables.c.created)


def _last_event(match: ColumnElement[Any]) -> Any:
    query = select(events.c.at).where(events.c.match == match).order_by(events.c.seq.desc()).limit(1)
    return query.scalar_subquery()


def _named(connection: Connection, before: int) -> Iterator[str]:
    query = select(matches.c.id, matches.c.players).where(
        matches.c.over.is_(True), matches.c.started < before
    )
    for row in connection.execute(query):
        if _NAMED.search(row.players):
            yield row.id


# Deleting


def prune_results(connection: Connection, keeping: Keeping, now: int) -> None:
    """Results of deals that many played, and names in them."""
    if keeping.names:
        old = entries.c.started < now - keeping.names * DAY_MS
        connection.execute(update(entries).where(old, entries.c.name != NOBODY).values(name=NOBODY))
        made = series.c.opened < now - keeping.names * DAY_MS
        connection.execute(update(series).where(made, series.c.maker != NOBODY).values(maker=NOBODY))
    if keeping.matches:
        before = now - keeping.matches * DAY_MS
        connection.execute(delete(entries).where(entries.c.started < before))
        connection.execute(delete(series).where(series.c.closes < before))


def delete_match(connection: Connection, match: str) -> None:
    connection.execute(update(tables).where(tables.c.match == match).values(match=None))
    for table in (events, told, notes, reviews, wanted_reviews):
        connection.execute(delete(table).where(table.c.match == match))
    connection.execute(delete(matches).where(matches.c.id == match))


def delete_table(connection: Connection, table: str) -> None:
    """With its match that was never finished; finished ones are kept for their own time."""
    unfinished = select(matches.c.id).where(matches.c.table_id == table, matches.c.over.is_(False))
    for match in connection.execute(unfinished).scalars().all():
        delete_match(connection, match)
    connection.execute(delete(seats).where(seats.c.table_id == table))
    connection.execute(delete(arrangements).where(arrangements.c.table_id == table))
    connection.execute(delete(table_heads).where(table_heads.c.table_id == table))
    connection.execute(delete(attendance).where(attendance.c.table_id == table))
    connection.execute(delete(tables).where(tables.c.id == table))


def reclaim(connection: Connection) -> None:
    """Give free pages of an SQLite file back, a few at a time; PostgreSQL does it by itself."""
    if connection.dialect.name == "sqlite":
        cursor = connection.connection.cursor()
        # A step a page: `execute` would take the first one alone.
        cursor.executescript(f"PRAGMA incremental_vacuum({PAGES_AT_ONCE})")
        cursor.close()


# Names


def erase_names(connection: Connection, match: str) -> None:
    """Of all people in a match."""
    players = _players(connection, match)
    _write_players(connection, match, [_nameless(p) if p["kind"] == "human" else p for p in players])
    _erase_noted(connection, match, {p["name"] for p in players if p["kind"] == "human"})


def erase_person(connection: Connection, table: str, seat: str, name: str) -> list[str]:
    """Somebody's name at a table: in the matches where it was on this seat, and in what was noted of it.

    A finished match in which no other name is left is deleted: which they were.
    """
    deleted = []
    for row in connection.execute(
        select(matches.c.id, matches.c.over).where(matches.c.table_id == table)
    ).all():
        before = _players(connection, row.id)
        players = [_nameless(p) if (p["seat"], p["name"]) == (seat, name) else p for p in before]
        if players != before:
            _write_players(connection, row.id, players)
            if row.over and not any(p["kind"] == "human" and p["name"] for p in players):
                delete_match(connection, row.id)
                deleted.append(row.id)
        _erase_noted(connection, row.id, {name})
    return deleted


def erase_everywhere(connection: Connection, name: str) -> int:
    """A name at every table, by the operator: how many seats had it. Those who sit there stay, without it."""
    query = select(matches.c.table_id, matches.c.players)
    found = {
        (row.table_id, person["seat"])
        for row in connection.execute(query.where(matches.c.players.contains(_json(name), autoescape=True)))
        for person in msgspec.json.decode(row.players)
        if (person["name"], person["kind"]) == (name, "human")
    }
    named = seats.c.name == name
    found |= {tuple(row) for row in connection.execute(select(seats.c.table_id, seats.c.seat).where(named))}
    for table, seat in sorted(found):
        erase_person(connection, table, seat, name)
        _erase_arranged(connection, table, name)
    connection.execute(update(seats).where(named).values(name=NOBODY, avatar=None))
    connection.execute(update(entries).where(entries.c.name == name).values(name=NOBODY))
    connection.execute(update(series).where(series.c.maker == name).values(maker=NOBODY))
    return len(found)


def _players(connection: Connection, match: str) -> list[dict[str, Any]]:
    text = connection.execute(select(matches.c.players).where(matches.c.id == match)).scalar_one()
    return msgspec.json.decode(text, type=list[dict[str, Any]])


def _nameless(person: dict[str, Any]) -> dict[str, Any]:
    return person | {"name": NOBODY, "face": None}


def _write_players(connection: Connection, match: str, players: list[dict[str, Any]]) -> None:
    connection.execute(update(matches).where(matches.c.id == match).values(players=_json(players)))


def _erase_noted(connection: Connection, match: str, names: set[str]) -> None:
    for row in connection.execute(select(notes).where(notes.c.match == match)).all():
        here = (notes.c.match == match) & (notes.c.number == row.number)
        connection.execute(update(notes).where(here).values(data=without_names(row.data, names)))


def _erase_arranged(connection: Connection, table: str, name: str) -> None:
    here = arrangements.c.table_id == table
    data = connection.execute(select(arrangements.c.data).where(here)).scalar()
    if data is not None:
        connection.execute(update(arrangements).where(here).values(data=without_names(data, {name})))


def without_names(json: str, names: set[str]) -> str:
    return _json(without(msgspec.json.decode(json), names))


def without(value: Any, names: set[str], *, is_name: bool = False) -> Any:
    """The same JSON with these names left empty, wherever names stand: other words may be somebody's name."""
    match value:
        case dict():
            return {key: without(each, names, is_name=key in NAMES) for key, each in value.items()}
        case list():
            return [without(each, names, is_name=is_name) for each in value]
        case str() if is_name and value in names:
            return NOBODY
        case _:
            return value


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode("utf-8")
