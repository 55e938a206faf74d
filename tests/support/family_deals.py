"""Deals of the wider family, asked of the referee as docs/family-rules.md tells them. NS takes."""

from __future__ import annotations

from typing import Any

from rebelote.referee import answer

Pair = tuple[int, int]
PILE, LAST, TRICKS = 162, 10, 8


def deal(
    value: int | str | None,
    takers: int,
    *,
    trump: str = "H",
    contre: int = 0,
    tricks: int | None = None,
    declared: Pair = (0, 0),
    belote: Pair = (0, 0),
    pile: int = PILE,
    last: int = LAST,
    **more: Any,
) -> dict[str, Any]:
    """What NS took, the last trick included, where it has one if it can; pairs are (NS, EW)."""
    has_last = takers >= last and tricks != 0
    number = {0: 0, pile: TRICKS}.get(takers, TRICKS // 2) if tricks is None else tricks
    cards = takers - last * has_last
    return {
        "contract": {"side": "NS", "trump": trump, "value": value, "contre": contre},
        "tricks": {"NS": number, "EW": TRICKS - number},
        "cards": {"NS": cards, "EW": pile - last - cards},
        "last": "NS" if has_last else "EW",
        "belote": dict(zip(("NS", "EW"), belote, strict=True)),
        "declarations": dict(zip(("NS", "EW"), declared, strict=True)),
        **more,
    }


def scored(rules: str, played: dict[str, Any], **options: Any) -> tuple[str, int, int]:
    """The result, and what NS and EW mark."""
    found = answer({"ask": "score", "rules": rules, "options": options, "deal": played})
    assert "error" not in found, found
    return found["result"], found["score"]["NS"], found["score"]["EW"]


def refused(rules: str, played: dict[str, Any], **options: Any) -> str:
    """The code of the error that the referee answers with."""
    found = answer({"ask": "score", "rules": rules, "options": options, "deal": played})
    return str(found["error"]["code"])


def legal_calls(rules: str, *calls: tuple[str, str], dealer: str = "N", **options: Any) -> dict[str, Any]:
    """The auction after those calls."""
    said = [list(call) for call in calls]
    return answer({"ask": "auction", "rules": rules, "options": options, "dealer": dealer, "calls": said})


def legal_cards(rules: str, trump: str, hand: str, *trick: tuple[str, str], **options: Any) -> dict[str, Any]:
    """What the seat after those of the trick may play; counter-clockwise, from N."""
    seats = ("N", "W", "S", "E")
    return answer(
        {
            "ask": "legal",
            "rules": rules,
            "options": options,
            "trump": trump,
            "seat": seats[len(trick)],
            "hand": hand.split(),
            "trick": [list(each) for each in trick],
        }
    )
