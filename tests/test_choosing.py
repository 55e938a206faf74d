"""How trump is chosen: who speaks, what he may say, when it ends, what is played."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.actions import Bid, Contre, Guess, Object, Pass, Surcontre, Take
from rebelote.cards import Card, Trump
from rebelote.events import Called, Contracted, DealScored, DealVoided
from rebelote.language.text import catalogue
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Cutting
from rebelote.results import Contract
from rebelote.ruleset.loading import load
from rebelote.table import Seat, Side
from tests.support.clause_mark import clause
from tests.support.table_setup import EW, NS, E, Game, N, S, W, hand_of

# The hand of the seat that takes matters little here: hearts are turned unless a test says otherwise.

FIVES = {"N": "7S 8S 9S TS JS", "E": "QS KS AS 7D 8D", "S": "9D TD JD QD KD", "W": "AD 7C 8C 9C TC"}


def turned(rules: str, card: str = "7H", **options: Any) -> Game:
    return Game.new(rules, dealer="S", **options).deal(FIVES, turned=card)


def auction(rules: str, **options: Any) -> Game:
    return Game.new(rules, dealer="S", **options).deal({})


def bids(values: range, trumps: str, *, capot: bool = True) -> set[str]:
    """All bids of these values at these trumps."""
    names: list[object] = [*values, "capot"] if capot else list(values)
    return {f"{value} {trump}" for value in names for trump in trumps.split()}


SUITS = "S H D C"
ALL = "S H D C SA TA"


def is_over(game: Game) -> bool:
    return not isinstance(game.state.phase, Choosing)


# Taking, by the FFB


@clause("A-4.1", "A-3.1")
def test_a_each_speaks_in_turn_from_the_dealer_s_right() -> None:
    game = turned("ffb-belote")
    order = []
    while isinstance(game.state.phase, Choosing):
        speaks = game.choosing.speaks
        assert speaks is not None
        assert game.state.actors() == (speaks,)
        order.append(speaks)
        game.act(Pass(speaks))
    assert order == [E, N, W, S] * 2  # counter-clockwise, twice round


@clause("A-4.1")
def test_a_round_1_only_the_turned_suit_round_2_one_of_the_others() -> None:
    game = turned("ffb-belote")
    for seat in (E, N, W, S):
        assert game.may_call(seat) == {"pass", "take H"}
        assert all(not game.may_call(other) for other in (E, N, W, S) if other != seat)
        game.act(Pass(seat))
    for seat in (E, N, W, S):
        assert game.may_call(seat) == {"pass", "take S", "take D", "take C"}
        game.act(Pass(seat))


@clause("A-4.1")
def test_a_refused() -> None:
    game = turned("ffb-belote")
    assert game.refused(Take(E, Trump.SPADES)) == "A-4.1"
    assert game.refused(Take(N, Trump.HEARTS)) == "A-4.1"
    assert game.reason(Take(N, Trump.HEARTS)) == "not_your_turn"
    assert game.refused(Bid(E, 80, Trump.HEARTS)) == "A-4.1"
    assert game.refused(Take(E, Trump.SANS_ATOUT)) == "A-4.1"  # without the option
    assert game.refused(Contre(N)) == "A-4.1"
    game.call("E pass", "N pass", "W pass", "S pass")
    assert game.refused(Take(E, Trump.HEARTS)) == "A-4.1"


@clause("A-4.1")
def test_a_eight_passes_no_score_and_the_deal_moves_to_the_right() -> None:
    game = turned("ffb-belote").pass_out()
    assert len(game.told(Called)) == 8
    assert game.last(DealVoided) == DealVoided("passed_out", E)
    assert game.state.dealer == E
    assert game.totals == {"NS": 0, "EW": 0}
    assert not game.told(DealScored)
    assert isinstance(game.state.phase, Cutting)


@clause("A-4.1", "C-5B", "C-5C", "D2-coinche")
def test_the_words_of_the_table() -> None:
    words = catalogue("fr").words
    assert (words["pass"], words["contre"], words["coinche"]) == ("Je passe", "Je contre", "Je coinche")
    assert [load(rules).words.contre for rules in ("ffb-contree", "premiere-grands", "coinche")] == [
        "contre",
        "coinche",
        "coinche",
    ]


@clause("A-4.1", "A-10.1c")
def test_a_a_deal_nobody_takes_leaves_the_litige_held() -> None:
    game = Game.new("ffb-belote").rig(pending=81).deal(FIVES, turned="7H").pass_out()
    assert game.state.pending == 81


@clause("A-4.2")
@pytest.mark.parametrize(
    ("calls", "seat", "trump"),
    [
        (["E take"], E, "H"),
        (["E pass", "N take"], N, "H"),
        (["E pass", "N pass", "W pass", "S take"], S, "H"),
        (["E pass", "N pass", "W pass", "S pass", "E take C"], E, "C"),
        (["E pass", "N pass", "W pass", "S pass", "E pass", "N pass", "W pass", "S take D"], S, "D"),
    ],
)
def test_a_the_first_take_ends_the_choice(calls: list[str], seat: Seat, trump: str) -> None:
    game = turned("ffb-belote").call(*calls)
    side = NS if seat in (N, S) else EW
    assert game.contract == Contract(seat=seat, side=side, trump=Trump(trump))
    assert isinstance(game.state.phase, Playing)
    assert game.state.actors() == (E,)  # the dealer's right leads, whoever took
    assert Card("7H") in hand_of(game, seat)


#


@clause("A-11.1")
def test_a_sa_and_ta_at_any_turn_in_either_round() -> None:
    game = turned("ffb-belote", sans_tout_atout=True)
    for seat in (E, N, W, S):
        assert game.may_call(seat) == {"pass", "take H", "take SA", "take TA"}
        game.act(Pass(seat))
    for seat in (E, N, W, S):
        assert game.may_call(seat) == {"pass", "take S", "take D", "take C", "take SA", "take TA"}
        game.act(Pass(seat))
    assert game.last(DealVoided).cause == "passed_out"


@clause("A-11.1")
@pytest.mark.parametrize("passes", [0, 4])
def test_a_after_a_suit_sa_or_ta_after_sa_ta(passes: int) -> None:
    game = turned("ffb-belote", sans_tout_atout=True)
    game.call(*["E pass", "N pass", "W pass", "S pass"][:passes])
    game.call("E take D" if passes else "E take H")
    assert game.may_call("N") == {"pass", "take SA", "take TA"}  # no other suit any more
    game.call("N pass")
    assert game.may_call("W") == {"pass", "take SA", "take TA"}  # the partner too
    game.call("W SA")
    assert game.may_call("S") == {"pass", "take TA"}
    game.call("S pass")
    assert game.may_call("E") == {"pass", "take TA"}
    game.call("E pass")
    assert not is_over(game)
    game.call("N pass")  # the third pass after the call
    assert game.contract == Contract(seat=W, side=EW, trump=Trump.SANS_ATOUT)
    assert Card("7H") in hand_of(game, "W")  # the last caller gets the turned card


@clause("A-11.1")
def test_a_ta_ends_it() -> None:
    game = turned("ffb-belote", sans_tout_atout=True).call("E take", "N TA")
    assert game.contract == Contract(seat=N, side=NS, trump=Trump.TOUT_ATOUT)
    first = turned("ffb-belote", sans_tout_atout=True).call("E TA")
    assert first.contract.seat == E
    assert isinstance(first.state.phase, Playing)


@clause("A-11.1")
def test_a_nobody_overcalls_himself_but_one_may_speak_again() -> None:
    game = turned("ffb-belote", sans_tout_atout=True).call("E take", "N pass", "W pass")
    assert not is_over(game)
    game.call("S pass")  # three passes: E has no second word
    assert game.contract.trump == Trump.HEARTS
    again = turned("ffb-belote", sans_tout_atout=True).call("E take", "N SA", "W pass", "S pass", "E TA")
    assert again.contract == Contract(seat=E, side=EW, trump=Trump.TOUT_ATOUT)


@clause("A-11.1")
def test_a_overcalls_refused() -> None:
    game = turned("ffb-belote", sans_tout_atout=True).call("E SA")
    assert game.refused(Take(N, Trump.HEARTS)) == "A-11.1"
    assert game.refused(Take(N, Trump.SANS_ATOUT)) == "A-11.1"
    assert game.may_call("N") == {"pass", "take TA"}


@clause("A-11.1")
def test_a_a_suit_called_in_round_1_is_not_followed_by_round_2() -> None:
    game = turned("ffb-belote", sans_tout_atout=True).call("E pass", "N pass", "W pass", "S take")
    assert game.may_call("E") == {"pass", "take SA", "take TA"}
    game.call("E pass", "N pass", "W pass")
    assert game.contract == Contract(seat=S, side=NS, trump=Trump.HEARTS)


# B-3.2


@clause("B-3.2")
def test_b_two_rounds_and_the_first_suit_named_stands() -> None:
    game = turned("belote-annonces")
    for seat in (E, N, W, S):
        assert game.may_call(seat) == {"pass", "take H"}
        game.act(Pass(seat))
    assert game.may_call("E") == {"pass", "take S", "take D", "take C"}
    game.call("E pass", "N take S")
    assert game.contract == Contract(seat=N, side=NS, trump=Trump.SPADES)


@clause("B-3.2")
def test_b_nobody_a_new_deal() -> None:
    game = turned("belote-annonces").pass_out()
    assert game.last(DealVoided).cause == "passed_out"
    assert isinstance(game.state.phase, Cutting)
    assert game.totals == {"NS": 0, "EW": 0}


@clause("B-3.2")
def test_b_refused() -> None:
    game = turned("belote-annonces")
    assert game.refused(Take(E, Trump.SPADES)) == "B-3.2"
    assert game.refused(Take(N, Trump.HEARTS)) == "B-3.2"
    game.call("E pass", "N pass", "W pass", "S pass")
    assert game.refused(Take(E, Trump.HEARTS)) == "B-3.2"
    game.call("E take S")
    assert game.contract.trump == Trump.SPADES  # without the option nobody may object


def objecting() -> Game:
    game = turned("belote-annonces", objections=True)
    return game.call("E pass", "N pass", "W pass", "S pass")


@clause("B-3.2-object")
def test_b_round_1_knows_no_objections() -> None:
    game = turned("belote-annonces", objections=True)
    assert game.refused(Object(E)).startswith("B-3.2")
    game.call("E take")
    assert game.contract.trump == Trump.HEARTS
    assert isinstance(game.state.phase, Playing)


@clause("B-3.2-object")
def test_b_three_passes_and_it_is_trump() -> None:
    game = objecting().call("E take S")
    for seat in (N, W, S):
        assert game.choosing.speaks == seat
        assert game.may_call(seat) == {"pass", "object"}
        assert game.choosing.standing is None  # no contract stands while a proposal is open
        assert game.state.contract is None
        game.act(Pass(seat))
    assert game.contract == Contract(seat=E, side=EW, trump=Trump.SPADES)
    assert Card("7H") in hand_of(game, "E")


@clause("B-3.2-object")
@pytest.mark.parametrize("calls", [["N object"], ["N pass", "W object"], ["N pass", "W pass", "S object"]])
def test_b_an_objection_and_the_word_goes_to_the_player_after_the_proposer(calls: list[str]) -> None:
    game = objecting().call("E take S", *calls)
    assert game.choosing.speaks == N
    assert game.may_call("N") == {"pass", "take S", "take D", "take C"}
    game.call("N take D", "W pass", "S pass", "E pass")
    assert game.contract == Contract(seat=N, side=NS, trump=Trump.DIAMONDS)


@clause("B-3.2-object")
def test_b_when_the_fourth_word_has_failed_no_contract() -> None:
    game = objecting().call("E take S", "N object", "N take D", "W object", "W pass", "S take C", "E pass")
    assert not is_over(game)
    game.call("N object")
    assert game.last(DealVoided).cause == "passed_out"
    assert not game.told(Contracted)


@clause("B-3.2-object")
def test_b_the_fourth_proposal_may_still_stand() -> None:
    game = objecting().call("E pass", "N take D", "W pass", "S pass", "E object", "W pass")
    assert game.choosing.speaks == S
    game.call("S take C", "E pass", "N pass", "W pass")
    assert game.contract == Contract(seat=S, side=NS, trump=Trump.CLUBS)


@clause("B-3.2-object")
def test_b_refused_while_a_proposal_is_open() -> None:
    game = objecting().call("E take S")
    assert game.refused(Take(N, Trump.DIAMONDS)).startswith("B-3.2")
    assert game.refused(Object(W)).startswith("B-3.2")  # not his turn
    assert game.refused(Object(E)).startswith("B-3.2")


# C-5


@clause("C-5A", "C-4")
def test_c_pass_or_value_then_suit() -> None:
    game = auction("ffb-contree")
    assert game.choosing.speaks == E  # the dealer's right
    assert game.may_call("E") == {"pass"} | bids(range(80, 161, 10), SUITS)
    game.call("E 100 H")
    assert game.choosing.speaks == N
    assert game.may_call("N") == {"pass", "contre"} | bids(range(110, 161, 10), SUITS)
    game.call("N pass")
    assert game.may_call("W") == {"pass"} | bids(range(110, 161, 10), SUITS)  # the partner may raise
    game.call("W 160 S")  # a jump
    assert game.may_call("S") == {"pass", "contre"} | bids(range(0), SUITS)
    game.call("S capot D")
    assert game.may_call("E") == {"pass", "contre"}  # nothing is higher
    game.call("E pass")
    assert game.may_call("N") == {"pass"}


@clause("C-5A")
@pytest.mark.parametrize(
    ("before", "call"),
    [
        ([], "E 70 H"),
        ([], "E 170 H"),
        ([], "E 85 H"),
        (["E 100 H"], "N 100 S"),
        (["E 100 H"], "N 90 S"),
        (["E capot H"], "N 160 S"),
        (["E capot H"], "N capot S"),
        ([], "E 80 SA"),
        (["E 100 H"], "E 110 H"),  # a call can't be withdrawn or changed
        (["E 100 H"], "E pass"),
        (["E 100 H"], "W 110 H"),
    ],
)
def test_c_refused(before: list[str], call: str) -> None:
    game = auction("ffb-contree").call(*before)
    assert game.refused(game.calling(call)) == "C-5A"


@clause("C-5B")
def test_c_three_passes_after_a_call_end_it() -> None:
    game = auction("ffb-contree").call("E pass", "N pass", "W pass", "S 80 C", "E pass", "N pass")
    assert not is_over(game)
    game.call("W pass")
    assert game.contract == Contract(seat=S, side=NS, trump=Trump.CLUBS, value=80)
    assert game.state.actors() == (E,)


@clause("C-5B")
def test_c_a_call_begins_the_count_of_passes_anew_and_one_who_passed_may_call() -> None:
    game = auction("ffb-contree").call("E pass", "N 80 C", "W pass", "S pass", "E 90 H", "N pass", "W pass")
    assert not is_over(game)
    game.call("S 100 C", "E pass", "N pass", "W pass")
    assert game.contract == Contract(seat=S, side=NS, trump=Trump.CLUBS, value=100)


@clause("C-5B")
def test_c_four_opening_passes_no_score_next_dealer() -> None:
    game = auction("ffb-contree").call("E pass", "N pass", "W pass")
    assert game.choosing.speaks == S  # the fourth still speaks
    game.call("S pass")
    assert game.last(DealVoided) == DealVoided("passed_out", E)
    assert game.totals == {"NS": 0, "EW": 0}


@clause("C-5C")
def test_c_contre_by_an_opponent_in_turn_only() -> None:
    game = auction("ffb-contree")
    assert game.refused(Contre(E)) == "C-5C"  # nothing to contre
    game.call("E 80 H")
    assert game.state.actors() == (N,)
    assert game.refused(Contre(S)) == "C-5C"  # out of turn
    assert game.refused(Contre(W)) == "C-5C"
    assert game.refused(Contre(E)) == "C-5C"
    game.call("N pass")
    assert game.refused(Contre(W)) == "C-5C"  # in turn, but the caller's partner
    game.call("W pass", "S contre")
    assert game.choosing.standing == Contract(seat=E, side=EW, trump=Trump.HEARTS, value=80, contre=1)


@clause("C-5C")
def test_c_contre_closes_the_calling() -> None:
    game = auction("ffb-contree").call("E 80 H", "N contre")
    assert game.may_call("W") == {"pass", "surcontre"}
    assert game.refused(Bid(W, 90, Trump.HEARTS)) in ("C-5A", "C-5C")
    game.call("W pass")
    assert game.may_call("S") == {"pass"}
    assert game.refused(Surcontre(S)) == "C-5C"
    game.call("S pass")
    assert game.may_call("E") == {"pass", "surcontre"}
    game.call("E pass")  # the third pass after the contre
    assert game.contract == Contract(seat=E, side=EW, trump=Trump.HEARTS, value=80, contre=1)


@clause("C-5C")
@pytest.mark.parametrize("calls", [["W surcontre"], ["W pass", "S pass", "E surcontre"]])
def test_c_surcontre_by_the_caller_s_side_ends_it(calls: list[str]) -> None:
    game = auction("ffb-contree").call("E 80 H", "N contre", *calls)
    assert game.contract == Contract(seat=E, side=EW, trump=Trump.HEARTS, value=80, contre=2)
    assert isinstance(game.state.phase, Playing)


@clause("C-5C")
def test_c_no_surcontre_without_a_contre() -> None:
    game = auction("ffb-contree").call("E 80 H", "N pass")
    assert game.refused(Surcontre(W)) == "C-5C"
    assert game.may_call("W").isdisjoint({"surcontre", "contre"})


@clause("C-5C")
def test_c_a_called_capot_may_be_contred() -> None:
    game = auction("ffb-contree").call("E capot H", "N contre", "W surcontre")
    assert game.contract == Contract(seat=E, side=EW, trump=Trump.HEARTS, value="capot", contre=2)


@clause("C-9")
def test_c_sa_and_ta_are_called_like_suits() -> None:
    game = auction("ffb-contree", sans_tout_atout=True)
    assert game.may_call("E") == {"pass"} | bids(range(80, 161, 10), ALL)
    game.call("E 80 SA")
    assert game.may_call("N") == {"pass", "contre"} | bids(range(90, 161, 10), ALL)
    game.call("N 90 TA", "W pass", "S pass", "E pass")
    assert game.contract == Contract(seat=N, side=NS, trump=Trump.TOUT_ATOUT, value=90)


@clause("C-8A")
def test_c_a_barred_side_may_contre_but_not_take() -> None:
    choosing = Choosing.start(load("ffb-contree"), S, barred_side=EW)
    assert choosing.legal(E) == (Pass(E),)
    after = choosing.apply(Pass(E)).apply(Bid(N, 80, Trump.HEARTS))
    assert set(after.legal(W)) == {Pass(W), Contre(W)}
    contred = after.apply(Contre(W))
    assert set(contred.legal(S)) == {Pass(S), Surcontre(S)}


# D2 and D4


@clause("D2-auction")
def test_d2_numbers_of_tricks_each_higher_than_the_last() -> None:
    game = auction("premiere-grands")
    assert game.choosing.speaks == W  # the dealer's left
    assert game.may_call("W") == {"pass"} | bids(range(1, 10), ALL)
    game.call("W 3 H")
    assert game.choosing.speaks == N
    assert game.may_call("N") == {"pass", "contre"} | bids(range(4, 10), ALL)
    game.call("N pass")
    assert game.may_call("E") == {"pass"} | bids(range(4, 10), ALL)  # the partner may be raised
    game.call("E 9 SA")
    assert game.may_call("S") == {"pass", "contre"} | bids(range(0), ALL)  # capot is above nine
    game.call("S capot TA")
    assert game.may_call("W") == {"pass", "contre"}


@clause("D2-auction")
@pytest.mark.parametrize(
    ("before", "call"),
    [
        ([], "W 0 H"),
        ([], "W 10 H"),
        (["W 3 H"], "N 3 S"),
        (["W 3 H"], "N 2 TA"),
        (["W 3 H"], "E 4 H"),
        (["W 3 H"], "W 4 H"),  # never over yourself
        (["W capot H"], "N capot TA"),
    ],
)
def test_d2_refused(before: list[str], call: str) -> None:
    game = auction("premiere-grands").call(*before)
    assert game.refused(game.calling(call)) == "D2-auction"


@clause("D2-auction", "D4-auction")
@pytest.mark.parametrize(("rules", "low", "high"), [("premiere-grands", 2, 3), ("coinche", 80, 90)])
def test_d_one_who_passed_may_speak_again_and_three_passes_end_it(rules: str, low: int, high: int) -> None:
    game = auction(rules).call("W pass", "N pass", "E pass")
    assert game.choosing.speaks == S  # the fourth still speaks after three opening passes
    game.call(f"S {low} C", "W pass", "N pass", f"E {high} D", "S pass", "W pass")
    assert not is_over(game)
    game.call("N pass")
    assert game.contract == Contract(seat=E, side=EW, trump=Trump.DIAMONDS, value=high)
    assert game.state.actors() == (W,)  # the dealer's left leads


@clause("D2-auction", "D4-auction", "D3-take")
@pytest.mark.parametrize("rules", ["premiere-grands", "coinche"])
def test_d_nobody_speaks_the_same_dealer_deals_again(rules: str) -> None:
    game = auction(rules).call("W pass", "N pass", "E pass", "S pass")
    assert game.last(DealVoided) == DealVoided("passed_out", S)
    assert isinstance(game.state.phase, Cutting)
    assert game.state.cutter == E  # cut, and deal again


@clause("D2-coinche", "D4-coinche")
@pytest.mark.parametrize(
    ("rules", "bid", "name"),
    [("premiere-grands", "2 H", "D2-coinche"), ("coinche", "80 H", "D4-coinche")],
)
def test_d_coinche_by_either_opponent_at_any_moment_ends_it(rules: str, bid: str, name: str) -> None:
    game = auction(rules)
    assert game.refused(Contre(N)) == name  # nothing to coinche yet
    game.call(f"W {bid}")
    assert set(game.state.actors()) == {N, S}
    assert game.state.actors()[0] == N
    assert game.may_call("S") == {"contre"}  # out of turn, and nothing else
    assert game.refused(Contre(E)) == name
    assert game.refused(Contre(W)) == name
    after_a_pass = Game(game.match).call("N pass")
    assert set(after_a_pass.state.actors()) == {E, N, S}  # E's turn, both opponents may interrupt
    for caller, table in (("N", game), ("S", game), ("N", after_a_pass), ("S", after_a_pass)):
        done = Game(table.match).call(f"{caller} coinche")
        assert done.contract.contre == 1
        assert done.contract.seat == W
        assert isinstance(done.state.phase, Playing)
        assert done.refused(Surcontre(W))  # no surcoinche


@clause("D2-coinche", "D4-coinche")
@pytest.mark.parametrize(("rules", "low", "high"), [("premiere-grands", 2, 3), ("coinche", 80, 90)])
def test_d_it_is_the_standing_bid_that_is_coinched(rules: str, low: int, high: int) -> None:
    game = auction(rules).call(f"W {low} H", f"N {high} S")
    assert game.refused(Contre(S)).endswith("-coinche")  # his partner's bid stands now
    game.call("W coinche")
    assert game.contract == Contract(seat=N, side=NS, trump=Trump.SPADES, value=high, contre=1)


@clause("D4-auction")
def test_d4_80_to_180_by_tens_then_capot() -> None:
    game = auction("coinche")
    assert game.choosing.speaks == W
    assert game.may_call("W") == {"pass"} | bids(range(80, 181, 10), SUITS)
    game.call("W 170 H")
    assert game.may_call("N") == {"pass", "contre"} | bids(range(180, 181, 10), SUITS)
    assert game.refused(game.calling("N 170 S")) == "D4-auction"
    assert game.refused(game.calling("N 190 S")) == "D4-auction"
    game.call("N capot S", "E pass", "S pass", "W pass")
    assert game.contract == Contract(seat=N, side=NS, trump=Trump.SPADES, value="capot")


@clause("D4-sata", "D4-auction")
def test_d4_sa_and_ta_only_with_the_option() -> None:
    assert auction("coinche").refused(Bid(W, 80, Trump.SANS_ATOUT)) == "D4-auction"
    game = auction("coinche", sans_tout_atout=True)
    assert game.may_call("W") == {"pass"} | bids(range(80, 181, 10), ALL)


# D3 and E


@clause("D3-take")
def test_d3_two_rounds_and_the_same_dealer_when_nobody_takes() -> None:
    game = turned("classique")
    for seat in (W, N, E, S):  # clockwise, from the dealer's left
        assert game.choosing.speaks == seat
        assert game.may_call(seat) == {"pass", "take H"}
        game.act(Pass(seat))
    for seat in (W, N, E, S):
        assert game.may_call(seat) == {"pass", "take S", "take D", "take C"}
        game.act(Pass(seat))
    assert game.last(DealVoided) == DealVoided("passed_out", S)
    assert game.state.dealer == S
    assert game.state.cutter == E


@clause("D3-take")
def test_d3_a_take_ends_it() -> None:
    game = turned("classique")
    assert game.refused(Take(W, Trump.CLUBS)) == "D3-take"
    assert game.refused(Take(E, Trump.HEARTS)) == "D3-take"
    game.call("W pass", "N take")
    assert game.contract == Contract(seat=N, side=NS, trump=Trump.HEARTS)
    later = turned("classique").call("W pass", "N pass", "E pass", "S pass", "W take C")
    assert later.contract == Contract(seat=W, side=EW, trump=Trump.CLUBS)


@clause("E-3")
def test_e_one_round_only() -> None:
    game = turned("belote-501")
    for seat in (W, N, E, S):
        assert game.choosing.speaks == seat
        assert game.may_call(seat) == {"pass", "take H"}
        assert game.refused(Take(seat, Trump.SPADES)) == "E-3"
        game.act(Pass(seat))
    assert game.last(DealVoided) == DealVoided("passed_out", W)  # the next dealer
    assert game.state.dealer == W
    assert game.totals == {"NS": 0, "EW": 0}


@clause("E-3")
def test_e_a_take_makes_the_turned_suit_trump() -> None:
    game = turned("belote-501").call("W pass", "N pass", "E take")
    assert game.contract == Contract(seat=E, side=EW, trump=Trump.HEARTS)


# D5


def guessing(size: int, players: int = 4) -> Game:
    game = Game.new("escalier", dealer=str(players), players=players).rig(deal_number=size)
    return game.deal({}, turned="7H")


@clause("D5-guess")
def test_d5_each_says_a_number_from_the_dealer_s_left() -> None:
    game = guessing(3)
    for seat, guess in (("1", 1), ("2", 1), ("3", 0)):
        assert game.choosing.speaks == seat
        assert game.may_call(seat) == {"0", "1", "2", "3"}
        game.act(Guess(Seat(seat), guess))
    # 1 + 1 + 0 + 1 would be 3: the last to speak, the dealer, may not say 1.
    assert game.may_call("4") == {"0", "2", "3"}
    assert game.refused(Guess(Seat("4"), 1)) == "D5-guess"
    game.call("4 3")
    assert isinstance(game.state.phase, Playing)
    assert game.state.guesses == {"1": 1, "2": 1, "3": 0, "4": 3}
    assert game.contract == Contract(trump=Trump.HEARTS)
    assert game.state.actors() == ("1",)


@clause("D5-guess")
@pytest.mark.parametrize(
    ("said", "left"),
    [
        ((0, 0, 0), {"0", "1", "2"}),  # not 3
        ((3, 0, 0), {"1", "2", "3"}),  # not 0
        ((3, 1, 0), {"0", "1", "2", "3"}),  # already past: nothing is barred
        ((1, 1, 1), {"1", "2", "3"}),
    ],
)
def test_d5_the_last_to_speak_may_be_barred_one_number(said: tuple[int, ...], left: set[str]) -> None:
    game = guessing(3).call(*(f"{seat} {guess}" for seat, guess in zip("123", said, strict=True)))
    assert game.may_call("4") == left


@clause("D5-guess", "D5-blind")
def test_d5_one_card() -> None:
    game = guessing(1).call("1 0", "2 1", "3 0")
    assert game.may_call("4") == {"1"}
    other = guessing(1).call("1 0", "2 0", "3 0")
    assert other.may_call("4") == {"0"}


@clause("D5-guess", "D5")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_d5_the_dealer_speaks_last(players: int) -> None:
    game = guessing(2, players)
    names = [str(n + 1) for n in range(players)]
    for name in names[:-1]:
        assert game.state.actors() == (name,)
        game.call(f"{name} 0")
    assert game.may_call(names[-1]) == {"0", "1"}


@clause("D5-guess")
def test_d5_refused() -> None:
    game = guessing(2)
    assert game.refused(Guess(Seat("1"), 3)) == "D5-guess"
    assert game.refused(Guess(Seat("1"), -1)) == "D5-guess"
    assert game.refused(Guess(Seat("2"), 0)) == "D5-guess"
    assert game.refused(Pass(Seat("1"))) == "D5-guess"


# D6

PILES = {"N": "7C/8C 9C/TC JC/QC KC/AC", "S": "7D/8D 9D/TD JD/QD KD/AD"}
HANDS = {"N": "AS 7H 8H 9H TH JH QH KH", "S": "7S 8S 9S TS JS QS KS AH"}


def comptoir(count: str) -> Game:
    return Game.new("comptoir", dealer="S", count=count, trump="auction").deal(HANDS, piles=PILES)


@clause("D6-auction")
@pytest.mark.parametrize(
    ("count", "values", "trumps"), [("tricks", range(1, 18), ALL), ("points", range(80, 181, 10), SUITS)]
)
def test_d6_bids(count: str, values: range, trumps: str) -> None:
    game = comptoir(count)
    assert game.choosing.speaks == N  # player 1 is the non-dealer
    assert game.may_call("N") == {"pass"} | bids(values, trumps)
    game.call(f"N {values[0]} H")
    assert game.may_call("S") == {"pass", "contre"} | bids(values[1:], trumps)
    assert game.refused(game.calling(f"S {values[0]} S")) == "D6-auction"


@clause("D6-auction")
def test_d6_one_pass_ends_it_after_a_call() -> None:
    game = comptoir("tricks").call("N 9 H", "S pass")
    assert game.contract == Contract(seat=N, side=Side("N"), trump=Trump.HEARTS, value=9)
    second = comptoir("points").call("N pass", "S 80 C", "N 90 H", "S 100 C", "N pass")
    assert second.contract == Contract(seat=S, side=Side("S"), trump=Trump.CLUBS, value=100)
    assert second.state.actors() == (N,)  # player 1 leads


@clause("D6-auction", "D2-coinche", "D4-coinche")
@pytest.mark.parametrize(("count", "bid"), [("tricks", 9), ("points", 80)])
def test_d6_coinche(count: str, bid: int) -> None:
    game = comptoir(count).call(f"N {bid} H")
    assert game.refused(Contre(N)).endswith("-coinche")
    game.call("S coinche")
    assert game.contract.contre == 1
    assert isinstance(game.state.phase, Playing)


@clause("D6-auction", "D2-auction")
@pytest.mark.parametrize("count", ["tricks", "points"])
def test_d6_nobody_speaks_and_it_is_dealt_again(count: str) -> None:
    game = comptoir(count).call("N pass", "S pass")
    assert game.last(DealVoided) == DealVoided("passed_out", S)


@clause("D1-drawn", "D6")
@pytest.mark.parametrize("rules", ["premiere", "comptoir"])
def test_a_drawn_trump_leaves_nothing_to_say(rules: str) -> None:
    game = Game.new(rules, dealer="S")
    if rules == "premiere":
        game.deal({}, drawn="D")
    else:
        game.deal(HANDS, piles=PILES, drawn="D")
    assert game.contract == Contract(trump=Trump.DIAMONDS)
    assert isinstance(game.state.phase, Playing)
    assert game.refused(Pass(game.state.actors()[0]))
