"""Questions to the referee about games whose calls have no number, written short."""

from __future__ import annotations

from typing import Any

from rebelote.referee import answer

Pair = tuple[int, int]
"""One number for T (NS, who called) and one for D (EW)."""


def score(
    rules: str,
    trump: str,
    points: Pair,
    *,
    declarations: Pair = (0, 0),
    belote: Pair = (0, 0),
    tricks: Pair = (4, 4),
    contre: int = 0,
    pending: int = 0,
    last: str = "NS",
    value: object = None,
    **options: Any,
) -> tuple[str, int, int, int]:
    """Result, T's mark, D's, what hangs; `points` are with the last trick's 10, unscaled."""
    cards = (points[0] - 10, points[1]) if last == "NS" else (points[0], points[1] - 10)
    contract = {"side": "NS", "trump": trump, "value": value, "contre": contre}
    deal = {
        "contract": contract,
        "tricks": _by_side(tricks),
        "cards": _by_side(cards),
        "last": last,
        "belote": _by_side(belote),
        "declarations": _by_side(declarations),
    }
    found = answer({"ask": "score", "rules": rules, "options": options, "pending": pending, "deal": deal})
    assert "error" not in found, found
    assert found["why"]
    return found["result"], found["score"]["NS"], found["score"]["EW"], found["pending"]


def _by_side(pair: Pair) -> dict[str, int]:
    return {"NS": pair[0], "EW": pair[1]}


def auction(rules: str, *calls: str, dealer: str = "S", **more: Any) -> dict[str, Any]:
    """What may be said after these calls, each as «E: pass»."""
    said = [call.split(": ") for call in calls]
    return answer({"ask": "auction", "rules": rules, "dealer": dealer, "calls": said, **more})


def illegal(rules: str, trump: str, hand: str, trick: str, **options: Any) -> dict[str, str]:
    """The cards of the seat after the trick that may not be played, with the clauses; E leads, then N W S."""
    order = ("E", "N", "W", "S")
    cards = trick.split()
    laid = [[seat, card] for seat, card in zip(order, cards, strict=False)]
    question = {
        "ask": "legal",
        "rules": rules,
        "options": options,
        "trump": trump,
        "seat": order[len(cards)],
        "hand": hand.split(),
        "trick": laid,
    }
    found: dict[str, str] = answer(question)["illegal"]
    return found


def trick_points(rules: str, trump: str, cards: str) -> tuple[str, int]:
    """Who takes the trick that E leads to, and its points."""
    laid = [[seat, card] for seat, card in zip(("E", "N", "W", "S"), cards.split(), strict=True)]
    found = answer({"ask": "trick", "rules": rules, "trump": trump, "trick": laid})
    return found["winner"], found["points"]
