"""What a card problem is about: a theme is a predicate of the position, with the sentence it makes true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rebelote.cards import Card, Cards, Rank
from rebelote.problems.card_case import CardCase
from rebelote.problems.themes import Theme
from rebelote.review.results import Because

CLEARLY: Final = 0.15
"""By how much a chance must differ for the problem to be about it."""
DER_WITHIN: Final = 4
"""The last trick is thought about when so many are left."""
DER_CLEARLY: Final = 0.3
SWEEP_FROM: Final = 3
"""Tricks that one side has taken, all of them, before one speaks of capot."""
LIKELY: Final = 0.75
"""From which chance on one counts on a trick, and"""
HARDLY: Final = 0.05
"""up to which it is as good as lost."""
SOME_TRUMPS: Final = 0.8
"""Trumps that the opponents must be expected to hold for it to be worth drawing them."""


def card_themes(case: CardCase) -> Iterator[tuple[Theme, Because]]:
    """Every theme that is true of it, the most particular first.

    Without an outlook those of capot and of the last trick are there wherever they might be.
    """
    for theme, tell in THEMES:
        because = tell(case)
        if because is not None:
            yield theme, because


# Capot


def _capot(case: CardCase) -> Because | None:
    tricks, side = case.playing.tricks(), case.side
    if sum(tricks.values()) < SWEEP_FROM or case.view.situation.guesses or len(tricks) > 2:
        return None
    if tricks[side] == 0:
        return _told_capot(case, "save_capot", case.no_trick, saved=True)
    if tricks[side] == sum(tricks.values()):
        return _told_capot(case, "keep_capot", case.every_trick, saved=False)
    return None


def _told_capot(
    case: CardCase, key: str, chance: Callable[[Card], float | None], *, saved: bool
) -> Because | None:
    if not case.is_deep:
        return Because(key)
    best, other = chance(case.best), chance(case.tempting)
    if best is None or other is None:
        return None
    if saved:
        best, other = 1 - best, 1 - other
    return _compared(case, key, best, other, CLEARLY)


def _compared(case: CardCase, key: str, best: float, other: float, least: float) -> Because | None:
    if best - other < least:
        return None
    return Because(key, {**_two(case), "chance": _percent(best), "less": _percent(other)})


def _percent(share: float) -> int:
    return round(100 * share)


def _two(case: CardCase) -> dict[str, float | str]:
    return {"best": case.best.text, "card": case.tempting.text}


# The last trick


def _last_trick(case: CardCase) -> Because | None:
    if not 2 <= case.tricks_left <= DER_WITHIN or not case.view.rules.card_values.last_trick:
        return None
    if case.view.rules.counts_tricks:
        return None
    if not case.is_deep:
        return Because("last_trick")
    return _compared(
        case, "last_trick", case.last_trick(case.best), case.last_trick(case.tempting), DER_CLEARLY
    )


# Belote


def _belote(case: CardCase) -> Because | None:
    belote, own = case.view.rules.belote, case.playing.royals_here & case.reading.hand
    if belote is None or belote.said in ("king_first", "second") or len(own) != 2:
        return None
    if case.best not in own and case.tempting not in own:
        return None
    if case.best in own and case.tempting in own:
        return None
    key = "belote_now" if case.best in own else "belote_waits"
    return Because(key, _two(case))


# Ruffing


def _ruff(case: CardCase) -> Because | None:
    reading = case.reading
    if reading.leads:
        return _partner_ruffs(case)
    winner, lying = case.order.winner(reading.trick)
    led = reading.trick[0][1].suit
    if winner not in reading.opponents or lying in case.order.ruffs or lying.suit is not led:
        return None
    if case.best not in case.order.ruffs or case.above(lying) & reading.unseen:
        return None
    values = {**_two(case), "master": lying.text}
    if case.tempting not in case.order.ruffs:
        return Because("ruff_master", {**values, "points": reading.points_lying})
    later = [seat for seat in reading.to_play if seat in reading.opponents]

    def may_be_overruffed(card: Card) -> bool:
        return any(reading.could(seat) & case.above(card).mask for seat in later)

    if case.best in case.above(case.tempting):
        safer = may_be_overruffed(case.tempting) and not may_be_overruffed(case.best)
        return Because("ruff_high", values) if safer else None
    return None if may_be_overruffed(case.best) else Because("ruff_low", values)


def _partner_ruffs(case: CardCase) -> Because | None:
    reading, best = case.reading, case.best
    if not case.order.ruffs or best in case.order.ruffs or len(reading.partners) != 1:
        return None
    (partner,) = reading.partners
    has_trumps = reading.chance_of_any(partner, case.order.ruffs.mask) > CLEARLY
    if not has_trumps or not case.known_void(partner, best.suit):
        return None
    if case.known_void(partner, case.tempting.suit) or not case.above(best) & reading.theirs(best.suit):
        return None
    return Because("partner_ruffs", {**_two(case), "suit": best.suit.value})


# The ace


def _force_ace(case: CardCase) -> Because | None:
    best, reading = case.best, case.reading
    ten, ace = Card.of(Rank.TEN, best.suit), Card.of(Rank.ACE, best.suit)
    if best in case.order.ruffs or best is ten or ten not in reading.hand:
        return None
    if case.above(ten) & reading.unseen != Cards((ace,)) or ace not in reading.theirs(best.suit):
        return None
    values = {**_two(case), "ace": ace.text, "ten": ten.text}
    if reading.leads:
        return Because("force_ace", values)
    later = any(reading.could(seat) & ace.bit for seat in reading.to_play if seat in reading.opponents)
    if best.suit is not reading.trick[0][1].suit or case.tempting is not ten or not later:
        return None
    return Because("duck_ace", values)


# The fork


def _keep_fork(case: CardCase) -> Because | None:
    """Two cards around one that an opponent may hold, the upper of them master: best led up to."""
    suit = case.tempting.suit
    if case.best.suit is suit or not case.reading.leads or case.view.situation.guesses:
        return None
    own, out = case.reading.hand.in_suit(suit), case.out(suit)
    tops = [card for card in own if not case.above(card) & out]
    lows = [card for card in own if len(case.above(card) & out) == 1 and case.reading.points(card)]
    if not tops or not lows:
        return None
    low = min(lows, key=lambda card: len(case.above(card)))
    (between,) = case.above(low) & out
    highs = [card for card in tops if card in case.above(between)]
    if not highs or between not in case.reading.theirs(suit):
        return None
    high = max(highs, key=lambda card: len(case.above(card)))
    return Because("keep_fork", {**_two(case), "high": high.text, "low": low.text, "between": between.text})


# Trumps


def _draw_trumps(case: CardCase) -> Because | None:
    reading = case.reading
    if not reading.leads or not reading.we_took or case.best not in case.order.ruffs:
        return None
    if case.tempting in case.order.ruffs or reading.their_trumps < SOME_TRUMPS:
        return None
    out = len(case.order.ruffs & reading.unseen)
    masters = [card for card in reading.hand if card not in case.order.ruffs and reading.is_master(card)]
    values = {**_two(case), "out": out}
    if not masters:
        return Because("draw_trumps", values)
    return Because("draw_trumps_first", {**values, "master": masters[0].text})


# Points


def _points(case: CardCase) -> Because | None:
    """Points to one's own side's trick, none to the others'."""
    if case.reading.counts_tricks or case.view.situation.guesses:
        return None
    return _cash_master(case) if case.reading.leads else _points_on_trick(case)


def _cash_master(case: CardCase) -> Because | None:
    reading = case.reading
    if case.best in case.order.ruffs or not reading.is_master(case.best) or not reading.points(case.best):
        return None
    if case.tempting not in case.order.ruffs and reading.is_master(case.tempting):
        return None
    return Because("cash_master", {**_two(case), "points": reading.points(case.best)})


def _points_on_trick(case: CardCase) -> Because | None:
    reading = case.reading
    best, other = reading.points(case.best), reading.points(case.tempting)
    values = {**_two(case), "points": best, "less": other}
    ours, theirs = reading.chance_we_win(case.best), 1 - reading.chance_we_win(case.tempting)
    takes, would_take = reading.takes_trick(case.best), reading.takes_trick(case.tempting)
    if reading.partner_holds and ours >= LIKELY and best > other and theirs <= 1 - LIKELY:
        return Because("load_partner", values)
    if not reading.partner_holds and not takes and not would_take and other > best and ours <= HARDLY:
        return Because("give_nothing", values)
    if takes and not would_take and ours >= LIKELY and theirs > 1 - LIKELY:
        key = "secure_trick" if reading.partner_holds else "take_trick"
        return Because(key, {**_two(case), "points": reading.points_lying + best})
    is_ours = reading.partner_holds or (takes and would_take)
    if not reading.to_play and is_ours and case.tempting in case.above(case.best):
        return Because("keep_high", values)
    return None


Tell = Callable[[CardCase], Because | None]
THEMES: Final[tuple[tuple[Theme, Tell], ...]] = (
    ("capot", _capot),
    ("fork", _keep_fork),
    ("ace", _force_ace),
    ("ruff", _ruff),
    ("trumps", _draw_trumps),
    ("belote", _belote),
    ("last_trick", _last_trick),
    ("points", _points),
)
"""In the order in which they are told."""
