"""What the cards are worth, and which beats which."""

from __future__ import annotations

import msgspec

from rebelote.cards import Rank
from rebelote.ruleset.parts.part import Part


class Scale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ranks from high to low, with their points."""

    order: tuple[Rank, ...]
    points: tuple[int, ...]


class CardValues(Part, frozen=True, kw_only=True):
    """Order and points of the cards at trump, plain, sans atout and tout atout, and the last trick."""

    trump: Scale
    plain: Scale
    sans_atout: Scale
    tout_atout: Scale
    last_trick: int
    rescale_tout_atout: bool = False
