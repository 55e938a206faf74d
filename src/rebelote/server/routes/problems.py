"""Problems: the one of the day, the next one, an answer. The right one is told to nobody before his own."""

from __future__ import annotations

import random
from datetime import date
from typing import Annotated

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from rebelote.language.text import Lang, catalogue
from rebelote.problems.record import Problem
from rebelote.problems.shipped import Shipped, shipped
from rebelote.problems.telling import theme_name
from rebelote.problems.themes import Theme
from rebelote.server import problem_scores
from rebelote.server.game import now_ms
from rebelote.server.limits import address_of
from rebelote.server.messages.problems import (
    ProblemAnswer,
    ProblemList,
    ProblemTheme,
    ProblemVerdict,
    ProblemView,
)
from rebelote.server.problem_messages import chosen, problem_view, verdict
from rebelote.server.problem_scores import Standing, today
from rebelote.server.problems import Refused
from rebelote.server.routes.common import SEAT, AnyRequest, AskedLang, person
from rebelote.server.services import Services

Given = NamedDependency[Services]
AskedTheme = Annotated[Theme | None, QueryParameter(description="What it is to be about.")]


async def _shipped(services: Services, address: str) -> Shipped:
    return await services.pool.run(shipped, address)


async def _standing(services: Services, who: str | None) -> Standing | None:
    if who is None:
        return None
    return await services.registry.store.look(lambda c: problem_scores.standing_of(c, who))


async def _found(services: Services, name: str, address: str) -> Problem:
    found = (await _shipped(services, address)).problem(name)
    if found is None:
        raise Refused("not_found")
    return found


async def _shown(services: Services, name: str, day: date | None, lang: Lang, address: str) -> ProblemView:
    problem = await _found(services, name, address)
    level = await services.registry.store.look(
        lambda c: problem_scores.rating_of(c, problem.id, problem.rating)
    )
    told = str(day) if day is not None else None
    return await services.pool.run(lambda: problem_view(problem, round(level.rating), told, lang), address)


@get("/api/problems", summary="Themes of the problems, and how this browser stands")
async def list_problems(request: AnyRequest, services: Given, lang: AskedLang = "fr") -> ProblemList:
    return await _listed(request, services, lang)


async def _listed(request: AnyRequest, services: Services, lang: Lang) -> ProblemList:
    kept, words = await _shipped(services, address_of(request.scope)), catalogue(lang)
    standing = await _standing(services, person(request))
    themes = kept.themes().items()
    return ProblemList(
        count=len(kept),
        themes=[ProblemTheme(theme, theme_name(theme, words), count) for theme, count in themes],
        standing=standing.told(today()) if standing is not None else None,
    )


@get("/api/problems/daily", summary="The problem of the day, the same for everybody")
async def show_daily(request: AnyRequest, services: Given, lang: AskedLang = "fr") -> ProblemView:
    address, day = address_of(request.scope), today()
    kept = await _shipped(services, address)
    return await _shown(services, kept.of_day(day), day, lang, address)


@get("/api/problems/next", summary="A problem about as hard as this browser is good")
async def show_next(
    request: AnyRequest, services: Given, theme: AskedTheme = None, lang: AskedLang = "fr"
) -> ProblemView:
    address, who = address_of(request.scope), person(request)
    kept = await _shipped(services, address)
    standing, seen = Standing(), frozenset[str]()
    if who is not None:
        standing, seen = await services.registry.store.look(
            lambda c: (problem_scores.standing_of(c, who), problem_scores.seen_by(c, who))
        )
    name = kept.near(standing.rating.rating, theme, seen, random.Random())
    if name is None:
        raise Refused("not_found")
    return await _shown(services, name, None, lang, address)


@get("/api/problems/{problem_id:str}", summary="A problem as its seat sees it")
async def show_problem(
    request: AnyRequest, problem_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> ProblemView:
    return await _shown(services, problem_id, None, lang, address_of(request.scope))


@post("/api/problems/{problem_id:str}/answer", status_code=200, summary="Answer a problem")
async def answer_problem(
    request: AnyRequest,
    problem_id: FromPath[str],
    data: JSONBody[ProblemAnswer],
    services: Given,
    lang: AskedLang = "fr",
) -> ProblemVerdict:
    address, who, day = address_of(request.scope), person(request), today()
    problem = await _found(services, problem_id, address)
    choice = await services.pool.run(lambda: chosen(problem, data.answer), address)
    if choice is None:
        raise Refused("bad_field", field="answer", detail=data.answer)
    scored = problem_scores.Scored(Standing(), 0, rated=False)
    if who is not None:
        is_daily = (await _shipped(services, address)).of_day(day) == problem.id
        scored = await services.registry.store.maintain(
            lambda c: problem_scores.score(
                c,
                who,
                problem.id,
                problem.rating,
                right=choice.is_right,
                daily=day if is_daily else None,
                now=now_ms(),
            )
        )
    standing = scored.standing.told(day) if who is not None else None
    return await services.pool.run(
        lambda: verdict(problem, choice, scored.rated, scored.change, standing, lang), address
    )


@delete(
    "/api/problems/me",
    status_code=200,
    security=SEAT,
    summary="Forget this browser's answers and rating",
)
async def forget_me(request: AnyRequest, services: Given, lang: AskedLang = "fr") -> ProblemList:
    who = person(request)
    if who is None:
        raise Refused("no_token")
    await services.registry.store.maintain(lambda c: problem_scores.forget(c, who))
    return await _listed(request, services, lang)


ROUTES = [list_problems, show_daily, show_next, show_problem, answer_problem, forget_me]
