"""Whole matches, to the end. In the deals of the builders the side that leads has 100 and a belote."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from rebelote.actions import PlayBlind
from rebelote.events import (
    CardPlayed,
    DealScored,
    Dealt,
    DealVoided,
    MatchEnded,
    MatchStarted,
    PackCut,
    Shuffled,
    TrickWon,
)
from rebelote.match import Match
from rebelote.phases.stages import Cutting, Over
from rebelote.ruleset.loading import RULESET_IDS, load
from rebelote.table import Seat
from tests.support.clause_mark import clause
from tests.support.table_setup import (
    EW,
    FOURTH,
    KING_FIRST,
    LEADER,
    NS,
    SECOND,
    THIRD,
    E,
    Game,
    N,
    S,
    W,
    at_random,
    card_points,
    dealt,
    played,
    seats_of,
)


def totals_of(game: Game) -> list[tuple[int, int]]:
    """NS and EW after each deal."""
    return [(event.totals[NS], event.totals[EW]) for event in game.told(DealScored)]


def deals(game: Game, number: int, call: str) -> Game:
    """So many deals, which the side that leads calls and wins. EW leads first when S deals."""
    for _ in range(number):
        assert not game.match.is_over
        played(dealt(game, call=call))
    return game


def ended(game: Game) -> tuple[tuple[str, ...], int]:
    """Who won, and after how many deals."""
    assert isinstance(game.state.phase, Over)
    assert game.state.actors() == ()
    assert game.log[-1] == game.last(MatchEnded)
    assert game.last(MatchEnded).winners == game.state.phase.winners
    return tuple(game.last(MatchEnded).winners), len(game.told(DealScored))


# Worked by hand, a ruleset each


@clause("D1", "D1-count", "D1-end", "D1-deal")
def test_premiere_first_to_five() -> None:
    """The side that leads takes six tricks, with the last one double 7 of 9: a point. The lead goes round."""
    game = Game.new("premiere", dealer="S")
    for _ in range(9):
        place = seats_of(game)
        hands = {place[n]: hand for n, hand in zip("1234", (LEADER, SECOND, THIRD, FOURTH), strict=True)}
        played(game.deal(hands, drawn="H"))
    assert totals_of(game) == [(0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5)]
    assert ended(game) == (("EW",), 9)
    assert all(not event.say for event in game.told(CardPlayed))  # no belote


@clause("D2", "D2-score", "D2-coinche", "D2-belote", "D2-end")
def test_premiere_grands_to_eight() -> None:
    """8 H is made by seven tricks and the belote; coinched, it is worth 2. W, N, E, S … lead."""
    game = Game.new("premiere-grands", dealer="S")
    while not game.match.is_over:
        place = seats_of(game)
        hands = {place[n]: hand for n, hand in zip("1234", (LEADER, SECOND, THIRD, FOURTH), strict=True)}
        game.deal(hands).call(f"{place['1']} 8 H", f"{place['4']} coinche")  # out of turn
        played(game)
    assert totals_of(game) == [(0, 2), (2, 2), (2, 4), (4, 4), (4, 6), (6, 6), (6, 8)]
    assert ended(game) == (("EW",), 7)


@clause("D3", "D3-score", "D3-belote", "D3-end")
def test_classique_both_past_the_target_the_attackers_win() -> None:
    """120 and 62 each time: after two deals both have 182, and NS took the second."""
    game = deals(Game.new("classique", dealer="S", target=182), 2, "take")
    assert totals_of(game) == [(62, 120), (182, 182)]
    assert ended(game) == (("NS",), 2)


@clause("D4", "D4-made", "D4-end", "D4-belote")
def test_coinche_both_past_the_target_the_side_that_took_wins() -> None:
    game = deals(Game.new("coinche", dealer="S", target=182), 2, "120 H")
    assert totals_of(game) == [(62, 120), (182, 182)]
    assert ended(game) == (("NS",), 2)


@clause("D4-both", "D4-announced", "D4-end")
@pytest.mark.parametrize(
    ("scoring", "totals"),
    [
        ("announced", [(0, 120), (120, 120), (120, 240)]),
        ("both", [(62, 240), (302, 302), (364, 542)]),  # 120 called + 100 + 20
    ],
)
def test_coinche_the_other_scorings(scoring: str, totals: list[tuple[int, int]]) -> None:
    target = {"announced": 240, "both": 540}[scoring]
    game = deals(Game.new("coinche", dealer="S", scoring=scoring, target=target), 3, "120 H")
    assert totals_of(game) == totals
    assert ended(game) == (("EW",), 3)


@clause("E-5", "E-5-end", "E-5-belote", "E-2")
def test_belote_501_equal_at_the_target_one_more_deal() -> None:
    game = deals(Game.new("belote-501", dealer="S"), 7, "take")
    assert totals_of(game) == [
        (62, 120),
        (182, 182),
        (244, 302),
        (364, 364),
        (426, 484),
        (546, 546),  # both past 501, and equal
        (608, 666),
    ]
    assert ended(game) == (("EW",), 7)


@clause("A-2", "A-10.1a", "A-10.3", "A-7")
def test_ffb_belote_equal_at_the_target_one_more_deal() -> None:
    game = deals(Game.new("ffb-belote", dealer="S", target=150), 3, "take")
    assert totals_of(game) == [(62, 120), (182, 182), (244, 302)]
    assert ended(game) == (("EW",), 3)


@clause("A-10.2", "A-10.3")
def test_ffb_belote_rounded() -> None:
    game = deals(Game.new("ffb-belote", dealer="S", target=300, round_to_ten=True), 3, "take")
    assert totals_of(game) == [(60, 120), (180, 180), (240, 300)]
    assert ended(game) == (("EW",), 3)


@clause("B-1", "B-3", "B-6-made", "B-7")
def test_belote_annonces_equal_at_the_target_one_more_deal() -> None:
    game = deals(Game.new("belote-annonces", dealer="S", target=150), 3, "take")
    assert totals_of(game) == [(62, 120), (182, 182), (244, 302)]
    assert ended(game) == (("EW",), 3)
    assert len(game.told(Shuffled)) == 1
    assert game.last(MatchEnded).stakes == {}


@clause("B-6.2", "B-1")
def test_belote_annonces_in_tens() -> None:
    """62 is 6, so the other pile is 10; the belote is 2. A target of 300 points is played to 30."""
    game = deals(Game.new("belote-annonces", dealer="S", target=300, count_in_tens=True), 3, "take")
    assert totals_of(game) == [(6, 12), (18, 18), (24, 30)]
    assert ended(game) == (("EW",), 3)


@clause("B-10")
@pytest.mark.parametrize(("stake", "gain"), [(5, 5), (2.5, 2.5)])
def test_belote_annonces_the_winners_take_the_pot(stake: float, gain: float) -> None:
    """Four stakes in the pot, two for each winner: each wins what each of the others has lost."""
    game = deals(Game.new("belote-annonces", dealer="S", target=120, stake=stake), 1, "take")
    assert ended(game) == (("EW",), 1)
    stakes = game.last(MatchEnded).stakes
    assert stakes == {N: -gain, S: -gain, E: gain, W: gain}
    assert isinstance(game.state.phase, Over)
    assert game.state.phase.stakes == stakes


@clause("C-7A-made", "C-7-round", "C-7-end")
def test_ffb_contree_made() -> None:
    """100 and the belote are 120; the other side's 62 are marked 60."""
    game = deals(Game.new("ffb-contree", dealer="S", target=180), 3, "120 H")
    assert totals_of(game) == [(60, 120), (180, 180), (240, 300)]  # equal at 180: one more deal
    assert ended(game) == (("EW",), 3)


@clause("C-7B-made", "C-7B-contre", "C-7C-made", "C-7C-contre", "C-7A-contre")
@pytest.mark.parametrize(
    ("scoring", "calls", "score"),
    [
        ("made", ["1 120 H"], (60, 120)),
        ("made", ["1 120 H", "2 contre", "3 pass", "4 pass", "1 pass"], (0, 340)),
        ("made", ["1 120 H", "2 contre", "3 surcontre"], (0, 660)),
        ("made", ["1 130 H"], (180, 0)),  # 120 of 130: 160 and the belote
        ("announced", ["1 120 H"], (0, 120)),
        ("announced", ["1 120 H", "2 contre", "3 pass", "4 pass", "1 pass"], (0, 240)),
        ("announced", ["1 130 H"], (160, 0)),
        ("both", ["1 120 H"], (60, 240)),
        ("both", ["1 120 H", "2 contre", "3 surcontre"], (0, 1140)),  # (160 + 120) × 4 + 20
        ("both", ["1 130 H", "2 contre", "3 pass", "4 pass", "1 pass"], (600, 0)),  # (160 + 130) × 2 + 20
    ],
)
def test_ffb_contree_a_deal_from_the_auction_to_the_mark(
    scoring: str, calls: list[str], score: tuple[int, int]
) -> None:
    game = Game.new("ffb-contree", dealer="S", scoring=scoring)
    place = seats_of(game)
    hands = {place[n]: hand for n, hand in zip("1234", (LEADER, SECOND, THIRD, FOURTH), strict=True)}
    game.deal(hands).call(*(place[call[0]] + call[1:] for call in calls)).pass_out()
    assert totals_of(played(game)) == [score]


# Litige: the leader's side has 71 in cards, the other 91 with the last trick; the belote makes it 91 all.

LITIGE_HANDS = (
    "QH AS KS AD TD AC TC KH",
    "7S QS 7D 8D 9C 8C 8H 7H",
    THIRD,
    "JH 9H 8S TS QD KD QC KC",
)
LITIGE = ("1: AS 7S 9S 8S", *KING_FIRST[1:7], "1: KS QS JS TS")


def litige(game: Game) -> Game:
    """The leader takes: a tie."""
    place = seats_of(game)
    hands = {place[n]: hand for n, hand in zip("1234", LITIGE_HANDS, strict=True)}
    game.deal(hands, turned="KH", taker=place["1"]).settle(f"{place['1']} take")
    return played(game, tricks=LITIGE)


@clause("A-10.1c")
def test_litige_is_held_for_the_winner_of_the_next_deal() -> None:
    game = litige(Game.new("ffb-belote", dealer="S"))
    assert game.last(DealScored).score.result == "tie"
    assert (game.score, game.state.pending) == ({"NS": 91, "EW": 0}, 91)
    # N leads, takes and makes it: 120 and the 91 that were held.
    deals(game, 1, "take")
    assert (game.score, game.state.pending) == ({"NS": 211, "EW": 62}, 0)
    assert game.totals == {"NS": 302, "EW": 62}


@clause("A-10.1c", "A-10.1b")
def test_litige_goes_to_the_defence_when_the_next_takers_fail() -> None:
    game = litige(Game.new("ffb-belote", dealer="S"))
    dealt(game, taker="2", turned="7H")  # W takes; N's side has 100 and the belote
    played(game)
    assert (game.score, game.state.pending) == ({"NS": 162 + 20 + 91, "EW": 0}, 0)


@clause("A-10.1c")
def test_litige_twice_nothing_is_carried_twice() -> None:
    game = litige(litige(Game.new("ffb-belote", dealer="S")))
    # The second defence, EW, scores its 91 and the 91 held; the second takers' 91 is held in turn.
    assert (game.score, game.state.pending) == ({"NS": 0, "EW": 182}, 91)
    assert game.totals == {"NS": 91, "EW": 182}
    deals(game, 1, "take")  # W leads and takes
    assert (game.score, game.state.pending) == ({"NS": 62, "EW": 211}, 0)


@clause("A-10.1c", "A-4.1")
def test_litige_survives_a_deal_that_nobody_takes() -> None:
    game = litige(Game.new("ffb-belote", dealer="S"))
    game.deal({}, turned="7H").pass_out()
    assert game.last(DealVoided).cause == "passed_out"
    assert game.state.pending == 91
    deals(game, 1, "take")  # dealer N: W leads and takes
    assert game.score == {"NS": 62, "EW": 211}


@clause("A-10.1c", "A-10.2")
def test_litige_held_points_stay_exact_and_a_mark_is_rounded_once() -> None:
    game = litige(Game.new("ffb-belote", dealer="S", round_to_ten=True))
    assert (game.score, game.state.pending) == ({"NS": 90, "EW": 0}, 91)
    deals(game, 1, "take")
    assert game.score == {"NS": 210, "EW": 60}  # 120 + 91 is 211


@clause("A-10.1c")
def test_litige_a_match_that_ends_drops_it() -> None:
    game = litige(Game.new("ffb-belote", dealer="S", target=91))
    assert ended(game) == (("NS",), 1)
    assert game.totals == {"NS": 91, "EW": 0}


# E takes, holds the belote, and loses every trick to N.

BEATEN = {
    "E": "QH 7S 8S 7D 8D 7C 8C KH",
    "N": "JH 9H AH TH AS AD AC TS",
    "W": "8H 7H 9S JS 9D JD 9C JC",
    "S": "QS KS TD QD KD TC QC KC",
}
BEATEN_TRICKS = (
    "E: 7S AS 9S QS",
    "N: TS JS KS 8S",
    "N: JH 8H QD KH",
    "N: 9H 7H KD QH",
    "N: AH 9D QC 7D",
    "N: TH JD KC 8D",
    "N: AD 9C TD 7C",
    "N: AC JC TC 8C",
)


def beaten(ns: int, ew: int) -> Game:
    game = Game.new("ffb-belote", dealer="S").rig(totals={NS: ns, EW: ew})
    game.deal(BEATEN, turned="KH", taker="E").settle("E take")
    game.tricks(*BEATEN_TRICKS)
    assert game.score == {"NS": 162, "EW": 20}
    return game


@clause("A-10.3-trick", "A-10.3", "A-10.1b")
def test_at_the_target_by_its_belote_alone_it_needs_a_trick() -> None:
    game = beaten(500, 985)
    assert game.totals == {"NS": 662, "EW": 1005}
    assert not game.match.is_over
    assert game.state.awaiting == EW
    # E deals, N leads and makes it; EW has two tricks: it wins at the end of the deal.
    deals(game, 1, "take")
    assert game.totals == {"NS": 782, "EW": 1067}
    assert ended(game)[0] == ("EW",)


@clause("A-10.3-trick")
def test_until_then_the_other_side_at_the_target_wins_at_once() -> None:
    game = beaten(900, 985)
    assert game.totals == {"NS": 1062, "EW": 1005}
    assert ended(game)[0] == ("NS",)
    higher = beaten(840, 999)  # 1002 against 1019: more points, but no trick
    assert ended(higher)[0] == ("NS",)


@clause("A-10.3-trick")
def test_without_the_belote_it_would_be_there_too() -> None:
    assert ended(beaten(500, 1000))[0] == ("EW",)


@clause("A-10.3-trick", "A-4.1")
def test_a_deal_that_nobody_takes_leaves_it_waiting() -> None:
    game = beaten(500, 985)
    game.deal({}, turned="7H").pass_out()
    assert game.state.awaiting == EW
    assert not game.match.is_over


# Escalier

SMALL = {"id": "escalier-small", "extends": "escalier", "dealing": {"layout": {"top": {"3": 2}}}}


def stairs(last: Iterable[str]) -> Game:
    """Three players, hands of 1, 2 and 1 cards, hearts trump each time."""
    game = Game.new(SMALL, dealer="3", players=3)
    game.deal({"1": "AS", "2": "7S", "3": "7H"}, turned="8H").call("1 1", "2 0")
    assert game.may_call("3") == {"1"}  # 0 would make it 1 of 1
    game.call("3 1").act(*(PlayBlind(Seat(seat)) for seat in "123"))
    assert game.score == {"1": -1, "2": 0, "3": 0}  # the seven of trumps beats the ace
    assert game.state.dealer == "1"  # the one who led
    game.deal({"2": "AH KS", "3": "7S 8S", "1": "9S TS"}, turned="7H").call("2 1", "3 0")
    assert game.may_call("1") == {"0", "2"}
    game.call("1 0")
    assert game.trick("2: KS 7S TS") == "1"
    game.trick("1: 9S AH 8S")
    assert game.score == {"1": -1, "2": 0, "3": 0}  # 1 took a trick that he did not want
    assert game.state.dealer == "2"
    game.deal({"3": "7S", "1": "AS", "2": "8H"}, turned="7H").call(*last)
    return game.act(*(PlayBlind(Seat(seat)) for seat in "312"))


@clause("D5", "D5-score", "D5-end", "D5-guess", "D5-lead", "D5-deal", "D5-blind")
def test_escalier_worked_by_hand() -> None:
    game = stairs(["3 0", "1 0", "2 0"])
    assert game.totals == {"1": -2, "2": -1, "3": 0}  # 2's trump took a trick that he had not guessed
    assert ended(game) == (("3",), 3)


@clause("D5-end")
def test_escalier_shared() -> None:
    game = stairs(["3 0", "1 1", "2 1"])
    assert game.totals == {"1": -3, "2": 0, "3": 0}
    assert ended(game) == (("2", "3"), 3)


@clause("D5", "D5-deal", "D5-end", "D5-guess")
@pytest.mark.parametrize(("players", "top"), [(3, 10), (4, 7), (5, 6), (6, 5)])
def test_escalier_the_whole_staircase(players: int, top: int) -> None:
    game = Game.new("escalier", dealer="1", players=players)
    dealers: list[str] = []
    while not game.match.is_over:
        number = game.state.deal_number
        dealers.append(game.state.dealer)
        at_random(
            game,
            random.Random(number),
            until=lambda game, number=number: game.state.deal_number > number,  # type: ignore[misc]
        )
    sizes = [len(next(iter(event.hands.values()))) for event in game.told(Dealt)]
    assert sizes == [*range(1, top + 1), *range(top - 1, 0, -1)]
    assert dealers == [str(n % players + 1) for n in range(2 * top - 1)]
    for event, size in zip(game.told(DealScored), sizes, strict=True):
        summary = event.summary
        assert sum(summary.tricks.values()) == size
        assert sum(summary.bids.values()) != size
        assert event.score.score == {
            side: -abs(summary.bids[side] - summary.tricks[side]) for side in summary.bids
        }
    best = max(game.totals.values())
    winners = tuple(side for side in game.totals if game.totals[side] == best)
    assert ended(game) == (winners, 2 * top - 1)


# Comptoir: N has all hearts in hand and all spades in his piles.

COMPTOIR_HANDS = {"N": "7H 8H 9H TH JH QH KH AH", "S": "7D 8D 9D TD JD QD KD AD"}
COMPTOIR_PILES = {"N": "7S/8S 9S/TS JS/QS KS/AS", "S": "7C/8C 9C/TC JC/QC KC/AC"}
NORTH = [rank + suit for suit in "HS" for rank in "789TJQKA"]
SOUTH = [rank + suit for suit in "DC" for rank in "789TJQKA"]


def comptoir(*calls: str, **options: Any) -> Game:
    """Hearts are trump and N leads: S can never follow, nor trump; N has every trick."""
    game = Game.new("comptoir", dealer="S", **options)
    game.deal(COMPTOIR_HANDS, piles=COMPTOIR_PILES, drawn=None if calls else "H").call(*calls)
    for north, south in zip(NORTH, SOUTH, strict=True):
        game.play(f"N {north}", f"S {south}")
    return game


@clause("D6", "D6-tricks", "D6-points", "D6-belote", "D6-play")
@pytest.mark.parametrize(
    ("options", "calls", "score"),
    [
        ({"target": 1}, [], 1),  # 17 of 17: a point, and no more
        ({"count": "points", "target": 182}, [], 182),  # 162 and the belote, no capot
        ({"trump": "auction", "target": 2}, ["N 17 H", "S pass"], 2),  # and all the tricks
        ({"trump": "auction", "target": 3}, ["N capot H", "S pass"], 3),
        ({"trump": "auction", "target": 4}, ["N capot H", "S coinche"], 4),
        ({"count": "points", "trump": "auction", "target": 270}, ["N 80 H", "S pass"], 270),  # 250 + 20
        ({"count": "points", "trump": "auction", "target": 370}, ["N capot H", "S pass"], 370),
        ({"count": "points", "trump": "auction", "target": 180}, ["N 80 H", "S coinche"], 180),
    ],
)
def test_comptoir(options: dict[str, Any], calls: list[str], score: int) -> None:
    game = comptoir(*calls, **options)
    assert len(game.told(TrickWon)) == 16
    assert game.totals == {"N": score, "S": 0}
    assert ended(game) == (("N",), 1)


@clause("D6-tricks", "D6-deal")
def test_comptoir_goes_on_until_the_target() -> None:
    game = comptoir()
    assert game.totals == {"N": 1, "S": 0}
    assert isinstance(game.state.phase, Cutting)
    assert game.state.dealer == N


# By chance, every ruleset

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((rules, {}) for rules in RULESET_IDS),
    ("ffb-belote", {"declarations": True, "sans_tout_atout": True}),
    ("ffb-belote", {"announce": "manual", "declarations": True}),
    ("belote-annonces", {"count_in_tens": True, "objections": True, "announce": "manual"}),
    ("ffb-contree", {"scoring": "both", "sans_tout_atout": True}),
    ("coinche", {"scoring": "announced", "sans_tout_atout": True}),
    ("comptoir", {"count": "points", "trump": "auction"}),
]


@clause("C-3", "A-6", "A-2")
@pytest.mark.parametrize(("rules", "options"), VARIANTS, ids=[f"{name} {opts}" for name, opts in VARIANTS])
def test_by_chance_to_the_end(rules: str, options: dict[str, Any]) -> None:
    """Every card is dealt once a deal, the cards add up, the sheet adds up, and the log replays."""
    game = Game(Match.new(rules, dealer=load(rules).table.seats[0], **options))
    at_random(game, random.Random(2))
    sheet = dict.fromkeys(game.totals, 0)
    for event in game.told(DealScored):
        cards = sum(event.summary.cards.values())
        contract = event.summary.contract
        if rules != "escalier":
            assert contract is not None
            assert cards == card_points(rules, contract.trump) or rules == "klaberjass"
        for side, points in event.score.score.items():
            sheet[side] += points
        assert {str(side): total for side, total in event.totals.items()} == sheet
    assert game.totals == sheet
    assert isinstance(game.log[0], MatchStarted)
    assert len(game.told(PackCut)) == len(game.told(DealScored)) + len(game.told(DealVoided))
    assert Match.replay(game.log).state == game.state
    ended(game)
