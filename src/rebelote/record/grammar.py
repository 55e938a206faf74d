"""The forms of a record's lines, and how to read each. docs/record.md shows the same forms to people."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, cast

from rebelote.actions import (
    Accept,
    Action,
    Announced,
    CallReferee,
    ClaimRebelote,
    Count,
    Cut,
    Deal,
    Declare,
    Discard,
    Excuse,
    Expose,
    KeepHand,
    Misdeal,
    NameHeight,
    NotBetter,
    Propose,
    Refuse,
    Remedy,
    SayRoem,
    Show,
    Swap,
    Withhold,
)
from rebelote.cards import PACK, SUITS, Card, Rank
from rebelote.language.notation import parse_call
from rebelote.table import Seat

CARD: Final = r"[789TJQKA][SHDC]"
CARDS: Final = rf"{CARD}(?: {CARD})*"
SEAT: Final = r"[NESW1-6]"
SIDE: Final = r"(?:NS|EW|[NS1-6])"
SUIT: Final = r"[SHDC]"
TRUMP: Final = r"(?:SA|TA|[SHDC])"
NUMBER: Final = r"[0-9]{1,9}"
POINTS: Final = r"-?[0-9]{1,300}"
AMOUNT: Final = r"-?[0-9]{1,300}(?:\.[0-9]{1,18})?(?:e[+-]?[0-9]{1,3})?"
KIND: Final = r"(?:carre|cent|cinquante|tierce)"
WORD: Final = r"\S+"
MARKS: Final = rf"{SIDE} {POINTS}(?: {SIDE} {POINTS})*"
WHOLE_PACK: Final = rf"{CARD}(?: {CARD}){{0,{len(PACK) - 1}}}"
EVERY_CARD: Final = f"CARD × {len(PACK)}"


class Form(NamedTuple):
    """How a line is written, for people and for the reader."""

    shape: str
    pattern: re.Pattern[str]


def _form(shape: str, pattern: str) -> Form:
    return Form(shape, re.compile(pattern))


class DeedForm(NamedTuple):
    """How an action is written after its seat, and the action that it is."""

    form: Form
    make: Callable[[Seat, Sequence[str]], Action]


def _deed(shape: str, pattern: str, make: Callable[[Seat, Sequence[str]], Action]) -> DeedForm:
    return DeedForm(_form(f"SEAT: {shape}", pattern), make)


STATEMENTS: Final[Mapping[str, Form]] = {
    "deal": _form("deal NUMBER by SEAT", rf"deal {NUMBER} by {SEAT}"),
    "pack": _form(f"pack {EVERY_CARD}", rf"pack {WHOLE_PACK}"),
    "hand": _form("hand SEAT: CARD…", rf"hand {SEAT}: {CARDS}"),
    "piles": _form("piles SEAT: TOP/UNDER…", rf"piles {SEAT}:(?: {CARD}/{CARD})+"),
    "turned": _form("turned CARD", rf"turned {CARD}"),
    "trump": _form("trump SUIT", rf"trump {SUIT}"),
    "contract": _form(
        "contract [SEAT] [VALUE] TRUMP [contre | surcontre | four | gahwa] [closed] [to_partner]",
        rf"contract(?: {SEAT})?(?: (?:{NUMBER}|capot|generale))? {TRUMP}(?: contre| surcontre| four| gahwa)?"
        r"(?: closed)?(?: to_partner)?",
    ),
    "declarations": _form(
        "declarations SIDE | nobody [carres SIDE]", rf"declarations (?:{SIDE}|nobody)(?: carres {SIDE})?"
    ),
    "says": _form("says SEAT: KIND…", rf"says {SEAT}: {KIND}(?: {KIND})*"),
    "shown": _form("shown SEAT: (KIND CARD… POINTS)…", rf"shown {SEAT}:(?: {KIND} {CARDS} {POINTS})+"),
    "unproved": _form("unproved SEAT: POINTS", rf"unproved {SEAT}: {POINTS}"),
    "bottom": _form("bottom CARD", rf"bottom {CARD}"),
    "swapped": _form("swapped SEAT: CARD", rf"swapped {SEAT}: {CARD}"),
    "uncovered": _form("uncovered SEAT: CARD", rf"uncovered {SEAT}: {CARD}"),
    "roem": _form("roem SEAT: POINTS", rf"roem {SEAT}: {POINTS}"),
    "ruling": _form(
        "ruling nothing | FAULT SIDE CLAUSE [SIDE POINTS]… [redeal] [may_not_take SIDE] [barred SUIT]",
        rf"ruling (?:nothing|(?:misdeal|wrong_card|unproved_declaration) {SIDE} {WORD}(?: {MARKS})?"
        rf"(?: redeal)?(?: may_not_take {SIDE})?(?: barred {SUIT})?)",
    ),
    "tally": _form(
        "tally SIDE: [guessed N] tricks N [cards N] [belote N] [declarations N] [last]",
        rf"tally {SIDE}:(?: guessed {NUMBER})? tricks {NUMBER}(?: cards {POINTS})?"
        rf"(?: belote {NUMBER})?(?: declarations {POINTS})?(?: last)?",
    ),
    "why": _form("why SIDE POINTS CLAUSE REASON", rf"why (?:{SIDE}|-) {POINTS} {WORD} {WORD}"),
    "score": _form("score RESULT (SIDE POINTS)…", rf"score (?:made|failed|tie|none) {MARKS}"),
    "held": _form("held POINTS", rf"held {POINTS}"),
    "totals": _form("totals (SIDE POINTS)…", rf"totals {MARKS}"),
    "awaiting": _form("awaiting SIDE", rf"awaiting {SIDE}"),
    "void": _form(
        "void CAUSE dealer SEAT",
        rf"void (?:passed_out|sevens|agreement|misdeal|wrong_card|refused_hand) dealer {SEAT}",
    ),
    "gathered": _form(f"gathered {EVERY_CARD}", rf"gathered {WHOLE_PACK}"),
    "winner": _form("winner SIDE… by CLAUSE", rf"winner {SIDE}(?: {SIDE})* by {WORD}"),
    "stakes": _form("stakes (SEAT AMOUNT)…", rf"stakes {SEAT} {AMOUNT}(?: {SEAT} {AMOUNT})*"),
}
"""Lines that begin with their keyword: the luck, and what follows from the actions."""

TRICK: Final = "trick NUMBER SEAT: CARD… [= SEAT POINTS]"
HEAD: Final = re.compile(rf"trick ({NUMBER}) ({SEAT}):")
PLAYED: Final = re.compile(rf"(\??)({CARD})")
ASIDE_FORMS: Final[Mapping[str, Form]] = {
    "said": _form("belote | rebelote", r"belote|rebelote"),
    "declared": _form("KIND…", rf"{KIND}(?: {KIND})*"),
    "wrong": _form("wrong CLAUSE", rf"wrong {WORD}"),
    "turns": _form("turns CARD", rf"turns {CARD}"),
    "won": _form("= SEAT POINTS", rf"= {SEAT} {POINTS}"),
}
"""What may stand after a card in a trick's line, in this order."""

_NUMERIC: Final = "NUMBER"


def _call(shape: str, pattern: str) -> DeedForm:
    return _deed(shape, f"({pattern})", lambda seat, w: parse_call(w[0], seat))


def _kinds(words: str) -> tuple[Announced, ...]:
    return () if words == "nothing" else cast(tuple[Announced, ...], tuple(words.split()))


DEED_FORMS: Final[Mapping[str, tuple[DeedForm, ...]]] = {
    "cut": (_deed("cut NUMBER", rf"cut ({NUMBER})", lambda seat, w: Cut(seat, int(w[0]))),),
    "deal": (
        _deed(
            "deal PACKETS, as in 3-2-3",
            r"deal ([0-9]{1,2}(?:-[0-9]{1,2}){0,31})",
            lambda seat, w: Deal(seat, tuple(map(int, w[0].split("-")))),
        ),
    ),
    "pass": (_call("pass", "pass"),),
    "take": (_call("take SUIT", rf"take {SUIT}"),),
    **{suit.value: (_call("SUIT", SUIT),) for suit in SUITS},
    "SA": (_call("SA", "SA"),),
    "TA": (_call("TA", "TA"),),
    "object": (_call("object", "object"),),
    "schmeiss": (_call("schmeiss", "schmeiss"),),
    "capot": (_call("capot TRUMP", rf"capot {TRUMP}"),),
    "generale": (_call("generale TRUMP", rf"generale {TRUMP}"),),
    _NUMERIC: (_call("VALUE TRUMP", rf"[1-9][0-9]{{0,3}} {TRUMP}"), _call("TRICKS", "0|[1-9][0-9]?")),
    "contre": (_call("contre [closed]", "contre(?: closed)?"),),
    "surcontre": (_call("surcontre", "surcontre"),),
    "four": (_call("four [closed]", "four(?: closed)?"),),
    "gahwa": (_call("gahwa", "gahwa"),),
    "ashkal": (_call("ashkal", "ashkal"),),
    "kawesh": (_call("kawesh", "kawesh"),),
    "discard": (
        _deed(
            "discard CARD…",
            rf"discard ({CARD}(?: {CARD}){{0,15}})",
            lambda seat, w: Discard(seat, tuple(map(Card, w[0].split()))),
        ),
    ),
    "swap": (_deed("swap", "swap", lambda seat, _: Swap(seat)),),
    "keep": (_deed("keep", "keep", lambda seat, _: KeepHand(seat)),),
    "declare": (
        _deed(
            "declare KIND… | sevens | nothing",
            rf"declare (sevens|nothing|{KIND}(?: {KIND}){{0,7}})",
            lambda seat, w: Declare(seat, _kinds(w[0])),
        ),
    ),
    "height": (
        _deed(
            "height RANK [trumps]",
            r"height ([789TJQKA])( trumps)?",
            lambda seat, w: NameHeight(seat, Rank(w[0]), in_trumps=bool(w[1])),
        ),
    ),
    "not": (_deed("not better", "not better", lambda seat, _: NotBetter(seat)),),
    "show": (_deed("show", "show", lambda seat, _: Show(seat)),),
    "withhold": (_deed("withhold", "withhold", lambda seat, _: Withhold(seat)),),
    "claim": (_deed("claim rebelote", "claim rebelote", lambda seat, _: ClaimRebelote(seat)),),
    "roem": (_deed("roem", "roem", lambda seat, _: SayRoem(seat)),),
    "count": (_deed("count", "count", lambda seat, _: Count(seat)),),
    "misdeal": (_deed("misdeal", "misdeal", lambda seat, _: Misdeal(seat)),),
    "expose": (_deed("expose CARD", rf"expose ({CARD})", lambda seat, w: Expose(seat, Card(w[0]))),),
    "excuse": (_deed("excuse CARD", rf"excuse ({CARD})", lambda seat, w: Excuse(seat, Card(w[0]))),),
    "referee": (_deed("referee", "referee", lambda seat, _: CallReferee(seat)),),
    "propose": (
        _deed(
            "propose let_pass | void",
            "propose (let_pass|void)",
            lambda seat, w: Propose(seat, cast(Remedy, w[0])),
        ),
    ),
    "accept": (_deed("accept", "accept", lambda seat, _: Accept(seat)),),
    "refuse": (_deed("refuse", "refuse", lambda seat, _: Refuse(seat)),),
}
"""What a seat may do, by the first word after `SEAT:`."""


def deed_forms(first_word: str) -> tuple[DeedForm, ...]:
    """The forms that begin with this word; none if no action does."""
    numeric = first_word.isascii() and first_word.isdigit()
    return DEED_FORMS.get(_NUMERIC if numeric else first_word, ())
