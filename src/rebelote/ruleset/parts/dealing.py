"""Where players sit, and how the cards come to them."""

from __future__ import annotations

from typing import Literal

import msgspec

from rebelote.cards import Rank
from rebelote.ruleset.parts.part import Part


class Seating(Part, frozen=True, kw_only=True):
    """Where players sit and which way the game turns. Partners sit opposite at a compass table."""

    places: Literal["compass", "facing", "ring"]
    players: int
    direction: Literal["clockwise", "counterclockwise"]


class Hands(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hands", tag_field="kind"):
    """Packets to every hand before trump is chosen (the dealer picks one way), and `rest` cards after.

    asleep: so many cards of the pack are not dealt; the turned card is one of them where nobody gets it.
    turned_to: who gets the turned card, and one card less of the rest.
    shown: is the lowest of the sleeping cards shown?
    swap: may the seven of trumps be exchanged for the turned card of its suit before the lead? It is done for
        the players where words are said for them; else each is asked.
    discard: so many cards are left over and go to the taker, who lays as many aside; their points are his.
    """

    packets: tuple[tuple[int, ...], ...]
    rest: int = 0
    asleep: int = 0
    turned_to: Literal["taker", "nobody"] = "taker"
    shown: bool = False
    swap: bool = False
    discard: int = 0


class Piles(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="piles", tag_field="kind"):
    """One by one to the hands and to `piles` piles of two before each player: one face down, one face up.

    hand: false where there are piles alone, dealt four at a time: face down before each, then face up.
    uncovered: when the card under one that was played is turned, at once or after the trick.
    """

    piles: int
    hand: bool = True
    uncovered: Literal["at_once", "after_trick"] = "at_once"


class Staircase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="staircase", tag_field="kind"):
    """1, 2 … top … 2, 1 cards each, `top` by number of players; a lone card only the others see."""

    top: dict[int, int]


class DealClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clause to cite when a cut, the packets, a discard or an exchange are refused."""

    cut: str
    packets: str
    discard: str = ""
    swap: str = ""


class Dealing(Part, frozen=True, kw_only=True):
    """How the cards are shuffled, cut and dealt, and who deals after a deal without a contract.

    `next_dealer` deals after a deal that was played: the next in turn, or who marked most in it.
    `ranks` are those of a short pack; without any, the pack has all of them.
    `gathering` is of a pack that is shuffled for the first deal only: `exact`, every card lies where the
    play left it; `loose`, the order within a trick or hand, and of a side's tricks, is left to chance.
    """

    shuffle: Literal["every_deal", "first_deal"]
    gathering: Literal["exact", "loose"] = "exact"
    smallest_heap: int
    layout: Hands | Piles | Staircase
    ranks: tuple[Rank, ...] = ()
    next_dealer: Literal["in_turn", "winner"] = "in_turn"
    passed_out: Literal["next_dealer", "same_dealer"]
    cites: DealClauses
