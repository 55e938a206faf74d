"""Errors."""

from __future__ import annotations

import msgspec

from rebelote.language.text import Clause


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str  # "illegal", "stale", "bad_field", "no_table", "not_your_seat", "rate" …
    message: str  # one sentence in the reader's language
    field: str | None = None
    clause: Clause | None = None


class Failure(msgspec.Struct, frozen=True):
    error: Problem
