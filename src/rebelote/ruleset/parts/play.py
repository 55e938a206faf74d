"""Which cards may be played."""

from __future__ import annotations

from typing import Literal

import msgspec

from rebelote.ruleset.parts.part import Part


class PlayClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clause to cite when a card is refused, by what forbids it.

    follow_without_suit: for `follow` at sans atout and tout atout, where another clause says it.
    """

    follow: str
    trump: str
    overtrump: str
    overruff: str
    undertrump: str
    partner: str
    shown: str
    follow_without_suit: str = ""
    tout_atout: str = ""
    barred: str = ""
    plain: str = ""
    lead: str = ""


class Obligations(Part, frozen=True, kw_only=True):
    """What a hand must play.

    partner_master: may a void hand whose partner holds the trick refrain from ruffing?
    partner_ruffed: which trumps may be laid on the partner's winning ruff?
    cannot_overruff: under an opponent's ruff that can't be beaten, a trump all the same, any card, or a card
        of another suit while there is one?
    lead_beats_partner: must a led suit that is to be beaten be so even when the partner holds the trick?
    plain: is it enough to follow a plain suit, or must it be beaten too?
    leads: may anything be led, or, `closed`, a trump only from a hand of nothing else?
    first_lead: who leads to the first trick.
    """

    partner_master: Literal["ruff", "free_before_a_ruff", "free"]
    partner_ruffed: Literal["over_or_discard", "over_if_able", "any"]
    cannot_overruff: Literal["trump", "any", "discard"]
    lead_beats_partner: bool
    plain: Literal["follow", "beat"] = "follow"
    leads: Literal["any", "closed"] = "any"
    first_lead: Literal["after_dealer", "taker"] = "after_dealer"
    cites: PlayClauses
