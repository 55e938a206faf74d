"""Finished deals and matches."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from rebelote.fairness import Fairness
from rebelote.server import erasing, seating
from rebelote.server.archive import Packed
from rebelote.server.history import MOST_AT_ONCE
from rebelote.server.limits import address_of
from rebelote.server.messages.history import MatchSummary, Replay
from rebelote.server.messages.reviews import BotReason, ReviewAnswer
from rebelote.server.messages.tables import TableAnswer
from rebelote.server.review_messages import Reader
from rebelote.server.routes.common import SEAT, AnyRequest, AskedLang, person, token_of
from rebelote.server.services import Services
from rebelote.table import Seat

Given = NamedDependency[Services]

First = Annotated[
    int,
    QueryParameter(
        name="from", ge=-10_000, le=10_000, description="The place of the first deal; below 0, from the end."
    ),
]
Count = Annotated[int, QueryParameter(ge=1, le=MOST_AT_ONCE, description="How many deals.")]

ReadingSeat = Annotated[
    str | None,
    QueryParameter(
        name="seat", max_length=2, description="Whose player reads: what is told of it says «vous»."
    ),
]
Place = Annotated[int, QueryParameter(ge=1, le=10_000_000, description="The seq of the call or the card.")]
DealFirst = Annotated[
    int | None, QueryParameter(ge=1, le=10_000, description="The number of the deal to judge first.")
]


@get("/api/matches/{match_id:str}", summary="A match in a few words")
async def show_match(
    request: AnyRequest, match_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> MatchSummary:
    return await services.archive.summary(match_id, lang, address_of(request.scope), person(request))


@get(
    "/api/matches/{match_id:str}/replay",
    summary="Some of the deals that may be seen, open",
    zips_itself=True,
)
async def show_replay(
    request: AnyRequest,
    match_id: FromPath[str],
    services: Given,
    first: First = 0,
    count: Count = MOST_AT_ONCE,
    lang: AskedLang = "fr",
) -> Response[Replay]:
    found = await services.archive.replay(
        match_id, lang, first, count, address_of(request.scope), person(request)
    )
    return _answer(request, found, MediaType.JSON)


@get(
    "/api/matches/{match_id:str}/record",
    summary="The match as a text file",
    media_type=MediaType.TEXT,
    zips_itself=True,
)
async def show_record(request: AnyRequest, match_id: FromPath[str], services: Given) -> Response[str]:
    found = await services.archive.record(match_id, address_of(request.scope), person(request))
    answer = _answer(request, found, MediaType.TEXT)
    answer.headers["content-disposition"] = f'attachment; filename="{match_id}.belote"'
    return answer


@get("/api/matches/{match_id:str}/fairness", summary="The shuffle, to be checked", zips_itself=True)
async def show_fairness(request: AnyRequest, match_id: FromPath[str], services: Given) -> Response[Fairness]:
    found = await services.archive.proof(match_id, address_of(request.scope), person(request))
    return _answer(request, found, MediaType.JSON)


@get("/api/matches/{match_id:str}/review", summary="What the review has found so far")
async def show_review(
    request: AnyRequest,
    match_id: FromPath[str],
    services: Given,
    reader: ReadingSeat = None,
    lang: AskedLang = "fr",
) -> ReviewAnswer:
    to = Reader(lang, None if reader is None else Seat(reader))
    return await services.review_jobs.status(match_id, to, address_of(request.scope), person(request))


@get("/api/matches/{match_id:str}/why", summary="A bot's reason for a call or a card of a deal that is over")
async def show_reason(
    request: AnyRequest, match_id: FromPath[str], services: Given, seq: Place, lang: AskedLang = "fr"
) -> BotReason:
    return await services.archive.bot_reason(match_id, seq, lang, address_of(request.scope), person(request))


@post(
    "/api/matches/{match_id:str}/review",
    status_code=200,
    summary="Have every decision of the deals that may be seen judged, in the background",
)
async def ask_for_review(
    request: AnyRequest,
    match_id: FromPath[str],
    services: Given,
    deal: DealFirst = None,
    reader: ReadingSeat = None,
    lang: AskedLang = "fr",
) -> ReviewAnswer:
    asked = address_of(request.scope)
    to = Reader(lang, None if reader is None else Seat(reader))
    return await services.review_jobs.ask(match_id, to, asked, person(request), first=deal)


def _answer(request: AnyRequest, found: Packed, kind: MediaType) -> Response[Any]:
    zipped = found.zipped if "gzip" in request.headers.get("accept-encoding", "") else None
    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if zipped else {})
    return Response(zipped or found.plain, media_type=kind, headers=headers)


@delete(
    "/api/matches/{match_id:str}",
    status_code=200,
    security=SEAT,
    summary="Delete a finished match, for everybody (host of its table)",
)
async def delete_match(
    request: AnyRequest, match_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> TableAnswer:
    game = await services.archive.game(match_id, address_of(request.scope), person(request))
    room = await services.registry.room(game.row.table_id)
    await erasing.delete_match(room, token_of(request), game)
    return TableAnswer(room.info(seating.seat_of(room, token_of(request)), lang))


ROUTES = [
    show_match,
    show_replay,
    show_record,
    show_fairness,
    show_review,
    show_reason,
    ask_for_review,
    delete_match,
]
