"""For whatever watches over the server: does the process live, and may people come in?"""

from __future__ import annotations

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec

from rebelote.server.services import Services

Given = NamedDependency[Services]


class Health(msgspec.Struct):
    alive: bool = True


class Readiness(msgspec.Struct):
    """`ready` is all of the others."""

    ready: bool
    database: bool
    draining: bool


@get("/health", summary="The process is alive; the database is not asked")
async def show_health() -> Health:
    return Health()


@get(
    "/ready",
    summary="The database takes writes and the server is not stopping",
    responses={503: ResponseSpec(Readiness, description="Not now")},
)
async def show_readiness(services: Given) -> Response[Readiness]:
    draining = services.registry.draining
    database = not draining and await services.registry.store.is_writable()
    ready = database and not draining
    return Response(Readiness(ready, database, draining), status_code=200 if ready else 503)


ROUTES = [show_health, show_readiness]
