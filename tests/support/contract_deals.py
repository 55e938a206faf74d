"""Played deals of a contract, in figures."""

from __future__ import annotations

from typing import Literal

from rebelote.cards import Trump
from rebelote.results import Contract, DealSummary
from rebelote.table import Side
from tests.support.score_rows import EW, NS

PACK, TRICKS = 152, 8

Pair = tuple[int, int]


def deal(
    value: int | Literal["capot"],
    cards: int,
    last: str,
    *,
    contre: int = 0,
    tricks: int | None = None,
    belote: Pair = (0, 0),
    trump: str = "H",
    pack: int = PACK,
) -> DealSummary:
    """The call, NS's points in cards (EW has the rest) and the last trick; belote is (NS, EW)."""
    if tricks is None:
        tricks = {0: 0, pack: TRICKS}.get(cards, 4)
    return DealSummary(
        contract=Contract(side=NS, trump=Trump(trump), value=value, contre=contre),
        tricks={NS: tricks, EW: TRICKS - tricks},
        cards={NS: cards, EW: pack - cards},
        last=Side(last),
        belote=dict(zip((NS, EW), belote, strict=True)),
    )
