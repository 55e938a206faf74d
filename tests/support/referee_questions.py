"""Questions to the referee in few words, as tests of the wider family ask them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rebelote.referee import answer
from rebelote.ruleset.loading import load


def ask(ask: str, rules: str, options: Mapping[str, Any] | None = None, /, **fields: Any) -> dict[str, Any]:
    """The answer, which must not be an error."""
    found = answer({"ask": ask, "rules": rules, "options": dict(options or {}), **fields})
    assert "error" not in found, found
    return found


def error(ask: str, rules: str, options: Mapping[str, Any] | None = None, /, **fields: Any) -> str:
    """The code of the error that answers the question."""
    found = answer({"ask": ask, "rules": rules, "options": dict(options or {}), **fields})
    return str(found["error"]["code"])


def legal(
    rules: str, options: Mapping[str, Any], trump: str, hand: str, trick: Sequence[str]
) -> tuple[set[str], dict[str, str]]:
    """What the seat after the last card of the trick («W AS») may play, and why not the rest.

    Without a trick, the first seat of the table leads.
    """
    pairs = [text.split() for text in trick]
    seats = ask_seats(rules, options)
    seat = seats[(seats.index(pairs[-1][0]) + 1) % len(seats)] if pairs else seats[0]
    found = ask("legal", rules, options, trump=trump, seat=seat, hand=hand.split(), trick=pairs)
    return set(found["legal"]), found["illegal"]


def ask_seats(rules: str, options: Mapping[str, Any]) -> list[str]:
    """The seats in the direction of play."""
    return list(load(rules, dict(options)).table.order)


def calls(text: str) -> list[list[str]]:
    """«W pass, N H» as the referee reads calls."""
    return [part.strip().split(" ", 1) for part in text.split(",") if part.strip()]
