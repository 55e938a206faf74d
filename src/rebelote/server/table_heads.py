"""Several nodes at one database: the revision of each table, the node that drives it, the nodes that live.

A write names the revision at which it was decided, and takes the next: nothing is written that was decided
about a table as it no longer is. The driver of a table moves its bots and watches its clock. A node becomes
the driver where none lives, and the table's fence goes up, as it does when a driver gives the table up: what
an earlier driver still wants to write names a lower one, and is refused.

Time is the database's, so that nodes need not agree on theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    bindparam,
    cast,
    delete,
    extract,
    func,
    insert,
    or_,
    select,
    update,
)

from rebelote.server.schema import attendance, nodes, table_heads

FIRST_FENCE: Final = 1
LEASE_SECONDS: Final = 3.0
"""How long a node lives after it was last heard of."""


class Head(msgspec.Struct, frozen=True):
    """What a write expects. `fence`: of a write that only the driver may make."""

    table_id: str
    revision: int
    fence: int | None = None


class HeadNow(msgspec.Struct, frozen=True):
    """As it stands. `is_driven`: by a node that lives."""

    revision: int
    driver: str | None
    fence: int
    is_driven: bool


_heads = table_heads.c
_ADVANCE: Final = (
    update(table_heads)
    .where(
        _heads.table_id == bindparam("id"),
        _heads.revision == bindparam("expected"),
        or_(bindparam("least") < 0, _heads.fence == bindparam("least")),
    )
    .values(revision=_heads.revision + 1)
)
NO_FENCE: Final = -1
"""What a write that anybody may make expects."""


def advance(connection: Connection, heads: Sequence[Head]) -> bool:
    """Whether every table was where its write expects it; in the order of ids, so that two nodes that write
    to the same tables don't wait for each other."""
    rows = [
        {
            "id": head.table_id,
            "expected": head.revision,
            "least": NO_FENCE if head.fence is None else head.fence,
        }
        for head in sorted(heads, key=lambda head: head.table_id)
    ]
    return connection.execute(_ADVANCE, rows).rowcount == len(rows)


def add_head(connection: Connection, table_id: str, driver: str | None) -> None:
    row = {"table_id": table_id, "revision": 0, "driver": driver, "fence": FIRST_FENCE}
    connection.execute(insert(table_heads), row)


def revision_of_table(connection: Connection, table_id: str) -> int:
    found = connection.execute(select(_heads.revision).where(_heads.table_id == table_id)).scalar()
    return found or 0


def look(connection: Connection, ids: Iterable[str]) -> dict[str, HeadNow]:
    is_driven = select(nodes.c.id).where(nodes.c.id == _heads.driver, lives()).exists()
    found = connection.execute(
        select(
            _heads.table_id, _heads.revision, _heads.driver, _heads.fence, is_driven.label("is_driven")
        ).where(_heads.table_id.in_(list(ids)))
    )
    return {row.table_id: HeadNow(row.revision, row.driver, row.fence, row.is_driven) for row in found}


# Driving


class Taken(msgspec.Struct, frozen=True):
    """A table that this node drives from now on."""

    fence: int
    revision: int


def take_over(connection: Connection, ids: Iterable[str], node: str) -> dict[str, Taken]:
    """Of these tables, those that no other node that lives drives. Rows are locked in the order of ids, as in
    `advance`."""
    is_driven = select(nodes.c.id).where(nodes.c.id == _heads.driver, lives()).exists()
    free = (
        select(_heads.table_id)
        .where(
            _heads.table_id.in_(list(ids)), or_(_heads.driver.is_(None), _heads.driver == node, ~is_driven)
        )
        .order_by(_heads.table_id)
        .with_for_update()
        .cte("free")
    )
    taken = connection.execute(
        update(table_heads)
        .where(_heads.table_id == free.c.table_id)
        .values(driver=node, fence=_heads.fence + 1)
        .returning(_heads.table_id, _heads.fence, _heads.revision)
    )
    return {row.table_id: Taken(row.fence, row.revision) for row in taken}


_GIVE_UP: Final = (
    update(table_heads)
    .where(
        _heads.table_id == bindparam("id"),
        _heads.driver == bindparam("node"),
        _heads.fence == bindparam("held"),
    )
    .values(driver=None, fence=_heads.fence + 1)
)


def give_up(connection: Connection, node: str, fences: Mapping[str, int]) -> None:
    """The next node that has players there drives these tables; `fences` are those held until now, by table.
    The fence goes up here too: what the driver decided before and has not written yet is refused."""
    rows = [{"id": table_id, "node": node, "held": fences[table_id]} for table_id in sorted(fences)]
    if rows:
        connection.execute(_GIVE_UP, rows)


# Living


class Life(msgspec.Struct, frozen=True):
    """All nodes that live; whether this one was taken for dead until now."""

    living: frozenset[str]
    had_lapsed: bool


def renew(connection: Connection, node: str) -> Life:
    """This node lives on for a while; those that are long dead are forgotten."""
    this, expires = nodes.c.id == node, _now() + LEASE_SECONDS
    renewed = connection.execute(update(nodes).where(this, lives()).values(expires=expires))
    had_lapsed = renewed.rowcount == 0
    if had_lapsed:
        connection.execute(delete(nodes).where(this))
        connection.execute(insert(nodes).values(id=node, expires=expires))
    long_dead = nodes.c.expires < _now() - 100 * LEASE_SECONDS
    for dead in connection.execute(delete(nodes).where(long_dead).returning(nodes.c.id)).scalars().all():
        connection.execute(delete(attendance).where(attendance.c.node == dead))
    living = connection.execute(select(nodes.c.id).where(lives())).scalars()
    return Life(frozenset(living), had_lapsed)


def leave(connection: Connection, node: str) -> None:
    """It has nobody any more."""
    connection.execute(delete(attendance).where(attendance.c.node == node))
    connection.execute(delete(nodes).where(nodes.c.id == node))


def lives() -> ColumnElement[bool]:
    """Of a row of `nodes`."""
    return nodes.c.expires > _now()


def _now() -> ColumnElement[float]:
    """In seconds since 1970, at this moment and not at the beginning of the transaction."""
    return cast(extract("epoch", func.clock_timestamp()), Double)
