"""Played deals and what they come to, as rows of a table."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from rebelote.phases.scoring import score_deal
from rebelote.phases.summaries import check_summary
from rebelote.results import DealScore, DealSummary, Result
from rebelote.ruleset.loading import load
from rebelote.table import Side

NS, EW = Side("NS"), Side("EW")


def scored(rules: str, summary: DealSummary, pending: int = 0, **options: Any) -> DealScore:
    ruleset = load(rules, options)
    assert check_summary(ruleset, summary) is None
    return score_deal(ruleset, summary, pending)


class Row(NamedTuple):
    why: str
    deal: DealSummary
    result: Result
    ns: int
    ew: int


def rows(*table: Row) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", table, ids=[row.why for row in table])


def agrees(row: Row, rules: str, **options: Any) -> None:
    found = scored(rules, row.deal, **options)
    assert (found.result, found.score, found.pending) == (row.result, {NS: row.ns, EW: row.ew}, 0)
