"""Which cards a hand may play to a trick, and by which clause the others may not."""

from __future__ import annotations

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
    steps = _narrowing(play, order, table, seat, hand.mask, trick, barred)
    if not steps:
        return hand
    _, left = steps[-1]
    return Cards.of_mask(left)


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
        if forbidden := left & ~kept:
            refused |= dict.fromkeys(Cards.of_mask(forbidden), clause)
            left = kept
    return refused


Step = tuple[str, int]
"""A clause, and the cards (as a mask) that it leaves."""


def _narrowing(
    play: Obligations, order: Order, table: Table, seat: Seat, hand: int, trick: Trick, barred: Cards
) -> tuple[Step, ...]:
    """One obligation after the other, each among the cards that the one before has left."""
    if barred.mask and (others := hand & ~barred.mask):
        return ((play.cites.barred, others), *_narrowing(play, order, table, seat, others, trick, NO_CARDS))
    if not trick:
        return _at_the_lead(play, order, hand)
    holder, best = order.winner(trick)
    led = trick[0][1].suit
    beating = order.beaten_by[best.index].mask
    following = hand & SUIT_CARDS[led].mask
    if not following:
        partner_holds = table.are_partners(holder, seat)
        return _unable_to_follow(play, order, hand, best, partner_holds=partner_holds)
    follow = _to_be_followed(play, order), following
    clause = _to_be_beaten(play, order, led) if following & beating else ""
    if clause and (play.lead_beats_partner or not table.are_partners(holder, seat)):
        return follow, (clause, following & beating)
    return (follow,)


def _at_the_lead(play: Obligations, order: Order, hand: int) -> tuple[Step, ...]:
    if play.leads == "closed" and (others := hand & ~order.ruffs.mask):
        return ((play.cites.lead or play.cites.follow, others),)
    return ()


def _unable_to_follow(
    play: Obligations, order: Order, hand: int, best: Card, *, partner_holds: bool
) -> tuple[Step, ...]:
    cites, trumps, ruffed = play.cites, hand & order.ruffs.mask, best in order.ruffs
    if not trumps:
        return ()
    over = trumps & order.beaten_by[best.index].mask
    if partner_holds and _need_not_ruff(play, ruffed):
        return ((cites.partner, _on_partners_ruff(play, hand, trumps, over)),) if ruffed else ()
    if ruffed and not over:
        return ((cites.undertrump, _under_a_ruff(play, hand, trumps)),)
    return (cites.trump, trumps), (cites.overruff, over)


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
