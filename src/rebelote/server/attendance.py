"""Who is connected through which node, in the database: looked at before a bot plays for somebody.

Nodes tell each other who is with them, but what is said may be lost or come late. Each node keeps its own
rows; those of a node that does not live count for nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable
from concurrent.futures import Executor
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from rebelote.server.database import DatabaseProblem
from rebelote.server.schema import attendance, nodes
from rebelote.server.store import Store
from rebelote.server.table_heads import lives

logger = logging.getLogger("rebelote.server")

AGAIN_SECONDS: Final = 1.0

_rows = attendance.c


def is_attended(connection: Connection, table_id: str, seat: str, *, besides: str) -> bool:
    """Whether somebody is connected for a seat through a node that lives, other than this one."""
    found = select(_rows.node).join(nodes, nodes.c.id == _rows.node).where(
        _rows.table_id == table_id, _rows.seat == seat, _rows.node != besides, lives()
    )  # fmt: skip
    return connection.execute(found.limit(1)).first() is not None


def rewrite(
    connection: Connection, node: str, ids: Collection[str], seats: Iterable[tuple[str, str]]
) -> None:
    """All that a node has to say of these tables; `seats` by table."""
    connection.execute(delete(attendance).where(_rows.node == node, _rows.table_id.in_(list(ids))))
    rows = [{"node": node, "table_id": table_id, "seat": seat} for table_id, seat in seats]
    if rows:
        connection.execute(insert(attendance), rows)


class Attendance:
    """Of this node. What changes is written at once, all changes of a moment together, and in order."""

    def __init__(self, node: str, store: Store, thread: Executor) -> None:
        self._node = node
        self._store = store
        self._thread = thread
        self._seats: dict[str, frozenset[str]] = {}
        self._unwritten: set[str] = set()
        self._has_unwritten = asyncio.Event()
        self._is_closed = False

    def set(self, table_id: str, seats: Iterable[str]) -> None:
        """The seats at a table for which somebody is connected here."""
        now = frozenset(seats)
        if now != self._seats.get(table_id, frozenset()):
            self._seats[table_id] = now
            self._write_soon([table_id])

    def write_all(self) -> None:
        """This node was taken for dead, and its rows may have been deleted."""
        self._write_soon(self._seats)

    def close(self) -> None:
        """This node leaves: nothing more is written, since nobody would delete it."""
        self._is_closed = True
        self._unwritten.clear()

    def _write_soon(self, ids: Iterable[str]) -> None:
        if self._is_closed:
            return
        self._unwritten.update(ids)
        if self._unwritten:
            self._has_unwritten.set()

    async def write_loop(self) -> None:
        """Until it is cancelled."""
        while True:
            await self._has_unwritten.wait()
            self._has_unwritten.clear()
            ids, self._unwritten = self._unwritten, set()
            try:
                await self._write(ids)
            except Exception as error:
                if not isinstance(error, DatabaseProblem):  # of which the store has told
                    logger.exception("who is connected here could not be written")
                await asyncio.sleep(AGAIN_SECONDS)
                self._write_soon(ids)

    async def _write(self, ids: Collection[str]) -> None:
        seats = [(table_id, seat) for table_id in ids for seat in self._seats.get(table_id, ())]
        await self._store.change(lambda connection: rewrite(connection, self._node, ids, seats), self._thread)
        for table_id in ids:
            if table_id not in self._unwritten and not self._seats.get(table_id):
                self._seats.pop(table_id, None)
