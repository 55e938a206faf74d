"""In the background of a server: what is no longer kept goes, one match or table at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container
from contextlib import suppress
from typing import Final

from sqlalchemy import Connection

from rebelote.server import logs, retention, table_heads
from rebelote.server.database import DatabaseProblem
from rebelote.server.game import now_ms
from rebelote.server.problem_scores import forget_idle
from rebelote.server.settings import Settings
from rebelote.server.store import Store

FIRST_SECONDS: Final = 60.0
SECONDS: Final = 3600.0
AT_MOST: Final = 1000
"""What is looked for at once; what is left waits for the next hour."""
PAUSE_SECONDS: Final = 0.05


async def prune_loop(store: Store, settings: Settings, in_use: Callable[[], Container[str]]) -> None:
    """`in_use` are the tables in memory. Each node does it: what one has deleted the others don't find."""
    await asyncio.sleep(FIRST_SECONDS)
    while True:
        with suppress(DatabaseProblem):  # the store has said so
            await prune(store, keeping(settings), in_use)
        await asyncio.sleep(SECONDS)


def keeping(settings: Settings) -> retention.Keeping:
    return retention.Keeping(
        matches=settings.keep_matches_days, tables=settings.keep_tables_days, names=settings.keep_names_days
    )


async def prune(
    store: Store, keeping: retention.Keeping, in_use: Callable[[], Container[str]]
) -> retention.Expired:
    """Each in a transaction of its own, with a pause after it: those who play are not kept waiting."""
    found = await store.look(lambda connection: retention.expired(connection, keeping, now_ms(), AT_MOST))
    await store.maintain(lambda connection: retention.prune_results(connection, keeping, now_ms()))
    work: list[tuple[Callable[[Connection, str], None], str]] = [
        *((retention.delete_match, match) for match in found.matches),
        *((retention.erase_names, match) for match in found.names),
    ]
    for step, name in work:
        await _in_a_transaction(store, step, name)
    for table in found.tables:
        if table not in in_use() and not await _is_driven(store, table):
            await _in_a_transaction(store, retention.delete_table, table)
    if keeping.names:
        idle_since = now_ms() - keeping.names * retention.DAY_MS
        await store.maintain(lambda connection: forget_idle(connection, idle_since))
    if any(found):
        await store.maintain(retention.reclaim)
        kinds = {"matches": len(found.matches), "tables": len(found.tables), "names": len(found.names)}
        logs.event("pruned", **kinds)
    return found


async def _is_driven(store: Store, table: str) -> bool:
    """By another node: somebody is there."""
    if not store.is_shared:
        return False
    heads = await store.look(lambda connection: table_heads.look(connection, [table]))
    return table in heads and heads[table].is_driven


async def _in_a_transaction(store: Store, step: Callable[[Connection, str], None], name: str) -> None:
    await store.maintain(lambda connection: step(connection, name))
    await asyncio.sleep(PAUSE_SECONDS)
