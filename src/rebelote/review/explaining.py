"""Why another card or call was better, in a sentence that names the cards and is true of the position."""

from __future__ import annotations

from typing import Final

from rebelote.actions import Action, Bid, Call, Contre, Guess, Pass, Play, Take
from rebelote.bots.card_reading import Reading
from rebelote.bots.inference import Inference
from rebelote.cards import Card, Cards, Rank
from rebelote.language.notation import format_call
from rebelote.review.card_reasons import Values, card_facts
from rebelote.review.judging import Weighed
from rebelote.review.results import Because
from rebelote.view import View

TENTHS_BELOW: Final = 10


def rounded(loss: float) -> float:
    """As people say it: whole marks, or tenths where a deal is about few."""
    return round(loss) if abs(loss) >= TENTHS_BELOW else round(loss, 1)


def explain(view: View, action: Action, weighed: Weighed) -> Because:
    """Why the best alternative is better than what was done, with how much it brings more on average."""
    return why_better(view, weighed.alternatives[0].action, action, rounded(weighed.loss))


def why_better(view: View, best: Action, other: Action, more: float) -> Because:
    """Why one card or call is better than another, to the player who sees `view`, and what it brings."""
    match other, best:
        case Play(card=done), Play(card=better):
            return _about_cards(Reading(Inference(view)), done, better, more)
        case _:
            return _about_calls(view, other, best, more)


def _about_cards(reading: Reading, done: Card, better: Card, more: float) -> Because:
    values: Values = {"card": done.text, "best": better.text, "more": more}
    for key, more_values in card_facts(reading, done, better):
        return Because(key, values | more_values)
    return Because("card_worth_more", values)


# Calls


def _about_calls(view: View, action: Action, best: Action, more: float) -> Because:
    assert isinstance(action, Call)
    assert isinstance(best, Call)
    values: Values = {"call": format_call(action), "best": format_call(best), "more": more}
    key = _call_key(action, best)
    if key == "hand_is_worth_a_call" and _is_partners(view, best):
        key = "supports_partner"
    named = action if key == "hand_is_too_weak" else best
    held = _trumps_for(view, named) if key in _ABOUT_TRUMPS else ""
    if key == "supports_partner" and " " not in held:  # one card supports nothing
        held = ""
    if not held:
        return Because(key, values)
    aces = {} if key == "other_trump" else {"aces": _aces_beside(view, named)}
    return Because(f"{key}_with", values | {"held": held} | aces)


_ABOUT_TRUMPS: Final = ("hand_is_worth_a_call", "hand_is_too_weak", "other_trump", "supports_partner")


def _aces_beside(view: View, call: Call) -> int:
    """How many aces the hand has in other suits than that trump."""
    suit = call.trump.suit if isinstance(call, Bid | Take) else None
    return sum(card.rank is Rank.ACE and card.suit is not suit for card in view.hand)


def _is_partners(view: View, call: Call) -> bool:
    """Is it at the trump that the player's partner named last?"""
    table, seat = view.rules.table, view.seat
    if seat is None or not isinstance(call, Bid):
        return False
    bids = (each for each in reversed(view.calls) if isinstance(each, Bid))
    named = next((bid for bid in bids if table.side(bid.seat) == table.side(seat)), None)
    return named is not None and named.seat != seat and named.trump == call.trump


def _trumps_for(view: View, call: Call) -> str:
    """The cards that the player would have at that trump, the turned one beside his own; nothing where he has
    none, or where all suits are alike."""
    match call:
        case Bid(trump=trump) | Take(trump=trump) if trump.suit is not None:
            turned, own = view.situation.turned, view.hand.in_suit(trump.suit)
            cards = own | (Cards((turned,)) if own and turned is not None else Cards(()))
            return " ".join(card.text for card in cards.in_suit(trump.suit).sorted(trump))
        case _:
            return ""


def _call_key(action: Call, best: Call) -> str:
    match action, best:
        case Pass(), Bid() | Take():
            return "hand_is_worth_a_call"
        case Bid() | Take(), Pass():
            return "hand_is_too_weak"
        case _, Contre():
            return "contre_was_worth_it"
        case Contre(), _:
            return "contre_too_bold"
        case (Bid(trump=one), Bid(trump=other)) | (Take(trump=one), Take(trump=other)) if one != other:
            return "other_trump"
        case Bid(value=int(one)), Bid(value=int(other)):
            return "higher_call" if other > one else "lower_call"
        case Guess(tricks=one), Guess(tricks=other):
            return "guess_more" if other > one else "guess_less"
        case _:
            return "call_worth_more"
