"""All that is not calling or playing a card: cutting, dealing, saying, showing, counting. Frozen."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable

from rebelote.actions import (
    Accept,
    Action,
    CallReferee,
    ClaimRebelote,
    Count,
    Cut,
    Deal,
    Declare,
    Discard,
    KeepHand,
    NameHeight,
    NotBetter,
    Play,
    PlayBlind,
    Refuse,
    Show,
    Swap,
    Withhold,
)
from rebelote.bots.decision import Candidate, Decision, Reason
from rebelote.cards import Card, Cards
from rebelote.phases.obligations import legal_cards
from rebelote.phases.stages import Counting
from rebelote.table import Seat
from rebelote.view import View


class Mannered(ABC):
    """A player whose subclasses only have to know how to call and how to play."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator
        self._complained_at: tuple[int, int] | None = None

    def choose(self, view: View) -> Action:
        return self.explain(view).action

    def explain(self, view: View) -> Decision:
        answer = answer_to_proposal(view)
        if answer is not None:
            return answer
        if self._should_complain(view):
            assert view.seat is not None
            return Decision(CallReferee(view.seat), Reason("calls_referee"))
        return self._among(view, view.legal())

    @abstractmethod
    def call(self, view: View) -> Decision:
        """What to say: a turn-up, an auction, a guess."""

    @abstractmethod
    def play(self, view: View) -> Decision:
        """Which card to play."""

    def _among(self, view: View, legal: tuple[Action, ...]) -> Decision:
        match legal[0]:
            case Cut():
                return Decision(self.generator.choice(legal), Reason("cuts"))
            case Deal():
                return Decision(legal[0], Reason("deals"))
            case Discard() | Swap() | KeepHand():
                return Decision(legal[0], Reason("only_card"))
            case Declare():
                return Decision(legal[0], Reason("declares"))
            case NameHeight() | NotBetter() | Show() | Withhold():
                return Decision(legal[0], Reason("tells_the_truth"))
            case ClaimRebelote():
                return Decision(legal[0], Reason("claims_rebelote"))
            case Count() | CallReferee():
                return Decision(legal[0], Reason("counts"))
            case PlayBlind():
                return Decision(legal[0], Reason("only_card"))
            case Play():
                return self.play(view)
            case _:
                return self.call(view)

    def _should_complain(self, view: View) -> bool:
        """Once a deal, at a table that judges at the count."""
        if not isinstance(view.situation.phase, Counting) or view.rules.strict:
            return False
        now = (view.situation.deal_number, len(view.sheet))
        if view.rules.penalties.wrong_card == "none" or self._complained_at == now or not revoked(view):
            return False
        self._complained_at = now
        return bool(view.legal())


def answer_to_proposal(view: View) -> Decision | None:
    """Let faults pass when asked to, but play every deal."""
    proposal = view.situation.proposal
    answers = [action for action in view.table_actions() if isinstance(action, Accept | Refuse)]
    if proposal is None or not answers:
        return None
    wanted, key = (Accept, "forgives") if proposal.remedy == "let_pass" else (Refuse, "plays_on")
    return Decision(next(answer for answer in answers if isinstance(answer, wanted)), Reason(key))


def revoked(view: View) -> bool:
    """Has an opponent broken an obligation, by the cards that he held then and played afterwards?"""
    playing, table = view.situation.playing, view.rules.table
    if playing is None or view.seat is None:
        return False
    opponents = table.opponents(table.side(view.seat))
    for place, seen in enumerate(view.observed):
        if seen.seat not in opponents or playing.held.piles:
            continue
        later = Cards(each.card for each in view.observed[place:] if each.seat == seen.seat)
        lawful = legal_cards(
            view.rules.play, playing.order, table, seen.seat, later, seen.before, seen.barred
        )
        if seen.card not in lawful:
            return True
    return False


def spoken(view: View, card: Card) -> Play:
    """The card, with its word where words are said by hand."""
    seat = seat_of(view)
    playing = view.situation.playing
    assert playing is not None
    word = None if view.rules.auto else playing.word(seat, card)
    return Play(seat, card, word)


def seat_of(view: View) -> Seat:
    assert view.seat is not None, "a spectator has nothing to decide"
    return view.seat


def weigh_cards(
    view: View, cards: Cards, value: Callable[[Card], float], reason: Callable[[Card], Reason]
) -> Decision:
    """The card of the greatest value, the first of equals."""
    ranked = sorted(((card, value(card)) for card in cards), key=lambda pair: -pair[1])
    candidates = tuple(Candidate(spoken(view, card), worth) for card, worth in ranked)
    why = Reason("only_card") if len(ranked) == 1 else reason(ranked[0][0])
    return Decision(candidates[0].action, why, candidates)
