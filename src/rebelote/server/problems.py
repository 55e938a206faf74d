"""What is refused, and why: one shape for HTTP and the live connection, in the reader's language."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from rebelote.errors import BadCard, BadRules, Illegal, RebeloteError
from rebelote.language.sentences import explain, words_of
from rebelote.language.text import Lang, catalogue, told
from rebelote.server.counts import COUNTS
from rebelote.server.database import DatabaseProblem
from rebelote.server.messages.errors import Problem
from rebelote.solver import BadPosition, Unsolvable
from rebelote.solver.line import IllegalMove
from rebelote.stored_log import NewerFormat

STATUS = {
    "bad_json": 400,
    "too_deep": 400,
    "bad_field": 400,
    "bad_rules": 400,
    "bad_name": 400,
    "bad_code": 400,
    "bad_action": 400,
    "unsolvable": 400,
    "stale": 409,
    "seat_taken": 409,
    "full": 409,
    "not_waiting": 409,
    "not_over": 409,
    "no_match": 409,
    "seat_empty": 409,
    "own_seat": 409,
    "endless": 409,
    "not_opening": 409,
    "bad_seed": 400,
    "next_deal": 409,
    "mid_deal": 409,
    "not_now": 409,
    "no_request": 409,
    "already_seated": 409,
    "other_hand": 409,
    "no_claim": 409,
    "same_for_all": 409,
    "already_played": 409,
    "series_closed": 409,
    "not_played": 403,
    "no_token": 401,
    "not_your_seat": 403,
    "not_host": 403,
    "no_spectators": 403,
    "no_advice": 403,
    "no_takebacks": 403,
    "nothing_to_advise": 409,
    "no_bot_there": 409,
    "others_acted": 409,
    "nothing_to_take_back": 409,
    "many_takebacks": 409,
    "kicked": 403,
    "banned": 403,
    "banned_name": 403,
    "ended": 410,
    "origin": 403,
    "host": 421,
    "no_table": 404,
    "no_transfer": 404,
    "not_found": 404,
    "method": 405,
    "bad_http": 400,
    "slow": 408,
    "too_large": 413,
    "long_address": 414,
    "headers": 431,
    "rate": 429,
    "talkative": 429,
    "crowded": 429,
    "many_tables": 429,
    "server_full": 503,
    "failed": 500,
    "unavailable": 503,
    "newer_format": 503,
    "busy": 503,
    "too_slow": 503,
    "hello_first": 400,
}


class Refused(RebeloteError):
    """A request that can't be met; nothing has changed. `values` go into the sentence."""

    def __init__(self, code: str, *, field: str | None = None, **values: Any) -> None:
        self.code = code
        self.field = field
        self.values = values
        super().__init__(code)

    @property
    def status(self) -> int:
        return STATUS[self.code]

    @property
    def retry_after(self) -> int | None:
        """In how many seconds it is worth another try, where time alone helps."""
        return self.values.get("seconds")


def not_played(until: int) -> Refused:
    """Deals that others still play for a score, and when everybody may see them (epoch ms)."""
    return Refused("not_played", opens=datetime.fromtimestamp(until / 1000, UTC))


def status_of(error: RebeloteError) -> int:
    match error:
        case Refused(status=status):
            return status
        case Illegal():
            return 409
        case DatabaseProblem():
            return STATUS["unavailable"]
        case NewerFormat():
            return STATUS["newer_format"]
        case _:
            return 400


def problem(error: RebeloteError, lang: Lang) -> Problem:
    """What a person is told; every refusal that is told is counted."""
    told_ = _problem(error, lang)
    COUNTS.refusals[told_.code] += 1
    return told_


def _problem(error: RebeloteError, lang: Lang) -> Problem:
    words = catalogue(lang).server
    match error:
        case Refused(code=code, field=field, values=values):
            return Problem(code, words[code].format(field=field or "", **values), field)
        case NewerFormat():
            return Problem("newer_format", words["newer_format"].format(found=error.found))
        case IllegalMove(clause=cited, place=place):
            clause = words_of(error.rules, lang).clause(cited) if cited else None
            return Problem("illegal", explain(error, lang), f"moves.{place}", clause)
        case Illegal(clause=cited):
            return Problem("illegal", explain(error, lang), clause=words_of(error.rules, lang).clause(cited))
        case BadPosition(field=field, said=said):
            detail = told(said, lang)
            return Problem("bad_field", words["bad_field"].format(field=field, detail=detail), field)
        case Unsolvable():
            return Problem("unsolvable", words["unsolvable"].format(detail=error.told(lang)))
        case BadRules(path=path, said=said):
            detail = told(said, lang)
            return Problem("bad_rules", words["bad_rules"].format(field=path, detail=detail), path)
        case DatabaseProblem():
            return Problem("unavailable", words["unavailable"])
        case BadCard():
            return Problem("bad_action", words["bad_action"].format(detail=error), "action.card")
        case _:
            return Problem("bad_field", words["bad_field"].format(field="", detail=error.told(lang)))
