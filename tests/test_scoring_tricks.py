"""Where tricks are counted (D1, D2, D5) and the four ways of D6. NS or N takes where somebody does."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rebelote.cards import Trump
from rebelote.phases.summaries import check_summary
from rebelote.results import Contract, DealSummary, Result
from rebelote.ruleset.loading import load
from rebelote.table import Side
from tests.support.clause_mark import clause
from tests.support.score_rows import scored

PACK = 152

Pair = tuple[int, int]
Call = int | Literal["capot"] | None


class Row(NamedTuple):
    why: str
    deal: DealSummary
    result: Result
    first: int
    second: int


def rows(*table: Row) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", table, ids=[row.why for row in table])


def deal(
    names: str,
    total: int,
    call: Call,
    tricks: int,
    *,
    last: bool,
    contre: int = 0,
    belote: Pair = (0, 0),
    trump: str = "H",
    cards: int | None = None,
) -> DealSummary:
    """`last`: did the first side take the last trick? `cards` None: left out."""
    first, second = map(Side, names.split())
    return DealSummary(
        contract=Contract(
            side=None if call is None else first, trump=Trump(trump), value=call, contre=contre
        ),
        tricks={first: tricks, second: total - tricks},
        cards={} if cards is None else {first: cards, second: PACK - cards},
        last=first if last else second,
        belote=dict(zip((first, second), belote, strict=True)),
    )


def four(call: Call, tricks: int, **more: Any) -> DealSummary:
    return deal("NS EW", 8, call, tricks, **more)


def two(call: Call, tricks: int, **more: Any) -> DealSummary:
    return deal("N S", 16, call, tricks, **more)


def agrees(row: Row, rules: str, **options: Any) -> None:
    found = scored(rules, row.deal, **options)
    assert (found.result, tuple(found.score.values())) == (row.result, (row.first, row.second))


# D1


@clause("D1", "D1-count")
@rows(
    Row("4 and the last, 5 to 4", four(None, 4, last=True), "none", 1, 0),
    Row("4 without the last, 4 to 5", four(None, 4, last=False), "none", 0, 1),
    Row("5 without the last, 5 to 4", four(None, 5, last=False), "none", 1, 0),
    Row("3 and the last, 4 to 5", four(None, 3, last=True), "none", 0, 1),
    Row("all of them: 1 point", four(None, 8, last=True), "none", 1, 0),
    Row("card points count for nothing", four(None, 3, last=False, cards=140), "none", 0, 1),
)
def test_d1(row: Row) -> None:
    agrees(row, "premiere")


@clause("D1")
def test_d1_has_no_belote() -> None:
    assert "belote" in (check_summary(load("premiere"), four(None, 4, last=True, belote=(1, 0))) or "")


# D2


@clause("D2", "D2-score", "D2-belote")
@rows(
    Row("5 tricks", four(5, 5, last=False), "made", 1, 0),
    Row("4 and the last double", four(5, 4, last=True), "made", 1, 0),
    Row("4 of 5", four(5, 4, last=False), "failed", 0, 1),
    Row("more than bid is no more", four(2, 6, last=True), "made", 1, 0),
    Row("belote is a trick", four(5, 4, last=False, belote=(1, 0)), "made", 1, 0),
    Row("the others' belote is not", four(5, 4, last=False, belote=(0, 1)), "failed", 0, 1),
    # 7 + 1 for the last + 1
    Row("9 by 7 tricks, the last and belote", four(9, 7, last=True, belote=(1, 0)), "made", 1, 0),
    Row("8 of 9", four(9, 7, last=True), "failed", 0, 1),
    Row("sans atout", four(3, 2, last=True, trump="SA"), "made", 1, 0),
)
def test_d2_bid(row: Row) -> None:
    agrees(row, "premiere-grands")


@clause("D2-capot")
@rows(
    Row("all tricks", four(3, 8, last=True), "made", 2, 0),
    Row("all tricks make 9", four(9, 8, last=True), "made", 2, 0),
    Row("all to the defence", four(3, 0, last=False), "failed", 0, 2),
    Row("a bid of 1 reached by belote alone", four(1, 0, last=False, belote=(1, 0)), "made", 1, 0),
    Row("called and made", four("capot", 8, last=True), "made", 3, 0),
    Row("called and missed", four("capot", 7, last=True), "failed", 0, 2),
    # 7 + 1 + 1 would be 9, but it is not all the tricks
    Row("belote is not a trick of a capot", four("capot", 7, last=True, belote=(1, 0)), "failed", 0, 2),
    Row("missed with no trick: no more", four("capot", 0, last=False), "failed", 0, 2),
)
def test_d2_capot(row: Row) -> None:
    agrees(row, "premiere-grands")


@clause("D2-coinche", "D2-capot")
@rows(
    Row("made", four(5, 5, last=False, contre=1), "made", 2, 0),
    Row("failed", four(5, 4, last=False, contre=1), "failed", 0, 2),
    Row("all tricks", four(5, 8, last=True, contre=1), "made", 3, 0),
    Row("all to the defence", four(5, 0, last=False, contre=1), "failed", 0, 3),
    Row("capot made", four("capot", 8, last=True, contre=1), "made", 4, 0),
    Row("capot missed", four("capot", 7, last=True, contre=1), "failed", 0, 3),
    Row("capot missed with no trick", four("capot", 0, last=False, contre=1), "failed", 0, 3),
    Row("belote alone", four(1, 0, last=False, contre=1, belote=(1, 0)), "made", 2, 0),
)
def test_d2_coinched(row: Row) -> None:
    agrees(row, "premiere-grands")


@clause("D2-coinche", "D2-capot")
def test_d2_lines() -> None:
    found = scored("premiere-grands", four(5, 0, last=False, contre=1))
    assert [(line.clause, line.side, line.points, line.label) for line in found.lines] == [
        ("D2-score", "EW", 1, "bid_failed"),
        ("D2-capot", "EW", 1, "bonus_all_tricks"),
        ("D2-score", "NS", 0, "bid_failed"),
        ("D2-coinche", "EW", 1, "bonus_coinche"),
    ]


@clause("D2-auction", "D2-belote", "D2-coinche")
@pytest.mark.parametrize(
    ("summary", "word"),
    [
        (four(0, 4, last=True), "value"),
        (four(10, 4, last=True), "value"),
        (four(3, 4, last=True, contre=2), "contre"),
        (four(3, 4, last=True, trump="SA", belote=(1, 0)), "belote"),
        (four(3, 4, last=True, trump="TA", belote=(1, 0)), "belote"),
        (four(3, 4, last=True, cards=160), "cards"),
        (four(3, 0, last=False, cards=10), "cards"),
        (four(None, 4, last=True), "side"),
    ],
)
def test_d2_impossible(summary: DealSummary, word: str) -> None:
    assert word in (check_summary(load("premiere-grands"), summary) or "")


@clause("D1-drawn")
def test_nobody_takes_a_drawn_trump() -> None:
    assert "side" in (check_summary(load("premiere"), four(3, 4, last=True)) or "")


# D6, its four ways


@clause("D6-tricks", "D6", "D6-belote")
@rows(
    Row("8 and the last, 9 to 8", two(None, 8, last=True), "none", 1, 0),
    Row("8 without the last, 8 to 9", two(None, 8, last=False), "none", 0, 1),
    Row("belote counts for nothing", two(None, 8, last=False, belote=(1, 0)), "none", 0, 1),
    Row("all of them: 1 point", two(None, 16, last=True), "none", 1, 0),
)
def test_d6_tricks_drawn(row: Row) -> None:
    agrees(row, "comptoir")


@clause("D6-tricks", "D6-auction")
@rows(
    Row("9 by 8 and the last", two(9, 8, last=True), "made", 1, 0),
    Row("8 of 9", two(9, 8, last=False), "failed", 0, 1),
    Row("belote is a trick", two(9, 8, last=False, belote=(1, 0)), "made", 1, 0),
    Row("all 17", two(17, 16, last=True), "made", 2, 0),
    Row("16 of 17", two(17, 15, last=True), "failed", 0, 1),
    Row("coinched", two(9, 8, last=False, contre=1), "failed", 0, 2),
    Row("capot", two("capot", 16, last=True), "made", 3, 0),
    Row("capot coinched and missed", two("capot", 15, last=True, contre=1), "failed", 0, 3),
)
def test_d6_tricks_auction(row: Row) -> None:
    agrees(row, "comptoir", trump="auction")


@clause("D6-points", "D6-belote")
@rows(
    Row("cards and last trick", two(None, 8, last=True, cards=100), "none", 110, 52),
    Row("belote", two(None, 8, last=True, cards=100, belote=(0, 1)), "none", 110, 72),
    Row("162 in all, no capot", two(None, 16, last=True, cards=152), "none", 162, 0),
)
def test_d6_points_drawn(row: Row) -> None:
    agrees(row, "comptoir", count="points")


@clause("D6-points", "D6-auction")
@rows(
    Row("made", two(90, 8, last=True, cards=80, belote=(0, 1)), "made", 90, 92),
    Row("failed, takers' belote stays", two(130, 8, last=True, cards=90, belote=(1, 0)), "failed", 20, 160),
    Row("coinched", two(90, 8, last=True, cards=90, contre=1), "made", 180, 0),
    Row("capot not called", two(90, 16, last=True, cards=152), "made", 250, 0),
    Row("capot called", two("capot", 16, last=True, cards=152), "made", 350, 0),
    Row("eight tricks are no capot here", two("capot", 8, last=True, cards=152), "failed", 0, 160),
)
def test_d6_points_auction(row: Row) -> None:
    agrees(row, "comptoir", count="points", trump="auction")


@clause("D6-points")
def test_cards_are_needed_where_points_count() -> None:
    reason = check_summary(load("comptoir", {"count": "points"}), two(None, 8, last=True))
    assert "cards" in (reason or "")


# D5


def guesses(bids: str, tricks: str) -> DealSummary:
    def by_seat(numbers: str) -> dict[Side, int]:
        return {Side(str(seat)): int(number) for seat, number in enumerate(numbers.split(), 1)}

    return DealSummary(bids=by_seat(bids), tricks=by_seat(tricks))


@clause("D5-score")
@pytest.mark.parametrize(
    ("bids", "tricks", "lost"),
    [
        ("1 1 0", "0 1 0", [-1, 0, 0]),
        ("0 0 2 2", "3 0 3 1", [-3, 0, -1, -1]),
        ("2 2 1 2 0", "2 2 1 0 1", [0, 0, 0, -2, -1]),
        ("1 1 1 0 0 1", "0 0 0 0 1 0", [-1, -1, -1, 0, -1, -1]),
        ("0 0 0", "10 0 0", [-10, 0, 0]),
    ],
)
def test_d5_gaps(bids: str, tricks: str, lost: list[int]) -> None:
    found = scored("escalier", guesses(bids, tricks), players=len(lost))
    assert (found.result, list(found.score.values())) == ("none", lost)
    assert [line.points for line in found.lines] == lost


@clause("D5-guess", "D5-deal")
@pytest.mark.parametrize(
    ("players", "bids", "tricks", "possible"),
    [
        (4, "1 1 1 1", "1 1 1 0", True),
        (4, "1 1 1 0", "1 1 1 0", False),  # the guesses sum to the tricks
        (4, "4 0 0 0", "1 1 1 0", False),  # more than the hand
        (4, "0 0 0 0", "4 4 0 0", False),  # 8 cards a hand: at most 7 with four players
        (4, "0 0 0 0", "4 3 0 0", True),
        (6, "0 0 0 0 0 0", "5 0 0 0 0 1", False),
        (3, "0 0 0", "5 5 0", True),
        (3, "0 0 0", "0 0 0", False),
        (3, "0 -1 0", "1 0 0", False),
        (4, "0 0 0", "1 0 0", False),  # somebody has said nothing
        (3, "0 0 0 0", "1 0 0 0", False),
    ],
)
def test_d5_impossible(players: int, bids: str, tricks: str, possible: bool) -> None:
    reason = check_summary(load("escalier", {"players": players}), guesses(bids, tricks))
    assert (reason is None) == possible


@clause("D5", "D1", "D2", "D6")
@pytest.mark.parametrize("rules", ["premiere", "premiere-grands", "comptoir", "escalier"])
def test_a_void_deal_scores_nothing(rules: str) -> None:
    found = scored(rules, DealSummary())
    assert found.result == "none"
    assert set(found.score.values()) == {0}


@clause("A-4.1", "C-5B", "E-3", "AN-1", "BG-2.1", "BA-2.1", "PI-2")
@pytest.mark.parametrize(
    ("rules", "cited"),
    [
        ("ffb-belote", "A-4.1"),
        ("ffb-contree", "C-5B"),
        ("belote-501", "E-3"),
        ("coinche-annonces", "AN-1"),
        ("belot-bg", "BG-2.1"),
        ("baloot", "BA-2.1"),
        ("pilotta", "PI-2"),
    ],
)
def test_a_deal_that_nobody_wanted_cites_what_says_so(rules: str, cited: str) -> None:
    assert [line.clause for line in scored(rules, DealSummary()).lines] == [cited]


# Properties


@clause("D1-count", "D2-score", "D2-capot", "D2-coinche")
@settings(max_examples=200)
@given(st.data(), st.sampled_from(["premiere", "premiere-grands"]), st.integers(0, 8))
def test_one_side_scores_and_lines_add_up(data: st.DataObject, rules: str, tricks: int) -> None:
    bids: list[Call] = [None] if rules == "premiere" else [*range(1, 10), "capot"]
    call = data.draw(st.sampled_from(bids))
    summary = four(
        call,
        tricks,
        last=data.draw(st.sampled_from([True] * (tricks > 0) + [False] * (tricks < 8))),
        contre=0 if call is None else data.draw(st.integers(0, 1)),
    )
    found = scored(rules, summary)
    for side, points in found.score.items():
        assert points == sum(line.points for line in found.lines if line.side == side)
    assert sorted(found.score.values())[0] == 0
    assert 1 <= max(found.score.values()) <= 4
    assert all(line.clause for line in found.lines)


@clause("D6-points")
@settings(max_examples=200)
@given(st.integers(1, 15), st.integers(0, PACK), st.booleans(), st.sampled_from([(0, 0), (1, 0), (0, 1)]))
def test_d6_points_make_162(tricks: int, cards: int, last: bool, belote: Pair) -> None:
    found = scored("comptoir", two(None, tricks, last=last, cards=cards, belote=belote), count="points")
    assert sum(found.score.values()) == 162 + 20 * sum(belote)
