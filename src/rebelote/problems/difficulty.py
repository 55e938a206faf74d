"""How hard a problem is, as the rating it starts with: which bots go wrong, how many answers, how near."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

EASIEST: Final = 700
HARDEST: Final = 2300
FOOLED: Final[Mapping[str, int]] = {"debutant": 250, "habitue": 350, "expert@8w": 350}
"""What is added for each bot that answers wrongly."""
A_CHOICE: Final = 50
"""for each wrong answer beyond the first, up to"""
MOST_CHOICES: Final = 5
CLEAR: Final = 0.4
"""The share of the stake that the best is ahead by when nothing is left to doubt; and"""
CLOSE: Final = 300
"""what is added where it is ahead by hardly anything."""
BASE: Final = 750


def rating(fooled: Collection[str], wrong: int, margin: float) -> int:
    """`fooled` are the bots that go wrong, `margin` by which share of the stake the best is ahead."""
    bots = sum(more for name, more in FOOLED.items() if name in fooled)
    choices = A_CHOICE * (min(wrong, MOST_CHOICES) - 1)
    close = CLOSE * (1 - min(margin, CLEAR) / CLEAR)
    return max(EASIEST, min(HARDEST, round(BASE + bots + choices + close)))
