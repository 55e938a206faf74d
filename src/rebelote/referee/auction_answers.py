"""What may be called, and what the calls so far come to."""

from __future__ import annotations

import re
from typing import Final

from rebelote.actions import Call, Guess
from rebelote.cards import Trump
from rebelote.errors import Illegal
from rebelote.language.notation import BadCall, as_bid, format_call, parse_call
from rebelote.phases.buying import start_choosing
from rebelote.phases.choosing import Choosing
from rebelote.referee.players import is_staircase, largest_hand, seated
from rebelote.referee.questions import Fields, QuestionError, bad_question, read_cards
from rebelote.referee.replies import Answer
from rebelote.results import Contract
from rebelote.ruleset import Auction, Drawn, Purchase, Ruleset
from rebelote.table import FACING, Seat, Side


def auction(rules: Ruleset, fields: Fields) -> Answer:
    """Who speaks after these calls, what each may say, and the contract so far."""
    if isinstance(rules.trump_choice, Drawn):
        raise QuestionError("bad_question", "ask: this game has no auction")
    rules = seated(rules, fields)
    choosing = _opened(rules, fields)
    suits = _suits_shown(rules, fields)
    choosing = _with_suit_shown(choosing, suits)
    for seat, text in fields.pairs("calls", rules.table.seats):
        choosing = _with_suit_shown(choosing.apply(_call(choosing, Seat(seat), text)), suits)
    _check_suits_shown(suits)
    _check_hand_size(rules, choosing)
    return {
        "speaks": choosing.speaks,
        "legal": {seat: _calls(choosing, seat) for seat in choosing.actors()},
        "done": choosing.done,
        "contract": _contract_answer(choosing.standing),
    }


def _opened(rules: Ruleset, fields: Fields) -> Choosing:
    seats = rules.table.seats
    may_omit_dealer = seats == FACING and not fields.has("dealer")
    dealer = Seat(FACING[-1] if may_omit_dealer else fields.one_of("dealer", seats))
    turned_text = fields.text("turned") if rules.turns_a_card and not is_staircase(rules) else None
    hand_size = fields.integer("hand_size") if is_staircase(rules) else 0
    barred = None
    if rules.penalties.misdeal == "escalating" and fields.given("barred_side"):
        barred = Side(fields.one_of("barred_side", rules.table.sides))
    fields.pairs("calls", seats)
    totals = _totals_bought_at(rules, fields)
    turned = read_cards(turned_text)[0] if turned_text is not None else None
    return start_choosing(
        rules, dealer, turned=turned, hand_size=hand_size, barred_side=barred, totals=totals
    )


def _totals_bought_at(rules: Ruleset, fields: Fields) -> dict[Side, int] | None:
    """The score of the match, where it decides who may double (BA-2.3)."""
    if not isinstance(rules.trump_choice, Purchase) or not fields.given("totals"):
        return None
    return fields.counts("totals", rules.table.sides)


def _suits_shown(rules: Ruleset, fields: Fields) -> list[Trump]:
    """The suits that a side pack shows, by its cards: one, or a list in their order (KL-2)."""
    part = rules.trump_choice
    if not isinstance(part, Auction) or not part.offered:
        return []
    several = isinstance(fields.value("turned"), list)
    texts = fields.texts("turned") if several else [fields.text("turned")]
    return [Trump(card.suit.value) for card in read_cards(*texts)]


def _check_suits_shown(suits: list[Trump]) -> None:
    if len(set(suits)) < len(suits):
        raise QuestionError("inconsistent", "turned: the suits shown are different")


def _with_suit_shown(choosing: Choosing, suits: list[Trump]) -> Choosing:
    if not choosing.awaits_suit:
        return choosing
    if len(suits) <= len(choosing.offered):
        raise bad_question("turned", "a card for each suit that is shown")
    return choosing.show(suits[len(choosing.offered)])


def _calls(choosing: Choosing, seat: Seat) -> list[str]:
    return [format_call(call, choosing.turned) for call in choosing.legal(seat)]


def _call(choosing: Choosing, seat: Seat, text: str) -> Call:
    call = _guess(choosing, seat, text) if is_staircase(choosing.rules) else _said(choosing, seat, text)
    if call is None:
        raise QuestionError("illegal_call", f"calls: {seat} may not say {text!r} now")
    return call


def _said(choosing: Choosing, seat: Seat, text: str) -> Call | None:
    """Read and checked by itself: to write out all that may be said takes long where calls are many.

    Said as `legal` writes it, or by the other word: «take H» is no call where a suit is called by its letter.
    """
    text = _OTHER_WORDS.get(text, text)
    try:
        call = choosing.check(as_bid(parse_call(text, seat, choosing.turned), choosing.rules))
    except (BadCall, Illegal):
        return None
    return call if format_call(call, choosing.turned) == text else None


def _guess(choosing: Choosing, seat: Seat, text: str) -> Call | None:
    """A guess by itself: a hand's size is only checked afterwards, and may be absurd."""
    if not _GUESS.fullmatch(text):
        return None
    guess = Guess(seat, int(text))
    return guess if choosing.may_guess(guess) else None


_GUESS: Final = re.compile(r"0|[1-9][0-9]{0,99}")
_OTHER_WORDS: Final = {"coinche": "contre"}
"""The same call under another word."""


def _check_hand_size(rules: Ruleset, choosing: Choosing) -> None:
    if is_staircase(rules) and not 1 <= choosing.hand_size <= largest_hand(rules):
        raise QuestionError("inconsistent", f"hand_size: from 1 to {largest_hand(rules)} for these players")


def _contract_answer(contract: Contract | None) -> Answer | None:
    if contract is None:
        return None
    return {
        "seat": contract.seat,
        "side": contract.side,
        "trump": contract.trump.value,
        "value": contract.value,
        "contre": contract.contre,
    }
