"""Auctions in points: C-7 with its three scorings, C-9, D4 with its three. NS takes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rebelote.cards import Trump
from rebelote.phases.summaries import check_summary
from rebelote.results import Contract, DealScore, DealSummary
from rebelote.ruleset.loading import load
from tests.support.clause_mark import clause
from tests.support.contract_deals import PACK, TRICKS, deal
from tests.support.score_rows import EW, NS, Row, agrees, rows, scored

RAW_TOUT_ATOUT = 248


# Points made, C-7A


@clause("C-7", "C-7-round", "C-7A", "C-7A-made", "C-3")
@rows(
    Row("90 makes 90", deal(90, 80, "NS"), "made", 90, 70),
    Row("89 fails 90 though it rounds to 90", deal(90, 79, "NS"), "failed", 0, 160),
    Row("belote makes 90: 60 + 10 + 20", deal(90, 60, "NS", belote=(1, 0)), "made", 90, 90),
    Row("the defence's belote makes nothing", deal(90, 60, "NS", belote=(0, 1)), "failed", 0, 180),
    Row("85 up, 77 up", deal(80, 75, "NS"), "made", 90, 80),
    Row("84 down, 78 up", deal(80, 74, "NS"), "made", 80, 80),
    Row("91 down, 71 down", deal(80, 81, "NS"), "made", 90, 70),
    Row("the defence marks its belote: 77 + 20", deal(80, 75, "NS", belote=(0, 1)), "made", 90, 100),
)
def test_c_made_points(row: Row) -> None:
    agrees(row, "ffb-contree", scoring="made")


@clause("C-7A-failed", "C-7-belote")
@rows(
    Row("160", deal(100, 70, "NS"), "failed", 0, 160),
    Row("takers' belote to the defence", deal(120, 70, "NS", belote=(1, 0)), "failed", 0, 180),
    Row("the defence's own", deal(100, 70, "NS", belote=(0, 1)), "failed", 0, 180),
)
def test_c_made_failed(row: Row) -> None:
    agrees(row, "ffb-contree", scoring="made")


@clause("C-7A-contre", "C-7-contre", "C-7-belote")
@rows(
    Row("contre made", deal(90, 100, "NS", contre=1), "made", 320, 0),
    Row("surcontre made", deal(90, 100, "NS", contre=2), "made", 640, 0),
    Row("contre made with belote", deal(90, 100, "NS", contre=1, belote=(1, 0)), "made", 340, 0),
    Row("surcontre made with belote", deal(90, 100, "NS", contre=2, belote=(1, 0)), "made", 660, 0),
    Row(
        "made: the defence marks only its belote",
        deal(90, 100, "NS", contre=1, belote=(0, 1)),
        "made",
        320,
        20,
    ),
    Row("contre failed", deal(110, 70, "NS", contre=1), "failed", 0, 320),
    Row("surcontre failed", deal(110, 70, "NS", contre=2), "failed", 0, 640),
    Row("failed: every belote", deal(110, 70, "NS", contre=1, belote=(1, 0)), "failed", 0, 340),
    Row("surcontre failed: every belote", deal(110, 70, "NS", contre=2, belote=(0, 1)), "failed", 0, 660),
    Row("a capot not called pays the contre", deal(90, 152, "NS", contre=1), "made", 320, 0),
    Row("takers without a trick: the contre, not 250", deal(90, 0, "EW", contre=1), "failed", 0, 320),
    Row(
        "takers without a trick keep their belote",
        deal(90, 0, "EW", contre=2, belote=(1, 0)),
        "failed",
        20,
        640,
    ),
)
def test_c_made_contre(row: Row) -> None:
    agrees(row, "ffb-contree", scoring="made")


CAPOTS = [
    Row("called and made", deal("capot", 152, "NS"), "made", 500, 0),
    Row("contred and made", deal("capot", 152, "NS", contre=1), "made", 1000, 0),
    Row("surcontred and made", deal("capot", 152, "NS", contre=2), "made", 2000, 0),
    Row("called and missed", deal("capot", 140, "NS", tricks=7), "failed", 0, 500),
    Row("contred and missed", deal("capot", 140, "NS", contre=1, tricks=7), "failed", 0, 1000),
    Row("surcontred and missed", deal("capot", 140, "NS", contre=2, tricks=7), "failed", 0, 2000),
    Row("162 points are not eight tricks", deal("capot", 152, "NS", tricks=7), "failed", 0, 500),
    Row("missed with no trick at all", deal("capot", 0, "EW"), "failed", 0, 500),
    Row("made, takers' belote", deal("capot", 152, "NS", belote=(1, 0)), "made", 520, 0),
    Row("made, the defence keeps its belote", deal("capot", 152, "NS", belote=(0, 1)), "made", 500, 20),
    Row("contred, on top", deal("capot", 152, "NS", contre=1, belote=(1, 0)), "made", 1020, 0),
    Row("missed loses its belote", deal("capot", 140, "NS", tricks=7, belote=(1, 0)), "failed", 0, 520),
    Row("missed without a trick loses it too", deal("capot", 0, "EW", belote=(1, 0)), "failed", 0, 520),
    Row(
        "missed and contred loses it too",
        deal("capot", 0, "EW", contre=1, belote=(1, 0)),
        "failed",
        0,
        1020,
    ),
]


@clause("C-7-capot", "C-7A-capot", "C-7C-capot", "C-7-belote")
@pytest.mark.parametrize("scoring", ["made", "both"])
@rows(*CAPOTS)
def test_c_called_capot(row: Row, scoring: str) -> None:
    agrees(row, "ffb-contree", scoring=scoring)


@clause("C-7A-capot", "C-7-capot", "C-7-belote")
@rows(
    Row("not called", deal(90, 152, "NS"), "made", 250, 0),
    Row("not called, with belote", deal(90, 152, "NS", belote=(1, 0)), "made", 270, 0),
    Row("a side without a trick keeps its belote", deal(90, 152, "NS", belote=(0, 1)), "made", 250, 20),
    Row("the defence's", deal(90, 0, "EW"), "failed", 0, 250),
    Row("the defence's, takers keep their belote", deal(90, 0, "EW", belote=(1, 0)), "failed", 20, 250),
    Row("the defence's with its belote", deal(90, 0, "EW", belote=(0, 1)), "failed", 0, 270),
)
def test_c_made_capot_not_called(row: Row) -> None:
    agrees(row, "ffb-contree", scoring="made")


# Points announced, C-7B


@clause("C-7B", "C-7B-made", "C-7B-failed", "C-7")
@rows(
    Row("the contract's value and no more", deal(100, 120, "NS"), "made", 100, 0),
    Row("belote makes it and is not marked", deal(100, 70, "NS", belote=(1, 0)), "made", 100, 0),
    Row("the defence marks nothing, not even its belote", deal(80, 90, "NS", belote=(0, 1)), "made", 80, 0),
    Row("failed", deal(100, 80, "NS"), "failed", 0, 160),
    Row("failed: no belote is marked", deal(130, 80, "NS", belote=(1, 0)), "failed", 0, 160),
    Row("99 fails 100", deal(100, 89, "NS"), "failed", 0, 160),
)
def test_c_announced(row: Row) -> None:
    agrees(row, "ffb-contree", scoring="announced")


@clause("C-7B-contre")
@rows(
    Row("90 contred", deal(90, 100, "NS", contre=1), "made", 180, 0),
    Row("90 surcontred", deal(90, 100, "NS", contre=2), "made", 360, 0),
    Row("90 contred, failed", deal(90, 70, "NS", contre=1), "failed", 0, 180),
    Row("90 surcontred, failed", deal(90, 70, "NS", contre=2), "failed", 0, 360),
    Row("belote never marked", deal(90, 100, "NS", contre=1, belote=(0, 1)), "made", 180, 0),
)
def test_c_announced_contre(row: Row) -> None:
    agrees(row, "ffb-contree", scoring="announced")


@clause("C-7B-capot", "C-7-capot")
@rows(
    Row("not called: nothing more", deal(110, 152, "NS"), "made", 110, 0),
    Row("not called, contred", deal(110, 152, "NS", contre=1), "made", 220, 0),
    Row("called", deal("capot", 152, "NS"), "made", 250, 0),
    Row("contred", deal("capot", 152, "NS", contre=1), "made", 500, 0),
    Row("surcontred", deal("capot", 152, "NS", contre=2), "made", 1000, 0),
    Row("missed", deal("capot", 140, "NS", tricks=7), "failed", 0, 160),
    Row("missed, contred", deal("capot", 140, "NS", contre=1, tricks=7), "failed", 0, 500),
    Row("missed, surcontred", deal("capot", 140, "NS", contre=2, tricks=7), "failed", 0, 1000),
    Row("the defence with every trick", deal(110, 0, "EW"), "failed", 0, 160),
    Row("takers' belote is not marked then either", deal(110, 0, "EW", belote=(1, 0)), "failed", 0, 160),
)
def test_c_announced_capot(row: Row) -> None:
    agrees(row, "ffb-contree", scoring="announced")


# Points made and announced, C-7C


@clause("C-7C", "C-7C-made", "C-7C-failed", "C-7-round", "C-7-belote")
@rows(
    Row("110 + 80, and 52", deal(80, 100, "NS"), "made", 190, 50),
    Row("85 + 80 = 165 up", deal(80, 75, "NS"), "made", 170, 80),
    # 70 + 10 + 20 + 100, and 82
    Row("belote made", deal(100, 70, "NS", belote=(1, 0)), "made", 200, 80),
    Row("failed: 160 + 80", deal(80, 60, "NS"), "failed", 0, 240),
    Row("failed: every belote too", deal(110, 60, "NS", belote=(1, 0)), "failed", 0, 290),
)
def test_c_both(row: Row) -> None:
    agrees(row, "ffb-contree", scoring="both")


@clause("C-7C-contre", "C-7-contre", "C-7-belote")
@rows(
    # (160 + 80) × 2 and × 4; (160 + 100) × 2 + 20
    Row("contre made", deal(80, 100, "NS", contre=1), "made", 480, 0),
    Row("surcontre made", deal(80, 100, "NS", contre=2), "made", 960, 0),
    Row("contre failed", deal(80, 60, "NS", contre=1), "failed", 0, 480),
    Row("surcontre failed", deal(80, 60, "NS", contre=2), "failed", 0, 960),
    Row("belote on top", deal(80, 100, "NS", contre=1, belote=(1, 0)), "made", 500, 0),
    Row("the defence marks only its belote", deal(80, 100, "NS", contre=1, belote=(0, 1)), "made", 480, 20),
    Row("failed: every belote", deal(100, 60, "NS", contre=1, belote=(1, 0)), "failed", 0, 540),
    Row("a capot not called", deal(80, 152, "NS", contre=1), "made", 480, 0),
    Row("without a trick", deal(80, 0, "EW", contre=1, belote=(1, 0)), "failed", 20, 480),
)
def test_c_both_contre(row: Row) -> None:
    agrees(row, "ffb-contree", scoring="both")


@clause("C-7C-capot", "C-7-capot", "C-7-belote")
@rows(
    Row("not called: 250 + 80", deal(80, 152, "NS"), "made", 330, 0),
    Row("not called, belote each side's own", deal(80, 152, "NS", belote=(0, 1)), "made", 330, 20),
    Row("the defence's: 250 + 80", deal(80, 0, "EW"), "failed", 0, 330),
    Row("the defence's, takers keep their belote", deal(80, 0, "EW", belote=(1, 0)), "failed", 20, 330),
)
def test_c_both_capot_not_called(row: Row) -> None:
    agrees(row, "ffb-contree", scoring="both")


# Tout atout and sans atout, C-9


def tout_atout(value: int, cards: int, last: str, **more: Any) -> DealSummary:
    return deal(value, cards, last, trump="TA", pack=RAW_TOUT_ATOUT, **more)


@clause("C-9", "C-9-ta")
@rows(
    # 128 × 162/258 = 80.37: 80, and 82 for the others
    Row("128 raw makes 80", tout_atout(80, 118, "NS"), "made", 80, 80),
    # 127 × 162/258 = 79.74 is not 80, though it would be rounded to it
    Row("127 raw fails 80", tout_atout(80, 117, "NS"), "failed", 0, 160),
    # 135 × 162/258 = 84.77 is 85 first, and 90 on the sheet; 77 is 80
    Row("to the whole point before the ten", tout_atout(80, 125, "NS"), "made", 90, 80),
    # 95 × 162/258 = 59.65, and 20 makes 79.65
    Row("belote is not scaled", tout_atout(80, 95, "EW", belote=(1, 0)), "failed", 0, 180),
    # 64 × 162/258 = 40.19, and 40 makes 80.19; the defence 122 + 20 = 142
    Row("two belotes make it", tout_atout(80, 64, "EW", belote=(2, 1)), "made", 80, 140),
    Row("four belotes", tout_atout(160, 118, "NS", belote=(4, 0)), "made", 160, 80),
    Row("capot not called", tout_atout(80, 248, "NS"), "made", 250, 0),
    # Four belotes are 80 points without a trick: made, so each side marks its own, 162 to the defence.
    Row("four belotes and no trick", tout_atout(80, 0, "EW", belote=(4, 0)), "made", 80, 160),
)
def test_c_tout_atout(row: Row) -> None:
    agrees(row, "ffb-contree", sans_tout_atout=True)


@clause("C-9", "C-9-sa")
def test_c_sans_atout_is_not_scaled() -> None:
    row = Row("80 of 162", deal(80, 70, "NS", trump="SA"), "made", 80, 80)
    agrees(row, "ffb-contree", sans_tout_atout=True)


# D4: each way of scoring


@clause("D4", "D4-made", "D4-failed", "D4-belote")
@rows(
    Row("90 makes 90, no rounding", deal(90, 80, "NS"), "made", 90, 72),
    Row("89 fails", deal(90, 79, "NS"), "failed", 0, 160),
    Row("belote counts towards the call", deal(90, 60, "NS", belote=(1, 0)), "made", 90, 92),
    Row("belote to the defence", deal(80, 75, "NS", belote=(0, 1)), "made", 85, 97),
    Row("failed: takers' belote stays", deal(110, 75, "NS", belote=(1, 0)), "failed", 20, 160),
    Row("failed: the defence's on top", deal(110, 75, "NS", belote=(0, 1)), "failed", 0, 180),
    Row("180 made by 162 and belote", deal(180, 152, "NS", tricks=7, belote=(1, 0)), "made", 182, 0),
)
def test_d4_made(row: Row) -> None:
    agrees(row, "coinche", scoring="made")


@clause("D4-coinche", "D4-belote", "D4-failed")
@pytest.mark.parametrize("scoring", ["made", "both"])
@rows(
    Row("made: double the call and nothing else", deal(90, 100, "NS", contre=1), "made", 180, 0),
    Row("made: takers' belote", deal(90, 100, "NS", contre=1, belote=(1, 0)), "made", 200, 0),
    Row("made: the loser marks its belote", deal(90, 100, "NS", contre=1, belote=(0, 1)), "made", 180, 20),
    Row("failed: double the call", deal(90, 60, "NS", contre=1), "failed", 0, 180),
    Row(
        "failed: the loser marks its belote",
        deal(110, 60, "NS", contre=1, belote=(1, 0)),
        "failed",
        20,
        220,
    ),
    Row("failed: the defence's belote", deal(90, 60, "NS", contre=1, belote=(0, 1)), "failed", 0, 200),
    Row("a capot not called", deal(90, 152, "NS", contre=1), "made", 180, 0),
    Row("the defence with every trick", deal(90, 0, "EW", contre=1), "failed", 0, 180),
    Row("capot made: twice 350", deal("capot", 152, "NS", contre=1), "made", 700, 0),
    Row("capot missed: twice 350", deal("capot", 140, "NS", contre=1, tricks=7), "failed", 0, 700),
)
def test_d4_coinched(row: Row, scoring: str) -> None:
    agrees(row, "coinche", scoring=scoring)


@clause("D4-capot", "D4-made", "D4-belote")
@rows(
    Row("not called", deal(90, 152, "NS"), "made", 250, 0),
    Row("not called, belotes on top", deal(90, 152, "NS", belote=(1, 0)), "made", 270, 0),
    Row("not called, the defence's belote", deal(90, 152, "NS", belote=(0, 1)), "made", 250, 20),
    Row("every trick makes even 180", deal(180, 152, "NS"), "made", 250, 0),
    Row("called", deal("capot", 152, "NS"), "made", 350, 0),
    Row("called, with belote", deal("capot", 152, "NS", belote=(1, 0)), "made", 370, 0),
    Row("missed", deal("capot", 140, "NS", tricks=7), "failed", 0, 160),
    Row("missed: takers' belote stays", deal("capot", 140, "NS", tricks=7, belote=(1, 0)), "failed", 20, 160),
    Row("162 and belote are not every trick", deal("capot", 152, "NS", tricks=7), "failed", 0, 160),
    Row("the defence with every trick", deal(90, 0, "EW"), "failed", 0, 160),
    Row("the defence's, takers' belote stays", deal(90, 0, "EW", belote=(1, 0)), "failed", 20, 160),
)
def test_d4_made_capot(row: Row) -> None:
    agrees(row, "coinche", scoring="made")


@clause("D4-announced", "D4-coinche", "D4-capot", "D4-belote", "D4-failed")
@rows(
    Row("the call only", deal(90, 120, "NS"), "made", 90, 0),
    Row("belote counts and never pays", deal(90, 60, "NS", belote=(1, 0)), "made", 90, 0),
    Row("the defence's belote never pays", deal(90, 120, "NS", belote=(0, 1)), "made", 90, 0),
    Row("failed", deal(110, 70, "NS", belote=(1, 0)), "failed", 0, 160),
    Row("coinched and made", deal(90, 120, "NS", contre=1), "made", 180, 0),
    Row("coinched and failed", deal(110, 60, "NS", contre=1, belote=(1, 0)), "failed", 0, 220),
    Row("capot not called is ignored", deal(90, 152, "NS"), "made", 90, 0),
    Row("capot called", deal("capot", 152, "NS"), "made", 250, 0),
    Row("capot coinched", deal("capot", 152, "NS", contre=1), "made", 500, 0),
    Row("capot missed", deal("capot", 140, "NS", tricks=7), "failed", 0, 160),
    Row("capot coinched and missed", deal("capot", 140, "NS", contre=1, tricks=7), "failed", 0, 500),
)
def test_d4_announced(row: Row) -> None:
    agrees(row, "coinche", scoring="announced")


@clause("D4-both", "D4-capot", "D4-failed", "D4-belote")
@rows(
    Row("call and points", deal(90, 88, "NS"), "made", 188, 64),
    Row("belote to the takers", deal(90, 88, "NS", belote=(1, 0)), "made", 208, 64),
    Row("belote to the others", deal(90, 88, "NS", belote=(0, 1)), "made", 188, 84),
    Row("failed: 160 only", deal(90, 60, "NS"), "failed", 0, 160),
    Row("failed: takers' belote stays", deal(110, 60, "NS", belote=(1, 0)), "failed", 20, 160),
    Row("capot not called: 250 + call", deal(90, 152, "NS"), "made", 340, 0),
    Row("capot called", deal("capot", 152, "NS"), "made", 350, 0),
    Row("capot missed", deal("capot", 140, "NS", tricks=7), "failed", 0, 160),
    Row("the defence with every trick", deal(90, 0, "EW"), "failed", 0, 160),
)
def test_d4_both(row: Row) -> None:
    agrees(row, "coinche", scoring="both")


@clause("D4-sata")
@pytest.mark.parametrize("trump", ["SA", "TA"])
def test_d4_sans_and_tout_atout_are_worth_162(trump: str) -> None:
    agrees(Row("", deal(100, 90, "NS", trump=trump), "made", 100, 62), "coinche", sans_tout_atout=True)


# The lines


def lines(found: DealScore) -> list[tuple[str, str | None, int, str]]:
    return [(line.clause, line.side, line.points, line.label) for line in found.lines]


@clause("C-9", "C-7-round")
def test_lines_at_tout_atout() -> None:
    # 135 raw is 85, the other 123 are 77
    assert lines(scored("ffb-contree", tout_atout(80, 125, "NS"), sans_tout_atout=True)) == [
        ("C-7", NS, 0, "made"),
        ("C-7A", NS, 125, "cards_raw"),
        ("C-3", NS, 10, "last_trick"),
        ("C-9-ta", NS, -50, "scaled"),
        ("C-7A", EW, 123, "cards_raw"),
        ("C-9-ta", EW, -46, "scaled"),
        ("C-7-round", NS, 5, "rounding"),
        ("C-7-round", EW, 3, "rounding"),
    ]


@clause("C-7C-failed", "C-7-belote")
def test_lines_of_a_failed_contract() -> None:
    assert lines(scored("ffb-contree", deal(110, 60, "NS", belote=(1, 0)), scoring="both")) == [
        ("C-7", NS, 0, "failed"),
        ("C-7C", EW, 160, "failed"),
        ("C-7C", EW, 110, "contract"),
        ("C-7-belote", EW, 20, "belote_taken"),
    ]


@clause("C-7A-contre", "D4-coinche")
@pytest.mark.parametrize(
    ("rules", "contre", "label"),
    [("ffb-contree", 1, "contre"), ("ffb-contree", 2, "surcontre"), ("coinche", 1, "coinche")],
)
def test_a_doubled_line_has_the_tables_word(rules: str, contre: int, label: str) -> None:
    assert label in [line.label for line in scored(rules, deal(90, 100, "NS", contre=contre)).lines]


# What can't be


@clause("C-5A", "C-5C", "D4-auction", "D4-coinche", "C-3")
@pytest.mark.parametrize(
    ("rules", "summary", "possible"),
    [
        ("ffb-contree", deal(80, 100, "NS"), True),
        ("ffb-contree", deal(160, 100, "NS", contre=2), True),
        ("ffb-contree", deal(170, 100, "NS"), False),
        ("ffb-contree", deal(70, 100, "NS"), False),
        ("ffb-contree", deal(85, 100, "NS"), False),
        ("ffb-contree", deal(80, 100, "NS", contre=3), False),
        ("ffb-contree", deal(80, 100, "NS", trump="TA", pack=RAW_TOUT_ATOUT), False),
        ("ffb-contree", deal(80, 100, "NS", pack=162), False),
        ("coinche", deal(180, 100, "NS", contre=1), True),
        ("coinche", deal(190, 100, "NS"), False),
        ("coinche", deal(80, 100, "NS", contre=2), False),
    ],
)
def test_callable_contracts(rules: str, summary: DealSummary, possible: bool) -> None:
    assert (check_summary(load(rules), summary) is None) == possible


@clause("C-5A")
def test_an_auction_has_a_value() -> None:
    summary = DealSummary(
        contract=Contract(side=NS, trump=Trump.HEARTS),
        tricks={NS: 4, EW: 4},
        cards={NS: 100, EW: 52},
        last=NS,
    )
    assert "value" in (check_summary(load("ffb-contree"), summary) or "")


@clause("C-9", "D4-sata")
@pytest.mark.parametrize(
    ("rules", "summary", "possible"),
    [
        ("ffb-contree", tout_atout(80, 100, "NS", belote=(2, 2)), True),
        ("ffb-contree", deal(80, 100, "NS", trump="TA"), False),
        ("ffb-contree", deal(80, 100, "NS", trump="SA", belote=(1, 0)), False),
        ("coinche", deal(80, 100, "NS", trump="TA"), True),
        ("coinche", deal(80, 100, "NS", trump="TA", belote=(1, 0)), False),
    ],
)
def test_belote_without_a_trump_suit(rules: str, summary: DealSummary, possible: bool) -> None:
    assert (check_summary(load(rules, {"sans_tout_atout": True}), summary) is None) == possible


# Properties


@st.composite
def deals(draw: st.DrawFn, *, tout: bool = False) -> DealSummary:
    pack = RAW_TOUT_ATOUT if tout else PACK
    tricks = draw(st.integers(0, TRICKS))
    cards = {0: 0, TRICKS: pack}.get(tricks, draw(st.integers(0, pack)))
    calls: list[int | Literal["capot"]] = [*range(80, 170, 10), "capot"]
    return deal(
        draw(st.sampled_from(calls)),
        cards,
        draw(st.sampled_from([side for side, n in ((NS, tricks), (EW, TRICKS - tricks)) if n])),
        contre=draw(st.integers(0, 1)),
        tricks=tricks,
        belote=draw(st.sampled_from([(0, 0), (1, 0), (0, 1)])),
        trump="TA" if tout else "H",
        pack=pack,
    )


@clause("C-7A", "C-7B", "C-7C", "D4-made", "D4-announced", "D4-both")
@settings(max_examples=200)
@given(deals(), st.sampled_from(["ffb-contree", "coinche"]), st.sampled_from(["made", "announced", "both"]))
def test_lines_add_up_and_each_belote_is_marked_once(summary: DealSummary, rules: str, scoring: str) -> None:
    found = scored(rules, summary, scoring=scoring)
    for side in (NS, EW):
        assert found.score[side] == sum(line.points for line in found.lines if line.side == side)
    marked = sum(line.points for line in found.lines if line.label in ("belote", "belote_taken"))
    assert marked == (0 if scoring == "announced" else 20 * sum(summary.belote.values()))
    assert all(line.clause for line in found.lines)


@clause("D4-made", "C-3")
@settings(max_examples=200)
@given(deals())
def test_d4_made_shares_162(summary: DealSummary) -> None:
    found = scored("coinche", summary, scoring="made")
    contract = summary.contract
    assert contract is not None
    if found.result == "made" and not contract.contre and summary.tricks[NS] < TRICKS:
        assert sum(found.score.values()) == 162 + 20 * sum(summary.belote.values())


@clause("C-9")
@settings(max_examples=200)
@given(deals(tout=True))
def test_c_tout_atout_shares_162(summary: DealSummary) -> None:
    found = scored("ffb-contree", summary, sans_tout_atout=True)
    scaled = [line for line in found.lines if line.label in ("cards", "cards_raw", "last_trick", "scaled")]
    raw = summary.cards[NS] + 10 * (summary.last == NS)
    if scaled:
        takers = sum(line.points for line in scaled if line.side == NS)
        assert abs(takers - Fraction(raw * 162, 258)) < Fraction(1, 2)
        assert sum(line.points for line in scaled) == 162


@clause("C-7-round")
@settings(max_examples=200)
@given(deals(), st.sampled_from(["made", "announced", "both"]))
def test_c_marks_are_tens(summary: DealSummary, scoring: str) -> None:
    assert all(points % 10 == 0 for points in scored("ffb-contree", summary, scoring=scoring).score.values())
