"""What a player is told to do at his turn: the prompt says what the trick asks for, and only then."""

from __future__ import annotations

import pytest

from rebelote.language.text import Lang
from rebelote.server.prompts import prompt
from tests.support.table_setup import Game

HANDS = {
    "E": "AD KD 7D AS KS QS JS 8C",
    "N": "TD 9D AC KC QC JC 7C 8S",
    "W": "JH 9H QH 7H TS 9S 7S 9C",
    "S": "AH TH KH 8H 8D QD JD TC",
}


def _contree() -> Game:
    """East leads first, play goes on to North, West, South; East has called hearts."""
    game = Game.new("ffb-contree", dealer="S").deal(HANDS)
    return game.call("E 80 H", "N pass", "W pass", "S pass")


def _told(game: Game, seat: str, lang: Lang = "fr") -> str:
    return prompt(game.match.view(seat), {}, lang)


def test_the_leader_may_choose() -> None:
    assert _told(_contree(), "E") == "À vous de jouer"


@pytest.mark.parametrize(
    ("lang", "told"),
    [("fr", "À vous : fournissez à carreau"), ("en", "Your turn: follow with diamonds")],
)
def test_who_holds_the_led_suit_follows(lang: Lang, told: str) -> None:
    assert _told(_contree().play("E AD"), "N", lang) == told


def test_who_has_none_of_it_ruffs_an_opponents_card() -> None:
    game = _contree().play("E KD", "N TD")
    assert _told(game, "W") == "À vous : coupez à cœur"
    assert _told(game, "E").startswith("À ")
    assert "vous" not in _told(game, "E")


def test_higher_trumps_are_asked_for() -> None:
    game = _contree().play("E 8C", "N AC", "W 9C", "S TC", "N TD", "W 7H", "S 8D", "E AD")
    game.play("W QH")
    assert _told(game, "S") == "À vous : montez à cœur"


def test_without_the_suit_and_without_trumps_one_discards() -> None:
    game = _contree().play("E 8C", "N AC", "W 9C", "S TC", "N TD", "W 7H", "S 8D", "E AD")
    game.play("W QH", "S TH")
    assert _told(game, "E") == "À vous : défaussez-vous"


def test_a_spectator_is_told_whose_turn_it_is() -> None:
    game = _contree().play("E AD")
    assert prompt(game.match.view(None), {}, "fr") == "À Nord de jouer"
