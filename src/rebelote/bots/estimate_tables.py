"""The estimates of a hand as tables for the core: a sum over its suits, of the cards held in each."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rebelote import _native
from rebelote.bots.estimate import (
    BASE,
    Role,
    belote_helps,
    count_suit,
    trump_features,
    weigh,
    weights,
)
from rebelote.card_order import side_scale
from rebelote.cards import NO_CARDS, RANKS, SUITS, Card, Cards, Rank, Suit, Trump
from rebelote.ruleset import Ruleset, Scale

HANDS_OF_A_SUIT = 1 << len(RANKS)


class SuitTables(NamedTuple):
    """What the cards of a suit add to `base`, by the set of ranks held: as trump, or as a side suit."""

    base: float
    trumps: list[float]
    side: list[float]
    side_with_trumps: list[float]
    """Beside three trumps or more."""


def suit_tables(rules: Ruleset, trump: Trump, role: Role) -> SuitTables:
    """`worth` in that role: a sum over the suits of a hand."""
    counted = tuple(sorted(weights(rules, trump, role).items()))
    scale = side_scale(rules.card_values, trump)
    return SuitTables(
        dict(counted).get(BASE, 0.0),
        _trump_suit(counted, belote_helps(rules) if role != "defence" else 0),
        _side_suit(counted, scale, False),
        _side_suit(counted, scale, trump.suit is not None),
    )


def estimate_table(rules: Ruleset, trump: Trump, role: Role) -> _native.Estimate:
    base, trumps, side, side_with_trumps = suit_tables(rules, trump, role)
    place = SUITS.index(trump.suit) if trump.suit is not None else -1
    return _native.Estimate(base, place, trumps, side, side_with_trumps)


Counted = tuple[tuple[str, float], ...]


@lru_cache(maxsize=64)
def _trump_suit(counted: Counted, belote: int) -> list[float]:
    """A sum over the cards held, but for the belote."""
    weights = dict(counted)
    empty = weigh(weights, trump_features(Trump.SPADES, NO_CARDS))
    alone = [weigh(weights, trump_features(Trump.SPADES, Cards([card]))) - empty for card in _SPADES]
    pair = sum(1 << n for n, card in enumerate(_SPADES) if card.rank in (Rank.KING, Rank.QUEEN))
    return [
        empty + sum(alone[n] for n in range(len(alone)) if held >> n & 1) + belote * (held & pair == pair)
        for held in range(HANDS_OF_A_SUIT)
    ]


@lru_cache(maxsize=64)
def _side_suit(counted: Counted, scale: Scale, can_ruff: bool) -> list[float]:
    """All that is counted are the three highest cards and how many there are."""
    weights = dict(counted)
    top = [1 << n for n, card in enumerate(_SPADES) if card.rank in scale.order[:3]]
    known: dict[tuple[int, int], float] = {}
    table = []
    for held in range(HANDS_OF_A_SUIT):
        key = (held & sum(top), held.bit_count())
        if key not in known:
            found: dict[str, float] = {}
            count_suit(
                found, scale, Cards(_SPADES[n] for n in range(len(RANKS)) if held >> n & 1), can_ruff=can_ruff
            )
            known[key] = weigh(weights, found)
        table.append(known[key])
    return table


_SPADES = tuple(Card.of(rank, Suit.SPADES) for rank in RANKS)
"""The cards of a suit by their bits; which suit makes no difference."""
