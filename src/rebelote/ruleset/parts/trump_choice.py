"""How the trump is found."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from rebelote.cards import Rank, Trump
from rebelote.ruleset.parts.part import Part


class CallClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clause to cite when a call is refused; `passed_out`: when nobody has called anything."""

    call: str
    contre: str = ""
    barred: str = ""
    passed_out: str = ""


class TurnUp(Part, frozen=True, kw_only=True, tag="turn_up", tag_field="kind"):
    """Take the turned suit in round 1, another in round 2; `overcalls` outbid a suit, each the one before.

    must: may the dealer, who speaks last, pass the last time?
    schmeiss: may one offer to throw the cards in? The other agrees, or one has to `play`; `umich`: or the
        other takes himself.
    """

    rounds: Literal[1, 2]
    overcalls: tuple[Trump, ...] = ()
    objections: bool = False
    must: Literal["none", "dealer"] = "none"
    schmeiss: Literal["none", "play", "umich"] = "none"
    cites: CallClauses


class Slam(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A call above all numbers: every trick, for a `generale` by the caller alone.

    leads: the first to play as in any deal, or the caller.
    """

    name: Literal["capot", "generale"]
    leads: Literal["normal", "caller"] = "normal"


class Double(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step of the ladder of contres: who may say it, and what it does.

    factor: by how much the deal counts. by: the opponents of the standing caller, or his own side.
    when: in one's turn, or at any time. ends: nothing may be said after it. lifted: may a higher call
    still be made, which cancels it? closed: may it be said so that no trump is led while there is anything
    else? wins_match: whoever wins the deal has won the match.
    """

    factor: int
    by: Literal["opponents", "callers"]
    when: Literal["in_turn", "any_time"] = "in_turn"
    ends: bool = False
    lifted: bool = False
    closed: bool = False
    wins_match: bool = False


class Auction(Part, frozen=True, kw_only=True, tag="auction", tag_field="kind"):
    """Rising calls: a number and a trump, slams on top; or, with the unit `none`, a trump alone.

    unit: what a number counts; a call of 9 in `tens` is one of 90 points.
    slams: what outranks every number, each the one before; nothing where calls have no number.
    trumps: without numbers they rank as they are listed, the lowest first.
    must, when: who may not pass while nobody has called: in his turn, or after everybody has passed.
    ends: what closes the choice, everybody else passing after a call or the first call itself; where there
        are contres, they may still be said after it.
    offered: so many suits are shown by lot, one by one, and only the one shown may be named; 0 for none.
    contres: the ladder of contres, in place of `contre`, `contre_lifted` and `surcontre`.
    contre_lifted: may a higher call still be made, which takes a contre away?
    raises_oneself: may he whose call stands, and was contred, raise it himself?
    turned: is a card turned up, which the last caller gets? `opens`: in the first of two rounds nothing but
        its suit may be called first.
    """

    unit: Literal["points", "tens", "tricks", "none"]
    lowest: int = 0
    highest: int = 0
    step: int = 0
    trumps: tuple[Trump, ...]
    slams: tuple[Slam, ...] = (Slam(name="capot"),)
    contre: Literal["in_turn", "any_time", "none"] = "none"
    contre_lifted: bool = False
    raises_oneself: bool = True
    surcontre: bool = False
    contres: tuple[Double, ...] = ()
    must: Literal["none", "dealer", "first"] = "none"
    when: Literal["in_turn", "after_all"] = "in_turn"
    ends: Literal["passes", "first"] = "passes"
    turned: Literal["none", "opens"] = "none"
    offered: int = 0
    cites: CallClauses

    @property
    def ladder(self) -> tuple[Double, ...]:
        """The contres in their order: those listed, or contre and surcontre."""
        return self.contres or _usual_ladder(self.contre, self.contre_lifted, self.surcontre)

    @property
    def slam_names(self) -> tuple[Literal["capot", "generale"], ...]:
        """The calls of every trick, from the lowest."""
        return tuple(slam.name for slam in self.slams)


@lru_cache(maxsize=16)
def _usual_ladder(
    contre: Literal["in_turn", "any_time", "none"], lifted: bool, surcontre: bool
) -> tuple[Double, ...]:
    if contre == "none":
        return ()
    ends = not (surcontre or lifted)
    first = Double(factor=2, by="opponents", when=contre, ends=ends, lifted=lifted)
    return (first, Double(factor=4, by="callers", ends=True)) if surcontre else (first,)


class Purchase(Auction, frozen=True, kw_only=True, tag="purchase", tag_field="kind"):
    """The turned card is bought: for its suit in the first round, for another in the second, or for a trump
    without a suit in either, which outbids a suit and to which an earlier seat has the better right.

    Three passes after a suit let its buyer confirm it or change. The ladder of contres comes afterwards.
    to_partner_from: from which speaker on the first round lets one buy without a suit for one's partner; 0:
        never. not_to_partner: ranks of the turned card with which that may not be.
    redeal_with: whoever has nothing but these ranks in his first hand may ask for a new deal.
    contred_above: without a suit there is one contre, if one side is above this and the other below.
    """

    unit: Literal["points", "tens", "tricks", "none"] = "none"
    turned: Literal["none", "opens"] = "opens"
    to_partner_from: int = 0
    not_to_partner: tuple[Rank, ...] = ()
    redeal_with: tuple[Rank, ...] = ()
    contred_above: int = 0


class Drawn(Part, frozen=True, kw_only=True, tag="drawn", tag_field="kind"):
    """Trump is drawn by lot and shown before the lead, or the suit of the last card dealt; nobody takes."""

    by: Literal["lot", "last_card"] = "lot"


class Guess(Part, frozen=True, kw_only=True, tag="guess", tag_field="kind"):
    """The turned card makes trump; each says how many tricks he will take, never summing to all of them."""

    cites: CallClauses


TrumpChoice = TurnUp | Auction | Purchase | Drawn | Guess
"""How the trump is found."""
