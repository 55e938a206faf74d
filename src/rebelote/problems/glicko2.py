"""Glicko-2: a rating, how sure it is, and how steady the player is (Mark Glickman, «Example of the Glicko-2
system», 2013). A rating period is here one answer to one problem."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

MIDDLE: Final = 1500.0
SCALE: Final = 173.7178
TAU: Final = 0.5
"""How fast a volatility may change."""
NEAR: Final = 1e-6


class Rating(NamedTuple):
    """`deviation` is the standard error of the rating; both on the scale that people know."""

    rating: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


def updated(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """After games with these opponents: 1 is a win, 0 a loss, 0.5 a draw.

    >>> updated(Rating(1500, 200), [(Rating(1400, 30), 1)]).rating > 1500
    True
    """
    mu, phi = (player.rating - MIDDLE) / SCALE, player.deviation / SCALE
    if not games:
        return player._replace(deviation=SCALE * sqrt(phi**2 + player.volatility**2))
    information = surprise = 0.0
    for opponent, score in games:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (opponent.rating - MIDDLE) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(player.volatility, phi, variance, variance * surprise)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
    return Rating(MIDDLE + SCALE * (mu + phi**2 * surprise), SCALE * phi, volatility)


def _weight(phi: float) -> float:
    """g(φ): games with somebody whose rating is unsure say less."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the root of f, by the Illinois algorithm."""
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low, high = a, log(delta**2 - phi**2 - variance) if delta**2 > phi**2 + variance else a - TAU
    while high < a and f(high) < 0:
        high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > NEAR:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
