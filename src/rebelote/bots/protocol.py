"""What a program is told and what it answers, as JSON in any language. See docs/bot-protocol.md.

Everything here is taken from a View, so a program is told no more than a bot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from rebelote import codec
from rebelote.actions import Action, Announced, Call, Word
from rebelote.card_order import Trick
from rebelote.cards import Card, Cards
from rebelote.events import Proposed
from rebelote.phases.held import Held
from rebelote.phases.playing import Playing
from rebelote.results import Contract
from rebelote.ruleset import OptionValue, Ruleset
from rebelote.situation import PhaseName
from rebelote.table import Seat, Side
from rebelote.view import View

VERSION: Final = 2


class Places(msgspec.Struct, frozen=True):
    """`order`: the seats in the direction of play; `sides`: the seats of each side."""

    order: tuple[Seat, ...]
    sides: Mapping[Side, tuple[Seat, ...]]


class RulesLine(msgspec.Struct, frozen=True, kw_only=True, tag="rules", tag_field="type"):
    """The rules of the views that follow, told once. `parts` is the whole ruleset as data."""

    protocol: int = VERSION
    digest: str
    id: str
    options: Mapping[str, OptionValue]
    parts: Ruleset
    table: Places


class OtherHand(msgspec.Struct, frozen=True):
    """How many cards, those of them that are known, and all that the hand may hold."""

    cards: int
    known: Cards
    could_hold: Cards


class PileTop(msgspec.Struct, frozen=True):
    top: Card | None
    covers: bool


class LastTrick(msgspec.Struct, frozen=True):
    winner: Seat
    cards: Trick


class TricksSoFar(msgspec.Struct, frozen=True):
    length: int
    won: Mapping[Side, int]
    points: Mapping[Side, int]
    last: LastTrick | None


class PlayedBefore(msgspec.Struct, frozen=True):
    seat: Seat
    card: Card
    leads: bool
    say: Word | None


class ViewLine(msgspec.Struct, frozen=True, kw_only=True, tag="view", tag_field="type"):
    """All that a seat knows and may do now. `rules` is the digest of the RulesLine that goes with it."""

    protocol: int = VERSION
    rules: str
    seq: int
    seat: Seat | None
    phase: PhaseName
    deal: int
    dealer: Seat
    totals: Mapping[Side, int]
    held_points: int
    turned: Card | None
    calls: tuple[Call, ...]
    contract: Contract | None
    guesses: Mapping[Side, int]
    hand: Cards
    others: Mapping[Seat, OtherHand]
    piles: Mapping[Seat, tuple[PileTop, ...]]
    trick: Trick
    tricks: TricksSoFar | None
    played: tuple[PlayedBefore, ...]
    unseen: Cards
    declared: Mapping[Seat, tuple[Announced, ...]]
    proposal: Proposed | None
    legal: tuple[Action, ...]


def rules_line(rules: Ruleset) -> RulesLine:
    table = rules.table
    return RulesLine(
        digest=rules.digest,
        id=rules.id,
        options=rules.chosen,
        parts=rules,
        table=Places(table.order, {side: table.members(side) for side in table.sides}),
    )


def view_line(view: View) -> ViewLine:
    situation = view.situation
    return ViewLine(
        rules=view.rules.digest,
        seq=view.seq,
        seat=view.seat,
        phase=situation.phase_name,
        deal=situation.deal_number,
        dealer=situation.dealer,
        totals=situation.totals,
        held_points=situation.pending,
        turned=situation.turned,
        calls=view.calls,
        contract=view.contract,
        guesses=situation.guesses,
        hand=view.hand,
        others=_others(view),
        piles=_piles(situation.held),
        trick=view.trick,
        tricks=_tricks(situation.playing),
        played=tuple(PlayedBefore(seen.seat, seen.card, not seen.before, seen.say) for seen in view.observed),
        unseen=view.unseen(),
        declared=situation.talk.said if situation.talk is not None else {},
        proposal=situation.proposal,
        legal=view.answers(),
    )


def encode_line(line: RulesLine | ViewLine) -> bytes:
    return codec.encode(line) + b"\n"


def decode_action(line: bytes | str) -> Action:
    """Raises msgspec.DecodeError (ValidationError included) or BadCard for what is no action."""
    action: Action = _decoder.decode(line)
    return action


def _others(view: View) -> dict[Seat, OtherHand]:
    held = view.situation.held
    if held is None:
        return {}
    return {
        seat: OtherHand(held.size(seat), held.hands[seat], view.could_hold(seat))
        for seat in view.rules.table
        if seat != view.seat
    }


def _piles(held: Held | None) -> dict[Seat, tuple[PileTop, ...]]:
    if held is None:
        return {}
    return {seat: tuple(PileTop(pile.top, pile.covers) for pile in row) for seat, row in held.piles.items()}


def _tricks(playing: Playing | None) -> TricksSoFar | None:
    if playing is None:
        return None
    last = None if playing.last_trick is None else LastTrick(*playing.last_trick)
    return TricksSoFar(playing.length, playing.tricks(), playing.points, last)


_decoder: Final[msgspec.json.Decoder[Any]] = codec.decoder(Action)  # type: ignore[arg-type]
