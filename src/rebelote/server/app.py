"""The application, put together."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.types import ASGIApp

from rebelote.errors import RebeloteError
from rebelote.server import banishing, docs_pages, rulebook, static_page, websocket
from rebelote.server.archive import Archive
from rebelote.server.bans import refusing_banned
from rebelote.server.description import describe
from rebelote.server.duplicates import Duplicates
from rebelote.server.limits import LARGEST_BODY, answering_head, guarded, language, retry_after
from rebelote.server.messages.errors import Failure
from rebelote.server.observing import observed, watch_loop
from rebelote.server.problems import Refused, problem, status_of
from rebelote.server.review_jobs import OwnReviews, ReviewJobs, ReviewLine
from rebelote.server.routes import (
    duplicates,
    health,
    lessons,
    matches,
    players,
    positions,
    problems,
    rules,
    schema,
    tables,
)
from rebelote.server.services import Services
from rebelote.server.settings import Settings
from rebelote.server.shared_transfers import SharedTransfers
from rebelote.server.table_registry import TableRegistry
from rebelote.server.transfers import TransfersHere
from rebelote.server.work_pool import WorkPool
from rebelote.server.yardsticks import Yardsticks

logger = logging.getLogger("rebelote.server")

AnyRequest = Request[Any, Any, Any]

ROUTES: Final = (
    *health.ROUTES,
    *rules.ROUTES,
    *lessons.ROUTES,
    *tables.ROUTES,
    *matches.ROUTES,
    *positions.ROUTES,
    *duplicates.ROUTES,
    *players.ROUTES,
    *problems.ROUTES,
)
SOLVING_THREADS: Final = 1
SOLVING_WAITING: Final = 15
SOLVING_SECONDS: Final = 10.0
"""Positions are solved apart from rules and the referee: one may take a second and more."""
LONGEST_SHOWN: Final = 100
"""Of an address in a log."""


def create_app(settings: Settings, registry: TableRegistry | None = None) -> ASGIApp:
    """The whole server as one ASGI application."""
    return application(services_of(settings, registry))


def services_of(settings: Settings, registry: TableRegistry | None = None) -> Services:
    registry = registry or TableRegistry(settings)
    limits = registry.limits
    pool, archive = WorkPool(limits=limits), Archive(registry, limits)
    solving = WorkPool(SOLVING_THREADS, SOLVING_WAITING, SOLVING_SECONDS, limits)
    review_jobs = ReviewJobs(registry.store, archive, _review_line(registry))
    shared = Duplicates(registry, pool, Yardsticks())
    return Services(
        settings,
        registry,
        limits,
        pool,
        solving,
        archive,
        review_jobs,
        shared,
        transfers=SharedTransfers(settings.redis_url) if settings.redis_url else TransfersHere(),
        description=describe(ROUTES),
    )


def _review_line(registry: TableRegistry) -> ReviewLine:
    """Reviews are made by this process, or by way of Redis."""
    if registry.workers is None:
        return OwnReviews(registry.store, registry.limits, resumes=not registry.store.is_shared)
    from rebelote.server.review_queue import QueuedReviews

    return QueuedReviews(registry.settings.redis_url, registry.store, registry.limits, registry.workers)


def application(services: Services) -> ASGIApp:
    admitted = refusing_banned(_routes(services), services.registry.bans)
    whole = observed(answering_head(guarded(admitted, services.settings, services.limits)), services.settings)
    return static_page.under(whole, services.settings.base)


def _routes(services: Services) -> Litestar:
    @asynccontextmanager
    async def open_house(_app: Litestar) -> AsyncIterator[None]:
        await asyncio.to_thread(rulebook.warm)
        watching = asyncio.create_task(watch_loop())
        async with (
            services.registry.opened(),
            services.review_jobs.opened(),
            banishing.heeding_others(services),
        ):
            yield
        watching.cancel()
        services.duplicates.close()
        services.pool.close()
        services.solving.close()
        services.archive.close()
        await services.transfers.close()

    return Litestar(
        [*ROUTES, *schema.ROUTES, websocket.live, docs_pages.show_docs, static_page.show_page],
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        lifespan=[open_house],
        exception_handlers={
            RebeloteError: _refuse,
            HTTPException: _refuse_http,
            RecursionError: _refuse_deep,
            Exception: _fail,
        },
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, exclude_opt_key="zips_itself"
        ),
        openapi_config=None,
        logging_config=None,
    )


# What goes wrong


def _refuse(request: AnyRequest, error: RebeloteError) -> Response[Failure]:
    again = retry_after(error) if isinstance(error, Refused) else []
    return Response(
        Failure(problem(error, language(request.scope))),
        status_code=status_of(error),
        headers={name.decode(): value.decode() for name, value in again},
    )


def _refuse_http(request: AnyRequest, error: HTTPException) -> Response[Failure]:
    answer = _refuse(request, _as_refusal(error))
    if isinstance(error, MethodNotAllowedException):
        answer.headers["allow"] = ", ".join(_methods(request))
    return answer


def _methods(request: AnyRequest) -> Iterator[str]:
    """What may be done at an address."""
    for method in ("GET", "POST", "DELETE", "OPTIONS"):
        with suppress(HTTPException):
            request.app.asgi_router.handle_routing(path=request.scope["path"], method=method)
            yield method
            if method == "GET":
                yield "HEAD"


def _refuse_deep(request: AnyRequest, _error: RecursionError) -> Response[Failure]:
    """JSON that goes deeper than its reader."""
    return _refuse(request, Refused("too_deep"))


def _as_refusal(error: HTTPException) -> Refused:
    match error:
        case ValidationException(extra=[{"key": str(key), "message": message}, *_]):
            return Refused("bad_field", field=_path(key, str(message)), detail=message)
        case NotFoundException():
            return Refused("not_found")
        case HTTPException(status_code=405):
            return Refused("method")
        case HTTPException(status_code=413):
            return Refused("too_large")
        case HTTPException(status_code=400, detail=detail):
            return Refused("bad_json", detail=detail)
        case _:
            return Refused("bad_field", field="", detail=error.detail)


def _path(key: str, message: str) -> str:
    """The key that was meant: msgspec names an unknown one in the message alone."""
    where = [] if key == "data" else [key.removeprefix("data.")]
    unknown = re.search("unknown field `([^`]*)`", message)
    return ".".join([*where, unknown.group(1)] if unknown else where)


def _fail(request: AnyRequest, error: Exception) -> Response[Failure]:
    route = request.scope.get("path_template") or request.scope["path"][:LONGEST_SHOWN]
    logger.error("%s %r failed", request.method, route, exc_info=error)
    return _refuse(request, Refused("failed"))
