"""Positions: deals with every card open, to be studied. Nothing of a table is in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from rebelote.cards import PACK
from rebelote.language.text import Clause
from rebelote.server.messages.match_view import LastTrick, PlayedCard
from rebelote.server.messages.rules import RulesRef
from rebelote.server.messages.words import Bounded, CardText, Direction, Place, SeatText, SideText, TrumpText
from rebelote.table import Side

LONGEST_TEXT: Final = 40_000
"""A match of some twenty deals."""
MOST_PLACES: Final = 8
"""Seats or sides that may be named: more than any game has."""

GivenCard = Annotated[str, Meta(pattern=r"^[789TJQKA][SHDC]$")]
GivenCards = Annotated[list[GivenCard], Meta(max_length=len(PACK))]
GivenTrick = Annotated[list[tuple[Place, GivenCard]], Meta(max_length=MOST_PLACES)]
GivenPiles = Annotated[
    dict[Place, Annotated[list[tuple[GivenCard, GivenCard]], Meta(max_length=len(PACK) // 2)]],
    Meta(max_length=MOST_PLACES),
]
BySide = Annotated[dict[Place, int], Meta(max_length=MOST_PLACES)]


class GivenPosition(Bounded, frozen=True, kw_only=True):
    """A deal in the middle of its play, as `rebelote solve` takes it. `trick` is on the table, `tricks` were
    won before, `piles` are tops that are in `hands` with what they cover, `moves` cards played from there."""

    rules: RulesRef
    trump: Literal["S", "H", "D", "C", "SA", "TA"]
    leader: Place  # of the trick that is played now
    hands: Annotated[dict[Place, GivenCards], Meta(max_length=MOST_PLACES)]  # without the cards on the table
    trick: GivenTrick = msgspec.field(default_factory=list)
    tricks: BySide = msgspec.field(default_factory=dict)
    piles: GivenPiles = msgspec.field(default_factory=dict)
    closed: bool = False  # after a closed double no trump is led
    moves: GivenCards = msgspec.field(default_factory=list)


class BoardCard(msgspec.Struct, frozen=True):
    card: CardText
    name: str  # "valet de cœur"
    playable: bool  # may be played now
    why: Clause | None  # why not, when it is this seat's turn and it may not
    under: CardText | None  # the card that it covers, where cards lie in piles


class BoardSeat(msgspec.Struct, frozen=True, kw_only=True):
    seat: SeatText
    side: SideText
    name: str  # "Nord"
    cards: list[BoardCard]  # sorted: trumps first, colours alternating
    hidden: int = 0  # cards that are not told, where one seat's view is shown


class MoveTold(msgspec.Struct, frozen=True):
    """A card of the line in a sentence; `won` is told with the last card of a trick."""

    seat: SeatText
    card: CardText
    name: str
    text: str
    won: str | None


class PositionView(msgspec.Struct, frozen=True, kw_only=True):
    """A position after its moves, as the rules have it."""

    rules: str  # "Contrée FFB"
    trump: TrumpText
    trump_name: str  # "cœur"
    direction: Direction
    unit: Literal["points", "tricks"]  # what values and `taken` count
    solvable: bool  # values can be asked for
    seats: list[BoardSeat]  # in the direction of play
    sides: Mapping[Side, str]  # with their names
    leader: SeatText
    turn: SeatText | None  # null when every card is played
    trick: list[PlayedCard]
    trick_winning: SeatText | None
    last_trick: LastTrick | None  # of the moves
    trick_number: int  # of the deal, from 1: the one that is played now
    tricks: Mapping[Side, int]  # of the deal
    taken: Mapping[Side, int]  # since the position was given
    told: list[MoveTold]


class SolveRequest(GivenPosition, frozen=True, kw_only=True):
    """What a side still takes, with every card open and best play by all: by default the side to move."""

    side: Place | None = None


class PositionValues(msgspec.Struct, frozen=True, kw_only=True):
    """As `rebelote solve` says it. `text` is the position as that command reads it, null for a house rule."""

    side: SideText
    value: int
    cards: Mapping[CardText, int]  # after each card that may be played
    line: list[CardText]  # to the end; nobody errs in it
    text: str | None


class FrameRequest(Bounded, frozen=True, kw_only=True):
    rules: RulesRef
    players: Annotated[int, Meta(ge=1, le=8)] | None = None


class FrameSeat(msgspec.Struct, frozen=True):
    seat: SeatText
    side: SideText
    name: str


class PositionFrame(msgspec.Struct, frozen=True, kw_only=True):
    """What a position of a game is made of. `hand` and `piles` are dealt to each; a pile is two cards."""

    rules: str
    seats: list[FrameSeat]  # in the direction of play
    sides: Mapping[Side, str]
    direction: Direction
    pack: list[CardText]
    tricks: int  # of a deal; where it may have any length, at most
    any_length: bool
    hand: int
    piles: int
    trumps: list[TrumpText]
    solvable: bool


class ReadRequest(Bounded, frozen=True, kw_only=True):
    """A deal in text, a question in JSON, a record or a log: which deal of it, after how many cards."""

    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    deal: Annotated[int, Meta(ge=1, le=1000)] = 1
    after: Annotated[int, Meta(ge=0, le=64)] | None = None  # null: at the end of what is given


class ReadPosition(msgspec.Struct, frozen=True, kw_only=True):
    position: GivenPosition  # as its play begins; `moves` are all cards of the deal
    after: int  # how many of the moves lead to what was asked for
    deals: list[int]  # the deals of a record that can be asked for; empty for a deal
