"""From a loss to a grade and to an accuracy.

A loss is what a decision gives away on average against the best one, in marks. What counts is the part of it
that chance does not explain: the loss less `SURE` standard errors. Grades are shares of the deal's stake.
"""

from __future__ import annotations

from typing import Final, Literal

Grade = Literal["best", "fine", "inaccurate", "mistake", "blunder"]
"""How good a decision was, by what its player could know."""
GRADES: Final[tuple[Grade, ...]] = ("best", "fine", "inaccurate", "mistake", "blunder")
"""From best to worst."""

SURE: Final = 2.0
"""Standard errors that are given to the player."""
FROM: Final[tuple[tuple[float, Grade], ...]] = ((0.20, "blunder"), (0.08, "mistake"), (0.03, "inaccurate"))
"""From which share of the stake a sure loss is called so."""


def sure_loss(loss: float, error: float) -> float:
    """The part of a loss that chance does not explain."""
    return max(0.0, loss - SURE * error)


def grade(loss: float, error: float, stake: float) -> Grade:
    """«best» is the best decision or as good; «fine» loses something, but nothing that is sure or matters."""
    share = sure_loss(loss, error) / stake
    for least, name in FROM:
        if share >= least:
            return name
    return "best" if loss <= 0 else "fine"


def accuracy(shares: list[float]) -> float:
    """Percent: 100 where nothing was lost for sure; a blunder or worse counts as a decision wholly lost."""
    if not shares:
        return 100.0
    worst = FROM[0][0]
    return 100.0 * (1.0 - sum(min(share / worst, 1.0) for share in shares) / len(shares))
