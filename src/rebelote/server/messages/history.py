"""Matches that were played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rebelote.server.messages.match_view import ContractView, ResultView, SheetEntry, Told, ToldNote
from rebelote.server.messages.tables import TableRules
from rebelote.server.messages.words import CardText, Direction, SeatText, SideText
from rebelote.table import Side


class Person(msgspec.Struct, frozen=True):
    seat: SeatText
    side: SideText
    name: str
    kind: Literal["human", "bot"]
    face: str | None = None  # as in a TableSeat
    bot: str | None = None  # which bot


class ReplayPile(msgspec.Struct, frozen=True):
    top: CardText
    under: CardText


class ReplayDeal(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    dealer: SeatText
    voided: bool
    hands: Mapping[SeatText, list[CardText]]  # as they stood when play began
    piles: Mapping[SeatText, list[ReplayPile]]
    turned: CardText | None
    contract: ContractView | None
    events: list[Told]  # nothing hidden
    notes: list[ToldNote]
    entry: SheetEntry | None


class DealLine(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the sheet, for every deal that may be seen."""

    number: int
    voided: bool
    contract: str
    call: str  # the contract without its taker
    taker: SeatText | None
    result: str
    outcome: Literal["made", "failed", "tie", "none"]
    score: Mapping[Side, int] | None


class HelpCount(msgspec.Struct, frozen=True, kw_only=True):
    """How often a player was told what to play, and took a call or a card back."""

    seat: SeatText
    advice: int
    takebacks: int


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    match: str
    table: str
    over: bool  # else only the deals already marked are here
    started: int
    rules: TableRules
    direction: Direction
    seats: list[Person]
    first: int  # the place of the first of these deals among all that may be seen
    deals: list[ReplayDeal]  # a page of them
    lines: list[DealLine]  # one for each that may be seen
    totals: Mapping[Side, int]
    result: ResultView | None
    help: list[HelpCount]  # of those who had some


class MatchSummary(msgspec.Struct, frozen=True, kw_only=True):
    match: str
    table: str
    over: bool
    started: int
    rules: TableRules
    seats: list[Person]
    totals: Mapping[Side, int]
    winners: list[SideText]
    deals: int
    help: list[HelpCount]  # of those who had some
