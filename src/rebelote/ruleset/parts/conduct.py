"""What faults cost, which words are used, and how strict a table is."""

from __future__ import annotations

from typing import Literal

import msgspec

from rebelote.ruleset.parts.part import Part


class Penalties(Part, frozen=True, kw_only=True):
    """What faults cost. A deal lost by a wrong card gives the others `points`, or those and all roem."""

    misdeal: Literal["redeal", "points", "escalating"]
    wrong_card: Literal["none", "barred_or_lost", "lost", "lost_with_roem", "lost_round", "redeal"]
    unproved: Literal["none", "to_opponents"]
    shown_card: Literal["none", "must_be_played"]
    points: int
    cites: PenaltyClauses


class PenaltyClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clauses that explain what faults cost."""

    misdeal: str
    wrong_card: str = ""
    lost_deal: str = ""
    unproved: str = ""
    shown_card: str = ""


class Words(Part, frozen=True, kw_only=True):
    """Which word the table uses for a call that has two."""

    contre: Literal["contre", "coinche"]


class Conduct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """auto: words are said for you. table: wrong cards can be laid and are judged when somebody asks."""

    announce: Literal["auto", "manual"]
    enforcement: Literal["strict", "table"]
