"""A round robin: every bot against every other, with ratings (openskill) and points a deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from rebelote.arena.results import NORMAL_95, Results, half_width
from rebelote.errors import RebeloteError
from rebelote.language.text import said

Contest = tuple[str, str]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's place: its rating and advantage a deal over all others, each with the half-width of 95 %."""

    bot: str
    rating: float
    rating_half_width: float
    advantage: float
    advantage_half_width: float | None
    won: int
    drawn: int
    lost: int


def contests(bots: Sequence[str]) -> list[Contest]:
    return list(combinations(bots, 2))


def standings(bots: Sequence[str], played: Mapping[Contest, Results]) -> list[Standing]:
    """Best rating first. A pair of deals is a game: won, drawn or lost by its sign."""
    ratings = _ratings(bots, played)
    table = [_standing(bot, ratings[bot], _advantages(bot, played)) for bot in bots]
    return sorted(table, key=lambda standing: -standing.rating)


def _standing(bot: str, rating: tuple[float, float], values: list[float]) -> Standing:
    mean, spread = rating
    return Standing(
        bot=bot,
        rating=mean,
        rating_half_width=NORMAL_95 * spread,
        advantage=sum(values) / len(values) if values else 0.0,
        advantage_half_width=half_width(values),
        won=sum(value > 0 for value in values),
        drawn=sum(value == 0 for value in values),
        lost=sum(value < 0 for value in values),
    )


def _advantages(bot: str, played: Mapping[Contest, Results]) -> list[float]:
    return [
        pair.value if bot == first else -pair.value
        for (first, second), results in played.items()
        if bot in (first, second)
        for pair in results
    ]


def _games(played: Mapping[Contest, Results]) -> Iterator[tuple[str, str, float]]:
    """Deal by deal over all contests, so that no contest comes last."""
    found = [(pair.pair, contest, pair.value) for contest, results in played.items() for pair in results]
    for _, (first, second), value in sorted(found):
        yield first, second, value


def _ratings(bots: Sequence[str], played: Mapping[Contest, Results]) -> dict[str, tuple[float, float]]:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise RebeloteError(said("needs_openskill")) from None
    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in bots}
    for first, second, value in _games(played):
        ranks = [0.0, 0.0] if value == 0 else [0.0, 1.0] if value > 0 else [1.0, 0.0]
        rated = model.rate([[ratings[first]], [ratings[second]]], ranks=ranks)
        ratings[first], ratings[second] = rated[0][0], rated[1][0]
    return {bot: (rating.mu, rating.sigma) for bot, rating in ratings.items()}
