"""Tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rebelote.fairness import Opening
from rebelote.ruleset import OptionValue
from rebelote.server.messages.crib import CardCrib
from rebelote.server.messages.rules import RulesRef
from rebelote.server.messages.words import (
    Avatar,
    BotName,
    Bounded,
    Direction,
    Hash,
    Id,
    Name,
    Place,
    SeatText,
    Seconds,
    SideText,
)


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    turn_seconds: int | None = None  # time to act; null: no clock
    absent_seconds: int = 20  # after which a bot plays for one who is away
    bot: str = "habitue"  # who fills empty seats
    spectators: bool = True
    by_hand: bool = True  # people cut and deal themselves; else it is done for them
    advice: bool = False  # people may ask what to play though others sit with them
    takebacks: bool = False  # people may take back a call or a card though others sit with them


class SettingsChange(Bounded, frozen=True, kw_only=True):
    """`turn_seconds` and `absent_seconds` have a floor besides (`Settings.least_seconds`)."""

    turn_seconds: Annotated[int, Meta(ge=1, le=3600)] | UnsetType | None = UNSET
    absent_seconds: Seconds | UnsetType = UNSET
    bot: BotName | UnsetType = UNSET
    spectators: bool | UnsetType = UNSET
    by_hand: bool | UnsetType = UNSET
    advice: bool | UnsetType = UNSET
    takebacks: bool | UnsetType = UNSET


class NewTable(Bounded, frozen=True, kw_only=True):
    rules: RulesRef
    nickname: Name = ""  # none: called by the seat
    avatar: Avatar | None = None
    client_commitment: Hash | None = None
    settings: SettingsChange = SettingsChange()
    players: Annotated[int, Meta(ge=1, le=8)] | None = None
    seat: Place | None = None
    start: bool = False


class SitDown(Bounded, frozen=True, kw_only=True):
    nickname: Name = ""  # none: called by the seat
    avatar: Avatar | None = None
    client_commitment: Hash | None = None
    seat: Place | None = None


class Commit(Bounded, frozen=True, kw_only=True):
    """SHA-256 of the seed for the next match."""

    client_commitment: Hash


class Reveal(Bounded, frozen=True, kw_only=True):
    """The seed for the match that is being opened; with it may come the commitment for the one after it."""

    match: Id
    client_seed: Hash
    next_commitment: Hash | None = None


class SeatOrder(Bounded, frozen=True, kw_only=True):
    do: Literal["kick", "bot", "empty", "host"]
    bot: BotName | None = None


class Invitation(Bounded, frozen=True, kw_only=True):
    """`number` is that of one who was sent away."""

    number: Annotated[int, Meta(ge=1, le=2**31)]


class Swap(Bounded, frozen=True, kw_only=True):
    """Whoever sits on these two seats changes places; one of them may be nobody's, or a bot's."""

    seat: Place
    other: Place


class SeatAnswer(Bounded, frozen=True, kw_only=True):
    """To one who asks to sit down at this seat at once."""

    seat: Place
    agreed: bool


class TableSeat(msgspec.Struct, frozen=True, kw_only=True):
    seat: SeatText
    side: SideText
    kind: Literal["human", "bot", "empty"]
    name: str  # nickname, or what the bot is called at this table: "Josette"
    face: str | None  # the avatar that a person chose, a bot's face, "somebody"; null: a monogram
    bot: str | None  # which bot: the one who sits, or the one who stands in for an absent player
    present: bool  # a human who is connected
    you: bool
    host: bool


class TableRules(msgspec.Struct, frozen=True, kw_only=True):
    """`followable`: the pack is only cut, and gathered exactly: who remembers the tricks can follow it.
    `strict`: a wrong card is refused; else it lies, and whoever notices it calls the referee."""

    id: str
    name: str
    description: str  # the game in a sentence; empty for a house rule
    goal: str  # "Partie en 1000 points"
    strict: bool
    code: str
    options: Mapping[str, OptionValue]
    followable: bool
    cards: CardCrib


class You(msgspec.Struct, frozen=True):
    """`waits`: the seat that is yours from the next deal on. `committed`: to a seed for the next match."""

    seat: SeatText | None
    host: bool
    waits: SeatText | None = None
    committed: bool = False


class NewcomerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One who sits down at the next deal. `waits_for`: who has not agreed yet that it be at once."""

    seat: SeatText
    name: str
    asks: bool
    refused: bool
    waits_for: list[SeatText]


class SentAwayInfo(msgspec.Struct, frozen=True):
    number: int
    name: str


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    status: Literal["waiting", "playing", "over"]
    rules: TableRules
    seats: list[TableSeat]  # in the direction of play
    direction: Direction
    settings: TableSettings
    next_settings: TableSettings | None  # from the next deal on
    match: str | None
    commitment: str | None  # of that match
    opening: Opening | None  # a match that waits for client seeds
    previous: list[str]  # matches finished at this table before, the last 20
    you: You
    next_seat: SeatText | None  # for one who sits down and names none; null: the table is full
    spectators: int
    mid_deal: bool  # a seat that is taken now is taken from the next deal on
    newcomers: list[NewcomerInfo]
    sent_away: list[SentAwayInfo]  # told to the host alone
    series: str | None = None  # the deals of this table are those of a day or of a challenge


class TableAnswer(msgspec.Struct, frozen=True):
    table: TableInfo


class Seated(msgspec.Struct, frozen=True):
    """`waits`: the seat is theirs from the next deal on."""

    table: TableInfo
    token: str
    seat: SeatText
    waits: bool = False
