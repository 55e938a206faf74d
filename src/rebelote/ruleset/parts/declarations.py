"""Carrés, runs and the belote."""

from __future__ import annotations

from typing import Literal

import msgspec

from rebelote.cards import Rank, Trump
from rebelote.ruleset.parts.part import Part

Criterion = Literal["kind", "points", "carre", "run", "length", "height", "trump"]
"""By what declarations are compared: the kind (carrés first, then runs as listed), the points, a carré before
a run or a run before a carré, the number of cards, the top card (carrés as listed), a run in trumps."""
Trickless = Literal["keeps", "void", "taken"]
"""What becomes of what a side without a trick has: it keeps it, nobody has it, or the others do."""


class Carre(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Four of a kind, and what they are worth."""

    rank: Rank
    points: int


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards of one suit in sequence, and what they are worth: `length` of them, or up to `to`."""

    kind: Literal["tierce", "cinquante", "cent"]
    length: int
    points: int
    to: int = 0

    @property
    def longest(self) -> int:
        """The most cards that such a run may have."""
        return max(self.length, self.to)


class Declarations(Part, frozen=True, kw_only=True):
    """Carrés and runs, each list from strongest to weakest.

    runs_sans_atout: the runs at sans atout, where they are worth something else; without any, as `runs`.
    not_at: trumps at which there are none.
    contests: one for all, or runs and carrés each for themselves.
    order, tie: how declarations are compared; equal in all of it, nobody scores, or who spoke first does.
    overlap: may a card serve in several?
    most: how many a player may have; 0 for any number.
    eight: a suit of eight is a run, or wins the match at once.
    said: with one's first card, or by all before the lead.
    named: the kind, with heights compared later (A-8.3), or in full at once.
    shown: when the second trick begins, when the first is over, or after the last.
    trickless: what becomes of the declarations of a side without a trick.
    counted: `in_hand`, announced by who holds them; `in_tricks`, they lie in the cards of one trick and go to
        its winner, who says so before the next lead (roem).
    stuk: king and queen of trumps in one trick, where that is counted.
    """

    played: bool
    carres: tuple[Carre, ...]
    carres_sans_atout: tuple[Carre, ...]
    runs: tuple[Run, ...]
    void_carre: Rank | None = None
    runs_sans_atout: tuple[Run, ...] = ()
    not_at: tuple[Trump, ...] = ()
    contests: Literal["one", "separate"] = "one"
    order: tuple[Criterion, ...] = ("kind", "height", "trump")
    tie: Literal["nobody", "first"] = "nobody"
    overlap: bool = False
    most: int = 0
    eight: Literal["run", "wins_match"] = "run"
    said: Literal["first_card", "before_lead"] = "first_card"
    named: Literal["kind", "in_full"] = "kind"
    shown: Literal["second_trick", "first_trick", "last_trick"] = "second_trick"
    trickless: Trickless = "keeps"
    counted: Literal["in_hand", "in_tricks"] = "in_hand"
    stuk: int = 0

    def runs_at(self, trump: Trump) -> tuple[Run, ...]:
        """The runs that count at that trump."""
        return self.runs_sans_atout or self.runs if trump is Trump.SANS_ATOUT else self.runs

    def carres_at(self, trump: Trump) -> tuple[Carre, ...]:
        """The carrés that count at that trump."""
        return self.carres_sans_atout if trump is Trump.SANS_ATOUT else self.carres

    def played_at(self, trump: Trump) -> bool:
        """Are they played at that trump?"""
        return self.played and trump not in self.not_at


class Belote(Part, frozen=True, kw_only=True):
    """King and queen of trump played by one hand.

    said: `both` words are needed, `king_first` in that order only, `held` needs no word; `first`, `second`:
        one word, with the first or with the second card of the pair.
    led: at tout atout, only with a card of the suit that was led.
    not_inside: no belote for who has declared a run of so many points with both cards in it; 0: always one.
    trickless: what becomes of the belote of a side without a trick.
    """

    worth: int
    said: Literal["both", "king_first", "held", "first", "second"]
    at_tout_atout: bool
    led: bool = False
    not_inside: int = 0
    trickless: Trickless = "keeps"
    forgiven_once: bool = False
