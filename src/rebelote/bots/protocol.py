"""A view as JSON for programs in any language, and their actions read back. See docs/bot-protocol.md.

Everything here is taken from a View, so a program is told no more than a bot.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rebelote.actions import Accept, Action, Refuse
from rebelote.card_order import Trick
from rebelote.cards import Card, Cards
from rebelote.phases.choosing import Choosing
from rebelote.phases.held import Held
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Counting, Cutting, Dealing, Misdealing
from rebelote.table import Seat
from rebelote.view import View

VERSION = 1

Json = dict[str, Any]


def view_to_json(view: View) -> Json:
    """All that a seat knows and may do now, in plain JSON values."""
    situation = view.situation
    return {
        "protocol": VERSION,
        "seq": view.seq,
        "seat": view.seat,
        "rules": _rules(view),
        "table": _table(view),
        "phase": phase_name(view),
        "deal": situation.deal_number,
        "dealer": situation.dealer,
        "totals": dict(situation.totals),
        "held_points": situation.pending,
        "turned": situation.turned.text if situation.turned is not None else None,
        "calls": [_plain(call) for call in view.calls],
        "contract": _plain(view.contract) if view.contract is not None else None,
        "guesses": dict(situation.guesses),
        "hand": _cards(view.hand),
        "others": _others(view),
        "piles": _piles(situation.held),
        "trick": _trick(view.trick),
        "tricks": _tricks(situation.playing),
        "played": [_observed(view, place) for place in range(len(view.observed))],
        "unseen": _cards(view.unseen()),
        "declared": _plain(situation.talk.said) if situation.talk is not None else {},
        "proposal": _plain(situation.proposal) if situation.proposal is not None else None,
        "legal": [_plain(action) for action in offered(view)],
    }


def offered(view: View) -> tuple[Action, ...]:
    """What a program may answer: an answer to an open proposal, else what the rules allow."""
    answers = tuple(each for each in view.table_actions() if isinstance(each, Accept | Refuse))
    return answers or view.legal()


def encode_view(view: View) -> bytes:
    """One line."""
    return msgspec.json.encode(view_to_json(view)) + b"\n"


def decode_action(line: bytes | str) -> Action:
    """Raises msgspec.DecodeError (ValidationError included) or BadCard for what is no action."""
    return _decoder.decode(line)


def _rules(view: View) -> Json:
    rules = view.rules
    return {"id": rules.id, "options": dict(rules.chosen), "parts": _plain(rules)}


def _table(view: View) -> Json:
    table = view.rules.table
    return {
        "order": list(table.order),
        "sides": {side: list(table.members(side)) for side in table.sides},
    }


def phase_name(view: View) -> str:
    match view.situation.phase:
        case Cutting():
            return "cut"
        case Dealing():
            return "deal"
        case Misdealing():
            return "misdeal"
        case Choosing():
            return "call"
        case Playing():
            return "play"
        case Counting():
            return "count"
        case _:
            return "over"


def _others(view: View) -> dict[str, Json]:
    """The other hands: how many cards, those that are known, and those that they could hold."""
    held = view.situation.held
    if held is None:
        return {}
    return {
        seat: {
            "cards": held.size(seat),
            "known": _cards(held.hands[seat]),
            "could_hold": _cards(view.could_hold(seat)),
        }
        for seat in view.rules.table
        if seat != view.seat
    }


def _piles(held: Held | None) -> dict[str, list[Json]]:
    if held is None:
        return {}
    return {
        seat: [{"top": None if pile.top is None else pile.top.text, "covers": pile.covers} for pile in row]
        for seat, row in held.piles.items()
    }


def _tricks(playing: Playing | None) -> Json | None:
    if playing is None:
        return None
    return {
        "length": playing.length,
        "won": dict(playing.tricks()),
        "points": dict(playing.points),
        "last": _last(playing),
    }


def _last(playing: Playing) -> Json | None:
    if playing.last_trick is None:
        return None
    winner, trick = playing.last_trick
    return {"winner": winner, "cards": _trick(trick)}


def _observed(view: View, place: int) -> Json:
    seen = view.observed[place]
    return {"seat": seen.seat, "card": seen.card.text, "leads": not seen.before, "say": seen.say}


def _trick(trick: Trick) -> list[tuple[Seat, str]]:
    return [(seat, card.text) for seat, card in trick]


def _cards(cards: Cards) -> list[str]:
    return [card.text for card in cards]


def _plain(value: object) -> Any:
    return msgspec.to_builtins(value, enc_hook=_encode_extra, str_keys=True)


def _encode_extra(value: object) -> object:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Cards):
        return _cards(value)
    raise TypeError(f"can't encode {type(value).__name__}")


def _decode_extra(wanted: type, value: Any) -> object:
    if wanted is Card:
        return Card(value)
    raise TypeError(f"can't decode {wanted.__name__}")


_decoder: msgspec.json.Decoder[Action] = msgspec.json.Decoder(Action, dec_hook=_decode_extra)
