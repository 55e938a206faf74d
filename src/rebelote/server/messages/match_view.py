"""The match as one seat sees it. What everybody sees is made once for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from rebelote.language.text import Clause
from rebelote.server.messages.words import ActionJson, CardText, EventJson, SeatText, SideText, TrumpText
from rebelote.situation import PhaseName
from rebelote.table import Seat, Side


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
    closed: bool = False  # no trump may be led


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


class SeatsView(msgspec.Struct, frozen=True, kw_only=True):
    """The part that is the same for all who know and may do no more than everybody."""

    prompt: str  # one short sentence: "À vous de jouer", "Est réfléchit"
    seats: list[SeatView]  # in the direction of play


class OwnView(msgspec.Struct, frozen=True, kw_only=True):
    """The rest of a PageView: what this reader alone sees and may do."""

    seat: SeatText | None
    hand: list[HandCard]  # sorted: trumps first, colours alternating
    blind: bool  # you hold a card that only the others see
    result: ResultView | None  # once the match is over; the reader's own side is «vous»
    offers: list[Offer]  # all that you may do; a card with its word is its own offer
    table_offers: list[Offer]  # at a table that judges afterwards
    claim: bool  # every trick that is left is certainly yours: you may say so


PageView: TypeAlias = msgspec.Raw
MaybeView: TypeAlias = msgspec.Raw
"""The match as one reader sees it: a SharedView, a SeatsView and an OwnView in one object; null before the
first match."""
ViewChanges: TypeAlias = msgspec.Raw
"""The keys of a PageView that have changed; of its seats, those that have changed."""


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
    contract: str  # "80 ♠ par Est"; empty where there is none
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
