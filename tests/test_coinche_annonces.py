"""Coinche with declarations, clause by clause (docs/family-rules.md, AN). NS takes."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.actions import Bid, Pass, Play
from rebelote.cards import Trump
from rebelote.events import DealScored
from rebelote.language.display import format_contract
from rebelote.language.notation import format_call, parse_call
from rebelote.language.sentences import say
from rebelote.referee import answer
from rebelote.results import Contract
from rebelote.review.open_cards import OpenCurve
from rebelote.ruleset.loading import document, load
from rebelote.solver import BadPosition, Position, Sheet, Solver
from rebelote.table import Seat, Side
from tests.support.clause_mark import clause
from tests.support.family_deals import deal, legal_calls, legal_cards, refused, scored
from tests.support.table_setup import Game

AN = "coinche-annonces"

Row = tuple[dict[str, Any], dict[str, Any], tuple[str, int, int]]


def check(row: Row) -> None:
    played, options, expected = row
    assert scored(AN, played, **options) == expected


EXAMPLES: dict[str, Row] = {
    "AN-x1": (deal(90, 96, declared=(20, 0)), {}, ("made", 210, 70)),
    "AN-x2": (deal(90, 89, trump="C"), {}, ("failed", 0, 250)),
    "AN-x3": (deal(110, 81, trump="D", declared=(0, 50), belote=(1, 0)), {}, ("failed", 20, 320)),
    "AN-x4": (deal(100, 104, contre=1, declared=(20, 0), belote=(0, 1)), {}, ("made", 540, 20)),
    "AN-x5": (
        deal(100, 104, contre=1, declared=(20, 0), belote=(0, 1)),
        {"contra": "contract"},
        ("made", 380, 20),
    ),
    "AN-x6": (deal(90, 162, trump="S", declared=(0, 50)), {}, ("made", 390, 0)),
    "AN-x7": (deal("capot", 162, belote=(1, 0)), {}, ("made", 520, 0)),
    "AN-x8": (deal("generale", 100, contre=1, alone=False), {"generale": True}, ("failed", 0, 2000)),
}


@clause("AN-4", "AN-5", "AN-6.1", "AN-6.2", "AN-6.3", "AN-6.4", "AN-6.4-generale", "AN-6.5")
@pytest.mark.parametrize("row", EXAMPLES.values(), ids=EXAMPLES)
def test_the_worked_examples(row: Row) -> None:
    check(row)


@clause("AN-6.1")
@pytest.mark.parametrize(
    "row",
    [
        # 70 in tricks, a tierce and a belote: 110, 90 or 70.
        (deal(110, 70, declared=(20, 0), belote=(1, 0)), {}, ("made", 220, 90)),
        (deal(110, 70, declared=(20, 0), belote=(1, 0)), {"tests": "belote"}, ("failed", 20, 290)),
        (deal(90, 70, declared=(20, 0), belote=(1, 0)), {"tests": "belote"}, ("made", 200, 90)),
        (deal(90, 70, declared=(20, 0), belote=(1, 0)), {"tests": "none"}, ("failed", 20, 270)),
        # 80 + 20 against 82 + 100: the call is reached, the defence has more.
        (deal(80, 80, declared=(0, 100), belote=(1, 0)), {}, ("made", 180, 180)),
        (deal(80, 80, declared=(0, 100), belote=(1, 0)), {"more_too": True}, ("failed", 20, 340)),
        (deal(80, 82, belote=(0, 1)), {"more_too": True}, ("failed", 0, 260)),
        (deal(80, 81), {"more_too": True}, ("failed", 0, 240)),
        (deal(80, 82), {"more_too": True}, ("made", 160, 80)),
        # 250 in declarations without a trick.
        (deal(80, 0, declared=(250, 0)), {}, ("failed", 0, 490)),
        # Every trick is 162 and no more.
        (deal(170, 162), {"highest": 170}, ("failed", 0, 330)),
        (deal(170, 162, belote=(1, 0)), {"highest": 170}, ("made", 440, 0)),
        (deal(270, 162, declared=(100, 0), belote=(1, 0)), {"highest": 650}, ("made", 640, 0)),
    ],
)
def test_what_makes_a_call(row: Row) -> None:
    check(row)


@clause("AN-2.1")
@pytest.mark.parametrize(
    "row",
    [
        (deal(80, 81), {}, ("made", 160, 80)),
        (deal(80, 81), {"eighty": 82}, ("failed", 0, 240)),
        (deal(80, 82), {"eighty": 82}, ("made", 160, 80)),
        (deal(90, 90), {"eighty": 82}, ("made", 180, 70)),
    ],
)
def test_points_that_make_eighty(row: Row) -> None:
    check(row)


@clause("AN-5")
@pytest.mark.parametrize(
    "row",
    [
        (deal(110, 60, belote=(1, 0)), {"belote": "taken"}, ("failed", 0, 290)),
        (deal(110, 60, belote=(1, 0)), {}, ("failed", 20, 270)),
        (deal("capot", 150, belote=(1, 0)), {"belote": "taken"}, ("failed", 0, 520)),
        (deal(90, 0, belote=(1, 0)), {"belote": "taken"}, ("failed", 0, 270)),
        (deal(90, 100, belote=(0, 1)), {"belote": "taken"}, ("made", 190, 80)),
        (deal(90, 50, contre=1, belote=(1, 0)), {"belote": "taken"}, ("failed", 0, 520)),
        (deal(90, 50, contre=1, belote=(1, 0)), {}, ("failed", 20, 500)),
    ],
)
def test_who_marks_the_belote_of_takers_who_fail(row: Row) -> None:
    check(row)


@clause("AN-6.2", "AN-6.5")
@pytest.mark.parametrize(
    "row",
    [
        (deal(110, 60), {"base": 162}, ("failed", 0, 272)),
        (deal(90, 95), {}, ("made", 190, 70)),
        (deal(90, 95), {"rounding": 6}, ("made", 180, 70)),
        (deal(90, 96), {"rounding": 6}, ("made", 190, 70)),
        (deal(90, 95), {"rounding": "none"}, ("made", 185, 67)),
        (deal(90, 95, declared=(0, 50)), {}, ("made", 190, 120)),
        (deal(150, 95, declared=(20, 0)), {}, ("failed", 0, 330)),
        (deal(110, 0, declared=(0, 20)), {}, ("failed", 0, 290)),
    ],
)
def test_the_marks_of_an_uncoinched_deal(row: Row) -> None:
    check(row)


@clause("AN-6.3", "AN-2.2")
@pytest.mark.parametrize(
    "row",
    [
        (deal(100, 110, contre=2), {}, ("made", 1040, 0)),
        (deal(100, 110, contre=2), {"surcontre": 3}, ("made", 780, 0)),
        (deal(100, 110, contre=2), {"contra": "contract"}, ("made", 560, 0)),
        (deal(100, 110, contre=2), {"contra": "contract", "surcontre": 3}, ("made", 460, 0)),
        (deal(100, 90, contre=1, declared=(0, 50)), {}, ("failed", 0, 570)),
        (deal(130, 90, contre=1, declared=(20, 0)), {"contra": "contract"}, ("failed", 0, 440)),
        (deal(100, 110, contre=1, declared=(0, 50)), {}, ("made", 570, 0)),
        (deal(100, 90, contre=1), {"base": 162}, ("failed", 0, 524)),
        # Eight tricks that nobody called.
        (deal(100, 162, contre=1), {}, ("made", 520, 0)),
        (deal(100, 162, contre=1), {"contra": "contract"}, ("made", 360, 0)),
        (deal(100, 0, contre=1), {"contra": "contract"}, ("failed", 0, 360)),
    ],
)
def test_coinched_deals(row: Row) -> None:
    check(row)


@clause("AN-6.4", "AN-6.4-generale", "AN-2.3")
@pytest.mark.parametrize(
    "row",
    [
        (deal(100, 162), {}, ("made", 350, 0)),
        (deal(100, 0), {}, ("failed", 0, 260)),
        (deal("capot", 162), {"capot": 350}, ("made", 350, 0)),
        (deal("capot", 162), {"capot": "250 + 250"}, ("made", 500, 0)),
        (deal("capot", 100), {"capot": 270}, ("failed", 0, 270)),
        (deal("capot", 0), {}, ("failed", 0, 500)),
        (deal("capot", 162, contre=1), {"capot": 350}, ("made", 700, 0)),
        (deal("capot", 162, contre=2), {"surcontre": 3}, ("made", 1500, 0)),
        (deal("capot", 100, contre=1, declared=(20, 0)), {}, ("failed", 0, 1020)),
        (deal("capot", 162, contre=1, declared=(0, 50)), {"contra": "contract"}, ("made", 1050, 0)),
        (deal("capot", 162, declared=(0, 50)), {}, ("made", 550, 0)),
        (deal("generale", 162, alone=True), {"generale": True}, ("made", 1000, 0)),
        (deal("generale", 162, alone=False), {"generale": True}, ("failed", 0, 1000)),
        (deal("generale", 162), {"generale": True}, ("failed", 0, 1000)),
        (
            deal("generale", 162, alone=True, contre=2, declared=(20, 0)),
            {"generale": True, "generale_worth": 600, "contra": "contract"},
            ("made", 2420, 0),
        ),
        (deal("generale", 0), {"generale": True, "generale_worth": 700}, ("failed", 0, 700)),
    ],
)
def test_every_trick_called_or_not(row: Row) -> None:
    check(row)


@clause("AN-2.3")
def test_a_summary_that_can_not_be_is_refused() -> None:
    assert refused(AN, deal("generale", 162, alone=True)) == "inconsistent"
    assert refused(AN, deal("generale", 100, alone=True), generale=True) == "inconsistent"
    assert refused(AN, deal("generale", 100, alone="yes"), generale=True) == "bad_question"
    assert refused(AN, deal(170, 100)) == "inconsistent"
    assert refused(AN, deal(90, 100, trump="SA")) == "inconsistent"


@clause("AN-2.4")
def test_no_trumps_and_all_trumps() -> None:
    assert scored(AN, deal(90, 90, trump="SA"), sans_tout_atout=True) == ("made", 180, 70)
    # 145 of 258 are 91.05 of 162, so 91 to 71; 143 are 89.8, which fail 90.
    all_trumps: dict[str, Any] = {"trump": "TA", "pile": 258}
    assert scored(AN, deal(90, 145, **all_trumps), sans_tout_atout=True) == ("made", 180, 70)
    assert scored(AN, deal(90, 143, **all_trumps), sans_tout_atout=True) == ("failed", 0, 250)
    belotes = deal(100, 110, belote=(3, 1), **all_trumps)  # 69.07 and 60
    assert scored(AN, belotes, sans_tout_atout=True) == ("made", 70 + 100 + 60, 90 + 20)


@clause("AN-2.4")
def test_a_trick_has_the_values_of_the_game() -> None:
    trick = [["N", "JH"], ["W", "9H"], ["S", "AS"], ["E", "7H"]]
    question = {"ask": "trick", "rules": AN, "options": {"sans_tout_atout": True}, "trick": trick}
    assert answer({**question, "trump": "TA"}) == {"winner": "N", "points": 20 + 14 + 11}
    assert answer({**question, "trump": "SA"}) == {"winner": "N", "points": 2 + 19}
    assert answer({**question, "trump": "S"}) == {"winner": "S", "points": 2 + 11}


OPTIONS = {
    "direction": ("counterclockwise", "clockwise"),
    "highest": (160, 170, 180, 270, 650),
    "eighty": (80, 82),
    "contre": ("in_turn", "any_time"),
    "decoinche": (False, True),
    "surcontre": (4, 3),
    "generale": (False, True),
    "generale_lead": ("normal", "caller"),
    "generale_worth": (1000, 500, 600, 700),
    "sans_tout_atout": (False, True),
    "cannot_overruff": ("trump", "any"),
    "tie": ("nobody", "first"),
    "belote": ("kept", "taken"),
    "tests": ("both", "belote", "none"),
    "more_too": (False, True),
    "base": (160, 162),
    "contra": ("all", "contract"),
    "capot": (500, "250 + 250", 350, 270),
    "rounding": (5, 6, "none"),
}


@clause("AN-2.1")
def test_the_options_and_their_defaults() -> None:
    options = document(AN).options
    found = {name: option.values for name, option in options.items() if option.values}
    assert {name: found[name] for name in OPTIONS} == OPTIONS
    assert {name: options[name].default for name in OPTIONS} == {
        name: values[0] for name, values in OPTIONS.items()
    }
    assert options["target"].default == 2000


# The auction


def numbers(found: dict[str, Any], seat: str) -> list[str]:
    """The values that may be called, each once, in their order."""
    return list(dict.fromkeys(call.split()[0] for call in found["legal"][seat]))


@clause("AN-1", "AN-2.1")
def test_the_dealers_right_speaks_first() -> None:
    found = legal_calls(AN)
    assert found["speaks"] == "W"
    assert numbers(found, "W") == ["pass", *map(str, range(80, 161, 10)), "capot"]
    assert legal_calls(AN, direction="clockwise")["speaks"] == "E"


@clause("AN-2.1", "AN-2.3")
@pytest.mark.parametrize("highest", [160, 170, 180, 270, 650])
def test_numbers_reach_what_the_table_chose(highest: int) -> None:
    called = ("W", f"{highest} H")
    assert numbers(legal_calls(AN, called, highest=highest), "S") == ["pass", "capot", "contre"]
    with_generale = legal_calls(AN, called, highest=highest, generale=True)
    assert numbers(with_generale, "S") == ["pass", "capot", "generale", "contre"]


@clause("AN-2.1", "AN-2.3")
def test_a_generale_outranks_a_capot_and_nothing_outranks_it() -> None:
    over_capot = legal_calls(AN, ("W", "capot H"), generale=True)
    assert over_capot["legal"]["S"] == [
        "pass", "generale S", "generale H", "generale D", "generale C", "contre",
    ]  # fmt: skip
    over_it = legal_calls(AN, ("W", "generale H"), generale=True)
    assert over_it["legal"]["S"] == ["pass", "contre"]
    assert legal_calls(AN, ("W", "generale H"))["error"]["code"] == "illegal_call"


@clause("AN-2.1")
def test_who_passed_may_come_back_and_three_passes_end_it() -> None:
    calls = [("W", "pass"), ("S", "80 H"), ("E", "pass"), ("N", "90 H"), ("W", "100 S")]
    found = legal_calls(AN, *calls, ("S", "pass"), ("E", "pass"), ("N", "pass"))
    assert found["done"]
    assert found["contract"] == {"seat": "W", "side": "EW", "trump": "S", "value": 100, "contre": 0}


@clause("AN-1")
def test_four_passes_end_it_without_a_contract() -> None:
    found = legal_calls(AN, *((seat, "pass") for seat in "WSEN"))
    assert found["done"]
    assert found["contract"] is None


@clause("AN-2.2")
def test_a_coinche_freezes_the_call() -> None:
    found = legal_calls(AN, ("W", "90 H"), ("S", "contre"))
    assert found["legal"] == {"E": ["pass", "surcontre"]}
    later = legal_calls(AN, ("W", "90 H"), ("S", "contre"), ("E", "pass"))
    assert later["legal"] == {"N": ["pass"]}
    over = legal_calls(AN, ("W", "90 H"), ("S", "contre"), ("E", "surcontre"))
    assert over["done"]
    assert over["contract"]["contre"] == 2
    quiet = legal_calls(AN, ("W", "90 H"), ("S", "contre"), ("E", "pass"), ("N", "pass"), ("W", "pass"))
    assert quiet["done"]
    assert quiet["contract"]["contre"] == 1


@clause("AN-2.2")
def test_a_coinche_at_any_time() -> None:
    in_turn = legal_calls(AN, ("W", "90 H"), ("S", "pass"))
    assert sorted(in_turn["legal"]) == ["E"]
    any_time = legal_calls(AN, ("W", "90 H"), ("S", "pass"), contre="any_time")
    assert {seat: calls for seat, calls in any_time["legal"].items() if seat != "E"} == {
        "N": ["contre"],
        "S": ["contre"],
    }
    after = legal_calls(AN, ("W", "90 H"), ("N", "contre"), contre="any_time")
    assert after["legal"] == {"W": ["pass", "surcontre"]}


@clause("AN-2.2")
def test_a_higher_call_lifts_a_coinche() -> None:
    coinched = [("W", "150 H"), ("S", "contre")]
    found = legal_calls(AN, *coinched, decoinche=True)
    assert numbers(found, "E") == ["pass", "160", "capot", "surcontre"]
    by_the_other_side = legal_calls(AN, *coinched, ("E", "pass"), decoinche=True)
    assert numbers(by_the_other_side, "N") == ["pass", "160", "capot"]
    by_himself = legal_calls(AN, *coinched, ("E", "pass"), ("N", "pass"), decoinche=True)
    assert by_himself["legal"] == {"W": ["pass", "surcontre"]}
    lifted = legal_calls(AN, *coinched, ("E", "160 H"), decoinche=True)
    assert lifted["contract"] == {"seat": "E", "side": "EW", "trump": "H", "value": 160, "contre": 0}
    assert numbers(lifted, "N") == ["pass", "capot", "contre"]


# The cards


@clause("AN-3", "AN-3-follow", "AN-3-trump", "AN-3-overtrump", "AN-3-undertrump", "AN-3-partner")
@pytest.mark.parametrize(
    ("trump", "hand", "trick", "legal", "illegal"),
    [
        ("H", "7S 8D AH", [("N", "AS")], ["7S"], {"8D": "AN-3-follow", "AH": "AN-3-follow"}),
        ("H", "8D AH", [("N", "AS")], ["AH"], {"8D": "AN-3-trump"}),
        ("H", "8D AH", [("N", "AS"), ("W", "7S")], ["8D", "AH"], {}),
        ("H", "AH 7H JH", [("N", "9H")], ["JH"], {"AH": "AN-3-overtrump", "7H": "AN-3-overtrump"}),
        ("H", "8D 7H JH", [("N", "AS"), ("W", "9H")], ["JH"], {"8D": "AN-3-trump", "7H": "AN-3-overtrump"}),
        ("H", "8D 7H", [("N", "AS"), ("W", "9H")], ["7H"], {"8D": "AN-3-undertrump"}),
        ("H", "8D 7H JH", [("N", "AS"), ("W", "7S"), ("S", "8S")], ["7H", "JH"], {"8D": "AN-3-trump"}),
        ("H", "8D 7H JH", [("N", "7S"), ("W", "9H"), ("S", "8S")], ["8D", "JH"], {"7H": "AN-3-partner"}),
        ("H", "8H 7H", [("N", "7S"), ("W", "9H"), ("S", "8S")], ["8H", "7H"], {}),
    ],
)
def test_the_play(
    trump: str, hand: str, trick: list[tuple[str, str]], legal: list[str], illegal: dict[str, str]
) -> None:
    assert legal_cards(AN, trump, hand, *trick) == {"legal": legal, "illegal": illegal}


@clause("AN-3-undertrump")
def test_any_card_where_the_table_chose_so() -> None:
    found = legal_cards(AN, "H", "8D 7H", ("N", "AS"), ("W", "9H"), cannot_overruff="any")
    assert found == {"legal": ["8D", "7H"], "illegal": {}}


@clause("AN-3-tout-atout")
def test_all_trumps_must_be_beaten() -> None:
    found = legal_cards(AN, "TA", "7S JS AH", ("N", "9S"), sans_tout_atout=True)
    assert found == {"legal": ["JS"], "illegal": {"7S": "AN-3-tout-atout", "AH": "AN-3-follow"}}


# At the table


HEARTS = "7H 8H 9H TH JH QH KH AH"


def generale(hands: dict[str, str], lead: str = "caller") -> Game:
    """S deals, E speaks first and would lead; N calls a générale."""
    game = Game.new(AN, generale=True, generale_lead=lead)
    return game.deal(hands).act(Pass(Seat("E")), Bid(Seat("N"), "generale", Trump.HEARTS)).pass_out()


def played_out(game: Game) -> DealScored:
    """Everybody plays the highest card he may, as the contract ranks them."""
    while not game.told(DealScored):
        seat = game.state.actors()[0]
        plays = [each for each in game.state.legal(seat) if isinstance(each, Play)]
        beaten = game.playing.order.beaten_by
        game.act(min(plays, key=lambda play: len(beaten[play.card.index])))
    return game.last(DealScored)


@clause("AN-2.3")
@pytest.mark.parametrize(("lead", "first"), [("normal", "E"), ("caller", "N")])
def test_who_leads_to_a_generale(lead: str, first: str) -> None:
    assert generale({"N": HEARTS}, lead).playing.turn == first


@clause("AN-2.3", "AN-6.4-generale", "AN-4", "AN-5")
def test_a_generale_made_alone() -> None:
    scored_deal = played_out(generale({"N": HEARTS, "S": "7C 9C JC KC 7D 9D JD KD"}))
    assert scored_deal.summary.alone is True
    # 1000, a cent and a tierce, belote.
    assert scored_deal.score.score == {"NS": 1000 + 100 + 20 + 20, "EW": 0}


@clause("AN-2.3", "AN-6.4-generale")
def test_a_generale_missed_by_the_partners_trick() -> None:
    """N has eight tricks but for a club, which S's ace takes."""
    mine = "8H 9H TH JH QH KH AH 7C"
    hands = {"N": mine, "S": "AC KC QC JC 7H AD AS TC"}
    scored_deal = played_out(generale(hands))
    assert scored_deal.summary.tricks == {"NS": 8, "EW": 0}
    assert scored_deal.summary.alone is False
    assert scored_deal.score.result == "failed"


@clause("AN-2.3")
def test_a_generale_is_not_solved() -> None:
    """The solver says so, and a review goes without the value of the deal."""
    curve, game = OpenCurve(Solver(table_mb=4)), generale({"N": HEARTS})
    position, contract = Position.of(game.playing), game.playing.contract
    with pytest.raises(BadPosition, match="générale"):
        Solver(table_mb=4).solve_marks(position, Sheet(contract=contract), Side("NS"))
    curve.look(game.state)
    assert curve.finish(played_out(game).summary) is None


@clause("AN-7")
def test_the_end() -> None:
    question = {
        "ask": "end",
        "rules": AN,
        "last": {**deal(90, 96), "result": "made", "score": {"NS": 190, "EW": 70}},
    }
    assert answer({**question, "totals": {"NS": 2010, "EW": 2000}})["winner"] == "NS"
    assert not answer({**question, "totals": {"NS": 1990, "EW": 1980}})["over"]
    assert not answer({**question, "totals": {"NS": 2010, "EW": 2010}})["over"]
    assert answer({**question, "totals": {"NS": 1010, "EW": 0}, "options": {"target": 1000}})["over"]


@clause("AN-8")
def test_irregularities() -> None:
    question = {"ask": "penalty", "rules": AN, "side": "NS"}
    third = answer({**question, "fault": "misdeal", "consecutive": 3})
    assert third["score"] == {"NS": 0, "EW": 160}
    assert answer({**question, "fault": "misdeal", "consecutive": 2})["may_not_take"] == "NS"
    wrong = {**question, "fault": "wrong_card", "suit": "H"}
    assert answer({**wrong, "noticed": "at_once"})["barred"] == "H"
    assert answer({**wrong, "noticed": "end_of_deal"})["score"] == {"NS": 0, "EW": 160}
    unproved = answer({**question, "fault": "unproved_declaration", "points": 50})
    assert unproved["score"] == {"NS": 0, "EW": 50}


@clause("AN-4")
def test_declarations_and_the_fours_of_no_trumps() -> None:
    hands = {
        "N": "AS AH AD AC 7S 8S 7H 8H",
        "E": "JS JH JD JC 9S TS 7D 8D",
        "S": "QS KS 9H TH QH KH 9D TD",
        "W": "QD KD 7C 8C 9C TC QC KC",
    }
    question = {
        "ask": "declarations",
        "rules": AN,
        "options": {"sans_tout_atout": True},
        "hands": {seat: cards.split() for seat, cards in hands.items()},
    }
    assert answer({**question, "trump": "H"})["points"] == {"NS": 0, "EW": 250}
    assert answer({**question, "trump": "SA"})["points"] == {"NS": 200, "EW": 0}


@clause("AN-4-tie")
def test_equal_runs_go_to_trumps_and_else_to_nobody() -> None:
    hands = {
        "N": "7S 8S 9S QS 7H 8H QH AH",
        "E": "7D 8D 9D QD AD TH JH KH",
        "S": "TS JS KS 7C 8C JC QC AC",
        "W": "AS TD JD KD 9C TC KC 9H",
    }
    dealt = {seat: cards.split() for seat, cards in hands.items()}
    question = {"ask": "declarations", "rules": AN, "hands": dealt}
    assert answer({**question, "trump": "S"})["points"] == {"NS": 20, "EW": 0}
    assert answer({**question, "trump": "C"})["points"] == {"NS": 0, "EW": 0}
    first = {**question, "trump": "C", "options": {"tie": "first"}}
    assert answer({**first, "dealer": "S"})["points"] == {"NS": 0, "EW": 20}  # E speaks first
    assert answer({**first, "dealer": "E"})["points"] == {"NS": 20, "EW": 0}


@clause("AN-9")
def test_the_words_of_the_table() -> None:
    rules = load(AN)
    assert rules.words.contre == "coinche"
    assert rules.catalogue("fr").words["surcontre"] == "Je surcoinche"
    assert rules.catalogue("fr").lines["failed"] == "Dedans"


@clause("AN-2.3")
def test_a_generale_is_written_with_its_accents() -> None:
    contract = Contract(seat=Seat("N"), side=Side("NS"), trump=Trump.HEARTS, value="generale")
    assert format_contract(contract, "fr") == "générale ♥ par Nord"
    call = Bid(Seat("N"), "generale", Trump.HEARTS)
    assert say(call, load(AN, {"generale": True}), "fr") == "Générale cœur"
    assert parse_call(format_call(call), Seat("N")) == call
