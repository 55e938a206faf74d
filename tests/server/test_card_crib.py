"""The crib says of every game what the play goes by."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rebelote.card_order import order_at
from rebelote.cards import Card, Trump
from rebelote.ruleset.loading import RULESET_IDS, load
from rebelote.server.card_crib import card_crib

PLAIN_AND_TRUMP = {"plain": "S", "trump": "H", "sans_atout": "S", "tout_atout": "S"}


@pytest.mark.parametrize("game", RULESET_IDS)
def test_every_card_of_every_game(game: str) -> None:
    rules = load(game)
    crib = card_crib(rules)
    assert [trump for section in crib.sections for trump in section.trumps] == sorted(
        (trump.value for trump in rules.callable_trumps), key=lambda trump: (len(trump), 0)
    )
    for section in crib.sections:
        trump = Trump.HEARTS if len(section.trumps[0]) == 1 else Trump(section.trumps[0])
        order = order_at(rules.card_values, trump)
        for scale in section.scales:
            cards = [Card(rank + PLAIN_AND_TRUMP[scale.kind]) for rank in scale.ranks]
            assert set(cards) == {card for card in rules.pack if card.suit == cards[0].suit}
            for stronger, weaker in pairwise(cards):
                assert stronger in order.beaten_by[weaker.index]
            if not rules.counts_tricks:
                assert scale.points == [order.points[card.index] for card in cards]


def test_what_a_deal_has_in_it() -> None:
    crib = card_crib(load("ffb-belote", {"sans_tout_atout": True}))
    assert [section.total for section in crib.sections] == [162, 162, 162]
    assert [section.belote for section in crib.sections] == [20, 0, 20]
    assert crib.last_trick == 10
    assert card_crib(load("premiere")).sections[0].scales[0].points == []


def test_tout_atout_is_brought_to_162_in_the_contree() -> None:
    crib = card_crib(load("ffb-contree", {"sans_tout_atout": True}))
    assert [(section.total, section.counted_as) for section in crib.sections] == [
        (162, 162),
        (162, 162),
        (258, 162),
    ]
