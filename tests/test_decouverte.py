"""Découverte, clause by clause (docs/family-rules.md). N is not the dealer, and takes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rebelote.actions import Cut, Deal, Pass, Play, Take
from rebelote.cards import PACK, Card, Trump
from rebelote.chance import SeededChance, StackedChance
from rebelote.events import (
    BottomShown,
    CardPlayed,
    Contracted,
    DealVoided,
    PileTurned,
    SevenSwapped,
    TrickWon,
    TurnedUp,
)
from rebelote.match import Match
from rebelote.phases.ending import next_to_deal
from rebelote.record import check_record, format_record
from rebelote.results import DealScore
from rebelote.ruleset.loading import load
from rebelote.table import Seat
from tests.support.clause_mark import clause
from tests.support.referee_questions import ask, calls, error, legal

RULES = "decouverte"
N, S = Seat("N"), Seat("S")


def deal(
    cards: int,
    last: str,
    *,
    tricks: int = 8,
    side: str | None = "N",
    belote: tuple[int, int] = (0, 0),
    declared: tuple[int, int] = (0, 0),
) -> dict[str, Any]:
    """N's cards without the last trick; S has the rest of 152."""
    return {
        "contract": {"side": side, "trump": "H", "value": None, "contre": 0},
        "tricks": {"N": tricks, "S": 16 - tricks},
        "cards": {"N": cards, "S": 152 - cards},
        "last": last,
        "belote": {"N": belote[0], "S": belote[1]},
        "declarations": {"N": declared[0], "S": declared[1]},
    }


def dealt(**options: Any) -> Match:
    """The pack in its own order, 7♠ on top: spades, hearts, diamonds, clubs. S deals."""
    match = Match.new(load(RULES, options), dealer="S", chance=StackedChance([PACK[28:] + PACK[:28]]))
    return match.act(Cut(N, 4)).act(Deal(S, (4, 4)))


@clause("DE-1")
def test_eight_piles_of_two_and_no_hand() -> None:
    """Four down to N, four down to S, four up on N's, four up on S's; then the same again."""
    match = dealt()
    held = match.state.held
    assert held is not None
    rows = {seat: [(p.under, p.top) for p in row] for seat, row in held.piles.items()}
    texts = {seat: [f"{under}/{top}" for under, top in row] for seat, row in rows.items()}
    wanted = {
        N: [(PACK[n], PACK[8 + n]) for n in range(4)] + [(PACK[16 + n], PACK[24 + n]) for n in range(4)],
        S: [(PACK[4 + n], PACK[12 + n]) for n in range(4)] + [(PACK[20 + n], PACK[28 + n]) for n in range(4)],
    }
    assert rows == wanted, texts
    assert not any(held.hands.values())
    assert load(RULES).tricks == 16


@clause("DE-1", "DE-2")
def test_the_card_beneath_is_turned_after_the_trick() -> None:
    """Diamonds are trumps of nobody's visible cards: N leads a heart of his tops, S follows."""
    match = dealt().act(Pass(N)).act(Take(S, Trump.CLUBS))
    assert match.state.actors() == (N,)
    match = match.act(Play(N, Card("7H")))
    assert isinstance(match.log[-1], CardPlayed)
    held = match.view("S").situation.held
    assert held is not None
    assert (held.piles[N][0].top, held.piles[N][0].covers) == (None, True)
    before = len(match.log)
    match = match.act(match.state.legal(S)[0])
    told = [type(event) for event in match.log[before:]]
    assert told == [CardPlayed, TrickWon, PileTurned, PileTurned]
    assert match.log[-2] == PileTurned(N, 0, Card("7S"))


@clause("DE-2")
def test_the_last_card_proposes_and_stays() -> None:
    match = dealt()
    assert match.log[-1] == TurnedUp(Card("AC"))
    assert match.state.actors() == (N,)
    assert match.state.legal(N) == (Pass(N), Take(N, Trump.CLUBS))
    taken = match.act(Take(N, Trump.CLUBS))
    held = taken.state.held
    assert held is not None
    assert held.piles[S][7].top is Card("AC")
    assert not held.hands[N]
    passed = match.act(Pass(N)).act(Pass(S))
    assert passed.state.legal(N)[1:] == tuple(
        Take(N, trump) for trump in (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS)
    )
    again = passed.act(Pass(N)).act(Pass(S))
    assert again.log[-1] == DealVoided("passed_out", S)


@clause("DE-2")
def test_the_referees_auction() -> None:
    opened = ask("auction", RULES, turned="AC", calls=[])
    assert (opened["speaks"], opened["legal"]) == ("N", {"N": ["pass", "take"]})
    second = ask("auction", RULES, turned="AC", calls=calls("N pass, S pass"))
    assert second["legal"] == {"N": ["pass", "take S", "take H", "take D"]}
    assert error("auction", RULES, {"trump": "fixed"}, turned="AC", calls=[]) == "bad_question"


@clause("DE-2", "DE-3")
def test_a_fixed_trump_and_each_his_own() -> None:
    match = dealt(trump="fixed")
    assert isinstance(match.log[-1], Contracted)
    assert match.log[-1].contract.trump is Trump.CLUBS
    assert match.state.actors() == (N,)
    fixed = {"trump": "fixed"}
    found = ask("score", RULES, fixed, deal=deal(85, "N", side=None))
    assert (found["result"], found["score"]) == ("none", {"N": 95, "S": 67})
    every = ask("score", RULES, fixed, deal=deal(152, "N", side=None, tricks=16))
    assert every["score"] == {"N": 252, "S": 0}
    assert error("score", RULES, fixed, deal=deal(85, "N")) == "inconsistent"


@clause("DE-3", "DE-3-follow", "DE-3-trump", "DE-3-overtrump")
@pytest.mark.parametrize(
    ("hand", "trick", "refused"),
    [
        ("7S JH KD", ["S AS"], {"JH": "DE-3-follow", "KD": "DE-3-follow"}),
        ("JH 7H KD", ["S AS"], {"KD": "DE-3-trump"}),
        ("JH 7H", ["S 9H"], {"7H": "DE-3-overtrump"}),
        ("AH 7H KD", ["S 9H"], {"KD": "DE-3-follow"}),
        ("KD 9C", ["S AS"], {}),
        ("KD 9C", [], {}),
    ],
)
def test_card_play(hand: str, trick: list[str], refused: dict[str, str]) -> None:
    assert legal(RULES, {}, "H", hand, trick)[1] == refused


@clause("DE-3")
@pytest.mark.parametrize(
    ("summary", "options", "result", "score", "pending"),
    [
        (deal(85, "N"), {}, "made", (95, 67), 0),
        (deal(80, "S"), {}, "failed", (0, 162), 0),
        (deal(71, "N"), {}, "tie", (0, 81), 81),
        (deal(152, "N", tricks=16), {}, "made", (252, 0), 0),
        (deal(0, "S", tricks=0), {}, "failed", (0, 252), 0),
        (deal(70, "S", belote=(1, 0)), {"belote": True}, "failed", (20, 162), 0),
        (deal(75, "S", belote=(1, 0)), {"belote": True}, "made", (95, 87), 0),
        (deal(70, "S", declared=(50, 0)), {"declarations": True}, "made", (120, 92), 0),
        (deal(70, "S", declared=(20, 0)), {"declarations": True}, "failed", (0, 182), 0),
    ],
)
def test_the_score(
    summary: dict[str, Any], options: dict[str, Any], result: str, score: tuple[int, int], pending: int
) -> None:
    found = ask("score", RULES, options, deal=summary)
    assert (found["result"], tuple(found["score"].values()), found["pending"]) == (result, score, pending)


@clause("DE-3")
def test_what_hangs_goes_to_the_next_winner() -> None:
    found = ask("score", RULES, deal=deal(85, "N"), pending=81)
    assert found["score"] == {"N": 176, "S": 67}


@clause("DE-3")
def test_without_the_options_there_is_no_belote_and_no_declaration() -> None:
    assert error("score", RULES, deal=deal(85, "N", belote=(1, 0))) == "inconsistent"
    assert error("score", RULES, deal=deal(85, "N", declared=(20, 0))) == "inconsistent"


@clause("DE-3")
def test_the_deals_winner_deals_next() -> None:
    rules = load(RULES)

    def following(n: int, s: int) -> Seat:
        return next_to_deal(rules, N, DealScore(result="made", score={"N": n, "S": s}))  # type: ignore[dict-item]

    assert [following(95, 67), following(0, 162), following(81, 81)] == [N, S, S]


@clause("DE-3")
def test_target_1000() -> None:
    last = deal(85, "N") | {"score": {"N": 95, "S": 67}, "result": "made"}
    assert ask("end", RULES, totals={"N": 1000, "S": 950}, last=last)["winner"] == "N"
    assert not ask("end", RULES, totals={"N": 999, "S": 950}, last=last)["over"]


@clause("DE-1")
@pytest.mark.parametrize("options", [{}, {"trump": "fixed"}, {"declarations": True, "belote": True}])
def test_a_match_travels_as_a_record(options: dict[str, Any]) -> None:
    match = Match.new(load(RULES, {"target": 200, **options}), chance=SeededChance(8))
    while not match.is_over:
        legal_now = match.state.legal(match.state.actors()[0])
        match = match.act(random.Random(len(match.log)).choice(legal_now))
    assert check_record(format_record(match)).log == match.log


def talon(n: int, s: int, last: str = "N", *, tricks: int = 5, of: int = 9) -> dict[str, Any]:
    """What each made in a deal of `of` tricks, the last trick's 10 included."""
    cards = {"N": n, "S": s}
    cards[last] -= 10
    return deal(0, last) | {"tricks": {"N": tricks, "S": of - tricks}, "cards": cards}


@clause("DE-4")
def test_with_a_talon_nine_cards_each_and_fourteen_out_of_play() -> None:
    rules = load(RULES, {"deal": "talon"})
    match = Match.new(rules, dealer="S", chance=StackedChance([PACK[28:] + PACK[:28]]))
    match = match.act(Cut(N, 4)).act(Deal(S, (3, 3)))
    turned = PACK[12]
    assert match.state.turned is turned
    assert Take(N, Trump(turned.suit.value)) in match.state.legal(N)
    match = match.act(Take(N, Trump(turned.suit.value)))
    held = match.state.held
    assert held is not None
    assert {seat: len(hand) for seat, hand in held.hands.items()} == {N: 9, S: 9}
    assert BottomShown(PACK[31]) in match.log
    assert len(match.view("N").unseen()) == 12 + 9
    assert rules.tricks == 9


@clause("DE-4")
@pytest.mark.parametrize(
    ("summary", "result", "score"),
    [
        (talon(74, 51), "made", (74, 51)),
        (talon(60, 72), "failed", (0, 132)),
        (talon(58, 58), "failed", (0, 116)),
        (talon(112, 0, tricks=9), "made", (112, 0)),
        (talon(0, 112, "S", tricks=0), "failed", (0, 112)),
    ],
)
def test_with_a_talon_less_or_equal_gives_both(
    summary: dict[str, Any], result: str, score: tuple[int, int]
) -> None:
    for pending in (0, 50):  # A tie falls, so nothing ever hangs.
        found = ask("score", RULES, {"deal": "talon"}, deal=summary, pending=pending)
        assert (found["result"], tuple(found["score"].values()), found["pending"]) == (result, score, 0)


@clause("DE-4")
@pytest.mark.parametrize("way", ["talon", "bela"])
def test_both_totals_are_with_belote_and_declarations(way: str) -> None:
    options = {"deal": way, "belote": True, "declarations": True}
    tricks = 10 if way == "bela" else 9
    # 40 + 20 + 20 = 80 against 90: 170 to the other.
    failed = talon(40, 90, "S", of=tricks) | {
        "belote": {"N": 1, "S": 0},
        "declarations": {"N": 20, "S": 0},
    }
    assert ask("score", RULES, options, deal=failed)["score"] == {"N": 0, "S": 170}
    made = talon(60, 90, "S", of=tricks) | {"belote": {"N": 1, "S": 0}, "declarations": {"N": 20, "S": 0}}
    assert ask("score", RULES, options, deal=made)["score"] == {"N": 100, "S": 90}


@clause("DE-4-bela")
def test_bela_udvoje() -> None:
    rules = load(RULES, {"deal": "bela"})
    assert (rules.tricks, rules.chosen["target"]) == (10, 501)
    seven, nine = Card("7H"), Card("9H")
    rest = [card for card in PACK if card not in (seven, nine)]
    order = (seven, *rest[:11], nine, *rest[11:])
    match = Match.new(rules, dealer="S", chance=StackedChance([order[28:] + order[:28]]))
    match = match.act(Cut(N, 4)).act(Deal(S, (3, 3))).act(Take(N, Trump.HEARTS))
    assert SevenSwapped(N, seven) in match.log
    assert len(match.view("N").unseen()) == 32 - 10 - 1
    said = calls("N pass, S pass, N pass")
    must = ask("auction", RULES, {"deal": "bela"}, dealer="S", turned="9H", calls=said)
    assert must["legal"] == {"S": ["take S", "take D", "take C"]}
    assert ask("score", RULES, {"deal": "bela"}, deal=talon(60, 60, of=10))["score"] == {"N": 0, "S": 120}


@clause("DE-3")
def test_declarations_are_of_the_eight_open_cards() -> None:
    """S has a tierce to the jack; a carré of queens that lies partly face down is none."""
    hands = {
        "N": ["AS", "KS", "9D", "9C", "QS", "KH", "QH", "KC"],
        "S": ["9H", "TH", "JH", "AD", "JD", "TD", "8H", "AC"],
    }
    found = ask("declarations", RULES, {"declarations": True}, trump="C", hands=hands)
    assert (found["winner"], found["points"]) == ("S", {"N": 0, "S": 50})
    hands["N"].append("7S")
    assert error("declarations", RULES, {"declarations": True}, trump="C", hands=hands) == "bad_question"
