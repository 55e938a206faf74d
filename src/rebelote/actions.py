"""What a seat may ask. Every action names its seat."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from rebelote.cards import Card, Rank, Trump
from rebelote.results import Kind
from rebelote.table import Seat

Word = Literal["belote", "rebelote"]
Remedy = Literal["let_pass", "void"]
Announced = Kind | Literal["sevens"]


class Cut(msgspec.Struct, frozen=True, gc=False, tag="cut", tag_field="do"):
    """Lift `at` cards off the pack."""

    seat: Seat
    at: int


class Deal(msgspec.Struct, frozen=True, gc=False, tag="deal", tag_field="do"):
    """Deal the cards in these packets; in a game with one way of dealing, that way."""

    seat: Seat
    packets: tuple[int, ...]


class Pass(msgspec.Struct, frozen=True, gc=False, tag="pass", tag_field="do"):
    """Say nothing: «je passe»."""

    seat: Seat


class Take(msgspec.Struct, frozen=True, gc=False, tag="take", tag_field="do"):
    """Take at this trump: the turned suit, in round 2 another, or SA or TA where they may be called."""

    seat: Seat
    trump: Trump


class Object(msgspec.Struct, frozen=True, gc=False, tag="object", tag_field="do"):
    """Oppose the suit just proposed (B-3.2)."""

    seat: Seat


class Schmeiss(msgspec.Struct, frozen=True, gc=False, tag="schmeiss", tag_field="do"):
    """Offer to throw the cards in: the other agrees, or one must play oneself (CL-2)."""

    seat: Seat


class Bid(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="bid", tag_field="do"):
    """Call a value and a trump: 80 to 160 or 180 by tens, a number of tricks, capot or générale.

    None is the trump alone, where calls have no number. `to_partner`: the turned card goes to one's partner.

    >>> from rebelote import Bid, Seat, Trump
    >>> Bid(Seat("E"), 90, Trump.HEARTS).value
    90
    """

    seat: Seat
    value: int | Literal["capot", "generale"] | None
    trump: Trump
    to_partner: bool = False


class Contre(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="contre", tag_field="do"):
    """«Je contre», or «je coinche». `closed`: no trump may be led while there is anything else (BA-2.3)."""

    seat: Seat
    closed: bool = False


class Surcontre(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="surcontre", tag_field="do"):
    """Answer a contre of the other side: the stakes rise once more, or to the third or fourth `level`."""

    seat: Seat
    level: int = 2
    closed: bool = False


class AskRedeal(msgspec.Struct, frozen=True, gc=False, tag="ask_redeal", tag_field="do"):
    """With a first hand that may be refused, have the cards dealt again (BA-2.2)."""

    seat: Seat


class Discard(msgspec.Struct, frozen=True, gc=False, tag="discard", tag_field="do"):
    """Lay aside as many cards as the taker got (T3-1-discard)."""

    seat: Seat
    cards: tuple[Card, ...]


class Swap(msgspec.Struct, frozen=True, gc=False, tag="swap", tag_field="do"):
    """Exchange the seven of trumps for the turned card (CL-3)."""

    seat: Seat


class KeepHand(msgspec.Struct, frozen=True, gc=False, tag="keep_hand", tag_field="do"):
    """Exchange nothing: one has no seven of trumps, or keeps it (CL-3)."""

    seat: Seat


class Guess(msgspec.Struct, frozen=True, gc=False, tag="guess", tag_field="do"):
    """Say how many tricks you will take (escalier)."""

    seat: Seat
    tricks: int


class Declare(msgspec.Struct, frozen=True, gc=False, tag="declare", tag_field="do"):
    """Announce the kinds of one's declarations, before one's first card."""

    seat: Seat
    kinds: tuple[Announced, ...]


class NameHeight(msgspec.Struct, frozen=True, gc=False, tag="height", tag_field="do"):
    """Name the top card of one's best declaration, and whether it is in trumps."""

    seat: Seat
    rank: Rank
    in_trumps: bool = False


class NotBetter(msgspec.Struct, frozen=True, gc=False, tag="not_better", tag_field="do"):
    """«Pas mieux»."""

    seat: Seat


class Show(msgspec.Struct, frozen=True, gc=False, tag="show", tag_field="do"):
    """Show the cards of what was announced."""

    seat: Seat


class Withhold(msgspec.Struct, frozen=True, gc=False, tag="withhold", tag_field="do"):
    """Do not show what was announced."""

    seat: Seat


class Play(msgspec.Struct, frozen=True, gc=False, tag="play", tag_field="do"):
    """Play a card, with a word or without."""

    seat: Seat
    card: Card
    say: Word | None = None


class PlayBlind(msgspec.Struct, frozen=True, gc=False, tag="play_blind", tag_field="do"):
    """Play the one card that one holds and can't see (escalier)."""

    seat: Seat


class ClaimRebelote(msgspec.Struct, frozen=True, gc=False, tag="claim_rebelote", tag_field="do"):
    """Notice a forgotten rebelote before the points are counted (A-7)."""

    seat: Seat


class SayRoem(msgspec.Struct, frozen=True, gc=False, tag="roem", tag_field="do"):
    """Say the roem of the trick just won, before it is turned (KL-4)."""

    seat: Seat


class Count(msgspec.Struct, frozen=True, gc=False, tag="count", tag_field="do"):
    """Let the deal be counted as it was played."""

    seat: Seat


class Misdeal(msgspec.Struct, frozen=True, gc=False, tag="misdeal", tag_field="do"):
    """The dealer has dealt wrongly: a card seen, a wrong number."""

    seat: Seat


class Expose(msgspec.Struct, frozen=True, gc=False, tag="expose", tag_field="do"):
    """Let a card of one's hand be seen."""

    seat: Seat
    card: Card


class Excuse(msgspec.Struct, frozen=True, gc=False, tag="excuse", tag_field="do"):
    """As an opponent, let a card that was shown be taken back."""

    seat: Seat
    card: Card


class CallReferee(msgspec.Struct, frozen=True, gc=False, tag="referee", tag_field="do"):
    """Have the referee look at what was done wrong."""

    seat: Seat


class Propose(msgspec.Struct, frozen=True, gc=False, tag="propose", tag_field="do"):
    """Offer the other side to let the faults pass, or to void the deal."""

    seat: Seat
    remedy: Remedy


class Accept(msgspec.Struct, frozen=True, gc=False, tag="accept", tag_field="do"):
    """Agree to what the other side proposes."""

    seat: Seat


class Refuse(msgspec.Struct, frozen=True, gc=False, tag="refuse", tag_field="do"):
    """Leave the other side's proposal, and the decision to the referee."""

    seat: Seat


Call = Pass | Take | Object | Schmeiss | Bid | Contre | Surcontre | Guess | AskRedeal
TableAction = Misdeal | Expose | Excuse | CallReferee | Propose | Accept | Refuse
Action = (
    Cut
    | Deal
    | Call
    | Discard
    | Swap
    | KeepHand
    | Declare
    | NameHeight
    | NotBetter
    | Show
    | Withhold
    | Play
    | PlayBlind
    | ClaimRebelote
    | SayRoem
    | Count
    | TableAction
)

ACTIONS: Final[frozenset[type]] = frozenset(get_args(Action))
