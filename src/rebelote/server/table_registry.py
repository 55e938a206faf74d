"""All tables: opened, found in memory or read from the log, let go when nobody is there."""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from copy import copy
from functools import partial

import msgspec

from rebelote.language.text import said
from rebelote.server import logs, seating, starting
from rebelote.server.bans import Bans
from rebelote.server.bot_turns import SearchPool
from rebelote.server.channel import Channel, channel_of
from rebelote.server.database import parsed
from rebelote.server.game import Game, SharedLuck, new_id, now_ms, to_text
from rebelote.server.match_opening import MatchOpening
from rebelote.server.messages.tables import NewTable, TableSettings
from rebelote.server.node_limits import NodeLimits
from rebelote.server.nodes import Nodes
from rebelote.server.problems import Refused
from rebelote.server.pruning import prune_loop
from rebelote.server.rates import Limits
from rebelote.server.redis_client import RedisProblem
from rebelote.server.rooms import Room
from rebelote.server.rulebook import Chosen
from rebelote.server.settings import Settings
from rebelote.server.store import Store
from rebelote.server.stored_rows import EntryRow, SeatRow, StoredTable, TableRow, Unit
from rebelote.server.table_heads import FIRST_FENCE
from rebelote.server.thinking import watched, workers_of
from rebelote.stored_log import write_rules
from rebelote.table import Seat, Table


class Entering(msgspec.Struct, frozen=True):
    """Somebody, by a token, begins deals that others play too. `day` is that of a deal of the day."""

    token: str
    shared: SharedLuck
    day: int | None


class TableRegistry:
    """`channel` leads to the other nodes, if there are any."""

    def __init__(self, settings: Settings, channel: Channel | None = None) -> None:
        self.settings = settings
        if settings.redis_url and parsed(settings.url).get_backend_name() == "sqlite":
            raise RedisProblem(said("redis_for_nodes"))
        self.channel = channel or channel_of(settings.redis_url, secrets.token_hex(5))
        self.store = Store(settings.url)
        self.nodes = self._nodes() if self.store.is_shared else None
        self.limits = Limits(
            on=settings.limits,
            work_ms=settings.work_ms,
            thinking_ms=settings.thinking_ms,
            connections=settings.address_connections,
        )
        self.workers = workers_of(settings.redis_url, self.channel)
        self._search_pool = SearchPool(
            settings.expert_ms, self.limits, bot_ms=settings.bot_ms, workers=self.workers
        )
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._opening = asyncio.Semaphore(1)
        self.bans = Bans(self.store, settings.data / "bans.json")
        self.draining = False
        self.node_limits: NodeLimits | None = None
        if self.channel.is_shared:
            self.node_limits = NodeLimits(
                self.channel, self.limits, self._by_address, settings.address_tables
            )

    @property
    def other_nodes(self) -> int:
        """How many are heard of."""
        return 0 if self.node_limits is None else self.node_limits.others

    def _nodes(self) -> Nodes:
        return Nodes(self.channel.node, self.store, self.channel, lambda: list(self._rooms.values()))

    @property
    def rooms(self) -> list[Room]:
        """The tables in memory."""
        return list(self._rooms.values())

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[TableRegistry]:
        chores = [
            asyncio.create_task(self._sweep_loop()),
            asyncio.create_task(prune_loop(self.store, self.settings, lambda: self._rooms)),
        ]
        try:
            async with (
                self.channel.opened(),
                self._limits_shared(),
                watched(self.workers),
                nullcontext() if self.nodes is None else self.nodes.opened(),
            ):
                yield self
        finally:
            for chore in chores:
                chore.cancel()
            for room in self._rooms.values():
                room.close()
            self._search_pool.close()
            await asyncio.to_thread(self.store.close)

    def _limits_shared(self) -> AbstractAsyncContextManager[None]:
        return nullcontext() if self.node_limits is None else self.node_limits.opened()

    # Finding

    async def room(self, table_id: str) -> Room:
        self.bans.check_table(table_id)
        room = self._rooms.get(table_id)
        if room is not None:
            room.touch()
            await room.catch_up()
            return room
        return await self._loaded(table_id)

    async def _loaded(self, table_id: str) -> Room:
        """Two who ask at once get the same room."""
        waiting = self._loading.get(table_id)
        if waiting is not None:
            return await asyncio.shield(waiting)
        future = self._loading[table_id] = asyncio.get_running_loop().create_future()
        try:
            room = self._rooms[table_id] = await self._load(table_id)
            future.set_result(room)
        except BaseException as error:
            future.set_exception(error if isinstance(error, Exception) else Refused("no_table"))
            future.exception()
            raise
        finally:
            del self._loading[table_id]
        return room

    async def _load(self, table_id: str) -> Room:
        self._make_room()
        play = await self.store.load_play(table_id)
        if play is None:
            raise Refused("no_table")
        found = play.match
        begun = found is not None and len(found.events) > 0
        game = await asyncio.to_thread(Game.load_with_views, found) if found is not None and begun else None
        room = self._room_of(play.table, game)
        if found is not None and not begun:
            room.opening = MatchOpening(found.match)
            starting.wait_for_seeds(room)
        return room

    def _room_of(self, stored: StoredTable, game: Game | None) -> Room:
        room = Room(self.store, self._search_pool, stored, game, self.nodes)
        room.on_opening = partial(starting.wait_for_seeds, room)
        return room

    def game_on(self, match_id: str) -> Game | None:
        """A match at a table in memory, as it stands: it stays so while it is being told."""
        for room in self._rooms.values():
            if room.game is not None and room.game.id == match_id:
                return copy(room.game)
        return None

    # Opening

    async def open_table(
        self, wish: NewTable, chosen: Chosen, address: str = "", entering: Entering | None = None
    ) -> tuple[Room, str, Seat]:
        """A new table for these rules, with whoever opens it as its host. Raises Clash for a second entry."""
        self._check_space(address)
        async with self._opening:  # one after another: each takes some milliseconds
            return await self._open_table(wish, chosen, address, entering)

    async def _open_table(
        self, wish: NewTable, chosen: Chosen, address: str, entering: Entering | None
    ) -> tuple[Room, str, Seat]:
        settings = seating.changed_settings(TableSettings(), wish.settings, self.settings.least_seconds)
        name = seating.clean_name(wish.nickname)
        token = seating.new_token() if entering is None else entering.token
        table = chosen.rules.table
        seat = _seat(table, wish.seat)
        row = TableRow(
            id=new_id(),
            created=now_ms(),
            rules=write_rules(chosen.rules),
            code=chosen.code,
            settings=to_text(settings),
            host=seat,
            match=None,
        )
        sitting = SeatRow(
            table_id=row.id,
            seat=seat,
            kind="human",
            name=name,
            token=seating.digest(token),
            client_commitment=wish.client_commitment,
            avatar=wish.avatar,
        )
        rows = [_empty(row.id, each) if each != seat else sitting for each in table]
        entry = None if entering is None else _entry(entering, sitting, row.created)
        await self.store.write(Unit(new_table=row, seats=tuple(rows), new_entry=entry, driver=self._driver()))
        room = self._rooms[row.id] = self._room_of(StoredTable(row, tuple(rows), ()), None)
        room.address = address
        room.fence = None if self.nodes is None else FIRST_FENCE
        if self.node_limits is not None:
            self.node_limits.has_opened(address)
        logs.event("table_opened", room.id, name=name, rules=chosen.rules.id, players=len(table.seats))
        if entering is not None:
            await seating.start_shared(room, entering.shared)
        elif wish.start:
            await seating.start(room, token)
        return room, token, seat

    def _driver(self) -> str | None:
        """Whoever opens a table drives it first."""
        return None if self.nodes is None else self.nodes.node

    def _check_space(self, address: str) -> None:
        """Tables at which nothing happens make room for others."""
        if not self.settings.limits:
            return
        if len(self._tables_of(address)) >= self.settings.address_tables:
            raise Refused("many_tables", most=self.settings.address_tables, seconds=self._idle_seconds)
        self._make_room()

    def _tables_of(self, address: str) -> set[str]:
        here = {room.id for room in self._rooms.values() if room.address == address}
        return here if self.node_limits is None else here | self.node_limits.tables(address)

    def _by_address(self) -> dict[str, list[str]]:
        """The tables in memory."""
        found: dict[str, list[str]] = {}
        for room in self._rooms.values():
            if room.address:
                found.setdefault(room.address, []).append(room.id)
        return found

    def _make_room(self) -> None:
        if not self.settings.limits or len(self._rooms) < self.settings.tables:
            return
        self.sweep(0)
        if len(self._rooms) >= self.settings.tables:
            raise Refused("server_full", seconds=self._idle_seconds)

    @property
    def _idle_seconds(self) -> int:
        """When the next table may have been let go."""
        return math.ceil(self.settings.idle_seconds)

    # Letting go

    async def end_table(self, table_id: str) -> int:
        """Everybody is sent away, and the match stays as it is. How many were there?"""
        room = self._rooms.pop(table_id, None)
        if room is None:
            return 0
        async with room.lock:
            room.close()
            there = len(room.readers)
            room.turn_out("ended", lambda _: True)
        return there

    async def _sweep_loop(self) -> None:
        while True:
            await asyncio.sleep(self.settings.idle_seconds / 2)
            self.sweep(self.settings.idle_seconds)

    def sweep(self, idle_seconds: float) -> None:
        now = asyncio.get_running_loop().time()
        for table_id, room in list(self._rooms.items()):
            if room.is_idle and room.used + idle_seconds < now:
                room.close()
                del self._rooms[table_id]


def _seat(table: Table, wish: str | None) -> Seat:
    """South unless another is wished for; at a round table, the first."""
    if wish is None:
        return Seat("S") if Seat("S") in table.seats else table.seats[0]
    if wish not in table.seats:
        raise Refused("bad_field", field="seat", detail=" ".join(table.seats))
    return Seat(wish)


def _entry(entering: Entering, sitting: SeatRow, now: int) -> EntryRow:
    return EntryRow(
        series=entering.shared.series,
        person=seating.digest(entering.token),
        table_id=sitting.table_id,
        day=entering.day,
        name=sitting.name,
        started=now,
    )


def _empty(table_id: str, seat: Seat) -> SeatRow:
    return SeatRow(table_id=table_id, seat=seat, kind="empty", name="")
