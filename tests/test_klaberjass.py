"""Klaberjass, clause by clause (docs/family-rules.md). N is not the dealer, and takes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rebelote.actions import Cut, Deal, Discard, KeepHand, Object, Pass, Schmeiss, Swap, Take
from rebelote.cards import PACK, Card, Cards, Rank, Suit, Trump
from rebelote.chance import SeededChance, StackedChance
from rebelote.errors import Illegal
from rebelote.events import BottomShown, Dealt, DealVoided, HandKept, MatchStarted, SevenSwapped
from rebelote.match import Match
from rebelote.record import check_record, format_record
from rebelote.ruleset.loading import load
from rebelote.server.history import Chapter
from rebelote.state import State
from rebelote.table import Seat
from tests.support.clause_mark import clause
from tests.support.referee_questions import ask, calls, error, legal

RULES = "klaberjass"
N, S = Seat("N"), Seat("S")


def deal(
    n: int,
    s: int,
    last: str = "N",
    *,
    tricks: int = 5,
    belote: tuple[int, int] = (0, 0),
    declared: tuple[int, int] = (0, 0),
) -> dict[str, Any]:
    """What each made, the last trick's 10 included."""
    cards = {"N": n, "S": s}
    cards[last] -= 10
    return {
        "contract": {"side": "N", "trump": "H", "value": None, "contre": 0},
        "tricks": {"N": tricks, "S": 9 - tricks},
        "cards": cards,
        "last": last,
        "belote": dict(zip("NS", belote, strict=True)),
        "declarations": dict(zip("NS", declared, strict=True)),
    }


def dealt(order: tuple[Card, ...] = PACK, **options: Any) -> Match:
    """That pack, from its top. S deals: N gets three, S three, and so again; then a card is turned."""
    chance = StackedChance([order[28:] + order[:28]])
    match = Match.new(load(RULES, options), dealer="S", chance=chance)
    return match.act(Cut(N, 4)).act(Deal(S, (3, 3)))


@clause("CL-1")
def test_nine_cards_each_and_fourteen_out_of_play() -> None:
    match = dealt().act(Take(N, Trump.DIAMONDS) if PACK[12].suit is Suit.DIAMONDS else Take(N, Trump.HEARTS))
    held = match.state.held
    assert held is not None
    assert {seat: len(hand) for seat, hand in held.hands.items()} == {N: 9, S: 9}
    assert BottomShown(PACK[31]) in match.log
    for seat in (N, S, None):
        assert PACK[31] not in match.view(seat).unseen()
    unseen = match.view("N").unseen()
    assert len(unseen) == 32 - 9 - 2
    assert load(RULES).tricks == 9


@clause("CL-1", "CL-2")
def test_the_referees_auction() -> None:
    def asked(said: str, **options: str) -> dict[str, Any]:
        return ask("auction", RULES, options, turned="9H", calls=calls(said))

    assert asked("")["legal"] == {"N": ["pass", "take", "schmeiss"]}
    assert asked("N pass")["legal"] == {"S": ["pass", "take", "schmeiss"]}
    assert asked("N pass, S pass")["legal"] == {"N": ["pass", "take S", "take D", "take C", "schmeiss"]}
    assert asked("N pass, S pass, N pass, S pass")["contract"] is None
    must = asked("N pass, S pass, N pass", must="dealer")
    assert must["legal"] == {"S": ["take S", "take D", "take C", "schmeiss"]}
    taken = asked("N pass, S take")["contract"]
    assert taken == {"seat": "S", "side": "S", "trump": "H", "value": None, "contre": 0}


@clause("CL-2")
def test_schmeiss() -> None:
    def asked(said: str, **options: str) -> dict[str, Any]:
        return ask("auction", RULES, options, turned="9H", calls=calls(said))

    assert asked("N schmeiss")["legal"] == {"S": ["pass", "object"]}
    assert asked("N schmeiss", schmeiss="umich")["legal"] == {"S": ["pass", "object", "take"]}
    agreed = asked("N schmeiss, S pass")
    assert (agreed["done"], agreed["contract"]) == (True, None)
    refused = asked("N schmeiss, S object")
    assert (refused["done"], refused["contract"]["seat"], refused["contract"]["trump"]) == (True, "N", "H")
    himself = asked("N schmeiss, S take", schmeiss="umich")
    assert (himself["done"], himself["contract"]["seat"]) == (True, "S")
    second = asked("N pass, S pass, N schmeiss, S object")
    assert second["legal"] == {"N": ["take S", "take D", "take C"]}
    assert asked("N pass, S pass, N schmeiss, S object, N take C")["contract"]["seat"] == "N"
    assert error("auction", RULES, turned="9H", calls=calls("N schmeiss, S schmeiss")) == "illegal_call"


@clause("CL-2")
def test_an_agreed_schmeiss_deals_again() -> None:
    match = dealt().act(Schmeiss(N))
    assert match.act(Pass(S)).log[-1] == DealVoided("passed_out", S)
    played = match.act(Object(S))
    assert played.state.contract is not None
    assert played.state.contract.seat == N


@clause("CL-3")
def test_the_seven_of_trumps_is_swapped_for_the_turned_card() -> None:
    """N has the seven of hearts, the turned suit: it lies on the pack, and he has the turned nine."""
    seven, nine = Card("7H"), Card("9H")
    rest = [card for card in PACK if card not in (seven, nine)]
    order = (seven, *rest[:11], nine, *rest[11:])
    match = dealt(order).act(Take(N, Trump.HEARTS))
    assert SevenSwapped(N, seven) in match.log
    held = match.state.held
    assert held is not None
    assert nine in held.hands[N]
    assert seven not in held.hands[N]
    assert match.state.turned is seven
    other = match.view("S").situation.held
    assert other is not None
    assert (other.hands[N], other.hidden[N]) == (Cards((nine,)), 8)
    elsewhere = dealt(order).act(Pass(N)).act(Pass(S)).act(Take(N, Trump.SPADES))
    assert not any(isinstance(event, SevenSwapped) for event in elsewhere.log)


@clause("CL-3")
def test_by_hand_each_is_asked_and_may_keep_the_seven() -> None:
    """Who is asked first tells nobody whether he has it: N has not, S has, and keeps it or swaps it."""
    seven, nine = Card("7H"), Card("9H")
    rest = [card for card in PACK if card not in (seven, nine)]
    order = (*rest[:3], seven, *rest[3:11], nine, *rest[11:])
    match = dealt(order, announce="manual").act(Take(N, Trump.HEARTS))
    assert (match.state.phase_name, match.state.legal(N), match.state.legal(S)) == (
        "swap",
        (KeepHand(N),),
        (),
    )
    for early in (Swap(N), Swap(S), KeepHand(S), Discard(N, (rest[0],))):
        with pytest.raises(Illegal):
            match.act(early)
    asked = match.act(KeepHand(N))
    assert asked.log[-1] == HandKept(N)
    assert asked.state.legal(S) == (Swap(S), KeepHand(S))
    kept = asked.act(KeepHand(S))
    assert kept.state.playing is not None
    assert (seven in kept.view("S").hand, kept.state.turned) == (True, nine)
    swapped = asked.act(Swap(S))
    assert swapped.log[-1] == SevenSwapped(S, seven)
    assert (nine in swapped.view("S").hand, swapped.state.turned) == (True, seven)
    assert swapped.state.playing is not None


@clause("CL-3")
def test_nobody_is_asked_where_the_turned_suit_is_not_trump() -> None:
    match = dealt(announce="manual").act(Pass(N)).act(Pass(S))
    take = next(call for call in match.state.legal(N) if isinstance(call, Take))
    assert match.act(take).state.phase_name == "play"


@clause("CL-4")
@pytest.mark.parametrize(
    ("north", "south", "winner", "points"),
    [
        ("7S 8S 9S", "TD JD QD", "S", 20),
        ("7S 8S 9S TS", "JD QD KD", "N", 50),
        ("7S 8S 9S TS JS", "TD JD QD KD", "N", 50),
        ("7S 8S 9S", "7H 8H 9H", "S", 20),
        ("7S 8S 9S", "7D 8D 9D", None, 0),
        ("7S 8S 9S KC AC QC", "TD JD QD", "N", 40),
        ("JS JH JD JC", "7S 8S 9S", "S", 20),
        ("7S 8S 9S TS JS QS KS", "JD QD KD", "N", 70),
    ],
)
def test_runs(north: str, south: str, winner: str | None, points: int) -> None:
    """Length, top card, trumps, else nobody; the winner scores all his; no carrés."""
    hands = {"N": north.split(), "S": south.split()}
    used = {*hands["N"], *hands["S"]}
    spare = [card.text for card in PACK if card.text not in used]
    for name, hand in hands.items():
        while len(hand) < 9:
            more = next(text for text in spare if not _makes_a_run([*hand, text], hand))
            spare.remove(more)
            hand.append(more)
        assert len(hand) == 9, name
    found = ask("declarations", RULES, trump="H", hands=hands)
    assert (found["winner"], found["points"][winner or "N"]) == (winner, points)


def _makes_a_run(after: list[str], before: list[str]) -> bool:
    def runs(hand: list[str]) -> int:
        held = {(Rank(text[0]), text[1]) for text in hand}
        ranks = list(Rank)
        return sum(
            {(rank, suit) for rank in ranks[n : n + 3]} <= held
            for suit in "SHDC"
            for n in range(len(ranks) - 2)
        )

    return runs(after) > runs(before)


@clause("CL-5", "CL-5-follow", "CL-5-trump", "CL-5-overtrump")
@pytest.mark.parametrize(
    ("hand", "trick", "refused"),
    [
        ("7S JH KD", ["S AS"], {"JH": "CL-5-follow", "KD": "CL-5-follow"}),
        ("JH 7H KD", ["S AS"], {"KD": "CL-5-trump"}),
        ("JH 7H", ["S 9H"], {"7H": "CL-5-overtrump"}),
        ("AH 7H KD", ["S 9H"], {"KD": "CL-5-follow"}),
        ("KD 9C", ["S AS"], {}),
    ],
)
def test_card_play(hand: str, trick: list[str], refused: dict[str, str]) -> None:
    assert legal(RULES, {}, "H", hand, trick)[1] == refused


@clause("CL-4", "CL-6")
@pytest.mark.parametrize(
    ("summary", "options", "result", "score", "pending"),
    [
        (deal(74, 51), {}, "made", (74, 51), 0),
        (deal(60, 52, declared=(0, 20)), {}, "failed", (0, 132), 0),
        (deal(48, 56, belote=(1, 0)), {}, "made", (68, 56), 0),
        (deal(58, 58), {}, "tie", (0, 58), 0),
        (deal(58, 58), {"tie": "held"}, "tie", (0, 58), 58),
        (deal(30, 60, belote=(1, 0)), {}, "failed", (0, 110), 0),
        (deal(112, 0, tricks=9), {}, "made", (112, 0), 0),
        (deal(66, 0, tricks=9, declared=(0, 70)), {}, "failed", (0, 136), 0),
    ],
)
def test_the_score(
    summary: dict[str, Any], options: dict[str, Any], result: str, score: tuple[int, int], pending: int
) -> None:
    found = ask("score", RULES, options, deal=summary)
    assert (found["result"], tuple(found["score"].values()), found["pending"]) == (result, score, pending)


@clause("CL-6")
@pytest.mark.parametrize(("tie", "score"), [("half", (74, 51)), ("held", (132, 51))])
def test_only_what_is_held_is_won_later(tie: str, score: tuple[int, int]) -> None:
    found = ask("score", RULES, {"tie": tie}, deal=deal(74, 51), pending=58)
    assert (tuple(found["score"].values()), found["pending"]) == (score, 0)


@clause("CL-1", "CL-6")
def test_the_points_in_play_are_at_most_those_of_the_pack() -> None:
    assert error("score", RULES, deal=deal(120, 50)) == "inconsistent"
    assert error("score", RULES, deal=deal(60, 40, tricks=10)) == "inconsistent"
    last = deal(74, 51) | {"score": {"N": 74, "S": 51}, "result": "made"}
    assert ask("end", RULES, totals={"N": 500, "S": 420}, last=last)["winner"] == "N"


@clause("CL-1")
def test_a_match_travels_as_a_record() -> None:
    match = Match.new(load(RULES, {"target": 200}), chance=SeededChance(8))
    while not match.is_over:
        legal_now = match.state.legal(match.state.actors()[0])
        match = match.act(random.Random(len(match.log)).choice(legal_now))
    assert any(isinstance(event, Dealt) for event in match.log)
    assert check_record(format_record(match)).log == match.log


@clause("CL-3")
def test_a_replay_shows_the_hands_after_the_exchange() -> None:
    """At the first lead N has the turned nine, and the seven lies in its place."""
    seven, nine = Card("7H"), Card("9H")
    rest = [card for card in PACK if card not in (seven, nine)]
    match = dealt((seven, *rest[:11], nine, *rest[11:])).act(Take(N, Trump.HEARTS))
    match = match.act(match.state.legal(N)[0])
    started = match.log[0]
    assert isinstance(started, MatchStarted)
    state = State.start(started)
    chapter = Chapter(state)
    for place, event in enumerate(match.log[1:], start=1):
        after = state.evolve(event)
        chapter.add(place, event, state, after)
        state = after
    assert chapter.held is not None
    assert len(chapter.held.hands[N]) == 9
    assert (nine in chapter.held.hands[N], seven in chapter.held.hands[N]) == (True, False)
