"""What a reader of the live messages may know: a card is named only once it was seen at the table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

CARD = re.compile(r'"([789TJQKA][SHDC])"')


def secrets_in(frames: Iterable[str]) -> list[str]:
    """The cards that a spectator was told too early, with the message that did it."""
    public: set[str] = set()
    leaks = []
    for frame in frames:
        message = json.loads(frame)
        for event in (told["event"] for told in message.get("events", ())):
            if event["event"] == "cut":
                public = _of_last_trick(message)
            public |= set(_shown(event))
        leaks += [f"{card}: {frame[:300]}" for card in set(CARD.findall(frame)) - public]
    return leaks


def _of_last_trick(message: dict[str, Any]) -> set[str]:
    view = message.get("view") or message.get("changes") or {}
    last = view.get("last_trick") or {"cards": ()}
    return {played["card"] for played in last["cards"]}


def _shown(event: dict[str, Any]) -> Iterator[str]:
    """The cards that an event lays open to everybody."""
    match event["event"]:
        case "card_played" | "turned_up" | "pile_turned" | "card_exposed" | "ruled":
            if event.get("card") is not None:
                yield event["card"]
        case "declarations_shown":
            yield from (card for shown in event["shown"] for card in shown["cards"])
        case "dealt":
            yield from (pile["top"] for piles in event.get("piles", {}).values() for pile in piles)
        case _:
            pass
