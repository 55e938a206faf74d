"""The OpenAPI document: Litestar's, from the routes' types, and what each route may refuse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ControllerRouterHandler

from rebelote.fairness import Fairness
from rebelote.server.messages import MODULES
from rebelote.server.problems import STATUS

Json = dict[str, Any]

ILLEGAL: Final = 409
"""An action that the rules refuse; its code, `illegal`, comes with a clause."""
ALWAYS: Final = (400, 403, 414, 429)
WITH_A_BODY: Final = (413,)
WITH_A_NAME: Final = (404,)
WITH_A_TOKEN: Final = (401,)
AT_A_TABLE: Final = (410,)
ACTING: Final = (409,)
BEFORE_THE_END: Final = (409,)
IN_THE_POOL: Final = (503,)
FROM_THE_DATABASE: Final = (503,)
"""By what a route is like, the statuses of its refusals besides."""

ANYTHING: Final[Json] = {"content": {"application/json": {"schema": {}}}, "required": False}
"""The referee answers whatever it is asked."""
FINISHED: Final = ("/record", "/fairness")
STORED: Final = (
    "/api/daily",
    "/api/league",
    "/api/series",
    "/api/player",
    "/api/transfers",
    "/api/problems",
)
POSITIONS: Final = tuple(f"/api/positions{way}" for way in ("", "/solve", "/frame", "/read"))
POOLED: Final = ("/api/rules/check", "/api/referee", "/api/tables", *POSITIONS)


def describe(routes: Sequence[ControllerRouterHandler]) -> bytes:
    """As JSON. The routes themselves are copied, not changed."""
    return msgspec.json.encode(_document(routes))


def _document(routes: Sequence[ControllerRouterHandler]) -> Json:
    """Of an application of its own, since Litestar's routes for it answer 404 with a page in HTML."""
    config = OpenAPIConfig(
        title="rebelote",
        version="1",
        description="Tables, matches and rules of belote. docs/api.md has the live connection.",
        components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
    )
    nothing = {"services": Provide(lambda: None, sync_to_thread=False)}
    found: Json = Litestar(
        routes, openapi_config=config, dependencies=nothing, logging_config=None
    ).openapi_schema.to_schema()
    found["components"]["schemas"].update(_shapes())
    found["paths"]["/api/referee"]["post"]["requestBody"] = ANYTHING
    for path, methods in found["paths"].items():
        for operation in methods.values():
            _add_refusals(path, operation)
    return found


def _shapes() -> Json:
    """Our types as msgspec reads and writes them: Litestar forgets bounds, and which keys are refused."""
    ours = [each for module in MODULES for each in vars(module).values() if _is_shape(each, module)]
    template = "#/components/schemas/{name}"
    _, found = msgspec.json.schema_components([*ours, Fairness], ref_template=template)
    return found


def _is_shape(value: object, module: ModuleType) -> bool:
    return (
        isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
    )


def _add_refusals(path: str, operation: Json) -> None:
    answers = operation["responses"]
    for status in [status for status in answers if status == "400"]:
        del answers[status]  # Litestar's own shape, which is not ours
    if path.startswith("/api/"):
        for status in sorted(set(_statuses(path, operation))):
            answers[str(status)] = _refusal(status)


def _statuses(path: str, operation: Json) -> Iterator[int]:
    changes = "requestBody" in operation or operation.get("security")
    yield from ALWAYS
    if "requestBody" in operation:
        yield from WITH_A_BODY
    if "{" in path:
        yield from WITH_A_NAME
    if operation.get("security"):
        yield from WITH_A_TOKEN
    if "{table_id}" in path or changes:
        yield from AT_A_TABLE
    if "{" in path and changes:
        yield from ACTING
    if path.startswith("/api/transfers"):
        yield from WITH_A_NAME
    if path.endswith(FINISHED):
        yield from BEFORE_THE_END
    if "{table_id}" in path or "{match_id}" in path or path.startswith(STORED):
        yield from FROM_THE_DATABASE
    if path in POSITIONS:
        yield from ACTING
    if path in POOLED:
        yield from IN_THE_POOL


def _refusal(status: int) -> Json:
    codes = [code for code, known in STATUS.items() if known == status]
    if status == ILLEGAL:
        codes.append("illegal")
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    return {"description": "Refused: " + ", ".join(codes), "content": content}
