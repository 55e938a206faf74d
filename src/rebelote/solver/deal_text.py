"""A deal in plain text: a line for each thing, `name: value`, in any order; `#` begins a remark.

    rules: ffb-contree
    trump: H
    N: JH 9H AS TS KS 7D 8D 9D
    …
    leader: N
    side: NS

and where needed `options: scoring=both`, `trick: N AS, W 7S`, `tricks: NS 2, EW 1` and, for cards that lie
face down, `piles N: KC/JD`. A file of the tests also has what comes out: `value: 92`, `cards: JH 92, 9H 88`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rebelote.errors import RebeloteError
from rebelote.language.text import Said, said


class BadDeal(RebeloteError):
    """A line of a deal's text that can't be read."""

    def __init__(self, line: int, expected: Said) -> None:
        super().__init__(said("deal_line", line=line, expected=expected))


def write_deal(question: Mapping[str, Any]) -> str:
    """A question as a deal's text: what `read_deal` reads."""
    lines = [f"rules: {question['rules']}"]
    if options := question.get("options"):
        lines.append("options: " + " ".join(f"{name}={_chosen(value)}" for name, value in options.items()))
    lines.append(f"trump: {question['trump']}")
    lines += [f"{seat}: {' '.join(hand)}" for seat, hand in question["hands"].items()]
    for seat, row in question.get("piles", {}).items():
        lines.append(f"piles {seat}: {' '.join(f'{top}/{under}' for top, under in row)}")
    lines += [f"leader: {question['leader']}", f"side: {question['side']}"]
    if question.get("trick"):
        lines.append("trick: " + ", ".join(f"{seat} {card}" for seat, card in question["trick"]))
    if any(question.get("tricks", {}).values()):
        lines.append("tricks: " + ", ".join(f"{side} {n}" for side, n in question["tricks"].items()))
    return "".join(f"{line}\n" for line in lines)


def _chosen(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_WORDS = ("rules", "trump", "leader", "side", "options", "trick", "tricks", "value", "cards", "line")


def read_deal(text: str) -> dict[str, Any]:
    """A deal's text as a question. `value` and `cards`, where given, come along as numbers."""
    question: dict[str, Any] = {"hands": {}}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if line:
            _read_deal_line(question, number, line)
    return question


def _read_deal_line(question: dict[str, Any], number: int, line: str) -> None:
    name, colon, value = (part.strip() for part in line.partition(":"))
    if not colon:
        raise BadDeal(number, said("deal_pair"))
    if name in question or name in question["hands"]:
        raise BadDeal(number, said("given_before", name=name))
    match name:
        case "rules" | "trump" | "leader" | "side":
            question[name] = value
        case "options":
            question[name] = _options(value)
        case "trick":
            question[name] = [_two(number, part, "seat_and_card") for part in _parts(value)]
        case "tricks" | "cards":
            pairs = [_two(number, part, "name_and_number") for part in _parts(value)]
            question[name] = {key: _number(number, count) for key, count in pairs}
        case "value":
            question[name] = _number(number, value)
        case _ if name.startswith("piles "):
            piles = [part.split("/") for part in value.split()]
            question.setdefault("piles", {})[name.split()[1]] = piles
        case _ if len(name) == 1:
            question["hands"][name] = value.split()
        case _:
            raise BadDeal(number, said("deal_word", found=repr(name), words=", ".join(_WORDS)))


def _parts(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _two(number: int, part: str, expected: str) -> list[str]:
    words = part.split()
    if len(words) != 2:
        raise BadDeal(number, said("deal_part", found=repr(part), what=said(expected)))
    return words


def _number(number: int, text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise BadDeal(number, said("deal_part", found=repr(text), what=said("deal_number")))
    return int(text)


def _options(value: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in value.split():
        name, _, chosen = word.partition("=")
        known = {"true": True, "false": False}
        found[name] = known[chosen] if chosen in known else int(chosen) if chosen.isdecimal() else chosen
    return found
