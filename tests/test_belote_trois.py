"""Belote for three, clause by clause (docs/family-rules.md). Player 1 takes; 1, 3, 2 is the order of play."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rebelote.actions import Bid, Cut, Deal, Discard
from rebelote.cards import PACK, Card, Cards, Rank, Trump
from rebelote.chance import SeededChance, StackedChance
from rebelote.errors import Illegal, RebeloteError
from rebelote.events import DealScored, Discarded, Shuffled, TrickWon, redact
from rebelote.match import Match
from rebelote.record import check_record, format_record
from rebelote.results import Contract
from rebelote.ruleset.loading import load
from rebelote.solver import Position, Sheet, Solver
from rebelote.table import Seat, Side
from tests.support.clause_mark import clause
from tests.support.random_positions import begun
from tests.support.referee_questions import ask, calls, error, legal

RULES = "belote-trois"


def deal(
    *points: int,
    last: str = "1",
    tricks: tuple[int, int, int] = (3, 3, 2),
    belote: tuple[int, int, int] = (0, 0, 0),
    declared: tuple[int, int, int] = (0, 0, 0),
) -> dict[str, Any]:
    """What each of the three made, the last trick's 10 included."""
    by_seat = [dict(zip("123", numbers, strict=True)) for numbers in (tricks, points, belote, declared)]
    by_seat[1][last] -= 10
    names = ("tricks", "cards", "belote", "declarations")
    contract = {"side": "1", "trump": "H", "value": None, "contre": 0}
    return {"contract": contract, "last": last, **dict(zip(names, by_seat, strict=True))}


@clause("T3-1")
def test_no_seven_and_no_eight_is_dealt() -> None:
    rules = load(RULES)
    assert (len(rules.pack), rules.tricks) == (24, 8)
    match = Match.new(rules, chance=SeededChance(4))
    while not match.state.playing:
        match = match.act(match.state.legal(match.state.actors()[0])[-1])
    dealt = next(event.order for event in match.log if isinstance(event, Shuffled))
    assert len(dealt) == 24
    assert not {Rank.SEVEN, Rank.EIGHT} & {card.rank for card in dealt}
    held = match.state.held
    assert held is not None
    assert {seat: len(cards) for seat, cards in held.hands.items()} == {"1": 8, "2": 8, "3": 8}


@clause("T3-1")
def test_two_rounds_of_calls_by_three() -> None:
    opened = ask("auction", RULES, dealer="1", turned="9H", calls=[])
    assert (opened["speaks"], opened["legal"]) == ("3", {"3": ["pass", "take"]})
    second = ask("auction", RULES, dealer="1", turned="9H", calls=calls("3 pass, 2 pass, 1 pass"))
    assert second["legal"] == {"3": ["pass", "take S", "take D", "take C"]}
    taken = ask("auction", RULES, dealer="1", turned="9H", calls=calls("3 pass, 2 take"))
    assert taken["contract"] == {"seat": "2", "side": "2", "trump": "H", "value": None, "contre": 0}
    passed = "3 pass, 2 pass, 1 pass, 3 pass, 2 pass, 1 pass"
    assert ask("auction", RULES, dealer="1", turned="9H", calls=calls(passed))["contract"] is None


@clause("T3-2", "T3-2-follow", "T3-2-trump", "T3-2-overtrump")
@pytest.mark.parametrize(
    ("hand", "trick", "refused"),
    [
        ("9S JH KD", ["1 AS"], {"JH": "T3-2-follow", "KD": "T3-2-follow"}),
        ("JH QH KD", ["1 AS", "3 9S"], {"KD": "T3-2-trump"}),
        ("JH QH KD", ["1 AS", "3 9H"], {"KD": "T3-2-trump", "QH": "T3-2-overtrump"}),
        ("KH QH KD", ["1 AS", "3 9H"], {"KD": "T3-2-trump"}),
        ("JH QH", ["1 9H"], {"QH": "T3-2-overtrump"}),
        ("KH QH KD", ["1 9H"], {"KD": "T3-2-follow"}),
        ("KD 9C", ["1 AS"], {}),
    ],
)
def test_card_play_without_a_partner(hand: str, trick: list[str], refused: dict[str, str]) -> None:
    assert legal(RULES, {}, "H", hand, trick)[1] == refused


@clause("T3-2")
def test_either_way_round_the_table() -> None:
    """Seats may be named either way: nobody has a partner, so it changes nothing."""
    for seats in ("132", "123"):
        laid = [[seat, card] for seat, card in zip(seats, ("9S", "AS", "9H"), strict=True)]
        assert ask("trick", RULES, trump="H", trick=laid) == {"winner": seats[2], "points": 25}
    assert error("trick", RULES, trump="H", trick=[["1", "9S"], ["1", "AS"], ["2", "9H"]]) == "inconsistent"


@clause("T3-3")
@pytest.mark.parametrize(
    ("summary", "options", "result", "score"),
    [
        (deal(70, 50, 42), {}, "made", (70, 50, 42)),
        (deal(60, 62, 40), {}, "failed", (0, 81, 81)),
        (deal(60, 62, 40), {"failed": "best"}, "failed", (0, 122, 40)),
        (deal(70, 50, 42), {"needs": "both", "failed": "vanish"}, "failed", (0, 50, 42)),
        (deal(60, 60, 42), {}, "failed", (0, 81, 81)),
        (deal(81, 41, 40), {"needs": "both"}, "failed", (0, 81, 81)),
        (deal(82, 40, 40), {"needs": "both"}, "made", (82, 40, 40)),
        (deal(60, 51, 51, last="2"), {"needs": "both", "failed": "best"}, "failed", (0, 81, 81)),
        (deal(55, 62, 45, belote=(1, 0, 0)), {}, "made", (75, 62, 45)),
        (deal(50, 62, 50, belote=(0, 0, 1)), {}, "failed", (0, 81, 101)),
        (deal(40, 62, 60, belote=(1, 0, 0)), {}, "failed", (20, 81, 81)),
        (deal(40, 62, 60, belote=(1, 0, 0)), {"failed": "best"}, "failed", (20, 102, 60)),
        (deal(162, 0, 0, tricks=(8, 0, 0)), {}, "made", (252, 0, 0)),
        (deal(0, 162, 0, last="2", tricks=(0, 8, 0)), {}, "failed", (0, 81, 81)),
        (deal(0, 162, 0, last="2", tricks=(0, 8, 0)), {"failed": "vanish"}, "failed", (0, 252, 0)),
    ],
)
def test_the_score(
    summary: dict[str, Any], options: dict[str, Any], result: str, score: tuple[int, int, int]
) -> None:
    found = ask("score", RULES, options, deal=summary)
    assert (found["result"], tuple(found["score"].values()), found["pending"]) == (result, score, 0)


@clause("T3-3")
@pytest.mark.parametrize(
    ("summary", "failed", "score"),
    [
        (deal(60, 62, 40, declared=(20, 0, 0)), "split", (80, 62, 40)),
        (deal(30, 62, 70, declared=(20, 0, 0)), "split", (0, 91, 91)),
        (deal(30, 62, 70, declared=(20, 0, 0)), "best", (0, 62, 120)),
        (deal(30, 62, 70, declared=(20, 0, 0)), "vanish", (0, 62, 70)),
        (deal(162, 0, 0, tricks=(8, 0, 0), declared=(0, 50, 0)), "split", (302, 0, 0)),
    ],
)
def test_declarations(summary: dict[str, Any], failed: str, score: tuple[int, int, int]) -> None:
    """They count in the test; a failed taker's go where his points go; a capot takes the others'."""
    options = {"declarations": True, "failed": failed}
    assert tuple(ask("score", RULES, options, deal=summary)["score"].values()) == score


@clause("T3-3")
def test_summaries_that_cannot_be() -> None:
    assert error("score", RULES, deal=deal(70, 50, 43)) == "inconsistent"
    assert error("score", RULES, deal=deal(70, 50, 42, tricks=(3, 5, 0))) == "inconsistent"
    assert error("score", RULES, deal=deal(70, 50, 42, tricks=(3, 3, 3))) == "inconsistent"
    assert error("score", RULES, deal=deal(70, 50, 42, declared=(20, 0, 0))) == "inconsistent"


@clause("T3-3")
def test_the_first_at_the_target_with_most_points() -> None:
    last = deal(70, 50, 42) | {"score": {"1": 70, "2": 50, "3": 42}, "result": "made"}

    def end(*totals: int, **options: Any) -> Any:
        return ask("end", RULES, options, totals=dict(zip("123", totals, strict=True)), last=last)["winner"]

    assert end(501, 300, 500) == "1"
    assert end(520, 530, 500) == "2"
    assert end(530, 530, 500) is None
    assert end(530, 300, 500, target=1000) is None


@clause("T3-1", "T3-3")
def test_a_match_travels_as_a_record() -> None:
    match = Match.new(load(RULES, {"target": 100}), chance=SeededChance(8))
    while not match.is_over:
        legal_now = match.state.legal(match.state.actors()[0])
        match = match.act(random.Random(len(match.log)).choice(legal_now))
    assert check_record(format_record(match)).log == match.log


@clause("T3-3")
def test_the_solver_looks_for_points_and_says_so() -> None:
    position = Position.of(begun(load(RULES), Trump.HEARTS, random.Random(3)))
    with pytest.raises(RebeloteError, match="own points alone"):
        Solver().solve_marks(position, Sheet(Contract(side=Side("1"), trump=Trump.HEARTS)))


# Ten cards each, and a talon of two


def ten_dealt(**options: Any) -> Match:
    """The pack in its own order, 7♠ on top; 1 deals, so 3 has the first cards: 7♠ 8♠ 9♠, 8♥ 9♥ 10♥, K♦ …"""
    rules = load(RULES, {"deal": "ten", **options})
    match = Match.new(rules, dealer="1", chance=StackedChance([PACK[28:] + PACK[:28]]))
    return match.act(Cut(Seat("2"), 4)).act(Deal(Seat("1"), (3, 3, 4)))


@clause("T3-1-discard")
def test_the_taker_gets_two_cards_and_lays_two_aside() -> None:
    match = ten_dealt()
    assert len(match.rules.pack) == 32
    taken = match.act(Bid(Seat("3"), None, Trump.SPADES))
    assert (taken.state.phase_name, taken.state.actors()) == ("discard", ("3",))
    held = taken.state.held
    assert held is not None
    assert {seat: len(hand) for seat, hand in held.hands.items()} == {"1": 10, "2": 10, "3": 12}
    assert Cards(PACK[30:]) <= held.hands[Seat("3")]
    assert len(taken.state.legal(Seat("3"))) == 12 * 11 // 2
    after = taken.act(Discard(Seat("3"), (PACK[31], PACK[0])))
    assert after.log[-1] == Discarded(Seat("3"), (PACK[0], PACK[31]))
    assert (after.state.phase_name, after.state.actors()) == ("play", ("3",))
    playing = after.state.playing
    assert playing is not None
    assert (playing.length, len(playing.held.hands[Seat("3")])) == (10, 10)


@clause("T3-1-discard")
def test_only_the_taker_knows_his_discard() -> None:
    taken = ten_dealt().act(Bid(Seat("3"), None, Trump.SPADES))
    after = taken.act(Discard(Seat("3"), (PACK[31], PACK[0])))
    assert redact(after.log[-1], Seat("3")) == after.log[-1]
    for other in (Seat("1"), Seat("2"), None):
        assert redact(after.log[-1], other) == Discarded(Seat("3"), (), 2)
        assert {PACK[0], PACK[31]} <= set(after.view(other).unseen())
    own = after.view("3")
    assert not own.unseen() & Cards((PACK[0], PACK[31]))
    assert len(own.unseen()) == 20
    assert len(after.view("1").unseen()) == 22


@clause("T3-1-discard")
def test_a_discard_is_two_cards_of_ones_own() -> None:
    taken = ten_dealt().act(Bid(Seat("3"), None, Trump.SPADES))
    other = next(iter(taken.view("1").hand))
    for cards in ((PACK[0],), (PACK[0], PACK[0]), (PACK[0], other), (PACK[0], PACK[1], PACK[2])):
        with pytest.raises(Illegal) as caught:
            taken.act(Discard(Seat("3"), cards))
        assert (caught.value.clause, caught.value.reason) == ("T3-1-discard", "wrong_discard")
    with pytest.raises(Illegal):
        taken.act(Discard(Seat("1"), (PACK[0], PACK[1])))
    with pytest.raises(Illegal):
        ten_dealt().act(Discard(Seat("3"), (PACK[0], PACK[1])))


@clause("T3-1-discard")
def test_the_points_laid_aside_are_the_takers() -> None:
    """Spades are trumps: 3 lays his ace of clubs aside, 11, and the nine of spades, 14."""
    laid = (Card("AC"), Card("9S"))
    match = ten_dealt().act(Bid(Seat("3"), None, Trump.SPADES)).act(Discard(Seat("3"), laid))
    while not any(isinstance(event, DealScored) for event in match.log):
        match = match.act(match.state.legal(match.state.actors()[0])[0])
    scored = next(event for event in match.log if isinstance(event, DealScored))
    taken: dict[str, int] = dict.fromkeys("123", 0)
    for event in match.log:
        if isinstance(event, TrickWon):
            taken[event.seat] += event.points
    taken["3"] += 25
    assert scored.summary.cards == taken
    assert sum(scored.summary.cards.values()) == 152


@clause("T3-1-discard", "T3-1-bela")
def test_calls_where_no_card_is_turned() -> None:
    opened = ask("auction", RULES, {"deal": "ten"}, dealer="1", calls=[])
    assert opened["legal"] == {"3": ["pass", "S", "H", "D", "C"]}
    named = ask("auction", RULES, {"deal": "ten"}, dealer="1", calls=calls("3 pass, 2 H"))
    assert (named["done"], named["contract"]["seat"], named["contract"]["trump"]) == (True, "2", "H")
    passed = ask("auction", RULES, {"deal": "ten"}, dealer="1", calls=calls("3 pass, 2 pass, 1 pass"))
    assert (passed["done"], passed["contract"]) == (True, None)
    must = ask("auction", RULES, {"deal": "bela"}, dealer="1", calls=[])
    assert must["legal"] == {"3": ["S", "H", "D", "C"]}


@clause("T3-1-bela")
def test_bela_utroje_has_its_own_defaults() -> None:
    chosen = load(RULES, {"deal": "bela"}).chosen
    assert (chosen["needs"], chosen["failed"], chosen["target"]) == ("both", "vanish", 701)
    assert load(RULES, {"deal": "bela", "failed": "best", "target": 501}).chosen["failed"] == "best"
    summary = deal(70, 50, 42, tricks=(4, 3, 3))
    assert tuple(ask("score", RULES, {"deal": "bela"}, deal=summary)["score"].values()) == (0, 50, 42)


@clause("T3-1-discard")
def test_a_taker_without_a_trick_has_what_he_laid_aside() -> None:
    summary = deal(10, 100, 52, last="2", tricks=(0, 6, 4))
    best = ask("score", RULES, {"deal": "ten", "failed": "best"}, deal=summary)["score"]
    assert tuple(best.values()) == (0, 110, 52)
    assert error("score", RULES, {"deal": "ten"}, deal=deal(100, 10, 52, tricks=(6, 0, 4))) == "inconsistent"


@clause("T3-1-discard")
@pytest.mark.parametrize("variant", ["ten", "bela"])
def test_a_match_with_discards_travels_as_a_record(variant: str) -> None:
    options = {"deal": variant, "target": 100, "declarations": True, "announce": "manual"}
    match = Match.new(load(RULES, options), chance=SeededChance(8))
    while not match.is_over:
        legal_now = match.state.legal(match.state.actors()[0])
        match = match.act(random.Random(len(match.log)).choice(legal_now))
    assert check_record(format_record(match)).log == match.log


@clause("T3-3")
def test_the_referee_answers_for_three_players_declarations() -> None:
    """3 has the higher tierce; the dealer needs not be named."""
    hands = {
        "1": ["9S", "TS", "JS", "QH", "AH", "9D", "QD", "9C"],
        "2": ["KS", "AH", "9H", "TD", "JD", "KD", "TC", "QC"],
        "3": ["QC", "KC", "AC", "JH", "KH", "TH", "AD", "JC"],
    }
    hands["2"][1], hands["2"][7] = "AS", "QS"
    found = ask("declarations", RULES, {"declarations": True}, trump="H", hands=hands)
    assert (found["winner"], found["points"]) == ("3", {"1": 0, "2": 0, "3": 50})
