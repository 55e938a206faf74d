"""Coinche with declarations and pilotta scored a second time, literally, from docs/family-rules.md alone.

No rounding rule, no figures, no lines of a sheet: only what the clauses say, in their order.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

AN_OPTIONS: dict[str, tuple[Any, ...]] = {
    "highest": (160, 170, 180, 270, 650),
    "eighty": (80, 82),
    "surcontre": (4, 3),
    "generale": (False, True),
    "generale_worth": (1000, 500, 600, 700),
    "sans_tout_atout": (False, True),
    "belote": ("kept", "taken"),
    "tests": ("both", "belote", "none"),
    "more_too": (False, True),
    "base": (160, 162),
    "contra": ("all", "contract"),
    "capot": (500, 350, 270),
    "rounding": (5, 6, "none"),
}
PI_OPTIONS: dict[str, tuple[Any, ...]] = {
    "failed": ("all", "own", "pool"),
    "six_six": ("bidders", "higher"),
}
Marks = tuple[str, int, int]
"""The result, and what takers and defence mark."""


def chosen(luck: random.Random, options: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    """Every option, some of them not as they are by default."""
    return {name: luck.choice((values[0], luck.choice(values))) for name, values in options.items()}


def some_deal(luck: random.Random, value: Any, trump: str = "H") -> dict[str, Any]:
    """NS's deal, as the referee is asked; capots and bare sides are frequent."""
    pack = 248 if trump == "TA" else 152
    tricks = luck.choice((0, 8, *range(1, 8)))
    cards = {0: 0, 8: pack}.get(tricks, luck.randint(0, pack))
    declared = luck.choice((0, 0, 20, 50, 100, 150, 200, 250))
    ours = luck.random() < 0.5
    belote = 0 if trump == "SA" else luck.randint(0, 1)
    return {
        "contract": {"side": "NS", "trump": trump, "value": value, "contre": luck.choice((0, 0, 1, 2))},
        "tricks": {"NS": tricks, "EW": 8 - tricks},
        "cards": {"NS": cards, "EW": pack - cards},
        "last": {0: "EW", 8: "NS"}.get(tricks, luck.choice(("NS", "EW"))),
        "belote": {"NS": belote, "EW": luck.randint(0, 1 - belote) if trump != "SA" else 0},
        "declarations": {"NS": declared if ours else 0, "EW": 0 if ours else declared},
        "alone": tricks == 8 and luck.random() < 0.5,
    }


def coinche_annonces(deal: dict[str, Any], chose: dict[str, Any]) -> Marks:
    """AN-5 and AN-6."""
    value, factor = deal["contract"]["value"], (1, 2, chose["surcontre"])[deal["contract"]["contre"]]
    tricks, declared = deal["tricks"]["NS"], deal["declarations"]
    ours, theirs = 20 * deal["belote"]["NS"], 20 * deal["belote"]["EW"]
    all_declared = declared["NS"] + declared["EW"]
    pile = Fraction(deal["cards"]["NS"] + 10 * (deal["last"] == "NS"))
    if deal["contract"]["trump"] == "TA":
        pile = pile * 162 / 258
    if value == "capot":
        made = tricks == 8
    elif value == "generale":
        made = tricks == 8 and deal["alone"]
    else:
        reached = pile + {"both": ours + declared["NS"], "belote": ours, "none": 0}[chose["tests"]]
        needed = chose["eighty"] if value == 80 else value
        made = tricks > 0 and reached >= needed
        if chose["more_too"]:
            made = made and reached > 162 - pile + declared["EW"] + theirs
    takers = defence = 0
    if value in ("capot", "generale"):
        paid = chose["capot" if value == "capot" else "generale_worth"] * factor + all_declared
    elif deal["contract"]["contre"]:
        base = chose["base"]
        multiplied = (base + value) * factor if chose["contra"] == "all" else base + value * factor
        paid = multiplied + all_declared
    elif not made:
        paid = chose["base"] + value + all_declared
    elif tricks == 8:
        paid = 250 + value + all_declared
    else:
        whole = int(pile + Fraction(1, 2))
        paid = _to_ten(whole, chose["rounding"]) + declared["NS"] + value
        defence = _to_ten(162 - whole, chose["rounding"]) + declared["EW"]
    if made:
        takers = paid
    else:
        defence = paid
    taken = not made and chose["belote"] == "taken"
    return (
        "made" if made else "failed",
        takers + (0 if taken else ours),
        defence + theirs + (ours if taken else 0),
    )


def _to_ten(points: int, up_from: int | str) -> int:
    if isinstance(up_from, str):
        return points
    return points // 10 * 10 + (10 if points % 10 >= up_from else 0)


def pilotta(deal: dict[str, Any], chose: dict[str, Any]) -> Marks:
    """PI-4 and PI-5."""
    called, factor = deal["contract"]["value"], (1, 2, 4)[deal["contract"]["contre"]]
    tricks, declared = deal["tricks"]["NS"], deal["declarations"]
    belote = deal["belote"]
    pile = deal["cards"]["NS"] + 10 * (deal["last"] == "NS")
    bid = 25 if called == "capot" else called
    tested = (250 if tricks == 8 else pile) + declared["NS"] + 20 * belote["NS"]
    made = tricks == 8 if called == "capot" else tricks > 0 and tested >= 10 * bid
    sixteen = 25 if tricks == (8 if made else 0) else 16
    tens = {side: points // 10 for side, points in declared.items()}
    takers = defence = 0
    if deal["contract"]["contre"]:
        paid = sixteen + bid * factor + tens["NS"] + tens["EW"]
        takers, defence = (paid, 0) if made else (0, paid)
    elif made:
        ours, theirs = (25, 0) if tricks == 8 else _in_tens(pile, chose["six_six"])
        takers, defence = ours + bid + tens["NS"], theirs + tens["EW"]
    else:
        takers = tens["NS"] if chose["failed"] == "own" else 0
        defence = sixteen + (0 if chose["failed"] == "pool" else bid) + tens["EW"] + tens["NS"] - takers
    return "made" if made else "failed", takers + 2 * belote["NS"], defence + 2 * belote["EW"]


def _in_tens(pile: int, six_six: str) -> tuple[int, int]:
    other = 162 - pile
    if pile % 10 == other % 10 == 6:
        we_go_up = six_six == "bidders" or pile > other
        return pile // 10 + we_go_up, other // 10 + (not we_go_up)
    return pile // 10 + (pile % 10 >= 6), other // 10 + (other % 10 >= 6)
