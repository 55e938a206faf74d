"""Hasard plays anything legal, and lets faults pass."""

from __future__ import annotations

import random

import pytest

from rebelote.actions import Action, Play
from rebelote.bots import Player, make
from rebelote.chance import RandomChance
from rebelote.events import CardPlayed, DeclarationsUnproved, Ruled
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.ruleset import OptionValue, loading
from rebelote.ruleset.loading import RULESET_IDS
from rebelote.view import View
from tests.support.terminal import Terminal


def careless(view: View, bot: Player) -> Action:
    """Lays a wrong card whenever there is one."""
    playing = view.situation.phase
    if isinstance(playing, Playing) and view.seat is not None and (wrong := playing.refusals(view.seat)):
        return Play(view.seat, next(iter(wrong)))
    return bot.choose(view)


def play_deal(seed: int, rules: str, careless_seat: str = "", **options: OptionValue) -> Match:
    luck = random.Random(seed)
    chance = RandomChance(luck)
    match = Match.new(loading.load(rules, {"enforcement": "table", **options}), chance=chance)
    players = {seat: make("hasard", luck) for seat in match.rules.table}
    while not match.is_over and not len(match.view(None).sheet):
        seat = match.state.actors()[0]
        view = match.view(seat)
        action = careless(view, players[seat]) if seat == careless_seat else players[seat].choose(view)
        match = match.act(action, chance)
    return match


@pytest.mark.parametrize("rules", RULESET_IDS)
def test_hasard_plays_by_the_rules(rules: str) -> None:
    for seed in range(5):
        match = play_deal(seed, rules, announce="manual")
        assert not any(isinstance(event, Ruled | DeclarationsUnproved) for event in match.log)
        assert not any(isinstance(event, CardPlayed) and event.wrong for event in match.log)


def test_hasard_sees_an_opponent_who_did_not_follow() -> None:
    """It calls the referee at the count, and is right; of its partner it says nothing."""
    rulings = []
    for seed in range(20):
        match = play_deal(seed, "ffb-contree", "E")
        called = [event for event in match.log if isinstance(event, Ruled)]
        assert all(event.called_by in ("N", "S") and event.fault == "wrong_card" for event in called)
        rulings += called
    assert rulings


def test_hasard_lets_a_fault_pass_but_plays_every_deal(terminal: Terminal) -> None:
    words = ("play", "--rules", "premiere", "-o", "enforcement=table", "--seed", 1, "--lang", "en")
    out = terminal.output(*words, typed="\n!\n2\n!\n3\n")
    assert "let it pass" in out.lower()
    assert "you leave the table" in out.lower()
