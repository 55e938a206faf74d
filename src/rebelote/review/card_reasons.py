"""Why another card was better: the first thing that is true of the position as its player saw it.

Each reason has its own predicate on what the player could know. The hidden cards are never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rebelote.bots.card_reading import Reading, still_needed
from rebelote.cards import Card

SURELY: Final = 0.95
"""From which chance on a trick is as good as won,"""
PROBABLY: Final = 0.6
"""probably won, and"""
HARDLY: Final = 0.35
"""up to which it is as good as lost."""
CLEARLY: Final = 0.12
"""By how much a chance is clearly better than another."""
RICH: Final = 10
"""Points that it hurts to give."""
MATTERS: Final = 3
"""Points that are worth a word."""
BARE: Final = 2
"""Cards of a suit of which one covers the other."""

Values = dict[str, float | str]
Fact = tuple[str, Values]
"""The key of a sentence, with what goes into it beside the two cards."""


def card_facts(reading: Reading, done: Card, better: Card) -> Iterator[Fact]:
    """All that can be said, what a player would say first in front."""
    if reading.view.situation.guesses:  # where tricks are counted to a number, winning one may be bad
        yield from _to_a_number(reading, done, better)
        return
    yield from (_on_lead if reading.leads else _on_a_trick)(reading, done, better)
    yield from _in_general(reading, done, better)


def _to_a_number(reading: Reading, done: Card, better: Card) -> Iterator[Fact]:
    wins, would_win = reading.chance_we_win(done), reading.chance_we_win(better)
    needed = still_needed(reading)
    if needed <= 0 and would_win < wins:
        yield "one_trick_too_many", {}
    if needed > 0 and would_win > wins:
        yield "tricks_are_missing", {"n": needed}
    if needed > 0 and would_win < wins:
        yield "wins_later", {}
    if not reading.leads and max(wins, would_win) <= 0:
        if needed <= 0 and _beaten_by(reading, better) < _beaten_by(reading, done):
            yield "high_card_could_go", {}
        if needed > 0 and _beaten_by(reading, done) < _beaten_by(reading, better):
            yield "high_card_was_needed", {}


def _beaten_by(reading: Reading, card: Card) -> int:
    """How many cards that are still out would beat it."""
    return len(reading.order.beaten_by[card.index] & reading.unseen)


# To lead


def _on_lead(reading: Reading, done: Card, better: Card) -> Iterator[Fact]:
    higher = highest_out(reading, done) if _exposes_less(reading, better, done) else None
    trumps = reading.their_trumps > 0
    if higher is not None and reading.points(done) >= RICH and not reading.is_trump(done):
        yield "higher_is_out", {"higher": higher.text}
    if reading.is_trump(better) and not reading.is_trump(done) and trumps:
        yield _DRAWS_TRUMPS[_taken_by(reading)], {}
    if reading.is_trump(better) and not reading.is_trump(done) and not trumps:
        yield "no_trumps_against", {}
    if reading.is_trump(done) and not reading.is_trump(better):
        yield from _trump_led(reading, better)
    if reading.is_master(better) and not reading.is_master(done):
        yield "master_wins", {}
    both = reading.is_master(done) and reading.is_master(better)
    if both and trumps and _left(reading, better) > max(_left(reading, done), 1):
        yield "longer_master", {"left": _left(reading, better)}
    if reading.is_master(done) and not reading.is_master(better):
        yield "master_could_wait", {}
    if higher is not None and reading.points(done):
        yield "higher_is_out", {"higher": higher.text}


def _exposes_less(reading: Reading, card: Card, other: Card) -> bool:
    """Led, does it risk fewer points, or none?"""
    return highest_out(reading, card) is None or reading.points(card) < reading.points(other)


_DRAWS_TRUMPS: Final = {"us": "draw_trumps", "them": "trumps_of_takers", "nobody": "trumps_of_others"}


def _taken_by(reading: Reading) -> str:
    if reading.playing.contract.side is None:
        return "nobody"
    return "us" if reading.we_took else "them"


def _trump_led(reading: Reading, better: Card) -> Iterator[Fact]:
    if not reading.their_trumps:
        yield "trumps_are_gone", {}
    elif _taken_by(reading) == "them":
        yield "trumps_help_takers", {}
    elif reading.is_master(better):
        yield "master_before_trumps", {}
    else:
        yield "trumps_could_wait", {}


def _left(reading: Reading, card: Card) -> int:
    """How many cards of its suit the others may still have: with few of them, it is soon ruffed."""
    return len(reading.unseen.in_suit(card.suit))


# To a trick


def _on_a_trick(reading: Reading, done: Card, better: Card) -> Iterator[Fact]:
    if reading.counts_tricks:
        yield from _for_tricks(reading, done, better)
    elif reading.partner_holds:
        yield from _under_partner(reading, done, better)
    else:
        yield from _under_opponent(reading, done, better)
    higher = highest_out(reading, done)
    if _takes(reading, done, better) == (True, True) and done in reading.order.beaten_by[better.index]:
        sure = reading.chance_we_win(better) >= SURELY
        yield ("lower_was_enough" if sure else "lower_also_takes"), {}
    if _takes(reading, done, better) == (True, False) and higher is not None and reading.points(done) >= RICH:
        yield "higher_is_out", {"higher": higher.text}
    cheaper = not reading.is_master(better) or reading.points(better) < reading.points(done)
    if not reading.takes_trick(done) and reading.is_master(done) and cheaper:
        yield "threw_a_master", {}


def _for_tricks(reading: Reading, done: Card, better: Card) -> Iterator[Fact]:
    wins, would_win = reading.chance_we_win(done), reading.chance_we_win(better)
    higher = highest_out(reading, done)
    if would_win >= SURELY and wins <= HARDLY:
        yield "takes_a_trick", {}
    if reading.takes_trick(done) and higher is not None and not reading.takes_trick(better):
        yield "higher_is_out", {"higher": higher.text}


def _under_partner(reading: Reading, done: Card, better: Card) -> Iterator[Fact]:
    would_win = reading.chance_we_win(better)
    takes, would_take = _takes(reading, done, better)
    more = reading.points(better) >= reading.points(done) + MATTERS
    if would_win > reading.chance_we_win(done) + CLEARLY and would_take:
        yield ("secures_the_trick" if would_win >= SURELY else "guards_the_trick"), {}
    if would_win >= SURELY and more:
        yield "partner_wants_points", {"points": reading.points(better)}
    if reading.is_trump(done) and not reading.is_trump(better) and would_win >= PROBABLY:
        yield "partner_needs_no_trump", {}
    if takes and not would_take and would_win >= PROBABLY:
        yield "partner_had_it", {}
    if more and would_win >= PROBABLY:
        yield "partner_may_have_points", {"points": reading.points(better)}


def _under_opponent(reading: Reading, done: Card, better: Card) -> Iterator[Fact]:
    wins, would_win = reading.chance_we_win(done), reading.chance_we_win(better)
    takes, would_take = _takes(reading, done, better)
    points = reading.points_lying + reading.points(better)
    if would_take and not takes and would_win >= SURELY:
        yield "takes_the_trick", {"points": points}
    more = reading.points(better) - reading.points(done)
    if takes and would_take and min(wins, would_win) >= SURELY and more >= MATTERS:
        yield "takes_with_more", {"points": more}
    if not takes and not would_take and would_win >= PROBABLY and more >= MATTERS:
        yield "partner_may_take", {"points": reading.points(better)}
    if reading.is_trump(done) and _masters_next(reading, done, better):
        yield "becomes_master", {}
    if not takes and reading.points(done) > reading.points(better) and wins <= HARDLY:
        yield "gives_points", {"points": reading.points(done)}
    if would_take and not takes and would_win > wins + CLEARLY:
        yield "may_take_the_trick", {"points": points}
    if takes and not would_take:
        yield "trick_could_go", {}


def _masters_next(reading: Reading, done: Card, better: Card) -> bool:
    """Is it beaten by what lies in this trick alone, while a lower one could have been given?"""
    lower = done.suit == better.suit and done in reading.order.beaten_by[better.index]
    is_next = not reading.takes_trick(done) and reading.is_master(done)
    return lower and is_next and not reading.is_master(better)


def _takes(reading: Reading, done: Card, better: Card) -> tuple[bool, bool]:
    return reading.takes_trick(done), reading.takes_trick(better)


# Always


def _in_general(reading: Reading, done: Card, better: Card) -> Iterator[Fact]:
    """What holds to lead and to a trick; the less telling at the end."""
    for fact in _GENERAL:
        found = fact(reading, done, better)
        if found is not None:
            yield found


def _leaves_bare(reading: Reading, done: Card, better: Card) -> Fact | None:
    """The small card that covers a ten or a king is thrown: the next ace takes both tricks."""
    suit = reading.plain_suit(done)
    rest = next(iter(suit.without(done)), None) if len(suit) == BARE else None
    if rest is None or reading.is_trump(done) or done.suit == better.suit:
        return None
    covers = reading.points(rest) > reading.points(done) and highest_out(reading, rest) is not None
    return ("leaves_bare", {"other": rest.text}) if covers else None


def _keeps_the_likelier(reading: Reading, done: Card, better: Card) -> Fact | None:
    """Of two masters that are not needed now, one goes: the suit that the others still have is kept."""
    both = reading.is_master(done) and reading.is_master(better)
    if reading.leads or not both or any(_takes(reading, done, better)):
        return None
    left, fewer = _left(reading, done), _left(reading, better)
    return ("keeps_the_likelier", {"left": left, "fewer": fewer}) if left > fewer else None


def _makes_void(reading: Reading, done: Card, better: Card) -> Fact | None:
    """The last card of a suit goes, so that the next can be ruffed."""
    alone = len(reading.plain_suit(better)) == 1 and len(reading.plain_suit(done)) > 1
    if reading.is_trump(better) or not alone or not reading.trumps or not _left(reading, better):
        return None
    return "makes_void", {}


def _keeps_trump(reading: Reading, done: Card, better: Card) -> Fact | None:
    spent = reading.is_trump(done) and not reading.is_trump(better)
    return ("keeps_trump", {}) if spent else None


def _lower_trump(reading: Reading, done: Card, better: Card) -> Fact | None:
    both = reading.is_trump(done) and reading.is_trump(better)
    lower = done in reading.order.beaten_by[better.index]
    return ("lower_trump", {}) if both and lower else None


def _keeps_higher(reading: Reading, done: Card, better: Card) -> Fact | None:
    lower = done.suit == better.suit and done in reading.order.beaten_by[better.index]
    return ("keeps_higher", {}) if lower else None


def _likelier(reading: Reading, done: Card, better: Card) -> Fact | None:
    more = reading.chance_we_win(better) > reading.chance_we_win(done) + CLEARLY
    return ("likelier_to_win", {}) if more else None


def _risks_less(reading: Reading, done: Card, better: Card) -> Fact | None:
    less = reading.points(better) < reading.points(done)
    if not less or reading.chance_we_win(done) >= SURELY:
        return None
    return "risks_less", {"points": reading.points(done)}


def _keeps_length(reading: Reading, done: Card, better: Card) -> Fact | None:
    """From the suit in which there is more to follow with."""
    mine = len(reading.plain_suit(better)), len(reading.plain_suit(done))
    if done.suit == better.suit or mine[0] <= mine[1]:
        return None
    return "from_the_long_suit", {"n": mine[0]}


def _keeps_short(reading: Reading, done: Card, better: Card) -> Fact | None:
    mine = len(reading.plain_suit(better)), len(reading.plain_suit(done))
    if done.suit == better.suit or mine[0] >= mine[1]:
        return None
    return "from_the_short_suit", {"n": mine[1]}


_GENERAL: Final[tuple[Callable[[Reading, Card, Card], Fact | None], ...]] = (
    _leaves_bare,
    _keeps_the_likelier,
    _makes_void,
    _keeps_trump,
    _lower_trump,
    _likelier,
    _keeps_higher,
    _risks_less,
    _keeps_length,
    _keeps_short,
)


def highest_out(reading: Reading, card: Card) -> Card | None:
    """The strongest card of its suit that an opponent may hold and that beats it."""
    beaten_by = reading.order.beaten_by
    above = beaten_by[card.index] & reading.theirs(card.suit)
    return next((each for each in above if not beaten_by[each.index] & above), None)
