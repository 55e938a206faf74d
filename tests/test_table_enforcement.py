"""A table that judges afterwards: wrong cards, misdeals, shown cards, agreements, what was not proved."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from rebelote.actions import (
    Accept,
    Action,
    Announced,
    CallReferee,
    Count,
    Declare,
    Excuse,
    Expose,
    Misdeal,
    NameHeight,
    NotBetter,
    Play,
    Propose,
    Refuse,
    Show,
)
from rebelote.card_order import order_at
from rebelote.cards import PACK, SUIT_CARDS, Card, Cards, Rank, Suit, Trump
from rebelote.events import (
    CardExposed,
    CardPlayed,
    DealScored,
    DealVoided,
    DeclarationsUnproved,
    MatchEnded,
    Misdealt,
    Ruled,
    redact,
)
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.obligations import legal_cards, refusals
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Counting, Cutting, Misdealing
from rebelote.results import Penalty
from rebelote.ruleset.loading import TEN_IDS, load
from rebelote.table import Seat, Side
from tests.support.clause_mark import clause
from tests.support.table_setup import (
    DECLARING,
    DECLARING_FIRST,
    DECLARING_REST,
    EW,
    KING_FIRST,
    NS,
    E,
    Game,
    N,
    S,
    W,
    at_random,
    dealt,
    hand_of,
    playable,
    played,
    seats_of,
)


def table(rules: str = "ffb-contree", **options: Any) -> Game:
    return Game.new(rules, enforcement="table", **options)


# A wrong card (C-8B). Dealer S, so E leads, then N, W, S. Diamonds are trump.

HANDS = {
    "E": "AS TS KS 7H 8H AD 7C 8C",
    "N": "QS JS 9H TH KD QD 9C TC",
    "W": "9S 8S JH QH JD TD JC QC",
    "S": "7S KH AH 9D 8D 7D KC AC",
}


def contree(**options: Any) -> Game:
    return table(**options).deal(HANDS).settle("E 80 D")


@clause("C-8B", "C-6.1")
def test_a_wrong_card_can_be_laid_and_lies() -> None:
    game = contree().play("E AS")
    assert Play(N, Card("9H")) not in game.state.legal(N)
    assert game.match.view("N").why_not(Card("9H")) == "C-6.1"
    game.play("N 9H")
    assert game.last(CardPlayed) == CardPlayed(N, Card("9H"), None, "C-6.1")
    assert game.playing.turn == W  # play goes on
    assert not game.told(Ruled)


@clause("C-8B")
def test_a_card_that_one_has_not_can_not_be_laid() -> None:
    game = contree().play("E AS")
    assert game.reason(Play(N, Card("7S"))) == "not_in_hand"


@clause("C-8B", "C-8")
@pytest.mark.parametrize("caller", [E, N, W, S])
def test_noticed_at_once_the_suit_is_barred_to_the_side_in_the_next_trick(caller: Seat) -> None:
    game = contree().play("E AS", "N 9H").act(CallReferee(caller))
    ruled = game.last(Ruled)
    assert (ruled.fault, ruled.offender) == ("wrong_card", NS)
    assert ruled.penalty == Penalty(clause="C-8B", score={NS: 0, EW: 0}, barred="H")
    game.play("W 8S", "S 7S")  # play goes on, and E has the trick
    game.play("E 7H")
    # N is read as if he had no heart: he has to ruff.
    assert playable(game.state.legal(N)) == {"KD", "QD"}
    assert game.playing.refusals(N) == {
        Card("TH"): "C-8B",
        **dict.fromkeys((Card("QS"), Card("JS"), Card("9C"), Card("TC")), "C-6.2"),
    }
    game.play("N QD")
    assert playable(game.state.legal(W)) == {"JH", "QH"}  # the other side plays as ever
    game.play("W JH")
    # S too: his partner holds the trick by a ruff, so he discards or overtrumps, in any suit but hearts.
    assert playable(game.state.legal(S)) == {"9D", "KC", "AC"}
    refused = game.playing.refusals(S)
    assert {refused[Card("KH")], refused[Card("AH")]} == {"C-8B"}
    assert {refused[Card("8D")], refused[Card("7D")]} == {"C-6.6"}
    game.play("S KC")
    # One trick only.
    assert "TH" in playable(game.state.legal(N))


@clause("C-8B")
def test_barred_when_leading_too() -> None:
    """N, who wins the trick of his wrong card, may not lead that suit."""
    game = contree().play("E AS", "N KD", "W 8S", "S 7S")  # he has spades, and ruffs
    game.act(CallReferee(W))  # the trick is gathered, but nobody has led
    assert game.last(Ruled).penalty == Penalty(clause="C-8B", score={NS: 0, EW: 0}, barred="D")
    assert game.playing.turn == N
    assert playable(game.state.legal(N)) == {"QS", "JS", "9H", "TH", "9C", "TC"}
    assert game.playing.refusals(N) == {Card("QD"): "C-8B"}


@clause("C-8B")
def test_barred_unless_it_holds_nothing_else() -> None:
    rules = load("ffb-contree")
    order = order_at(rules.card_values, Trump.DIAMONDS)
    hearts, barred = Cards.parse("8H KH"), SUIT_CARDS[Suit.HEARTS]
    for trick in ((), ((E, Card("7H")),)):
        assert legal_cards(rules.play, order, rules.table, N, hearts, trick, barred) == hearts
        assert refusals(rules.play, order, rules.table, N, hearts, trick, barred) == {}
    # With another card in hand that one has to be played.
    mixed = Cards.parse("8H KH 7C")
    led = ((E, Card("7H")),)
    assert legal_cards(rules.play, order, rules.table, N, mixed, led, barred) == Cards.parse("7C")


@clause("C-8B")
def test_too_late_for_at_once_and_too_early_for_the_end() -> None:
    """Once the next trick is led, the referee can do nothing before the end of the deal."""
    game = contree().play("E AS", "N 9H", "W 8S", "S 7S", "E 7H").act(CallReferee(E))
    assert game.last(Ruled) == Ruled(E, None, None, None)
    assert playable(game.state.legal(N)) == {"TH"}


@clause("C-8B", "C-8")
def test_the_referee_finds_nothing() -> None:
    game = contree().play("E AS", "N QS")
    before = game.state
    game.act(CallReferee(W))
    assert game.last(Ruled) == Ruled(W, None, None, None)
    assert game.state == before


@clause("C-8B", "C-8")
def test_two_bars_stand_side_by_side() -> None:
    """N's heart, then W's club in the same trick, each noticed at once: both sides are barred."""
    game = contree().play("E AS", "N 9H").act(CallReferee(E))
    game.play("W JC").act(CallReferee(S))
    game.play("S 7S", "E 7H")
    assert playable(game.state.legal(N)) == {"KD", "QD"}


@clause("C-8B", "C-8")
def test_both_partners_are_barred_what_each_of_them_played() -> None:
    """N's heart and S's club in the same trick: then N has neither hearts nor clubs, and must ruff."""
    game = contree().play("E AS", "N 9H").act(CallReferee(E))
    game.play("W 9S", "S KC").act(CallReferee(E))
    assert {(bar.side, bar.suit.value) for bar in game.playing.barred} == {(NS, "H"), (NS, "C")}
    assert playable(game.play("E 7H").state.legal(N)) == {"KD", "QD"}
    game = contree().play("E AS", "N 9H").act(CallReferee(E))
    game.play("W 9S", "S KC").act(CallReferee(E))
    assert playable(game.play("E 7C").state.legal(N)) == {"KD", "QD"}


# The end of the deal. The deal of the builders: E leads and calls 80 at hearts; EW has 100 and the belote.

BY_N = ("1: AS 8D 9S QS", *KING_FIRST[1:4], "4: KD TD 7S JD", *KING_FIRST[5:])
BY_W = ("1: AS 7S 9D QS", KING_FIRST[1], "4: QD AD 7D JD", KING_FIRST[3], "4: KD TD 8D 9S", *KING_FIRST[5:])


def to_the_end(tricks: tuple[str, ...], rules: str = "ffb-contree", call: str = "80 H") -> Game:
    game = played(dealt(table(rules), call=call), tricks=tricks)
    assert isinstance(game.state.phase, Counting)
    return game


@clause("C-8B-end", "C-8B")
@pytest.mark.parametrize(
    ("tricks", "offender", "score"),
    [(BY_N, NS, {"NS": 0, "EW": 160}), (BY_W, EW, {"NS": 160, "EW": 0})],
)
@pytest.mark.parametrize("caller", [N, E])
def test_noticed_at_the_end_the_deal_is_lost(
    tricks: tuple[str, ...], offender: str, score: dict[str, int], caller: Any
) -> None:
    game = to_the_end(tricks).act(CallReferee(caller))
    assert (game.last(Ruled).fault, game.last(Ruled).offender) == ("wrong_card", offender)
    assert game.score == game.totals == score
    assert isinstance(game.state.phase, Cutting)
    assert game.state.dealer == E  # the deal is over


@clause("C-8B-end")
@pytest.mark.parametrize("tricks", [BY_N, BY_W])
def test_noticed_by_nobody_it_counts_as_it_was_played(tricks: tuple[str, ...]) -> None:
    assert to_the_end(tricks).count().score == {"NS": 60, "EW": 120}


@clause("C-8B-end")
def test_one_side_has_counted_the_other_may_still_call() -> None:
    game = to_the_end(BY_N).act(Count(N)).act(CallReferee(E))
    assert game.score == {"NS": 0, "EW": 160}


@clause("C-8B-end", "C-8")
def test_a_ruling_on_one_side_does_not_wash_the_other() -> None:
    """W's wrong card of the first trick is unnoticed; N's in the third is punished at once.

    At the end EW's own error must still cost EW the deal: an error never benefits the side that made it.
    """
    game = dealt(table(), call="80 H")
    game.trick("E: AS 7S 9D QS")
    game.trick("E: KH 7H TH 9H")
    game.play("S QD", "E AD", "N 9C").act(CallReferee(E))
    assert game.last(Ruled).offender == NS
    game.play("W JD")
    # N is barred clubs for one trick; the rest of the deal follows suit.
    game.tricks("E: QH 8H AH JH", "S: KD TD 7D 9S", "E: AC 8C 7C QC", "E: TC 8D JC KC", "E: TS 8S JS KS")
    assert isinstance(game.state.phase, Counting)
    game.act(CallReferee(S))
    assert game.last(Ruled).fault == "wrong_card"
    assert game.score == {"NS": 160, "EW": 0}


CALLS = {
    "ffb-belote": "take",
    "belote-annonces": "take",
    "premiere-grands": "2 H",
    "classique": "take",
    "coinche": "80 H",
    "belote-501": "take",
}


@clause("A-5.2.1", "B-5-follow", "D2-follow", "D3-follow", "D4-follow", "E-4-follow", "B-5.2")
@pytest.mark.parametrize("rules", CALLS)
def test_other_games_have_no_penalty_for_a_wrong_card(rules: str) -> None:
    """It is named, and that is all: nothing is barred, and the deal is counted as it was played."""
    game = dealt(table(rules), call=CALLS[rules])
    seats = seats_of(game)
    clean = dealt(Game.new(rules), call=CALLS[rules])
    first, second = seats["1"], seats["2"]
    game.play(f"{first} AS", f"{second} 8D").act(CallReferee(Seat(first)))
    ruled = game.last(Ruled)
    assert ruled.fault == "wrong_card"
    assert ruled.penalty is not None
    assert (set(ruled.penalty.score.values()), ruled.penalty.barred) == ({0}, None)
    assert game.playing.trick[-1] == (second, Card("8D"))  # a card laid can't be taken back
    game.play(f"{seats['3']} 9S", f"{seats['4']} QS")
    played(game, tricks=BY_N[1:])
    game.act(CallReferee(Seat(first)))  # at the end there is nothing left to judge
    assert game.last(Ruled).fault is None
    assert game.count().score == played(clean).count().score


@clause("A-5.2.1")
def test_noticed_at_the_end_in_a_game_without_penalty_the_deal_is_counted() -> None:
    game = to_the_end(BY_N, "ffb-belote", "take").act(CallReferee(E))
    assert game.last(Ruled).fault == "wrong_card"
    assert isinstance(game.state.phase, Counting)
    assert game.count().score == {"NS": 62, "EW": 120}


@clause("D1", "D5", "D6")
@pytest.mark.parametrize("rules", ["premiere", "escalier", "comptoir"])
def test_the_beginners_the_staircase_and_the_counter_have_none_either(rules: str) -> None:
    game = Game.new(rules, dealer={"escalier": "4", "comptoir": "S"}.get(rules, "S"), enforcement="table")
    if rules == "premiere":
        game.deal({"W": "AS 7H 8H 9H TH JH QH KH", "N": "7S 8S 9S TS JS QS KS AH"}, drawn="H")
        game.play("W AS", "N AH")
    elif rules == "escalier":
        game.rig(deal_number=2).deal({"1": "AS 7H", "2": "7S AH", "3": "8S 9S", "4": "TS JS"}, turned="8H")
        game.call("1 0", "2 0", "3 0", "4 0").play("1 AS", "2 AH")
    else:
        hands = {"N": "AS 7H 8H 9H TH JH QH KH", "S": "7S 8S 9S TS JS QS KS AH"}
        piles = {"N": "7C/8C 9C/TC JC/QC KC/AC", "S": "7D/8D 9D/TD JD/QD KD/AD"}
        game.deal(hands, piles=piles, drawn="H").play("N AS", "S AH")
    game.act(CallReferee(game.rules.table.seats[0]))
    ruled = game.last(Ruled)
    assert ruled.fault == "wrong_card"
    assert ruled.penalty is not None
    assert (set(ruled.penalty.score.values()), ruled.penalty.barred) == ({0}, None)


# Nothing leaks


@clause("C-8B", "C-8C")
def test_nobody_is_told_of_a_wrong_card_before_the_referee_looks() -> None:
    game = contree().play("E AS", "N 9H")
    for seat in (N, E, S, W, None):
        told = [redact(event, seat) for event in game.log]
        assert not any(isinstance(event, CardPlayed) and event.wrong for event in told)
        playing = game.match.view(seat).situation.playing
        assert playing is not None
        assert playing.wrong == ()
    game.act(CallReferee(E))
    for seat in (N, E, S, W, None):
        playing = game.match.view(seat).situation.playing
        assert playing is not None
        assert [bar.side for bar in playing.barred] == [NS]


@clause("C-8B")
@pytest.mark.parametrize("reader", ["E", "W", None])
def test_a_wrong_card_looks_like_any_other(reader: str | None) -> None:
    """Two deals that E, W and a spectator can't tell apart: N has spades in one; in the other he discards."""
    wrong = contree().play("E AS", "N 9H")
    void = {**HANDS, "N": "9H TH KH AH 9C TC KC AC", "S": "7S QS JS KD QD 9D 8D 7D"}
    lawful = table().deal(void).settle("E 80 D").play("E AS", "N 9H")
    assert wrong.last(CardPlayed).wrong == "C-6.1"
    assert lawful.last(CardPlayed).wrong is None
    assert wrong.match.view(reader) == lawful.match.view(reader)


@clause("C-8B")
@pytest.mark.parametrize("seat", ["N", "E", "S", "W"])
def test_at_such_a_table_nothing_is_inferred_from_a_card(seat: str) -> None:
    """A hand that did not follow may still hold the suit."""
    game = contree().play("E AS", "N 9H", "W 8S", "S 7S")
    assert Card("QS") in game.match.view(seat).could_hold(N)


@clause("C-8C", "A-2")
def test_the_score_is_visible_to_all() -> None:
    game = played(dealt(Game.new("ffb-contree"), call="80 H"))
    for seat in (N, E, S, W, None):
        (entry,) = game.match.view(seat).sheet
        assert (entry.number, entry.dealer) == (1, S)
        assert entry.scored.totals == {NS: 60, EW: 120}


# Misdeals


def misdealt(game: Game, *, referee: Any = None) -> Game:
    """The pack is cut, and the dealer errs."""
    game.cut(8, PACK)
    game.act(Misdeal(game.state.dealer))
    assert game.last(Misdealt).seat == game.state.dealer
    assert isinstance(game.state.phase, Misdealing)
    return game.act(CallReferee(referee)) if referee else game


@clause("C-8A")
@pytest.mark.parametrize("referee", [N, E, S, W])
def test_c_first_misdeal_deal_again(referee: Any) -> None:
    game = misdealt(table(), referee=referee)
    assert (game.last(Ruled).fault, game.last(Ruled).offender) == ("misdeal", NS)
    assert game.last(DealVoided).cause == "misdeal"
    assert game.state.dealer == S  # he deals again
    assert isinstance(game.state.phase, Cutting)
    assert game.totals == {"NS": 0, "EW": 0}
    game.deal(HANDS).call("E pass")
    assert {"80 H", "capot S"} <= game.may_call("N")  # and nobody is barred


@clause("C-8A")
def test_c_second_misdeal_that_side_may_not_take_but_may_contre() -> None:
    game = misdealt(misdealt(table(), referee=E), referee=E)
    assert game.last(Ruled).penalty == Penalty(
        clause="C-8A", score={NS: 0, EW: 0}, redeal=True, may_not_take=NS
    )
    assert game.state.dealer == S
    game.deal(HANDS)
    assert {"80 H", "capot S"} <= game.may_call("E")
    game.call("E pass")
    assert game.may_call("N") == {"pass"}
    assert game.refused(game.calling("N 80 H")) == "C-8A"
    game.call("N pass", "W 100 H")
    assert game.may_call("S") == {"pass", "contre"}
    game.call("S contre", "E pass", "N pass", "W pass")
    assert (game.contract.side, game.contract.contre) == (EW, 1)


@clause("C-8A", "C-5A")
def test_c_while_one_side_is_barred_the_other_is_refused_by_the_auction_s_own_clause() -> None:
    game = misdealt(misdealt(table(), referee=E), referee=E).deal(HANDS)
    game.call("E 100 H", "N pass")
    assert game.refused(game.calling("W 90 H")) == "C-5A"
    assert game.refused(game.calling("E 110 H")) == "C-5A"


@clause("C-8A")
def test_c_third_misdeal_160() -> None:
    game = misdealt(misdealt(misdealt(table(), referee=E), referee=E), referee=E)
    assert game.score == game.totals == {"NS": 0, "EW": 160}
    assert isinstance(game.state.phase, Cutting)
    # The count begins anew.
    misdealt(game, referee=E)
    assert game.totals == {"NS": 0, "EW": 160}
    game.deal(HANDS_FROM_E)
    game.call(f"{seats_of(game)['1']} pass")
    assert "80 H" in game.may_call(seats_of(game)["2"])


HANDS_FROM_E = {"N": HANDS["E"], "W": HANDS["N"], "S": HANDS["W"], "E": HANDS["S"]}


@clause("C-8A", "C-7-end")
def test_c_160_for_misdeals_may_end_the_match() -> None:
    game = table().rig(totals={NS: 950, EW: 840})
    for _ in range(3):
        assert not game.match.is_over
        misdealt(game, referee=W)
    assert game.totals == {"NS": 950, "EW": 1000}
    assert game.last(MatchEnded).winners == (EW,)


@clause("C-8A")
def test_c_in_a_row_only() -> None:
    """Two misdeals, a good deal, a misdeal: that is a first one again."""
    game = misdealt(misdealt(table(), referee=E), referee=E).deal(HANDS).pass_out()
    game = misdealt(game, referee=N)
    assert game.last(Ruled).penalty == Penalty(clause="C-8A", score={NS: 0, EW: 0}, redeal=True)
    game.deal(HANDS_FROM_E)
    assert "80 H" in game.may_call(seats_of(game)["1"])


@clause("C-8A")
def test_c_the_bar_is_for_one_deal() -> None:
    game = misdealt(misdealt(table(), referee=E), referee=E).deal(HANDS).pass_out()
    game.deal(HANDS_FROM_E)
    assert "80 H" in game.may_call("N")


@clause("C-8A")
def test_only_the_dealer_misdeals_and_only_while_dealing() -> None:
    game = table()
    assert game.refused(Misdeal(S)) == "C-4"  # not cut yet
    game.cut(8, PACK)
    assert game.refused(Misdeal(E)) == "C-4"
    game.act(Misdeal(S))
    assert game.refused(Misdeal(S)) == "C-4"


@clause("B-3.3")
def test_b_misdeal_a_new_deal() -> None:
    for referees in ([E], [E, E], [E, E, E]):
        game = table("belote-annonces")
        for referee in referees:
            misdealt_b(game).act(CallReferee(referee))
        assert game.totals == {"NS": 0, "EW": 0}
        assert game.last(Ruled).penalty == Penalty(clause="B-3.3", score={NS: 0, EW: 0}, redeal=True)
        assert isinstance(game.state.phase, Cutting)
        assert sorted(card.text for card in game.state.pack) == sorted(card.text for card in PACK)


def misdealt_b(game: Game) -> Game:
    """The pack is shuffled for the first deal only."""
    packs = () if game.state.pack else (PACK,)
    return game.cut(8, *packs).act(Misdeal(game.state.dealer))


@clause("B-3.3", "B-6.2")
@pytest.mark.parametrize(("options", "points"), [({}, 162), ({"count_in_tens": True}, 16)])
def test_b_misdeal_points(options: dict[str, Any], points: int) -> None:
    game = misdealt_b(table("belote-annonces", misdeal="points", **options)).act(CallReferee(W))
    assert game.score == game.totals == {"NS": 0, "EW": points}
    assert not game.told(DealVoided)
    assert isinstance(game.state.phase, Cutting)


@clause("A-3.4", "E-2", "D1-deal", "D3-deal", "D4-deal", "D5-deal", "D6-deal")
@pytest.mark.parametrize(
    "rules", [name for name in TEN_IDS if name not in ("ffb-contree", "belote-annonces")]
)
def test_elsewhere_a_misdeal_is_dealt_again_however_often(rules: str) -> None:
    game = Game.new(rules, dealer=load(rules).table.seats[0], enforcement="table")
    dealer = game.state.dealer
    for _ in range(4):
        misdealt(game, referee=game.rules.table.next(dealer))
        assert game.state.dealer == dealer
        assert isinstance(game.state.phase, Cutting)
    assert set(game.totals.values()) == {0}


# Agreements of the two sides


@clause("C-8")
@pytest.mark.parametrize("remedy", ["let_pass", "void"])
def test_a_misdeal_may_be_settled_by_agreement(remedy: Any) -> None:
    game = misdealt(table()).act(Propose(S, remedy))
    assert game.refused(Accept(N))  # the other side has to agree, not the partner
    game.act(Accept(W))
    assert isinstance(game.state.phase, Cutting)
    assert not game.told(Ruled)
    assert game.totals == {"NS": 0, "EW": 0}


@clause("C-8")
def test_no_agreement_and_the_referee_decides() -> None:
    game = misdealt(table()).act(Propose(S, "let_pass"), Refuse(E))
    assert isinstance(game.state.phase, Misdealing)
    game.act(CallReferee(E))
    assert game.last(Ruled).fault == "misdeal"


@clause("C-8", "C-8B")
def test_let_pass() -> None:
    """After the agreement neither this trick nor the end of the deal brings it up again."""
    game = dealt(table(), call="80 H").play("E AS", "N 8D")
    game.act(Propose(N, "let_pass"), Accept(E), CallReferee(E))
    assert game.last(Ruled).fault is None
    game.play("W 9S", "S QS")
    played(game, tricks=BY_N[1:]).act(CallReferee(E))
    assert game.last(Ruled).fault is None
    assert game.count().score == {"NS": 60, "EW": 120}


@clause("C-8")
def test_an_offer_that_is_refused_leaves_the_referee() -> None:
    game = contree().play("E AS", "N 9H").act(Propose(N, "let_pass"), Refuse(W), CallReferee(W))
    assert game.last(Ruled).offender == NS


@clause("C-8")
def test_void_by_agreement() -> None:
    game = contree().play("E AS", "N 9H").act(Propose(E, "void"))
    assert game.refused(Accept(W))
    assert game.refused(Propose(N, "let_pass"))  # one offer at a time
    game.act(Accept(S))
    assert game.last(DealVoided).cause == "agreement"
    assert game.totals == {"NS": 0, "EW": 0}
    assert isinstance(game.state.phase, Cutting)
    assert not game.told(DealScored)


@clause("C-8", "A-10.1c")
def test_a_deal_void_by_agreement_leaves_the_litige_held() -> None:
    game = dealt(table("ffb-belote").rig(pending=81)).play("E AS").act(Propose(E, "void"), Accept(N))
    assert game.state.pending == 81
    assert game.totals == {"NS": 0, "EW": 0}


@clause("C-8")
def test_nothing_to_accept() -> None:
    game = contree().play("E AS")
    assert game.refused(Accept(N))
    assert game.refused(Refuse(N))


# A card shown (A-5.1, C-6.7)


@clause("A-5.1-shown", "C-6.7")
@pytest.mark.parametrize(
    ("rules", "call", "name"), [("ffb-belote", "take", "A-5.1-shown"), ("ffb-contree", "80 H", "C-6.7")]
)
def test_a_card_shown_must_be_played(rules: str, call: str, name: str) -> None:
    game = dealt(table(rules), call=call).act(Expose(N, Card("8S")))
    for seat in ("E", "S", "W", None):
        held = game.match.view(seat).situation.held
        assert held is not None
        assert Card("8S") in held.hands[N]  # everybody has seen it
    game.play("E AS")
    assert playable(game.state.legal(N)) == {"8S"}
    assert game.match.view("N").why_not(Card("7S")) == name


@clause("A-5.1-shown", "C-6.7")
@pytest.mark.parametrize(("rules", "call"), [("ffb-belote", "take"), ("ffb-contree", "80 H")])
def test_a_card_shown_waits_until_it_may_be_played(rules: str, call: str) -> None:
    game = dealt(table(rules), call=call).act(Expose(N, Card("8D"))).play("E AS")
    assert playable(game.state.legal(N)) == {"7S", "8S"}  # spades are led
    game.play("N 7S", "W 9S", "S QS", "E AD")
    assert playable(game.state.legal(N)) == {"8D"}
    game.play("N 8D", "W 9D", "S QD", "E TD")
    assert playable(game.state.legal(N)) == {"7D"}  # nothing shown is left


@clause("A-5.1-shown", "C-6.7", "C-8")
@pytest.mark.parametrize(("rules", "call"), [("ffb-belote", "take"), ("ffb-contree", "80 H")])
def test_unless_the_opponents_agree_otherwise(rules: str, call: str) -> None:
    game = dealt(table(rules), call=call).act(Expose(N, Card("8S"))).play("E AS")
    assert game.refused(Excuse(S, Card("8S")))  # the partner has no say
    assert game.refused(Excuse(N, Card("8S")))
    assert game.refused(Excuse(E, Card("7S")))  # not shown
    game.act(Excuse(W, Card("8S")))
    assert playable(game.state.legal(N)) == {"7S", "8S"}


@clause("C-6.7", "C-8B")
def test_c_another_card_than_the_one_shown_is_a_wrong_card() -> None:
    game = dealt(table(), call="80 H").act(Expose(N, Card("8S"))).play("E AS", "N 7S").act(CallReferee(E))
    assert game.last(CardPlayed).wrong == "C-6.7"
    assert game.last(Ruled).penalty == Penalty(clause="C-8B", score={NS: 0, EW: 0}, barred="S")


@clause("E-4", "D3", "B-5.2")
@pytest.mark.parametrize("rules", ["belote-501", "classique", "belote-annonces"])
def test_where_no_clause_says_so_a_shown_card_need_not_be_played(rules: str) -> None:
    game = dealt(table(rules))
    first, second = seats_of(game)["1"], seats_of(game)["2"]
    game.act(Expose(Seat(second), Card("8S"))).play(f"{first} AS")
    assert game.told(CardExposed)
    assert playable(game.state.legal(Seat(second))) == {"7S", "8S"}


@clause("A-5.1-shown")
def test_nobody_shows_a_card_that_he_has_not() -> None:
    game = dealt(table("ffb-belote"))
    assert game.refused(Expose(N, Card("AS")))
    assert game.refused(Excuse(E, Card("8S")))


# Declarations that are not proved, in the second deal of the builders: NS has 98, EW 64.


def declaring(said: dict[str, tuple[Announced, ...]], rules: str = "ffb-belote") -> Game:
    options = {"declarations": True} if rules == "ffb-belote" else {}
    game = table(rules, announce="manual", **options)
    game.deal(DECLARING, turned="TC", taker="N").settle("N take")
    for play in DECLARING_FIRST:
        if play[0] in said:
            game.act(Declare(Seat(play[0]), said[play[0]]))
        game.play(play)
    return game.play("N 7H")


def finished(game: Game) -> Game:
    return game.play("W 8H", "S AH", "E KH").tricks(*DECLARING_REST).count()


@clause("A-8.4", "A-8.3")
def test_a_false_cent_goes_to_the_other_side() -> None:
    """S pretends to a cent: NS wins the contest, N's tierce counts, and EW scores the 100."""
    game = declaring({"E": ("tierce",), "N": ("tierce",), "W": ("tierce",), "S": ("cent",)})
    assert game.state.actors() == (N,)  # no other cent: no height is named
    game.act(Show(N), Show(S))
    assert game.last(DeclarationsUnproved) == DeclarationsUnproved(S, 100)
    assert finished(game).score == {"NS": 118, "EW": 164}


@clause("A-8.4", "A-8.3-height")
def test_a_false_height_wins_the_contest_and_costs_it() -> None:
    """S, alone of NS to announce, pretends to a tierce to the ace against E's king."""
    game = declaring({"E": ("tierce",), "S": ("tierce",)})
    game.act(NameHeight(E, Rank.KING), NameHeight(S, Rank.ACE), Show(S))
    assert game.last(DeclarationsUnproved) == DeclarationsUnproved(S, 20)
    # EW scores S's 20, but not its own: it lost the contest. 98 against 64 is made.
    assert finished(game).score == {"NS": 98, "EW": 84}


@clause("A-8.4", "A-8.3-height")
def test_a_lie_that_does_not_win_costs_nothing() -> None:
    game = declaring({"E": ("tierce",), "S": ("tierce",)})
    game.act(NameHeight(E, Rank.KING), NotBetter(S), Show(E))
    assert not game.told(DeclarationsUnproved)
    assert finished(game).score == {"NS": 98, "EW": 84}  # E's tierce


@clause("A-8.4")
def test_a_false_carre_costs_the_height_that_was_named() -> None:
    """Two false carrés: E names nines (150), S jacks (200), which is more; S can't show it."""
    game = declaring({"E": ("carre",), "S": ("carre",)})
    game.act(NameHeight(E, Rank.NINE), NameHeight(S, Rank.JACK), Show(S))
    assert game.last(DeclarationsUnproved) == DeclarationsUnproved(S, 200)
    assert finished(game).score == {"NS": 98, "EW": 264}


@clause("A-8.2")
def test_a_nobody_can_announce_more_than_eight_cards() -> None:
    game = table("ffb-belote", announce="manual", declarations=True)
    game.deal(DECLARING, turned="TC", taker="N").settle("N take")
    for kinds in (("cent", "cinquante"), ("tierce", "tierce", "tierce"), ("sevens",), ()):
        assert game.refused(Declare(E, kinds)).startswith("A-8")


@clause("B-9")
def test_b_has_no_penalty_for_it() -> None:
    game = declaring({"S": ("cent",)}, "belote-annonces").act(Show(S))
    assert game.last(DeclarationsUnproved).seat == S
    assert finished(game).score == {"NS": 98, "EW": 64}


# A strict table


def table_actions() -> list[Action]:
    return [
        Misdeal(S),
        Expose(N, Card("8S")),
        Excuse(E, Card("8S")),
        CallReferee(E),
        Propose(E, "void"),
        Accept(N),
        Refuse(N),
    ]


@clause("C-8", "C-8A", "C-8B", "C-6.7")
def test_a_strict_table_refuses_all_of_it() -> None:
    fresh = Game.new("ffb-contree")
    cut = Game.new("ffb-contree").cut(8, PACK)
    playing = dealt(Game.new("ffb-contree"), call="80 H").play("E AS")
    for game in (fresh, cut, playing):
        for action in table_actions():
            assert game.reason(action) == "strict_table"
            assert game.refused(action).startswith("C-8")
        assert all(game.state.table_actions(seat) == () for seat in (N, E, S, W))
    assert playing.refused(Play(N, Card("8D"))) == "C-6.1"


@clause("C-8")
def test_what_a_table_offers() -> None:
    game = contree().play("E AS")
    offered = game.match.view("N").table_actions()
    assert CallReferee(N) in offered
    assert {Propose(N, "let_pass"), Propose(N, "void")} <= set(offered)
    assert {Expose(N, card) for card in hand_of(game, "N")} <= set(offered)
    assert isinstance(game.state.phase, Playing)


@clause("C-8A")
def test_the_auction_can_not_be_interrupted_by_the_referee() -> None:
    game = table().deal(HANDS)
    assert isinstance(game.state.phase, Choosing)
    assert game.refused(CallReferee(E))


@clause("C-8B")
def test_a_wrong_card_is_part_of_the_log_and_replays() -> None:
    game = contree().play("E AS", "N 9H").act(CallReferee(E)).play("W 8S", "S 7S")
    assert type(game.match).replay(game.log).state == game.state
    assert msgspec.structs.asdict(game.playing)["barred"] is not None


def escalier_in_play() -> Game:
    game = Game.new("escalier", dealer="1", players=4, enforcement="table")
    return at_random(game, random.Random(1), until=lambda now: isinstance(now.state.phase, Playing))


@clause("C-8", "D5")
def test_each_for_himself_all_must_agree() -> None:
    """At a table of lone players a proposal needs everybody else, and one refusal is enough."""
    game = escalier_in_play()
    one, two, three, four = (Seat(name) for name in "1234")
    game.act(Propose(one, "void"), Accept(three))
    assert isinstance(game.state.phase, Playing)
    assert game.state.table_actions(three)[1:2] != (Accept(three),)
    game.act(Accept(two))
    assert not game.told(DealVoided)
    game.act(Accept(four))
    assert game.last(DealVoided).cause == "agreement"


@clause("C-8")
def test_one_refusal_ends_a_proposal() -> None:
    game = escalier_in_play()
    one, two, three = (Seat(name) for name in "123")
    game.act(Propose(one, "void"), Accept(three), Refuse(two))
    assert game.state.proposal is None
    assert isinstance(game.state.phase, Playing)


@clause("D4-overtrump")
def test_where_nothing_is_due_the_referee_names_the_rule_that_was_broken() -> None:
    """Diamonds are trump: S could beat the ace with the nine, and lays the seven."""
    game = Game.new("coinche", dealer="N", enforcement="table").deal(HANDS).settle("E 80 D")
    game.play("E AD", "S 7D").act(CallReferee(E))
    assert game.last(Ruled).penalty == Penalty(clause="D4-overtrump", score={NS: 0, EW: 0})


def test_only_sides_that_have_not_answered_are_waited_for() -> None:
    """Every other side has to agree; at a round table each player is one."""
    match = Match.new("escalier", players=4, enforcement="table", seed=3, dealer="1")
    while not isinstance(match.state.phase, Playing):
        match = match.act(match.legal()[0])
    proposer, *others = match.state.rules.table.order
    match = match.act(Propose(proposer, "void"))
    assert set(match.state.awaited()) == set(others)
    match = match.act(Accept(others[0]))
    assert match.state.sides_to_answer() == tuple(
        Side(seat) for seat in match.state.rules.table.seats if seat in others[1:]
    )
    assert set(match.state.awaited()) == set(others[1:])
    match = match.act(Refuse(others[1]))
    assert match.state.awaited() == match.state.actors()
