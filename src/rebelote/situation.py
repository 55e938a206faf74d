"""Where a match stands: the whole truth, or as much of it as one reader knows.

The same code folds the full events into a State and the redacted ones into a View's situation: what a reader
can't see is simply not there (hidden cards are counted, packs are empty).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Literal, Self, assert_never

import msgspec

from rebelote.actions import (
    Accept,
    Action,
    AskRedeal,
    CallReferee,
    ClaimRebelote,
    Count,
    Cut,
    Deal,
    Discard,
    Excuse,
    Expose,
    KeepHand,
    Misdeal,
    Propose,
    Refuse,
    SayRoem,
    Swap,
)
from rebelote.cards import NO_CARDS, Card, Cards, Rank, Suit, Trump
from rebelote.events import (
    Answered,
    BottomShown,
    Called,
    CardExcused,
    CardExposed,
    CardPlayed,
    Contracted,
    Counted,
    DealScored,
    Dealt,
    DealVoided,
    DeclarationsSettled,
    DeclarationsShown,
    DeclarationsUnproved,
    Declared,
    Discarded,
    Event,
    Gathered,
    HandKept,
    HeightNamed,
    MatchEnded,
    MatchStarted,
    Misdealt,
    NotBetterSaid,
    PackCut,
    PileTurned,
    Proposed,
    RebeloteClaimed,
    RoemSaid,
    Ruled,
    SevenSwapped,
    Shuffled,
    TrickWon,
    TrumpDrawn,
    TurnedUp,
)
from rebelote.phases import dealing
from rebelote.phases.belote import forgotten_rebelotes
from rebelote.phases.buying import Buying, start_choosing
from rebelote.phases.choosing import Choosing
from rebelote.phases.ending import next_to_deal
from rebelote.phases.held import Held
from rebelote.phases.playing import Barred, Playing, first_leader
from rebelote.phases.stages import Counting, Cutting, Dealing, Discarding, Misdealing, Over, Phase, Swapping
from rebelote.phases.talking import Talk
from rebelote.results import Contract
from rebelote.ruleset import Auction, Deals, Hands, Ruleset
from rebelote.table import Seat, Side

replace = msgspec.structs.replace

PhaseName = Literal["cut", "deal", "misdeal", "call", "discard", "swap", "play", "count", "over"]


class Situation(msgspec.Struct, frozen=True, gc=False):
    """The match now. No history: only what the rules still need to know."""

    rules: Ruleset
    dealer: Seat
    totals: Mapping[Side, int]
    phase: Phase
    deal_number: int = 1
    pending: int = 0
    awaiting: Side | None = None
    misdeals: int = 0
    may_not_take: Side | None = None
    forgiven: tuple[Side, ...] = ()
    pack: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    dealt: Held | None = None
    blind: bool = False
    turned: Card | None = None
    bottom: Card | None = None
    discarded: Cards = NO_CARDS
    contract: Contract | None = None
    guesses: Mapping[Side, int] = {}
    offered: tuple[Trump, ...] = ()
    talk: Talk | None = None
    proposal: Proposed | None = None
    accepted: tuple[Side, ...] = ()

    @classmethod
    def start(cls, event: MatchStarted) -> Self:
        """A match that begins: nothing is cut yet."""
        return cls(event.rules, event.dealer, dict.fromkeys(event.rules.table.sides, 0), Cutting())

    def in_one_line(self) -> str:
        """For programmers: «coinche, deal 2, NS 401 EW 105, playing, E to act»."""
        totals = " ".join(f"{side} {total}" for side, total in self.totals.items())
        deal = f"{self.rules.id}, deal {self.deal_number}, {totals}, {type(self.phase).__name__.lower()}"
        actors = "/".join(self.actors())
        return f"{deal}, {actors} to act" if actors else deal

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.in_one_line()}>"

    # What can be asked of it

    @property
    def held(self) -> Held | None:
        """Who holds what; None before the deal."""
        phase = self.phase
        if isinstance(phase, Playing):
            return phase.held
        return phase.playing.held if isinstance(phase, Counting) else self.dealt

    @property
    def playing(self) -> Playing | None:
        """The play of the cards, also while it is counted; None before."""
        phase = self.phase
        if isinstance(phase, Playing):
            return phase
        return phase.playing if isinstance(phase, Counting) else None

    @property
    def cutter(self) -> Seat:
        """The player on the other side of the dealer from the one who is dealt first."""
        return self.rules.table.previous(self.dealer)

    @property
    def phase_name(self) -> PhaseName:
        """What is done now, in the word that programs are told."""
        match self.phase:
            case Cutting():
                return "cut"
            case Dealing():
                return "deal"
            case Misdealing():
                return "misdeal"
            case Choosing():
                return "call"
            case Discarding():
                return "discard"
            case Swapping():
                return "swap"
            case Playing():
                return "play"
            case Counting():
                return "count"
            case Over():
                return "over"
            case _:
                assert_never(self.phase)

    @property
    def is_over(self) -> bool:
        """Has somebody won?"""
        return isinstance(self.phase, Over)

    @property
    def counts_by_hand(self) -> bool:
        """Do the players have a say between the last trick and the score?"""
        belote = self.rules.belote
        forgiving = belote is not None and belote.forgiven_once
        by_hand = not self.rules.auto and (forgiving or self.rules.roem is not None)
        return by_hand or not self.rules.strict

    def actors(self) -> tuple[Seat, ...]:
        """Who has something to do now, the one whose turn it is first."""
        match self.phase:
            case Playing(turn=turn):
                if self.talk is not None and (speaker := self.talk.speaker) is not None:
                    return (speaker,)
                return () if turn is None else (turn,)
            case Choosing() as choosing:
                return choosing.actors()
            case Cutting():
                return (self.cutter,)
            case Dealing():
                return (self.dealer,)
            case Discarding(seat=seat):
                return (seat,)
            case Swapping(waiting=waiting):
                return waiting[:1]
            case Misdealing():
                return self.rules.table.from_(self.dealer)
            case Counting(counted=counted):
                table = self.rules.table
                return tuple(seat for seat in table.seats if table.side(seat) not in counted)
            case Over():
                return ()
            case _:
                assert_never(self.phase)

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        """What `seat` may do now by the rules."""
        match self.phase:
            case Playing() as playing:
                return self._legal_in_play(playing, seat)
            case Choosing() as choosing:
                return (*choosing.legal(seat), *self._redeal(choosing, seat))
            case Cutting():
                return self._legal_cuts(seat) if seat == self.cutter else ()
            case Dealing():
                ways = dealing.ways_to_deal(self.rules, self.deal_number)
                return tuple(Deal(seat, way) for way in ways) if seat == self.dealer else ()
            case Discarding() as discarding:
                return self._legal_discards(discarding, seat)
            case Swapping() as swapping:
                return self._legal_swaps(swapping, seat)
            case Misdealing():
                return (CallReferee(seat),)
            case Counting() as counting:
                return self._legal_at_count(counting, seat)
            case Over():
                return ()
            case _:
                assert_never(self.phase)

    def _redeal(self, choosing: Choosing, seat: Seat) -> tuple[AskRedeal, ...]:
        held = self.dealt
        if not isinstance(choosing, Buying) or held is None or held.hidden[seat]:
            return ()
        return (AskRedeal(seat),) if choosing.may_ask_redeal(seat, held.hands[seat]) else ()

    def _legal_discards(self, discarding: Discarding, seat: Seat) -> tuple[Discard, ...]:
        """Any cards of one's own hand."""
        held = self.dealt
        if seat != discarding.seat or held is None or held.hidden[seat]:
            return ()
        return tuple(Discard(seat, cards) for cards in combinations(held.hands[seat], discarding.number))

    def _legal_swaps(self, swapping: Swapping, seat: Seat) -> tuple[Swap | KeepHand, ...]:
        """Who has the seven may keep it all the same."""
        held = self.dealt
        if swapping.waiting[:1] != (seat,) or held is None:
            return ()
        seven = self.seven_to_swap
        has_it = seven is not None and seven in held.hands[seat]
        return (Swap(seat), KeepHand(seat)) if has_it else (KeepHand(seat),)

    def _legal_cuts(self, seat: Seat) -> tuple[Cut, ...]:
        least = self.rules.dealing.smallest_heap
        return tuple(Cut(seat, at) for at in range(least, len(self.rules.pack) - least + 1))

    def _legal_in_play(self, playing: Playing, seat: Seat) -> tuple[Action, ...]:
        talk = self.talk
        if talk is None:
            return playing.legal(seat)
        if talk.speaker is not None:
            return talk.legal(seat)
        first_card = not playing.won and seat == playing.turn and not self.rules.auto
        return (talk.legal_declarations(seat) if first_card else ()) + playing.legal(seat)

    def _legal_at_count(self, counting: Counting, seat: Seat) -> tuple[Action, ...]:
        side = self.rules.table.side(seat)
        if side in counting.counted:
            return ()
        if self.claimable(counting.playing, seat):
            return (ClaimRebelote(seat), Count(seat))
        if self.may_say_roem(counting.playing, seat):
            return (SayRoem(seat), Count(seat))
        return (Count(seat),)

    def may_say_roem(self, playing: Playing, seat: Seat) -> bool:
        """After the last trick either partner may, where words are said by hand."""
        table, (winner, _) = self.rules.table, playing.won[-1]
        return not self.rules.auto and table.side(seat) == table.side(winner) and bool(playing.open_roem())

    def claimable(self, playing: Playing, seat: Seat) -> tuple[Suit, ...]:
        """The suits of a seat's forgotten «rebelotes»: one is forgiven, once a side a match (A-7)."""
        belote = self.rules.belote
        if belote is None or not belote.forgiven_once or self.rules.table.side(seat) in self.forgiven:
            return ()
        return tuple(suit for who, suit in forgotten_rebelotes(playing.royals) if who == seat)

    def table_actions(self, seat: Seat) -> tuple[Action, ...]:
        """At a table that judges afterwards: what may go wrong, and what may be done about it."""
        if self.rules.strict:
            return ()
        match self.phase:
            case Dealing():
                return (Misdeal(seat),) if seat == self.dealer and self.contract is None else ()
            case Misdealing():
                return self._remedies(seat)
            case Playing() as playing:
                return (CallReferee(seat), *self._remedies(seat), *_exposures(playing, seat))
            case Counting():
                return (CallReferee(seat), *self._remedies(seat))
            case _:
                return ()

    def _remedies(self, seat: Seat) -> tuple[Action, ...]:
        if self.proposal is None:
            return (Propose(seat, "let_pass"), Propose(seat, "void"))
        asked = self.rules.table.side(seat) in self.sides_to_answer()
        return (Accept(seat), Refuse(seat)) if asked else ()

    def sides_to_answer(self) -> tuple[Side, ...]:
        """The sides that an open proposal still waits for."""
        if self.proposal is None:
            return ()
        table = self.rules.table
        answered = (table.side(self.proposal.seat), *self.accepted)
        return tuple(side for side in table.sides if side not in answered)

    def awaited(self) -> tuple[Seat, ...]:
        """Who may answer an open proposal; without one, `actors()`."""
        if self.proposal is None:
            return self.actors()
        asked = self.sides_to_answer()
        return tuple(seat for seat in self.rules.table.seats if self.rules.table.side(seat) in asked)

    # What happens to it

    def evolve(self, event: Event) -> Self:
        """The situation after an event that was decided. Never checks."""
        match event:
            case CardPlayed():
                return self._after_card(event)
            case TrickWon():
                return self._after_trick(event)
            case Called(call=call):
                assert isinstance(self.phase, Choosing)
                return replace(self, phase=self.phase.apply(call))
            case Shuffled(order=order) | Gathered(order=order):
                return replace(self, pack=order)
            case PackCut(at=at):
                return replace(self, pack=dealing.cut(self.pack, at), phase=Dealing())
            case Dealt():
                return self._after_dealt(event)
            case TurnedUp(card=card):
                return self._after_turned(card)
            case Contracted(contract=contract):
                return self._after_contract(contract)
            case DealScored():
                return self._after_score(event)
            case DealVoided():
                return self._after_void(event)
            case MatchEnded(winners=winners, clause=clause, stakes=stakes):
                return replace(self, phase=Over(winners, clause, stakes))
            case (
                Declared()
                | HeightNamed()
                | NotBetterSaid()
                | DeclarationsSettled()
                | DeclarationsShown()
                | DeclarationsUnproved()
            ):
                return self._after_talk(event)
            case PileTurned() | CardExposed() | CardExcused():
                return self._after_play_event(event)
            case RoemSaid():
                return self._after_roem(event)
            case Misdealt():
                return replace(self, phase=Misdealing())
            case Proposed():
                return replace(self, proposal=event)
            case Answered():
                return self._after_answer(event)
            case Ruled():
                return self._after_ruling(event)
            case RebeloteClaimed():
                return self._after_claim(event)
            case Counted(seat=seat):
                assert isinstance(self.phase, Counting)
                counted = (*self.phase.counted, self.rules.table.side(seat))
                return replace(self, phase=replace(self.phase, counted=counted))
            case TrumpDrawn(trump=trump):
                return self._after_drawn(trump)
            case BottomShown(card=card):
                return replace(self, bottom=card)
            case SevenSwapped():
                return self._after_swap(event)
            case HandKept():
                return self._after_kept(event)
            case Discarded():
                return self._after_discard(event)
            case MatchStarted():
                return self
            case _:
                assert_never(event)

    def _after_dealt(self, event: Dealt) -> Self:
        held = self.dealt if self.dealt is not None else Held.empty(self.rules.table)
        held = held.add(event.hands, event.hidden)
        if event.piles:
            held = held.lay_piles(event.piles)
        if self.contract is not None:
            given = sum(map(len, event.hands.values()))
            return replace(self, dealt=held, stock=self.stock[given:])._before_lead()
        given = sum(len(hand) for hand in event.hands.values()) + 2 * sum(map(len, event.piles.values()))
        after = replace(self, dealt=held, blind=event.blind, stock=self.pack[given:])
        waits = self.rules.turns_a_card or not isinstance(self.rules.trump_choice, Auction)
        return after if waits else after._start_choosing()

    def _after_turned(self, card: Card) -> Self:
        return replace(self, turned=card, stock=self.stock[1:])._start_choosing()

    def _after_swap(self, event: SevenSwapped) -> Self:
        """The turned card goes into the hand, and the seven lies in its place (CL-3)."""
        held, turned = self.dealt, self.turned
        assert held is not None
        assert turned is not None
        held = held.without(event.seat, event.card).give(event.seat, turned)
        return replace(self, dealt=held, turned=event.card)._start_play()

    def _after_kept(self, event: HandKept) -> Self:
        swapping = self.phase
        assert isinstance(swapping, Swapping)
        waiting = tuple(seat for seat in swapping.waiting if seat != event.seat)
        return replace(self, phase=replace(swapping, waiting=waiting)) if waiting else self._start_play()

    def _after_discard(self, event: Discarded) -> Self:
        held = self.dealt
        assert held is not None
        after = replace(self, dealt=held.lay_aside(event), discarded=Cards(event.cards))
        return after._start_play()

    def _before_lead(self) -> Self:
        """The last cards are dealt: the taker may have to discard, and a seven may be exchanged."""
        contract, table = self.contract, self.rules.table
        assert contract is not None
        if self.rules.discards and contract.seat is not None:
            return replace(self, phase=Discarding(contract.seat, self.rules.discards))
        if self.seven_to_swap is None or self.rules.auto:
            return self._start_play()
        return replace(self, phase=Swapping(table.after(self.dealer)))

    @property
    def seven_to_swap(self) -> Card | None:
        """The seven of trumps, where it may be exchanged for the turned card (CL-3)."""
        layout, turned, contract = self.rules.dealing.layout, self.turned, self.contract
        if turned is None or contract is None or not isinstance(layout, Hands) or not layout.swap:
            return None
        if contract.trump.suit is not turned.suit or turned.rank is Rank.SEVEN:
            return None
        return Card.of(Rank.SEVEN, turned.suit)

    def _after_drawn(self, trump: Trump) -> Self:
        """A trump drawn by lot, or a suit that is offered so."""
        if not isinstance(self.phase, Choosing):
            return self
        return replace(self, phase=self.phase.show(trump), offered=(*self.offered, trump))

    def _start_choosing(self) -> Self:
        choosing = start_choosing(
            self.rules,
            self.dealer,
            turned=self.turned,
            hand_size=self.rules.hand_size(self.deal_number),
            barred_side=self.may_not_take,
            totals=self.totals,
        )
        return replace(self, phase=choosing)

    def _after_contract(self, contract: Contract) -> Self:
        phase = self.phase
        said = phase.guesses if isinstance(phase, Choosing) else ()
        guesses = {self.rules.table.side(guess.seat): guess.tricks for guess in said}
        after = replace(self, contract=contract, guesses=guesses)
        layout, dealt = self.rules.dealing.layout, self.dealt
        if not isinstance(layout, Hands) or not layout.rest:
            return after._start_play() if not self.rules.discards else replace(after, phase=Dealing())
        turned = self.turned if self.rules.takes_turned else None
        if turned is not None and dealt is not None and contract.seat is not None:
            dealt = dealt.give(contract.turned_to(self.rules.table) or contract.seat, turned)
        return replace(after, dealt=dealt, phase=Dealing())

    def _start_play(self) -> Self:
        rules, contract, held = self.rules, self.contract, self.dealt
        assert contract is not None
        assert held is not None
        leader = first_leader(rules, self.dealer, contract)
        length = len(rules.pack) // rules.table.size if held.piles else rules.hand_size(self.deal_number)
        playing = Playing.start(rules, contract, held, leader, length, blind=self.blind)
        playing = playing.with_discard(self.discarded)
        return replace(self, phase=playing, talk=Talk.start(rules, contract.trump, held, leader))

    def _after_card(self, event: CardPlayed) -> Self:
        assert isinstance(self.phase, Playing)
        playing = self.phase.after_card(event)
        talk = self.talk
        if talk is None or len(playing.won) != 1 or len(playing.trick) != 1:
            return replace(self, phase=playing)
        return replace(self, phase=playing, talk=talk.open_contest())

    def _after_trick(self, event: TrickWon) -> Self:
        assert isinstance(self.phase, Playing)
        playing = self.phase.after_trick(event)
        by_hand = playing.finished and self.counts_by_hand
        return replace(self, phase=Counting(playing) if by_hand else playing)

    def _after_talk(self, event: TalkEvent) -> Self:
        talk = self.talk
        assert talk is not None
        match event:
            case Declared():
                talk = talk.after_declared(event)
            case HeightNamed():
                talk = talk.after_height(event)
            case NotBetterSaid():
                talk = talk.after_not_better(event)
            case DeclarationsSettled():
                talk = talk.after_settled(event)
            case DeclarationsShown():
                return self._after_shown(talk.after_shown(event), event)
            case DeclarationsUnproved():
                talk = talk.after_unproved(event)
        return replace(self, talk=talk)

    def _after_shown(self, talk: Talk, event: DeclarationsShown) -> Self:
        """Shown cards that are still in the hand are known to all."""
        if not isinstance(self.phase, Playing):
            return replace(self, talk=talk)
        held, played = self.phase.held, self.phase.laid_cards()
        for shown in event.shown:
            for card in shown.cards:
                if card not in played:
                    held = held.reveal(event.seat, card)
        return replace(self, talk=talk, phase=replace(self.phase, held=held))

    def _after_play_event(self, event: PileTurned | CardExposed | CardExcused) -> Self:
        playing = self.playing
        assert playing is not None
        match event:
            case PileTurned():
                playing = playing.after_pile(event)
            case CardExposed():
                playing = playing.after_exposure(event)
            case CardExcused():
                playing = playing.after_excuse(event)
        return self._with_playing(playing)

    def _after_roem(self, event: RoemSaid) -> Self:
        playing = self.playing
        assert playing is not None
        return self._with_playing(playing.after_roem(event))

    def _after_answer(self, event: Answered) -> Self:
        """Agreed once every other side has accepted; one refusal is enough."""
        table, playing = self.rules.table, self.playing
        accepted = (*self.accepted, table.side(event.seat)) if event.agreed else ()
        if event.agreed and len(accepted) < len(table.sides) - 1:
            return replace(self, accepted=accepted)
        after = replace(self, proposal=None, accepted=())
        if not event.agreed or playing is None:
            return after
        return after._with_playing(replace(playing, wrong=()))

    def _after_ruling(self, event: Ruled) -> Self:
        penalty = event.penalty
        if penalty is None or event.fault is None:
            return self
        if event.fault == "misdeal":
            return replace(self, misdeals=self.misdeals + 1, may_not_take=penalty.may_not_take)
        playing = self.playing
        assert playing is not None
        wrong = tuple(each for each in playing.wrong if each.card is not event.card)
        return self._with_playing(
            replace(playing, wrong=wrong, barred=playing.barred + _bars(playing, event))
        )

    def _after_claim(self, event: RebeloteClaimed) -> Self:
        playing = self.playing
        assert playing is not None
        after = replace(self, forgiven=(*self.forgiven, self.rules.table.side(event.seat)))
        return after._with_playing(replace(playing, forgiven=(*playing.forgiven, event.suit)))

    def _with_playing(self, playing: Playing) -> Self:
        if isinstance(self.phase, Counting):
            return replace(self, phase=replace(self.phase, playing=playing))
        return replace(self, phase=playing)

    def _after_score(self, event: DealScored) -> Self:
        after = replace(
            self,
            totals=event.totals,
            pending=event.score.pending,
            awaiting=event.awaiting,
            dealer=next_to_deal(self.rules, self.dealer, event.score),
            deal_number=self.deal_number + 1,
            misdeals=0,
            may_not_take=None,
        )
        return after._cleared()

    def _after_void(self, event: DealVoided) -> Self:
        after = replace(self, dealer=event.next_dealer)._cleared()
        if event.cause == "misdeal":
            return after
        counted = event.cause == "passed_out" and not isinstance(self.rules.match_end, Deals)
        number = self.deal_number + counted
        return replace(after, deal_number=number, misdeals=0, may_not_take=None)

    def _cleared(self) -> Self:
        """The table before a new deal; the pack stays as it was last seen."""
        return replace(
            self,
            phase=Cutting(),
            stock=(),
            dealt=None,
            blind=False,
            turned=None,
            bottom=None,
            discarded=NO_CARDS,
            contract=None,
            guesses={},
            offered=(),
            talk=None,
            proposal=None,
            accepted=(),
        )


TalkEvent = (
    Declared | HeightNamed | NotBetterSaid | DeclarationsSettled | DeclarationsShown | DeclarationsUnproved
)


def _bars(playing: Playing, event: Ruled) -> tuple[Barred, ...]:
    """The bar falls on the trick after the one that lies open (C-8B)."""
    if event.penalty is None or event.penalty.barred is None or event.offender is None:
        return ()
    next_trick = len(playing.won) + (1 if playing.trick else 0)
    return (Barred(event.offender, Suit(event.penalty.barred), next_trick),)


def _exposures(playing: Playing, seat: Seat) -> tuple[Action, ...]:
    """Cards one may let be seen, and cards of opponents that one may let be taken back."""
    table = playing.rules.table
    shown = playing.exposed.get(seat)
    own = () if playing.blind else playing.held.hands[seat]
    exposable = (Expose(seat, card) for card in own if shown is None or card not in shown)
    excusable = (
        Excuse(seat, card)
        for other, cards in playing.exposed.items()
        if table.side(other) != table.side(seat)
        for card in cards
    )
    return (*exposable, *excusable)
