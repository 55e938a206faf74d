"""A match at one seq as each reader is told of it: the whole view, or what has changed of the one before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from rebelote.cards import Cards
from rebelote.codec import ENCODER
from rebelote.events import CardPlayed, Event
from rebelote.language.text import Lang
from rebelote.server.messages.match_view import SeatView
from rebelote.server.prompts import prompt
from rebelote.server.redacted_match import RedactedMatch
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

Reading = tuple[Seat | None, Lang]
"""For which seat somebody reads, and in which language."""


class Moment:
    """Each part of a view is made once. Where only `turns` were taken since the moment before, what these
    change is told without making the whole, but to those who know more of the seats than everybody.

    `events` have happened `since` the moment before, by one action, as a spectator sees them.
    """

    def __init__(self, match: RedactedMatch, facts: Facts, before: Moment | None = None) -> None:
        self.seq = match.seq
        self.since = match.seq if before is None else before.seq
        self.facts = facts
        self.events: list[Event] = []
        self.turns: Turns | None = None
        self._match = match
        self._before = before
        self._view = match.view(None)
        self._actors = self._view.situation.actors()
        self.turned = self._view.situation.turned
        self._own: dict[Reading, Own] = {}
        self._hands: dict[Seat, Cards] = {}
        self._seen: dict[Lang, Seen] = {}
        self._seats: dict[Lang, dict[Seat, SeatView]] = {}
        self._prompts: dict[Lang, str] = {}
        self._whole_shared: dict[Lang, bytes] = {}
        self._changed_shared: dict[Lang, bytes] = {}
        self._changed_alike: dict[Lang, bytes] = {}
        self._changed_for_others: dict[Lang, bytes] = {}
        if before is not None:
            self.events = [match.event(place, None) for place in range(before.seq, self.seq)]
            self.turns = turns_between(before._view, self._view, self.events)

    def forget_before(self) -> None:
        """Once all readers have been told."""
        self._before = None

    # As bytes

    def whole(self, seat: Seat | None, lang: Lang) -> bytes:
        """A PageView."""
        own, seen = self.own(seat, lang), self.seen(lang)
        seats = {"prompt": own.prompt or self.prompt(lang), "seats": own.seats or seen.seats}
        return b"{%b,%b,%b}" % (self._shared(lang), _fields(seats), _fields(own.view))

    def changes(self, seat: Seat | None, lang: Lang) -> bytes:
        """What makes this view of the one before, for one who was told that."""
        before = self._before
        assert before is not None
        then = before._own.get((seat, lang))
        if self.turns is not None and (then is None or then.seats is None):
            return self._after_turns(before, seat, lang)
        now = self.own(seat, lang)
        if now.seats is None and (then is None or then.seats is None):
            alike, own = self._alike(before, lang), {}
        else:
            alike, own = self._shared_changes(before, lang), self._own_seats(before, then, now, lang)
        own["prompt"] = now.prompt or self.prompt(lang)
        own |= msgspec.structs.asdict(now.view) if then is None else changed(now.view, then.view)
        return _joined(alike, _fields(own))

    def concerned(self, lang: Lang) -> frozenset[Seat | None]:
        """To whom turns change something else than to the others: they may or might do something, or know
        more of the seats than everybody."""
        before = self._before
        assert before is not None
        knowing = [seat for (seat, one), own in before._own.items() if own.seats is not None and one == lang]
        return frozenset((*before._actors, *self._actors, *knowing))

    def changes_for_others(self, lang: Lang) -> bytes:
        """What turns change for all who are not `concerned`."""
        known = self._changed_for_others.get(lang)
        if known is None:
            assert self._before is not None
            said = b'"prompt":%b' % ENCODER.encode(self.prompt(lang))
            known = self._changed_for_others[lang] = _joined(self._alike(self._before, lang), said)
        return known

    def _after_turns(self, before: Moment, seat: Seat | None, lang: Lang) -> bytes:
        """To one who knows no more of the seats than everybody."""
        if seat is not None and seat in self._actors:
            view = self._match.view(seat)
            self._hands[seat] = view.hand
            return _joined(self._alike(before, lang), own_acting(view, self.facts.names, lang))
        others = self.changes_for_others(lang)
        if seat is None or seat not in before._actors:
            return others
        own = OWN_AFTER_CALL
        if self.turns == "cards":
            own = own_after_card(self._hand_after(before, seat), self._view, lang)
        return b"%b,%b}" % (others[:-1], own)

    def _hand_after(self, before: Moment, seat: Seat) -> Cards:
        """Of one who has played, and does not act now: his view need not be folded for that."""
        then = before._hands.get(seat)
        if then is None:
            return self._match.view(seat).hand
        return then - Cards([event.card for event in self.events if isinstance(event, CardPlayed)])

    def _alike(self, before: Moment, lang: Lang) -> bytes:
        """The shared part and the seats."""
        known = self._changed_alike.get(lang)
        if known is None:
            seats = self._moved_seats(before, lang)
            shared, own = self._shared_changes(before, lang), {"seats": seats} if seats else {}
            known = self._changed_alike[lang] = _listed(shared, _fields(own))
        return known

    def _shared(self, lang: Lang) -> bytes:
        known = self._whole_shared.get(lang)
        if known is None:
            known = self._whole_shared[lang] = _fields(self.seen(lang).shared)
        return known

    def _shared_changes(self, before: Moment, lang: Lang) -> bytes:
        """With the deadline, which a reader may have been told anew meanwhile. Where the part was not made
        before, the whole of it."""
        if self.turns is None and lang not in before._seen:
            return self._shared(lang)
        known = self._changed_shared.get(lang)
        if known is None:
            if self.turns is not None:
                fields = shared_changes(before._view, self._view, self.facts.deadline, lang)
            else:
                now, then = self.seen(lang).shared, before.seen(lang).shared
                fields = {"deadline": now.deadline} | changed(now, then)
            known = self._changed_shared[lang] = _fields(fields)
        return known

    def _moved_seats(self, before: Moment, lang: Lang) -> list[SeatView]:
        if self.turns is None:
            now = self.seen(lang).seats
            return _different(now, before.seen(lang).seats) if lang in before._seen else now
        then = before._seats_by_name(lang)
        moved = moved_seats(then, self.events, self._view, lang)
        self._seats[lang] = then | moved
        return list(moved.values())

    def _seats_by_name(self, lang: Lang) -> dict[Seat, SeatView]:
        """As everybody sees them."""
        seats = self._seats.get(lang)
        if seats is None:
            seats = self._seats[lang] = {Seat(seat.seat): seat for seat in self.seen(lang).seats}
        return seats

    def _own_seats(self, before: Moment, then: Own | None, now: Own, lang: Lang) -> dict[str, Any]:
        """Of a reader who knows more of a seat than everybody, now or before."""
        known = before.seen(lang).seats if then is None or then.seats is None else then.seats
        seats = _different(now.seats or self.seen(lang).seats, known)
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
            view = self._match.view(seat)
            own = self._own[seat, lang] = own_of(self.seen(lang), view, self.facts.names, lang)
        return own


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
