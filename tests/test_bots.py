"""Every bot at every table, and positions on which belote players agree."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import coverage
import pytest

from rebelote.actions import (
    Accept,
    Bid,
    CallReferee,
    Contre,
    Guess,
    Object,
    Pass,
    Play,
    Propose,
    Refuse,
    Take,
)
from rebelote.bots import BOTS, Decision, Explainer, make
from rebelote.bots.decision import Candidate
from rebelote.bots.habitue.guesses import expected_tricks
from rebelote.cards import Card, Rank, Trump
from rebelote.chance import RandomChance
from rebelote.errors import RebeloteError
from rebelote.language.text import LANGS, catalogue
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.table import Seat
from rebelote.view import View
from tests.support import random_matches
from tests.support.random_matches import POOL, Luck
from tests.support.table_setup import Game, contree

MEAN_SECONDS = 0.015 if coverage.Coverage.current() is None else 0.05
"""Of processor time a move; counting the lines that are reached takes its own."""


# The conformance suite


def player_test(sit_down: Callable[[random.Random], Explainer], game: random_matches.Game) -> None:
    """A whole match: every choice legal, the same for the same seed, quick, and told in both languages."""
    luck = Luck(7)
    match = game.start(luck)
    table = {seat: sit_down(random.Random(f"seat {seat}")) for seat in match.rules.table}
    twins = {seat: sit_down(random.Random(f"seat {seat}")) for seat in match.rules.table}
    spent, moves = 0.0, 0
    while not match.is_over:
        seat = match.state.actors()[0]
        view = match.view(seat)
        begun = time.process_time()
        action = table[seat].choose(view)
        spent += time.process_time() - begun
        moves += 1
        assert action in view.legal() or action in view.table_actions()
        check_decision(twins[seat].explain(view), Candidate(action, 0.0))
        match = match.act(action, luck)
        assert moves < 5000, "the match does not end"
    assert spent / moves < MEAN_SECONDS


def check_decision(decision: Decision, chosen: Candidate) -> None:
    assert decision.action == chosen.action
    assert not decision.candidates or decision.candidates[0].action == decision.action
    for lang in LANGS:
        assert decision.text(lang)


FIRST_OF_RULES = {game.rules: game for game in reversed(POOL)}
MATCHES = [
    pytest.param(bot, game, id=f"{bot}-{game}", marks=() if traced else pytest.mark.untraced)
    for bot, game in product(["hasard", "debutant", "habitue", "expert@3w"], POOL)
    for traced in [bot in ("hasard", "debutant") or game == FIRST_OF_RULES[game.rules]]
]
"""Every bot with every game. Of those who think, tracing follows one match of each ruleset."""


@pytest.mark.parametrize(("bot", "game"), MATCHES)
def test_every_bot_plays_every_game(bot: str, game: random_matches.Game) -> None:
    player_test(lambda generator: make(bot, generator), game)


def test_bots_have_names_descriptions_and_rising_strengths() -> None:
    assert list(BOTS) == ["hasard", "debutant", "habitue", "expert"]
    assert [bot.strength for bot in BOTS.values()] == [1, 2, 3, 4]
    for lang in LANGS:
        assert set(catalogue(lang).bots) == set(BOTS)
        assert all(bot.description(lang) for bot in BOTS.values())


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(RebeloteError, match=r"no bot called 'expert9' .*habitue"):
        make("expert9", random.Random(1))


# What an habitué does


SOUND = ("habitue", "expert@60w,points")
"""Some things both do."""


def explained(game: Game, seat: str, bot: str) -> Decision:
    return make(bot, random.Random(1)).explain(game.match.view(seat))


def habitue(game: Game, seat: str) -> Decision:
    return explained(game, seat, "habitue")


def plays(game: Game, seat: str, bot: str = "habitue") -> str:
    action = explained(game, seat, bot).action
    assert isinstance(action, Play)
    return action.card.text


TAKER_E = {"E": "JH 9H AH 8H AS KS 7D 8C", "N": "7H QH TS 9S AD TD 7C 9C"}


def test_the_taker_draws_trumps() -> None:
    game = contree(TAKER_E, "E 100 H")
    decision = habitue(game, "E")
    assert plays(game, "E") == "JH"
    assert decision.text("en") == "My side took: I draw trumps."


def test_trumps_are_not_drawn_from_the_partner_alone() -> None:
    """Once the opponents show out, the taker turns to his aces."""
    hands = {"E": "JH 9H AH TH AS KS 7D 8C", "N": "8H TS 9S AD TD 7C 9C QC", "W": "KH QH 7H 7S 8S 8D 9D KC"}
    game = contree(hands, "E 100 H")
    game.trick("E: JH 8H 7H JS")
    game.trick("E: 9H 7C QH QS")
    assert plays(game, "E") == "AS"


def test_points_go_to_a_master_partner() -> None:
    """The partner's ace of spades holds, and E plays last: the ten goes on it, not the seven."""
    hands = {
        "E": "TS 7S 7D 8D 9D 7C 8C 9C",
        "N": "8S QS AD TD KD AC TC KC",
        "W": "AS 9S JH 9H AH TH KH QH",
        "S": "KS JS 8H 7H JD QD JC QC",
    }
    game = contree(hands, "W 120 H", dealer="E")
    game.play("N 8S", "W AS", "S JS")
    assert plays(game, "E") == "TS"
    assert habitue(game, "E").reason.key == "gives_points"


SPADES_FROM_N = {
    "N": "AS 9S JH 9H AH TH KH QH",
    "W": "8S KS AD TD KD AC TC KC",
    "S": "QS JS 8H 7H JD QD JC QC",
    "E": "TS 7S 7D 8D 9D 7C 8C 9C",
}


def test_nothing_is_given_to_the_opponents() -> None:
    game = contree(SPADES_FROM_N, "N 120 H", dealer="E")
    game.play("N AS", "W 8S", "S JS")
    assert plays(game, "E") == "7S"


def test_a_defender_leads_an_ace_not_a_trump() -> None:
    hands = {"E": "AS KS 9H 8H 7D 8D 9C QC", "N": "JH AH TH KH QH AD AC 7C"}
    game = contree(hands, "N 120 H")
    assert plays(game, "E") == "AS"
    assert habitue(game, "E").reason.key == "leads_ace"


def test_the_last_to_play_takes_a_ten_with_the_ace() -> None:
    hands = SPADES_FROM_N | {"N": "TS 9S JH 9H AH TH KH QH", "E": "AS 7S 7D 8D 9D 7C 8C 9C"}
    game = contree(hands, "N 120 H", dealer="E")
    game.play("N TS", "W 8S", "S JS")
    assert plays(game, "E") == "AS"
    assert habitue(game, "E").text("fr") == "Je prends le pli."


@pytest.mark.parametrize("bot", SOUND)
def test_a_partners_master_is_not_ruffed(bot: str) -> None:
    """W's ace holds and E, void of spades, is last: a discard, and one that brings points."""
    hands = {
        "W": "AS 9S JH 9H AH KH QH 8H",
        "S": "QS JS TH 8D JD QD JC QC",
        "E": "7H 7D TD 9D 7C 8C 9C TC",
        "N": "TS 7S 8S KS AD KD AC KC",
    }
    game = contree(hands, "W 120 H", dealer="N")
    game.play("W AS", "S JS")
    assert plays(game, "E", bot) in ("TD", "TC")


def test_the_second_hand_keeps_its_king_under_an_ace() -> None:
    game = contree(SPADES_FROM_N, "N 120 H", dealer="E")
    game.play("N AS")
    assert plays(game, "W") == "8S"


@pytest.mark.parametrize("bot", SOUND)
def test_the_king_comes_before_the_queen_where_the_words_need_it(bot: str) -> None:
    """B-7: «Belote» goes with the king; a queen played first would forfeit it."""
    game = Game.new("belote-annonces", dealer="S")
    game.deal({"E": "KH QH 7D 8D 9D", "N": "JH 9H AH TH AS"}, turned="8H")
    game.settle("N take")
    decision = explained(game, "E", bot)
    order = [each.action.card.text for each in decision.candidates if isinstance(each.action, Play)]
    assert order.index("KH") < order.index("QH")


def test_words_are_said_by_hand() -> None:
    game = contree({"E": "KH QH 7D 8D 9D 7C 8C 9C"}, "E 80 H", announce="manual")
    said = [c.action for c in habitue(game, "E").candidates if isinstance(c.action, Play)]
    assert {action.say for action in said if action.card in (Card("KH"), Card("QH"))} == {"belote"}


# Calling


def call(game: Game, seat: str) -> object:
    return habitue(game, seat).action


def test_jack_nine_ace_and_an_ace_take_the_turned_suit() -> None:
    game = Game.new("classique", dealer="S").deal({"W": "JH 9H AS KS 7D"}, turned="AH")
    assert call(game, "W") == Take("W", Trump.HEARTS)  # type: ignore[arg-type]


def test_nothing_takes_nothing() -> None:
    game = Game.new("classique", dealer="S").deal({"W": "7S 8S 9D QC 7D"}, turned="8H")
    assert isinstance(call(game, "W"), Pass)


def test_a_strong_hand_bids_and_a_weak_one_passes() -> None:
    game = Game.new("ffb-contree", dealer="S").deal(
        {"E": "JH 9H AH KH AS 7D 8C 9C", "N": "7S 8S QS TD 8D QD 7C QC"}
    )
    bid = call(game, "E")
    assert isinstance(bid, Bid)
    assert bid.trump is Trump.HEARTS
    game.act(bid)
    assert isinstance(call(game, "N"), Pass)


def test_the_call_is_worth_more_where_it_is_paid() -> None:
    hands = {"E": "JH 9H AH KH AS AD 8C 9C"}
    values = {}
    for scoring in ("made", "announced", "both"):
        bid = call(Game.new("ffb-contree", dealer="S", scoring=scoring).deal(hands), "E")
        assert isinstance(bid, Bid)
        values[scoring] = bid.value
    assert values["made"] == 80
    assert values["announced"] == values["both"] > 100  # type: ignore[operator]


def test_partner_is_raised_with_aces_and_a_trump_honour() -> None:
    game = Game.new("ffb-contree", dealer="S", scoring="announced")
    game.deal({"E": "JH AH KH 8H AS 7D 8C 9C", "W": "9H TH AD TD AC 7S 8S 7C"})
    game.call("E 90 H", "N pass")
    raised = call(game, "W")
    assert isinstance(raised, Bid)
    assert raised.trump is Trump.HEARTS
    assert habitue(game, "W").reason.key == "raises"


def test_every_trick_in_hand_is_a_capot() -> None:
    game = Game.new("ffb-contree", dealer="S").deal({"E": "JH 9H AH TH KH AS TS AD"})
    assert call(game, "E") == Bid("E", "capot", Trump.HEARTS)  # type: ignore[arg-type]


def test_a_wild_bid_is_contred_by_a_hand_that_stops_it() -> None:
    game = Game.new("ffb-contree", dealer="S").deal({"N": "JH 9H AH 8H AS AD 7C 8C"})
    game.call("E 150 H")
    assert isinstance(call(game, "N"), Contre)


def test_tricks_are_bid_in_tricks() -> None:
    game = Game.new("premiere-grands", dealer="S").deal({"W": "JH 9H AH TH AS AD 7C 8C"})
    bid = call(game, "W")
    assert isinstance(bid, Bid)
    assert bid.trump is Trump.HEARTS


def test_an_opponents_suit_is_objected_to_by_a_hand_that_can_not_stop_it() -> None:
    game = Game.new("belote-annonces", dealer="S", objections=True).deal({"N": "7S 8S 9S QS 7D"}, turned="8H")
    game.call("E pass", "N pass", "W pass", "S pass", "E take C")
    assert isinstance(call(game, "N"), Object)


# Manners


def test_a_fault_is_let_pass_but_no_deal_is_given_up() -> None:
    game = contree(TAKER_E, "E 100 H", enforcement="table")
    for remedy, answer in (("let_pass", Accept), ("void", Refuse)):
        asked = game.match.act(Propose("E", remedy))  # type: ignore[arg-type]
        assert isinstance(make("habitue", random.Random(1)).choose(asked.view("N")), answer)


def test_a_plain_revoke_is_brought_before_the_referee() -> None:
    """N discards on the first trick, and shows a heart later."""
    hands = {
        "E": "JH 9H AH TH AS KS QS JS",
        "N": "8H TS 9S AD TD 7C 9C QC",
        "W": "7H 8S 7S 8D 9D KC TC AC",
        "S": "KH QH 7D JD QD KD 8C JC",
    }
    game = contree(hands, "E 100 H", enforcement="table")
    game.trick("E: JH 7C 7H QH")
    while not hasattr(game.state.phase, "counted"):
        seat = game.state.actors()[0]
        game.act(make("debutant", random.Random(1)).choose(game.match.view(seat)))
    assert isinstance(make("habitue", random.Random(1)).choose(game.match.view("E")), CallReferee)


# Escalier and comptoir


def blind(dealer: str, hands: dict[str, str]) -> Game:
    """The first deal of a staircase: one card each, that only the others see. Hearts are trumps."""
    return Game.new("escalier", dealer=dealer).deal(hands, turned="7H")


def test_nobody_hopes_to_beat_the_jack_of_trumps() -> None:
    game = blind("2", {"1": "7S", "2": "8S", "4": "JH"})
    assert habitue(game, "3").action == Guess(Seat("3"), 0)


def test_a_lead_against_small_cards_of_other_suits_is_a_trick() -> None:
    game = blind("2", {"1": "7S", "2": "8D", "4": "7C"})
    assert habitue(game, "3").action == Guess(Seat("3"), 1)
    assert habitue(game, "3").reason.key == "guesses_blind"


SHORT = {
    "id": "short-staircase",
    "extends": "escalier",
    "dealing": {
        "ranks": [*"789TJQ"],
        "layout": {"kind": "staircase", "top": {"3": 7, "4": 5, "5": 4, "6": 3}},
    },
}


def second_deals(rules: str | dict[str, Any]) -> Iterator[View]:
    """Two cards each: how each seat sees them."""
    for seed in range(400):
        match = Match.new(rules, seed=seed, dealer="4")
        while match.state.deal_number == 1 or not match.state.held:
            match = match.act(match.legal()[0])
        yield from map(match.view, match.rules.table.seats)


def test_in_a_short_pack_the_best_card_that_there_is_counts_as_an_ace() -> None:
    """Without ace and king nothing beats a ten: two of them are worth a trick."""
    for rules, rank, worth in ((SHORT, "T", True), ("escalier", "A", True), ("escalier", "T", False)):
        views = [view for view in second_deals(rules) if {card.rank for card in view.hand} == {Rank(rank)}]
        plain = [view for view in views if view.situation.turned and not has_trump(view)]
        assert plain
        assert all((expected_tricks(view) > 1) == worth for view in plain)


def has_trump(view: View) -> bool:
    turned = view.situation.turned
    return turned is not None and bool(view.hand.in_suit(turned.suit))


def test_two_high_trumps_are_two_tricks_and_then_none_is_wanted() -> None:
    """The second deal: two cards each. Who has his tricks gets rid of what could win more."""
    game = blind("4", {"1": "7S", "2": "8D", "3": "9C", "4": "7C"})
    game.call("1 0", "2 0", "3 0", "4 0")
    while game.state.deal_number == 1:
        game.act(game.state.legal(game.state.actors()[0])[0])
    game.deal({"2": "JH 9H", "3": "AS 7C", "4": "7S 8S", "1": "KS 9S"}, turned="7H")
    assert habitue(game, "2").action == Guess(Seat("2"), 2)
    game.call("2 2", "3 0", "4 0", "1 1")
    game.play("2 JH")
    assert plays(game, "3") == "AS"
    assert habitue(game, "3").reason.key == "avoids_trick"


def test_a_hand_and_its_piles_are_played_together() -> None:
    """Comptoir: the master on a pile is led like one in hand."""
    match = Match.new("comptoir", dealer="N", chance=RandomChance(random.Random(1)), count="points")
    player = make("habitue", random.Random(1))
    while not isinstance(match.state.phase, Playing):
        match = match.act(match.state.legal(match.state.actors()[0])[0], RandomChance(random.Random(2)))
    view: View = match.view("S")
    offered = {action.card for action in view.legal() if isinstance(action, Play)}
    weighed = {c.action.card for c in player.explain(view).candidates if isinstance(c.action, Play)}
    assert weighed == offered
    assert len(weighed) == 12
