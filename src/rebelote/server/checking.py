"""Is a database whole: its file, its schema, and every log, which has no gap and tells a match?"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, func, select

from rebelote.errors import RebeloteError
from rebelote.events import PackCut
from rebelote.language.text import Said, said
from rebelote.match import Match
from rebelote.record import check_log
from rebelote.server import revisions
from rebelote.server.game import is_endless, most_packs
from rebelote.server.schema import events, matches, tables
from rebelote.server.stored_rows import NOBODY_YET, MatchRow
from rebelote.stored_log import read_events, read_rules


class Finding(msgspec.Struct, frozen=True):
    """`where` is a table or a match, or nothing for the database as a whole."""

    where: str
    problem: str | Said


def findings(connection: Connection, *, deep: bool = False) -> Iterator[Finding]:
    """`deep` decides every action again."""
    if connection.dialect.name == "sqlite":
        for damage in revisions.damages(connection, "integrity_check"):
            yield Finding("", damage)
    found = revisions.revision_of(connection)
    if found != revisions.NEWEST:
        yield Finding("", said("finding_schema", found=found, newest=revisions.NEWEST))
        return
    yield from _gaps(connection)
    yield from _unknown_matches(connection)
    yield from _bad_rules(connection)
    begun = select(matches).where(matches.c.players != NOBODY_YET)
    for row in connection.execute(begun.order_by(matches.c.started)):
        yield from _bad_log(connection, MatchRow(**row._mapping), deep=deep)


def _gaps(connection: Connection) -> Iterator[Finding]:
    counted = select(events.c.match, func.count(), func.min(events.c.seq), func.max(events.c.seq))
    for match, count, first, last in connection.execute(counted.group_by(events.c.match)):
        if (first, last) != (1, count):
            yield Finding(match, said("finding_gap", count=count, first=first, last=last))


def _unknown_matches(connection: Connection) -> Iterator[Finding]:
    known = select(matches.c.id)
    lost = select(events.c.match).where(events.c.match.not_in(known)).distinct()
    for match in connection.execute(lost).scalars():
        yield Finding(match, said("finding_no_match"))
    gone = select(tables.c.id).where(tables.c.match.is_not(None), tables.c.match.not_in(known))
    for table in connection.execute(gone).scalars():
        yield Finding(table, said("finding_match_gone"))


def _bad_rules(connection: Connection) -> Iterator[Finding]:
    for row in connection.execute(select(tables.c.id, tables.c.rules)):
        try:
            read_rules(row.rules)
        except (RebeloteError, msgspec.DecodeError) as error:
            yield Finding(row.id, said("finding_rules", detail=error))


def _bad_log(connection: Connection, match: MatchRow, *, deep: bool) -> Iterator[Finding]:
    lines = connection.execute(
        select(events.c.data).where(events.c.match == match.id).order_by(events.c.seq)
    ).scalars()
    try:
        log = tuple(read_events(lines))
        found = check_log(log) if deep else Match.replay(log)
    except Exception as error:  # a log may be wrong in any way
        yield Finding(match.id, said("finding_log", detail=" ".join(str(error).split())))
        return
    if found.is_over != match.over and not _is_broken_off(match, found):
        yield Finding(match.id, said("finding_over" if match.over else "finding_running"))


def _is_broken_off(row: MatchRow, match: Match) -> bool:
    """Such a match is marked as over; release 0.1 did not mark it."""
    packs = sum(isinstance(event, PackCut) for event in match.log)
    return is_endless(match, packs, most_packs(row, match.rules))
