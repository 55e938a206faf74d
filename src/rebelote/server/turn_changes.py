"""What cards, tricks and calls change of the views, at a table that judges at once. Nearly all that happens
is of that kind, so it is told without making the views, from the seats as they were and pieces of JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from rebelote.cards import Cards
from rebelote.claiming import claim
from rebelote.codec import ENCODER
from rebelote.events import Called, CardPlayed, Event, TrickWon
from rebelote.language.labels import trump_of
from rebelote.language.persons import Names
from rebelote.language.text import Lang
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.server.messages.match_view import SeatView
from rebelote.server.prompts import prompt
from rebelote.server.view_messages import (
    card_offers,
    hand_cards,
    last_trick,
    offers,
    played_cards,
    refused_cards,
    resting_hand,
    seat_view,
    sorted_hand,
    standing_contract,
    winning_seat,
)
from rebelote.table import Seat
from rebelote.view import View

replace = msgspec.structs.replace

Turns = Literal["cards", "calls"]

_CARDS: Final = frozenset({CardPlayed, TrickWon})
_CALLS: Final = frozenset({Called})


def turns_between(then: View, now: View, events: Iterable[Event]) -> Turns | None:
    """Have only cards been played, or only calls been made, in a phase that goes on? Then all that counts is
    whose turn it is; a table that judges afterwards may let others do something too."""
    before, phase = then.situation.phase, now.situation.phase
    if not now.rules.strict:
        return None
    if isinstance(phase, Playing) and isinstance(before, Playing) and _CARDS.issuperset(map(type, events)):
        return "cards"
    if isinstance(phase, Choosing) and isinstance(before, Choosing) and _CALLS.issuperset(map(type, events)):
        return "calls"
    return None


# What all see: `then` and `now` are a spectator's views


def shared_changes(
    then: View, now: View, actors: tuple[Seat, ...], deadline: int | None, lang: Lang
) -> dict[str, Any]:
    """Fields of a SharedView; `actors` are those of now."""
    before, playing = then.situation.phase, now.situation.phase
    fields: dict[str, Any] = {"seq": now.seq, "to_act": actors, "deadline": deadline}
    if not isinstance(before, Playing) or not isinstance(playing, Playing):
        return fields | {"standing": standing_contract(now, lang)}
    fields["trick"] = played_cards(playing.trick, lang)
    fields["trick_winning"] = winning_seat(playing)
    if len(playing.won) > len(before.won):
        fields |= {"last_trick": last_trick(playing, lang), "tricks": playing.tricks()}
        if not now.rules.counts_tricks:
            fields["points"] = playing.points
    return fields


def moved_seats(
    seats: Mapping[Seat, SeatView], events: Iterable[Event], now: View, lang: Lang
) -> dict[Seat, SeatView]:
    """Those who have called, played a card or won a trick; `seats` are as they were before."""
    moved: dict[Seat, SeatView] = {}
    for event in events:
        match event:
            case CardPlayed(seat=seat, say=word):
                then = moved.get(seat) or seats[seat]
                said = then.said if word is None else now.rules.catalogue(lang).words[word]
                moved[seat] = replace(then, cards=then.cards - 1, said=said)
            case TrickWon(seat=seat):
                then = moved.get(seat) or seats[seat]
                moved[seat] = replace(then, tricks=then.tricks + 1)
            case Called(call=call):
                moved[call.seat] = seat_view(now, call.seat, None, lang)
            case _:
                pass
    for seat, view in moved.items():
        if view.known or view.piles:
            moved[seat] = seat_view(now, seat, None, lang)
    return moved


# What one reader sees, who knows no more of the seats than everybody. Fields of JSON


def own_acting(view: View, names: Names, lang: Lang) -> bytes:
    """Of one who may do something now."""
    if not isinstance(view.situation.phase, Playing):
        return _fields({"prompt": prompt(view, names, lang), "offers": offers(view, lang)})
    refused, cards = refused_cards(view), sorted_hand(view)
    return _fields(
        {
            "prompt": prompt(view, names, lang, refused),
            "hand": hand_cards(cards, refused, view.rules, lang),
            "offers": card_offers(view, cards, refused, lang),
            "claim": claim(view) is not None,
        }
    )


def own_after_card(hand: Cards, now: View, lang: Lang) -> bytes:
    """Of one who has played a card and does not act now, besides the prompt that all are told."""
    return _fields({"hand": resting_hand(hand.sorted(trump_of(now)), lang), "offers": (), "claim": False})


OWN_AFTER_CALL: Final = b'"offers":[]'
"""Of one who has called, or might have, and may not now."""


def _fields(fields: dict[str, Any]) -> bytes:
    return ENCODER.encode(fields)[1:-1]
