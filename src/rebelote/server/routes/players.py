"""A browser's own: figures of its matches, its history on the way to another, its results forgotten."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from rebelote.server import duplicate_store
from rebelote.server.limits import address_of
from rebelote.server.match_facts import facts_of
from rebelote.server.messages.players import (
    Forgotten,
    MatchFacts,
    NewTransfer,
    TakeTransfer,
    TransferCode,
    Transferred,
)
from rebelote.server.problems import Refused
from rebelote.server.routes.common import SEAT, AnyRequest, AskedLang, person
from rebelote.server.services import Services
from rebelote.table import Seat

Given = NamedDependency[Services]
AskedSeat = Annotated[str, QueryParameter(name="seat", max_length=2, description="Whose match it was.")]


@get("/api/matches/{match_id:str}/facts", summary="A match in the figures of a player's statistics")
async def show_facts(
    request: AnyRequest, match_id: FromPath[str], services: Given, seat: AskedSeat, lang: AskedLang = "fr"
) -> MatchFacts:
    address = address_of(request.scope)
    game = await services.archive.game(match_id, address, person(request))
    if seat not in game.match.rules.table.seats:
        raise Refused("bad_field", field="seat", detail=" ".join(game.match.rules.table.seats))
    reviewed = await services.review_jobs.stored(match_id)
    return await services.pool.run(lambda: facts_of(game, Seat(seat), reviewed, lang), address)


@post("/api/transfers", status_code=201, summary="A code that moves a browser's history to another, once")
async def make_transfer(request: AnyRequest, data: JSONBody[NewTransfer], services: Given) -> TransferCode:
    address = address_of(request.scope)
    code, until = await services.transfers.make(msgspec.json.encode(data.data), person(request), address)
    return TransferCode(code, until)


@post(
    "/api/transfers/take", status_code=200, summary="What a code stands for; one's own results go there too"
)
async def take_transfer(request: AnyRequest, data: JSONBody[TakeTransfer], services: Given) -> Transferred:
    found = await services.transfers.take(data.code, address_of(request.scope))
    own, other = person(request), found.person
    if own is not None and other is not None and own != other:
        await services.registry.store.maintain(lambda c: duplicate_store.merge(c, own, other))
    return Transferred(msgspec.json.decode(found.data))


@delete("/api/player", status_code=200, security=SEAT, summary="One's results of the day become nobody's")
async def forget_player(request: AnyRequest, services: Given) -> Forgotten:
    own = person(request)
    if own is None:
        raise Refused("no_token")
    nobody = secrets.token_hex(32)
    forgotten = await services.registry.store.maintain(lambda c: duplicate_store.forget(c, own, nobody))
    return Forgotten(forgotten)


ROUTES = [show_facts, make_transfer, take_transfer, forget_player]
