"""Words are actions: belote and rebelote (A-7, B-7, D2, D3, D4, D6, E-5), declarations (A-8, B-9)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from rebelote.actions import (
    Announced,
    ClaimRebelote,
    Count,
    Declare,
    NameHeight,
    NotBetter,
    Play,
    Show,
    Withhold,
)
from rebelote.cards import Card, Rank
from rebelote.errors import Illegal
from rebelote.events import (
    CardPlayed,
    DealScored,
    DealVoided,
    DeclarationsSettled,
    DeclarationsShown,
    DeclarationsUnproved,
    Declared,
    HeightNamed,
    NotBetterSaid,
)
from rebelote.phases.belote import Royal, counts
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Counting, Cutting
from rebelote.ruleset.loading import load
from rebelote.table import Seat
from tests.support.clause_mark import clause
from tests.support.table_setup import (
    DECLARING,
    DECLARING_FIRST,
    DECLARING_REST,
    EW,
    FOURTH,
    KING_FIRST,
    LEADER,
    NS,
    QUEEN_FIRST,
    SECOND,
    THIRD,
    E,
    Game,
    N,
    S,
    W,
    at_random,
    cards,
    dealt,
    playable,
    played,
    seats_of,
)


def manual(rules: str, **options: Any) -> Game:
    return Game.new(rules, announce="manual", **options)


#


@clause("A-7")
@pytest.mark.parametrize(
    ("first", "second", "tricks", "takers"),
    [
        ("belote", "rebelote", KING_FIRST, 120),
        ("belote", "rebelote", QUEEN_FIRST, 120),  # either order
        ("", "", KING_FIRST, 100),
        ("belote", "", KING_FIRST, 100),  # forgotten, and nobody noticed
        ("", "rebelote", KING_FIRST, 100),  # rebelote without belote: no bonus
        ("", "rebelote", QUEEN_FIRST, 100),
    ],
)
def test_a_both_words_are_needed(first: str, second: str, tricks: tuple[str, ...], takers: int) -> None:
    game = played(dealt(manual("ffb-belote")), first, second, tricks).count()
    assert game.score == {"NS": 62, "EW": takers}


@clause("A-7")
@pytest.mark.parametrize("tricks", [KING_FIRST, QUEEN_FIRST])
def test_a_said_for_you(tricks: tuple[str, ...]) -> None:
    game = played(dealt(Game.new("ffb-belote")), tricks=tricks)
    said = [(event.seat, event.card.text, event.say) for event in game.told(CardPlayed) if event.say]
    king_first = tricks is KING_FIRST
    royals = ["KH", "QH"] if king_first else ["QH", "KH"]
    assert said == [(E, royals[0], "belote"), (E, royals[1], "rebelote")]
    assert game.score == {"NS": 62, "EW": 120}


@clause("A-7")
def test_a_the_word_may_be_said_or_not() -> None:
    game = dealt(manual("ffb-belote"))
    royal = [
        play for play in game.state.legal(E) if isinstance(play, Play) and play.card.text in ("KH", "QH")
    ]
    assert set(royal) == {
        Play(E, Card("KH")),
        Play(E, Card("QH")),
        Play(E, Card("KH"), "belote"),
        Play(E, Card("QH"), "belote"),
    }
    game.play("E KH/belote", "N 7H", "W TH", "S JH", "S QD", "E AD", "N 7D", "W 9D")
    spoken = {play for play in game.state.legal(E) if isinstance(play, Play) and play.say}
    assert spoken == {Play(E, Card("QH"), "rebelote")}


@clause("A-7")
def test_a_nobody_says_a_word_that_is_not_his() -> None:
    game = dealt(manual("ffb-belote"))
    assert game.refused(Play(E, Card("KH"), "rebelote")) == "A-7"  # it comes with the second
    assert game.refused(Play(E, Card("AS"), "belote")) == "A-7"
    game.play("E AD", "N 7D", "W 9D")
    assert game.refused(Play(S, Card("KD"), "belote")) == "A-7"  # not trumps
    game.play("S QD")


@clause("A-7")
def test_a_king_and_queen_in_two_hands_are_no_belote() -> None:
    """Partners hold one each: nobody may speak, and nothing is scored."""
    hands = {
        "E": LEADER.replace("QH", "TH"),
        "N": SECOND,
        "W": THIRD.replace("TH", "QH"),
        "S": FOURTH,
    }
    game = manual("ffb-belote").deal(hands, turned="KH", taker="E").settle("E take")
    assert game.refused(Play(E, Card("KH"), "belote")) == "A-7"
    auto = Game.new("ffb-belote").deal(hands, turned="KH", taker="E").settle("E take")
    auto.trick("E: KH 7H AH JH")
    auto.trick("S: QD AD 7D 9D")
    auto.trick("E: TH 8H QH 9H")  # W has nothing but the queen left, and can't beat the ten
    assert not any(event.say for event in auto.told(CardPlayed))


# A-7, the tolerance


@clause("A-7")
def test_a_forgotten_rebelote_noticed_by_the_count_is_forgiven() -> None:
    game = played(dealt(manual("ffb-belote")), "belote")
    assert isinstance(game.state.phase, Counting)
    assert ClaimRebelote(E) in game.state.legal(E)
    game.act(ClaimRebelote(E)).count()
    assert game.score == {"NS": 62, "EW": 120}


@clause("A-7")
@pytest.mark.parametrize(("first", "second"), [("", ""), ("", "rebelote"), ("belote", "rebelote")])
def test_a_nothing_else_is_forgiven(first: str, second: str) -> None:
    game = played(dealt(manual("ffb-belote")), first, second)
    assert ClaimRebelote(E) not in game.state.legal(E)
    assert game.refused(ClaimRebelote(E)) == "A-7"


@clause("A-7")
def test_a_the_other_side_can_not_claim_it_and_the_count_ends_it() -> None:
    game = played(dealt(manual("ffb-belote")), "belote")
    assert game.refused(ClaimRebelote(N)) == "A-7"
    game.act(Count(W))  # E's side lets the points be counted
    assert game.refused(ClaimRebelote(E)) == "A-7"
    game.act(Count(S))
    assert game.score == {"NS": 62, "EW": 100}


@clause("A-7")
def test_a_forgiven_once_a_side_a_match() -> None:
    game = manual("ffb-belote")
    for side, may_claim in (("EW", True), ("NS", True), ("EW", False), ("NS", False)):
        leader = Seat(seats_of(game)["1"])
        played(dealt(game), "belote")
        assert (ClaimRebelote(leader) in game.state.legal(leader)) == may_claim
        if may_claim:
            game.act(ClaimRebelote(leader))
        else:
            assert game.refused(ClaimRebelote(leader)) == "A-7"
        game.count()
        assert game.score[side] == (120 if may_claim else 100)


# At tout atout a side may forget two at once.
TOUT_ATOUT = {
    "E": "QH KS QS 7D 8D 7C 8C KH",
    "N": "7H 8H 7S 8S 9D TD 9C TC",
    "W": "9H TH 9S TS JD QD JC QC",
    "S": "JH AH JS AS KD AD KC AC",
}


def tout_atout(game: Game, word: str, second: str) -> Game:
    """E calls TA. EW has 18 + 28 + 21 = 67, NS 14 + 24 + 20 + 10 + 17 and the last trick, 95."""
    game.deal(TOUT_ATOUT, turned="KH", taker="E").call("E TA")
    return game.tricks(
        f"E: KH{word} 7H TH AH",
        f"S: JH QH{second} 8H 9H",
        f"S: AS KS{word} 7S 9S",
        f"W: TS JS QS{second} 8S",
        "S: AD 7D 9D JD",
        "W: QD KD 8D TD",
        "N: TC JC KC 7C",
        "W: QC AC 8C 9C",
    )


@clause("A-11.3", "A-7")
def test_a_tout_atout_has_a_belote_in_every_suit() -> None:
    game = tout_atout(Game.new("ffb-belote", sans_tout_atout=True), "", "")
    assert game.last(DealScored).summary.belote == {NS: 0, EW: 2}
    assert game.score == {"NS": 95, "EW": 107}  # 67 + 40 make it
    by_hand = tout_atout(manual("ffb-belote", sans_tout_atout=True), "/belote", "/rebelote").count()
    assert by_hand.score == {"NS": 95, "EW": 107}


@clause("A-7", "A-11.3")
def test_a_one_forgotten_rebelote_is_forgiven_not_two() -> None:
    """Both rebelotes forgotten, one forgiven: 67 + 20 against 95 fails."""
    game = tout_atout(manual("ffb-belote", sans_tout_atout=True), "/belote", "")
    game.act(ClaimRebelote(E)).count()
    assert game.last(DealScored).summary.belote == {NS: 0, EW: 1}
    assert game.score == {"NS": 162, "EW": 20}


@clause("A-11.2")
@pytest.mark.parametrize("announce", ["auto", "manual"])
def test_a_sans_atout_has_no_belote(announce: str) -> None:
    game = Game.new("ffb-belote", sans_tout_atout=True, announce=announce)
    game.deal(TOUT_ATOUT, turned="KH", taker="E").settle("E SA")
    assert not any(play.say for play in game.state.legal(E) if isinstance(play, Play))
    game.play("E KH")
    assert game.last(CardPlayed).say is None


# B-7


@clause("B-7")
@pytest.mark.parametrize(
    ("first", "second", "tricks", "takers"),
    [
        ("belote", "rebelote", KING_FIRST, 120),
        ("belote", "", KING_FIRST, 100),
        ("", "rebelote", KING_FIRST, 100),
        ("", "", QUEEN_FIRST, 100),
        ("", "rebelote", QUEEN_FIRST, 100),  # the queen first: no bonus
    ],
)
def test_b_king_then_queen(first: str, second: str, tricks: tuple[str, ...], takers: int) -> None:
    game = played(dealt(manual("belote-annonces")), first, second, tricks)
    assert game.score == {"NS": 62, "EW": takers}


@clause("B-7")
def test_b_belote_does_not_go_with_the_queen() -> None:
    game = dealt(manual("belote-annonces"))
    assert game.refused(Play(E, Card("QH"), "belote")) == "B-7"
    assert Play(E, Card("KH"), "belote") in game.state.legal(E)


@clause("B-7")
@pytest.mark.parametrize(
    ("tricks", "words", "takers"), [(KING_FIRST, ["belote", "rebelote"], 120), (QUEEN_FIRST, [], 100)]
)
def test_b_said_for_you_in_that_order_only(tricks: tuple[str, ...], words: list[str], takers: int) -> None:
    game = played(dealt(Game.new("belote-annonces")), tricks=tricks)
    assert [event.say for event in game.told(CardPlayed) if event.say] == words
    assert game.score == {"NS": 62, "EW": takers}


@clause("B-7")
def test_b_the_queen_first_counts_for_nothing_whatever_is_said() -> None:
    belote = load("belote-annonces").belote
    assert belote is not None
    king, queen = Card("KH"), Card("QH")
    assert counts(belote, Royal(E, king, "belote"), Royal(E, queen, "rebelote"), forgiven=False)
    assert not counts(belote, Royal(E, queen, "belote"), Royal(E, king, "rebelote"), forgiven=False)


@clause("B-7")
def test_b_forgives_nothing() -> None:
    game = played(dealt(manual("belote-annonces")), "belote")
    assert isinstance(game.state.phase, Cutting)  # counted at once: there is nothing to claim


# D2, E: said; C, D3, D4: held is enough


@clause("D2-belote", "D2-score")
@pytest.mark.parametrize(
    ("announce", "first", "second", "score"),
    [
        ("auto", "", "", {"NS": 0, "EW": 1}),
        ("manual", "belote", "rebelote", {"NS": 0, "EW": 1}),
        ("manual", "belote", "", {"NS": 1, "EW": 0}),
        ("manual", "", "", {"NS": 1, "EW": 0}),
    ],
)
def test_d2_belote_is_a_trick(announce: str, first: str, second: str, score: dict[str, int]) -> None:
    """EW takes six tricks, the last one double: 7. A bid of 8 needs the belote."""
    game = Game.new("premiere-grands", announce=announce)
    assert played(dealt(game, call="8 H"), first, second).score == score


@clause("D2-belote")
@pytest.mark.parametrize("trump", ["SA", "TA"])
@pytest.mark.parametrize("announce", ["auto", "manual"])
def test_d2_no_belote_at_sa_or_ta(trump: str, announce: str) -> None:
    game = dealt(Game.new("premiere-grands", announce=announce), call=f"8 {trump}")
    if announce == "manual":
        assert game.refused(Play(W, Card("KH"), "belote")) == "D2-belote"
    game.play("W KH")
    assert game.last(CardPlayed).say is None
    assert game.playing.royals == ()


@clause("E-5-belote", "E-5")
@pytest.mark.parametrize(
    ("announce", "first", "second", "score"),
    [
        ("auto", "", "", {"NS": 0, "EW": 182}),
        ("manual", "belote", "rebelote", {"NS": 0, "EW": 182}),
        ("manual", "belote", "", {"NS": 88, "EW": 74}),
        ("manual", "", "rebelote", {"NS": 88, "EW": 74}),
    ],
)
def test_e_announced_it_raises_what_is_needed(
    announce: str, first: str, second: str, score: dict[str, int]
) -> None:
    """The defence holds the belote and loses the last trick, 16 + 10: takers 88, defence 74.

    88 makes the 82, but not the 92 that are needed once belote and rebelote have been announced.
    """
    game = Game.new("belote-501", announce=announce)
    hands = {"W": LEADER.replace("TS", "KS"), "N": SECOND, "E": THIRD, "S": FOURTH.replace("KS", "TS")}
    game.deal(hands, turned="7H", taker="N").call("W pass", "N take")
    tricks = (*KING_FIRST[:-1], "1: KS 8S JS TS")
    assert played(game, first, second, tricks).score == score


@clause("E-5-belote")
def test_e_belote_always_goes_to_its_side() -> None:
    game = played(dealt(manual("belote-501")), "belote", "rebelote")
    assert game.score == {"NS": 62, "EW": 120}  # 100 + 20 of the 92


@clause("C-7", "C-7-belote", "D3-belote", "D4-belote")
@pytest.mark.parametrize(
    ("rules", "call", "score"),
    [
        ("ffb-contree", "120 H", {"NS": 60, "EW": 120}),  # 62 is marked 60
        ("classique", "take", {"NS": 62, "EW": 120}),
        ("coinche", "120 H", {"NS": 62, "EW": 120}),
    ],
)
def test_held_is_enough_where_no_clause_asks_for_a_word(rules: str, call: str, score: dict[str, int]) -> None:
    """Not a word is said; a call of 120 is made by 100 in cards and the belote alone."""
    game = played(dealt(manual(rules), call=call))
    assert game.score == score


@clause("D4-sata")
def test_d4_no_belote_at_tout_atout() -> None:
    game = dealt(Game.new("coinche", sans_tout_atout=True), call="80 TA")
    game.play("W KH")
    assert game.last(CardPlayed).say is None


@clause("C-9-ta")
def test_c_belotes_at_tout_atout() -> None:
    game = dealt(Game.new("ffb-contree", sans_tout_atout=True), call="80 TA")
    game.play("E KH")
    assert game.last(CardPlayed).say == "belote"


@clause("D1")
@pytest.mark.parametrize("rules", ["premiere", "escalier"])
def test_a_game_without_belote_has_no_word_and_says_by_which_clause(rules: str) -> None:
    if rules == "premiere":
        game = manual(rules).deal({"W": LEADER}, drawn="H")
        refused = game.refused(Play(W, Card("KH"), "belote"))
    else:
        game = Game.new(rules, dealer="4", announce="manual").rig(deal_number=2)
        game.deal({"1": "KH QH"}, turned="7H").call("1 0", "2 0", "3 0", "4 0")
        refused = game.refused(Play(Seat("1"), Card("KH"), "belote"))
    assert refused


# D6

COMPTOIR_PILES = {"N": "7S/QH 8S/9S TS/JS QS/KS", "S": "7D/8D 9D/TD JD/QD KD/AD"}
COMPTOIR_HANDS = {"N": "KH AS 7C 8C 9C TC JC QC", "S": "7H 8H 9H TH JH AH KC AC"}


@clause("D6-belote", "D6-points")
@pytest.mark.parametrize("seed", range(5))
def test_d6_belote_goes_to_the_player_who_plays_both(seed: int) -> None:
    """N has the king in hand and the queen under a pile; every card is played, so he plays both."""
    game = Game.new("comptoir", count="points")
    game.deal(COMPTOIR_HANDS, piles=COMPTOIR_PILES, drawn="H")
    at_random(game, random.Random(seed), until=lambda game: bool(game.told(DealScored)))
    assert game.last(DealScored).summary.belote == {"N": 1, "S": 0}
    assert sum(game.score.values()) == 182


@clause("D6-belote")
@pytest.mark.parametrize("seed", range(3))
def test_d6_the_two_cards_played_by_two_players_are_nothing(seed: int) -> None:
    hands = {"N": COMPTOIR_HANDS["N"].replace("KH", "7H"), "S": COMPTOIR_HANDS["S"].replace("7H", "KH")}
    game = Game.new("comptoir", count="points")
    game.deal(hands, piles=COMPTOIR_PILES, drawn="H")
    at_random(game, random.Random(seed), until=lambda game: bool(game.told(DealScored)))
    assert game.last(DealScored).summary.belote == {"N": 0, "S": 0}
    assert sum(game.score.values()) == 162


@clause("D6-belote", "D6-tricks")
@pytest.mark.parametrize("seed", range(3))
def test_d6_with_tricks_and_a_drawn_trump_it_counts_for_nothing(seed: int) -> None:
    game = Game.new("comptoir")
    game.deal(COMPTOIR_HANDS, piles=COMPTOIR_PILES, drawn="H")
    at_random(game, random.Random(seed), until=lambda game: bool(game.told(DealScored)))
    tricks = game.last(DealScored).summary.tricks
    counted = {seat: tricks[seat] + (seat == game.last(DealScored).summary.last) for seat in tricks}
    more = max(counted, key=lambda seat: counted[seat])  # 17 is odd: somebody has more
    assert game.score == {seat: int(seat == more) for seat in tricks}


# Declarations: the second deal of the builders.

TIERCE: tuple[Announced, ...] = ("tierce",)


def declaring(announce: str = "manual", hands: Mapping[str, str] = DECLARING, **options: Any) -> Game:
    game = Game.new("ffb-belote", declarations=True, announce=announce, **options)
    return game.deal(hands, turned="TC", taker="N").call("E pass", "N take")


def announcing(game: Game, *seats: Seat) -> Game:
    """The first trick, in which these seats announce a tierce, and the lead to the second."""
    for play in DECLARING_FIRST:
        if play[0] in seats:
            game.act(Declare(Seat(play[0]), TIERCE))
        game.play(play)
    return game.play("N 7H")


def finished(game: Game) -> Game:
    return game.play("W 8H", "S AH", "E KH").tricks(*DECLARING_REST).count()


@clause("A-8", "A-8.2", "A-8.3")
def test_a_declared_settled_and_shown_for_you() -> None:
    game = declaring("auto")
    for play in DECLARING_FIRST:
        game.play(play)
    assert [(event.seat, event.kinds) for event in game.told(Declared)] == [
        (E, TIERCE),
        (N, TIERCE),
        (W, TIERCE),
    ]
    assert not game.told(DeclarationsSettled)  # not before the second trick
    game.play("N 7H")
    assert game.last(DeclarationsSettled).winner == NS
    (shown,) = game.told(DeclarationsShown)  # the winners show, the others don't
    assert shown.seat == N
    assert [(each.kind, set(each.cards), each.points) for each in shown.shown] == [
        ("tierce", set(cards("QS KS AS")), 20)
    ]
    assert finished(game).score == {"NS": 118, "EW": 64}


@clause("A-8.2")
def test_a_announced_with_the_first_card() -> None:
    game = declaring()
    assert Declare(E, TIERCE) in game.state.legal(E)
    assert game.reason(Declare(N, TIERCE)) == "not_your_turn"
    before = len(game.log)
    game.act(Declare(E, TIERCE)).play("E 7S")
    assert [type(event) for event in game.log[before:]] == [Declared, CardPlayed]
    game.play("N AS", "W 8S", "S JS")
    assert game.refused(Declare(N, TIERCE)).startswith("A-8")  # too late with the second card
    game.play("N 7H")
    assert game.last(DeclarationsSettled).winner == EW  # nobody else has spoken


@clause("A-8.2")
def test_a_announced_once_and_only_what_one_has() -> None:
    game = declaring()
    assert game.refused(Declare(E, ("cinquante",))).startswith("A-8")
    assert game.refused(Declare(E, ("tierce", "tierce"))).startswith("A-8")
    assert game.refused(Declare(E, ("sevens",))).startswith("A-8")
    game.act(Declare(E, TIERCE))
    assert game.refused(Declare(E, TIERCE)).startswith("A-8")
    game.play("E 7S", "N AS", "W 8S")
    assert game.refused(Declare(S, TIERCE)).startswith("A-8")  # he has none


@clause("A-8.2")
def test_a_said_for_you_can_not_be_said_again() -> None:
    assert declaring("auto").refused(Declare(E, TIERCE)).startswith("A-8")


@clause("A-8.3", "A-8.3-height")
def test_a_heights_in_turn() -> None:
    """E says king, N ace; W, whose side is behind, can only say «pas mieux»."""
    game = announcing(declaring(), E, N, W)
    assert game.state.actors() == (E,)
    assert game.state.legal(E) == (NameHeight(E, Rank.KING),)
    # W has to play next, but declarations come first.
    assert game.refused(Play(W, Card("8H"))).startswith("A-8")
    game.act(NameHeight(E, Rank.KING))
    assert set(game.state.legal(N)) == {NameHeight(N, Rank.ACE), NotBetter(N)}
    game.act(NameHeight(N, Rank.ACE))
    assert game.state.legal(W) == (NotBetter(W),)
    game.act(NotBetter(W))
    assert game.last(DeclarationsSettled).winner == NS
    assert set(game.state.legal(N)) == {Show(N), Withhold(N)}
    game.act(Show(N))
    assert [event.seat for event in game.told(DeclarationsShown)] == [N]
    assert finished(game).score == {"NS": 118, "EW": 64}


@clause("A-8.3-height")
def test_a_pas_mieux_gives_it_away() -> None:
    """N keeps silent about his ace: EW scores both of its tierces, and 98 against 64 + 40 fails."""
    game = announcing(declaring(), E, N, W).act(NameHeight(E, Rank.KING), NotBetter(N))
    assert [event.seat for event in game.told(NotBetterSaid)] == [N]
    assert game.last(DeclarationsSettled).winner == EW  # W need not speak
    game.act(Show(E), Show(W))
    assert finished(game).score == {"NS": 0, "EW": 202}


@clause("A-8.3-height")
def test_a_nobody_names_a_height_against_his_own_partner() -> None:
    game = announcing(declaring(), E, W)
    assert game.last(DeclarationsSettled).winner == EW
    assert not game.told(HeightNamed)
    game.act(Show(E), Show(W))
    assert finished(game).score == {"NS": 0, "EW": 202}


@clause("A-8.3-height")
def test_a_only_the_truth_is_legal_at_a_strict_table() -> None:
    game = announcing(declaring(), E, N)
    assert game.refused(NameHeight(E, Rank.ACE)).startswith("A-8")
    assert game.refused(NotBetter(E)).startswith("A-8")  # he speaks first
    assert game.refused(NameHeight(N, Rank.ACE))  # not his turn
    game.act(NameHeight(E, Rank.KING))
    assert game.refused(NameHeight(N, Rank.JACK)).startswith("A-8")


# N has the tierce to the king too, in spades; S has the ace.
EQUAL = {
    **DECLARING,
    "N": "QS KS JS 7H 9D 7C JD TC",
    "S": "AS 9H TH AH QC KD 8C JC",
}


@clause("A-8.3", "A-8.3-height")
@pytest.mark.parametrize("by_hand", [True, False])
@pytest.mark.parametrize(("turned", "taker", "winner"), [("TC", "N", None), ("KH", "E", EW), ("KS", "N", NS)])
def test_a_equal_height_the_one_in_trumps_else_nobody(
    by_hand: bool, turned: str, taker: str, winner: str | None
) -> None:
    game = Game.new("ffb-belote", declarations=True, announce="manual" if by_hand else "auto")
    game.deal(EQUAL, turned=turned, taker=taker).settle(f"{taker} take")
    for play in ("E 7S", "N KS", "W TS", "S AS"):
        if by_hand and play[0] != "S":
            game.act(Declare(Seat(play[0]), TIERCE))
        game.play(play)
    game.play("S AH")
    if by_hand:
        game.act(NameHeight(E, Rank.KING, turned == "KH"))
        game.act(NameHeight(N, Rank.KING, turned == "KS"))
        if winner != EW:
            game.act(NotBetter(W))
    assert game.last(DeclarationsSettled).winner == winner
    if winner is None:
        assert game.state.actors() == (E,)  # nobody shows: the play goes on
        assert not game.told(DeclarationsShown)


@clause("A-8.4")
def test_a_withheld_the_other_side_scores_it() -> None:
    """20 announced and not shown: NS 98, EW 64 + 20."""
    game = announcing(declaring(), E, N, W)
    game.act(NameHeight(E, Rank.KING), NameHeight(N, Rank.ACE), NotBetter(W), Withhold(N))
    assert (game.last(DeclarationsUnproved).seat, game.last(DeclarationsUnproved).points) == (N, 20)
    assert not game.told(DeclarationsShown)
    assert finished(game).score == {"NS": 98, "EW": 84}


@clause("A-8.4")
def test_a_one_partner_shows_the_other_does_not() -> None:
    """E shows 20 of his own; W withholds 20, which NS scores. 98 against 64 + 20: made; then 20 more."""
    game = announcing(declaring(), E, W).act(Show(E), Withhold(W))
    assert finished(game).score == {"NS": 118, "EW": 84}


@clause("A-8.3")
def test_a_shown_cards_are_known_to_all() -> None:
    game = declaring("auto")
    game.play(*DECLARING_FIRST, "N 7H")
    view = game.match.view("E")
    held = view.situation.held
    assert held is not None
    assert set(cards("QS KS")) <= set(held.hands[N])  # the ace lies in the first trick
    assert Card("AS") not in held.hands[N]


@clause("A-8")
def test_a_without_the_option_nothing_is_declared() -> None:
    game = Game.new("ffb-belote").deal(DECLARING, turned="TC", taker="N").settle("N take")
    game.play(*DECLARING_FIRST, "N 7H")
    assert not game.told(Declared)
    assert finished(game).score == {"NS": 98, "EW": 64}
    by_hand = Game.new("ffb-belote", announce="manual").deal(DECLARING, turned="TC", taker="N")
    by_hand.settle("N take")
    with pytest.raises(Illegal, match="This is not the moment"):
        by_hand.act(Declare(E, TIERCE))


@clause("A-8", "A-10.1a")
def test_a_a_hand_with_two_declarations() -> None:
    """E: carré of kings and a tierce: he may announce both, the carré alone or the tierce alone."""
    hands = {"E": "KS KH KD KC 7S 8S 9S JC"}
    game = Game.new("ffb-belote", declarations=True, announce="manual")
    game.deal(hands, turned="JC", taker="E").settle("E take")
    offers = {action.kinds for action in game.state.legal(E) if isinstance(action, Declare)}
    assert offers == {("carre", "tierce"), ("carre",), ("tierce",)}


# B-9


@clause("B-9", "B-9-contest")
def test_b_declared_before_the_first_card_by_hand() -> None:
    game = Game.new("belote-annonces", announce="manual")
    game.deal(DECLARING, turned="TC", taker="N").settle("N take")
    announcing(game, E, N, W).act(NameHeight(E, Rank.KING), NameHeight(N, Rank.ACE), NotBetter(W), Show(N))
    game.play("W 8H", "S AH", "E KH").tricks(*DECLARING_REST)
    assert game.score == {"NS": 118, "EW": 64}


@clause("B-9", "B-6-failed")
def test_b_nobody_scores_what_was_withheld() -> None:
    game = Game.new("belote-annonces", announce="manual")
    game.deal(DECLARING, turned="TC", taker="N").settle("N take")
    announcing(game, N).act(Withhold(N))
    game.play("W 8H", "S AH", "E KH").tricks(*DECLARING_REST)
    assert game.score == {"NS": 98, "EW": 64}


SEVENS = {
    "E": "AS KS 8D 9D JC QC 8H TH",
    "N": "7S 7H 7D 7C AH KD TC 9S",
    "W": "8S TS TD AD 8C 9C QH 9H",
    "S": "JS QS JD QD KC AC JH KH",
}


@clause("B-9-void")
@pytest.mark.parametrize("announce", ["auto", "manual"])
def test_b_a_carre_of_sevens_shown_voids_the_deal(announce: str) -> None:
    game = Game.new("belote-annonces", announce=announce)
    game.deal(SEVENS, turned="TC", taker="N").settle("N take")
    game.play("E AS")
    assert not game.told(DealVoided)  # N shows it before his first card
    if announce == "manual":
        game.act(Declare(N, ("sevens",)))
    else:
        game.play("N 7S")
    assert game.last(DealVoided).cause == "sevens"
    assert game.totals == {"NS": 0, "EW": 0}
    assert isinstance(game.state.phase, Cutting)
    assert len(set(game.state.pack)) == 32  # gathered, to be cut


@clause("B-9-void")
def test_b_sevens_not_shown_void_nothing() -> None:
    game = Game.new("belote-annonces", announce="manual")
    game.deal(SEVENS, turned="TC", taker="N").settle("N take")
    game.play("E AS", "N 7S")
    assert isinstance(game.state.phase, Playing)
    assert not game.told(DealVoided)


@clause("B-9-void")
def test_b_nobody_claims_sevens_that_he_has_not() -> None:
    for enforcement in ("strict", "table"):
        game = Game.new("belote-annonces", announce="manual", enforcement=enforcement)
        game.deal(SEVENS, turned="TC", taker="N").settle("N take")
        assert game.refused(Declare(E, ("sevens",))) == "B-9"


@clause("A-8")
def test_a_a_carre_of_sevens_is_nothing() -> None:
    game = Game.new("ffb-belote", declarations=True)
    game.deal(SEVENS, turned="TC", taker="N").settle("N take")
    game.play("E AS", "N 7S")
    assert not game.told(Declared)
    assert playable(game.state.legal(W)) == {"8S", "TS"}
