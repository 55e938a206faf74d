"""Bela, clause by clause (docs/family-rules.md, BE). NS takes; the game goes counter-clockwise, N W S E."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.actions import Declare, Play
from rebelote.events import (
    CardPlayed,
    DealScored,
    DeclarationsSettled,
    DeclarationsShown,
    Declared,
    MatchEnded,
)
from rebelote.referee import answer
from rebelote.ruleset.loading import load
from rebelote.table import Seat, Side
from tests.support.clause_mark import clause
from tests.support.family_deals import deal, legal_calls, legal_cards, refused, scored
from tests.support.table_setup import Game

BE = "bela"

Row = tuple[dict[str, Any], dict[str, Any], tuple[str, int, int]]


def bela(takers: int, **more: Any) -> dict[str, Any]:
    """NS named hearts and took so many points, the last trick included."""
    return deal(None, takers, **more)


# The score

EXAMPLES: dict[str, Row] = {
    "BE-x1": (bela(95, declared=(20, 0)), {}, ("made", 115, 67)),
    "BE-x2": (bela(88, belote=(1, 0), declared=(0, 50)), {}, ("failed", 0, 232)),
    "BE-x3": (bela(81), {}, ("failed", 0, 162)),
    "BE-x4": (bela(81), {"tie": "hangs"}, ("tie", 0, 81)),
    "BE-x5": (bela(162, declared=(20, 0), belote=(0, 1)), {}, ("made", 272, 0)),
    "BE-x6": (bela(0, declared=(50, 0)), {}, ("failed", 0, 252)),
}


@clause("BE-4.3-trickless", "BE-5.1", "BE-5.1-tie", "BE-5.2")
@pytest.mark.parametrize("row", EXAMPLES.values(), ids=EXAMPLES)
def test_the_worked_examples(row: Row) -> None:
    played, options, expected = row
    assert scored(BE, played, **options) == expected


@clause("BE-5.1")
@pytest.mark.parametrize(
    "row",
    [
        (bela(82), {}, ("made", 82, 80)),
        (bela(80), {}, ("failed", 0, 162)),
        # Everything counts: 70 + 20 + 20 = 110 against 92; then 92 + 20 = 112.
        (bela(70, declared=(20, 0), belote=(1, 0)), {}, ("made", 110, 92)),
        (bela(70, declared=(20, 0), belote=(0, 1)), {}, ("failed", 0, 202)),
        (bela(70, declared=(0, 20), belote=(1, 0)), {}, ("failed", 0, 202)),
        (bela(88, belote=(1, 0), declared=(0, 50)), {"belote": "kept"}, ("failed", 20, 212)),
        (bela(60, belote=(0, 1)), {"belote": "kept"}, ("failed", 0, 182)),
        (bela(60, declared=(50, 0)), {"belote": "kept"}, ("made", 110, 102)),
    ],
)
def test_more_than_the_defence_or_everything_to_it(row: Row) -> None:
    played, options, expected = row
    assert scored(BE, played, **options) == expected


@clause("BE-5.1-tie")
def test_what_hangs_goes_to_the_next_winner() -> None:
    def marked(takers: int, pending: int, **options: Any) -> tuple[Any, ...]:
        question = {"ask": "score", "rules": BE, "options": options, "deal": bela(takers), "pending": pending}
        found = answer(question)
        return found["result"], found["score"]["NS"], found["score"]["EW"], found["pending"]

    assert marked(81, 0, tie="hangs") == ("tie", 0, 81, 81)
    assert marked(100, 81, tie="hangs") == ("made", 181, 62, 0)
    assert marked(50, 81, tie="hangs") == ("failed", 0, 243, 0)
    assert marked(81, 81, tie="hangs") == ("tie", 0, 81, 162)  # not the next winner yet
    # Where a tie falls nothing ever hangs, so there is nothing to win.
    assert marked(100, 81, tie="falls") == ("made", 100, 62, 0)
    assert marked(81, 81, tie="falls") == ("failed", 0, 162, 0)
    played = bela(71, declared=(0, 20), belote=(1, 0), tricks=4)  # 71 + 20 = 91; 91 + 20 = 111
    assert scored(BE, played, tie="hangs") == ("failed", 0, 202)


@clause("BE-4.3-trickless", "BE-5.2")
@pytest.mark.parametrize(
    "row",
    [
        (bela(162, declared=(0, 50), belote=(0, 1)), {}, ("made", 252, 0)),
        (bela(162, declared=(0, 50), belote=(0, 1)), {"trickless": "taken"}, ("made", 322, 0)),
        (bela(0, declared=(100, 0), belote=(1, 0)), {}, ("failed", 0, 252)),
        (bela(0, declared=(100, 0), belote=(1, 0)), {"trickless": "taken"}, ("failed", 0, 372)),
        # The bela of a side without a trick is lost before anybody could keep it.
        (bela(0, belote=(1, 0)), {"belote": "kept"}, ("failed", 0, 252)),
        (bela(0, declared=(200, 0)), {"trickless": "taken"}, ("failed", 0, 452)),
        (bela(0, declared=(0, 50), belote=(0, 1)), {}, ("failed", 0, 322)),
        (bela(0, tricks=1, declared=(200, 0)), {}, ("made", 200, 162)),
    ],
)
def test_every_trick(row: Row) -> None:
    played, options, expected = row
    assert scored(BE, played, **options) == expected


@clause("BE-2-kontra")
@pytest.mark.parametrize(
    ("takers", "contre", "expected"),
    [
        (95, 1, ("made", 190, 134)),
        (95, 2, ("made", 380, 268)),
        (81, 1, ("failed", 0, 324)),
        (162, 1, ("made", 504, 0)),
    ],
)
def test_a_kontra_doubles_what_is_marked(takers: int, contre: int, expected: tuple[str, int, int]) -> None:
    assert scored(BE, bela(takers, contre=contre), kontra=True) == expected
    assert refused(BE, bela(takers, contre=contre)) == "inconsistent"


@clause("BE-4.2", "BE-4.3")
@pytest.mark.parametrize(
    "wrong",
    [
        bela(95, declared=(20, 20)),
        bela(95, belote=(1, 1)),
        bela(95, trump="SA"),
        bela(95) | {"contract": {"side": "NS", "trump": "H", "value": 80, "contre": 0}},
    ],
)
def test_what_can_not_have_been(wrong: dict[str, Any]) -> None:
    assert refused(BE, wrong) == "inconsistent"


# Naming trump


@clause("BE-2")
def test_the_first_suit_stands_and_the_dealer_must_name() -> None:
    opening = legal_calls(BE)
    assert opening["speaks"] == "W"
    assert opening["legal"]["W"] == ["pass", "S", "H", "D", "C"]
    last = legal_calls(BE, ("W", "pass"), ("S", "pass"), ("E", "pass"))
    assert (last["speaks"], last["legal"]) == ("N", {"N": ["S", "H", "D", "C"]})
    named = legal_calls(BE, ("W", "pass"), ("S", "D"))
    assert named["done"]
    assert named["contract"] == {"seat": "S", "side": "NS", "trump": "D", "value": None, "contre": 0}
    for call in ("SA", "TA", "contre", "80 H", "take", "take H"):
        assert legal_calls(BE, ("W", call))["error"]["code"] == "illegal_call"
    assert legal_calls(BE, ("W", "pass"), ("S", "pass"), ("E", "pass"), ("N", "pass"))["error"]


@clause("BE-2-kontra")
def test_kontra_where_it_is_played() -> None:
    named = legal_calls(BE, ("W", "H"), kontra=True)
    assert (named["done"], named["speaks"]) == (False, "S")
    assert named["legal"] == {"S": ["pass", "contre"]}
    assert legal_calls(BE, ("W", "H"), ("S", "pass"), kontra=True)["legal"] == {"E": ["pass"]}
    assert legal_calls(BE, ("W", "H"), ("S", "pass"), ("E", "pass"), ("N", "pass"), kontra=True)["done"]
    doubled = legal_calls(BE, ("W", "H"), ("S", "contre"), kontra=True)
    assert doubled["legal"] == {"E": ["pass", "surcontre"]}
    again = legal_calls(BE, ("W", "H"), ("S", "contre"), ("E", "surcontre"), kontra=True)
    assert again["done"]
    assert again["contract"]["contre"] == 2


# Card play; N leads, then W, S, E


@clause("BE-3", "BE-3-follow", "BE-3-beat")
def test_the_led_suit_is_followed_and_beaten() -> None:
    found = legal_cards(BE, "H", "7S AS TS 8D", ("N", "KS"))
    assert found["legal"] == ["TS", "AS"] or set(found["legal"]) == {"TS", "AS"}
    assert found["illegal"] == {"7S": "BE-3-beat", "8D": "BE-3-follow"}
    # The partner's card too; who can't beat it plays any of the suit.
    partner = legal_cards(BE, "H", "7S AS 8D", ("N", "KS"), ("W", "7D"))
    assert (partner["legal"], partner["illegal"]["7S"]) == (["AS"], "BE-3-beat")
    assert set(legal_cards(BE, "H", "7S 8S 8D", ("N", "KS"))["legal"]) == {"7S", "8S"}
    # Ruffed: following is enough.
    assert set(legal_cards(BE, "H", "7S AS 8D", ("N", "KS"), ("W", "7H"))["legal"]) == {"7S", "AS"}


@clause("BE-3", "BE-3-trump", "BE-3-overtrump")
def test_the_void_trump_whoever_holds_the_trick() -> None:
    void = legal_cards(BE, "H", "7H JH 8D", ("N", "AS"), ("W", "7S"))
    assert set(void["legal"]) == {"7H", "JH"}
    assert void["illegal"] == {"8D": "BE-3-trump"}
    over = legal_cards(BE, "H", "7H JH 8D", ("N", "AS"), ("W", "9H"))
    assert over["legal"] == ["JH"]
    assert over["illegal"] == {"7H": "BE-3-overtrump", "8D": "BE-3-trump"}
    partner_ruffed = legal_cards(BE, "H", "7H JH 8D", ("N", "AS"), ("W", "9H"), ("S", "7S"))
    assert partner_ruffed["legal"] == ["JH"]
    assert legal_cards(BE, "H", "7H 8D", ("N", "AS"), ("W", "9H"))["legal"] == ["7H"]
    assert set(legal_cards(BE, "H", "7C 8D", ("N", "AS"))["legal"]) == {"7C", "8D"}
    led = legal_cards(BE, "H", "7H JH AH 8D", ("N", "9H"))
    assert led["legal"] == ["JH"]
    assert led["illegal"] == {"7H": "BE-3-overtrump", "AH": "BE-3-overtrump", "8D": "BE-3-follow"}


# The deal, zvanja and bela at the table

HANDS = {
    "W": "7S 8S 9S AD KH QH 7C 8C",  # a tierce, bela
    "S": "TS JS QS KS 7D 8D 9D 9C",  # a cinquante and a tierce
    "E": "AS TH 9H 8H TD JD QD TC",  # a run of three in hearts 8 9 T, one of three in diamonds
    "N": "7H JH AH KD JC QC KC AC",  # a run of four in clubs
}


def at_table(hands: dict[str, str] = HANDS, **options: Any) -> Game:
    game = Game.new(BE, dealer="N", **options)
    return game.deal(hands)


@clause("BE-1")
def test_three_and_three_then_two_when_trump_is_named() -> None:
    game = at_table()
    assert {len(hand) for hand in (game.state.held.hands.values() if game.state.held else ())} == {6}
    game.call("W pass", "S H")
    assert {len(hand) for hand in game.playing.held.hands.values()} == {8}
    assert game.playing.turn == "W"  # the dealer's right leads
    assert game.state.cutter == "E"  # and his left cuts
    found = answer({"ask": "penalty", "rules": BE, "fault": "misdeal", "side": "NS", "consecutive": 1})
    assert (found["redeal"], found["score"]) == (True, {"NS": 0, "EW": 0})


@clause("BE-4.1", "BE-4.2", "BE-7")
def test_zvanja_are_said_before_the_lead_and_shown_after_the_first_trick() -> None:
    game = at_table().call("W pass", "S H")
    said = game.told(Declared)
    assert [event.seat for event in said] == ["W", "S", "E", "N"]
    assert said[1].kinds == ("cinquante", "tierce")
    assert not game.told(CardPlayed)
    game.play("W AD", "S 9D", "E QD")
    assert not game.told(DeclarationsSettled)
    game.play("N KD")
    # S's and N's fours: N's is higher, J Q K A of clubs, and all of NS's count: 50 + 20 + 50.
    assert game.last(DeclarationsSettled).winner == "NS"
    shown = game.told(DeclarationsShown)
    assert [event.seat for event in shown] == ["S", "N"]
    assert sum(each.points for event in shown for each in event.shown) == 120
    assert game.rules.catalogue("fr").words["pass"] == "Dalje"
    assert game.rules.catalogue("en").results["failed"] == "Pad"
    assert game.rules.texts["fr"].glossary["štih"] == "pli"


def zvanja(hands: dict[str, str], **more: Any) -> dict[str, Any]:
    options = {key: more.pop(key) for key in ("zvanja_tie", "overlap") if key in more}
    question = {
        "ask": "declarations",
        "rules": BE,
        "trump": "H",
        "hands": {s: h.split() for s, h in hands.items()},
    }
    return answer(question | {"options": options, "dealer": more.get("dealer", "N")})


@clause("BE-4.1", "BE-4.2")
def test_points_then_four_alike_then_length_then_height() -> None:
    hands = {
        "N": "QS QH QD QC 7S 8D 9C AS",
        "W": "7C 8C KH KD AC TD TS AH",
        "S": "7H 8H 9H TH JH KS 7D JD",
        "E": "8S 9S JS KC 9D AD TC JC",
    }
    found = zvanja(hands)
    assert found["found"]["S"] == [{"kind": "cent", "cards": ["7H", "8H", "9H", "TH", "JH"], "points": 100}]
    assert found["found"]["N"][0]["points"] == 100
    assert found["winner"] == "NS"
    assert found["points"] == {"NS": 200, "EW": 0}


TIED = {
    "N": "AS AH QS 7H KD JC 9C 8H",
    "W": "7S 8S 9S AD KH QH TD JS",
    "S": "KS TS QC 7D 8D 9D AC 8C",
    "E": "9H TH JH QD JD TC 7C KC",
}


@clause("BE-4.2")
def test_equal_in_everything_the_first_after_the_dealer_scores() -> None:
    # W has 7 8 9 of spades, S 7 8 9 of diamonds, E 9 T J of hearts: the highest is E's.
    assert zvanja(TIED)["points"] == {"NS": 0, "EW": 40}
    tied = dict(TIED, E="9H TS JH QD JD TC 7C KC", S="KS TH QC 7D 8D 9D AC 8C")
    assert zvanja(tied, dealer="N")["winner"] == "EW"  # W speaks before S
    assert zvanja(tied, dealer="W")["winner"] == "NS"  # S, E, N, W
    trumps = {
        "N": "AS AH QS TS KD JC 9C 7D",
        "W": "7S 8S 9S AD KH QH TD KC",
        "S": "JS 9D QC 7H 8H 9H AC TC",
        "E": "JH TH 8D QD JD KS 7C 8C",
    }
    assert zvanja(trumps, dealer="N")["winner"] == "EW"
    assert zvanja(trumps, dealer="N", zvanja_tie="trump_then_first")["winner"] == "NS"


@clause("BE-4.2-overlap")
def test_a_card_in_several_zvanja() -> None:
    hands = {
        "N": "JS JH JD JC QS KS 7H 8D",
        "W": "7S 9S AD KH QH TD 7C 8C",
        "S": "8S TS QC AC 7D 9D 9C TH",
        "E": "9H KC QD AH AS TC 8H KD",
    }
    assert zvanja(hands)["points"] == {"NS": 220, "EW": 0}
    assert zvanja(hands, overlap=False)["points"] == {"NS": 200, "EW": 0}


@clause("BE-4.3")
def test_bela_is_said_with_the_first_of_the_two() -> None:
    game = at_table().call("W H")
    game.play("W KH")
    assert game.last(CardPlayed).say == "belote"
    game.play("S 9C", "E 9H", "N JH")
    assert game.playing.word(Seat("W"), next(card for card in game.playing.held.hands[Seat("W")])) is None
    silent = at_table(announce="manual").call("W H")
    for seat in "WSEN":
        silent.act(Declare(Seat(seat), ()))
    plays = [action for action in silent.state.legal(Seat("W")) if isinstance(action, Play)]
    assert {play.card.text for play in plays if play.say == "belote"} == {"KH", "QH"}


@clause("BE-4.1-belot")
def test_eight_of_a_suit_win_the_match() -> None:
    hands = {
        "W": "7S 8S 9S TS JS QS KS AS",
        "S": "7H 8H 9H TD JH QH KH AH",
        "E": "7C 8C 9C TC JC QC KC AD",
        "N": "7D 8D 9D TH JD QD KD AC",
    }
    game = at_table(hands).call("W pass", "S H")
    assert game.match.is_over
    ended = game.last(MatchEnded)
    assert (ended.winners, ended.clause) == (("EW",), "BE-4.1-belot")
    by_hand = at_table(hands, announce="manual").call("W pass", "S H")
    assert not by_hand.match.is_over
    by_hand.act(Declare(Seat("W"), ("cent",)))
    assert by_hand.match.winners == ("EW",)


# The end


def over(ns: int, ew: int, **options: Any) -> tuple[bool, str | None]:
    last = bela(100) | {"result": "made", "score": {"NS": 100, "EW": 62}}
    question = {"ask": "end", "rules": BE, "options": options, "totals": {"NS": ns, "EW": ew}, "last": last}
    found = answer(question)
    return found["over"], found["winner"]


@clause("BE-6")
def test_the_end_of_a_match() -> None:
    assert over(1000, 900) == (False, None)
    assert over(1001, 900) == (True, "NS")
    assert over(1010, 1020) == (True, "EW")
    assert over(1010, 1010) == (True, "NS")  # they named trump
    assert over(501, 100, target=501) == (True, "NS")


@clause("BE-6")
def test_na_dosta_the_match_stops_with_the_trick_that_is_enough() -> None:
    for end, is_over in (("na_prolaz", False), ("na_dosta", True)):
        game = at_table(end=end).rig(totals={Side("NS"): 0, Side("EW"): 980})
        game.call("W pass", "S H")
        game.play("W AD", "S 9D", "E QD", "N KD")  # 11, 3 and 4: 998
        assert not game.match.is_over
        game.play("W 7S", "S TS", "E AS", "N 7H")  # ruffed: nothing for EW
        assert not game.match.is_over
        game.play("N AH", "W KH", "S 9C", "E 9H")  # bela, and 11, 4 and 14: 1047
        assert game.match.is_over is is_over
        assert not game.told(DealScored)
    assert load(BE, {"end": "na_dosta"}).match_end.clauses == ("BE-6",)
