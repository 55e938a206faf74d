"""What a side without a trick has: declarations and belote that nobody has then, or the others (BE-4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from rebelote.phases.scoring.count import Lines, cite
from rebelote.results import DealSummary, ScoreLine
from rebelote.ruleset import Belote, Declarations, Ruleset
from rebelote.table import Side


class Adjusted(NamedTuple):
    """A deal as it is counted, and the lines that say what was lost for want of a trick."""

    summary: DealSummary
    lost: Lines


def adjusted(rules: Ruleset, summary: DealSummary) -> Adjusted:
    """The deal with what sides without a trick lose."""
    sides = [side for side in rules.table.sides if not summary.tricks.get(side)]
    if not sides or summary.bids:
        return Adjusted(summary, [])
    lost: Lines = []
    declared = _after(rules, rules.hand_declarations, sides, summary.declarations, lost, "declarations_lost")
    belote = _after(rules, rules.belote, sides, summary.belote, lost, "belote_lost")
    return Adjusted(msgspec.structs.replace(summary, declarations=declared, belote=belote), lost)


def _after(
    rules: Ruleset,
    part: Declarations | Belote | None,
    sides: list[Side],
    had: Mapping[Side, int],
    lost: Lines,
    label: str,
) -> Mapping[Side, int]:
    if part is None or part.trickless == "keeps":
        return had
    kept = dict(had)
    for side in sides:
        if amount := kept.get(side, 0):
            lost.append(ScoreLine(cite(part, "trickless"), side, 0, label))
            kept[side] = 0
            if part.trickless == "taken":
                winner = rules.table.opponent(side)
                kept[winner] = kept.get(winner, 0) + amount
    return kept
