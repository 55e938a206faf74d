"""What self-play has taught: a network that scores the cards of a suit contract for four.

training/ makes it; policy.bin holds it. Cards are numbered for the trump in play, as there: trumps first,
from the strongest down, then the side suits.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from math import exp, log
from typing import Final

from rebelote import _native
from rebelote.actions import Bid
from rebelote.bots.budget import Aim
from rebelote.bots.estimate import holds_belote
from rebelote.bots.inference import Inference
from rebelote.bots.match_gain import points_in_a_mark
from rebelote.cards import RANKS, SUITS, Card, Cards, Suit
from rebelote.phases.playing import Playing
from rebelote.results import Contract, Value
from rebelote.ruleset import ContractScoring, Hands, Ruleset, TakeScoring
from rebelote.table import Seat
from rebelote.view import View

LEAST: Final = -8.0
ADVISES_ABOVE: Final = 4
"""With more tricks left than this, the network has its say."""
TRUST: Final[dict[Aim, float]] = {"points": 2.0, "marks": 10.0}
"""How much a card is worth that it would play e times as often."""

# The game that it was taught (training/table.py), by which its numbers are scaled.
TRICKS: Final = len(RANKS)
SEATS: Final = 4
HIGHEST_BID: Final = 160
POINTS: Final = 162
HALF: Final = POINTS / 2
NUMBERS: Final = 64
MASTER: Final = ("free", "free_before_a_ruff", "ruff")
RUFFED: Final = ("over_or_discard", "over_if_able", "any")


def knows(view: View) -> bool:
    """Is this a game that the network has learned: four players in two sides, a suit as trump, points?"""
    playing, rules = view.situation.playing, view.rules
    return (
        playing is not None
        and playing.contract.trump.suit is not None
        and playing.contract.side is not None
        and playing.length == TRICKS
        and isinstance(rules.dealing.layout, Hands)
        and len(rules.table.seats) == SEATS
        and len(rules.table.sides) == SEATS // 2
        and not rules.counts_tricks
        and rules.strict
    )


def advice(inference: Inference, legal: Cards, aim: Aim) -> dict[Card, float]:
    """Early on, where trials see least: what the network makes of the cards, in what is played for."""
    playing = inference.view.situation.playing
    assert playing is not None
    if playing.length - len(playing.won) <= ADVISES_ABOVE or not knows(inference.view):
        return {}
    chances = log_chances(inference, legal, aim)
    unit = points_in_a_mark(inference.rules) if aim == "marks" else 1
    return {card: TRUST[aim] / unit * chance for card, chance in chances.items()}


def log_chances(inference: Inference, legal: Cards, aim: Aim) -> dict[Card, float]:
    """How likely the network would play each card, as logarithms: none below LEAST."""
    seen = Features(inference)
    scores = load().scores(seen.sets(legal), seen.numbers(aim))
    found = {card: scores[seen.place[card]] for card in legal}
    top = max(found.values())
    whole = top + log(sum(exp(score - top) for score in found.values()))
    return {card: max(LEAST, score - whole) for card, score in found.items()}


@lru_cache(maxsize=1)
def load() -> _native.Policy:
    """Read once; a bot reads it before its time runs."""
    return _native.Policy((resources.files("rebelote") / "bots" / "expert" / "policy.bin").read_bytes())


class Features:
    """What a seat knows, as the network reads it; seats are counted from the one in turn."""

    def __init__(self, inference: Inference) -> None:
        view = inference.view
        playing = view.situation.playing
        assert playing is not None
        self.inference = inference
        self.view = view
        self.playing: Playing = playing
        self.rules: Ruleset = view.rules
        self.contract: Contract = playing.contract
        self.around = view.rules.table.from_(inference.seat)
        trump = self.contract.trump.suit
        assert trump is not None
        self.suits: tuple[Suit, ...] = (trump, *(suit for suit in SUITS if suit is not trump))
        values = view.rules.card_values
        self.place = {
            Card.of(rank, suit): len(RANKS) * number + height
            for number, suit in enumerate(self.suits)
            for height, rank in enumerate((values.plain if number else values.trump).order)
        }

    def mask(self, cards: Cards) -> int:
        return sum(1 << self.place[card] for card in cards)

    def sets(self, legal: Cards) -> list[int]:
        view, held, around = self.view, self.playing.held, self.around
        played = {seat: self.inference.laid_by(seat) for seat in around}
        led = {
            seat: Cards(each.card for each in view.observed if each.seat == seat and not each.before)
            for seat in around
        }
        lying = dict(self.playing.trick)
        others = around[1:]
        found = [
            view.hand,
            legal,
            *(played[seat] for seat in around),
            *(led[seat] for seat in around),
            *(self.inference.could_hold(seat) for seat in others),
            *(held.hands[seat] for seat in others),
            *(Cards((lying[seat],)) if seat in lying else Cards() for seat in others),
            self.inference.unseen,
            self.inference.laid,
        ]
        return [self.mask(cards) for cards in found]

    def numbers(self, aim: Aim) -> list[float]:
        playing, play = self.playing, self.rules.play
        needed = self.needed()
        side = self.rules.table.side(self.around[0])
        sides = (side, *(other for other in self.rules.table.sides if other != side))
        takers = self.contract.side
        assert takers is not None
        trick = playing.trick
        holder = playing.order.winner(trick)[0] if trick else None
        lying = sum(playing.order.points[card.index] for _, card in trick)
        tricks = playing.tricks()
        found = [
            *self._one_hot(self.contract.seat),
            *self._one_hot(trick[0][0] if trick else self.around[0]),
            *self._one_hot(self.view.situation.dealer),
            *self._one_hot(holder),
            *(float(number == len(playing.won)) for number in range(TRICKS)),
            *(playing.points[each] / POINTS for each in sides),
            *(tricks[each] / TRICKS for each in sides),
            lying / 40,
            needed / POINTS,
            (needed - playing.points[takers]) / POINTS,
            *self._aims(aim),
            *(float(play.partner_master == name) for name in MASTER),
            *(float(play.partner_ruffed == name) for name in RUFFED),
            float(play.cannot_overruff == "trump"),
            float(play.lead_beats_partner),
            float(self._in_second_round()),
            *self._bids(),
        ]
        return found + [0.0] * (NUMBERS - len(found))

    def _one_hot(self, seat: Seat | None) -> tuple[float, ...]:
        return tuple(float(each == seat) for each in self.around)

    def needed(self) -> float:
        """Points of the cards that make the contract, the takers' belote taken off as far as it is known."""
        scoring, value = self.rules.scoring, self.contract.value
        if isinstance(value, str):
            return POINTS
        if isinstance(scoring, ContractScoring) and isinstance(value, int):
            return self.rules.call_points(value) - self._known_belote()
        if isinstance(scoring, TakeScoring) and scoring.test == "at_least":
            return (
                scoring.needed_with_belote - self._known_belote() if self._known_belote() else scoring.needed
            )
        return HALF + 1 - self._known_belote() / 2

    def _known_belote(self) -> float:
        """What the takers' belote adds where it helps to make the contract: said, or in one's own hand."""
        view, worth = self.view, self.rules.belote_towards_contract
        if not worth:
            return 0.0
        table = self.rules.table
        said = any(
            each.say is not None and table.side(each.seat) == self.contract.side for each in view.observed
        )
        ours = table.side(self.around[0]) == self.contract.side
        mine = ours and holds_belote(self.rules, view.hand, self.contract.trump)
        return float(worth) if said or mine else 0.0

    def _aims(self, aim: Aim) -> tuple[float, float, float, float]:
        """Marks?, the weight of the points, bonus for a contract made, forfeit: as in training/calls.py."""
        scoring = self.rules.scoring
        if not isinstance(scoring, ContractScoring):
            return (float(aim == "marks"), 1.0, 0.0, HALF / HIGHEST_BID)
        value = self._points_called(self.contract.value)
        if aim == "points":
            return (0.0, 0.0, 40 / HIGHEST_BID, HALF / HIGHEST_BID)
        half_call = value / 2 / HIGHEST_BID
        match scoring.made:
            case "points":
                return (1.0, 1.0, 0.0, HALF / HIGHEST_BID)
            case "contract":
                return (1.0, 0.0, half_call + 40 / HIGHEST_BID, half_call + HALF / HIGHEST_BID)
            case _:
                return (1.0, 1.0, half_call, half_call + HALF / HIGHEST_BID)

    def _in_second_round(self) -> bool:
        turned = self.view.situation.turned
        return turned is not None and turned.suit is not self.contract.trump.suit

    def _bids(self) -> list[float]:
        """The last value that each seat bid in each suit."""
        found = dict.fromkeys(((seat, suit) for seat in self.around for suit in self.suits), 0.0)
        for call in self.view.calls:
            if isinstance(call, Bid) and call.trump.suit is not None:
                found[call.seat, call.trump.suit] = self._points_called(call.value) / HIGHEST_BID
        return list(found.values())

    def _points_called(self, value: Value) -> float:
        return self.rules.call_points(value) if isinstance(value, int) else HIGHEST_BID
