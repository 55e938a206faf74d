"""Positions to be studied: what may be played in them. They come with the request; no table is asked."""

from __future__ import annotations

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from rebelote.server.limits import address_of
from rebelote.server.messages.positions import GivenPosition, PositionView
from rebelote.server.positions import line_of, position_view
from rebelote.server.routes.common import AnyRequest, AskedLang
from rebelote.server.services import Services

Given = NamedDependency[Services]


@post("/api/positions", status_code=200, summary="A position after its moves: cards that may be played")
async def step_position(
    request: AnyRequest, data: JSONBody[GivenPosition], services: Given, lang: AskedLang = "fr"
) -> PositionView:
    address = address_of(request.scope)
    chosen = await services.rules.find(data.rules, None, address)
    return await services.pool.run(lambda: position_view(line_of(data, chosen), lang), address)


ROUTES = [step_position]
