"""The card where nothing can be searched: each is weighed by what it brings now and later. Frozen."""

from __future__ import annotations

from rebelote.bots.decision import Decision, Reason
from rebelote.bots.pimc20.card_reading import Reading
from rebelote.bots.pimc20.manners import weigh_cards
from rebelote.cards import Card, Rank
from rebelote.view import View

TRICK = 12.0
"""What a trick is worth beyond the cards that one gives to it oneself."""
LEAD = 2.0
"""What it is worth to lead next, where points are counted."""
DRAW_TRUMPS = 5.0
"""For each trump that may fall from the opponents' hands."""
LEAD_TRUMP_IN_DEFENCE = -12.0
RUFF_HOPE = 5.0
LEAD_MASTER = 12.0
"""A master led now wins what it might lose to a ruff later."""
MASTER_TRUMP = 14.0


def play_card(view: View) -> Decision:
    reading = Reading(view)
    return weigh_cards(
        view, reading.legal, lambda card: value(reading, card), lambda card: why(reading, card)
    )


def value(reading: Reading, card: Card) -> float:
    habit = lead_habits(reading, card) if reading.leads else 0.0
    return brings_now(reading, card) - brings_later(reading, card) + habit - tidy(reading, card)


def brings_now(reading: Reading, card: Card) -> float:
    """The trick's points won or lost, and the trick itself."""
    chance = reading.chance_we_win(card)
    if reading.counts_tricks:
        return chance * TRICK
    swing = reading.points_lying + reading.points(card)
    last = reading.rules.card_values.last_trick if reading.is_last_trick else 0
    return (2.0 * chance - 1.0) * (swing + last) + chance * LEAD


def brings_later(reading: Reading, card: Card) -> float:
    """What the card would win in a later trick, or lose if it fell to a higher one."""
    if reading.is_last_trick:
        return 0.0
    wins = chance_later(reading, card)
    if reading.counts_tricks:
        return wins * TRICK
    return (2.0 * wins - 1.0) * reading.points(card) + wins * TRICK + belote_in_order(reading, card)


def belote_in_order(reading: Reading, card: Card) -> float:
    """Where the king must be played before the queen, the queen waits for him."""
    belote = reading.rules.belote
    if belote is None or belote.said != "king_first" or card.rank is not Rank.QUEEN:
        return 0.0
    king = Card.of(Rank.KING, card.suit)
    keeps = card in reading.playing.royals_here and king in reading.legal
    return float(belote.worth) if keeps else 0.0


def chance_later(reading: Reading, card: Card) -> float:
    """How likely the card wins a trick later on, if it is kept now."""
    if reading.is_trump(card):
        return trump_later(reading, card)
    out = len(reading.theirs(card.suit))
    if not reading.is_master(card):
        above = reading.order.beaten_by[card.index].mask & reading.theirs(card.suit).mask
        guards = len(reading.plain_suit(card)) - 1
        return 0.35 if above.bit_count() == 1 and guards and out else 0.1 if out else 0.3
    if reading.their_trumps < 0.5:
        return 0.95
    return min(0.85, 0.35 + 0.08 * out)


def trump_later(reading: Reading, card: Card) -> float:
    """A master trump always wins; the others by ruffing, the more so the fewer stand above them."""
    above = (reading.order.beaten_by[card.index].mask & reading.theirs(card.suit).mask).bit_count()
    return 1.0 if not above else max(0.3, 0.75 - 0.15 * above)


def lead_habits(reading: Reading, card: Card) -> float:
    top_of_equals = -0.01 * len(reading.order.beaten_by[card.index])
    if reading.is_trump(card):
        return lead_trumps(reading, card) + top_of_equals
    return top_of_equals + lead_masters(reading, card) + singleton_to_ruff(reading, card)


def lead_masters(reading: Reading, card: Card) -> float:
    """Aces go first, while everybody still follows."""
    return LEAD_MASTER * reading.chance_we_win(card) if reading.is_master(card) else 0.0


def lead_trumps(reading: Reading, card: Card) -> float:
    """Who took draws trumps, and so does his partner; the defence keeps its own to ruff with."""
    if reading.their_trumps < 0.2:
        return -TRICK / 2
    if reading.we_took or (reading.playing.contract.side is None and len(reading.trumps) > 2):
        return DRAW_TRUMPS * min(reading.their_trumps, 3.0) + (
            MASTER_TRUMP if reading.is_master(card) else 0.0
        )
    return LEAD_TRUMP_IN_DEFENCE


def singleton_to_ruff(reading: Reading, card: Card) -> float:
    """A lone small card, led early, lets one ruff the suit's return."""
    alone = len(reading.plain_suit(card)) == 1 and not reading.points(card)
    return RUFF_HOPE if alone and reading.trumps and not reading.we_took else 0.0


def tidy(reading: Reading, card: Card) -> float:
    """Between equal cards: keep guards with tens and kings, throw from the shortest suit."""
    suit = reading.plain_suit(card)
    guards_something = any(reading.points(other) >= 10 for other in suit if other is not card)
    lone_guard = guards_something and len(suit) == 2
    return 0.1 * len(suit) + (1.5 if lone_guard and not reading.is_trump(card) else 0.0)


# Why


def why(reading: Reading, card: Card) -> Reason:
    if reading.leads:
        return Reason(_why_lead(reading, card))
    return Reason(_why_follow(reading, card))


def _why_lead(reading: Reading, card: Card) -> str:
    if reading.is_last_trick:
        return "last_trick"
    if reading.is_trump(card):
        return "draws_trumps" if reading.we_took and reading.their_trumps >= 0.2 else "leads_trump"
    if reading.is_master(card):
        return "leads_ace" if card.rank is Rank.ACE else "cashes_master"
    if singleton_to_ruff(reading, card):
        return "singleton"
    return "leads_low"


def _why_follow(reading: Reading, card: Card) -> str:
    points = reading.points(card)
    if reading.partner_holds and not reading.takes_trick(card):
        return "gives_points" if points >= 3 and not reading.counts_tricks else "leaves_partner"
    if reading.takes_trick(card):
        ruffs = reading.is_trump(card) and not reading.is_trump(reading.trick[0][1])
        return "ruffs" if ruffs else "takes_trick" if not reading.to_play else "tries_to_take"
    return "ducks" if reading.chance_we_win(card) > 0.5 else "keeps_points"
