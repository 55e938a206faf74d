"""The seat of a peer: what colver is told, and whether its rules are ours (where it is installed)."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.colver import arena_words
from bench.colver_rules import Comparison
from bench.install import PEERS
from bench.peers.colver_agent import actions_so_far, drawn_hands
from bench.peers.colver_table import RANKS, SUITS, VALUES, call_number, card_number, colver
from rebelote.bots import make
from rebelote.bots.protocol import encode_line, view_line
from rebelote.cards import ALL_CARDS, PACK, Cards
from rebelote.chance import RandomChance
from rebelote.match import Match
from rebelote.phases.belote import companion
from rebelote.phases.obligations import legal_cards
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Counting
from rebelote.ruleset.loading import load

RULES = Path(__file__).parents[1] / "bench" / "colver.toml"
INSTALLED = (PEERS / "colver" / "INSTALLED").is_file()


def test_cards_are_numbered_by_suit_then_rank() -> None:
    assert sorted(card_number(card.text) for card in PACK) == list(range(32))
    assert (card_number("7S"), card_number("TS"), card_number("AC")) == (0, 6, 31)


def test_calls_are_numbered_by_value_then_suit() -> None:
    bids = [{"do": "bid", "value": value, "trump": suit} for value in VALUES for suit in SUITS]
    calls: list[dict[str, Any]] = [{"do": "pass"}, *bids, {"do": "contre"}, {"do": "surcontre"}]
    assert [call_number(call) for call in calls] == list(range(43))
    assert len(RANKS) == 8


def test_the_deal_that_colver_sees_is_not_ours_but_could_be() -> None:
    """Own cards as they are, the others' dealt anew; and the play so far stays lawful, «belote» included."""
    others_differ = 0
    for number in range(12):
        match = Match.new(load(RULES), dealer="N")
        luck = random.Random(number)
        players = {seat: make("habitue", luck) for seat in match.rules.table}
        dealt: dict[str, Cards] = {}
        while not match.is_over and len(match.view(None).sheet) == 0:
            seat = match.state.actors()[0]
            held = match.state.held
            if not dealt and held is not None and len(held.hands[seat]) == 8:
                dealt = {str(each): held.hands[each] for each in match.rules.table}
            if isinstance(match.state.phase, Playing) and len(match.state.phase.won) < 7:
                view = json.loads(encode_line(view_line(match.view(seat))))
                drawn = drawn_hands(view, seed=number)
                assert Cards(card for cards in drawn.values() for card in cards) == ALL_CARDS
                assert all(len(cards) == 8 for cards in drawn.values())
                assert drawn[seat] == dealt[seat]
                others_differ += drawn != dealt
                check_lawful(match, drawn)
            assert not isinstance(match.state.phase, Counting)
            match = match.act(players[seat].choose(match.view(seat)), RandomChance(luck))
    assert others_differ > 100


def check_lawful(match: Match, drawn: dict[str, Cards]) -> None:
    """Everybody could have played, and said, what he did, from the hand that was drawn for him."""
    playing = match.state.phase
    assert isinstance(playing, Playing)
    hands = dict(drawn)
    for seen in match.view(None).observed:
        hand = hands[seen.seat]
        play, order, table = match.rules.play, playing.order, match.rules.table
        assert seen.card in legal_cards(play, order, table, seen.seat, hand, seen.before)
        if seen.card in playing.royals_here and seen.say != "rebelote":
            assert (companion(seen.card) in hand) == (seen.say == "belote")
        hands[seen.seat] = hand.without(seen.card)


def test_all_that_happened_is_told_in_order() -> None:
    view = {
        "calls": [{"do": "pass"}, {"do": "bid", "value": 90, "trump": "H"}, {"do": "pass"}],
        "played": [{"card": "7S"}, {"card": "AS"}],
    }
    assert actions_so_far(view) == [0, 6, 0, 0, 7]


def test_card_play_alone_has_its_contracts_fixed() -> None:
    words = arena_words(["--play", "smart_ismcts", "--time", "50", "--pairs", "9"])
    assert words[:3] == [
        "arena",
        "expert@50ms",
        "cmd@60s:python -m bench.peers.colver_agent smart_ismcts maxi 50 points",
    ]
    assert words[words.index("--fixed-contract") + 1] == "habitue"
    assert words[words.index("--deals") + 1] == "9"


def test_with_calls_the_marks_count() -> None:
    words = arena_words(["--bidding", "improved", "--bot", "pimc20"])
    assert words[1:3] == ["pimc20", "cmd@60s:python -m bench.peers.colver_agent isdd improved 20 marks"]
    assert "--fixed-contract" not in words


@pytest.mark.skipif(
    not INSTALLED, reason="colver is not installed: .venv/bin/python -m bench colver --seconds 1"
)
def test_both_engines_allow_and_mark_the_same(monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr(sys, "path", [*sys.path, str(PEERS / "colver")])
    comparison = Comparison(load(RULES), colver().Env)
    for number in range(60):
        comparison.play(number)
    assert comparison.seen["cards"] > 1500
