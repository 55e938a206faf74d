"""Which cards a hand may play to a trick, and by which clause the others may not."""

from __future__ import annotations

from collections.abc import Iterator

from rebelote.card_order import Order, Trick
from rebelote.cards import NO_CARDS, SUIT_CARDS, Card, Cards, Suit
from rebelote.ruleset import Obligations
from rebelote.table import Seat, Table


def legal_cards(
    play: Obligations,
    order: Order,
    table: Table,
    seat: Seat,
    hand: Cards,
    trick: Trick,
    barred: Cards = NO_CARDS,
) -> Cards:
    """The cards of `hand` that `seat` may add to `trick`; `barred` are read as not held (C-8B)."""
    mask = hand.mask
    for _, kept in _narrowing(play, order, table, seat, mask, trick, barred):
        mask = kept
    return Cards.of_mask(mask)


def refusals(
    play: Obligations,
    order: Order,
    table: Table,
    seat: Seat,
    hand: Cards,
    trick: Trick,
    barred: Cards = NO_CARDS,
) -> dict[Card, str]:
    """Each card of `hand` that may not be played, with the first clause that forbids it."""
    refused: dict[Card, str] = {}
    left = hand.mask
    for clause, kept in _narrowing(play, order, table, seat, left, trick, barred):
        refused |= dict.fromkeys(Cards.of_mask(left & ~kept), clause)
        left = kept
    return refused


def _narrowing(
    play: Obligations, order: Order, table: Table, seat: Seat, hand: int, trick: Trick, barred: Cards
) -> Iterator[tuple[str, int]]:
    """Step by step, a clause and the cards (as a mask) that it leaves."""
    cites = play.cites
    if barred and (others := hand & ~barred.mask):
        hand = others
        yield cites.barred, hand
    if not trick:
        if play.leads == "closed" and (others := hand & ~order.ruffs.mask):
            yield cites.lead or cites.follow, others
        return
    holder, best = order.winner(trick)
    partner_holds = table.side(holder) == table.side(seat)
    led = trick[0][1].suit
    beating = order.beaten_by[best.index].mask
    if following := hand & SUIT_CARDS[led].mask:
        yield _to_be_followed(play, order), following
        clause = _to_be_beaten(play, order, led)
        if clause and following & beating and (play.lead_beats_partner or not partner_holds):
            yield clause, following & beating
        return
    trumps = hand & order.ruffs.mask
    if not trumps:
        return
    ruffed = best in order.ruffs
    if partner_holds and _need_not_ruff(play, ruffed):
        if ruffed:
            yield cites.partner, _on_partners_ruff(play, hand, trumps, trumps & beating)
        return
    over = trumps & beating
    if ruffed and not over:
        yield cites.undertrump, _under_a_ruff(play, hand, trumps)
        return
    yield cites.trump, trumps
    yield cites.overruff, over


def _to_be_followed(play: Obligations, order: Order) -> str:
    """The clause by which the led suit must be followed."""
    return play.cites.follow if order.suit else play.cites.follow_without_suit or play.cites.follow


def _to_be_beaten(play: Obligations, order: Order, led: Suit) -> str:
    """The clause by which a card of the led suit must be beaten, if one may."""
    cites = play.cites
    if order.is_tout_atout:
        return cites.tout_atout or cites.overtrump
    if led is order.suit:
        return cites.overtrump
    return cites.plain or cites.overtrump if play.plain == "beat" else ""


def _under_a_ruff(play: Obligations, hand: int, trumps: int) -> int:
    """What may be laid on an opponent's ruff that can't be beaten."""
    match play.cannot_overruff:
        case "trump":
            return trumps
        case "any":
            return hand
        case "discard":
            return hand & ~trumps or hand


def _need_not_ruff(play: Obligations, ruffed: bool) -> bool:
    match play.partner_master:
        case "free":
            return True
        case "free_before_a_ruff":
            return not ruffed
        case "ruff":
            return False


def _on_partners_ruff(play: Obligations, hand: int, trumps: int, over: int) -> int:
    """What may be laid when the partner holds the trick by a ruff."""
    side_cards = hand & ~trumps
    match play.partner_ruffed:
        case "over_or_discard":
            return side_cards | over if side_cards else hand
        case "over_if_able":
            return side_cards | over if over else hand
        case "any":
            return hand
