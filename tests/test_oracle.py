"""The open-card cheat: as strong as it should be, and out of reach of everything but the arena."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import rebelote.bots
from rebelote.arena import Settings, run
from rebelote.arena.oracle import Oracle
from rebelote.arena.players import ORACLE, sit_down
from rebelote.bots import BOTS, REFERENCES, make
from rebelote.cli import main
from rebelote.errors import RebeloteError
from rebelote.language.text import LANGS, catalogue
from rebelote.ruleset.loading import load
from tests.support import random_matches
from tests.support.random_matches import POOL, Luck
from tests.support.source_imports import MODULES, imported_modules


def settings(first: str, second: str, bidder: str | None) -> Settings:
    return Settings(rules=load("ffb-contree"), first=first, second=second, seed=3, bidder=bidder)


@pytest.mark.untraced
def test_it_beats_those_who_cannot_see() -> None:
    *_, results = run(settings(ORACLE, "habitue", "habitue"), 30, jobs=1)
    assert results.half_width is not None
    assert results.mean > results.half_width


@pytest.mark.parametrize("bidder", [None, "habitue"])
def test_against_itself_it_is_exactly_even(bidder: str | None) -> None:
    *_, results = run(settings(ORACLE, ORACLE, bidder), 3, jobs=1)
    assert {pair.value for pair in results} == {0.0}


@pytest.mark.untraced
@pytest.mark.parametrize("game", [game for game in POOL if game.rules != "comptoir"], ids=str)
def test_it_plays_every_game(game: random_matches.Game) -> None:
    luck = Luck(2)
    match = game.start(luck)
    players = {seat: Oracle(random.Random(f"{seat}")) for seat in match.rules.table}
    for _ in range(120):
        if match.is_over:
            break
        seat = match.state.actors()[0]
        match = match.act(players[seat].choose_knowing_all(match, seat), luck)


# Out of reach


def test_no_table_can_seat_it() -> None:
    assert isinstance(sit_down(ORACLE, random.Random(1), Counter()), Oracle)
    assert ORACLE not in BOTS
    assert ORACLE not in REFERENCES
    with pytest.raises(RebeloteError, match="no bot called 'oracle'"):
        make(ORACLE, random.Random(1))
    with pytest.raises(SystemExit) as left:
        main(["play", "--bots", ORACLE])
    assert left.value.code == 2


def test_it_is_no_player() -> None:
    """A player is asked with a View. What must be asked with the truth can't be put in its place."""
    assert not hasattr(Oracle, "choose")
    assert not hasattr(Oracle, "explain")
    assert not hasattr(rebelote.bots, "Oracle")


def test_only_the_arena_knows_of_it() -> None:
    knowing = {name for name in MODULES if "arena.oracle" in {other for _, other in imported_modules(name)}}
    assert knowing == {"arena.duplicate", "arena.players"}


def test_it_is_described() -> None:
    assert all(catalogue(lang).references[ORACLE] for lang in LANGS)
