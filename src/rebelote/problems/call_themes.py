"""What a call problem is about, and the sentences that explain the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.actions import Bid, Call, Contre, Pass, Take
from rebelote.cards import Cards, Rank, Trump
from rebelote.language.notation import format_call
from rebelote.problems.call_case import CallCase, trump_of
from rebelote.problems.themes import Theme
from rebelote.results import Result
from rebelote.review.results import Because

OFTEN: Final = 0.55
"""The share of deals in which something happens before it is said to happen often."""
MOSTLY: Final = 0.6
"""The share of deals in which the auction must end in the contract that is spoken of."""
RICH: Final = 10
"""Points from which a card is a high one."""


def call_themes(case: CallCase) -> Iterator[Theme]:
    """«call» wherever one may call or pass; contre and belote where the answer hangs on them."""
    if isinstance(case.best, Contre) or isinstance(case.tempting, Contre):
        yield "contre"
    trump = trump_of(case.best)
    if trump is not None and _has_belote(case, trump):
        yield "belote"
    if isinstance(case.best, Bid | Take | Pass):
        yield "call"


def explain_call(case: CallCase) -> Iterator[Because]:
    """About the hand first, then about what comes of it."""
    for call in (case.best, case.tempting):
        trump = trump_of(call)
        if trump is not None:
            yield _about_hand(case, trump)
            break
    yield from _about_contract(case)


def _has_belote(case: CallCase, trump: Trump) -> bool:
    pairs = case.compiled.royal_pairs(trump)
    return any(not pair & ~case.hand.mask for pair in pairs)


def _about_hand(case: CallCase, trump: Trump) -> Because:
    """The trumps that one would have, and the aces beside them."""
    if trump.suit is None:
        high = Cards(card for card in case.hand if case.compiled.order(trump).points[card.index] >= RICH)
        if not high:
            return Because("hand_without_suit_none", {"trump": trump.value})
        return Because("hand_without_suit", {"trump": trump.value, "cards": _texts(high)})
    order = case.compiled.order(trump)
    trumps = sorted(case.hand.in_suit(trump.suit), key=lambda card: len(order.beaten_by[card.index]))
    aces = Cards(card for card in case.hand if card.rank is Rank.ACE and card.suit is not trump.suit)
    if not trumps:
        return Because("hand_no_trump", {"suit": trump.suit.value})
    values: dict[str, float | str] = {
        "suit": trump.suit.value,
        "cards": " ".join(card.text for card in trumps),
    }
    key = "hand_trumps"
    if aces:
        key, values["aces"] = "hand_trumps_aces", _texts(aces)
    return Because(f"{key}_belote" if _has_belote(case, trump) else key, values)


def _texts(cards: Cards) -> str:
    return " ".join(card.text for card in cards)


def _about_contract(case: CallCase) -> Iterator[Because]:
    match case.best, case.tempting:
        case (Bid() | Take()) as call, _:
            yield from _chance(case, call, "made", "call_is_made")
        case Pass(), (Bid() | Take()) as call:
            yield from _chance(case, call, "failed", "call_fails")
        case Contre() as call, _:
            yield from _chance(case, call, "failed", "contre_wins")
        case _, Contre() as call:
            yield from _chance(case, call, "made", "contre_loses")
        case _:
            pass


def _chance(case: CallCase, call: Call, result: Result, key: str) -> Iterator[Because]:
    """Only where the auction mostly ends there, and the result is a frequent one."""
    trump = trump_of(call)
    outcomes = [case.outcome(number, call) for number in range(len(case.deals))]
    spoken = [
        each
        for each in outcomes
        if each.contract is not None
        and (
            each.contract.contre
            if trump is None
            else each.contract.trump is trump and each.contract.side == case.side
        )
    ]
    if len(spoken) < MOSTLY * len(outcomes):
        return
    share = sum(each.result == result for each in spoken) / len(spoken)
    if share >= OFTEN:
        yield Because(key, {"call": format_call(call), "chance": round(100 * share)})
