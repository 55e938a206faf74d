"""A run: start everything, play, let faults happen, play to the end, check."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field

from sqlalchemy import create_engine, select

from rebelote.server import schema
from tests.faults import figures
from tests.faults.checker import Violation, Watched, check
from tests.faults.cluster import Cluster, cluster
from tests.faults.figures import Figures
from tests.faults.injections import Fault, NodeFault
from tests.faults.players import Evening
from tests.faults.stand_ins import check_stand_ins
from tests.faults.tables import Plan, Table, open_tables


@dataclass(frozen=True)
class Options:
    """In seconds: `rest` is between two faults, `closing` what the last matches may take. `others_run`: the
    cores are used by others too, so limits of time are those of a node that waits for its turn to run."""

    plans: Sequence[Plan]
    seconds: float
    seed: int
    faults: Sequence[Fault]
    nodes: int = 3
    with_redis: bool = True
    pace: float = 0.4
    closing: float = 120.0
    rest: float = 3.0
    reconnect_limit: float = 3.0
    pickup_limit: float = 5.0
    others_run: bool = False


@dataclass
class Outcome:
    figures: Figures
    violations: list[Violation] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


async def run(options: Options, say: figures.Say, command: Sequence[str] = ("-m", "rebelote")) -> Outcome:
    luck = random.Random(options.seed)
    began = time.monotonic()
    async with cluster(options.nodes, luck, with_redis=options.with_redis, command=command) as machines:
        evening = Evening([node.port for node in machines.nodes], options.pace, machines.down)
        tables = await open_tables(evening, options.plans, luck)
        say(f"{time.monotonic() - began:6.1f} s  {len(tables)} tables opened")
        with unstopped_clocks():
            playing = [asyncio.create_task(player.play()) for table in tables for player in table.players]
            try:
                await _let_faults_happen(machines, options, began, say)
                evening.closing = True
                await asyncio.wait(playing, timeout=options.closing)
            finally:
                await _end(playing)
                results = await asyncio.gather(*playing, return_exceptions=True)
        say(f"{time.monotonic() - began:6.1f} s  the matches are over")
        failed = [each for each in results if isinstance(each, Exception)]
        outcome = await asyncio.to_thread(_checked, machines, evening, tables, options, began)
        outcome.violations += [Violation("?", "a player failed", repr(each)) for each in failed]
        outcome.violations += [
            _stuck(table, machines) for table in tables if not all(player.is_done for player in table.players)
        ]
        outcome.figures.seconds = time.monotonic() - began
        return outcome


@contextmanager
def unstopped_clocks() -> Iterator[None]:
    """All that people remember grows by thousands of objects a second. Python would look through them again
    and again, each time longer, and whoever waited for a node meanwhile would count that as the node's time:
    after a minute and a half, more than a second."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


async def _end(playing: Sequence[asyncio.Task[None]]) -> None:
    """One who is just closing a connection may not notice the first time."""
    while left := [task for task in playing if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=1.0)


async def _let_faults_happen(machines: Cluster, options: Options, began: float, say: figures.Say) -> None:
    """Each once in an order by chance, and again until the time is up."""
    until = time.monotonic() + options.seconds
    possible = [fault for fault in options.faults if fault.is_possible(machines)]
    waiting: list[Fault] = []
    rounds = 0
    while rounds == 0 or time.monotonic() < until:
        if not waiting:
            waiting = machines.luck.sample(possible, len(possible))
        await asyncio.sleep(options.rest)
        if waiting:
            fault = waiting.pop()
            at = time.monotonic() - began
            with machines.trouble() if not isinstance(fault, NodeFault) else nullcontext():
                told = await fault.happen(machines)
            say(f"{at:6.1f} s  {told}")
        rounds += not waiting


def _checked(
    machines: Cluster, evening: Evening, tables: list[Table], options: Options, began: float
) -> Outcome:
    watched = [
        Watched(table.id, table.plan.stand_in_after, [player.ledger for player in table.players], table.given)
        for table in tables
    ]
    by_id = {table.id: table for table in watched}
    machines.note_lapses()
    found = check(machines.database_url, watched)
    measured = figures.measure(machines, evening, watched, found.logs, began)
    violations = list(found.violations)
    violations += [
        each
        for log in found.logs.values()
        for each in check_stand_ins(log, by_id[log.table], machines, found.written)
    ]
    slowness = machines.slowness if options.others_run else 1.0
    if measured.slowest_return > slowness * options.reconnect_limit:
        violations.append(Violation("?", "coming back took too long", measured.told_slowest))
    if measured.slowest_pickup > slowness * options.pickup_limit:
        violations.append(Violation("?", "bots stood still too long", f"{measured.slowest_pickup:.1f} s"))
    if "Traceback" in machines.server_logs:
        place = machines.server_logs.index("Traceback")
        violations.append(Violation("?", "a server failed", machines.server_logs[place : place + 6000]))
    return Outcome(measured, violations)


def _stuck(table: Table, machines: Cluster) -> Violation:
    views = {
        player.ledger.seat: [player.last_view.get(name) for name in ("match", "seq", "phase", "to_act")]
        + [player.doing, player.last_loss, [each.node for each in player.ledger.heard[-3:]]]
        for player in table.players
    }
    detail = f"{table.plan.rules['id']} {table.plan.settings} {views} {_head(table.id, machines)}"
    return Violation(table.id, "the match did not come to its end", detail)


def _head(table: str, machines: Cluster) -> str:
    """Where the database says that the table stands."""
    engine = create_engine(machines.database_url)
    with engine.connect() as connection:
        head = connection.execute(select(schema.table_heads).where(schema.table_heads.c.table_id == table))
        living = connection.execute(select(schema.nodes)).all()
        last = connection.execute(
            select(schema.events.c.seq, schema.events.c.data)
            .join(schema.tables, schema.tables.c.match == schema.events.c.match)
            .where(schema.tables.c.id == table)
            .order_by(schema.events.c.seq.desc())
            .limit(2)
        ).all()
        found = f"{head.first()} {last} of {living}"
    engine.dispose()
    return found
