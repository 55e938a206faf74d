"""Saudi baloot: the clauses BA of docs/family-rules.md, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.actions import AskRedeal, CallReferee, Contre
from rebelote.cards import Cards, Trump
from rebelote.events import CardPlayed, DealScored, DealVoided
from rebelote.phases.declaring import find
from rebelote.referee import answer
from rebelote.ruleset.loading import load
from tests.support.clause_mark import clause
from tests.support.deal_questions import Pair, auction, illegal, score, trick_points
from tests.support.referee_questions import ask, error
from tests.support.table_setup import E, Game, N, S, cards, hand_of

BA = "baloot"


def calls(*said: str, turned: str = "9H", **more: Any) -> dict[str, Any]:
    return auction(BA, *said, turned=turned, **more)


HOKUM = ("E: H", "N: pass", "W: pass", "S: pass")
PASSED = ("E: pass", "N: pass", "W: pass", "S: pass")


@clause("BA-1")
def test_the_buyer_takes_the_turned_card_and_two() -> None:
    game = Game.new(BA, dealer="S").deal({}, turned="9H")
    game.call("E H", "N pass", "W pass", "S pass", "E pass", "N pass", "S pass")
    held = game.state.held
    assert held is not None
    assert [len(hand) for hand in held.hands.values()] == [8] * 4
    assert "9H" in [card.text for card in held.hands[E]]
    assert game.playing.turn == E


@clause("BA-2.1")
def test_what_may_be_bought_in_each_round() -> None:
    assert calls()["legal"] == {"E": ["pass", "H", "SA"]}
    assert calls("E: pass")["legal"] == {"N": ["pass", "H", "SA"]}
    assert calls("E: pass", "N: pass")["legal"] == {"W": ["pass", "H", "SA", "ashkal"]}
    assert calls("E: pass", "N: pass", turned="AH")["legal"] == {"W": ["pass", "H", "SA"]}
    assert calls("E: H", "N: pass")["legal"] == {"W": ["pass", "SA", "ashkal"]}
    assert calls(*PASSED)["legal"] == {"E": ["pass", "S", "D", "C", "SA"]}
    assert calls(*PASSED, "E: pass", "N: pass")["legal"] == {"W": ["pass", "S", "D", "C", "SA"]}
    over = calls(*PASSED, *PASSED)
    assert (over["done"], over["contract"]) == (True, None)


@clause("BA-2.1")
def test_a_buyer_of_hokum_confirms_or_turns_to_sun() -> None:
    assert calls(*HOKUM)["legal"] == {"E": ["pass", "SA"]}
    turned = calls(*HOKUM, "E: SA")
    assert (turned["done"], turned["contract"]["trump"]) == (True, "SA")
    assert calls(*HOKUM, "E: pass")["contract"]["trump"] == "H"


@clause("BA-2.1")
def test_the_earlier_seat_has_the_better_right_to_sun() -> None:
    assert calls("E: pass", "N: H", "W: SA")["legal"] == {"E": ["pass", "SA"]}
    assert calls("E: pass", "N: H", "W: SA", "E: pass")["legal"] == {"N": ["pass", "SA"]}
    claimed = calls("E: pass", "N: H", "W: SA", "E: SA")
    assert (claimed["done"], claimed["contract"]["seat"]) == (True, "E")
    kept = calls("E: pass", "N: H", "W: SA", "E: pass", "N: pass")
    assert (kept["done"], kept["contract"]["seat"]) == (True, "W")
    assert calls("E: SA")["done"] is True  # nobody is earlier


@clause("BA-2.1", "BA-1")
def test_ashkal_is_sun_with_the_card_to_the_partner() -> None:
    game = Game.new(BA, dealer="S").deal({}, turned="9H")
    game.call("E pass", "N pass", "W ashkal", "E pass", "N pass")
    assert game.contract.trump is Trump.SANS_ATOUT
    assert game.contract.seat == "W"
    assert "9H" in [card.text for card in hand_of(game, "E")]
    assert [len(hand_of(game, seat)) for seat in "NESW"] == [8] * 4


@clause("BA-2.2")
def test_kawesh_is_for_a_hand_of_nothing_but_low_cards() -> None:
    hands = {"E": "7S 8S 9S 7D 8D", "N": "7C 8C 9C 7H TC"}
    game = Game.new(BA, dealer="S", kawesh=True).deal(hands, turned="9H")
    assert AskRedeal(E) in game.state.legal(E)
    after = Game(game.match.act(AskRedeal(E)))
    assert after.last(DealVoided) == DealVoided("refused_hand", S)
    game.call("E pass")
    assert AskRedeal(N) not in game.state.legal(N)
    assert game.refused(AskRedeal(N)) == "BA-2.1"
    plain = Game.new(BA, dealer="S").deal(hands, turned="9H")
    assert AskRedeal(E) not in plain.state.legal(E)


@clause("BA-2.3")
def test_doubles_go_by_turns_up_to_gahwa() -> None:
    bought = (*HOKUM, "E: pass")
    assert calls(*bought)["legal"] == {"N": ["pass", "contre", "contre closed"]}
    assert calls(*bought, "N: pass")["speaks"] == "S"
    assert calls(*bought, "N: pass", "S: pass")["done"] is True
    doubled = (*bought, "N: contre")
    assert calls(*doubled)["legal"] == {"W": ["pass", "surcontre"]}
    tripled = (*doubled, "W: pass", "E: surcontre")
    assert calls(*tripled)["legal"] == {"N": ["pass", "four", "four closed"]}
    gahwa = calls(*tripled, "N: four", "W: gahwa")
    assert (gahwa["done"], gahwa["contract"]["contre"]) == (True, 4)


@clause("BA-2.3")
def test_sun_is_doubled_once_and_only_when_one_side_is_above_100() -> None:
    assert calls("E: SA")["done"] is True
    far = calls("E: SA", totals={"NS": 40, "EW": 101})
    assert far["legal"] == {"N": ["pass", "contre"]}
    assert calls("E: SA", "N: contre", totals={"NS": 40, "EW": 101})["done"] is True
    assert calls("E: SA", totals={"NS": 100, "EW": 101})["done"] is True
    assert calls("E: SA", totals={"NS": 99, "EW": 100})["done"] is True


@clause("BA-2.3-lead", "BA-2.3")
def test_closed_no_trump_is_led_while_there_is_anything_else() -> None:
    hands = {"E": "7H 8H JH 7S 8S 9S 7D 8D", "N": "TH QH KH AH TS JS QS KS"}
    game = Game.new(BA, dealer="S").deal(hands, turned="JH", taker="E")
    game.call("E H", "N pass", "W pass", "S pass", "E pass")
    game.act(Contre(N, closed=True))
    game.call("W pass", "E pass")
    assert game.refused(game.card("E", "JH")) == "BA-2.3-lead"
    game.act(game.card("E", "7S"))
    open_game = Game.new(BA, dealer="S").deal(hands, turned="JH", taker="E").settle("E H")
    open_game.act(open_game.card("E", "JH"))


@clause("BA-2.3-lead")
def test_the_referee_is_told_that_a_double_was_closed() -> None:
    question = {"ask": "legal", "rules": BA, "trump": "H", "seat": "E", "hand": ["7H", "AS"], "trick": []}
    assert answer(question)["illegal"] == {}
    assert answer({**question, "closed": True})["illegal"] == {"7H": "BA-2.3-lead"}
    assert answer({**question, "closed": True, "hand": ["7H", "8H"]})["illegal"] == {}


@clause("BA-2.3")
def test_the_doubles_go_round_from_the_one_who_spoke_last() -> None:
    # E bought: N is asked first, then S; the next of the other side after the double answers it
    assert calls(*HOKUM, "E: pass")["speaks"] == "N"
    assert calls(*HOKUM, "E: pass", "N: contre")["speaks"] == "W"
    assert calls(*HOKUM, "E: pass", "N: pass", "S: contre")["speaks"] == "E"
    assert calls(*HOKUM, "E: pass", "N: pass", "S: contre", "E: pass")["speaks"] == "W"
    assert calls(*HOKUM, "E: pass", "N: contre", "W: surcontre")["speaks"] == "S"


def test_a_field_of_the_wrong_type_is_told_before_a_card_that_is_none() -> None:
    question = {"dealer": "S", "turned": "zz", "calls": []}
    assert error("auction", BA, {}, **question) == "bad_card"
    assert error("auction", BA, {}, **question, totals=5) == "bad_question"
    hands = {seat: ["zz"] * 8 for seat in "NESW"}
    assert error("declarations", BA, {}, trump="H", hands=hands) == "bad_card"
    assert error("declarations", BA, {}, trump="H", hands=hands, dealer=5) == "bad_question"


PLAYS = [
    ("H", "7S AD", "AS", {}, {"AD": "BA-3.1-follow"}),
    ("H", "QH JH", "9H", {}, {"QH": "BA-3.1-overtrump"}),
    ("H", "QH JH", "9H 7H", {}, {}),  # W: the partner is winning
    ("H", "QH JH", "9H 7H", {"trump_led": "always"}, {"QH": "BA-3.1-overtrump"}),
    ("H", "7D 7H", "7S", {}, {"7D": "BA-3.1-trump"}),
    ("H", "7D 7H KH", "7S AS 8H", {}, {"7D": "BA-3.1-trump", "7H": "BA-3.1-overtrump"}),
    ("H", "7D 7H", "7S AS 8H", {}, {"7D": "BA-3.1-undertrump"}),
    ("H", "7D 7H", "7S AS 8H", {"cannot_overruff": "any"}, {}),
    ("H", "7D 7H", "7S 8H 8S", {}, {}),  # S: his partner ruffed
    ("SA", "7S AS", "KS", {}, {}),
    ("SA", "7S AH", "KS", {}, {"AH": "BA-3.2-follow"}),
]


@clause("BA-3.1", "BA-3.1-follow", "BA-3.1-trump", "BA-3.1-overtrump", "BA-3.1-undertrump")
@clause("BA-3.2", "BA-3.2-follow")
@pytest.mark.parametrize(("trump", "hand", "trick", "options", "refused"), PLAYS)
def test_what_must_be_played(
    trump: str, hand: str, trick: str, options: dict[str, Any], refused: dict[str, str]
) -> None:
    assert illegal(BA, trump, hand, trick, **options) == refused


@clause("BA-4.1")
@pytest.mark.parametrize(
    ("hand", "trump", "marks"),
    [
        ("7S 8S 9S AH KD", "H", [2]),
        ("7S 8S 9S AH KD", "SA", [4]),
        ("7S 8S 9S TS KD", "H", [5]),
        ("7S 8S 9S TS JS", "SA", [20]),
        ("AS AH AD AC 7S", "H", [10]),
        ("AS AH AD AC 7S", "SA", [40]),
        ("TS TH TD TC 7S", "SA", [20]),
        ("9S 9H 9D 9C KS", "H", []),
        ("7S 8S 9S 7H 8H 9H AD", "H", [2, 2]),
    ],
)
def test_projects(hand: str, trump: str, marks: list[int]) -> None:
    part = load(BA).declarations
    assert part is not None

    found = find(part, Trump(trump), Cards(cards(hand)))
    assert sorted(each.points for each in found) == sorted(marks)


@clause("BA-4.2")
def test_baloot_is_said_with_the_second_card() -> None:
    hands = {"E": "KH QH 9H 7S 8S 9S 7D 8D", "N": "7H 8H AS TS AD TD AC TC", "W": "TH JH JS QS 9D JD 7C 8C"}
    game = Game.new(BA, dealer="S").deal(hands, turned="9H", taker="E").settle("E H")
    game.trick("E: KH 7H JH AH")
    assert [event.say for event in game.told(CardPlayed)] == [None] * 4
    game.trick("W: TH QC QH 8H")
    assert {event.card.text: event.say for event in game.told(CardPlayed) if event.say} == {"QH": "belote"}
    assert score(BA, "H", (0, 162), tricks=(0, 8), last="EW", belote=(1, 0), contre=1)[1] == 2


@clause("BA-5.1")
@pytest.mark.parametrize(
    ("trump", "points", "marks"),
    [
        ("H", (96, 66), (9, 7)),
        ("H", (97, 65), (10, 6)),  # 5 goes down
        ("H", (98, 64), (10, 6)),
        ("SA", (77, 53), (16, 10)),
        ("SA", (75, 55), (15, 11)),  # a 5 is kept
        ("SA", (74, 56), (14, 12)),
    ],
)
def test_points_become_marks(trump: str, points: Pair, marks: Pair) -> None:
    assert score(BA, trump, points)[1:3] == marks


@clause("BA-5.1")
def test_the_values_of_the_cards() -> None:
    assert trick_points(BA, "SA", "TS AS JS 9S") == ("N", 23)
    assert trick_points(BA, "H", "TH AH JH 9H") == ("W", 55)


EXAMPLES: list[tuple[str, Pair, dict[str, Any], tuple[str, int, int, int]]] = [
    ("H", (96, 66), {"declarations": (2, 0)}, ("made", 11, 7, 0)),
    ("H", (85, 77), {}, ("made", 8, 8, 0)),
    ("H", (71, 91), {"belote": (1, 0)}, ("made", 9, 9, 0)),
    ("H", (71, 91), {"belote": (1, 0), "tie": "opponents"}, ("failed", 2, 16, 0)),
    ("SA", (67, 63), {"declarations": (0, 10)}, ("failed", 0, 36, 0)),
    ("SA", (65, 65), {}, ("made", 13, 13, 0)),
    ("H", (162, 0), {"tricks": (8, 0), "declarations": (10, 0)}, ("made", 35, 0, 0)),
    ("H", (50, 112), {"declarations": (2, 0), "belote": (1, 0), "contre": 2}, ("failed", 2, 52, 0)),
    # equal marks and fewer exact points: 79 is 8, so 8–8; 83–79 is for the buyers, 77–85 with 4 and 4 is not
    ("H", (83, 79), {}, ("made", 8, 8, 0)),
    ("H", (75, 87), {"belote": (1, 0), "declarations": (0, 1)}, ("failed", 2, 17, 0)),
    # doubled: 16 × 2 and all projects twice; a tie in everything is the buyers'
    ("H", (96, 66), {"contre": 1, "declarations": (0, 2)}, ("made", 36, 0, 0)),  # 9–9, 96–86 in points
    ("H", (70, 92), {"contre": 1, "declarations": (0, 2)}, ("failed", 0, 36, 0)),
    ("H", (106, 56), {"contre": 1, "declarations": (2, 0)}, ("made", 36, 0, 0)),
    ("H", (71, 91), {"belote": (1, 0), "contre": 1, "tie": "opponents"}, ("made", 34, 0, 0)),
    ("SA", (70, 60), {"contre": 1}, ("made", 52, 0, 0)),
    # kaboot, doubled or not, by either side
    ("SA", (0, 130), {"tricks": (0, 8), "last": "EW", "declarations": (0, 4)}, ("failed", 0, 48, 0)),
    ("H", (162, 0), {"tricks": (8, 0), "contre": 2}, ("made", 75, 0, 0)),
    ("H", (162, 0), {"tricks": (8, 0), "contre": 2, "kaboot_doubled": False}, ("made", 25, 0, 0)),
    # gahwa is the match
    ("H", (96, 66), {"contre": 4}, ("made", 152, 0, 0)),
]


@clause("BA-5.2", "BA-5.3", "BA-2.3")
@pytest.mark.parametrize(("trump", "points", "more", "marked"), EXAMPLES)
def test_who_marks_what(
    trump: str, points: Pair, more: dict[str, Any], marked: tuple[str, int, int, int]
) -> None:
    assert score(BA, trump, points, **more) == marked


def test_an_option_called_kind_leaves_the_options_of_every_table() -> None:
    assert {"announce", "enforcement", "kind"} <= set(load(BA).chosen)


@clause("BA-6")
def test_the_target() -> None:
    assert load(BA).match_end.target == 152  # type: ignore[union-attr]


@clause("BA-2.3", "BA-6")
@pytest.mark.parametrize(
    ("result", "winner", "loser", "takers"), [("made", "NS", "EW", 96), ("failed", "EW", "NS", 56)]
)
def test_who_wins_at_gahwa_has_won_the_match(result: str, winner: str, loser: str, takers: int) -> None:
    """Even where the loser, who had 151 before, has more on the sheet by his baloot."""
    deal = {
        "contract": {"side": "NS", "trump": "H", "value": None, "contre": 4},
        "tricks": {"NS": 4, "EW": 4},
        "cards": {"NS": takers - 10, "EW": 162 - takers},
        "last": "NS",
        "belote": {winner: 0, loser: 1},
        "declarations": {"NS": 0, "EW": 0},
    }
    scored = ask("score", BA, deal=deal)
    assert (scored["result"], scored["score"]) == (result, {winner: 152, loser: 2})
    last = {**deal, "score": scored["score"], "result": result}
    end = ask("end", BA, totals={winner: 152, loser: 151 + 2}, last=last)
    assert (end["over"], end["winner"]) == (True, winner)


@clause("BA-6")
def test_a_foul_gives_the_round_and_the_projects() -> None:
    """16 at hokum and 26 in sun, as often as it was doubled, projects twice then; gahwa is the match."""

    def lost(**more: Any) -> Any:
        return ask("penalty", BA, fault="wrong_card", side="NS", **more)["score"]

    assert lost() == {"NS": 0, "EW": 16}
    assert lost(trump="SA", points=20) == {"NS": 0, "EW": 46}
    assert lost(trump="H", contre=2, points=5) == {"NS": 0, "EW": 16 * 3 + 10}
    assert lost(trump="H", contre=4) == {"NS": 0, "EW": 152}
    assert error("penalty", BA, fault="wrong_card", side="NS", contre=5) == "bad_question"


@clause("BA-6")
def test_a_foul_at_the_table_in_sun_costs_26() -> None:
    """N has a spade and plays a heart on E's."""
    hands = {"E": "AS KS QC 7D 8C", "N": "7S AH KH 9D QD"}
    game = Game.new(BA, dealer="S", enforcement="table").deal(hands, turned="9C")
    game.call("E SA")
    while game.state.phase_name == "call":
        game.call(f"{game.state.actors()[0]} pass")
    game.play("E AS", "N AH").act(CallReferee(E))
    assert game.last(DealScored).score.score == {"NS": 0, "EW": 26}


@clause("BA-7")
def test_the_table_has_its_words() -> None:
    texts = load(BA).texts
    for lang in ("fr", "en"):
        assert {"حكم", "صن", "أشكل", "بس", "سرا", "كبوت", "قهوة", "إكة"} == set(texts[lang].glossary)
