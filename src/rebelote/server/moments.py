"""A match at one seq as each reader is told of it: the whole view, or what has changed of the one before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from rebelote.codec import ENCODER
from rebelote.events import Called, CardPlayed, TrickWon
from rebelote.language.text import Lang
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.server.messages.match_view import OwnView, SeatView
from rebelote.server.prompts import prompt
from rebelote.server.redacted_match import RedactedMatch
from rebelote.server.view_messages import (
    Facts,
    Own,
    Seen,
    moved_cards,
    moved_seats,
    own_acting,
    own_of,
    own_resting,
    seen_by_all,
)
from rebelote.table import Seat


class Moment:
    """Each part of a view is made once. Where only cards were played since the moment before, what they
    change is told without making the whole."""

    def __init__(self, match: RedactedMatch, facts: Facts, before: Moment | None = None) -> None:
        self.seq = match.seq
        self.facts = facts
        self._match = match
        self._before = before
        self._view = match.view(None)
        self._actors = self._view.situation.actors()
        self._events = [] if before is None else [match.event(n, None) for n in range(before.seq, self.seq)]
        self.only_cards = before is not None and self._only_since(before, Playing, _CARDS)
        self._only_calls = before is not None and self._only_since(before, Choosing, _CALLS)
        self._seen: dict[Lang, Seen] = {}
        self._seats: dict[Lang, dict[Seat, SeatView]] = {}
        self._prompts: dict[Lang, str] = {}
        self._own = {} if before is None else self._unchanged(before)
        self._whole_shared: dict[Lang, bytes] = {}
        self._changed_shared: dict[Lang, bytes] = {}
        self._changed_alike: dict[Lang, bytes] = {}
        self._changed_for_all: dict[Lang, bytes] = {}

    def forget_before(self) -> None:
        """Once all readers have been told."""
        self._before = None

    # As bytes

    def whole(self, seat: Seat | None, lang: Lang) -> bytes:
        """A PageView."""
        own, seen = self.own(seat, lang), self.seen(lang)
        shared = self._whole_shared.get(lang)
        if shared is None:
            shared = self._whole_shared[lang] = _fields(seen.shared)
        seats = {"prompt": own.prompt or self.prompt(lang), "seats": own.seats or seen.seats}
        return b"{%b,%b,%b}" % (shared, _fields(seats), _fields(own.view))

    def changes(self, seat: Seat | None, lang: Lang) -> bytes | None:
        """What makes this view of the one before; None where that was not told."""
        before = self._before
        then = None if before is None else before._own.get((seat, lang))
        if before is None or then is None:
            return None
        now = self.own(seat, lang)
        if now is then and now.is_common:
            return self._for_all(before, lang)
        if now.seats is None and then.seats is None:
            alike, own = self._alike(before, lang), {}
        else:
            alike, own = self._shared(before, lang), self._own_seats(before, then, now, lang)
        told = now.prompt or self.prompt(lang)
        if told != (then.prompt or before.prompt(lang)):
            own["prompt"] = told
        changes = after_cards(now.view, then.view) if self.only_cards else changed(now.view, then.view)
        return _joined(alike, _fields(own | changes))

    def _for_all(self, before: Moment, lang: Lang) -> bytes:
        """To those who know and may do no more than everybody, as it was before."""
        known = self._changed_for_all.get(lang)
        if known is None:
            told = self.prompt(lang)
            own = {} if told == before.prompt(lang) else {"prompt": told}
            known = self._changed_for_all[lang] = _joined(self._alike(before, lang), _fields(own))
        return known

    def _alike(self, before: Moment, lang: Lang) -> bytes:
        """The shared part and the seats."""
        known = self._changed_alike.get(lang)
        if known is None:
            seats = self._moved_seats(before, lang)
            shared, own = self._shared(before, lang), {"seats": seats} if seats else {}
            known = self._changed_alike[lang] = _listed(shared, _fields(own))
        return known

    def _shared(self, before: Moment, lang: Lang) -> bytes:
        """With the deadline, which a reader may have been told anew meanwhile."""
        known = self._changed_shared.get(lang)
        if known is None:
            if self.only_cards:
                fields = moved_cards(before._view, self._view, self.facts, lang)
            else:
                now, then = self.seen(lang).shared, before.seen(lang).shared
                fields = {"deadline": now.deadline} | changed(now, then)
            known = self._changed_shared[lang] = _fields(fields)
        return known

    def _moved_seats(self, before: Moment, lang: Lang) -> list[SeatView]:
        if not self.only_cards:
            return _different(self.seen(lang).seats, before.seen(lang).seats)
        then = before._seats_by_name(lang)
        moved = moved_seats(then, self._events, self._view, lang)
        self._seats[lang] = then | {Seat(seat.seat): seat for seat in moved}
        return moved

    def _seats_by_name(self, lang: Lang) -> dict[Seat, SeatView]:
        """As everybody sees them."""
        seats = self._seats.get(lang)
        if seats is None:
            seats = self._seats[lang] = {Seat(seat.seat): seat for seat in self.seen(lang).seats}
        return seats

    def _own_seats(self, before: Moment, then: Own, now: Own, lang: Lang) -> dict[str, Any]:
        """Of a reader who knows more of a seat than everybody, now or before."""
        seats = _different(now.seats or self.seen(lang).seats, then.seats or before.seen(lang).seats)
        return {"seats": seats} if seats else {}

    # The parts

    def seen(self, lang: Lang) -> Seen:
        seen = self._seen.get(lang)
        if seen is None:
            seen = self._seen[lang] = seen_by_all(self._view, self.facts, lang)
        return seen

    def prompt(self, lang: Lang) -> str:
        """Everybody's."""
        told = self._prompts.get(lang)
        if told is None:
            told = self._prompts[lang] = prompt(self._view, self.facts.names, lang)
        return told

    def own(self, seat: Seat | None, lang: Lang) -> Own:
        own = self._own.get((seat, lang))
        if own is None:
            own = self._own[seat, lang] = self._after_cards(seat, lang) or self._fresh(seat, lang)
        return own

    def _fresh(self, seat: Seat | None, lang: Lang) -> Own:
        return own_of(self.seen(lang), self._match.view(seat), self.facts.names, lang)

    def _unchanged(self, before: Moment) -> dict[tuple[Seat | None, Lang], Own]:
        """Where only cards were played, or only calls made: what those see who had no part in it and have
        none now, and who know no more of the seats than everybody."""
        if not self.only_cards and not self._only_calls:
            return {}
        involved = (*before._actors, *self._actors)
        told = before._own.items()
        return {reader: own for reader, own in told if reader[0] not in involved and own.seats is None}

    def _after_cards(self, seat: Seat | None, lang: Lang) -> Own | None:
        """Where only cards were played: what one's own card, or one's turn, changes. None where the seats are
        not the same for all."""
        before = self._before
        then = None if before is None or not self.only_cards else before._own.get((seat, lang))
        if then is None or then.seats is not None:
            return None
        if seat in self._actors:
            return own_acting(then, self._match.view(seat), self.facts.names, lang)
        return own_resting(then, self._events, self._view, lang)

    def _only_since(self, before: Moment, phase: type, kinds: set[type]) -> bool:
        """Have only these events happened, in a phase that goes on, where all that counts is whose turn it
        is?"""
        now = self._view.situation
        if not isinstance(now.phase, phase) or not isinstance(before._view.situation.phase, phase):
            return False
        return now.rules.strict and kinds.issuperset([type(event) for event in self._events])


_CARDS: Final[set[type]] = {CardPlayed, TrickWon}
_CALLS: Final[set[type]] = {Called}


def after_cards(now: OwnView, then: OwnView) -> dict[str, Any]:
    """The same as `changed`, where only cards were played: nothing else of it can have changed."""
    fields: dict[str, Any] = {} if now.hand == then.hand else {"hand": now.hand}
    if now.offers != then.offers:
        fields["offers"] = now.offers
    if now.claim != then.claim:
        fields["claim"] = now.claim
    return fields


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
    return ENCODER.encode(fields)[1:-1] if fields else b""


def _listed(first: bytes, second: bytes) -> bytes:
    """The fields of both; the first has some."""
    return b"%b,%b" % (first, second) if second else first


def _joined(first: bytes, second: bytes) -> bytes:
    """An object of them."""
    return b"{%b,%b}" % (first, second) if second else b"{%b}" % first
