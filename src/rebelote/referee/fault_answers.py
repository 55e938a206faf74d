"""What a fault costs."""

from __future__ import annotations

from typing import Any, cast

from rebelote.phases.penalties import judge
from rebelote.referee.count_answers import contre_steps
from rebelote.referee.players import seated
from rebelote.referee.questions import Fields, bad_question
from rebelote.referee.replies import Answer
from rebelote.results import Fault
from rebelote.ruleset import SUITS_ONLY, Ruleset
from rebelote.table import Side

FAULTS = ("misdeal", "wrong_card", "unproved_declaration")


def penalty(rules: Ruleset, fields: Fields) -> Answer:
    """What a side loses by a fault, and what it may no longer do."""
    rules = seated(rules, fields)
    fault = cast(Fault, fields.one_of("fault", FAULTS))
    side = Side(fields.one_of("side", rules.table.sides))
    judged = judge(rules, fault, side, **_particulars(rules, fault, fields))
    return {
        "score": dict(judged.score),
        "redeal": judged.redeal,
        "may_not_take": judged.may_not_take,
        "barred": judged.barred,
    }


def _particulars(rules: Ruleset, fault: Fault, fields: Fields) -> dict[str, Any]:
    """Only what this ruleset needs to know of the fault is asked for."""
    penalties = rules.penalties
    if fault == "misdeal" and penalties.misdeal == "escalating":
        return {"consecutive": fields.one_of("consecutive", (1, 2, 3))}
    if fault == "wrong_card" and penalties.wrong_card == "barred_or_lost":
        noticed = fields.one_of("noticed", ("at_once", "end_of_deal"))
        suit = {"suit": fields.suit("suit").value} if noticed == "at_once" else {}
        return {"noticed": noticed, **suit}
    if fault == "wrong_card" and penalties.wrong_card == "lost_round":
        return _round_lost(rules, fields)
    if fault == "wrong_card" and penalties.wrong_card == "lost_with_roem":
        return {"points": _points_so_far(fields)}
    declared = rules.hand_declarations is not None
    if fault == "unproved_declaration" and penalties.unproved == "to_opponents" and declared:
        return {"points": _points(fields)}
    return {}


def _points(fields: Fields) -> int:
    points = fields.integer("points")
    if points < 0:
        raise bad_question("points", "0 or more")
    return points


def _points_so_far(fields: Fields) -> int:
    """Roem or projects that the deal has brought: none, unless the question says so (KL-7, BA-6)."""
    return _points(fields) if fields.has("points") else 0


def _round_lost(rules: Ruleset, fields: Fields) -> dict[str, Any]:
    """At a suit, without a double and without projects, unless the question says otherwise (BA-6)."""
    points = _points_so_far(fields)
    trump = fields.trump() if fields.has("trump") else SUITS_ONLY[0]
    contre = fields.one_of("contre", contre_steps(rules)) if fields.has("contre") else 0
    return {"points": points, "trump": trump, "contre": contre}
