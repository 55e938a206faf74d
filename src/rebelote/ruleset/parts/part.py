"""What every part of a ruleset has."""

from __future__ import annotations

import msgspec


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every part of a ruleset has: the clauses of docs/rules.md that it states."""

    clauses: tuple[str, ...]
