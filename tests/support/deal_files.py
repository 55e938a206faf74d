"""The deal files: deals and exact values as text; `python -m tests.support.deal_files` writes them."""

from __future__ import annotations

import random
from pathlib import Path

from rebelote.cards import Cards, Trump
from rebelote.ruleset import OptionValue
from rebelote.ruleset.loading import load
from rebelote.solver import Position, Solution, Solver
from tests.support.random_positions import begun, played

FOLDER = Path(__file__).parents[1] / "deals"

Spec = tuple[str, dict[str, OptionValue], str, int]
DEALS: dict[str, Spec] = {
    # name: rules, options, trump, cards played before
    "contree-full-1": ("ffb-contree", {}, "H", 0),
    "contree-full-2": ("ffb-contree", {}, "S", 0),
    "contree-mid-trick": ("ffb-contree", {}, "D", 6),
    "contree-sans-atout": ("ffb-contree", {"sans_tout_atout": True}, "SA", 0),
    "contree-tout-atout": ("ffb-contree", {"sans_tout_atout": True}, "TA", 0),
    "ffb-belote-full": ("ffb-belote", {}, "C", 0),
    "ffb-belote-ending": ("ffb-belote", {}, "C", 18),
    "annonces-full": ("belote-annonces", {}, "H", 0),
    "classique-full": ("classique", {}, "S", 3),
    "coinche-full": ("coinche", {"scoring": "both"}, "D", 0),
    "belote-501-full": ("belote-501", {}, "H", 0),
    "belote-501-partner": ("belote-501", {"overtrump_partner": False}, "H", 1),
    "premiere-full": ("premiere", {}, "C", 0),
    "premiere-grands-tout-atout": ("premiere-grands", {}, "TA", 4),
    "escalier-3": ("escalier", {"players": 3}, "H", 0),
    "escalier-5": ("escalier", {"players": 5}, "S", 7),
    "comptoir-tricks": ("comptoir", {}, "H", 15),
    "comptoir-points": ("comptoir", {"count": "points"}, "D", 18),
}


def made(name: str) -> tuple[Position, Solution]:
    """The deal of that name: chance decides it, from the name."""
    rules_id, options, trump, before = DEALS[name]
    rng = random.Random(name)
    playing = begun(load(rules_id, options), Trump(trump), rng, 4 if rules_id == "escalier" else None)
    position = Position.of(played(playing, before, rng))
    return position, Solver().solve(position, position.spec.table.sides[0])


def written(name: str) -> str:
    position, solution = made(name)
    rules_id, options, _, _ = DEALS[name]
    lines = [f"rules: {rules_id}"]
    if options:
        lines.append("options: " + " ".join(f"{key}={_shown(value)}" for key, value in options.items()))
    lines.append(f"trump: {position.spec.trump.value}")
    lines += [f"{seat}: {_cards(hand)}" for seat, hand in position.hands.items()]
    for seat, row in position.piles.items():
        if row:
            lines.append(f"piles {seat}: " + " ".join(f"{top.text}/{under.text}" for top, under in row))
    lines.append(f"leader: {position.leader}")
    if position.trick:
        lines.append("trick: " + ", ".join(f"{seat} {card.text}" for seat, card in position.trick))
    if any(position.tricks.values()):
        lines.append("tricks: " + ", ".join(f"{side} {n}" for side, n in position.tricks.items()))
    lines.append(f"side: {solution.side}")
    lines.append(f"value: {solution.value}")
    lines.append("cards: " + ", ".join(f"{card.text} {value}" for card, value in solution.cards.items()))
    return "\n".join(lines) + "\n"


def _cards(cards: Cards) -> str:
    return " ".join(card.text for card in cards)


def _shown(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in DEALS:
        (FOLDER / f"{each}.txt").write_text(written(each), "utf-8")
