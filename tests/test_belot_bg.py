"""Bulgarian belot: the clauses BG of docs/family-rules.md, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.actions import Pass
from rebelote.events import CardPlayed, DealVoided
from rebelote.phases.ending import match_end
from rebelote.referee import answer
from rebelote.results import Contract, DealScore, DealSummary
from rebelote.ruleset.loading import load
from tests.support.clause_mark import clause
from tests.support.deal_questions import Pair, auction, illegal, score, trick_points
from tests.support.table_setup import EW, NS, E, Game, N, S, W

BG = "belot-bg"


@clause("BG-1")
def test_five_cards_the_auction_then_three_and_the_dealer_s_right_speaks_and_leads() -> None:
    game = Game.new(BG, dealer="S").deal({})
    assert [len(hand) for hand in game.state.dealt.hands.values()] == [5] * 4  # type: ignore[union-attr]
    assert game.choosing.speaks == E
    game.call("E C", "N pass", "W pass", "S pass")
    assert [len(hand) for hand in game.state.held.hands.values()] == [8] * 4  # type: ignore[union-attr]
    assert game.playing.turn == E
    assert load(BG).dealing.shuffle == "first_deal"


@clause("BG-2.1")
def test_calls_climb_by_trump_and_four_passes_keep_what_hangs() -> None:
    ladder = ["C", "D", "H", "S", "SA", "TA"]
    assert auction(BG)["legal"] == {"E": ["pass", *ladder]}
    assert auction(BG, "E: D", "N: pass")["legal"] == {"W": ["pass", "H", "S", "SA", "TA"]}
    ended = auction(BG, "E: D", "N: S", "W: pass", "S: pass", "E: pass")
    assert (ended["done"], ended["legal"]) == (True, {})
    assert ended["contract"] == {"seat": "N", "side": "NS", "trump": "S", "value": None, "contre": 0}
    game = Game.new(BG, dealer="S").deal({})
    for seat in (E, N, W, S):
        game.act(Pass(seat))
    assert game.last(DealVoided).next_dealer == E


@clause("BG-2.2")
def test_contra_and_recontra_in_turn_until_a_higher_call() -> None:
    assert auction(BG, "E: D")["legal"] == {"N": ["pass", "H", "S", "SA", "TA", "contre"]}
    assert auction(BG, "E: D", "N: contre")["legal"] == {"W": ["pass", "H", "S", "SA", "TA", "surcontre"]}
    # the standing caller may raise himself; the contra is gone then
    raised = auction(BG, "E: D", "N: contre", "W: pass", "S: pass", "E: H")
    assert raised["contract"] == {"seat": "E", "side": "EW", "trump": "H", "value": None, "contre": 0}
    # a recontra does not end it
    assert auction(BG, "E: D", "N: contre", "W: surcontre")["speaks"] == "S"
    assert auction(BG, "E: TA", "N: contre", "W: surcontre")["legal"] == {"S": ["pass"]}
    ended = auction(BG, "E: D", "N: contre", "W: surcontre", "S: pass", "E: pass", "N: pass")
    assert ended["contract"]["contre"] == 2
    assert auction(BG, "E: D", "N: pass", "W: contre")["error"]["code"] == "illegal_call"
    assert auction(BG, "E: take D")["error"]["code"] == "illegal_call"


FOLLOW, TRUMP = "BG-3.1-follow", "BG-3.1-trump"
OVER, OVERRUFF = "BG-3.1-overtrump", "BG-3.1-overruff"

PLAYS = [
    # hearts are trumps; the seat after the cards plays
    ("H", "7S AD", "AS", {"AD": FOLLOW}),
    ("H", "QH JH", "9H", {"QH": OVER}),
    ("H", "QH JH", "9H 7H", {"QH": OVER}),  # W: the partner's nine is beaten too
    ("H", "7D 7H", "7S", {"7D": TRUMP}),
    ("H", "7D 7H", "AS 8S", {}),  # W: the partner wins, any card
    ("H", "7D 7H KH", "7S AS 8H", {"7D": TRUMP, "7H": OVERRUFF}),  # S: under W's ruff
    ("H", "7D 7H QH", "AS 7S KH", {}),  # S: N played small, W ruffed with the king: any card at all
    ("H", "7D 7H", "7S 8H 8S", {}),  # S: N, his partner, ruffed and wins: any card, a lower trump too
    ("SA", "7S 8H", "AS", {"8H": "BG-3.2-follow"}),
    ("SA", "AH 8H", "7S", {}),
]


@clause("BG-3.1", "BG-3.1-follow", "BG-3.1-trump", "BG-3.1-overtrump", "BG-3.1-overruff")
@pytest.mark.parametrize(("trump", "hand", "trick", "refused"), PLAYS)
def test_what_must_be_played(trump: str, hand: str, trick: str, refused: dict[str, str]) -> None:
    assert illegal(BG, trump, hand, trick) == refused


@clause("BG-3.2", "BG-3.2-follow", "BG-3.2-overtrump")
def test_at_all_trump_the_led_suit_is_beaten_the_partner_too() -> None:
    beat = "BG-3.2-overtrump"
    assert illegal(BG, "TA", "QS JS AH", "9S") == {"QS": beat, "AH": "BG-3.2-follow"}
    assert illegal(BG, "TA", "QS JS", "7S 9S 8S") == {"QS": beat}  # N, the partner of S, holds it
    assert illegal(BG, "TA", "QS KS", "9S") == {}
    assert illegal(BG, "TA", "JH 7D", "9S") == {}
    assert illegal(BG, "SA", "7S AS", "KS") == {}


@clause("BG-4")
def test_values_at_no_trump_and_all_trump() -> None:
    assert trick_points(BG, "SA", "TS AS JS 9S") == ("N", 23)  # 10 + 11 + 2 + 0, not doubled yet
    assert trick_points(BG, "TA", "TS AS JS 9S") == ("W", 55)  # 10 + 11 + 20 + 14
    # all tricks: 252, 350 (not 2 × 90), 348
    assert score(BG, "S", (162, 0), tricks=(8, 0)) == ("made", 25, 0, 0)
    assert score(BG, "SA", (130, 0), tricks=(8, 0)) == ("made", 35, 0, 0)
    assert score(BG, "TA", (258, 0), tricks=(8, 0)) == ("made", 35, 0, 0)


EXAMPLES: list[tuple[str, Pair, dict[str, Any], tuple[str, int, int, int]]] = [
    ("S", (106, 56), {}, ("made", 10, 6, 0)),
    ("H", (85, 77), {"declarations": (20, 0), "belote": (1, 0)}, ("made", 12, 8, 0)),
    ("D", (70, 92), {"declarations": (0, 50), "belote": (1, 0)}, ("failed", 0, 23, 0)),
    ("C", (81, 81), {}, ("tie", 0, 8, 8)),
    ("TA", (164, 94), {"pending": 8}, ("made", 24, 10, 0)),
    ("SA", (74, 56), {}, ("made", 15, 11, 0)),
    ("TA", (258, 0), {"tricks": (8, 0), "declarations": (100, 0)}, ("made", 45, 0, 0)),
    ("S", (102, 60), {"belote": (1, 0), "contre": 1}, ("made", 36, 0, 0)),
]


@clause("BG-6.1", "BG-6.2", "BG-6.3", "BG-4")
@pytest.mark.parametrize(("trump", "points", "more", "marked"), EXAMPLES)
def test_the_worked_examples(
    trump: str, points: Pair, more: dict[str, Any], marked: tuple[str, int, int, int]
) -> None:
    assert score(BG, trump, points, **more) == marked


@clause("BG-6.1")
def test_what_hangs_adds_up_and_goes_to_the_next_winner() -> None:
    assert score(BG, "C", (81, 81), pending=11) == ("tie", 0, 8, 19)
    assert score(BG, "C", (80, 82), pending=19) == ("failed", 0, 16 + 19, 0)
    # D's whole deal has both belotes' owners' points in it
    assert score(BG, "TA", (100, 158), belote=(3, 1)) == ("failed", 0, 34, 0)  # 258 + 80


@clause("BG-6.2")
def test_contra_gives_the_whole_deal_to_the_side_with_more() -> None:
    assert score(BG, "S", (60, 102), contre=1) == ("failed", 0, 32, 0)
    assert score(BG, "S", (60, 102), contre=2, pending=5) == ("failed", 0, 69, 0)  # 16 × 4 + 5
    assert score(BG, "S", (81, 81), contre=1) == ("tie", 0, 0, 32)
    assert score(BG, "S", (81, 81), contre=2, pending=3) == ("tie", 0, 0, 67)
    capot: dict[str, Any] = {"tricks": (8, 0), "contre": 1}
    assert score(BG, "S", (162, 0), **capot) == ("made", 50, 0, 0)  # 25 × 2
    assert score(BG, "S", (162, 0), contra_capot="plain", **capot) == ("made", 41, 0, 0)  # 16 × 2 + 9
    assert score(BG, "SA", (130, 0), contra_capot="plain", **capot) == ("made", 61, 0, 0)  # 26 × 2 + 9


@clause("BG-6.3")
@pytest.mark.parametrize(
    ("trump", "points", "more", "marked"),
    [
        ("S", (105, 57), {}, (10, 6)),  # 7 goes up
        ("S", (96, 66), {}, (9, 7)),  # 6 and 6: the smaller up
        ("S", (99, 63), {}, (10, 6)),
        ("S", (96, 66), {"declarations": (50, 0)}, (14, 7)),  # 146–66
        ("SA", (72, 58), {}, (14, 12)),  # 144–116
        ("TA", (134, 124), {}, (13, 13)),  # 4 and 4: the smaller up
        ("TA", (135, 123), {}, (14, 12)),
        ("TA", (139, 119), {}, (14, 12)),
    ],
)
def test_rounding(trump: str, points: Pair, more: dict[str, Any], marked: Pair) -> None:
    assert score(BG, trump, points, **more)[1:3] == marked


@clause("BG-6.3")
def test_equal_totals_leave_the_rest_of_the_deal_hanging() -> None:
    # 106–106: 212 is 21; D's 106 is 10, and 11 hang
    assert score(BG, "S", (86, 76), belote=(1, 0), declarations=(0, 30)) == ("tie", 0, 10, 11)
    # 154–154 at all trump: 308 is 31; D's 154 is 15, and 16 hang
    assert score(BG, "TA", (134, 124), belote=(1, 0), declarations=(0, 30)) == ("tie", 0, 15, 16)
    assert score(BG, "TA", (129, 129)) == ("tie", 0, 13, 13)
    assert score(BG, "SA", (65, 65)) == ("tie", 0, 13, 13)


def ends(totals: Pair, *, tricks: Pair = (4, 4), result: str = "made", **options: Any) -> bool:
    rules = load(BG, options)
    last = DealSummary(
        contract=Contract(seat=N, side=NS, trump="S"),  # type: ignore[arg-type]
        tricks={NS: tricks[0], EW: tricks[1]},
    )
    score = DealScore(result=result, score={NS: 0, EW: 0})  # type: ignore[arg-type]
    return match_end(rules, {NS: totals[0], EW: totals[1]}, last, score).over


JACKS = {
    "E": "JS JH JD JC 7S 8S 9S AD",
    "N": "TC QC KC AC QD KD 7D 8D",
    "W": "TS QS AS 7H 9H QH AH 9D",
    "S": "KS 8H TH KH TD 7C 8C 9C",
}
TIED = JACKS | {"N": "TC QC KC 9D QD KD 7D 8D", "W": "TS QS AS 7H 9H QH AH AC"}


def declared(hands: dict[str, str], trump: str, **options: Any) -> dict[str, Any]:
    held = {seat: cards.split() for seat, cards in hands.items()}
    return answer({"ask": "declarations", "rules": BG, "options": options, "trump": trump, "hands": held})


@clause("BG-5.1")
def test_what_is_declared_and_never_at_no_trump() -> None:
    found = declared(JACKS, "S")["found"]
    assert [each["points"] for each in found["E"]] == [200, 20]
    assert [each["points"] for each in found["N"]] == [20]
    assert found["W"] == []
    assert declared(JACKS, "SA")["found"] == {seat: [] for seat in "ENWS"}


@clause("BG-5.2")
def test_runs_and_carres_are_two_contests() -> None:
    # the queen's run to the ace beats that to the nine, so both runs of NS count; the jacks are EW's
    assert declared(JACKS, "S")["points"] == {"NS": 40, "EW": 200}
    # three runs to the nine, in any suit: no run scores
    assert declared(TIED, "S")["points"] == {"NS": 0, "EW": 200}
    assert declared(JACKS, "S", contests="one")["points"] == {"NS": 0, "EW": 220}


@clause("BG-5.2-trickless")
def test_a_side_without_a_trick_scores_no_declaration() -> None:
    # 252 and D's own 20
    without = score(BG, "S", (0, 162), tricks=(0, 8), last="EW", declarations=(50, 20))
    assert without == ("failed", 0, 27, 0)
    deal = {
        "contract": {"side": "NS", "trump": "S", "value": None, "contre": 0},
        "tricks": {"NS": 0, "EW": 8},
        "cards": {"NS": 0, "EW": 152},
        "last": "EW",
        "belote": {"NS": 0, "EW": 0},
        "declarations": {"NS": 50, "EW": 0},
    }
    why = answer({"ask": "score", "rules": BG, "deal": deal})["why"]
    assert [line.split(":")[0] for line in why if "lost" in line] == ["BG-5.2-trickless"]


LONG_RUNS = {
    "E": "QS QH QD QC 7S 8S 9S TS",
    "N": "7H 8H 9H TH JH KS AS JD",
    "W": "8D 9D TD KD AD 7C 8C 9C",
    "S": "KH AH 7D JS TC JC KC AC",
}
CARRES = {
    "E": "TS TH TD TC KS KH KD KC",
    "N": "7S 8S 9H JH AD QD 7C 9C",
    "W": "9S JS 7H 8H QH 8D JD 8C",
    "S": "QS AS AH 7D 9D JC QC AC",
}
SIX = {
    "E": "7H 8H 9H TH JH QH 7S 8C",
    "N": "8S 9S TS 7D 8D 9D TC JC",
    "W": "JS QS KS TD JD QD 7C 9C",
    "S": "AS KH AH KD AD QC KC AC",
}


@clause("BG-5.1")
def test_declarations_are_told_strongest_first_and_of_a_long_run_the_highest_cards() -> None:
    assert [each["points"] for each in declared(LONG_RUNS, "S")["found"]["E"]] == [100, 50]
    tens_and_kings = declared(CARRES, "S", contests="one")["found"]["E"]
    assert [each["cards"][0] for each in tens_and_kings] == ["TS", "KS"]
    for contests in ("separate", "one"):
        (six,) = declared(SIX, "S", contests=contests)["found"]["E"]
        assert six["cards"] == ["8H", "9H", "TH", "JH", "QH"]


@clause("BG-7")
def test_neither_a_capot_nor_hanging_points_end_the_match() -> None:
    assert not ends((150, 0))
    assert ends((151, 150))
    assert not ends((151, 151))
    assert not ends((160, 100), tricks=(8, 0))
    assert not ends((160, 100), tricks=(0, 8))
    assert ends((160, 100), tricks=(8, 0), capot_ends=True)
    assert not ends((160, 100), result="tie")


HANDS = {
    "E": "KS QS 7C 8C 9C 7D 8D 9D",
    "N": "7S 8S KH QH TD JD AD 7H",
    "W": "9S TS JS TC JC QC 8H 9H",
}


def said(game: Game) -> dict[str, str]:
    return {event.card.text: event.say for event in game.told(CardPlayed) if event.say is not None}


@clause("BG-5.3")
def test_belote_is_said_with_the_first_of_the_two() -> None:
    game = Game.new(BG, dealer="S").deal(HANDS, whole=True).settle("E S")
    game.trick("E: QS 8S JS AS")
    assert said(game) == {"QS": "belote"}
    game.trick("W: TS KC KS 7S")
    assert said(game) == {"QS": "belote"}
    assert score(BG, "S", (0, 162), tricks=(0, 8), last="EW", belote=(1, 0)) == ("failed", 0, 27, 0)


@clause("BG-5.3")
def test_at_all_trump_a_belote_needs_its_suit_to_be_led() -> None:
    game = Game.new(BG, dealer="S").deal(HANDS, whole=True).settle("E TA")
    game.trick("E: 7C KH TC AC")  # N is void in clubs and throws his king of hearts: no word
    assert said(game) == {}
    game = Game.new(BG, dealer="S").deal(HANDS, whole=True).settle("E TA")
    game.trick("E: QS 7S TS AS")
    assert said(game) == {"QS": "belote"}


@clause("BG-5.3")
def test_there_is_no_belote_at_no_trump() -> None:
    game = Game.new(BG, dealer="S").deal(HANDS, whole=True).settle("E SA")
    game.trick("E: QS 7S TS AS")
    assert said(game) == {}


@clause("BG-8")
def test_the_table_has_its_words() -> None:
    texts = load(BG).texts
    for lang in ("fr", "en"):
        assert {"пас", "вътре", "висяща", "коз", "взятка"} <= set(texts[lang].glossary)


@clause("BG-7")
def test_the_referee_is_told_what_hangs_when_the_match_might_end() -> None:
    last = {"contract": None, "score": {"NS": 0, "EW": 0}, "result": "none"}
    question = {"ask": "end", "rules": BG, "totals": {"NS": 160, "EW": 100}, "last": last}
    assert answer(question)["over"] is True
    assert answer({**question, "pending": 8})["over"] is False
    assert answer({**question, "pending": -1})["error"]["code"] == "inconsistent"


@clause("BG-7")
def test_what_hangs_may_be_told_with_the_last_deal_as_score_answers_it() -> None:
    void = {"contract": None}
    scored = answer({"ask": "score", "rules": BG, "deal": void, "pending": 8})
    last = {**void, **{key: scored[key] for key in ("score", "result", "pending")}}
    question = {"ask": "end", "rules": BG, "totals": {"NS": 160, "EW": 100}, "last": last}
    assert answer(question)["over"] is False
    assert answer({**question, "pending": 0})["over"] is True
