"""Hands as players sort them, for Python and the page alike.

`python -m tests.support.hand_order` writes tests/data/hand-order.json; test_hand_order.py and the page's
sortHand.test.ts read it.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import NamedTuple

from rebelote.cards import PACK, Card, Cards, Trump

FILE = Path(__file__).parents[1] / "data" / "hand-order.json"
CASES = 150


class Case(NamedTuple):
    hand: list[str]
    trump: str | None
    sorted: list[str]


def cases() -> list[Case]:
    """Random hands of one to eight cards at every trump and without one, each shuffled."""
    luck = random.Random(20)
    trumps = [None, *Trump]
    return [_case(luck.sample(PACK, luck.randint(1, 8)), trumps[n % len(trumps)]) for n in range(CASES)]


def _case(hand: list[Card], trump: Trump | None) -> Case:
    return Case([card.text for card in hand], trump, [card.text for card in Cards(hand).sorted(trump)])


def write() -> None:
    FILE.write_text(json.dumps([case._asdict() for case in cases()], indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    write()
