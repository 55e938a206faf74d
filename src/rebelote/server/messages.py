"""The shapes of what goes over the wire, as web/src/lib/types.ts has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rebelote.fairness import Opening
from rebelote.language.text import Clause, Lang
from rebelote.ruleset import OptionValue
from rebelote.ruleset.limits import LONGEST_CODE, LONGEST_TOML
from rebelote.table import Seat, Side

# Bounds


class Bounded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a client sends: nothing but what is known."""


Name = Annotated[str, Meta(min_length=1, max_length=200)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Place = Annotated[str, Meta(min_length=1, max_length=2)]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9]{10}$")]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]

# Problems


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str
    message: str
    field: str | None = None
    clause: Clause | None = None


class Failure(msgspec.Struct, frozen=True):
    error: Problem


# Rules


class ValueInfo(msgspec.Struct, frozen=True):
    value: OptionValue
    label: str


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    label: str
    help: str
    value: OptionValue
    default: OptionValue
    values: list[ValueInfo]
    minimum: int | None
    fractions: bool


class RulesSummary(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    description: str
    players: list[int]
    options: list[OptionInfo]


class RulesPart(msgspec.Struct, frozen=True):
    name: str
    title: str
    clauses: list[Clause]


class Difference(msgspec.Struct, frozen=True):
    path: str
    base: str
    ours: str


class RulesPage(RulesSummary, frozen=True, kw_only=True):
    extends: str | None
    code: str
    parts: list[RulesPart]
    differences: list[Difference]
    toml: str
    docs: str | None = None


class RulesRef(Bounded, frozen=True, kw_only=True):
    """One of: `id` with `options`, `code`, `toml`."""

    id: Annotated[str, Meta(max_length=60)] | None = None
    options: dict[str, OptionValue] | None = None
    code: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_CODE})] | None = None
    toml: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_TOML})] | None = None


class CheckRules(Bounded, frozen=True, kw_only=True):
    rules: RulesRef


class BotInfo(msgspec.Struct, frozen=True):
    name: str
    strength: int
    description: str


# Tables


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    turn_seconds: int | None = None
    absent_seconds: int = 20
    bot: str = "habitue"
    spectators: bool = True


class SettingsChange(Bounded, frozen=True, kw_only=True):
    """`turn_seconds` and `absent_seconds` have a floor besides (`Settings.least_seconds`)."""

    turn_seconds: Annotated[int, Meta(ge=1, le=3600)] | UnsetType | None = UNSET
    absent_seconds: Seconds | UnsetType = UNSET
    bot: BotName | UnsetType = UNSET
    spectators: bool | UnsetType = UNSET


class NewTable(Bounded, frozen=True, kw_only=True):
    rules: RulesRef
    nickname: Name
    client_commitment: Hash | None = None
    settings: SettingsChange = SettingsChange()
    players: Annotated[int, Meta(ge=1, le=8)] | None = None
    seat: Place | None = None
    start: bool = False


class SitDown(Bounded, frozen=True, kw_only=True):
    nickname: Name
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


class SeatAnswer(Bounded, frozen=True, kw_only=True):
    """To one who asks to sit down at this seat at once."""

    seat: Place
    agreed: bool


class TableSeat(msgspec.Struct, frozen=True, kw_only=True):
    seat: str
    side: str
    kind: Literal["human", "bot", "empty"]
    name: str
    bot: str | None
    present: bool
    you: bool
    host: bool


class TableRules(msgspec.Struct, frozen=True, kw_only=True):
    """`followable`: the pack is only cut, and gathered exactly: who remembers the tricks can follow it."""

    id: str
    name: str
    code: str
    options: Mapping[str, OptionValue]
    followable: bool


class You(msgspec.Struct, frozen=True):
    """`waits`: the seat that is yours from the next deal on. `committed`: to a seed for the next match."""

    seat: str | None
    host: bool
    waits: str | None = None
    committed: bool = False


class NewcomerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One who sits down at the next deal. `waits_for`: who has not agreed yet that it be at once."""

    seat: str
    name: str
    asks: bool
    refused: bool
    waits_for: list[str]


class SentAwayInfo(msgspec.Struct, frozen=True):
    number: int
    name: str


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    status: Literal["waiting", "playing", "over"]
    rules: TableRules
    seats: list[TableSeat]
    direction: str
    settings: TableSettings
    next_settings: TableSettings | None
    match: str | None
    commitment: str | None
    opening: Opening | None
    previous: list[str]
    you: You
    spectators: int
    mid_deal: bool
    newcomers: list[NewcomerInfo]
    sent_away: list[SentAwayInfo]


class TableAnswer(msgspec.Struct, frozen=True):
    table: TableInfo


class Seated(msgspec.Struct, frozen=True):
    """`waits`: the seat is theirs from the next deal on."""

    table: TableInfo
    token: str
    seat: str
    waits: bool = False


# The match as one seat sees it. What everybody sees is made once for all of them.


class NamedCard(msgspec.Struct, frozen=True):
    card: str
    name: str


class HandCard(msgspec.Struct, frozen=True):
    card: str
    name: str
    playable: bool
    why: Clause | None


class Offer(msgspec.Struct, frozen=True):
    action: Any
    label: str


class PileView(msgspec.Struct, frozen=True):
    top: NamedCard | None
    covers: bool
    playable: bool
    why: Clause | None


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    seat: str
    side: str
    cards: int
    known: list[NamedCard]
    said: str | None
    tricks: int
    guess: int | None
    piles: list[PileView]


class PlayedCard(msgspec.Struct, frozen=True):
    seat: str
    card: str
    name: str


class LastTrick(msgspec.Struct, frozen=True):
    winner: str
    cards: list[PlayedCard]
    points: int | None


class ContractView(msgspec.Struct, frozen=True, kw_only=True):
    seat: str | None
    side: str | None
    trump: str
    value: int | str | None
    contre: int
    contred: str
    text: str


class ResultView(msgspec.Struct, frozen=True, kw_only=True):
    winners: list[str]
    text: str
    clause: Clause
    stakes: Mapping[Seat, float]


class Committed(msgspec.Struct, frozen=True):
    """The server's commitment, and how many packs have been cut."""

    commitment: str
    deal: int


class SharedView(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a PageView that is the same for everybody."""

    match: str
    seq: int
    phase: str
    deal: int
    dealer: str
    to_act: list[str]
    deadline: int | None
    totals: Mapping[Side, int]
    held_points: int
    goal: str
    turned: NamedCard | None
    trump: str | None
    contract: ContractView | None
    standing: ContractView | None
    trick: list[PlayedCard]
    trick_winning: str | None
    last_trick: LastTrick | None
    tricks: Mapping[Side, int]
    points: Mapping[Side, int] | None
    result: ResultView | None
    fairness: Committed


class OwnView(msgspec.Struct, frozen=True, kw_only=True):
    """The rest of a PageView: what this reader alone sees and may do."""

    seat: str | None
    prompt: str
    hand: list[HandCard] | msgspec.Raw
    blind: bool
    seats: list[SeatView | msgspec.Raw]
    offers: list[msgspec.Raw]
    table_offers: list[msgspec.Raw]


class SheetLine(msgspec.Struct, frozen=True):
    side: str | None
    points: int
    label: str
    clause: Clause


class SheetEntry(msgspec.Struct, frozen=True, kw_only=True):
    deal: int
    dealer: str
    contract: str
    result: str
    lines: list[SheetLine]
    score: Mapping[Side, int]
    totals: Mapping[Side, int]
    held_points: int


class Saying(msgspec.Struct, frozen=True):
    seat: str
    text: str


class Told(msgspec.Struct, frozen=True):
    seq: int
    at: int
    event: msgspec.Raw
    text: str | None
    say: Saying | None


class ToldNote(msgspec.Struct, frozen=True, kw_only=True):
    """What happened beside the cards, after the event `seq`."""

    number: int
    seq: int
    at: int
    note: str
    text: str


# The live connection


class Hello(Bounded, frozen=True, kw_only=True, tag="hello", tag_field="do"):
    token: Token | None = None
    lang: Lang = "fr"
    match: Annotated[str, Meta(max_length=40)] | None = None
    seq: Annotated[int, Meta(ge=0, le=10_000_000)] | None = None


class Act(Bounded, frozen=True, kw_only=True, tag="act", tag_field="do"):
    id: Annotated[int, Meta(ge=0, le=2**53)]
    match: Annotated[str, Meta(max_length=40)]
    seq: Annotated[int, Meta(ge=0, le=10_000_000)]
    action: msgspec.Raw


class SpeakLang(Bounded, frozen=True, kw_only=True, tag="lang", tag_field="do"):
    lang: Lang


class Ping(Bounded, frozen=True, kw_only=True, tag="ping", tag_field="do"):
    pass


FromClient = Hello | Act | SpeakLang | Ping


class Done(msgspec.Struct, frozen=True, tag="done", tag_field="type"):
    id: int
    seq: int


class RefusedAct(msgspec.Struct, frozen=True, tag="refused", tag_field="type"):
    id: int
    error: Problem


class Pong(msgspec.Struct, frozen=True, tag="pong", tag_field="type"):
    now: int


class Gone(msgspec.Struct, frozen=True, tag="gone", tag_field="type"):
    error: Problem


class NoteMessage(msgspec.Struct, frozen=True, tag="note", tag_field="type"):
    note: ToldNote


class TableMessage(msgspec.Struct, frozen=True, tag="table", tag_field="type"):
    table: TableInfo
    deadline: int | None


# By HTTP alone


class ActRequest(Bounded, frozen=True, kw_only=True):
    match: Annotated[str, Meta(max_length=40)]
    seq: Annotated[int, Meta(ge=0, le=10_000_000)]
    action: dict[str, Any]


class Acted(msgspec.Struct, frozen=True):
    seq: int


class Person(msgspec.Struct, frozen=True):
    seat: str
    side: str
    name: str
    kind: Literal["human", "bot"]


class ReplayPile(msgspec.Struct, frozen=True):
    top: str
    under: str


class ReplayDeal(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    dealer: str
    voided: bool
    hands: Mapping[str, list[str]]
    piles: Mapping[str, list[ReplayPile]]
    turned: str | None
    contract: ContractView | None
    events: list[Told]
    notes: list[ToldNote]
    entry: SheetEntry | None


class DealLine(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the sheet, for every deal that may be seen."""

    number: int
    voided: bool
    contract: str
    result: str
    score: Mapping[Side, int] | None


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    match: str
    table: str
    over: bool
    started: int
    rules: TableRules
    direction: str
    seats: list[Person]
    first: int
    deals: list[ReplayDeal]
    lines: list[DealLine]
    totals: Mapping[Side, int]
    result: ResultView | None


class MatchSummary(msgspec.Struct, frozen=True, kw_only=True):
    match: str
    table: str
    over: bool
    started: int
    rules: TableRules
    seats: list[Person]
    totals: Mapping[Side, int]
    winners: list[str]
    deals: int
