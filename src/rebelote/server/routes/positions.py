"""Positions to be studied: what may be played in them, what it is worth.

They come with the request. No table is asked, so nothing of a live one can be told.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from rebelote.server.limits import address_of
from rebelote.server.messages.positions import (
    FrameRequest,
    GivenPosition,
    PositionFrame,
    PositionValues,
    PositionView,
    ReadPosition,
    ReadRequest,
    SolveRequest,
)
from rebelote.server.position_reading import read
from rebelote.server.position_values import frame, values
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


@post("/api/positions/solve", status_code=200, summary="The exact value of each card, every card open")
async def solve_position(
    request: AnyRequest, data: JSONBody[SolveRequest], services: Given
) -> PositionValues:
    address = address_of(request.scope)
    chosen = await services.rules.find(data.rules, None, address)
    key = sha256(msgspec.json.encode(data, order="deterministic")).digest()
    return await services.solving.once(key, lambda: values(data, chosen, services.solvers), address)


@post("/api/positions/frame", status_code=200, summary="What a position of a game is made of")
async def frame_position(
    request: AnyRequest, data: JSONBody[FrameRequest], services: Given, lang: AskedLang = "fr"
) -> PositionFrame:
    chosen = await services.rules.find(data.rules, data.players, address_of(request.scope))
    return frame(chosen, data.players, lang)


@post("/api/positions/read", status_code=200, summary="A position out of a deal in text, a record or a log")
async def read_position(request: AnyRequest, data: JSONBody[ReadRequest], services: Given) -> ReadPosition:
    return await services.solving.run(lambda: read(data), address_of(request.scope))


ROUTES = [step_position, solve_position, frame_position, read_position]
