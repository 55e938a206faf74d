"""The shapes of what goes over the wire. `make types` writes them for the page and the docs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rebelote.fairness import Opening
from rebelote.language.text import Clause, Lang
from rebelote.review.grading import Grade
from rebelote.ruleset import OptionValue
from rebelote.ruleset.limits import LONGEST_CODE, LONGEST_TOML
from rebelote.situation import PhaseName
from rebelote.table import Seat, Side

# Bounds


class Bounded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a client sends: nothing but what is known."""


Name = Annotated[str, Meta(max_length=200)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Place = Annotated[str, Meta(min_length=1, max_length=2)]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9]{10}$")]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]

Avatar: TypeAlias = Literal[
    "cup",
    "rooster",
    "fox",
    "owl",
    "lighthouse",
    "bicycle",
    "umbrella",
    "lemon",
    "whale",
    "balloon",
    "clover",
    "sun",
]
"""What a person may choose instead of a monogram; the page draws them."""

SeatText: TypeAlias = str
SideText: TypeAlias = str
CardText: TypeAlias = str
TrumpText: TypeAlias = str
Direction: TypeAlias = Literal["clockwise", "counterclockwise"]
ActionJson: TypeAlias = Any
SentAction: TypeAlias = msgspec.Raw
EventJson: TypeAlias = msgspec.Raw
"""Words of the wire: to Python they are texts and bytes, the page and the docs are told more."""

# Problems


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str  # "illegal", "stale", "bad_field", "no_table", "not_your_seat", "rate" …
    message: str  # one sentence in the reader's language
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
    value: OptionValue  # chosen
    default: OptionValue
    values: list[ValueInfo]  # empty for a number
    minimum: int | None  # for a number
    fractions: bool


class RulesSummary(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    description: str
    players: list[int]  # how many may play: [4], [2], [3, 4, 5, 6]
    group: Literal["ten", "family"]  # one of the ten games, or of the wider family
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
    extends: str | None  # the base of a house rule
    code: str  # reproduces these rules exactly, options and all
    parts: list[RulesPart]
    differences: list[Difference]  # from its base, for a house rule or chosen options
    toml: str  # the house rule as a file
    docs: str | None = None  # where every clause is told in full, with `#A-5.2.3` added


class RulesRef(Bounded, frozen=True, kw_only=True):
    """One of: `id` with `options`, `code`, `toml`."""

    id: Annotated[str, Meta(max_length=60)] | None = None
    options: dict[str, OptionValue] | None = None
    code: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_CODE})] | None = None
    toml: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_TOML})] | None = None


class CheckRules(Bounded, frozen=True, kw_only=True):
    rules: RulesRef


class CastInfo(msgspec.Struct, frozen=True):
    face: str
    name: str


class BotInfo(msgspec.Struct, frozen=True):
    name: str
    strength: int
    description: str
    cast: list[CastInfo]  # whom one meets at this level


# Tables


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


class CribScale(msgspec.Struct, frozen=True, kw_only=True):
    """One suit's ranks from strongest to weakest. `points`: of each; none where tricks are counted."""

    kind: Literal["trump", "plain", "sans_atout", "tout_atout"]
    ranks: list[str]
    points: list[int]


class CribSection(msgspec.Struct, frozen=True, kw_only=True):
    """The cards at these trumps. `total`: all points of a deal, the last trick's too. `counted_as`: what
    they are brought to when they are counted. `belote`: 0 where there is none."""

    trumps: list[TrumpText]
    scales: list[CribScale]
    total: int
    counted_as: int
    belote: int


class CardCrib(msgspec.Struct, frozen=True, kw_only=True):
    """What the cards are worth and beat in this game."""

    unit: Literal["points", "tricks"]
    sections: list[CribSection]
    last_trick: int


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


class TableAnswer(msgspec.Struct, frozen=True):
    table: TableInfo


class Seated(msgspec.Struct, frozen=True):
    """`waits`: the seat is theirs from the next deal on."""

    table: TableInfo
    token: str
    seat: SeatText
    waits: bool = False


# The match as one seat sees it. What everybody sees is made once for all of them.


class NamedCard(msgspec.Struct, frozen=True):
    card: CardText
    name: str


class HandCard(msgspec.Struct, frozen=True):
    card: CardText
    name: str  # "valet de cœur"
    playable: bool  # may be played now
    why: Clause | None  # why not, when it is your turn and it may not


class Offer(msgspec.Struct, frozen=True):
    action: ActionJson
    label: str  # "Je prends", "80 pique", "Couper à 16 cartes"


class PileView(msgspec.Struct, frozen=True):
    top: NamedCard | None
    covers: bool
    playable: bool
    why: Clause | None


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    seat: SeatText
    side: SideText
    cards: int  # in hand
    known: list[NamedCard]  # cards of it that you know (shown, or on the forehead)
    said: str | None  # the last thing it said this deal: "Je passe", "80 pique"
    tricks: int  # won by this seat
    guess: int | None  # escalier
    piles: list[PileView]


class PlayedCard(msgspec.Struct, frozen=True):
    seat: SeatText
    card: CardText
    name: str


class LastTrick(msgspec.Struct, frozen=True):
    winner: SeatText
    cards: list[PlayedCard]
    points: int | None


class ContractView(msgspec.Struct, frozen=True, kw_only=True):
    seat: SeatText | None
    side: SideText | None
    trump: TrumpText
    value: int | Literal["capot", "generale"] | None
    contre: int
    contred: str  # what contre does to it: "×2", "+1", ""
    text: str


class ResultView(msgspec.Struct, frozen=True, kw_only=True):
    winners: list[SideText]
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
    phase: PhaseName
    deal: int
    dealer: SeatText
    to_act: list[SeatText]  # the one whose turn it is first
    deadline: int | None  # epoch ms
    totals: Mapping[Side, int]
    held_points: int
    goal: str  # "Partie en 1000 points"
    target: int | None  # its points, where it is played to points
    turned: NamedCard | None
    trump: TrumpText | None
    contract: ContractView | None
    standing: ContractView | None  # the bid that holds so far, during an auction
    trick: list[PlayedCard]
    trick_winning: SeatText | None
    last_trick: LastTrick | None
    tricks: Mapping[Side, int]
    points: Mapping[Side, int] | None  # of the cards so far, where the rules let one count
    fairness: Committed


class OwnView(msgspec.Struct, frozen=True, kw_only=True):
    """The rest of a PageView: what this reader alone sees and may do."""

    seat: SeatText | None
    prompt: str  # one short sentence: "À vous de jouer", "Est réfléchit"
    hand: list[HandCard]  # sorted: trumps first, colours alternating
    blind: bool  # you hold a card that only the others see
    seats: list[SeatView]  # in the direction of play
    result: ResultView | None  # once the match is over; the reader's own side is «vous»
    offers: list[Offer]  # all that you may do; a card with its word is its own offer
    table_offers: list[Offer]  # at a table that judges afterwards
    claim: bool  # every trick that is left is certainly yours: you may say so


PageView: TypeAlias = msgspec.Raw
MaybeView: TypeAlias = msgspec.Raw
"""The match as one reader sees it: a SharedView and an OwnView in one object; null before the first match."""


class SheetLine(msgspec.Struct, frozen=True):
    side: SideText | None
    points: int
    label: str  # "Points des cartes"
    clause: Clause
    kind: str  # what the line is for, in every language: "last_trick", "belote", "capot" …


class TallyView(msgspec.Struct, frozen=True, kw_only=True):
    """What a deal was judged by, where one side played against the other or all guessed their tricks."""

    unit: Literal["points", "tricks"]
    reached: Mapping[Side, int]
    takers: SideText | None = None
    needed: int | None = None  # by the takers, at least
    last_trick: int = 0  # what the last trick counts besides its cards, or besides one trick
    belote: Mapping[Side, int] = {}  # in points; sides that have one
    declarations: Mapping[Side, int] = {}  # likewise
    guesses: Mapping[Side, int] = {}


class SheetEntry(msgspec.Struct, frozen=True, kw_only=True):
    deal: int
    dealer: SeatText
    contract: str  # "80 ♠, Est"; empty where there is none
    call: str  # the same without its taker: "80 ♠ ×2"
    taker: SeatText | None
    result: str  # "Contrat rempli"
    outcome: Literal["made", "failed", "tie", "none"]
    headline: str  # "Vous avez fait 71, il en fallait 82 : chute."
    tally: TallyView | None
    lines: list[SheetLine]
    score: Mapping[Side, int]
    totals: Mapping[Side, int]
    held_points: int


class Saying(msgspec.Struct, frozen=True):
    seat: SeatText
    text: str


class Told(msgspec.Struct, frozen=True):
    seq: int
    at: int  # epoch ms
    event: EventJson  # redacted, as in src/rebelote/events.py
    text: str | None  # one sentence in the reader's language
    say: Saying | None  # for a bubble


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
    action: SentAction


Phrase: TypeAlias = Literal[
    "hello", "well_played", "thanks", "sorry", "belote", "oops", "one_moment", "good_game"
]
"""What people at a table may say to each other; each page has the words."""


class Say(Bounded, frozen=True, kw_only=True, tag="say", tag_field="do"):
    id: Annotated[int, Meta(ge=0, le=2**53)]
    phrase: Phrase


class Claim(Bounded, frozen=True, kw_only=True, tag="claim", tag_field="do"):
    """«The rest is mine»: refused unless it is certain (`claim` of the view)."""

    id: Annotated[int, Meta(ge=0, le=2**53)]
    match: Annotated[str, Meta(max_length=40)]
    seq: Annotated[int, Meta(ge=0, le=10_000_000)]


class SpeakLang(Bounded, frozen=True, kw_only=True, tag="lang", tag_field="do"):
    lang: Lang


class Ping(Bounded, frozen=True, kw_only=True, tag="ping", tag_field="do"):
    pass


FromClient = Hello | Act | Claim | Say | SpeakLang | Ping


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


class SaidMessage(msgspec.Struct, frozen=True, tag="said", tag_field="type"):
    """Somebody at the table says one of the set phrases."""

    seat: SeatText
    phrase: Phrase


class TableMessage(msgspec.Struct, frozen=True, tag="table", tag_field="type"):
    table: TableInfo
    deadline: int | None


class StateMessage(msgspec.Struct, frozen=True, kw_only=True, tag="state", tag_field="type"):
    """Everything: the answer to a hello, and after a change that touches all."""

    now: int  # epoch ms
    table: TableInfo
    view: MaybeView
    sheet: list[SheetEntry]
    events: list[Told]
    notes: list[ToldNote]


class EventsMessage(msgspec.Struct, frozen=True, kw_only=True, tag="events", tag_field="type"):
    """What one action came to, and the view after it."""

    now: int  # epoch ms
    events: list[Told]
    view: PageView
    sheet: list[SheetEntry] | UnsetType = UNSET  # when it has changed


FromServer = (
    StateMessage | EventsMessage | TableMessage | NoteMessage | SaidMessage | Done | RefusedAct | Pong | Gone
)

# By HTTP alone


class ActRequest(Bounded, frozen=True, kw_only=True):
    match: Annotated[str, Meta(max_length=40)]
    seq: Annotated[int, Meta(ge=0, le=10_000_000)]
    action: dict[str, Any]  # as in docs/bot-protocol.md


class TakebackRequest(Bounded, frozen=True, kw_only=True):
    """`seq` is how far the player has seen the match."""

    match: Annotated[str, Meta(max_length=40)]
    seq: Annotated[int, Meta(ge=0, le=10_000_000)]


class Acted(msgspec.Struct, frozen=True):
    seq: int


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


# Advice


class AdvisedChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done, and by how many points it is behind the advice on average."""

    label: str
    card: CardText | None
    behind: float


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What expert would do in the player's place, and why. `choices`: the advice, then the best first."""

    match: str
    seq: int
    label: str
    card: CardText | None
    reason: str
    choices: list[AdvisedChoice]


# The review of a match


class ReviewedChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that could have been done. Values are marks of the sheet, on average."""

    label: str
    card: CardText | None
    value: float
    behind: float  # by how much less than the best
    error: float  # the standard error of that


class ReviewedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """Judged by what its player could know. `seq` is that of its event in the replay."""

    seq: int
    seat: SeatText
    label: str
    card: CardText | None
    grade: Grade
    loss: float
    error: float
    sure: float  # what of the loss chance does not explain
    because: str  # a sentence, where there is something to say
    choices: list[ReviewedChoice]  # best first, the one made among them


class ReviewedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """`open_points`: what `open_side` takes with every card open and best play by all, before each card."""

    number: int
    stake: float
    decisions: list[ReviewedDecision]
    cost: Mapping[Side, float]  # what each side gave away for sure
    turning: int | None  # the seq of the decision that cost most
    open_side: SideText | None
    open_points: list[int]
    open_ahead: int  # by how much that side would have outscored the others


class ReviewedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    seat: SeatText
    decisions: int
    grades: Mapping[Grade, int]
    accuracy: float  # percent
    lost: float  # marks given away for sure
    contracts_made: int
    contracts_fallen: int


class ReviewedMoment(msgspec.Struct, frozen=True, kw_only=True):
    deal: int
    seq: int


ReviewState: TypeAlias = Literal["none", "running", "done"]


class ReviewAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The review of the deals that may be seen. While it runs, those that are done are here already."""

    match: str
    depth: int
    state: ReviewState
    done: int
    of: int
    deals: list[ReviewedDeal]
    players: list[ReviewedPlayer]
    moments: list[ReviewedMoment]
