"""Whoever is there when the operator bans him goes: on this node, and on those that hear of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from rebelote.errors import RebeloteError
from rebelote.server import orders
from rebelote.server.bans import Ban, folded
from rebelote.server.services import Services

logger = logging.getLogger("rebelote.server")

TOPIC: Final = "bans"
PAUSE_SECONDS: Final = 1.0
LOOK_SECONDS: Final = 10.0
"""How often bans are read again in case no message came, where there may be other nodes."""


async def send_away(services: Services, ban: Ban) -> int:
    """How many connections or players went."""
    match ban.kind:
        case "address":
            return _close_banned(services)
        case "name":
            return await _remove_named(services, ban.what)
        case "table":
            return await services.registry.end_table(ban.what)


def _close_banned(services: Services) -> int:
    closed = 0
    for connection in list(services.connections):
        try:
            services.registry.bans.check_address(connection.address)
        except RebeloteError:
            connection.end("banned")
            closed += 1
    return closed


async def _remove_named(services: Services, name: str) -> int:
    found = [
        (room, seat)
        for room in services.registry.rooms
        for seat, row in room.seats.items()
        if row.kind == "human" and folded(row.name) == name
    ]
    for room, seat in found:
        await orders.send_off(room, seat, "banned_name")
    return len(found)


# Several nodes


def tell_others(services: Services) -> None:
    """That bans have changed: they read them again."""
    services.registry.channel.publish(TOPIC, b"")


@asynccontextmanager
async def heeding_others(services: Services) -> AsyncIterator[None]:
    """What the operator orders at another node holds here."""
    changed = asyncio.Event()
    channel = services.registry.channel
    channel.subscribe(TOPIC, lambda _message: changed.set())
    channel.on_return(changed.set)
    heeding = asyncio.create_task(_heed_loop(services, changed))
    try:
        yield
    finally:
        heeding.cancel()
        channel.unsubscribe(TOPIC)


async def _heed_loop(services: Services, changed: asyncio.Event) -> None:
    seconds = LOOK_SECONDS if services.registry.store.is_shared else None
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await changed.wait()
        changed.clear()
        try:
            new = await services.registry.bans.read_again()
        except RebeloteError:  # the store has said so
            await asyncio.sleep(PAUSE_SECONDS)
            changed.set()
            continue
        for ban in new:
            await _heed(services, ban)


async def _heed(services: Services, ban: Ban) -> None:
    """Where another node has been faster, there is nothing left to do."""
    try:
        await send_away(services, ban)
    except RebeloteError as error:
        logger.warning("a ban of another node: %s", error)
    except Exception:
        logger.exception("a ban of another node could not be carried out")
