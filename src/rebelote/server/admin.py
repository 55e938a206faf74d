"""The operator's orders to a running server, over a Unix socket in the data folder.

The socket is made for its owner alone (0600): the kernel says who may speak, so there is no port to find and
no token to lose. One line of JSON asks, one answers.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection, select

from rebelote.errors import RebeloteError
from rebelote.server import banishing, logs, schema
from rebelote.server.bans import Ban, Kind, as_network, folded
from rebelote.server.game import now_ms
from rebelote.server.pruning import keeping, prune
from rebelote.server.rooms import Room
from rebelote.server.services import Services

logger = logging.getLogger("rebelote.server")

LONGEST_ORDER: Final = 64 * 1024
DAY_SECONDS: Final = 86_400
SHORTEST_BEGINNING: Final = 5
"""Of the id of a table that is not in memory: as much as logs have of it."""
MOST_IDS: Final = 5


class AdminError(RebeloteError):
    """An order that can't be followed; `code` names its sentence in the catalogue."""

    def __init__(self, code: str, what: str = "") -> None:
        self.code, self.what = code, what
        super().__init__(f"{code}: {what}")


# Orders


class ShowTables(msgspec.Struct, tag="tables", tag_field="do"): ...


class ShowSockets(msgspec.Struct, tag="sockets", tag_field="do"): ...


class ShowBans(msgspec.Struct, tag="bans", tag_field="do"): ...


class AddBan(msgspec.Struct, tag="ban", tag_field="do", kw_only=True):
    """An address, a network or a nickname; `name` says that it is a nickname whatever it looks like."""

    what: str
    name: bool = False
    days: float | None = None
    reason: str = ""


class RemoveBan(msgspec.Struct, tag="unban", tag_field="do"):
    what: str


class EndTable(msgspec.Struct, tag="end", tag_field="do"):
    """By the beginning of its id: one letter for a table in memory, five for any other."""

    table: str


class Prune(msgspec.Struct, tag="prune", tag_field="do"):
    """Now instead of within the hour."""


Order = ShowTables | ShowSockets | ShowBans | AddBan | RemoveBan | EndTable | Prune


# Answers


class TableLine(msgspec.Struct, kw_only=True):
    table: str
    rules: str
    status: str
    people: list[str]
    bots: int
    spectators: int
    seq: int
    idle_seconds: int


class SocketLine(msgspec.Struct, kw_only=True):
    address: str
    table: str
    seat: str | None
    seconds: int


class Pruned(msgspec.Struct):
    """How many were deleted; of `names`, the matches that lost theirs."""

    matches: int
    tables: int
    names: int


class Answer(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What was asked for; `closed` connections went with it. Or `error`, by its code.

    `other_nodes` are there besides this one, whose tables and connections these are.
    """

    tables: list[TableLine] | None = None
    sockets: list[SocketLine] | None = None
    bans: list[Ban] | None = None
    closed: int | None = None
    pruned: Pruned | None = None
    other_nodes: int = 0
    error: str | None = None
    what: str = ""


class Operator:
    """Follows orders, one at a time."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._registry = services.registry
        self._bans = services.registry.bans

    async def follow(self, order: Order) -> Answer:
        match order:
            case ShowTables():
                lines = [_table_line(room) for room in self._registry.rooms]
                return Answer(tables=lines, other_nodes=self._registry.other_nodes)
            case ShowSockets():
                return Answer(sockets=self._sockets(), other_nodes=self._registry.other_nodes)
            case ShowBans():
                return Answer(bans=self._bans.all())
            case AddBan():
                return await self._ban(order)
            case RemoveBan(what=what):
                return await self._unban(what)
            case EndTable(table=table):
                return await self._end(table)
            case Prune():
                return await self._prune()

    def _sockets(self) -> list[SocketLine]:
        now = now_ms()
        return [
            SocketLine(
                address=each.address, table=each.table, seat=each.seat, seconds=(now - each.since) // 1000
            )
            for each in sorted(self._services.connections, key=lambda each: each.since)
        ]

    async def _ban(self, order: AddBan) -> Answer:
        network = None if order.name else as_network(order.what)
        what = network or folded(order.what)
        if not what:
            raise AdminError("admin_no_name", order.what)
        now = int(time.time())
        until = None if order.days is None else now + int(order.days * DAY_SECONDS)
        kind: Kind = "name" if network is None else "address"
        ban = Ban(kind=kind, what=what, since=now, until=until, reason=order.reason)
        await self._bans.add(ban)
        logs.event("banned", kind=kind)
        return await self._enforced(ban)

    async def _enforced(self, ban: Ban) -> Answer:
        closed = await banishing.send_away(self._services, ban)
        banishing.tell_others(self._services)
        return Answer(bans=[ban], closed=closed, other_nodes=self._registry.other_nodes)

    async def _unban(self, what: str) -> Answer:
        gone = await self._bans.remove(what)
        if not gone:
            raise AdminError("admin_not_banned", what)
        logs.event("unbanned", kind=gone[0].kind)
        banishing.tell_others(self._services)
        return Answer(bans=gone, other_nodes=self._registry.other_nodes)

    async def _end(self, beginning: str) -> Answer:
        table = await self._whole_id(beginning)
        ban = Ban(kind="table", what=table, since=int(time.time()))
        await self._bans.add(ban)
        logs.event("table_ended", table)
        return await self._enforced(ban)

    async def _prune(self) -> Answer:
        in_memory = {room.id for room in self._registry.rooms}
        kept = keeping(self._services.settings)
        found = await prune(self._registry.store, kept, lambda: in_memory)
        return Answer(pruned=Pruned(len(found.matches), len(found.tables), len(found.names)))

    async def _whole_id(self, beginning: str) -> str:
        """In the memory of this node, or stored."""
        found = [room.id for room in self._registry.rooms if beginning and room.id.startswith(beginning)]
        if not found and len(beginning) >= SHORTEST_BEGINNING:
            found = await self._registry.store.look(lambda connection: _ids(connection, beginning))
        if not found:
            raise AdminError("admin_no_table", beginning)
        if len(found) > 1:
            raise AdminError("admin_which_table", " ".join(found))
        return found[0]


def _ids(connection: Connection, beginning: str) -> list[str]:
    ids = schema.tables.c.id
    query = select(ids).where(ids.startswith(beginning, autoescape=True)).limit(MOST_IDS)
    return list(connection.execute(query).scalars())


def _table_line(room: Room) -> TableLine:
    seats = room.seats.values()
    return TableLine(
        table=room.id,
        rules=room.rules.id,
        status=room.status,
        people=[row.name for row in seats if row.kind == "human"],
        bots=sum(row.kind == "bot" for row in seats),
        spectators=sum(reader.seat is None for reader in room.readers),
        seq=0 if room.game is None else room.game.seq,
        idle_seconds=int(asyncio.get_running_loop().time() - room.used),
    )


# The socket

_orders: Final[msgspec.json.Decoder[Order]] = msgspec.json.Decoder(Order)


@asynccontextmanager
async def listening(services: Services) -> AsyncIterator[None]:
    """Where no socket can be made, the server runs without one and says so."""
    try:
        server = await _listen(services)
    except (OSError, AttributeError) as error:
        logger.warning("no orders by `rebelote admin`: %s", error)
        yield
        return
    try:
        yield
    finally:
        server.close()
        services.settings.admin_socket.unlink(missing_ok=True)


async def _listen(services: Services) -> asyncio.Server:
    operator = Operator(services)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(msgspec.json.encode(await _answer(operator, await reader.readline())) + b"\n")
            await writer.drain()
        finally:
            writer.close()

    return await asyncio.start_unix_server(
        answer, sock=_bound(services.settings.admin_socket), limit=LONGEST_ORDER
    )


async def _answer(operator: Operator, line: bytes) -> Answer:
    try:
        return await operator.follow(_orders.decode(line))
    except AdminError as error:
        return Answer(error=error.code, what=error.what)
    except Exception as error:
        logger.exception("an order failed")
        return Answer(error="failed", what=str(error))


def _bound(path: Path) -> socket.socket:
    """Made so that nobody else may ever open it, not even for a moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear(path)
    made = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        made.bind(str(path))
    except OSError:
        made.close()
        raise
    finally:
        os.umask(before)
    return made


def _clear(path: Path) -> None:
    """What a killed server has left; one that lives keeps its own."""
    if not path.is_socket():
        return
    with socket.socket(socket.AF_UNIX) as other:
        try:
            other.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
        else:
            raise OSError(f"{path}: another server listens there")
