"""What this API is, for programs."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency

from rebelote.server.services import Services

Given = NamedDependency[Services]

JSON: Final = "application/vnd.oai.openapi+json"
YAML: Final = "application/vnd.oai.openapi"


@get(["/api/schema", "/api/schema/openapi.json"], include_in_schema=False)
async def show_description(services: Given) -> Response[bytes]:
    return Response(services.description, media_type=JSON)


@get("/api/schema/openapi.yaml", include_in_schema=False)
async def show_description_in_yaml(services: Given) -> Response[bytes]:
    found = await services.pool.once("description", lambda: _yaml(services.description))
    return Response(found, media_type=YAML)


def _yaml(document: bytes) -> bytes:
    return msgspec.yaml.encode(msgspec.json.decode(document))


ROUTES = [show_description, show_description_in_yaml]
