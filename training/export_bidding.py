"""Habitue's bidding for training/calls.py: what a hand is worth, as tables, and what each call needs.

python -m training.export_bidding     writes training/bidding.json; a test says when it is out of date

The machine that trains needs PyTorch alone, so that all it knows of rebelote comes in this file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from rebelote.bots.estimate import Role
from rebelote.bots.estimate_tables import suit_tables
from rebelote.bots.habitue.bidding import PAID_CALL, TAKE, THRESHOLDS
from rebelote.cards import RANKS, Trump
from rebelote.ruleset.loading import load

FILE: Final = Path(__file__).parent / "bidding.json"
PLAIN_RANKS: Final = load("ffb-contree").card_values.plain.order
"""A set of ranks is a number here: bit 0 is the strongest of a plain suit."""
GAMES: Final[dict[str, tuple[str, tuple[Role, ...]]]] = {
    "hands": ("ffb-contree", ("solo", "support")),
    "turn_up": ("ffb-belote", ("solo",)),
}


def exported() -> dict[str, Any]:
    bid = THRESHOLDS["points"]
    needs = {"bid": bid.bid, "slack": bid.slack, "paid_call": PAID_CALL, "take": TAKE}
    tables = {
        layout: {role: _tables(rules, role) for role in roles} for layout, (rules, roles) in GAMES.items()
    }
    return {"needs": needs, "tables": tables}


def _tables(rules: str, role: Role) -> dict[str, list[float]]:
    base, trumps, side, with_trumps = suit_tables(load(rules), Trump.SPADES, role)
    return {
        "trumps": [round(base + worth, 2) for worth in _in_plain_order(trumps)],
        "side": [round(worth, 2) for worth in _in_plain_order(side)],
        "side_with_trumps": [round(worth, 2) for worth in _in_plain_order(with_trumps)],
    }


def _in_plain_order(table: list[float]) -> list[float]:
    bits = [1 << RANKS.index(rank) for rank in PLAIN_RANKS]
    return [
        table[sum(bit for place, bit in enumerate(bits) if held >> place & 1)] for held in range(len(table))
    ]


def main() -> None:
    FILE.write_text(json.dumps(exported()) + "\n", "utf-8")


if __name__ == "__main__":
    main()
