"""The search for leaks finds them."""

from __future__ import annotations

import json
from typing import Any

from tests.support.hidden_cards import secrets_in


def frame(*events: dict[str, Any], **view: Any) -> str:
    told = [{"seq": n, "event": event} for n, event in enumerate(events)]
    return json.dumps({"type": "events", "events": told, "view": view})


def test_a_card_that_was_played_is_no_secret() -> None:
    played = {"event": "card_played", "seat": "N", "card": "JH"}
    assert secrets_in([frame(played, trick=[{"seat": "N", "card": "JH"}])]) == []


def test_a_card_in_a_hand_is() -> None:
    leak = frame(hand=[{"card": "9H"}])
    assert [found[:2] for found in secrets_in([leak])] == ["9H"]


def test_what_was_played_in_one_deal_is_a_secret_in_the_next() -> None:
    played = frame({"event": "card_played", "seat": "N", "card": "JH"})
    cut = frame({"event": "cut", "seat": "N", "at": 9}, last_trick=None)
    assert [found[:2] for found in secrets_in([played, cut, frame(hand=["JH"])])] == ["JH"]
