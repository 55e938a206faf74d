"""What a match is at one seq, for whoever reads it: the whole view, or what has changed of the one before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

import msgspec

from rebelote.cards import Cards
from rebelote.codec import ENCODER
from rebelote.events import CardPlayed
from rebelote.language.text import Lang
from rebelote.server.messages.match_view import SeatView
from rebelote.server.prompts import prompt
from rebelote.server.redacted_match import Fresh, RedactedMatch
from rebelote.server.turn_changes import (
    OWN_AFTER_CALL,
    Turns,
    moved_seats,
    own_acting,
    own_after_card,
    shared_changes,
    turns_between,
)
from rebelote.server.view_messages import Facts, Own, Seen, own_of, seen_by_all
from rebelote.table import Seat
from rebelote.view import View


class Moment(msgspec.Struct, frozen=True, eq=False):
    """A match at one seq; `view` is a spectator's."""

    match: RedactedMatch
    facts: Facts
    view: View
    actors: tuple[Seat, ...]
    _told: dict[Lang, ToldMoment] = {}

    @classmethod
    def of(cls, match: RedactedMatch, facts: Facts) -> Self:
        view = match.view(None)
        return cls(match, facts, view, view.situation.actors())

    @property
    def seq(self) -> int:
        return self.match.seq

    def told(self, lang: Lang) -> ToldMoment:
        known = self._told.get(lang)
        if known is None:
            known = self._told[lang] = ToldMoment(self.match, self.facts, self.view, self.actors, lang)
        return known


class ToldMoment(msgspec.Struct):
    """The same in one language: each part of a view is made once, and none before it is asked for.

    `own_parts` are those that readers have been told; `knowing` are those of them who know more of the seats
    than everybody, and `known_seats` the seats as everybody sees them.
    """

    match: RedactedMatch
    facts: Facts
    view: View
    actors: tuple[Seat, ...]
    lang: Lang
    own_parts: dict[Seat | None, Own] = {}
    knowing: set[Seat | None] = set()
    known_seats: Mapping[Seat, SeatView] | None = None
    known_seen: Seen | None = None
    _shared: bytes = b""
    _prompt: str | None = None

    def whole(self, seat: Seat | None) -> bytes:
        """A PageView."""
        own = self.own(seat)
        seats = {"prompt": own.prompt or self.prompt(), "seats": own.seats or self.seen().seats}
        return b"{%b,%b,%b}" % (self.shared(), _fields(seats), _fields(own.view))

    def shared(self) -> bytes:
        """The fields of a SharedView."""
        if not self._shared:
            self._shared = _fields(self.seen().shared)
        return self._shared

    def seen(self) -> Seen:
        if self.known_seen is None:
            self.known_seen = seen_by_all(self.view, self.facts, self.lang)
        return self.known_seen

    def seats(self) -> Mapping[Seat, SeatView]:
        """As everybody sees them."""
        if self.known_seats is None:
            self.known_seats = {Seat(seat.seat): seat for seat in self.seen().seats}
        return self.known_seats

    def prompt(self) -> str:
        """Everybody's."""
        if self._prompt is None:
            self._prompt = prompt(self.view, self.facts.names, self.lang)
        return self._prompt

    def own(self, seat: Seat | None) -> Own:
        own = self.own_parts.get(seat)
        if own is None:
            view = self.match.view(seat)
            own = self.own_parts[seat] = own_of(self.seen(), view, self.facts.names, self.lang)
            if own.seats is not None:
                self.knowing.add(seat)
        return own


# What has changed: objects of JSON, for readers who were told the moment `before`


class TurnChanges(msgspec.Struct, frozen=True):
    """What turns change, without making the views but of those who know more of the seats than everybody.

    `shared` and `alike` are told to all, `alike` with the seats; `to_others` is all that is told to those who
    are not `concerned`.
    """

    turns: Turns
    then: ToldMoment
    now: ToldMoment
    fresh: Fresh
    shared: dict[str, Any]
    alike: bytes
    to_others: bytes

    @classmethod
    def of(cls, turns: Turns, then: ToldMoment, now: ToldMoment, fresh: Fresh) -> Self:
        seats = then.seats()
        shared = shared_changes(then.view, now.view, now.actors, now.facts.deadline, now.lang)
        moved = moved_seats(seats, fresh.events, now.view, now.lang)
        now.known_seats = {**seats, **moved}
        alike = _fields(shared | {"seats": list(moved.values())} if moved else shared)
        to_others = b'{%b,"prompt":%b}' % (alike, ENCODER.encode(now.prompt()))
        return cls(turns, then, now, fresh, shared, alike, to_others)

    def concerned(self) -> set[Seat | None]:
        """They may or might do something, or know more of the seats than everybody."""
        return self.then.knowing.union(self.then.actors, self.now.actors)

    def to(self, seat: Seat | None) -> bytes:
        then, now = self.then, self.now
        if seat in then.knowing:
            return _to_one_knowing(_fields(self.shared), then, now, seat)
        if seat in now.actors:
            return b"{%b,%b}" % (self.alike, own_acting(now.match.view(seat), now.facts.names, now.lang))
        if seat is None or seat not in then.actors:
            return self.to_others
        own = OWN_AFTER_CALL
        if self.turns == "cards":
            own = own_after_card(self._hand_after(seat), now.view, now.lang)
        return b"%b,%b}" % (self.to_others[:-1], own)

    def _hand_after(self, seat: Seat) -> Cards:
        """Of one who has played, and does not act now: his view need not be folded for that."""
        hand = self.then.match.view(seat).hand
        for event in self.fresh.events:
            if isinstance(event, CardPlayed):
                hand = hand.without(event.card)
        return hand


class OtherChanges:
    """What anything else changes: the fields that are not as they were. Where the part that all share was not
    made before, the whole of it."""

    def __init__(self, then: ToldMoment, now: ToldMoment) -> None:
        self._then, self._now = then, now
        self._changed_shared, self._changed_alike = b"", b""

    def to(self, seat: Seat | None) -> bytes:
        then, now = self._then, self._now
        own = now.own(seat)
        if seat in now.knowing or seat in then.knowing:
            return _to_one_knowing(self._shared(), then, now, seat)
        return _with_own(self._alike(), then.own_parts.get(seat), own, {}, now)

    def _shared(self) -> bytes:
        """With the deadline, which a reader may have been told anew meanwhile."""
        if self._then.known_seen is None:
            return self._now.shared()
        if not self._changed_shared:
            now, then = self._now.seen().shared, self._then.seen().shared
            self._changed_shared = _fields({"deadline": now.deadline} | changed(now, then))
        return self._changed_shared

    def _alike(self) -> bytes:
        """The shared part and the seats."""
        if not self._changed_alike:
            seats, then = self._now.seen().seats, self._then.known_seen
            moved = seats if then is None else _different(seats, then.seats)
            self._changed_alike = self._shared() + (b",%b" % _fields({"seats": moved}) if moved else b"")
        return self._changed_alike


def changes_between(then: ToldMoment, now: ToldMoment, fresh: Fresh) -> TurnChanges | OtherChanges:
    """`fresh` is what has happened between them, by one action."""
    turns = turns_between(then.view, now.view, fresh.events) if fresh.are_public else None
    return OtherChanges(then, now) if turns is None else TurnChanges.of(turns, then, now, fresh)


def _to_one_knowing(shared: bytes, before: ToldMoment, told: ToldMoment, seat: Seat | None) -> bytes:
    """To one who knows more of a seat than everybody, now or before."""
    then, now = before.own_parts.get(seat), told.own(seat)
    known = before.seen().seats if then is None or then.seats is None else then.seats
    seats = _different(now.seats or told.seen().seats, known)
    return _with_own(shared, then, now, {"seats": seats} if seats else {}, told)


def _with_own(
    alike: bytes, then: Own | None, now: Own, seats: dict[str, list[SeatView]], told: ToldMoment
) -> bytes:
    """What has changed for all, and a reader's own part."""
    own = msgspec.structs.asdict(now.view) if then is None else changed(now.view, then.view)
    return b"{%b,%b}" % (alike, _fields({**seats, "prompt": now.prompt or told.prompt(), **own}))


def changed(now: msgspec.Struct, then: msgspec.Struct) -> dict[str, Any]:
    """The fields of one that are not as in the other, which is of the same type."""
    if now is then:
        return {}
    pairs = zip(
        now.__struct_fields__, msgspec.structs.astuple(now), msgspec.structs.astuple(then), strict=True
    )
    return {name: new for name, new, old in pairs if new is not old and new != old}


def _different(now: Iterable[SeatView], then: Iterable[SeatView]) -> list[SeatView]:
    return [seat for seat, before in zip(now, then, strict=True) if seat != before]


def _fields(fields: msgspec.Struct | dict[str, Any]) -> bytes:
    """An object without its braces."""
    return ENCODER.encode(fields)[1:-1]
