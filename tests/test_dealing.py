"""The pack: who cuts and deals, in which packets and direction, what is turned, and who deals next.

The hands are worked out card by card. The pack lies in its natural order, 7 to ace of spades, hearts,
diamonds and clubs, and is cut after the spades, so that it is dealt from the 7 of hearts on.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from rebelote.actions import Cut, Deal, Play, PlayBlind
from rebelote.cards import PACK, Card, Cards, Trump
from rebelote.chance import RandomChance, StackedChance
from rebelote.events import (
    CardPlayed,
    Dealt,
    DealVoided,
    Gathered,
    MatchStarted,
    PackCut,
    PileTurned,
    Shuffled,
    TrickWon,
    TrumpDrawn,
    TurnedUp,
    redact,
)
from rebelote.match import Match
from rebelote.phases.held import Pile
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Cutting
from rebelote.ruleset.loading import RULESET_IDS, TEN_IDS, load
from rebelote.table import Seat
from tests.support.clause_mark import clause
from tests.support.table_setup import E, Game, N, S, W, at_random, cards, dealt, hand_of, playable, played

FOUR = [name for name in TEN_IDS if name not in ("escalier", "comptoir")]
COUNTER_CLOCKWISE = ["ffb-belote", "belote-annonces", "ffb-contree"]
CLOCKWISE = [name for name in FOUR if name not in COUNTER_CLOCKWISE]
HEAPS_OF_THREE = COUNTER_CLOCKWISE


def natural(rules: str, *packets: int, dealer: str = "S", **options: Any) -> Game:
    """The pack in its natural order, cut after the spades and dealt in these packets."""
    game = Game.new(rules, dealer=dealer, **options).cut(8, PACK)
    return game.act(Deal(Seat(dealer), packets))


def hands(game: Game) -> dict[str, str]:
    """The cards that each seat was given first, in the order of dealing."""
    return {seat: " ".join(card.text for card in hand) for seat, hand in game.told(Dealt)[0].hands.items()}


# The table


@clause("A-2", "B-1", "C-4", "D-0", "E-2")
@pytest.mark.parametrize("rules", FOUR)
def test_two_sides_of_two_partners_opposite(rules: str) -> None:
    table = load(rules).table
    assert table.seats == ("N", "E", "S", "W")
    assert {side: table.members(side) for side in table.sides} == {"NS": ("N", "S"), "EW": ("E", "W")}
    assert [[table.are_partners(one, other) for other in table] for one in table] == [
        [True, False, True, False],
        [False, True, False, True],
        [True, False, True, False],
        [False, True, False, True],
    ]
    assert Game.new(rules).totals == {"NS": 0, "EW": 0}


@clause("D5", "D6")
def test_each_alone() -> None:
    for players in (3, 4, 5, 6):
        table = load("escalier", {"players": players}).table
        assert list(map(str, table.seats)) == list(map(str, table.sides)) == list("123456"[:players])
    assert load("comptoir").table.sides == ("N", "S")


@clause("A-3.1", "B-1", "C-4")
@pytest.mark.parametrize("rules", COUNTER_CLOCKWISE)
def test_counter_clockwise(rules: str) -> None:
    table = load(rules).table
    assert [table.next(Seat(seat)) for seat in "NWSE"] == [W, S, E, N]


@clause("D-0", "E-2")
@pytest.mark.parametrize("rules", CLOCKWISE)
def test_clockwise(rules: str) -> None:
    table = load(rules).table
    assert [table.next(Seat(seat)) for seat in "NESW"] == [E, S, W, N]


# First dealer, next dealer


@clause("A-3.1", "B-1", "C-4", "E-2")
@pytest.mark.parametrize("rules", RULESET_IDS)
def test_first_dealer_by_lot(rules: str) -> None:
    seats = load(rules).table.seats
    for seat in seats:
        match = Match.new(rules, chance=StackedChance(draws=[seat]))
        assert match.state.dealer == seat
        started = match.log[0]
        assert isinstance(started, MatchStarted)
        assert started.dealer == seat
    luck = RandomChance(random.Random(1))
    assert {Match.new(rules, chance=luck).state.dealer for _ in range(100)} == set(seats)


@clause("A-3.1", "B-1", "C-4", "E-2", "D1-deal")
@pytest.mark.parametrize(
    ("rules", "call", "following"),
    [
        ("ffb-belote", "take", [E, N, W, S]),  # to the right
        ("belote-annonces", "take", [E, N, W, S]),
        ("ffb-contree", "80 H", [E, N, W, S]),
        ("premiere-grands", "2 H", [W, N, E, S]),  # the one who led
        ("classique", "take", [W, N, E, S]),
        ("coinche", "80 H", [W, N, E, S]),
        ("belote-501", "take", [W, N, E, S]),  # the left neighbour
    ],
)
def test_the_next_dealer(rules: str, call: str, following: list[Seat]) -> None:
    game = Game.new(rules, dealer="S", target=5000)
    for seat in following:
        leader = dealt(game, call=call).state.actors()[0]
        played(game)
        assert game.state.dealer == seat
        assert leader == seat  # everywhere the first to lead is the one who deals next


@clause("D1-deal", "D5-deal", "D6-deal")
@pytest.mark.parametrize("rules", ["premiere", "escalier", "comptoir"])
def test_the_one_who_led_deals_next(rules: str) -> None:
    game = Game.new(rules, dealer=load(rules).table.seats[0])
    for _ in range(3):
        before = len(game.log)
        deal = game.state.deal_number
        at_random(game, random.Random(7), until=lambda game, deal=deal: game.state.deal_number > deal)  # type: ignore[misc]
        first = next(event for event in game.log[before:] if isinstance(event, CardPlayed))
        if not game.match.is_over:
            assert game.state.dealer == first.seat


# The cut


@clause("A-3.3", "B-3", "C-4")
@pytest.mark.parametrize("rules", COUNTER_CLOCKWISE)
@pytest.mark.parametrize(("dealer", "cutter"), [("S", "W"), ("E", "S"), ("N", "E"), ("W", "N")])
def test_the_dealer_s_left_cuts(rules: str, dealer: str, cutter: str) -> None:
    game = Game.new(rules, dealer=dealer)
    assert game.state.actors() == (cutter,)
    assert all(not game.state.legal(Seat(seat)) for seat in "NESW" if seat != cutter)


@clause("D-0-cut", "D1-deal", "E-2")
@pytest.mark.parametrize("rules", CLOCKWISE)
@pytest.mark.parametrize(("dealer", "cutter"), [("S", "E"), ("E", "N"), ("N", "W"), ("W", "S")])
def test_the_dealer_s_right_cuts(rules: str, dealer: str, cutter: str) -> None:
    assert Game.new(rules, dealer=dealer).state.actors() == (cutter,)


@clause("D-0-cut", "D5-deal", "D6-deal")
def test_the_cut_with_other_numbers_of_players() -> None:
    assert Game.new("escalier", dealer="1", players=6).state.actors() == ("6",)
    assert Game.new("escalier", dealer="3", players=3).state.actors() == ("2",)
    assert Game.new("comptoir", dealer="S").state.actors() == ("N",)


@clause("A-3.3", "B-3", "C-4")
@pytest.mark.parametrize("rules", HEAPS_OF_THREE)
def test_each_heap_has_at_least_three_cards(rules: str) -> None:
    game = Game.new(rules, dealer="S")
    assert game.state.legal(W) == tuple(Cut(W, at) for at in range(3, 30))
    for at in (-1, 0, 1, 2, 30, 31, 32):
        assert game.reason(Cut(W, at)) == "cut_too_small"


@clause("D-0-cut")
@pytest.mark.parametrize("rules", CLOCKWISE)
def test_elsewhere_a_heap_has_at_least_a_card(rules: str) -> None:
    assert Game.new(rules, dealer="S").state.legal(E) == tuple(Cut(E, at) for at in range(1, 32))


@clause("A-3.3")
def test_a_what_is_refused_and_why() -> None:
    game = Game.new("ffb-belote", dealer="S")
    assert game.refused(Cut(W, 2)) == "A-3.3"
    assert game.refused(Cut(E, 8)) == "A-3.3"


@clause("A-3.4")
def test_a_wrong_packets_are_refused_by_their_clause() -> None:
    game = Game.new("ffb-belote", dealer="S").cut(8, PACK)
    assert game.refused(Deal(S, (4, 1))) == "A-3.4"


@clause("A-3.3", "B-3", "C-4")
def test_the_dealer_closes_the_cut() -> None:
    """What was lifted goes underneath."""
    game = Game.new("ffb-contree", dealer="S").cut(5, PACK)
    assert game.last(PackCut) == PackCut(W, 5)
    assert game.state.pack == cards(
        "QS KS AS 7H 8H 9H TH JH QH KH AH 7D 8D 9D TD JD QD KD AD 7C 8C 9C TC JC QC KC AC 7S 8S 9S TS JS"
    )
    assert game.refused(Cut(W, 5)) == "C-4"  # once


# Shuffling


@clause("A-3.2", "C-4")
@pytest.mark.parametrize(("rules", "call"), [("ffb-belote", "take"), ("ffb-contree", "80 H")])
def test_shuffled_before_every_deal(rules: str, call: str) -> None:
    game = played(dealt(Game.new(rules), call=call))
    assert len(game.told(Shuffled)) == 1
    dealt(game, call=call)
    assert len(game.told(Shuffled)) == 2
    passed = Game.new(rules).deal({}, turned="7H" if call == "take" else None).pass_out()
    passed.cut(8, PACK)
    assert len(passed.told(Shuffled)) == 2


@clause("A-3.2")
@pytest.mark.parametrize("rules", RULESET_IDS)
def test_face_down(rules: str) -> None:
    """Nobody sees the order of the pack, nor what is left of it."""
    game = Game.new(rules, dealer=load(rules).table.seats[0]).cut(8, PACK)
    for seat in (*game.rules.table.seats, None):
        assert redact(game.last(Shuffled), seat) == Shuffled(())
        assert game.match.view(seat).situation.pack == ()


# Five cards and a turn-up


FIVE_RIGHT: dict[tuple[int, ...], dict[str, str]] = {  # from the dealer's right: E N W S
    (3, 2): {"E": "7H 8H 9H JD QD", "N": "TH JH QH KD AD", "W": "KH AH 7D 7C 8C", "S": "8D 9D TD 9C TC"},
    (2, 3): {"E": "7H 8H 7D 8D 9D", "N": "9H TH TD JD QD", "W": "JH QH KD AD 7C", "S": "KH AH 8C 9C TC"},
}
FIVE_LEFT = {  # from the dealer's left: W N E S
    packets: {"W": hand["E"], "N": hand["N"], "E": hand["W"], "S": hand["S"]}
    for packets, hand in FIVE_RIGHT.items()
}


@clause("A-3.4", "B-3")
@pytest.mark.parametrize("rules", ["ffb-belote", "belote-annonces"])
@pytest.mark.parametrize("packets", [(3, 2), (2, 3)])
def test_five_cards_from_the_dealer_s_right_and_the_next_is_turned(
    rules: str, packets: tuple[int, ...]
) -> None:
    game = natural(rules, *packets)
    assert hands(game) == FIVE_RIGHT[packets]
    assert game.last(TurnedUp).card == Card("JC")
    assert game.state.stock == cards("QC KC AC 7S 8S 9S TS JS QS KS AS")


@clause("E-2", "D3-deal")
@pytest.mark.parametrize(
    ("rules", "packets"), [("belote-501", (3, 2)), ("belote-501", (2, 3)), ("classique", (3, 2))]
)
def test_five_cards_from_the_dealer_s_left_and_the_next_is_turned(
    rules: str, packets: tuple[int, ...]
) -> None:
    game = natural(rules, *packets)
    assert hands(game) == FIVE_LEFT[packets]
    assert game.last(TurnedUp).card == Card("JC")


@clause("A-3.4", "B-3", "D3-deal", "E-2", "C-4")
@pytest.mark.parametrize(
    ("rules", "ways"),
    [
        ("ffb-belote", {(3, 2), (2, 3)}),
        ("belote-annonces", {(3, 2), (2, 3)}),
        ("belote-501", {(3, 2), (2, 3)}),
        ("classique", {(3, 2)}),
        ("ffb-contree", {(3, 2, 3), (2, 3, 3)}),
        ("premiere", {(3, 2, 3)}),
        ("premiere-grands", {(3, 2, 3)}),
        ("coinche", {(3, 2, 3)}),
    ],
)
def test_the_dealer_chooses_between_these_packets(rules: str, ways: set[tuple[int, ...]]) -> None:
    game = Game.new(rules, dealer="S").cut(8, PACK)
    assert game.state.actors() == (S,)
    assert set(game.state.legal(S)) == {Deal(S, way) for way in ways}
    for packets in ((4, 4), (5,), (1, 1, 3), (4, 1, 3), (3, 3, 2), (8,), ()):
        if packets not in ways:
            assert game.reason(Deal(S, packets)) == "wrong_packets"
    assert game.reason(Deal(N, next(iter(ways)))) == "not_your_turn"


@clause("A-4.3", "B-3")
@pytest.mark.parametrize("rules", ["ffb-belote", "belote-annonces"])
@pytest.mark.parametrize(
    ("taker", "rest"),
    [
        ("E", {"E": "JC QC KC", "N": "AC 7S 8S", "W": "9S TS JS", "S": "QS KS AS"}),
        ("N", {"E": "QC KC AC", "N": "JC 7S 8S", "W": "9S TS JS", "S": "QS KS AS"}),
        ("S", {"E": "QC KC AC", "N": "7S 8S 9S", "W": "TS JS QS", "S": "JC KS AS"}),
    ],
)
def test_three_more_each_the_taker_the_turned_card_and_two(
    rules: str, taker: str, rest: dict[str, str]
) -> None:
    game = natural(rules, 3, 2).settle(f"{taker} take")
    for seat, first in FIVE_RIGHT[3, 2].items():
        assert set(hand_of(game, seat)) == {*cards(first), *cards(rest[seat])}
    assert isinstance(game.state.phase, Playing)
    assert game.state.actors() == (E,)


@clause("E-3", "D3-take")
@pytest.mark.parametrize("rules", ["belote-501", "classique"])
def test_the_same_clockwise(rules: str) -> None:
    game = natural(rules, 3, 2).settle("N take")
    rest = {"W": "QC KC AC", "N": "JC 7S 8S", "E": "9S TS JS", "S": "QS KS AS"}
    for seat, first in FIVE_LEFT[3, 2].items():
        assert set(hand_of(game, seat)) == {*cards(first), *cards(rest[seat])}
    assert game.state.actors() == (W,)


@clause("A-4.3", "A-4.1", "D3-take")
@pytest.mark.parametrize("rules", ["ffb-belote", "classique"])
def test_a_taker_in_round_2_gets_the_turned_card_though_it_is_no_trump(rules: str) -> None:
    game = natural(rules, 3, 2)
    first, second, third, fourth = game.rules.table.after(S)
    game.call(*(f"{seat} pass" for seat in (first, second, third, fourth)), f"{first} take S")
    assert game.contract.trump == Trump.SPADES
    assert Card("JC") in hand_of(game, first)
    assert len(hand_of(game, first)) == 8


# Eight cards at once

EIGHT: dict[tuple[int, ...], tuple[str, ...]] = {
    (3, 2, 3): (
        "7H 8H 9H JD QD JC QC KC",
        "TH JH QH KD AD AC 7S 8S",
        "KH AH 7D 7C 8C 9S TS JS",
        "8D 9D TD 9C TC QS KS AS",
    ),
    (2, 3, 3): (
        "7H 8H 7D 8D 9D JC QC KC",
        "9H TH TD JD QD AC 7S 8S",
        "JH QH KD AD 7C 9S TS JS",
        "KH AH 8C 9C TC QS KS AS",
    ),
}


@clause("C-4")
@pytest.mark.parametrize("packets", [(3, 2, 3), (2, 3, 3)])
def test_c_eight_cards_each_before_the_auction(packets: tuple[int, ...]) -> None:
    game = natural("ffb-contree", *packets)
    assert hands(game) == dict(zip("ENWS", EIGHT[packets], strict=True))
    assert not game.told(TurnedUp)
    assert game.state.actors() == (E,)


@clause("C-4")
def test_c_3_2_3_by_default() -> None:
    assert Game.new("ffb-contree", dealer="S").cut(8, PACK).state.legal(S)[0] == Deal(S, (3, 2, 3))


@clause("D1-deal", "D4-deal", "D2")
@pytest.mark.parametrize("rules", ["premiere", "premiere-grands", "coinche"])
def test_d_all_dealt_3_2_3_from_the_dealer_s_left(rules: str) -> None:
    game = natural(rules, 3, 2, 3)
    assert hands(game) == dict(zip("WNES", EIGHT[3, 2, 3], strict=True))
    assert game.state.actors()[0] == W  # speaks first, or leads


@clause("D1-drawn")
@pytest.mark.parametrize("trump", list("SHDC"))
def test_d1_the_trump_is_drawn_and_shown_before_the_lead(trump: str) -> None:
    game = Game.new("premiere", dealer="S").deal({}, drawn=trump)
    assert game.last(TrumpDrawn).trump == trump
    for seat in (N, E, S, W, None):
        contract = game.match.view(seat).contract
        assert contract is not None
        assert contract.trump == trump
    luck = RandomChance(random.Random(3))
    drawn = set()
    for _ in range(60):
        match = Match.new("premiere", dealer="S").act(Cut(E, 8), luck).act(Deal(S, (3, 2, 3)), luck)
        assert match.state.contract is not None
        drawn.add(match.state.contract.trump)
    assert drawn == {Trump(suit) for suit in "SHDC"}


# Same dealer, or the next, after a deal that nobody took


@clause("A-4.1", "C-5B", "E-3", "D2-auction", "D3-take", "D4-auction")
@pytest.mark.parametrize(
    ("rules", "dealer"),
    [
        ("ffb-belote", E),
        ("ffb-contree", E),
        ("belote-501", W),
        ("premiere-grands", S),
        ("classique", S),
        ("coinche", S),
    ],
)
def test_who_deals_after_passes(rules: str, dealer: Seat) -> None:
    game = Game.new(rules, dealer="S")
    game.deal({}, turned="7H" if rules in ("ffb-belote", "belote-501", "classique") else None).pass_out()
    assert game.last(DealVoided).next_dealer == game.state.dealer == dealer
    assert isinstance(game.state.phase, Cutting)


# The pack that is only cut (B-3)


@clause("B-3")
def test_b_the_gathered_pack_of_a_played_deal_is_only_cut() -> None:
    """EW, the next dealer's side, has the tricks 1, 3, 5, 6, 7, 8; NS has 2 and 4.

    The last trick won lies on top of its side's pile; within a trick the first card lies on top.
    """
    game = played(dealt(Game.new("belote-annonces", dealer="S")))
    assert len(game.told(Shuffled)) == 1
    gathered = cards(
        "TS 8S JS KS  TC 8C JC KC  AC 9C 7C QC  KD TD 8D JD  QD AD 7D 9D  AS 7S 9S QS "
        "QH 8H AH JH  KH 7H TH 9H"
    )
    assert game.last(Gathered).order == game.state.pack == gathered
    # E deals; S, on his left, lifts five cards: TS 8S JS KS TC go underneath.
    assert game.state.actors() == (S,)
    game.act(Cut(S, 5)).act(Deal(E, (3, 2)))
    assert len(game.told(Shuffled)) == 1
    given = {seat: " ".join(card.text for card in hand) for seat, hand in game.last(Dealt).hands.items()}
    assert given == {
        "N": "8C JC KC AD 7D",
        "W": "AC 9C 7C 9D AS",
        "S": "QC KD TD 7S 9S",
        "E": "8D JD QD QS QH",
    }
    assert game.last(TurnedUp).card == Card("8H")
    assert game.state.stock == cards("AH JH KH 7H TH 9H TS 8S JS KS TC")


@clause("B-3")
def test_b_the_gathered_pack_of_a_deal_that_nobody_took() -> None:
    """The hands in the order of dealing, then the turned card and what was not dealt."""
    game = natural("belote-annonces", 3, 2).pass_out()
    gathered = cards(
        "7H 8H 9H JD QD  TH JH QH KD AD  KH AH 7D 7C 8C  8D 9D TD 9C TC  JC  QC KC AC 7S 8S 9S TS JS QS KS AS"
    )
    assert game.last(Gathered).order == game.state.pack == gathered
    dealer = game.state.dealer
    game.cut(3).act(Deal(dealer, (2, 3)))
    assert len(game.told(Shuffled)) == 1
    order = game.rules.table.after(dealer)
    given = [game.last(Dealt).hands[seat] for seat in order]
    # After the cut: JD QD TH JH | QH KD AD KH | AH 7D 7C 8C 8D 9D TD 9C | TC JC QC KC | 7H… underneath.
    assert [" ".join(card.text for card in hand) for hand in given] == [
        "JD QD AH 7D 7C",
        "TH JH 8C 8D 9D",
        "QH KD TD 9C TC",
        "AD KH JC QC KC",
    ]
    assert game.last(TurnedUp).card == Card("AC")


@clause("B-3")
def test_b_a_loosely_gathered_pack_keeps_sides_and_tricks_together() -> None:
    """EW, the next dealer's side, has six tricks: they lie upon the two of NS, in an order of chance."""
    packs = set()
    for _ in range(40):
        game = dealt(Game.new("belote-annonces", dealer="S", gathering="loose"))
        game.luck = RandomChance()
        order = played(game).last(Gathered).order
        tricks = [Cards(order[at : at + 4]) for at in range(0, 32, 4)]
        own, others = tricks[:6], tricks[6:]
        assert set(map(str, own)) == {str(Cards(trick)) for trick in TRICKS_OF_EW}
        assert set(map(str, others)) == {str(Cards(trick)) for trick in TRICKS_OF_NS}
        packs.add(order)
    assert len(packs) == 40


TRICKS_OF_EW = list(
    map(
        cards,
        ("TS 8S JS KS", "TC 8C JC KC", "AC 9C 7C QC", "KD TD 8D JD", "QD AD 7D 9D", "AS 7S 9S QS"),
    )
)
TRICKS_OF_NS = list(map(cards, ("QH 8H AH JH", "KH 7H TH 9H")))


@clause("B-3")
def test_b_loose_hands_are_gathered_upon_the_stock_as_it_lies() -> None:
    orders = set()
    for _ in range(20):
        game = Game.new("belote-annonces", dealer="S", gathering="loose").deal({}, turned="7H")
        stock, held = game.state.stock, game.state.held
        assert held is not None
        game.luck = RandomChance()
        game.pass_out()
        order = game.last(Gathered).order
        assert order[20:] == (Card("7H"), *stock)
        heaps = [Cards(order[at : at + 5]) for at in range(0, 20, 5)]
        assert sorted(map(str, heaps)) == sorted(map(str, held.hands.values()))
        orders.add(order[:20])
    assert len(orders) == 20


@clause("B-3", "A-3.2")
def test_only_b_gathers_its_pack_and_nobody_sees_it() -> None:
    game = played(dealt(Game.new("belote-annonces")))
    for seat in (N, E, S, W, None):
        assert redact(game.last(Gathered), seat) == Gathered(())
        assert game.match.view(seat).situation.pack == ()
    assert not played(dealt(Game.new("ffb-belote"))).told(Gathered)


# The staircase


def staircase(number: int, players: int = 4) -> Game:
    """The deal of that number; the last player deals, so 1 is dealt first."""
    game = Game.new("escalier", dealer=str(players), players=players).rig(deal_number=number)
    game.cut(8, PACK)
    return game.act(*game.state.legal(Seat(str(players))))


@clause("D5-deal")
def test_d5_a_hand_and_the_next_card_makes_trump() -> None:
    game = staircase(3)
    assert hands(game) == {"1": "7H 8H 9H", "2": "TH JH QH", "3": "KH AH 7D", "4": "8D 9D TD"}
    assert game.last(TurnedUp).card == Card("JD")
    game.call("1 0", "2 0", "3 0", "4 0")
    assert game.contract.trump == Trump.DIAMONDS
    assert Card("JD") not in {card for seat in "1234" for card in hand_of(game, seat)}


@clause("D5-deal")
@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
        (4, [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]),
        (5, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]),
        (6, [1, 2, 3, 4, 5, 4, 3, 2, 1]),
    ],
)
def test_d5_up_and_down_the_stairs(players: int, sizes: list[int]) -> None:
    for number, size in enumerate(sizes, start=1):
        game = staircase(number, players)
        assert {len(hand) for hand in game.told(Dealt)[0].hands.values()} == {size}
        assert list(game.told(Dealt)[0].hands) == [str(n + 1) for n in range(players)]


@clause("D5-blind")
def test_d5_one_card_seen_by_the_others_only() -> None:
    game = staircase(1)
    truth = {"1": "7H", "2": "8H", "3": "9H", "4": "TH"}
    assert hands(game) == truth
    for reader in "1234":
        view = game.match.view(reader)
        held = view.situation.held
        assert held is not None
        for seat, card in truth.items():
            seen = set() if seat == reader else {Card(card)}
            assert set(held.hands[Seat(seat)]) == seen
            assert held.hidden[Seat(seat)] == (1 if seat == reader else 0)
        assert not view.hand
    spectator = game.match.view(None).situation.held
    assert spectator is not None
    assert not any(spectator.hands.values())


@clause("D5-blind")
def test_d5_the_card_is_played_unseen() -> None:
    game = staircase(1).call("1 0", "2 0", "3 0", "4 0")
    assert game.state.legal(Seat("1")) == (PlayBlind(Seat("1")),)
    assert game.match.view("1").legal() == (PlayBlind(Seat("1")),)
    assert game.refused(Play(Seat("1"), Card("7H")))  # he can't know it
    game.act(*(PlayBlind(Seat(seat)) for seat in "1234"))
    assert [event.card.text for event in game.told(CardPlayed)] == ["7H", "8H", "9H", "TH"]
    assert game.last(TrickWon).seat == "3"  # hearts are trump (JH is turned): the nine is the best
    assert game.score == {"1": 0, "2": 0, "3": -1, "4": 0}


@clause("D5-blind")
def test_d5_two_cards_are_one_s_own() -> None:
    game = staircase(2)
    assert set(game.match.view("1").hand) == set(cards("7H 8H"))
    held = game.match.view("1").situation.held
    assert held is not None
    assert not held.hands[Seat("2")]
    game.call("1 0", "2 0", "3 0", "4 0")
    assert playable(game.state.legal(Seat("1"))) == {"7H", "8H"}
    assert game.refused(PlayBlind(Seat("1")))


# The counter


@clause("D6-deal")
def test_d6_one_by_one_into_hands_and_piles() -> None:
    """N, not the dealer, is player 1: 7H to N, 8H to S, 9H down before N, TH down before S, and so on."""
    game = natural("comptoir", 1, 1, 1, 1, 1, 1, 1, 1)
    assert hands(game) == {"N": "7H JH 7D JD 7C JC 7S JS", "S": "8H QH 8D QD 8C QC 8S QS"}
    held = game.state.held
    assert held is not None
    piles = {seat: [(pile.top, pile.under) for pile in row] for seat, row in held.piles.items()}
    assert piles == {
        "N": [
            (Card(top), Card(under))
            for top, under in (("9C", "9H"), ("KC", "KH"), ("9S", "9D"), ("KS", "KD"))
        ],
        "S": [
            (Card(top), Card(under))
            for top, under in (("TC", "TH"), ("AC", "AH"), ("TS", "TD"), ("AS", "AD"))
        ],
    }
    assert game.state.actors() == (N,)


@clause("D6-deal", "D6-play")
def test_d6_nobody_sees_what_lies_face_down() -> None:
    game = natural("comptoir", *(1,) * 8)
    for reader in ("N", "S", None):
        held = game.match.view(reader).situation.held
        assert held is not None
        for row in held.piles.values():
            assert all(pile.under is None and pile.covers and pile.top is not None for pile in row)
    north = game.match.view("N")
    assert set(north.hand) == set(cards("7H JH 7D JD 7C JC 7S JS"))


@clause("D6-play")
def test_d6_from_the_hand_or_the_top_of_a_pile_and_the_card_under_it_is_turned_up() -> None:
    game = Game.new("comptoir", dealer="S").cut(8, PACK)
    game.act(Deal(S, (1,) * 8), chance=StackedChance(draws=[Trump.DIAMONDS]))
    assert playable(game.state.legal(N)) == {
        card.text for card in cards("7H JH 7D JD 7C JC 7S JS 9C KC 9S KS")
    }
    game.play("N KC")
    assert game.last(PileTurned) == PileTurned(N, 1, Card("KH"))
    held = game.match.view("S").situation.held
    assert held is not None
    assert held.piles[N][1] == Pile(Card("KH"), None, covers=False)  # for all to see
    assert playable(game.state.legal(S)) == {"8C", "QC", "TC", "AC"}
    game.play("S 8C")  # from the hand: nothing is turned
    assert len(game.told(PileTurned)) == 1
    assert game.playing.turn == N
    assert "KH" in playable(game.state.legal(N))
    game.play("N KH")  # the last of its pile
    assert len(game.told(PileTurned)) == 1
    held = game.state.held
    assert held is not None
    assert held.piles[N][1].top is None


@clause("D6-play", "D6")
@pytest.mark.parametrize("seed", range(3))
def test_d6_sixteen_tricks_of_two_cards(seed: int) -> None:
    game = at_random(
        Game.new("comptoir"), random.Random(seed), until=lambda game: game.state.deal_number == 2
    )
    assert len(game.told(TrickWon)) == 16
    assert {event.card for event in game.told(CardPlayed)} == set(PACK)
    assert len(game.told(PileTurned)) == 8
