"""The server's application without a network."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from rebelote.server.app import create_app
from rebelote.server.settings import Settings
from rebelote.server.table_registry import TableRegistry


@asynccontextmanager
async def application(folder: Path, **more: Any) -> AsyncIterator[httpx.AsyncClient]:
    """The application without a network."""
    options = Settings(data=folder, **{"limits": False, **more})
    registry = TableRegistry(options)
    app: Any = create_app(options, registry)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        registry.opened(),
        httpx.AsyncClient(transport=transport, base_url="http://localhost", verify=False) as client,
    ):
        yield client
