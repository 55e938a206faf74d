"""What a deal is worth, and whether the match is over."""

from __future__ import annotations

from typing import cast, get_args

import msgspec

from rebelote.phases.ending import match_end
from rebelote.phases.scoring import score_deal
from rebelote.phases.summaries import check_summary
from rebelote.referee.players import is_staircase, seated, with_players
from rebelote.referee.questions import Fields, QuestionError, bad_question
from rebelote.referee.replies import Answer
from rebelote.results import Contract, DealScore, DealSummary, ScoreLine, Slam, Value
from rebelote.ruleset import Auction, ContractScoring, Ruleset, Staircase, Target
from rebelote.table import Side

RESULTS = ("made", "failed", "tie", "none")


def score(rules: Ruleset, fields: Fields) -> Answer:
    """What each side marks for a deal, with the lines that say why."""
    pending = _read_pending(fields)
    rules, summary = _read_summary(seated(rules, fields), fields.object("deal"))
    _check_summary(rules, summary)
    _check_pending(pending)
    scored = score_deal(rules, summary, pending)
    return {
        "result": scored.result,
        "score": dict(scored.score),
        "pending": scored.pending,
        "why": [_why(rules, line) for line in scored.lines],
    }


def _read_pending(fields: Fields) -> int:
    return fields.integer("pending") if fields.has("pending") else 0


def _check_pending(pending: int) -> None:
    if pending < 0:
        raise QuestionError("inconsistent", "pending: can't be negative")


def _why(rules: Ruleset, line: ScoreLine) -> str:
    reason = rules.catalogue("en").lines[line.label]
    return f"{line.clause}: {reason}, {line.points}" + (f" {line.side}" if line.side is not None else "")


def _read_summary(rules: Ruleset, deal: Fields) -> tuple[Ruleset, DealSummary]:
    """The deal of the question; a staircase's tells how many play."""
    if deal.has("contract") and deal.value("contract") is None:
        return rules, DealSummary()
    if is_staircase(rules):
        return _read_guesses(rules, deal)
    sides = rules.table.sides
    may_omit_cards = rules.counts_tricks and not deal.has("cards")
    summary = DealSummary(
        contract=_read_contract(rules, deal.object("contract")),
        tricks=deal.counts("tricks", sides),
        cards={} if may_omit_cards else deal.counts("cards", sides),
        last=Side(deal.one_of("last", sides)),
        belote={} if rules.roem is not None else deal.counts("belote", sides),
        declarations=deal.counts("declarations" if rules.roem is None else "roem", sides),
        alone=_read_alone(rules, deal),
    )
    return rules, summary


def _read_alone(rules: Ruleset, deal: Fields) -> bool | msgspec.UnsetType:
    """Whether the caller won every trick himself, where a générale may be called (AN-2.3)."""
    choice = rules.trump_choice
    slams = choice.slam_names if isinstance(choice, Auction) else ()
    may_be = "generale" in slams and deal.has("alone")
    return bool(deal.one_of("alone", (False, True))) if may_be else msgspec.UNSET


def _read_contract(rules: Ruleset, contract: Fields) -> Contract:
    side = contract.one_of("side", (*rules.table.sides, None))
    value = contract.value("value")
    slams = _slams(rules)
    if not (value is None or type(value) is int or value in slams):
        raise bad_question(contract.path("value"), " or ".join(("an integer", *slams, "null")))
    return Contract(
        side=side,
        trump=contract.trump(),
        value=cast(Value, value),
        contre=contract.one_of("contre", contre_steps(rules)),
    )


def _slams(rules: Ruleset) -> tuple[Slam, ...]:
    """Those that the game knows; whether the options let them be called is another question."""
    has_generale = isinstance(rules.scoring, ContractScoring) and rules.scoring.generale > 0
    return get_args(Slam) if has_generale else ("capot",)


def contre_steps(rules: Ruleset) -> tuple[int, ...]:
    """Up to two everywhere, or as far as the game's own ladder goes."""
    choice = rules.trump_choice
    longest = len(choice.ladder) if isinstance(choice, Auction) else 0
    return tuple(range(max(2, longest) + 1))


def _read_guesses(rules: Ruleset, deal: Fields) -> tuple[Ruleset, DealSummary]:
    layout = rules.dealing.layout
    assert isinstance(layout, Staircase)
    players = len(deal.object("bids").keys())
    if players not in layout.top:
        raise bad_question(deal.path("bids"), "a guess for each of 3 to 6 players")
    at_table = with_players(rules, players)
    sides = at_table.table.sides
    return at_table, DealSummary(bids=deal.counts("bids", sides), tricks=deal.counts("tricks", sides))


def _check_summary(rules: Ruleset, summary: DealSummary) -> None:
    if (reason := check_summary(rules, summary)) is not None:
        raise QuestionError("inconsistent", reason)


# The end of the match


def end(rules: Ruleset, fields: Fields) -> Answer:
    """Whether the match is over after this deal, and who has won."""
    rules = seated(rules, fields)
    sides = rules.table.sides
    totals = fields.counts("totals", sides)
    last = fields.object("last")
    played, summary = _read_summary(rules, last)
    counted = DealScore(
        result=last.one_of("result", RESULTS),
        score=last.counts("score", played.table.sides),
        pending=_read_pending(fields if fields.has("pending") else last) if _may_hang_on(rules) else 0,
    )
    awaiting = Side(fields.one_of("awaiting", sides)) if fields.given("awaiting") else None
    deal_number = fields.integer("deal_number") if rules.last_deal is not None else 1
    _check_last(rules, played, summary, deal_number)
    _check_pending(counted.pending)
    ending = match_end(rules, totals, summary, counted, awaiting=awaiting, deal_number=deal_number)
    return {
        "over": ending.over,
        "winner": _winner(ending.winners),
        "awaiting": ending.awaiting,
    }


def _may_hang_on(rules: Ruleset) -> bool:
    """Do points that hang hold the end back (BG-7)?"""
    return isinstance(rules.match_end, Target) and rules.match_end.hanging_holds


def _check_last(rules: Ruleset, played: Ruleset, summary: DealSummary, deal_number: int) -> None:
    _check_summary(played, summary)
    if played.table.sides != rules.table.sides:
        raise QuestionError("inconsistent", "last: not as many players as at this table")
    last = rules.last_deal
    if last is not None and not 1 <= deal_number <= last:
        raise QuestionError("inconsistent", f"deal_number: from 1 to {last} for these players")


def _winner(winners: tuple[Side, ...]) -> Side | list[Side] | None:
    if not winners:
        return None
    return winners[0] if len(winners) == 1 else list(winners)
