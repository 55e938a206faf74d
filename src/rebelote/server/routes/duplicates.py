"""The deals of the day, challenges, the league."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from rebelote.fairness.days import Day
from rebelote.server import seating
from rebelote.server.limits import address_of
from rebelote.server.messages.series import (
    Entrant,
    League,
    NewChallenge,
    SeriesInfo,
    SeriesResult,
    Today,
)
from rebelote.server.messages.tables import Seated
from rebelote.server.problems import Refused
from rebelote.server.routes.common import AnyRequest, AskedLang, person, token_of
from rebelote.server.services import Services

Given = NamedDependency[Services]
Week = Annotated[
    str | None,
    QueryParameter(max_length=10, description="A day of that week, as 2026-11-17; none: this week."),
]


@get("/api/daily", summary="Today's deals, and what is published of those to come")
async def show_today(request: AnyRequest, services: Given, lang: AskedLang = "fr") -> Today:
    return await services.duplicates.today(person(request), lang)


@get("/api/daily/{day:str}", summary="What fixed the deals of a day; when it is over, to be checked")
async def show_day(day: FromPath[str], services: Given) -> Day:
    return await services.duplicates.published(day)


@get("/api/league", summary="The players of a week, the best first")
async def show_league(
    request: AnyRequest, services: Given, week: Week = None, lang: AskedLang = "fr"
) -> League:
    return await services.duplicates.league(week, person(request), lang, address_of(request.scope))


@post("/api/series", status_code=201, summary="A challenge: four deals that nobody has seen")
async def make_challenge(
    request: AnyRequest, data: JSONBody[NewChallenge], services: Given, lang: AskedLang = "fr"
) -> SeriesInfo:
    services.registry.bans.check_name(data.nickname)
    made = await services.duplicates.challenge(data)
    return await services.duplicates.info(made, person(request), lang)


@get("/api/series/{series_id:str}", summary="A deal of the day or a challenge")
async def show_series(
    request: AnyRequest, series_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> SeriesInfo:
    return await services.duplicates.info(series_id, person(request), lang)


@post(
    "/api/series/{series_id:str}/play",
    status_code=200,
    summary="Begin it, once, or go on; the token, made here for one who has none, is for all series",
)
async def play_series(
    request: AnyRequest,
    series_id: FromPath[str],
    data: JSONBody[Entrant],
    services: Given,
    lang: AskedLang = "fr",
) -> Seated:
    services.registry.bans.check_name(data.nickname)
    token, address = _checked(token_of(request)), address_of(request.scope)
    room, token, seat = await services.duplicates.play(series_id, data, token, address)
    room.located(seating.digest(token), address)
    return Seated(room.info(seat, lang), token, seat)


def _checked(token: str | None) -> str | None:
    """One that we made, or as long as those are."""
    if token is not None and len(token) != len(seating.new_token()):
        raise Refused("not_your_seat")
    return token


@get(
    "/api/series/{series_id:str}/result",
    summary="One's result beside all others'; for those who have played, and for all when it is over",
)
async def show_result(
    request: AnyRequest, series_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> SeriesResult:
    return await services.duplicates.result(series_id, person(request), lang, address_of(request.scope))


ROUTES = [show_today, show_day, show_league, make_challenge, show_series, play_series, show_result]
