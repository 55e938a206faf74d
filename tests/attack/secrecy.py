"""The secrecy checker: all that was told to somebody, held against the truth in the database.

The truth is read from the stored events themselves, as JSON, apart from the code that redacts them, folds
them into views and makes messages of them. All that one person heard in one deal must be explained by what a
single seat could know.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from rebelote.cards import PACK, Rank, Suit
from rebelote.language.sentences import card_name

Json = dict[str, Any]
Cards = frozenset[str]
T = TypeVar("T")
Seat = str | None
"""None is a spectator."""

# What may be known


@dataclass(frozen=True)
class Moment:
    """After an event: which deal it is of, what everybody has seen of it, and what each seat besides."""

    deal: int
    public: Cards
    own: Mapping[str, Cards]


class Truth:
    """One match, from the database."""

    def __init__(self, events: Iterable[Json]) -> None:
        self._moments = list(_moments(events))

    @property
    def seats(self) -> list[str]:
        return sorted({seat for moment in self._moments for seat in moment.own})

    def deal(self, seq: int) -> int:
        return self._moments[seq - 1].deal

    def known(self, seq: int, seat: Seat) -> Cards:
        moment = self._moments[seq - 1]
        return moment.public if seat is None else moment.public | moment.own.get(seat, frozenset())


def read_truths(database: Path) -> dict[str, Truth]:
    """Every match of a database."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        rows = connection.execute("SELECT match, data FROM events ORDER BY match, seq").fetchall()
    finally:
        connection.close()
    return truths_of(rows)


def truths_of(rows: Iterable[tuple[str, str]]) -> dict[str, Truth]:
    """From the match and the text of every event, in order."""
    events: dict[str, list[Json]] = {}
    for match, data in rows:
        events.setdefault(match, []).append(json.loads(data))
    return {match: Truth(log) for match, log in events.items()}


def _moments(events: Iterable[Json]) -> Iterator[Moment]:
    now = Moment(0, frozenset(), {})
    for event in events:
        match event["event"]:
            case "cut":
                now = Moment(now.deal + 1, frozenset(), {})
            case "dealt":
                now = Moment(now.deal, now.public | _tops(event), _with_dealt(now.own, event))
            case "turned_up" | "pile_turned" | "card_played" | "card_exposed":
                now = Moment(now.deal, now.public | {event["card"]}, now.own)
            case "declarations_shown":
                shown = {card for each in event["shown"] for card in each["cards"]}
                now = Moment(now.deal, now.public | shown, now.own)
            case _:
                pass
        yield now


def _tops(dealt: Json) -> Cards:
    return frozenset(pile["top"] for row in dealt["piles"].values() for pile in row)


def _with_dealt(own: Mapping[str, Cards], dealt: Json) -> dict[str, Cards]:
    """A card on the forehead is seen by all but its holder."""
    hands = {seat: frozenset(cards) for seat, cards in dealt["hands"].items()}
    if dealt["blind"]:
        seen = {seat: frozenset().union(*(hands[o] for o in hands if o != seat)) for seat in hands}
    else:
        seen = hands
    return {seat: own.get(seat, frozenset()) | cards for seat, cards in seen.items()}


# What was told

NAMES = {card_name(card, lang).lower(): card.text for card in PACK for lang in ("fr", "en")}
RANKS, SUITS = ({name.split()[part] for name in NAMES} for part in (0, -1))
CARD = re.compile(
    rf'"[{"".join(rank for rank in Rank)}][{"".join(suit for suit in Suit)}]"'
    rf"|\b(?:{'|'.join(RANKS)}) (?:de|of) (?:{'|'.join(SUITS)})\b",
    re.I,
)


def cards_in(message: object) -> Cards:
    """Every card that a message names, by its letters or by its name."""
    return _cards_in(json.dumps(message, ensure_ascii=False))


@lru_cache(maxsize=50_000)
def _cards_in(text: str) -> Cards:
    found = CARD.findall(text)
    return frozenset(each[1:-1] if each.startswith('"') else NAMES[each.lower()] for each in found)


@dataclass(frozen=True)
class Fact:
    """Cards that were told when so many events had happened; in no match where none is at stake."""

    match: str | None
    seq: int
    cards: Cards


def facts(message: Json) -> Iterator[Fact]:
    """Each event of a live message at its own time, the rest at that of the view."""
    view = message.get("view")
    if message.get("type") == "changes":
        view = {"match": message["match"], "seq": message["changes"]["seq"]}
    if view is None:
        yield Fact(None, 0, cards_in(message))
        return
    for event in message.get("events", ()):
        yield Fact(view["match"], event["seq"], cards_in(event))
    yield Fact(view["match"], view["seq"], cards_in({**message, "events": ()}))


def by_http(view: Json) -> Json:
    """The answer of /view as a message: without the lists of what others may hold, and without the rules."""
    plain = {key: view[key] for key in view if key not in ("unseen", "others", "rules")}
    return {"type": "http", "view": {**plain, "known": [other["known"] for other in view["others"].values()]}}


# Leaks


@dataclass(frozen=True)
class Leak:
    """`cards` could be known to no seat that explains the rest of what was heard in this deal."""

    cards: Cards
    message: str


def leaks(
    heard: Iterable[Json], truths: Mapping[str, Truth], seats: Collection[Seat] | None = None
) -> list[Leak]:
    """What one person or connection heard and could not know. `seats`: the only ones that may explain it."""
    told = ((fact, message) for message in heard for fact in facts(message))
    return [Leak(cards, json.dumps(message)[:400]) for cards, message in unexplained(told, truths, seats)]


def unexplained(
    told: Iterable[tuple[Fact, T]], truths: Mapping[str, Truth], seats: Collection[Seat] | None = None
) -> Iterator[tuple[Cards, T]]:
    """The same of facts, each with whatever tells where it comes from."""
    explained: dict[tuple[str, int], set[Seat]] = {}
    for fact, source in told:
        if not fact.cards:
            continue
        if fact.match is None:
            yield fact.cards, source
            continue
        truth = truths[fact.match]
        place = (fact.match, truth.deal(fact.seq))
        before = explained.setdefault(place, set(truth.seats if seats is None else seats))
        after = {seat for seat in before if fact.cards <= truth.known(fact.seq, seat)}
        if after:
            explained[place] = after
        else:
            known = frozenset().union(*(truth.known(fact.seq, seat) for seat in before))
            yield fact.cards - known or fact.cards, source
