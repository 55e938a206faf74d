"""Tables: opening, sitting, leaving, orders, and play for programs that only speak HTTP."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from rebelote.bots.protocol import rules_line, view_line
from rebelote.codec import to_plain
from rebelote.language.text import Lang
from rebelote.server import advice, agreement, erasing, orders, seating, starting, takebacks
from rebelote.server.limits import address_of
from rebelote.server.messages.advice import Advice
from rebelote.server.messages.live import Acted, ActRequest, TakebackRequest
from rebelote.server.messages.tables import (
    Commit,
    Invitation,
    NewTable,
    Reveal,
    SeatAnswer,
    Seated,
    SeatOrder,
    SettingsChange,
    SitDown,
    Swap,
    TableAnswer,
    TableInfo,
)
from rebelote.server.rooms import Room
from rebelote.server.routes.common import SEAT, AnyRequest, AskedLang, caller_of, token_of
from rebelote.server.services import Services
from rebelote.server.websocket import read_action

Given = NamedDependency[Services]


@post("/api/tables", status_code=201, summary="A new table; with `start`, a match against bots")
async def open_table(
    request: AnyRequest, data: JSONBody[NewTable], services: Given, lang: AskedLang = "fr"
) -> Seated:
    services.registry.bans.check_name(data.nickname)
    chosen = await services.rules.find(data.rules, data.players, address_of(request.scope))
    room, token, seat = await services.registry.open_table(data, chosen, address_of(request.scope))
    room.located(seating.digest(token), address_of(request.scope))
    return Seated(room.info(seat, lang), token, seat)


@get("/api/tables/{table_id:str}", summary="A table")
async def show_table(
    request: AnyRequest, table_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> TableInfo:
    room = await services.registry.room(table_id)
    return _info(room, request, lang)


@post(
    "/api/tables/{table_id:str}/sit",
    status_code=200,
    summary="Take an empty seat, or a bot's; in the middle of a deal, from the next one on",
)
async def sit_down(
    request: AnyRequest,
    table_id: FromPath[str],
    data: JSONBody[SitDown],
    services: Given,
    lang: AskedLang = "fr",
) -> Seated:
    services.registry.bans.check_name(data.nickname)
    room = await services.registry.room(table_id)
    return _seated(room, await seating.sit(room, data, caller_of(request)), lang)


@post("/api/tables/{table_id:str}/leave", status_code=200, security=SEAT, summary="Leave; a bot takes over")
async def leave_table(
    request: AnyRequest, table_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> TableAnswer:
    room = await services.registry.room(table_id)
    await seating.leave(room, token_of(request))
    return _answer(room, request, lang)


@delete(
    "/api/tables/{table_id:str}/me",
    status_code=200,
    security=SEAT,
    summary="Leave for good: the name is erased from all that is stored of this table, and the token ends",
)
async def erase_me(
    request: AnyRequest, table_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> TableAnswer:
    room = await services.registry.room(table_id)
    await erasing.erase_me(room, token_of(request))
    return TableAnswer(room.info(None, lang))


@post("/api/tables/{table_id:str}/return", status_code=200, security=SEAT, summary="Take one's seat back")
async def return_to_table(
    request: AnyRequest, table_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> Seated:
    room = await services.registry.room(table_id)
    return _seated(room, await seating.come_back(room, caller_of(request)), lang)


@post(
    "/api/tables/{table_id:str}/ask",
    status_code=200,
    security=SEAT,
    summary="Ask the table to sit down at once, in the middle of a deal",
)
async def ask_to_sit(
    request: AnyRequest, table_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> TableAnswer:
    room = await services.registry.room(table_id)
    await agreement.ask(room, caller_of(request))
    return _answer(room, request, lang)


@post(
    "/api/tables/{table_id:str}/answer",
    status_code=200,
    security=SEAT,
    summary="Agree, or not, that somebody sits down at once",
)
async def answer_newcomer(
    request: AnyRequest,
    table_id: FromPath[str],
    data: JSONBody[SeatAnswer],
    services: Given,
    lang: AskedLang = "fr",
) -> TableAnswer:
    room = await services.registry.room(table_id)
    await agreement.answer(room, token_of(request), data)
    return _answer(room, request, lang)


@post(
    "/api/tables/{table_id:str}/invite",
    status_code=200,
    security=SEAT,
    summary="Invite again one who was sent away (host)",
)
async def invite_again(
    request: AnyRequest,
    table_id: FromPath[str],
    data: JSONBody[Invitation],
    services: Given,
    lang: AskedLang = "fr",
) -> TableAnswer:
    room = await services.registry.room(table_id)
    await orders.invite(room, token_of(request), data)
    return _answer(room, request, lang)


@post(
    "/api/tables/{table_id:str}/swap",
    status_code=200,
    security=SEAT,
    summary="Two seats change places, before a match or after it",
)
async def swap_seats(
    request: AnyRequest,
    table_id: FromPath[str],
    data: JSONBody[Swap],
    services: Given,
    lang: AskedLang = "fr",
) -> TableAnswer:
    room = await services.registry.room(table_id)
    await orders.swap(room, token_of(request), data)
    return _answer(room, request, lang)


@post("/api/tables/{table_id:str}/start", status_code=200, security=SEAT, summary="Begin the match (host)")
async def start_match(
    request: AnyRequest, table_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> TableAnswer:
    room = await services.registry.room(table_id)
    await seating.start(room, token_of(request))
    return _answer(room, request, lang)


@post(
    "/api/tables/{table_id:str}/rematch",
    status_code=200,
    security=SEAT,
    summary="Another match, once one is over",
)
async def start_again(
    request: AnyRequest, table_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> TableAnswer:
    room = await services.registry.room(table_id)
    await seating.start(room, token_of(request), again=True)
    return _answer(room, request, lang)


@post(
    "/api/tables/{table_id:str}/settings",
    status_code=200,
    security=SEAT,
    summary="Change the settings (host)",
)
async def change_settings(
    request: AnyRequest,
    table_id: FromPath[str],
    data: JSONBody[SettingsChange],
    services: Given,
    lang: AskedLang = "fr",
) -> TableAnswer:
    room = await services.registry.room(table_id)
    await orders.change_settings(room, token_of(request), data, services.settings.least_seconds)
    return _answer(room, request, lang)


@post(
    "/api/tables/{table_id:str}/seats/{seat:str}",
    status_code=200,
    security=SEAT,
    summary="Orders on a seat (host)",
)
async def order_seat(
    request: AnyRequest,
    table_id: FromPath[str],
    seat: FromPath[str],
    data: JSONBody[SeatOrder],
    services: Given,
    lang: AskedLang = "fr",
) -> TableAnswer:
    room = await services.registry.room(table_id)
    caller = caller_of(request)
    room.located(caller.person, caller.address)
    await orders.order(room, caller.token, seat, data)
    return _answer(room, request, lang)


def _answer(room: Room, request: AnyRequest, lang: Lang) -> TableAnswer:
    return TableAnswer(_info(room, request, lang))


def _info(room: Room, request: AnyRequest, lang: Lang) -> TableInfo:
    token = token_of(request)
    return room.info(seating.seat_of(room, token), lang, seating.person_of(token))


def _seated(room: Room, sat: seating.Sat, lang: Lang) -> Seated:
    seat = None if sat.waits else sat.seat
    return Seated(room.info(seat, lang, seating.person_of(sat.token)), sat.token, sat.seat, sat.waits)


# Seeds


@post(
    "/api/tables/{table_id:str}/commit",
    status_code=200,
    security=SEAT,
    summary="Commit to a seed for the next match",
)
async def commit_seed(
    request: AnyRequest,
    table_id: FromPath[str],
    data: JSONBody[Commit],
    services: Given,
    lang: AskedLang = "fr",
) -> TableAnswer:
    room = await services.registry.room(table_id)
    seat = seating.must_sit(room, token_of(request))
    await starting.give_commitment(room, seat, data.client_commitment)
    return _answer(room, request, lang)


@post(
    "/api/tables/{table_id:str}/reveal",
    status_code=200,
    security=SEAT,
    summary="Reveal one's seed for the match that is being opened",
)
async def reveal_seed(
    request: AnyRequest,
    table_id: FromPath[str],
    data: JSONBody[Reveal],
    services: Given,
    lang: AskedLang = "fr",
) -> TableAnswer:
    room = await services.registry.room(table_id)
    seat = seating.must_sit(room, token_of(request))
    room.heard_of(seat)
    await starting.reveal(room, seat, data)
    return _answer(room, request, lang)


# Play


@get(
    "/api/tables/{table_id:str}/view",
    security=SEAT,
    summary="The view of docs/bot-protocol.md, for the token's seat",
)
async def show_view(request: AnyRequest, table_id: FromPath[str], services: Given) -> dict[str, Any]:
    room = await services.registry.room(table_id)
    seat = seating.must_sit(room, token_of(request))
    view = room.view_of(seat, address_of(request.scope))
    room.heard_of(seat, address_of(request.scope))
    room.wake()
    return {"match": room.match_id, **to_plain(view_line(view))}


@post(
    "/api/tables/{table_id:str}/advice",
    status_code=200,
    security=SEAT,
    summary="What expert would do in this seat's place now; it is noted",
)
async def ask_for_advice(
    request: AnyRequest, table_id: FromPath[str], services: Given, lang: AskedLang = "fr"
) -> Advice:
    room = await services.registry.room(table_id)
    seat = seating.must_sit(room, token_of(request))
    room.heard_of(seat, address_of(request.scope))
    return await advice.advise(room, seat, services.pool, address_of(request.scope), lang)


@post(
    "/api/tables/{table_id:str}/takeback",
    status_code=200,
    security=SEAT,
    summary="Take back one's last call or card, and what bots did after it; it is noted",
)
async def take_back(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[TakebackRequest], services: Given
) -> Acted:
    room = await services.registry.room(table_id)
    seat = seating.must_sit(room, token_of(request))
    room.heard_of(seat, address_of(request.scope))
    return Acted(await takebacks.take_back(room, seat, data))


@get("/api/tables/{table_id:str}/rules", summary="The rules of this table as docs/bot-protocol.md tells them")
async def show_rules(table_id: FromPath[str], services: Given) -> dict[str, Any]:
    room = await services.registry.room(table_id)
    plain: dict[str, Any] = to_plain(rules_line(room.rules))
    return plain


@post("/api/tables/{table_id:str}/act", status_code=200, security=SEAT, summary="Act at the table")
async def act(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[ActRequest], services: Given
) -> Acted:
    room = await services.registry.room(table_id)
    seat = seating.must_sit(room, token_of(request))
    action = read_action(msgspec.json.encode(data.action))
    room.heard_of(seat, address_of(request.scope))
    return Acted(await room.act(seat, data.match, data.seq, action))


ROUTES = [
    open_table,
    show_table,
    sit_down,
    leave_table,
    erase_me,
    return_to_table,
    ask_to_sit,
    answer_newcomer,
    invite_again,
    swap_seats,
    start_match,
    start_again,
    change_settings,
    order_seat,
    commit_seed,
    reveal_seed,
    show_view,
    ask_for_advice,
    take_back,
    show_rules,
    act,
]
