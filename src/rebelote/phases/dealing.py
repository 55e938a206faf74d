"""The pack: cutting, dealing in packets, piles and staircases, and gathering it again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rebelote.card_order import Trick
from rebelote.cards import Card
from rebelote.events import PileDealt
from rebelote.phases.held import Held
from rebelote.ruleset import Hands, Piles, Ruleset, Staircase
from rebelote.table import Seat, Side, Table

Pack = tuple[Card, ...]


def cut(pack: Pack, at: int) -> Pack:
    """The dealer closes the cut: what was lifted goes underneath."""
    return pack[at:] + pack[:at]


def ways_to_deal(rules: Ruleset, deal_number: int) -> tuple[tuple[int, ...], ...]:
    """The packets that the dealer may choose between."""
    match rules.dealing.layout:
        case Hands(packets=packets):
            return packets
        case Piles(piles=piles, hand=True):
            return ((1,) * (2 * piles),)
        case Piles(piles=piles):
            return ((BATCH,) * (piles // BATCH),)
        case Staircase():
            return ((rules.hand_size(deal_number),),)


def deal_packets(
    pack: Pack, table: Table, dealer: Seat, packets: Sequence[int]
) -> tuple[dict[Seat, Pack], Pack]:
    """Each packet to each seat in turn from the dealer's neighbour; the hands, and the rest of the pack."""
    hands: dict[Seat, Pack] = dict.fromkeys(table.after(dealer), ())
    at = 0
    for size in packets:
        for seat in hands:
            hands[seat] += pack[at : at + size]
            at += size
    return hands, pack[at:]


def deal_piles(
    pack: Pack, table: Table, dealer: Seat, piles: int
) -> tuple[dict[Seat, Pack], dict[Seat, tuple[PileDealt, ...]]]:
    """One by one: a card to each hand, one face down before each; then again, face up on those (D6-deal)."""
    seats = table.after(dealer)
    stride = 2 * len(seats)
    hands: dict[Seat, Pack] = {}
    laid: dict[Seat, tuple[PileDealt, ...]] = {}
    for place, seat in enumerate(seats):
        hands[seat] = pack[place::stride]
        before = pack[len(seats) + place :: stride]
        laid[seat] = tuple(PileDealt(before[piles + n], before[n]) for n in range(piles))
    return hands, laid


BATCH: Final = 4
"""So many piles are laid at a time where there are no hands."""


def deal_only_piles(pack: Pack, table: Table, dealer: Seat, piles: int) -> dict[Seat, tuple[PileDealt, ...]]:
    """Four cards face down before each, four face up on those; and again until all piles are laid (DE-1)."""
    seats = table.after(dealer)
    laid: dict[Seat, tuple[PileDealt, ...]] = dict.fromkeys(seats, ())
    heaps = [pack[at : at + BATCH] for at in range(0, 2 * piles * len(seats), BATCH)]
    for at in range(0, len(heaps), 2 * len(seats)):
        for n, seat in enumerate(seats):
            under, tops = heaps[at + n], heaps[at + len(seats) + n]
            laid[seat] += tuple(PileDealt(top, below) for top, below in zip(tops, under, strict=True))
    return laid


def deal_rest(stock: Pack, table: Table, dealer: Seat, taker: Seat | None, rest: int) -> dict[Seat, Pack]:
    """The last packets: `rest` cards each, one less for whoever has the turned card."""
    hands: dict[Seat, Pack] = {}
    at = 0
    for seat in table.after(dealer):
        size = rest - 1 if seat == taker else rest
        hands[seat] = stock[at : at + size]
        at += size
    return hands


# Gathering


Heap = Pack
"""Cards that are picked up together: a trick, a hand, a pile."""

Heaps = tuple[tuple[Heap, ...], ...]
"""A pack to be picked up: groups of heaps, each from top to bottom."""


def heaps_of_tricks(table: Table, next_dealer: Seat, won: Sequence[tuple[Seat, Trick]]) -> Heaps:
    """The next dealer's side's tricks, and upon which others' they are put.

    A side's tricks lie face down, the last won on top, the first card of each uppermost (A-5.1).
    """
    own = table.side(next_dealer)
    stacks: dict[Side, tuple[Heap, ...]] = dict.fromkeys(table.sides, ())
    for winner, trick in won:
        side = table.side(winner)
        stacks[side] = (_cards(trick), *stacks[side])
    return stacks[own], *(stack for side, stack in stacks.items() if side != own)


def heaps_of_unplayed(table: Table, dealer: Seat, held: Held, laid: Sequence[Trick]) -> Heaps:
    """A deal that was not played out: the tricks that were laid, then the rest in the order of dealing."""
    hands = (tuple(held.hands[seat]) for seat in table.after(dealer))
    piles = (pile for seat in table.after(dealer) for pile in held.piles.get(seat, ()))
    left = (tuple(card for card in (pile.top, pile.under) if card is not None) for pile in piles)
    return tuple(map(_cards, laid)), (*hands, *left)


def _cards(trick: Trick) -> Heap:
    return tuple(card for _, card in trick)
