"""What happened. The log of events is the save, the wire format and the replay.

`redact` gives each seat its own copy: what it may not see is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, assert_never

import msgspec

from rebelote.actions import Announced, Call, Remedy, Word
from rebelote.cards import Card, Rank, Suit, Trump
from rebelote.codec import ENCODER, decoder
from rebelote.results import Contract, DealScore, DealSummary, Fault, Kind, Penalty
from rebelote.ruleset import Ruleset
from rebelote.table import Seat, Side

VoidCause = Literal["passed_out", "sevens", "agreement", "misdeal", "wrong_card", "refused_hand"]


FORMAT: Final = 2
"""Of the logs that are written here. It goes up when an older release could not read them, or not rightly."""


class MatchStarted(msgspec.Struct, frozen=True, gc=False, tag="match_started", tag_field="event"):
    """The resolved rules travel with the log, so that old matches replay whatever becomes of the files.

    `format` is the log's; the first logs did not say it.
    """

    rules: Ruleset
    dealer: Seat
    format: int = 1


class Shuffled(msgspec.Struct, frozen=True, gc=False, tag="shuffled", tag_field="event"):
    """The pack from top to bottom before the cut; empty for those who can't see it."""

    order: tuple[Card, ...]


class PackCut(msgspec.Struct, frozen=True, gc=False, tag="cut", tag_field="event"):
    """`at` cards were lifted and put under the rest."""

    seat: Seat
    at: int


class PileDealt(msgspec.Struct, frozen=True, gc=False):
    """A face-up card on a face-down one; `under` is None for those who can't see it."""

    top: Card
    under: Card | None


class Dealt(msgspec.Struct, frozen=True, gc=False, tag="dealt", tag_field="event"):
    """Cards given to hands (and piles). `hidden` counts the cards that the reader can't see.

    `blind`: everybody sees a card but its holder (D5-blind).
    """

    packets: tuple[int, ...]
    hands: Mapping[Seat, tuple[Card, ...]]
    hidden: Mapping[Seat, int] = {}
    piles: Mapping[Seat, tuple[PileDealt, ...]] = {}
    blind: bool = False


class TurnedUp(msgspec.Struct, frozen=True, gc=False, tag="turned_up", tag_field="event"):
    """The card that was turned up after the first cards of a deal."""

    card: Card


class BottomShown(msgspec.Struct, frozen=True, gc=False, tag="bottom_shown", tag_field="event"):
    """The lowest card of those that stay out of play, shown to all (CL-1)."""

    card: Card


class SevenSwapped(msgspec.Struct, frozen=True, gc=False, tag="seven_swapped", tag_field="event"):
    """The seven of trumps, `card`, was exchanged for the turned card, before the lead (CL-3)."""

    seat: Seat
    card: Card


class HandKept(msgspec.Struct, frozen=True, gc=False, tag="hand_kept", tag_field="event"):
    """A player was asked and exchanged nothing: he has no seven of trumps, or keeps it (CL-3)."""

    seat: Seat


class Discarded(msgspec.Struct, frozen=True, gc=False, tag="discarded", tag_field="event"):
    """Cards that the taker laid aside, face down. `hidden` counts those that the reader can't see."""

    seat: Seat
    cards: tuple[Card, ...]
    hidden: int = 0


class TrumpDrawn(msgspec.Struct, frozen=True, gc=False, tag="trump_drawn", tag_field="event"):
    """The trump, where it is drawn by lot."""

    trump: Trump


class Called(msgspec.Struct, frozen=True, gc=False, tag="called", tag_field="event"):
    """A word in the choice of trump."""

    call: Call


class Contracted(msgspec.Struct, frozen=True, gc=False, tag="contracted", tag_field="event"):
    """What the calls came to."""

    contract: Contract


class Declared(msgspec.Struct, frozen=True, gc=False, tag="declared", tag_field="event"):
    """The kinds of declarations that a player announced."""

    seat: Seat
    kinds: tuple[Announced, ...]


class HeightNamed(msgspec.Struct, frozen=True, gc=False, tag="height_named", tag_field="event"):
    """The height of a declaration, to tell it from another of the same kind."""

    seat: Seat
    rank: Rank
    in_trumps: bool


class NotBetterSaid(msgspec.Struct, frozen=True, gc=False, tag="not_better_said", tag_field="event"):
    """«Pas mieux»: the other's height is higher."""

    seat: Seat


class DeclarationsSettled(
    msgspec.Struct, frozen=True, tag="declarations_settled", tag_field="event", omit_defaults=True
):
    """Whose declarations count: None where the best of both sides are equal.

    Where runs and carrés are compared apart, `winner` has the runs, `carres` the carrés.
    """

    winner: Side | None
    carres: Side | None = None


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A declaration with its cards."""

    kind: Kind
    cards: tuple[Card, ...]
    points: int


class DeclarationsShown(msgspec.Struct, frozen=True, gc=False, tag="declarations_shown", tag_field="event"):
    """The declarations that count, laid open."""

    seat: Seat
    shown: tuple[Shown, ...]


class DeclarationsUnproved(
    msgspec.Struct, frozen=True, gc=False, tag="declarations_unproved", tag_field="event"
):
    """Announced but not shown: `points` is what was announced."""

    seat: Seat
    points: int


class CardPlayed(msgspec.Struct, frozen=True, gc=False, tag="card_played", tag_field="event"):
    """`wrong` is the clause that the card breaks, known to nobody until the referee looks."""

    seat: Seat
    card: Card
    say: Word | None = None
    wrong: str | None = None


class PileTurned(msgspec.Struct, frozen=True, gc=False, tag="pile_turned", tag_field="event"):
    """The card under the top of a pile is turned up (comptoir)."""

    seat: Seat
    pile: int
    card: Card


class TrickWon(msgspec.Struct, frozen=True, gc=False, tag="trick_won", tag_field="event"):
    """Who took the trick; `points` are those of its cards."""

    seat: Seat
    points: int


class RoemSaid(msgspec.Struct, frozen=True, gc=False, tag="roem_said", tag_field="event"):
    """What the four cards of the trick just won bring besides their points (KL-4)."""

    seat: Seat
    points: int


class CardExposed(msgspec.Struct, frozen=True, gc=False, tag="card_exposed", tag_field="event"):
    """A card that was let be seen, where that has consequences."""

    seat: Seat
    card: Card


class CardExcused(msgspec.Struct, frozen=True, gc=False, tag="card_excused", tag_field="event"):
    """A wrong or exposed card that the other side lets pass."""

    by: Seat
    card: Card


class Misdealt(msgspec.Struct, frozen=True, gc=False, tag="misdealt", tag_field="event"):
    """The dealer dealt wrongly."""

    seat: Seat


class Proposed(msgspec.Struct, frozen=True, gc=False, tag="proposed", tag_field="event"):
    """A way to make good a fault, for the other side to accept or refuse."""

    seat: Seat
    remedy: Remedy


class Answered(msgspec.Struct, frozen=True, gc=False, tag="answered", tag_field="event"):
    """The other side's answer to a proposal."""

    seat: Seat
    remedy: Remedy
    agreed: bool


class Ruled(msgspec.Struct, frozen=True, gc=False, tag="ruled", tag_field="event"):
    """The referee's decision; without a fault, he found nothing wrong. `card` is the wrong card."""

    called_by: Seat
    fault: Fault | None
    offender: Side | None
    penalty: Penalty | None
    card: Card | None = None


class RebeloteClaimed(msgspec.Struct, frozen=True, gc=False, tag="rebelote_claimed", tag_field="event"):
    """One forgotten «rebelote», in one suit, is forgiven."""

    seat: Seat
    suit: Suit


class Counted(msgspec.Struct, frozen=True, gc=False, tag="counted", tag_field="event"):
    """The points may be counted: the player has nothing more to say."""

    seat: Seat


class DealScored(msgspec.Struct, frozen=True, gc=False, tag="deal_scored", tag_field="event"):
    """The end of a deal: what happened in it, its score with the reasons, and the totals of the match."""

    summary: DealSummary
    score: DealScore
    totals: Mapping[Side, int]
    awaiting: Side | None = None


class DealVoided(msgspec.Struct, frozen=True, gc=False, tag="deal_voided", tag_field="event"):
    """No score; `next_dealer` deals again."""

    cause: VoidCause
    next_dealer: Seat


class Gathered(msgspec.Struct, frozen=True, gc=False, tag="gathered", tag_field="event"):
    """The pack as it was gathered, top to bottom, for a game that only cuts it (B-3)."""

    order: tuple[Card, ...]


class MatchEnded(msgspec.Struct, frozen=True, gc=False, tag="match_ended", tag_field="event"):
    """`stakes` is what each seat takes out of the pot less what it put in (B-10)."""

    winners: tuple[Side, ...]
    clause: str
    stakes: Mapping[Seat, float] = {}


Event = (
    MatchStarted
    | Shuffled
    | PackCut
    | Dealt
    | TurnedUp
    | BottomShown
    | SevenSwapped
    | HandKept
    | Discarded
    | TrumpDrawn
    | Called
    | Contracted
    | Declared
    | HeightNamed
    | NotBetterSaid
    | DeclarationsSettled
    | DeclarationsShown
    | DeclarationsUnproved
    | CardPlayed
    | PileTurned
    | TrickWon
    | RoemSaid
    | CardExposed
    | CardExcused
    | Misdealt
    | Proposed
    | Answered
    | Ruled
    | RebeloteClaimed
    | Counted
    | DealScored
    | DealVoided
    | Gathered
    | MatchEnded
)


def redact(event: Event, seat: Seat | None) -> Event:
    """The event as `seat` may see it; None is a spectator. What all see stays the same object."""
    match event:
        case CardPlayed():
            return event if event.wrong is None else CardPlayed(event.seat, event.card, event.say)
        case TrickWon() | Called():
            return event
        case Dealt():
            return _redact_dealt(event, seat)
        case Gathered():
            return Gathered(())
        case Shuffled():
            return Shuffled(())
        case Discarded(seat=taker, cards=cards):
            return event if seat == taker else Discarded(taker, (), event.hidden + len(cards))
        case (
            DealScored()
            | Contracted()
            | PackCut()
            | TurnedUp()
            | MatchStarted()
            | BottomShown()
            | SevenSwapped()
            | HandKept()
            | TrumpDrawn()
            | Declared()
            | HeightNamed()
            | NotBetterSaid()
            | DeclarationsSettled()
            | DeclarationsShown()
            | DeclarationsUnproved()
            | PileTurned()
            | RoemSaid()
            | CardExposed()
            | CardExcused()
            | Misdealt()
            | Proposed()
            | Answered()
            | Ruled()
            | RebeloteClaimed()
            | Counted()
            | DealVoided()
            | MatchEnded()
        ):
            return event
        case _:
            assert_never(event)


def _redact_dealt(event: Dealt, seat: Seat | None) -> Dealt:
    sees: dict[Seat, tuple[Card, ...]] = {}
    hidden = dict(event.hidden)
    for holder, cards in event.hands.items():
        if seat is not None and (holder != seat) == event.blind:
            sees[holder] = cards
        else:
            hidden[holder] = hidden.get(holder, 0) + len(cards)
    piles = {
        holder: tuple(PileDealt(pile.top, None) for pile in piles) for holder, piles in event.piles.items()
    }
    return Dealt(event.packets, sees, hidden, piles, event.blind)


# JSON


_decoder: msgspec.json.Decoder[Event] = decoder(Event)  # type: ignore[arg-type]


def to_json(event: Event) -> str:
    """One line of JSON."""
    return ENCODER.encode(event).decode("utf-8")


def from_json(line: str | bytes) -> Event:
    """An event from its line of JSON; `to_json` undoes it."""
    return _decoder.decode(line)


def to_json_lines(events: Iterable[Event]) -> str:
    """Events as text, a line of JSON each: the save of a match."""
    return "".join(to_json(event) + "\n" for event in events)
