"""Klaverjas, clause by clause (docs/family-rules.md). NS takes; W is the dealer's left, with S dealing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rebelote import _native
from rebelote.actions import Count, Play, SayRoem
from rebelote.cards import Card, Cards, Trump
from rebelote.chance import SeededChance
from rebelote.errors import RebeloteError
from rebelote.events import DealVoided, RoemSaid, TrumpDrawn
from rebelote.match import Match
from rebelote.phases.penalties import judge
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Counting
from rebelote.ruleset.loading import load
from rebelote.solver import Position, Solver
from rebelote.table import Seat, Side
from tests.support.clause_mark import clause
from tests.support.random_positions import after, begun, played
from tests.support.referee_questions import ask, calls, error, legal

AMSTERDAM: dict[str, Any] = {}
ROTTERDAM = {"rules": "rotterdam"}
FOLLOW = "KL-3.1-follow"


def deal(
    ns: int, last: str = "NS", roem: tuple[int, int] = (0, 0), tricks: int | None = None
) -> dict[str, Any]:
    """NS's cards without the last trick; EW has the rest of 152."""
    won = {0: 0, 152: 8}.get(ns, 4) if tricks is None else tricks
    return {
        "contract": {"side": "NS", "trump": "H", "value": None, "contre": 0},
        "tricks": {"NS": won, "EW": 8 - won},
        "cards": {"NS": ns, "EW": 152 - ns},
        "last": last,
        "roem": {"NS": roem[0], "EW": roem[1]},
    }


# The choice of trumps


@clause("KL-1", "KL-2")
def test_the_dealers_left_must_name_a_suit() -> None:
    opened = ask("auction", "klaverjas", dealer="S", calls=[])
    assert (opened["speaks"], opened["legal"]) == ("W", {"W": ["S", "H", "D", "C"]})
    done = ask("auction", "klaverjas", dealer="S", calls=calls("W D"))
    assert done["done"]
    assert done["contract"] == {"seat": "W", "side": "EW", "trump": "D", "value": None, "contre": 0}
    assert error("auction", "klaverjas", dealer="S", calls=calls("W pass")) == "illegal_call"
    assert error("auction", "klaverjas", dealer="S", calls=calls("W SA")) == "illegal_call"
    assert error("auction", "klaverjas", dealer="S", calls=[["W", "take D"]]) == "illegal_call"
    assert error("auction", "klaverjas", dealer="S", calls=calls("W H, N contre")) == "illegal_call"


@clause("KL-2")
@pytest.mark.parametrize(("first", "bound"), [("left", "W"), ("dealer", "S")])
def test_if_all_pass_one_must(first: str, bound: str) -> None:
    free = {"choice": "vrij", "first": first}
    passed = "W pass, N pass, E pass, S pass"
    assert ask("auction", "klaverjas", free, dealer="S", calls=[])["legal"] == {"W": ["pass", *"SHDC"]}
    assert ask("auction", "klaverjas", free, dealer="S", calls=calls("W pass, N C"))["done"]
    after = ask("auction", "klaverjas", free, dealer="S", calls=calls(passed))
    assert (after["speaks"], after["legal"]) == (bound, {bound: ["S", "H", "D", "C"]})
    named = ask("auction", "klaverjas", free, dealer="S", calls=calls(f"{passed}, {bound} H"))
    assert (named["done"], named["contract"]["seat"]) == (True, bound)


@clause("KL-2")
def test_a_side_pack_shows_two_suits() -> None:
    turned = {"choice": "gedraaid"}
    passed = "W pass, N pass, E pass, S pass"

    def asked(said: str, shown: object, **more: str) -> dict[str, Any]:
        return ask("auction", "klaverjas", turned | more, dealer="S", calls=calls(said), turned=shown)

    assert asked("", "7H")["legal"] == {"W": ["pass", "H"]}
    assert asked("W pass, N H", "7H")["contract"]["trump"] == "H"
    assert asked(passed, ["7H", "8C"])["legal"] == {"W": ["pass", "C"]}
    both = f"{passed}, {passed}"
    assert asked(both, ["7H", "8C"]) == {"speaks": None, "legal": {}, "done": True, "contract": None}
    assert asked(both, ["7H", "8C"], turned_out="must")["legal"] == {"W": ["S", "H", "D", "C"]}
    assert asked(both, ["7H", "8C"], turned_out="must", first="dealer")["speaks"] == "S"
    assert (
        error("auction", "klaverjas", turned, dealer="S", calls=calls(passed), turned="7H") == "bad_question"
    )
    repeated = {"dealer": "S", "calls": [], "turned": ["7H", "8H"]}
    assert error("auction", "klaverjas", turned, **repeated) == "inconsistent"
    assert error("auction", "klaverjas", turned, **repeated | {"turned": ["7H", "7H"]}) == "duplicate_card"
    assert error("auction", "klaverjas", turned, **repeated | {"calls": calls("W zz")}) == "illegal_call"


@clause("KL-2")
def test_the_suits_shown_are_two_in_a_match_too() -> None:
    """Everybody passes: two suits are drawn, then the same dealer deals again; it is no deal of the match."""
    rules = load("klaverjas", {"choice": "gedraaid"})
    for seed in range(20):
        match = Match.new(rules, chance=SeededChance(seed))
        dealer, events = match.state.dealer, match.log[:0]
        while not any(isinstance(event, DealVoided) for event in events):
            seat = match.state.actors()[0]
            before = len(match.log)
            match = match.act(match.state.legal(seat)[0])
            events = match.log[before:]
        drawn = {event.trump for event in match.log if isinstance(event, TrumpDrawn)}
        assert len(drawn) == 2
        assert (match.state.dealer, match.state.deal_number) == (dealer, 1)


# Card play


OPPONENT = ["W AS", "N 7S", "E 8S"]
PARTNER = ["W 7S", "N AS", "E 8S"]
OPPONENT_RUFFED = ["W AS", "N 7S", "E 9H"]
PARTNER_RUFFED = ["W 7S", "N 9H", "E 8S"]


@clause("KL-3.1", "KL-3.1-follow", "KL-3.1-overtrump")
@pytest.mark.parametrize("rules", [AMSTERDAM, ROTTERDAM])
def test_follow_and_beat_trumps(rules: dict[str, Any]) -> None:
    assert legal("klaverjas", rules, "H", "7S JH KD", ["W 9S"]) == ({"7S"}, {"JH": FOLLOW, "KD": FOLLOW})
    over = "KL-3.1-overtrump"
    assert legal("klaverjas", rules, "H", "JH AH 7H", ["W 9H"]) == ({"JH"}, {"AH": over, "7H": over})
    assert legal("klaverjas", rules, "H", "AH 7H", ["W 7D", "N 9H"])[0] == {"AH", "7H"}
    assert legal("klaverjas", rules, "H", "JH AH", ["W 7H", "N 9H", "E 8H"]) == ({"JH"}, {"AH": over})
    assert legal("klaverjas", rules, "H", "9H 7H KD", ["W JH"])[0] == {"9H", "7H"}


@clause("KL-3.2", "KL-3.2-trump", "KL-3.2-overtrump", "KL-3.2-undertrump")
@pytest.mark.parametrize(
    ("hand", "trick", "refused"),
    [
        ("7H JH KD", OPPONENT, {"KD": "KL-3.2-trump"}),
        ("JH 7H KD", OPPONENT_RUFFED, {"KD": "KL-3.2-trump", "7H": "KL-3.2-overtrump"}),
        ("AH 7H KD", OPPONENT_RUFFED, {"AH": "KL-3.2-undertrump", "7H": "KL-3.2-undertrump"}),
        ("AH 7H", OPPONENT_RUFFED, {}),
        ("7H JH KD", PARTNER, {}),
        ("JH 7H KD", PARTNER_RUFFED, {"7H": "KL-3.2-undertrump"}),
        ("AH 7H KD", PARTNER_RUFFED, {"AH": "KL-3.2-undertrump", "7H": "KL-3.2-undertrump"}),
        ("JH 7H", PARTNER_RUFFED, {}),
        ("KD 9C", OPPONENT, {}),
    ],
)
def test_amsterdam(hand: str, trick: list[str], refused: dict[str, str]) -> None:
    assert legal("klaverjas", AMSTERDAM, "H", hand, trick)[1] == refused


@clause("KL-3.3", "KL-3.3-trump", "KL-3.3-overtrump")
@pytest.mark.parametrize(
    ("hand", "trick", "refused"),
    [
        ("7H JH KD", OPPONENT, {"KD": "KL-3.3-trump"}),
        ("7H JH KD", PARTNER, {"KD": "KL-3.3-trump"}),
        ("JH 7H KD", OPPONENT_RUFFED, {"KD": "KL-3.3-trump", "7H": "KL-3.3-overtrump"}),
        ("JH 7H KD", PARTNER_RUFFED, {"KD": "KL-3.3-trump", "7H": "KL-3.3-overtrump"}),
        ("AH 7H KD", PARTNER_RUFFED, {"KD": "KL-3.3-trump"}),
        ("AH 7H KD", OPPONENT_RUFFED, {"KD": "KL-3.3-trump"}),
        ("KD 9C", PARTNER, {}),
    ],
)
def test_rotterdam(hand: str, trick: list[str], refused: dict[str, str]) -> None:
    assert legal("klaverjas", ROTTERDAM, "H", hand, trick)[1] == refused


# Roem


@clause("KL-4")
@pytest.mark.parametrize(
    ("trick", "trump", "roem"),
    [
        ("JH QH KH AH", "H", 70),
        ("9H TH QH KH", "H", 20),
        ("QH KH AH 7S", "H", 40),
        ("QH KH AH 7S", "S", 20),
        ("7D 8D 9D TD", "H", 50),
        ("7D 8D 9D JD", "H", 20),
        ("7D 8D TD JD", "H", 0),
        ("AD 7D 8D KD", "H", 0),
        ("JS JH JD JC", "H", 200),
        ("7S 7H 7D 7C", "H", 100),
        ("QS QH QD KH", "H", 20),
        ("TD 9H JD QD", "H", 20),
    ],
)
def test_roem_of_a_trick(trick: str, trump: str, roem: int) -> None:
    laid = [list(pair) for pair in zip("WNES", trick.split(), strict=True)]
    assert ask("trick", "klaverjas", trump=trump, trick=laid)["roem"] == roem


@clause("KL-4")
@pytest.mark.parametrize(("four", "jacks", "sevens"), [(200, 200, 100), (100, 100, 100), ("no_789", 200, 0)])
def test_four_alike(four: object, jacks: int, sevens: int) -> None:
    for rank, roem in (("J", jacks), ("7", sevens), ("A", 100)):
        laid = [[seat, rank + suit] for seat, suit in zip("WNES", "SHDC", strict=True)]
        assert ask("trick", "klaverjas", {"four": four}, trump="H", trick=laid)["roem"] == roem


@clause("KL-4")
def test_there_are_no_declarations_of_hands() -> None:
    hands: dict[str, list[str]] = {seat: [] for seat in "NESW"}
    assert error("declarations", "klaverjas", trump="H", hands=hands) == "bad_question"
    assert load("klaverjas").belote is None


def with_roem(announce: str) -> Playing:
    """The last card of a trick of QD KD AD is E's to play; the ace is N's."""
    rules = load("klaverjas", {"announce": announce})
    playing = begun(rules, Trump.HEARTS, random.Random(0), 2)
    hands = {"N": "AD 7C", "E": "7D 8C", "S": "KD 9C", "W": "QD TC"}
    held = playing.held
    return type(playing).start(
        rules,
        playing.contract,
        type(held)(
            {Seat(seat): Cards.parse(cards) for seat, cards in hands.items()}, held.hidden, held.piles
        ),
        Seat("S"),
        2,
    )


@clause("KL-4")
def test_roem_is_lost_once_the_next_card_is_led() -> None:
    playing = with_roem("manual")
    for seat, card in (("S", "KD"), ("W", "QD"), ("N", "AD"), ("E", "7D")):
        playing = after(playing, Play(Seat(seat), Card(card)))
    assert playing.turn == "N"
    assert playing.legal(Seat("N")) == (SayRoem(Seat("N")), Play(Seat("N"), Card("7C")))
    said = playing.after_roem(RoemSaid(Seat("N"), playing.open_roem()))
    assert (said.roem, said.open_roem()) == ({"NS": 20}, 0)
    led = after(playing, Play(Seat("N"), Card("7C")))
    assert (led.roem, led.open_roem()) == ({}, 0)


@clause("KL-4")
@pytest.mark.parametrize("announce", ["auto", "manual"])
def test_a_whole_deal_counts_the_roem_that_was_said(announce: str) -> None:
    """Said for the players every trick's roem counts; by hand only what they say, in the last trick too."""
    rules = load("klaverjas", {"announce": announce, "end": 1500})
    at_count = 0
    for seed in range(40):
        match, said = Match.new(rules, chance=SeededChance(seed)), {"NS": 0, "EW": 0}
        while not match.view(None).sheet:
            seat = match.state.actors()[0]
            legal_now = match.state.legal(seat)
            at_count += isinstance(legal_now[0], SayRoem) and isinstance(match.state.phase, Counting)
            before = len(match.log)
            match = match.act(legal_now[0])
            for event in match.log[before:]:
                if isinstance(event, RoemSaid):
                    said[rules.table.side(event.seat)] += event.points
        assert match.view(None).sheet[0].scored.summary.declarations == said
    assert (at_count > 0) == (announce == "manual")


# The count


@clause("KL-5.1", "KL-5.2")
@pytest.mark.parametrize(
    ("why", "summary", "options", "result", "ns", "ew"),
    [
        ("x1", deal(80, roem=(20, 0)), {}, "made", 110, 72),
        ("x2", deal(82, "EW", (0, 20)), {}, "failed", 0, 182),
        ("x3", deal(71, "NS", (20, 20)), {}, "failed", 0, 202),
        ("x4", deal(152, roem=(40, 0)), {}, "made", 302, 0),
        ("x5", deal(0, "EW", (0, 20)), {}, "failed", 0, 282),
        ("x6", deal(0, "EW", (0, 20)), {"tegenpit": 0}, "failed", 0, 182),
        ("82 in cards, whatever the roem", deal(82, "EW", (0, 50)), {"test": 82}, "made", 82, 130),
        ("81 fail, whatever the roem", deal(71, "NS", (50, 0)), {"test": 82}, "failed", 0, 212),
        ("equal without roem is nat", deal(71, "NS"), {}, "failed", 0, 162),
        ("nothing is rounded", deal(73, "NS"), {}, "made", 83, 79),
    ],
)
def test_the_score(
    why: str, summary: dict[str, Any], options: dict[str, Any], result: str, ns: int, ew: int
) -> None:
    assert why
    found = ask("score", "klaverjas", options, deal=summary)
    assert (found["result"], found["score"], found["pending"]) == (result, {"NS": ns, "EW": ew}, 0)


@clause("KL-5.1")
@pytest.mark.parametrize("options", [{}, {"test": 82}])
@pytest.mark.parametrize(("ns", "score"), [(80, (90, 72)), (60, (0, 162))])
def test_equal_is_nat_so_that_nothing_ever_hangs(options: Any, ns: int, score: tuple[int, int]) -> None:
    found = ask("score", "klaverjas", options, deal=deal(ns), pending=50)
    assert (tuple(found["score"].values()), found["pending"]) == (score, 0)


@clause("KL-4", "KL-5.1")
def test_summaries_that_cannot_be() -> None:
    trickless = deal(0, "EW", (20, 0))
    assert error("score", "klaverjas", deal=trickless) == "inconsistent"
    assert error("score", "klaverjas", deal=deal(80) | {"cards": {"NS": 80, "EW": 80}}) == "inconsistent"
    without = {name: value for name, value in deal(80).items() if name != "roem"}
    assert error("score", "klaverjas", deal=without) == "bad_question"
    contred = deal(80) | {"contract": {"side": "NS", "trump": "H", "value": None, "contre": 1}}
    assert error("score", "klaverjas", deal=contred) == "inconsistent"
    no_trump = deal(80) | {"contract": {"side": "NS", "trump": "SA", "value": None, "contre": 0}}
    assert error("score", "klaverjas", deal=no_trump) == "inconsistent"


# The match


@clause("KL-6")
def test_sixteen_deals_and_a_shared_win() -> None:
    last = deal(80) | {"score": {"NS": 90, "EW": 72}, "result": "made"}

    def end(ns: int, ew: int, number: int, **options: Any) -> Any:
        totals = {"NS": ns, "EW": ew}
        found = ask("end", "klaverjas", options, totals=totals, last=last, deal_number=number)
        return found["over"], found["winner"]

    assert end(5000, 100, 15) == (False, None)
    assert end(1000, 1001, 16) == (True, "EW")
    assert end(1000, 1000, 16) == (True, ["NS", "EW"])
    assert end(1500, 900, 3, end=1500) == (True, "NS")
    assert end(1499, 900, 20, end=1500) == (False, None)
    assert error("end", "klaverjas", totals={"NS": 1, "EW": 1}, last=last, deal_number=17) == "inconsistent"


@clause("KL-7")
@pytest.mark.parametrize(
    ("verzaken", "score", "redeal"),
    [
        (262, {"NS": 0, "EW": 262}, False),
        ("162_and_roem", {"NS": 0, "EW": 202}, False),
        ("redeal", {"NS": 0, "EW": 0}, True),
    ],
)
def test_a_revoke(verzaken: object, score: dict[str, int], redeal: bool) -> None:
    asked = {"fault": "wrong_card", "side": "NS", "points": 40, "noticed": "at_once", "suit": "H"}
    found = ask("penalty", "klaverjas", {"verzaken": verzaken}, **asked)
    assert (found["score"], found["redeal"], found["barred"]) == (score, redeal, None)
    rules = load("klaverjas", {"verzaken": verzaken})
    assert judge(rules, "wrong_card", Side("NS"), noticed="end_of_deal", points=40).score == score


@clause("KL-7")
def test_a_revoke_before_any_roem() -> None:
    asked = {"fault": "wrong_card", "side": "NS"}
    roem_too = {"verzaken": "162_and_roem"}
    assert ask("penalty", "klaverjas", roem_too, **asked)["score"] == {"NS": 0, "EW": 162}
    assert error("penalty", "klaverjas", roem_too, **asked, points=-20) == "bad_question"


@clause("KL-8")
def test_the_words_of_the_table() -> None:
    for lang in ("fr", "en"):
        words = load("klaverjas").texts[lang].glossary
        assert {"troef", "jas", "nel", "slag", "maat", "bekennen", "introeven", "nat", "pit"} <= set(words)


# What the solver makes of it


@clause("KL-4")
def test_the_solver_says_that_it_can_not() -> None:
    position = Position.of(begun(load("klaverjas"), Trump.HEARTS, random.Random(3)))
    with pytest.raises(RebeloteError, match="roem"):
        Solver().solve(position)
    with pytest.raises(RebeloteError, match="roem"):
        Solver().solve_many([position])


@clause("KL-4")
def test_the_core_takes_roem_back() -> None:
    """Playing on and taking back leaves what lay in the tricks before."""
    rng = random.Random(1)
    for _ in range(20):
        board: _native.Board = Position.of(played(begun(load("klaverjas"), Trump.HEARTS, rng), 12, rng)).board
        before = [board.roem(n) for n in range(4)]
        for _ in range(8):
            legal_now = Cards.of_mask(board.legal())
            board.play(rng.choice(list(legal_now)).index)
        for _ in range(8):
            board.undo()
        assert [board.roem(n) for n in range(4)] == before


def test_a_side_counts_at_the_end_by_hand() -> None:
    """Count is the last word of each side."""
    rules = load("klaverjas", {"announce": "manual", "end": 1500})
    match = Match.new(rules, chance=SeededChance(5))
    while not isinstance(match.state.phase, Counting):
        match = match.act(match.state.legal(match.state.actors()[0])[-1])
    seat = match.state.actors()[0]
    assert isinstance(match.state.legal(seat)[-1], Count)


def test_a_match_takes_the_option_called_rules() -> None:
    match = Match.new("klaverjas", seed=1, rules="rotterdam")
    assert match.rules.play.partner_master == "ruff"
