"""The server as a process: it starts, says so, and on SIGTERM lets everybody go without losing anything."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import Final

import uvicorn

from rebelote.server import circles
from rebelote.server.admin import listening
from rebelote.server.app import application
from rebelote.server.database import DatabaseProblem
from rebelote.server.limits import LARGEST_MESSAGE
from rebelote.server.logs import event
from rebelote.server.metrics import Metrics, serve_metrics
from rebelote.server.process_end import end_in
from rebelote.server.protocols import protocols
from rebelote.server.rooms import Room
from rebelote.server.services import Services
from rebelote.server.sockets import Door, grant_files, limits_of, spare_files
from rebelote.server.systemd import notify, watchdog_loop

ACTIONS_SECONDS: Final = 3.0
"""For actions that are being written."""
ANSWERS_SECONDS: Final = 3
"""For requests that are being answered."""
STOP_SECONDS: Final = 9.0
"""After this the process ends whatever still hangs: what was acknowledged is on disk."""


def run(services: Services, sock: socket.socket, greet: Callable[[], None]) -> None:
    """Until a signal; `greet` is called once everybody may come in."""
    settings = services.settings
    serve_metrics(services.settings, Metrics(services))
    limits = grant_files(limits_of(settings))
    door = Door(limits, settings.proxies)
    services.outbox.most = spare_files(limits)
    http, ws = protocols(door, services.outbox)
    config = uvicorn.Config(
        application(services),
        http=http,
        ws=ws,
        callback_notify=door.sweep,
        timeout_notify=1,
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        timeout_graceful_shutdown=ANSWERS_SECONDS,
    )
    Server(config, services, greet).run(sockets=[sock])


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, services: Services, greet: Callable[[], None]) -> None:
        super().__init__(config)
        self._services = services
        self._greet = greet
        self._chores: list[asyncio.Task[None]] = []
        self._until_stop = AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        if self._services.settings.admin:
            await self._until_stop.enter_async_context(listening(self._services))
        self._chores = [asyncio.create_task(watchdog_loop()), asyncio.create_task(circles.look_loop())]
        notify("READY=1")
        event("started")
        self._greet()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        end_in(STOP_SECONDS)
        notify("STOPPING=1")
        event("stopping", connections=len(self._services.connections))
        for server in self.servers:
            server.close()
        await self._until_stop.aclose()
        await drain(self._services)
        await super().shutdown(sockets)
        event("stopped")


async def drain(services: Services) -> None:
    """Every table's actions are written and told, then its readers are asked to come again (1012)."""
    services.registry.draining = True
    with suppress(TimeoutError):
        async with asyncio.timeout(ACTIONS_SECONDS):
            await asyncio.gather(*map(_let_go, services.registry.rooms))
    if services.registry.nodes is not None:
        with suppress(DatabaseProblem):
            await services.registry.nodes.leave()
    for connection in list(services.connections):
        connection.restart()


async def _let_go(room: Room) -> None:
    """Whoever has asked for an action before us holds the lock until it is on disk and told."""
    async with room.lock:
        room.close()
        for reader in room.readers:
            reader.restart()
