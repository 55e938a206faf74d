"""The packs of a match as its log has them, told as a fairness document tells them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rebelote.cards import Card
from rebelote.deal_end import heaps_to_gather
from rebelote.errors import RebeloteError
from rebelote.events import (
    DealScored,
    DealVoided,
    Event,
    MatchStarted,
    PackCut,
    Shuffled,
    TrumpDrawn,
)
from rebelote.fairness.document import FairDeal, Origin
from rebelote.phases.dealing import Heaps
from rebelote.state import State


class PlayedPack(msgspec.Struct, frozen=True):
    """A pack before its cut, where and by whom it was cut, and what was drawn by lot in its deal."""

    order: list[str]
    origin: Origin
    heaps: list[list[list[str]]]
    cutter: str
    cut: int
    draws: list[str]


class PlayedMatch(msgspec.Struct, frozen=True):
    """What a fairness document has to agree with."""

    seats: list[str]
    dealer: str
    smallest_heap: int
    packs: list[PlayedPack]

    def has(self, deal: FairDeal) -> bool:
        """Whether that pack of the match was this one. In scheme 1, neither cutter nor heaps were told."""
        if not 1 <= deal.attempt <= len(self.packs):
            return False
        pack = self.packs[deal.attempt - 1]
        same = (pack.order, pack.origin, pack.cut, pack.draws) == (
            deal.order,
            deal.origin,
            deal.cut,
            deal.draws,
        )
        told = not deal.cutter or (pack.cutter, pack.heaps) == (deal.cutter, deal.heaps)
        return same and told


def played_match(log: Iterable[Event]) -> PlayedMatch:
    """The packs of a match, from its events."""
    events = iter(log)
    started = next(events, None)
    if not isinstance(started, MatchStarted):
        raise RebeloteError("a log begins with the start of a match")
    rules, state = started.rules, State.start(started)
    packs: list[PlayedPack] = []
    origin: Origin = "shuffled"
    heaps = told_heaps(())
    for event in events:
        match event:
            case Shuffled():
                origin, heaps = "shuffled", told_heaps(())
            case DealScored() | DealVoided():
                origin, heaps = rules.dealing.gathering, told_heaps(gathered_from(state, event))
            case PackCut(seat=cutter, at=at):
                packs.append(PlayedPack(texts(state.pack), origin, heaps, cutter, at, []))
            case TrumpDrawn(trump=trump):
                packs[-1].draws.append(trump.value)
            case _:
                pass
        state = state.evolve(event)
    return PlayedMatch(list(rules.table.seats), started.dealer, rules.dealing.smallest_heap, packs)


def gathered_from(state: State, ending: DealScored | DealVoided) -> Heaps:
    """The heaps that lie there when a deal ends so."""
    following = state.rules.table.next(state.dealer)
    next_dealer = ending.next_dealer if isinstance(ending, DealVoided) else following
    return heaps_to_gather(state, state.playing, next_dealer)


def told_heaps(heaps: Heaps) -> list[list[list[str]]]:
    """Heaps as a document tells them."""
    return [[texts(heap) for heap in group] for group in heaps]


def texts(cards: Iterable[Card]) -> list[str]:
    """Cards as a document tells them."""
    return [card.text for card in cards]
