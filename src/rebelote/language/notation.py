"""Calls as text: what machines exchange."""

from __future__ import annotations

import re
from typing import Final, assert_never, cast, get_args

from rebelote.actions import AskRedeal, Bid, Call, Contre, Guess, Object, Pass, Schmeiss, Surcontre, Take
from rebelote.cards import Card, Trump
from rebelote.errors import RebeloteError
from rebelote.results import Slam
from rebelote.ruleset import Auction, Ruleset
from rebelote.table import Seat


class BadCall(RebeloteError):
    """Text that is no call."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"not a call: {text!r} (expected pass, take, take H, H, SA, TA, object, 80 H, capot D, "
            "generale D, contre, surcontre, or a number of tricks)"
        )


# Calls

LEVELS: Final = ("", "contre", "surcontre", "four", "gahwa")
"""The steps of a ladder of contres, as text."""
_BID: Final = re.compile(r"([1-9][0-9]{0,3}|capot|generale) (S|H|D|C|SA|TA)")
_TAKE: Final = re.compile(r"take ([SHDC])")
_GUESS: Final = re.compile(r"0|[1-9][0-9]?")


def format_call(call: Call, turned: Card | None = None) -> str:
    """«pass», «take», «take H», «H», «SA», «80 H», «capot D», «contre», «surcontre», «object», «2»; and of
    baloot «ashkal», «contre closed», «four», «gahwa».

    `turned` is the turned card: to take its suit is just «take».
    """
    match call:
        case Bid(to_partner=True):
            return "ashkal"
        case Bid(value=value, trump=trump):
            return trump.value if value is None else f"{value} {trump}"
        case Take(trump=trump):
            return _format_take(trump, turned)
        case Guess(tricks=tricks):
            return str(tricks)
        case Pass():
            return "pass"
        case Object():
            return "object"
        case Schmeiss():
            return "schmeiss"
        case AskRedeal():
            return "kawesh"
        case Contre(closed=closed):
            return "contre closed" if closed else "contre"
        case Surcontre(level=level, closed=closed):
            return f"{LEVELS[level]} closed" if closed else LEVELS[level]
        case _:
            assert_never(call)


def _format_take(trump: Trump, turned: Card | None) -> str:
    if trump.suit is None:
        return trump.value
    return "take" if turned is not None and trump.suit is turned.suit else f"take {trump}"


def bid_value(text: str) -> int | Slam:
    """A slam's name, or a number."""
    return cast(Slam, text) if text in get_args(Slam) else int(text)


def parse_call(text: str, seat: Seat, turned: Card | None = None) -> Call:
    """Read exactly what `format_call` writes; raises BadCall. Whether it may be said now is not checked.

    «SA» and «TA» are read as takes; `as_bid` makes bids of them where bids have no number.
    """
    match text:
        case "pass":
            return Pass(seat)
        case "contre" | "contre closed":
            return Contre(seat, text != "contre")
        case "surcontre" | "four" | "four closed" | "gahwa":
            level, _, closed = text.partition(" ")
            return Surcontre(seat, LEVELS.index(level), bool(closed))
        case "kawesh":
            return AskRedeal(seat)
        case "ashkal":
            return Bid(seat, None, Trump.SANS_ATOUT, to_partner=True)
        case "object":
            return Object(seat)
        case "schmeiss":
            return Schmeiss(seat)
        case "SA" | "TA":
            return Take(seat, Trump(text))
        case "S" | "H" | "D" | "C":
            return Bid(seat, None, Trump(text))
        case "take" if turned is not None:
            return Take(seat, Trump(turned.suit.value))
    if bid := _BID.fullmatch(text):
        return Bid(seat, bid_value(bid[1]), Trump(bid[2]))
    if (take := _TAKE.fullmatch(text)) and (turned is None or take[1] != turned.suit.value):
        return Take(seat, Trump(take[1]))
    if _GUESS.fullmatch(text):
        return Guess(seat, int(text))
    raise BadCall(text)


def as_bid(call: Call, rules: Ruleset) -> Call:
    """«SA» alone, or «take», is a bid where bids have no number: only the rules can tell."""
    part = rules.trump_choice
    alone = isinstance(part, Auction) and part.unit == "none"
    return Bid(call.seat, None, call.trump) if alone and isinstance(call, Take) else call
