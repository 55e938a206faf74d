"""How much a hand is worth at a trump, before the play: a linear count, as players do it in their heads.

The numbers are in estimates.toml: bench/estimates.py fits them to deals that habitue plays.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from typing import Final, Literal

from rebelote.card_order import side_scale
from rebelote.cards import SUITS, Card, Cards, Rank, Trump
from rebelote.ruleset import CardValues, Hands, Ruleset, Scale, TakeScoring

Role = Literal["solo", "support", "defence"]
"""Whose hand is counted: the taker's, his partner's, or an opponent's."""
Weights = dict[str, float]

BASE: Final = "base"
TRUMP_HONOURS: Final = (Rank.JACK, Rank.NINE, Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN)


def estimate(rules: Ruleset, cards: Cards, trump: Trump, role: Role) -> float:
    """Solo: what the taker's side will make. Support, defence: what that hand adds to it."""
    return weigh(weights(rules, trump, role), features(rules.card_values, cards, trump))


def worth(rules: Ruleset, cards: Cards, trump: Trump, role: Role) -> float:
    """The estimate, and for takers their belote."""
    belote = belote_helps(rules) if role != "defence" and holds_belote(rules, cards, trump) else 0
    return estimate(rules, cards, trump, role) + belote


def holds_belote(rules: Ruleset, cards: Cards, trump: Trump) -> bool:
    if rules.belote is None or trump.suit is None:
        return False
    return Cards((Card.of(Rank.KING, trump.suit), Card.of(Rank.QUEEN, trump.suit))) <= cards


def belote_helps(rules: Ruleset) -> int:
    """What a belote adds to what the takers make, less what they need more with it."""
    scoring = rules.scoring
    asks = scoring.belote_raises if isinstance(scoring, TakeScoring) else 0
    return rules.belote_towards_contract - asks


def weights(rules: Ruleset, trump: Trump, role: Role) -> Weights:
    return _weights(_layout(rules), rules.unit, _kind(trump), role)


def weigh(weights: Weights, found: Weights) -> float:
    return sum(weight * found.get(name, 0.0) for name, weight in weights.items())


def features(values: CardValues, cards: Cards, trump: Trump) -> dict[str, float]:
    """What a player counts: trumps and their honours, and the tops of the other suits."""
    trumps = cards.in_suit(trump.suit) if trump.suit is not None else Cards()
    found = {BASE: 1.0, **trump_features(trump, trumps)}
    scale = side_scale(values, trump)
    for suit in SUITS:
        if suit is not trump.suit:
            count_suit(found, scale, cards.in_suit(suit), can_ruff=len(trumps) > 2)
    return found


def trump_features(trump: Trump, trumps: Cards) -> dict[str, float]:
    found: dict[str, float] = {}
    for rank in TRUMP_HONOURS if trump.suit is not None else ():
        found[f"trump_{rank.value}"] = float(Card.of(rank, trump.suit) in trumps if trump.suit else 0)
    found["trumps"] = float(len(trumps))
    return found


def count_suit(found: dict[str, float], scale: Scale, suit: Cards, *, can_ruff: bool) -> None:
    """The first card of the suit, the second with or without it, the third with company, shortness."""
    ranks = {card.rank for card in suit}
    first, second, third = (rank in ranks for rank in scale.order[:3])
    _add(found, "first", first)
    _add(found, "second_with_first", first and second)
    _add(found, "second_guarded", second and not first and len(suit) > 1)
    _add(found, "second_bare", second and not first and len(suit) == 1)
    _add(found, "third_guarded", third and len(suit) > 1)
    _add(found, "long_with_first", first and len(suit) > 3)
    _add(found, "void", can_ruff and not suit)
    _add(found, "singleton", can_ruff and len(suit) == 1 and not first)


def _add(found: dict[str, float], name: str, present: bool) -> None:
    found[name] = found.get(name, 0.0) + present


def _layout(rules: Ruleset) -> str:
    layout = rules.dealing.layout
    if not isinstance(layout, Hands):
        return "piles"
    if layout.asleep:
        return "asleep"
    return "turn_up" if layout.rest else "hands"


def _kind(trump: Trump) -> str:
    return "suit" if trump.suit is not None else trump.value


@lru_cache(maxsize=64)
def _weights(layout: str, unit: str, kind: str, role: Role) -> Weights:
    """A game that nobody has measured is counted like the one nearest to it."""
    table = estimates()
    for key in (f"{layout}-{unit}-{kind}", f"hands-{unit}-{kind}"):
        if key in table:
            return table[key].get(role, {})
    return {}


@lru_cache(maxsize=1)
def estimates() -> dict[str, dict[str, Weights]]:
    """All weights, by game and role. Read once: it takes some milliseconds."""
    source = (resources.files("rebelote") / "bots" / "estimates.toml").read_text("utf-8")
    return tomllib.loads(source)
