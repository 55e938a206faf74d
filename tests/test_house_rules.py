"""House rules that change what the ten games leave alone, played to the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rebelote import Bid, Contre, Guess, Match, Pass, RandomChance, Seat, StackedChance, Surcontre, Trump
from rebelote.bots import make
from rebelote.cards import ALL_CARDS, PACK, Cards
from rebelote.errors import BadRules
from rebelote.events import Called, Gathered
from rebelote.record import check_record, format_record
from rebelote.ruleset.loading import load
from tests.support.table_setup import Game

LADDER = [{"factor": factor, "by": by} for factor, by in ((2, "opponents"), (3, "callers"), (4, "opponents"))]


def dealt(game: Game) -> Game:
    luck = StackedChance([PACK])
    game.act(game.state.legal(game.state.cutter)[0], chance=luck)
    return game.act(game.state.legal(game.state.dealer)[0])


def registry(extends: str, **parts: Any) -> dict[str, Any]:
    return {"id": "maison", "version": 1, "extends": extends, **parts}


@pytest.mark.parametrize(
    ("base", "options"),
    [
        ("escalier", {"players": 3}),
        ("escalier", {"players": 6}),
        ("comptoir", {"trump": "auction"}),
        ("comptoir", {}),
        ("ffb-contree", {"target": 4000}),
        ("classique", {"target": 300}),
        ("klaberjass", {"target": 300}),
        ("decouverte", {"target": 300}),
    ],
)
@pytest.mark.parametrize("gathering", ["exact", "loose"])
def test_any_game_can_be_played_without_shuffling(base: str, options: dict[str, Any], gathering: str) -> None:
    """Whatever was not dealt or not played is gathered too: 32 cards, each once."""
    rng = random.Random(3)
    luck = RandomChance(rng)
    rules = load(registry(base, dealing={"shuffle": "first_deal", "gathering": gathering}), options)
    match = Match.new(rules, chance=luck)
    while not match.is_over:
        match = match.act(rng.choice(match.state.legal(match.state.actors()[0])), luck)
    packs = [event.order for event in match.log if isinstance(event, Gathered)]
    assert packs
    assert all(len(pack) == len(ALL_CARDS) and Cards(pack) == ALL_CARDS for pack in packs)
    assert check_record(format_record(match)).log == match.log


def test_a_contre_is_said_once_even_at_any_time() -> None:
    rules = load(registry("coinche", trump_choice={"surcontre": True}))
    game = dealt(Game(Match.new(rules, dealer="N"))).call("E 80 H", "S contre")
    north, west = Seat("N"), Seat("W")
    assert game.state.legal(north) == ()
    assert set(game.state.legal(west)) == {Pass(west), Surcontre(west)}
    assert game.refused(Contre(north)) == "maison-trump-choice"  # D4 knows no surcoinche


@pytest.mark.parametrize(
    ("part", "path"),
    [
        ({"runs": [{"kind": "tierce", "length": 0, "points": 5}]}, "declarations.runs"),
        ({"runs": [{"kind": "tierce", "length": 9, "points": 5}]}, "declarations.runs"),
        (
            {"runs": [{"kind": "tierce", "length": n, "points": 5} for n in (4, 3)]},
            "declarations.runs",
        ),
        ({"carres": [{"rank": "J", "points": 1}, {"rank": "J", "points": 2}]}, "declarations.carres"),
        ({"carres": [{"rank": "J", "points": -1}]}, "declarations"),
    ],
)
def test_declarations_that_cannot_be(part: dict[str, Any], path: str) -> None:
    with pytest.raises(BadRules) as refused:
        load(registry("belote-annonces", declarations=part))
    assert refused.value.path == path


def test_what_is_written_loosely_enters_the_log_as_it_should() -> None:
    """A text equals its enum and True equals 1: the log has the enum and the number."""
    contree = dealt(Game.new("ffb-contree", dealer="S"))
    contree.act(Bid(contree.state.actors()[0], 80, "H"))  # type: ignore[arg-type]
    assert type(contree.last(Called).call.trump) is Trump  # type: ignore[union-attr]
    escalier = dealt(Game.new("escalier", dealer="1"))
    escalier.act(Guess(escalier.state.actors()[0], True))
    assert type(escalier.last(Called).call.tricks) is int  # type: ignore[union-attr]
    assert "True" not in format_record(escalier.match)


@pytest.mark.parametrize(
    "choice",
    [
        {"offered": 2},
        {"ends": "first"},
        {"must": "dealer"},
        {"must": "first", "when": "after_all", "offered": 1},
        {"contre": "none", "surcontre": False, "contres": LADDER},
        {"contre": "none", "surcontre": False},
        {"raises_oneself": False, "contre_lifted": True},
    ],
    ids=str,
)
@pytest.mark.parametrize("bot", ["habitue", "expert@2w"])
def test_bots_call_in_any_auction_with_numbers(choice: dict[str, Any], bot: str) -> None:
    rules = load(
        registry("ffb-contree", trump_choice=choice, match_end={"kind": "deals", "deals": 6, "clauses": []})
    )
    luck, match = RandomChance(random.Random(5)), Match.new(rules, seed=5)
    bots = {seat: make(bot, random.Random(place)) for place, seat in enumerate(rules.table.seats)}
    while not match.is_over:
        seat = match.actors()[0]
        match = match.act(bots[seat].choose(match.view(seat)), luck)
