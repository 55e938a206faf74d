"""A hand is sorted alike in Python and on the page."""

from __future__ import annotations

import itertools
import json

from rebelote.cards import Card, Cards, Suit, Trump
from tests.support.hand_order import FILE, Case

STORED = [Case(**case) for case in json.loads(FILE.read_text("utf-8"))]


def test_the_stored_hands_are_sorted_as_python_sorts() -> None:
    for case in STORED:
        trump = None if case.trump is None else Trump(case.trump)
        assert [card.text for card in Cards(" ".join(case.hand)).sorted(trump)] == case.sorted


def test_they_are_sorted_as_players_do() -> None:
    """Said once more, plainly: trumps first, each suit together, and colours apart where they can be."""
    for case in STORED:
        suits = list(dict.fromkeys(Card(card).suit for card in case.sorted))
        assert sorted(case.sorted) == sorted(case.hand)
        assert [Card(card).suit for card in case.sorted] == sorted(
            (Card(card).suit for card in case.sorted), key=suits.index
        )
        if case.trump in suits:
            assert suits[0] == case.trump
        reds = sum(suit in (Suit.HEARTS, Suit.DIAMONDS) for suit in suits)
        if case.trump not in suits and abs(2 * reds - len(suits)) <= 1:
            colours = [suit in (Suit.HEARTS, Suit.DIAMONDS) for suit in suits]
            assert all(one != other for one, other in itertools.pairwise(colours))


def test_every_trump_is_among_them() -> None:
    assert {case.trump for case in STORED} == {None, *Trump}
