"""Finished deals and matches."""

from __future__ import annotations

import asyncio

from litestar import MediaType, Response, delete, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from rebelote.codec import ENCODER
from rebelote.fairness import Fairness
from rebelote.server import erasing, history, seating
from rebelote.server.messages import MatchSummary, Replay, TableAnswer
from rebelote.server.routes.common import SEAT, AnyRequest, AskedLang, token_of
from rebelote.server.services import Services

Given = NamedDependency[Services]


@get("/api/matches/{match_id:str}", summary="A match in a few words")
async def show_match(match_id: FromPath[str], services: Given, lang: AskedLang = "fr") -> MatchSummary:
    return history.summary(await services.registry.match(match_id), lang)


@get("/api/matches/{match_id:str}/replay", summary="The deals that may be seen, open", response_headers=[])
async def show_replay(match_id: FromPath[str], services: Given, lang: AskedLang = "fr") -> Response[Replay]:
    game = await services.registry.match(match_id)
    body = await asyncio.to_thread(lambda: ENCODER.encode(history.replay(game, lang)))
    return Response(body, media_type=MediaType.JSON)  # type: ignore[arg-type]


@get("/api/matches/{match_id:str}/record", summary="The match as a text file", media_type=MediaType.TEXT)
async def show_record(match_id: FromPath[str], services: Given) -> Response[str]:
    game = await services.registry.match(match_id)
    text = await asyncio.to_thread(history.record, game)
    name = f'attachment; filename="{game.id}.belote"'
    return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": name})


@get("/api/matches/{match_id:str}/fairness", summary="The shuffle, to be checked")
async def show_fairness(match_id: FromPath[str], services: Given) -> Fairness:
    game = await services.registry.match(match_id)
    return await asyncio.to_thread(history.proof, game)


@delete(
    "/api/matches/{match_id:str}",
    status_code=200,
    security=SEAT,
    summary="Delete a finished match, for everybody (host of its table)",
)
async def delete_match(
    request: AnyRequest, match_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> TableAnswer:
    game = await services.registry.match(match_id)
    room = await services.registry.room(game.row.table_id)
    await erasing.delete_match(room, token_of(request), game)
    return TableAnswer(room.info(seating.seat_of(room, token_of(request)), lang))


ROUTES = [show_match, show_replay, show_record, show_fairness, delete_match]
