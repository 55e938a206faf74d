"""Why another card or call was better: the first thing that is true of the position as its player saw it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.actions import Action, Bid, Call, Contre, Pass, Play, Take
from rebelote.bots.card_reading import Reading
from rebelote.bots.inference import Inference
from rebelote.cards import Card
from rebelote.language.notation import format_call
from rebelote.review.judging import Weighed
from rebelote.review.results import Because
from rebelote.view import View

SURELY: Final = 0.95
"""From which chance on a trick is as good as won, and"""
HARDLY: Final = 0.35
"""up to which it is as good as lost."""
TENTHS_BELOW: Final = 10
RICH: Final = 10
"""Points that it hurts to give."""


Values = dict[str, float | str]


def rounded(loss: float) -> float:
    """As people say it: whole marks, or tenths where a deal is about few."""
    return round(loss) if abs(loss) >= TENTHS_BELOW else round(loss, 1)


def explain(view: View, action: Action, weighed: Weighed) -> Because:
    """Why the best alternative is better than what was done, with how much it brings more on average."""
    best = weighed.alternatives[0].action
    more = rounded(weighed.loss)
    match action, best:
        case Play(card=done), Play(card=better):
            return _about_cards(Reading(Inference(view)), done, better, more)
        case _:
            return _about_calls(action, best, more)


# Cards


def _about_cards(reading: Reading, done: Card, better: Card, more: float) -> Because:
    values: Values = {"card": done.text, "best": better.text, "more": more}
    if not reading.view.situation.guesses:  # where tricks are counted to a number, winning one may be bad
        facts = _on_lead if reading.leads else _on_a_trick
        for key, more_values in facts(reading, done, better):
            return Because(key, values | more_values)
    return Because("card_worth_more", values)


Fact = tuple[str, Values]
"""The key of a sentence, with what goes into it beside the two cards."""


def _on_lead(reading: Reading, done: Card, better: Card) -> Iterator[Fact]:
    higher = _highest_out(reading, done)
    if higher is not None and reading.points(done) >= RICH and not reading.is_trump(done):
        yield "higher_is_out", {"higher": higher.text, "points": reading.points(done)}
    if (
        reading.is_trump(better)
        and not reading.is_trump(done)
        and reading.we_took
        and reading.their_trumps > 0
    ):
        yield "draw_trumps", {}
    if (
        reading.is_trump(done)
        and not reading.is_trump(better)
        and not reading.we_took
        and _has_taker(reading)
    ):
        yield "trumps_help_takers", {}
    if reading.is_master(better) and (reading.is_trump(done) or not reading.is_master(done)):
        yield "master_wins", {}
    if reading.is_trump(done) and not reading.theirs(done.suit):
        yield "trumps_are_gone", {}
    if higher is not None and reading.is_master(better) is reading.is_master(done) and reading.points(done):
        yield "higher_is_out", {"higher": higher.text, "points": reading.points(done)}


def _on_a_trick(reading: Reading, done: Card, better: Card) -> Iterator[Fact]:
    wins, would_win = reading.chance_we_win(done), reading.chance_we_win(better)
    done_takes, better_takes = reading.takes_trick(done), reading.takes_trick(better)
    lying = reading.points_lying
    if reading.counts_tricks:
        if would_win >= SURELY and wins <= HARDLY:
            yield "takes_a_trick", {}
        return
    if better_takes and not done_takes and not reading.partner_holds and would_win >= SURELY:
        yield "takes_the_trick", {"points": lying + reading.points(better)}
    if (
        not done_takes
        and not reading.partner_holds
        and reading.points(done) > reading.points(better)
        and wins <= HARDLY
    ):
        yield "gives_points", {"points": reading.points(done), "less": reading.points(better)}
    if reading.partner_holds and would_win >= SURELY and not better_takes:
        if reading.points(better) > reading.points(done):
            yield "partner_wants_points", {"points": reading.points(better)}
        if reading.is_trump(done) and not reading.is_trump(better):
            yield "partner_needs_no_trump", {}
        if done_takes:
            yield "partner_had_it", {}
    higher = _highest_out(reading, done)
    if done_takes and better_takes and done in reading.order.beaten_by[better.index]:
        yield "lower_was_enough", {}
    if done_takes and not better_takes and higher is not None and reading.points(done) >= RICH:
        yield "higher_is_out", {"higher": higher.text, "points": reading.points(done)}
    if not done_takes and reading.is_master(done) and not reading.is_master(better):
        yield "threw_a_master", {}


def _has_taker(reading: Reading) -> bool:
    return reading.playing.contract.side is not None


def _highest_out(reading: Reading, card: Card) -> Card | None:
    """The strongest card of its suit that an opponent may hold and that beats it."""
    beaten_by = reading.order.beaten_by
    above = beaten_by[card.index] & reading.theirs(card.suit)
    return next((each for each in above if not beaten_by[each.index] & above), None)


# Calls


def _about_calls(action: Action, best: Action, more: float) -> Because:
    assert isinstance(action, Call)
    assert isinstance(best, Call)
    values: Values = {"call": format_call(action), "best": format_call(best), "more": more}
    return Because(_call_key(action, best), values)


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
        case _:
            return "call_worth_more"
