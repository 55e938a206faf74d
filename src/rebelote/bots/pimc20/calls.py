"""Calls: what the hand is worth at each trump, against what the call asks for. Frozen."""

from __future__ import annotations

from typing import Final

from rebelote.actions import Bid, Call, Contre, Object, Pass, Surcontre, Take
from rebelote.bots.decision import Candidate, Decision, Reason
from rebelote.bots.pimc20.estimate import estimate
from rebelote.bots.pimc20.manners import seat_of
from rebelote.card_order import order_at
from rebelote.cards import ALL_CARDS, SUIT_CARDS, SUITS, Card, Cards, Rank, Trump
from rebelote.phases.choosing import Choosing
from rebelote.phases.declaring import find
from rebelote.results import Contract
from rebelote.ruleset import Auction, ContractScoring, Ruleset, TakeScoring
from rebelote.view import View

TAKE_MARGIN: Final = 24.0
"""Points above what is needed that make taking worth while."""
OVERCALL_PARTNER: Final = 20.0
BID_MARGIN: Final = {"points": 8.0, "tricks": -0.8}
"""What one keeps back when one bids. Less than nothing in tricks: to fail costs what a lost auction does."""
PAID_CALL_MARGIN: Final = 16.0
"""What one keeps back beyond that to bid more than one has to, where the call itself is paid."""
SLACK: Final = {"points": 10.0, "tricks": 0.3}
"""What a bidder is taken to have beyond his bid."""
CONTRE_MARGIN: Final = {"points": 18.0, "tricks": 1.0}
SURCONTRE_MARGIN: Final = {"points": 25.0, "tricks": 2.0}
WILD: Final = 100
"""Bids above this are believed only in part."""
BELIEF: Final = 0.6


def make_call(view: View) -> Decision:
    legal = view.legal()
    if any(isinstance(call, Object) for call in legal):
        return object_or_let_it_be(view)
    if isinstance(view.rules.trump_choice, Auction):
        return bid_or_pass(view, view.rules.trump_choice)
    return take_or_pass(view)


# Turn-up


def take_or_pass(view: View) -> Decision:
    """Take at the trump that promises most beyond what is needed."""
    takes = [call for call in view.legal() if isinstance(call, Take)]
    weighed = [Candidate(call, promise(view, call)) for call in takes]
    best = max(weighed, key=lambda each: each.value, default=None)
    if best is None or best.value <= 0:
        return _silence(view, weighed)
    assert isinstance(best.action, Take)
    points = round(expected(view, with_turned(view), best.action.trump))
    return _ranked(view, weighed, Reason("takes", {"points": points}))


def promise(view: View, call: Take) -> float:
    """Points beyond what the takers need, less a margin; dearer over one's own partner's call."""
    cards = with_turned(view)
    over = expected(view, cards, call.trump) - needed(view.rules, cards, call.trump) - TAKE_MARGIN
    return over - OVERCALL_PARTNER if _is_ours(view, standing(view)) else over


def with_turned(view: View) -> Cards:
    turned = view.situation.turned
    return known_cards(view) if turned is None else known_cards(view).plus(turned)


def needed(rules: Ruleset, cards: Cards, trump: Trump) -> float:
    """What makes the contract: a number, or half of what there is."""
    scoring = rules.scoring
    if isinstance(scoring, TakeScoring) and scoring.test == "at_least":
        return scoring.needed_with_belote if holds_belote(rules, cards, trump) else scoring.needed
    return (order_at(rules.card_values, trump).pack_total + rules.card_values.last_trick) / 2


def object_or_let_it_be(view: View) -> Decision:
    """Against an opponent's proposal, unless the hand defends well; never against one's partner's."""
    choosing = view.situation.phase
    assert isinstance(choosing, Choosing)
    proposal = choosing.proposal
    assert proposal is not None
    theirs = view.rules.table.side(proposal.seat) != view.rules.table.side(seat_of(view))
    if theirs and estimate(view.rules, known_cards(view), proposal.trump, "defence") > 0:
        return Decision(Object(seat_of(view)), Reason("objects"))
    return Decision(Pass(seat_of(view)), Reason("passes"))


# Auctions


def bid_or_pass(view: View, part: Auction) -> Decision:
    legal, stands = view.legal(), standing(view)
    if any(isinstance(call, Surcontre) for call in legal):
        return surcontre_or_pass(view, part, stands)
    if stands is not None and any(isinstance(call, Contre) for call in legal) and should_contre(view, stands):
        return Decision(Contre(seat_of(view)), Reason("contres"))
    bids = [call for call in legal if isinstance(call, Bid)]
    capot = next((bid for bid in bids if bid.value == "capot" and has_every_trick(view, bid.trump)), None)
    if capot is not None:
        return Decision(capot, Reason("capot"))
    return best_bid(view, part, bids)


def best_bid(view: View, part: Auction, bids: list[Bid]) -> Decision:
    """The trump that promises most, at the level that the scoring rewards."""
    if _is_ours(view, standing(view)) and not pays_the_call(view.rules):
        return _silence(view)
    promises = {trump: hopes(view, part, trump) for trump in part.trumps}
    weighed = [
        Candidate(bid, hope - bid.value)
        for trump, hope in promises.items()
        if (bid := level_at(view, bids, trump, hope)) is not None and isinstance(bid.value, int)
    ]
    if not weighed:
        return _silence(view)
    ranked = sorted(weighed, key=lambda each: -promises[_trump(each)])
    trump = _trump(ranked[0])
    return Decision(ranked[0].action, _why_bid(view, trump, promises[trump]), tuple(ranked))


def hopes(view: View, part: Auction, trump: Trump) -> float:
    """What our side will make at this trump, less a margin: alone, or with the partner who called it."""
    cards = known_cards(view)
    alone = expected(view, cards, trump)
    partner = partners_call(view, trump)
    if partner is not None:
        help_ = estimate(view.rules, cards, trump, "support") + belote_worth(view.rules, cards, trump)
        alone = max(alone, partner + SLACK[part.unit] + help_)
    return alone - BID_MARGIN[part.unit]


def level_at(view: View, bids: list[Bid], trump: Trump, hope: float) -> Bid | None:
    """The highest bid that one hopes to make if the call itself is paid, else the lowest that stands."""
    within = [bid for bid in bids if bid.trump == trump and isinstance(bid.value, int) and bid.value <= hope]
    if not within:
        return None
    if not pays_the_call(view.rules):
        return within[0]
    safe = [bid for bid in within if isinstance(bid.value, int) and bid.value <= hope - PAID_CALL_MARGIN]
    return safe[-1] if safe else _unless_ours(view, within[0])


def _unless_ours(view: View, bid: Bid) -> Bid | None:
    """One does not raise one's own side without need."""
    return None if _is_ours(view, standing(view)) else bid


def pays_the_call(rules: Ruleset) -> bool:
    return isinstance(rules.scoring, ContractScoring) and rules.scoring.made != "points"


def partners_call(view: View, trump: Trump) -> int | None:
    """The last number that one's partner bid at this trump."""
    table, seat = view.rules.table, seat_of(view)
    for call in reversed(view.calls):
        if isinstance(call, Bid) and call.trump == trump and call.seat != seat:
            ours = table.side(call.seat) == table.side(seat)
            return call.value if ours and isinstance(call.value, int) else None
    return None


def should_contre(view: View, stands: Contract) -> bool:
    """Do the takers fall well short, as far as one's own hand can tell?"""
    part, cards = view.rules.trump_choice, known_cards(view)
    assert isinstance(part, Auction)
    if not isinstance(stands.value, int):
        return stops_capot(view.rules, cards, stands.trump)
    believed = believed_bid(part, stands.value)
    short = stands.value - believed - estimate(view.rules, cards, stands.trump, "defence")
    return short > CONTRE_MARGIN[part.unit]


def believed_bid(part: Auction, value: int) -> float:
    """What a bid of `value` says that the side will make."""
    sober = WILD if part.unit == "points" else (part.lowest + part.highest) / 2
    return value + SLACK[part.unit] - (1 - BELIEF) * max(0.0, value - sober)


def stops_capot(rules: Ruleset, cards: Cards, trump: Trump) -> bool:
    """A trick that nobody can take away: the best trump, the second with a guard, or two aces."""
    order = order_at(rules.card_values, trump)
    trumps = cards & order.ruffs
    above = [(order.beaten_by[card.index] & order.ruffs - cards).mask.bit_count() for card in trumps]
    masters = sum(not order.beaten_by[card.index] & SUIT_CARDS[card.suit] for card in cards - trumps)
    return any(higher < len(trumps) for higher in above[-1:]) or min(above, default=9) == 0 or masters > 1


def surcontre_or_pass(view: View, part: Auction, stands: Contract | None) -> Decision:
    assert stands is not None
    if not isinstance(stands.value, int):
        sure = has_every_trick(view, stands.trump)
    else:
        sure = hopes(view, part, stands.trump) >= stands.value + SURCONTRE_MARGIN[part.unit]
    return Decision(Surcontre(seat_of(view)), Reason("surcontres")) if sure else _silence(view)


# The hand


def known_cards(view: View) -> Cards:
    """The hand and the tops of one's piles."""
    held = view.situation.held
    assert held is not None
    return held.playable(seat_of(view))


def expected(view: View, cards: Cards, trump: Trump) -> float:
    """What our side will make: cards, belote and declarations, each where it helps to make the contract."""
    rules = view.rules
    return (
        estimate(rules, cards, trump, "solo")
        + belote_worth(rules, cards, trump)
        + declared_worth(rules, cards, trump)
    )


def belote_worth(rules: Ruleset, cards: Cards, trump: Trump) -> float:
    counts = not isinstance(rules.scoring, TakeScoring) or rules.scoring.tests_belote
    if rules.belote is None or not counts or not holds_belote(rules, cards, trump):
        return 0.0
    return float(rules.belote.worth)


def holds_belote(rules: Ruleset, cards: Cards, trump: Trump) -> bool:
    if rules.belote is None or trump.suit is None:
        return False
    return Cards((Card.of(Rank.KING, trump.suit), Card.of(Rank.QUEEN, trump.suit))) <= cards


def declared_worth(rules: Ruleset, cards: Cards, trump: Trump) -> float:
    """Half of one's declarations: the other side's may be better."""
    part, scoring = rules.declarations, rules.scoring
    if part is None or not isinstance(scoring, TakeScoring) or not scoring.tests_declarations:
        return 0.0
    return sum(declaration.points for declaration in find(part, trump, cards)) / 2


def has_every_trick(view: View, trump: Trump) -> bool:
    """Can the hand alone take every trick, from the top of each suit?"""
    order, cards = order_at(view.rules.card_values, trump), known_cards(view)
    sure = 0
    for suit in SUITS:
        mine, others = cards.in_suit(suit), (ALL_CARDS - cards).in_suit(suit)
        top = sum(not order.beaten_by[card.index] & others for card in mine)
        sure += len(mine) if top >= len(others) else top
    trumps = len(cards & order.ruffs)
    return sure == view.rules.tricks and (trump.suit is None or trumps > len(SUIT_CARDS[trump.suit]) / 2)


# Small words


def standing(view: View) -> Contract | None:
    choosing = view.situation.phase
    assert isinstance(choosing, Choosing)
    return choosing.standing


def _is_ours(view: View, contract: Contract | None) -> bool:
    return contract is not None and contract.side == view.rules.table.side(seat_of(view))


def _trump(candidate: Candidate) -> Trump:
    assert isinstance(candidate.action, Bid)
    return candidate.action.trump


def _why_bid(view: View, trump: Trump, hope: float) -> Reason:
    if view.rules.counts_tricks:
        return Reason("takes_tricks", {"tricks": round(hope)})
    return Reason("raises" if partners_call(view, trump) is not None else "bids", {"points": round(hope)})


def _silence(view: View, weighed: list[Candidate] | None = None) -> Decision:
    """A pass is worth nothing, and all else here less."""
    call: Call = Pass(seat_of(view))
    rest = sorted(weighed or [], key=lambda each: -each.value)
    return Decision(call, Reason("passes"), (Candidate(call, 0.0), *rest))


def _ranked(view: View, weighed: list[Candidate], reason: Reason) -> Decision:
    everything = [*weighed, Candidate(Pass(seat_of(view)), 0.0)]
    ranked = tuple(sorted(everything, key=lambda each: -each.value))
    return Decision(ranked[0].action, reason, ranked)
