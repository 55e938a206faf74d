"""The fixed yardstick: its worlds agree with what its seat saw, and its moves are those it always made."""

from __future__ import annotations

import random

import pytest

from rebelote.actions import Play
from rebelote.arena import Settings, run
from rebelote.bots import BOTS, REFERENCES, Decision, make
from rebelote.bots.pimc20 import WORLDS, possible_positions
from rebelote.language.text import LANGS, catalogue
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.ruleset.loading import load
from rebelote.view import View
from tests.support import random_matches
from tests.support.random_matches import POOL, Luck
from tests.support.table_setup import Game, call_text

FEW_CARDS = 5
"""With more in hand, comptoir's worlds take seconds to solve."""


def pimc20(view: View, seed: int = 1) -> Decision:
    return REFERENCES["pimc20"](random.Random(seed)).explain(view)


def few_cards_left(view: View) -> bool:
    playing = view.situation.phase
    assert view.seat is not None
    return isinstance(playing, Playing) and playing.length - len(playing.won) <= FEW_CARDS


ROEM = "klaverjas"
"""Newer than the yardstick, which was frozen without it: the solver does not count roem."""


@pytest.mark.parametrize("game", [game for game in POOL if game.rules != ROEM], ids=str)
def test_it_plays_every_game(game: random_matches.Game) -> None:
    luck = Luck(8)
    match = game.start(luck)
    players = {seat: make("habitue", random.Random(f"{seat}")) for seat in match.rules.table}
    asked = 0
    while asked < 40 and not match.is_over:
        seat = match.state.actors()[0]
        view = match.view(seat)
        action = players[seat].choose(view)
        if isinstance(action, Play) and few_cards_left(view):
            decision = pimc20(view)
            assert decision.action in view.legal()
            assert all(decision.text(lang) for lang in LANGS)
            assert pimc20(view) == decision
            asked += 1
        match = match.act(action, luck)
    assert asked > 8


@pytest.mark.parametrize("rules", ["ffb-contree", "ffb-belote", "escalier", "comptoir"])
def test_its_worlds_agree_with_what_was_seen(rules: str) -> None:
    luck = Luck(5)
    match = random_matches.game(rules).start(luck)
    for _ in range(60):
        if match.is_over:
            break
        seat = match.state.actors()[0]
        playing, view = match.state.phase, match.view(seat)
        if isinstance(playing, Playing) and playing.turn == seat and view.hand:
            check_worlds(view, playing)
        match = match.act(luck.choice(match.state.legal(seat)), luck)


def check_worlds(view: View, truth: Playing) -> None:
    seen = view.situation.phase
    assert isinstance(seen, Playing)
    worlds = list(possible_positions(view, seen, seed=3))
    assert len(worlds) == WORLDS
    covered = sum(pile.covers for row in truth.held.piles.values() for pile in row)
    for world in worlds:
        assert sum(map(len, world.piles.values())) == covered
        for seat in view.rules.table:
            assert world.hands[seat] <= view.could_hold(seat) | seen.held.playable(seat)
            assert len(world.hands[seat]) == len(truth.held.playable(seat))


# Its moves, frozen

FROZEN_ENDINGS = {
    "ffb-belote": "AS QD 9S QS TD TS JH KC",
    "premiere": "AS KD TC 9S 7S AH 9C QS",
    "escalier": "8C JC JS KC KH KH QD TC",
    "comptoir": "7H 7H 9C 7H 7H 9S 8S JS",
}

HANDS = {
    "E": "JH 9H AH 8H AS KS 7D 8C",
    "N": "7H QH TS 9S AD TD 7C 9C",
    "W": "TH KH QS 7S KD 9D AC KC",
}
"""South has JS 8S QD JD 8D TC QC JC."""


def test_moves_of_a_contree() -> None:
    """Who leads after whom, and by what seed: the whole deal as pimc20 has always played it."""
    game = Game.new("ffb-contree", dealer="S").deal(HANDS).settle("E 100 H")
    played: list[str] = []
    for _ in range(32):
        seat = game.state.actors()[0]
        action = pimc20(game.match.view(seat), seed=len(played)).action
        assert isinstance(action, Play)
        played.append(action.card.text)
        game.act(action)
    assert " ".join(played) == FROZEN_CONTREE


FROZEN_CONTREE = (
    "9H QH KH 8D JH 7H TH JD 8H 7C QS 8S AS 9S 7S JS 8C 9C KC TC JC AH TD AC 7D AD 9D QD TS KD QC KS"
)


def test_a_move_with_its_means() -> None:
    game = Game.new("ffb-contree", dealer="S").deal(HANDS).settle("E 100 H")
    decision = pimc20(game.match.view("E"), seed=11)
    shown = {c.action.card.text: c.value for c in decision.candidates if isinstance(c.action, Play)}
    assert shown == FROZEN_MEANS


FROZEN_MEANS = {
    "9H": 139.65,
    "JH": 139.65,
    "AH": 139.65,
    "8C": 132.35,
    "AS": 131.85,
    "7D": 131.55,
    "8H": 119.85,
    "KS": 114.1,
}


@pytest.mark.parametrize("rules", FROZEN_ENDINGS)
def test_moves_of_endings(rules: str) -> None:
    """A random match, and what pimc20 would have played when few cards were left."""
    luck = Luck(21)
    match = random_matches.game(rules).start(luck)
    chosen: list[str] = []
    while len(chosen) < 8:
        seat = match.state.actors()[0]
        view = match.view(seat)
        if few_cards_left(view) and view.hand and len(view.legal()) > 1:
            action = pimc20(view, seed=len(chosen)).action
            assert isinstance(action, Play)
            chosen.append(action.card.text)
        match = match.act(luck.choice(match.state.legal(seat)), luck)
    assert " ".join(chosen) == FROZEN_ENDINGS[rules]


# Beside the ladder


def test_it_is_no_rung_of_the_ladder() -> None:
    assert "pimc20" in REFERENCES
    assert not set(REFERENCES) & set(BOTS)
    for lang in LANGS:
        assert set(REFERENCES) < set(catalogue(lang).references)


@pytest.mark.parametrize("rules", ["ffb-contree", "premiere-grands", "escalier"])
def test_against_itself_it_is_exactly_even(rules: str) -> None:
    contest = Settings(rules=load(rules), first="pimc20", second="pimc20", seed=4, bidder="habitue")
    *_, results = run(contest, 1, jobs=1)
    assert {pair.value for pair in results} == {0.0}


FROZEN_CALLS = {
    "ffb-contree": (
        "80 D, 90 S, 100 D, 110 S, 120 D, 130 S, 140 D, 150 S, 160 D, pass, pass, pass, 80 D, "
        "90 H, pass, pass, pass"
    ),
    "coinche": (
        "80 S, pass, pass, 90 C, 100 S, pass, pass, pass, pass, 80 H, 90 C, 100 S, pass, pass, "
        "110 C, pass, pass, 120 H, pass, pass, pass"
    ),
    "premiere-grands": (
        "1 S, 2 D, 3 H, 4 C, 5 S, 6 D, pass, pass, 7 S, pass, pass, pass, 1 C, 2 H, 3 C, 4 S, 5 C, "
        "6 H, 7 C, pass, pass, 8 H, contre"
    ),
    "ffb-belote": "take D, pass, pass, take D",
    "belote-annonces": "take D, pass, pass, take D",
    "belote-501": "pass, pass, take H, pass, pass, take C",
    "escalier": "1, 0, 0, 1, 0, 0, 0, 0",
}


def called(rules: str) -> str:
    """Two auctions among four of them, and in escalier the numbers of two deals, as text."""
    said: list[str] = []
    for seed in (31, 32):
        luck = Luck(seed)
        match = random_matches.game(rules).start(luck)
        while not isinstance(match.state.phase, Playing):
            seat = match.state.actors()[0]
            if isinstance(match.state.phase, Choosing):
                action = pimc20(match.view(seat)).action
                said.append(call_text(action))
            else:
                action = luck.choice(match.state.legal(seat))
            match = match.act(action, luck)
    return ", ".join(said)


@pytest.mark.parametrize("rules", FROZEN_CALLS)
def test_its_calls(rules: str) -> None:
    assert called(rules) == FROZEN_CALLS[rules]
