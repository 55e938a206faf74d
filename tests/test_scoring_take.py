"""Turn-up games: A-9, A-10, B-6, B-8, D3 and E-5. NS takes unless a row says otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rebelote.cards import Trump
from rebelote.phases.scoring import score_deal
from rebelote.phases.summaries import check_summary
from rebelote.results import Contract, DealScore, DealSummary
from rebelote.ruleset.loading import load
from rebelote.table import Side
from tests.support.clause_mark import clause
from tests.support.score_rows import EW, NS, Row, agrees, rows, scored

PACK, TRICKS = 152, 8
VOID = DealSummary()

Pair = tuple[int, int]


def deal(
    cards: int,
    last: str,
    *,
    tricks: int | None = None,
    belote: Pair = (0, 0),
    declared: Pair = (0, 0),
    trump: str = "H",
    taker: Side | None = NS,
) -> DealSummary:
    """NS's points in cards (EW has the rest) and who took the last trick; pairs are (NS, EW)."""
    if tricks is None:
        tricks = {0: 0, PACK: TRICKS}.get(cards, 4)
    return DealSummary(
        contract=Contract(side=taker, trump=Trump(trump)),
        tricks={NS: tricks, EW: TRICKS - tricks},
        cards={NS: cards, EW: PACK - cards},
        last=Side(last),
        belote=dict(zip((NS, EW), belote, strict=True)),
        declarations=dict(zip((NS, EW), declared, strict=True)),
    )


# ffb-belote, A


@clause("A-9", "A-10.1a", "A-4.2")
@rows(
    Row("the last trick is worth 10 to the takers", deal(100, "NS"), "made", 110, 52),
    Row("the last trick is worth 10 to the defence", deal(100, "EW"), "made", 100, 62),
    Row("82 against 80", deal(72, "NS"), "made", 82, 80),
    Row("the other side takes", deal(52, "EW", taker=EW), "made", 52, 110),
    Row("takers' belote counts: 72 + 20 against 80 + 10", deal(72, "EW", belote=(1, 0)), "made", 92, 90),
    Row("each side its total", deal(100, "NS", belote=(0, 1)), "made", 110, 72),
)
def test_a_made(row: Row) -> None:
    agrees(row, "ffb-belote")


@clause("A-4.2", "A-10.1a")
@rows(
    # 60 + 50 = 110 against 92 + 10
    Row("takers' declarations count", deal(60, "EW", declared=(50, 0)), "made", 110, 102),
    # 122 + 10 = 132 against 30 + 100 = 130
    Row("the defence keeps its own", deal(122, "NS", declared=(0, 100)), "made", 132, 130),
)
def test_a_made_with_declarations(row: Row) -> None:
    agrees(row, "ffb-belote", declarations=True)


@clause("A-9", "A-9-capot", "A-10.1a")
@rows(
    Row("152 and 100 for the last trick", deal(152, "NS"), "made", 252, 0),
    Row("takers' belote on top", deal(152, "NS", belote=(1, 0)), "made", 272, 0),
    Row("the defence's belote stays", deal(152, "NS", belote=(0, 1)), "made", 252, 20),
    Row("takers' declarations on top", deal(152, "NS", declared=(50, 0)), "made", 302, 0),
    Row("the defence's go to the takers", deal(152, "NS", belote=(0, 1), declared=(0, 50)), "made", 302, 20),
    # 252 against 300 + 20 in the defence's hands
    Row("eight tricks always make it", deal(152, "NS", belote=(0, 1), declared=(0, 300)), "made", 552, 20),
    Row("eight tricks are never a tie", deal(152, "NS", declared=(0, 252)), "made", 504, 0),
    Row("all cards without every trick", deal(152, "NS", tricks=7), "made", 162, 0),
)
def test_a_capot(row: Row) -> None:
    agrees(row, "ffb-belote", declarations=True)


@clause("A-10.1b")
@rows(
    Row("76 against 86", deal(76, "EW"), "failed", 0, 162),
    Row("takers keep their belote", deal(60, "EW", belote=(1, 0)), "failed", 20, 162),
    Row("belote does not save 90 against 92", deal(70, "EW", belote=(1, 0)), "failed", 20, 162),
    Row("the defence's belote on top", deal(70, "NS", belote=(0, 1)), "failed", 0, 182),
    Row("takers' declarations change hands", deal(20, "EW", declared=(50, 0)), "failed", 0, 212),
    # 90 against 72 + 50: the defence's declarations count in the test too
    Row("the defence's declarations on top", deal(80, "NS", declared=(0, 50)), "failed", 0, 212),
    Row(
        "takers' belote, defence's declarations",
        deal(40, "NS", belote=(1, 0), declared=(0, 20)),
        "failed",
        20,
        182,
    ),
)
def test_a_failed(row: Row) -> None:
    agrees(row, "ffb-belote", declarations=True)


@clause("A-10.1b")
@pytest.mark.parametrize(("defence_capot", "figure"), [(162, 162), (252, 252)])
def test_a_takers_without_a_trick(defence_capot: int, figure: int) -> None:
    nothing = scored("ffb-belote", deal(0, "EW"), defence_capot=defence_capot)
    assert (nothing.result, nothing.score) == ("failed", {NS: 0, EW: figure})
    belote = scored("ffb-belote", deal(0, "EW", belote=(1, 0)), defence_capot=defence_capot)
    assert belote.score == {NS: 20, EW: figure}


@clause("A-10.1b")
@rows(
    # The defence's 252 is what the test counts: 300 beats it, 250 would only beat 162.
    Row("300 against 252", deal(0, "EW", declared=(300, 0)), "made", 300, 252),
    Row("250 against 252", deal(0, "EW", declared=(250, 0)), "failed", 0, 412),
    Row("270 against 252 + 20", deal(0, "EW", belote=(0, 1), declared=(270, 0)), "failed", 0, 452),
)
def test_a_declarations_without_a_trick(row: Row) -> None:
    agrees(row, "ffb-belote", declarations=True)


@clause("A-10.1c")
@pytest.mark.parametrize(
    ("summary", "defence", "held"),
    [
        (deal(71, "NS"), 81, 81),
        (deal(71, "EW", belote=(1, 0)), 91, 91),
        # 51 + 10 + 20 + 20 = 101 = 152 - 51: belote and declarations are held too
        (deal(51, "NS", belote=(1, 0), declared=(20, 0)), 101, 101),
    ],
)
def test_a_litige(summary: DealSummary, defence: int, held: int) -> None:
    found = scored("ffb-belote", summary, declarations=True)
    assert (found.result, found.score, found.pending) == ("tie", {NS: 0, EW: defence}, held)


@clause("A-10.1c")
@pytest.mark.parametrize(
    ("summary", "ns", "ew", "held"),
    [
        (deal(100, "NS"), 110 + 40, 52, 0),
        (deal(50, "NS"), 0, 162 + 40, 0),
        (deal(152, "NS"), 252 + 40, 0, 0),
        # A tie again: 40 to this deal's defence, and 81 held in turn.
        (deal(71, "NS"), 0, 81 + 40, 81),
        (deal(71, "NS", taker=EW), 81 + 40, 0, 81),
    ],
    ids=["made", "failed", "capot", "tie again", "tie again, EW takes"],
)
def test_a_held_points_go_to_the_winner(summary: DealSummary, ns: int, ew: int, held: int) -> None:
    found = scored("ffb-belote", summary, pending=40)
    assert (found.score, found.pending) == ({NS: ns, EW: ew}, held)


@clause("A-10.1c", "A-4.1")
def test_a_void_deal_leaves_it_held() -> None:
    found = scored("ffb-belote", VOID, pending=81)
    assert (found.result, found.score, found.pending) == ("none", {NS: 0, EW: 0}, 81)


@clause("A-10.2")
@rows(
    Row("85 up, 77 up", deal(75, "NS"), "made", 90, 80),
    Row("84 down, 78 up", deal(74, "NS"), "made", 80, 80),
    # 80 against 82: both would be marked 80, but the test is to the point; 162 is marked 160
    Row("the test is not rounded", deal(70, "NS"), "failed", 0, 160),
    Row("252", deal(152, "NS"), "made", 250, 0),
)
def test_a_rounded_to_ten(row: Row) -> None:
    agrees(row, "ffb-belote", round_to_ten=True)


@clause("A-10.2")
def test_a_to_the_point_by_default() -> None:
    assert scored("ffb-belote", deal(75, "NS")).score == {NS: 85, EW: 77}


@clause("A-10.2", "A-10.1c")
def test_a_held_points_stay_exact_and_are_rounded_once() -> None:
    litige = scored("ffb-belote", deal(71, "NS"), round_to_ten=True)
    assert (litige.score, litige.pending) == ({NS: 0, EW: 80}, 81)
    # 84 + 81 = 165 makes 170; rounded apart it would be 80 + 80
    won = scored("ffb-belote", deal(74, "NS"), pending=81, round_to_ten=True)
    assert won.score == {NS: 170, EW: 80}


@clause("A-11.2", "A-11.3", "A-10.1b")
@rows(
    Row("sans atout", deal(100, "NS", trump="SA"), "made", 110, 52),
    # 60 + 10 + 40 = 110 against 92 + 40 = 132: each belote stays with its side
    Row("four belotes", deal(60, "NS", trump="TA", belote=(2, 2)), "failed", 40, 202),
    # 60 + 10 + 80 = 150 against 92
    Row("four in one side", deal(60, "NS", trump="TA", belote=(4, 0)), "made", 150, 92),
)
def test_a_sans_and_tout_atout(row: Row) -> None:
    agrees(row, "ffb-belote", sans_tout_atout=True)


# belote-annonces, B


@clause("B-6", "B-6-made")
@rows(
    Row("81 makes it", deal(71, "NS"), "made", 81, 81),
    Row("80 does not", deal(70, "NS"), "failed", 0, 162),
    Row(
        "tricks, last trick, belote, declarations",
        deal(86, "EW", belote=(1, 0), declared=(20, 0)),
        "made",
        126,
        76,
    ),
    # The defence's 62 + 10 + 20 + 100 is far more, but only the takers' 90 is tested.
    Row(
        "the defence's extras do not test", deal(90, "EW", belote=(0, 1), declared=(0, 100)), "made", 90, 192
    ),
)
def test_b_made_or_not(row: Row) -> None:
    agrees(row, "belote-annonces")


@clause("B-6", "B-6-failed")
@rows(
    Row("belote does not make 81", deal(70, "NS", belote=(1, 0)), "failed", 20, 162),
    Row(
        "takers' declarations count for nobody",
        deal(66, "NS", belote=(1, 0), declared=(200, 0)),
        "failed",
        20,
        162,
    ),
    Row("the defence's declarations", deal(66, "NS", declared=(0, 50)), "failed", 0, 212),
    Row("the defence's belote", deal(66, "NS", belote=(0, 1)), "failed", 0, 182),
)
def test_b_failed(row: Row) -> None:
    agrees(row, "belote-annonces")


@clause("B-8")
@rows(
    Row("252", deal(152, "NS"), "made", 252, 0),
    Row("272 with belote", deal(152, "NS", belote=(1, 0)), "made", 272, 0),
    Row("the defence keeps its declarations", deal(152, "NS", declared=(0, 50)), "made", 252, 50),
    Row("takers without a trick", deal(0, "EW"), "failed", 0, 162),
    Row("but with a belote", deal(0, "EW", belote=(1, 0)), "failed", 20, 162),
)
def test_b_capot(row: Row) -> None:
    agrees(row, "belote-annonces")


@clause("B-6.2")
@rows(
    Row("132 is 13, 30 is 3", deal(122, "NS"), "made", 13, 3),
    Row("118 is 12, 44 is 4", deal(118, "EW"), "made", 12, 4),
    # 117 alone would be 12; the lighter 45 is 5, and 16 - 5 = 11
    Row("the complement of 45", deal(107, "NS"), "made", 11, 5),
    Row("81 each is 8 each", deal(71, "NS"), "made", 8, 8),
    Row("87 and 75 are 8 each", deal(77, "NS"), "made", 8, 8),
    Row("the test is not rounded: 80 fails", deal(70, "NS"), "failed", 0, 16),
    Row("belote 2, declarations a tenth", deal(72, "NS", belote=(1, 0), declared=(120, 0)), "made", 22, 8),
    Row("the defence's too", deal(122, "NS", belote=(0, 1), declared=(0, 150)), "made", 13, 20),
    Row("failed: 16 and what each keeps", deal(20, "EW", belote=(1, 0), declared=(0, 50)), "failed", 2, 21),
    Row("252 is 25, 272 is 27", deal(152, "NS", belote=(1, 0)), "made", 27, 0),
)
def test_b_count_in_tens(row: Row) -> None:
    agrees(row, "belote-annonces", count_in_tens=True)


@clause("B-6")
def test_nothing_is_held_outside_a() -> None:
    found = scored("belote-annonces", deal(100, "NS"), pending=50)
    assert (found.score, found.pending) == ({NS: 110, EW: 52}, 0)
    assert scored("belote-annonces", VOID, pending=50).pending == 50


# classique, D3


@clause("D3-score", "D3-belote")
@rows(
    Row("82 makes it", deal(72, "NS"), "made", 82, 80),
    Row("81 does not", deal(71, "NS"), "failed", 0, 162),
    Row("belote is outside the test", deal(71, "NS", belote=(1, 0)), "failed", 20, 162),
    Row("belote to the defence", deal(71, "NS", belote=(0, 1)), "failed", 0, 182),
    Row("belote to the takers", deal(80, "NS", belote=(1, 0)), "made", 110, 72),
)
def test_d3_score(row: Row) -> None:
    agrees(row, "classique")


@clause("D3-capot", "D3-belote")
@rows(
    Row("takers", deal(152, "NS"), "made", 250, 0),
    Row("takers with belote", deal(152, "NS", belote=(1, 0)), "made", 270, 0),
    Row("takers, the defence's belote", deal(152, "NS", belote=(0, 1)), "made", 250, 20),
    Row("defence", deal(0, "EW"), "failed", 0, 250),
    Row("defence, each its belote", deal(0, "EW", belote=(1, 0)), "failed", 20, 250),
    Row("defence with belote", deal(0, "EW", belote=(0, 1)), "failed", 0, 270),
)
def test_d3_capot(row: Row) -> None:
    agrees(row, "classique")


# belote-501, E


@clause("E-5")
@rows(
    Row("82 makes it", deal(72, "NS"), "made", 82, 80),
    Row("81 does not", deal(71, "NS"), "failed", 0, 162),
    Row("92 against a belote", deal(82, "NS", belote=(0, 1)), "made", 92, 90),
    Row("91 against a belote", deal(81, "NS", belote=(0, 1)), "failed", 0, 182),
)
def test_e_needed(row: Row) -> None:
    agrees(row, "belote-501")


@clause("E-5-belote", "E-5-failed")
@rows(
    # 62 + 10 + 20 = 92
    Row("takers' own belote counts towards 92", deal(62, "NS", belote=(1, 0)), "made", 92, 90),
    Row("91 with their own belote", deal(61, "NS", belote=(1, 0)), "failed", 20, 162),
)
def test_e_own_belote(row: Row) -> None:
    agrees(row, "belote-501")


@clause("E-5-capot")
@rows(
    Row("takers", deal(152, "NS", belote=(1, 0)), "made", 272, 0),
    Row("takers, the defence's belote", deal(152, "NS", belote=(0, 1)), "made", 252, 20),
    Row("defence", deal(0, "EW"), "failed", 0, 252),
    Row("defence, takers' belote", deal(0, "EW", belote=(1, 0)), "failed", 20, 252),
)
def test_e_capot(row: Row) -> None:
    agrees(row, "belote-501")


# The lines


def lines(found: DealScore) -> list[tuple[str, str | None, int, str]]:
    return [(line.clause, line.side, line.points, line.label) for line in found.lines]


@clause("A-10.1b")
def test_lines_of_a_failed_deal() -> None:
    found = scored("ffb-belote", deal(20, "EW", belote=(1, 0), declared=(50, 0)), 81, declarations=True)
    assert lines(found) == [
        ("A-10.1b", NS, 0, "failed"),
        ("A-10.1b", EW, 162, "failed"),
        ("A-7", NS, 20, "belote"),
        ("A-10.1b", EW, 50, "declarations_taken"),
        ("A-10.1c", EW, 81, "litige_won"),
    ]


@clause("A-10.1c", "A-10.2")
def test_lines_of_a_rounded_litige() -> None:
    found = scored("ffb-belote", deal(71, "NS"), round_to_ten=True)
    assert lines(found) == [
        ("A-10.1c", NS, 0, "tie"),
        ("A-10.1c", EW, 81, "cards"),
        ("A-10.1c", None, 81, "litige_held"),
        ("A-10.2", EW, -1, "rounding"),
    ]


# What can't be

FOUR_TRICKS = {NS: 4, EW: 4}


@clause("A-9", "A-6", "A-7", "A-8.3", "A-11.1")
@pytest.mark.parametrize(
    ("summary", "word"),
    [
        (deal(100, "NS", tricks=9), "tricks"),
        (DealSummary(contract=Contract(side=NS, trump=Trump.HEARTS), tricks=FOUR_TRICKS, last=NS), "cards"),
        (deal(153, "NS", tricks=4), "cards"),
        (deal(10, "EW", tricks=0), "cards"),
        (deal(150, "NS", tricks=8), "cards"),
        (deal(0, "NS"), "last"),
        (deal(100, "N"), "last"),
        (deal(100, "NS", belote=(1, 1)), "belote"),
        (deal(100, "NS", belote=(2, 0)), "belote"),
        (deal(100, "NS", belote=(0, -1)), "belote"),
        (deal(100, "NS", declared=(20, 0)), "declarations"),
        (deal(100, "NS", trump="SA"), "trump"),
        (deal(100, "NS", taker=None), "side"),
        (deal(100, "NS", taker=Side("N")), "side"),
        (DealSummary(bids={NS: 1}), "no side|contract"),
    ],
)
def test_impossible_deals(summary: DealSummary, word: str) -> None:
    reason = check_summary(load("ffb-belote"), summary)
    assert reason is not None
    assert any(part in reason for part in word.split("|"))


@clause("A-8.3", "A-11.2", "A-11.3")
@pytest.mark.parametrize(
    ("summary", "possible"),
    [
        (deal(100, "NS", declared=(20, 0)), True),
        (deal(100, "NS", declared=(20, 20)), False),
        (deal(100, "NS", trump="SA", belote=(1, 0)), False),
        (deal(100, "NS", trump="TA", belote=(1, 3)), True),
        (deal(100, "NS", trump="TA", belote=(2, 3)), False),
    ],
)
def test_possible_with_options(summary: DealSummary, possible: bool) -> None:
    rules = load("ffb-belote", {"declarations": True, "sans_tout_atout": True})
    assert (check_summary(rules, summary) is None) == possible


@clause("A-4.1")
@pytest.mark.parametrize("contract", [{"value": 80}, {"value": "capot"}, {"contre": 1}, {"contre": -1}])
def test_a_taker_calls_no_value_and_nobody_contres(contract: dict[str, Any]) -> None:
    summary = DealSummary(
        contract=Contract(side=NS, trump=Trump.HEARTS, **contract),
        tricks=FOUR_TRICKS,
        cards={NS: 100, EW: 52},
        last=NS,
    )
    assert check_summary(load("ffb-belote"), summary) is not None


# Properties


@st.composite
def deals(draw: st.DrawFn, *, declared: bool = False) -> DealSummary:
    tricks = draw(st.integers(0, TRICKS))
    cards = {0: 0, TRICKS: PACK}.get(tricks, draw(st.integers(0, PACK)))
    last = draw(st.sampled_from([side for side, n in ((NS, tricks), (EW, TRICKS - tricks)) if n]))
    pairs = [(0, 0), (1, 0), (0, 1)]
    points = draw(st.sampled_from([0, 20, 50, 100, 200, 300])) if declared else 0
    declaring = draw(st.sampled_from(pairs))
    return deal(
        cards,
        last,
        tricks=tricks,
        belote=draw(st.sampled_from(pairs)),
        declared=(points * declaring[0], points * declaring[1]),
        taker=draw(st.sampled_from([NS, EW])),
    )


GAMES: list[tuple[str, dict[str, Any]]] = [
    ("ffb-belote", {"declarations": True}),
    ("ffb-belote", {"declarations": True, "round_to_ten": True, "defence_capot": 252}),
    ("belote-annonces", {}),
    ("belote-annonces", {"count_in_tens": True}),
    ("classique", {}),
    ("belote-501", {}),
]


@clause("A-10.1a", "B-6-made", "D3-score", "E-5")
@settings(max_examples=200)
@given(st.data(), st.sampled_from(GAMES), st.integers(0, 300))
def test_lines_add_up(data: st.DataObject, game: tuple[str, dict[str, Any]], pending: int) -> None:
    rules = load(*game)
    summary = data.draw(deals(declared=rules.declarations is not None))
    assert check_summary(rules, summary) is None
    found = score_deal(rules, summary, pending)
    for side in (NS, EW):
        assert found.score[side] == sum(line.points for line in found.lines if line.side == side)
    assert all(line.clause for line in found.lines)


@clause("A-10.1a", "A-10.1b", "A-10.1c", "A-9-capot")
@settings(max_examples=200)
@given(deals(declared=True), st.integers(0, 300))
def test_a_no_point_is_lost(summary: DealSummary, pending: int) -> None:
    """All that was in play, held points included, is marked by somebody or held."""
    found = score_deal(load("ffb-belote", {"declarations": True}), summary, pending)
    capot = TRICKS in summary.tricks.values() and found.result != "failed"
    extras = 20 * sum(summary.belote.values()) + sum(summary.declarations.values())
    assert sum(found.score.values()) + found.pending == (252 if capot else 162) + extras + pending


@clause("B-6.2")
@settings(max_examples=200)
@given(deals(declared=True))
def test_b_tens_make_16(summary: DealSummary) -> None:
    found = score_deal(load("belote-annonces", {"count_in_tens": True}), summary)
    if found.result == "made" and TRICKS not in summary.tricks.values():
        extras = 2 * sum(summary.belote.values()) + sum(summary.declarations.values()) // 10
        assert sum(found.score.values()) == 16 + extras


@clause("A-2")
@settings(max_examples=200)
@given(st.data(), st.sampled_from(GAMES))
def test_sides_are_alike(data: st.DataObject, game: tuple[str, dict[str, Any]]) -> None:
    """Exchanging the sides exchanges the scores."""
    rules = load(*game)
    summary = data.draw(deals(declared=rules.declarations is not None))
    assert summary.contract is not None
    other = {NS: EW, EW: NS}
    turned = DealSummary(
        contract=Contract(side=other[summary.contract.side or NS], trump=Trump.HEARTS),
        tricks={other[side]: n for side, n in summary.tricks.items()},
        cards={other[side]: n for side, n in summary.cards.items()},
        last=other[summary.last or NS],
        belote={other[side]: n for side, n in summary.belote.items()},
        declarations={other[side]: n for side, n in summary.declarations.items()},
    )
    left, right = score_deal(rules, summary), score_deal(rules, turned)
    assert right.score == {other[side]: points for side, points in left.score.items()}
