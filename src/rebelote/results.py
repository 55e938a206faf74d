"""What a deal comes to: its contract, its summary for the count, its score with the reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rebelote.cards import Trump
from rebelote.table import Seat, Side, Table

Slam = Literal["capot", "generale"]
Value = int | Slam | None
Result = Literal["made", "failed", "tie", "none"]
Kind = Literal["carre", "cent", "cinquante", "tierce"]
Fault = Literal["misdeal", "wrong_card", "unproved_declaration"]


class Contract(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What is played for. `seat` and `side` are None where nobody takes; `contre` is its step, 0 for none.

    `to_partner` and `closed` are there where they are so: the taker's partner has the turned card; no trump
    may be led while there is anything else.
    """

    seat: Seat | None = None
    side: Side | None = None
    trump: Trump
    value: Value = None
    contre: int = 0
    to_partner: bool | msgspec.UnsetType = msgspec.UNSET
    closed: bool | msgspec.UnsetType = msgspec.UNSET

    def turned_to(self, table: Table) -> Seat | None:
        """Who gets the turned card, where there is one."""
        if self.seat is None or self.to_partner is not True:
            return self.seat
        return next(seat for seat in table.members(table.side(self.seat)) if seat != self.seat)


class DealSummary(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """All that the count needs. A void deal has no contract and nothing else; escalier has `bids`.

    `alone` is there where it matters: did the caller of a générale win every trick himself?
    """

    contract: Contract | None = None
    tricks: Mapping[Side, int] = {}
    cards: Mapping[Side, int] = {}
    last: Side | None = None
    belote: Mapping[Side, int] = {}
    declarations: Mapping[Side, int] = {}
    bids: Mapping[Side, int] = {}
    alone: bool | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_void(self) -> bool:
        """Was the deal void?"""
        return self.contract is None and not self.bids


class ScoreLine(msgspec.Struct, frozen=True, gc=False):
    """One reason on the score sheet: `label` is a key of the catalogue's lines."""

    clause: str
    side: Side | None
    points: int
    label: str


class DealScore(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What each side marks, what is held for the next deal (A-10.1c), and why."""

    result: Result
    score: Mapping[Side, int]
    pending: int = 0
    lines: tuple[ScoreLine, ...] = ()


class Tally(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a deal was judged by: what each side reached, and what the takers, if any, needed at least.

    Where a capot was called, that is every trick.
    """

    unit: Literal["points", "tricks"]
    reached: Mapping[Side, int]
    needed: int | None = None


class Ending(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Is the match over? `winners` has more than one side where a win is shared."""

    over: bool
    winners: tuple[Side, ...] = ()
    awaiting: Side | None = None
    clause: str = ""


class Penalty(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What the referee decides on a fault."""

    clause: str
    score: Mapping[Side, int]
    redeal: bool = False
    may_not_take: Side | None = None
    barred: str | None = None
