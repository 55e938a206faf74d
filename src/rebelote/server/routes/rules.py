"""Rules, bots, referee."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from rebelote.bots import BOTS
from rebelote.referee import answer_body
from rebelote.referee.replies import to_line
from rebelote.ruleset import loading
from rebelote.server import rulebook
from rebelote.server.cast import CAST
from rebelote.server.limits import address_of
from rebelote.server.messages.rules import BotInfo, CastInfo, CheckRules, RulesPage, RulesSummary
from rebelote.server.problems import Refused
from rebelote.server.routes.common import AnyRequest, AskedLang
from rebelote.server.services import Services

Given = NamedDependency[Services]


@get("/api/rules", summary="The built-in rulesets with their options")
async def list_rules(lang: AskedLang = "fr") -> list[RulesSummary]:
    return rulebook.summaries(lang)


@get("/api/rules/schema", summary="The JSON Schema of a house rule")
async def rules_schema() -> dict[str, Any]:
    return rulebook.schema()


@get("/api/rules/{rules_id:str}", summary="A ruleset with its clauses")
async def show_rules(rules_id: FromPath[str], lang: AskedLang = "fr") -> RulesPage:
    if rules_id not in loading.RULESET_IDS:
        raise Refused("not_found", field="id")
    return rulebook.builtin_page(rules_id, lang)


@post("/api/rules/check", status_code=200, summary="Any rules: by id with options, by code, as TOML")
async def check_rules(
    request: AnyRequest, data: JSONBody[CheckRules], services: Given, lang: AskedLang = "fr"
) -> RulesPage:
    return await services.rules.page(data.rules, lang, address_of(request.scope))


@get("/api/bots", summary="The bots, from weakest to strongest")
async def list_bots(lang: AskedLang = "fr") -> list[BotInfo]:
    return [
        BotInfo(
            bot.name,
            bot.strength,
            bot.description(lang),
            [CastInfo(face, name) for face, name in CAST[bot.name].items()],
        )
        for bot in BOTS.values()
    ]


@post(
    "/api/referee",
    status_code=200,
    summary="Questions of docs/referee.md, one or a list",
)
async def ask_referee(
    request: AnyRequest, services: Given
) -> Response[dict[str, Any] | list[dict[str, Any]]]:
    body = await request.body()
    reply = await services.pool.run(lambda: to_line(answer_body(body)), address_of(request.scope))
    return Response(reply, media_type=MediaType.JSON)  # type: ignore[arg-type]


ROUTES = [list_rules, rules_schema, show_rules, check_rules, list_bots, ask_referee]
