"""What a played deal is worth: its result, each side's mark, and the lines that explain them."""

from __future__ import annotations

import msgspec

from rebelote.phases.scoring.contract import contract_tally, score_contract
from rebelote.phases.scoring.count import cite, count_of, sheet
from rebelote.phases.scoring.marks import score_marks
from rebelote.phases.scoring.solo import score_solo
from rebelote.phases.scoring.take import score_take, take_tally
from rebelote.phases.scoring.trickless import adjusted
from rebelote.phases.scoring.tricks import point_tally, score_gaps, score_points, score_tricks, trick_tally
from rebelote.results import DealScore, DealSummary, ScoreLine, Tally
from rebelote.ruleset import (
    ContractScoring,
    Drawn,
    GapScoring,
    MarkScoring,
    PointScoring,
    Ruleset,
    SoloScoring,
    TakeScoring,
    TrickScoring,
)


def score_deal(rules: Ruleset, summary: DealSummary, pending: int = 0) -> DealScore:
    """The marks of a deal; `pending` is what an earlier deal left held (A-10.1c)."""
    if summary.is_void:
        return _score_void(rules, pending)
    summary, lost = adjusted(rules, summary)
    score = _score(rules, summary, pending)
    return msgspec.structs.replace(score, lines=(*score.lines, *lost)) if lost else score


def _score(rules: Ruleset, summary: DealSummary, pending: int) -> DealScore:
    match rules.scoring:
        case TakeScoring() as scoring:
            return score_take(count_of(rules, summary), scoring, pending)
        case MarkScoring() as scoring:
            return score_marks(count_of(rules, summary), scoring)
        case ContractScoring() as scoring:
            return score_contract(count_of(rules, summary), scoring)
        case SoloScoring() as scoring:
            return score_solo(count_of(rules, summary), scoring)
        case TrickScoring() as scoring:
            return score_tricks(count_of(rules, summary), scoring)
        case PointScoring() as scoring:
            return score_points(count_of(rules, summary), scoring)
        case GapScoring() as scoring:
            return score_gaps(rules, scoring, summary)


def tally(rules: Ruleset, summary: DealSummary) -> Tally | None:
    """What the deal was judged by; None where it is not one side against the other."""
    if summary.contract is None:
        return None
    count = count_of(rules, adjusted(rules, summary)[0])
    match rules.scoring:
        case TakeScoring() as scoring:
            return take_tally(count, scoring)
        case ContractScoring() as scoring:
            return contract_tally(count, scoring)
        case TrickScoring() as scoring:
            return trick_tally(count, scoring)
        case PointScoring():
            return point_tally(count)
        case _:
            return None


def _score_void(rules: Ruleset, pending: int) -> DealScore:
    lines = [ScoreLine(_void_clause(rules), None, 0, "void_deal")]
    match rules.scoring:
        case TakeScoring(test="more_than_defence", cites=cites) if pending:
            lines.append(ScoreLine(cites.tie, None, pending, "litige_held"))
    return sheet(rules, "none", lines, pending)


def _void_clause(rules: Ruleset) -> str:
    part = rules.trump_choice
    passed_out = "" if isinstance(part, Drawn) else part.cites.passed_out
    return passed_out or cite(part)
