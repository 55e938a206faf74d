"""The whole truth of a match, and the one place where actions are judged: decide checks, evolve trusts."""

from __future__ import annotations

from typing import Final, assert_never

from rebelote import deal_end
from rebelote.actions import (
    Accept,
    Action,
    AskRedeal,
    Bid,
    Call,
    CallReferee,
    ClaimRebelote,
    Contre,
    Count,
    Cut,
    Deal,
    Declare,
    Discard,
    Excuse,
    Expose,
    Guess,
    KeepHand,
    Misdeal,
    NameHeight,
    NotBetter,
    Object,
    Pass,
    Play,
    PlayBlind,
    Propose,
    Refuse,
    SayRoem,
    Schmeiss,
    Show,
    Surcontre,
    Swap,
    Take,
    Withhold,
    Word,
)
from rebelote.cards import NO_CARDS, SUITS, Card, Cards, Trump
from rebelote.chance import Chance
from rebelote.errors import BadCard, Illegal
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
    Declared,
    Discarded,
    Event,
    HandKept,
    HeightNamed,
    MatchEnded,
    Misdealt,
    NotBetterSaid,
    PackCut,
    Proposed,
    RebeloteClaimed,
    RoemSaid,
    Ruled,
    SevenSwapped,
    Shuffled,
    TrumpDrawn,
    TurnedUp,
    VoidCause,
)
from rebelote.phases import dealing
from rebelote.phases.buying import Buying
from rebelote.phases.choosing import Choosing
from rebelote.phases.declaring import has_whole_suit
from rebelote.phases.ending import enough, match_end, next_to_deal
from rebelote.phases.penalties import judge
from rebelote.phases.playing import Playing, WrongCard
from rebelote.phases.scoring import score_deal
from rebelote.phases.scoring.count import cite
from rebelote.phases.stages import Counting, Cutting, Dealing, Discarding, Misdealing, Over, Swapping
from rebelote.phases.talking import SEVENS
from rebelote.results import Contract, DealScore, DealSummary
from rebelote.ruleset import Auction, Drawn, Hands, Piles, Ruleset, Target
from rebelote.situation import Situation
from rebelote.table import Seat

MOST_DRAWS: Final = 100
"""So often a suit is drawn that was drawn before; then luck is not trusted any more."""


class State(Situation, frozen=True):
    """A Situation that knows everything, so it can decide."""

    def decide(self, action: Action, chance: Chance) -> tuple[Event, ...]:
        """What happens if this is done now; raises Illegal with the clause that forbids it."""
        return self.step(action, chance)[0]

    def step(self, action: Action, chance: Chance) -> tuple[tuple[Event, ...], State]:
        """The events of an action and the state after them."""
        story = _Story(self, chance)
        story.decide(action)
        return tuple(story.events), story.state


class _Story:
    """The events of one action as they unfold, each seeing the state that the last one left."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, event: Event | None) -> None:
        if event is not None:
            self.events.append(event)
            self.state = self.state.evolve(event)

    def decide(self, action: Action) -> None:
        if action.seat not in self.state.rules.table.seats:
            raise Illegal(action, self.state.rules.seating.clauses[0], "no_such_seat")
        match action:
            case Play() | PlayBlind():
                self._play(action)
            case (
                Pass()
                | Take()
                | Object()
                | Schmeiss()
                | Bid()
                | Contre()
                | Surcontre()
                | Guess()
                | AskRedeal()
            ):
                self._call(action)
            case SayRoem():
                self._say_roem(action)
            case Cut():
                self._cut(action)
            case Deal():
                self._deal(action)
            case Discard():
                self._discard(action)
            case Swap() | KeepHand():
                self._answer_swap(action)
            case Declare():
                self._declare(action)
            case NameHeight() | NotBetter() | Show() | Withhold():
                self._talk(action)
            case ClaimRebelote() | Count():
                self._at_count(action)
            case Misdeal() | Expose() | Excuse() | CallReferee() | Propose() | Accept() | Refuse():
                self._at_table(action)
            case _:
                assert_never(action)

    def _wrong_moment(self, action: Action) -> Illegal:
        """Refuse an action that belongs to another moment or another player."""
        state = self.state
        if isinstance(state.phase, Over):
            return Illegal(action, state.rules.match_end.clauses[0], "match_over")
        reason = "wrong_phase" if action.seat in state.actors() else "not_your_turn"
        match state.phase:
            case Choosing():
                clause = state.rules.trump_choice.clauses[0]
            case Playing() | Counting():
                clause = state.rules.play.clauses[0]
            case _:
                clause = state.rules.dealing.clauses[0]
        return Illegal(action, clause, reason)

    # Dealing

    def _cut(self, action: Cut) -> None:
        state = self.state
        cites = state.rules.dealing.cites
        if not isinstance(state.phase, Cutting):
            raise self._wrong_moment(action)
        if action.seat != state.cutter:
            raise Illegal(action, cites.cut, "not_your_turn")
        if action not in state.legal(action.seat):
            raise Illegal(action, cites.cut, "cut_too_small")
        if state.rules.dealing.shuffle == "every_deal" or not state.pack:
            self.tell(Shuffled(self._pack()))
        self.tell(PackCut(action.seat, int(action.at)))

    def _pack(self) -> tuple[Card, ...]:
        """The cards of the game in an order of chance: luck knows whole packs only."""
        pack, used = self.chance.shuffled(), self.state.rules.cards.mask
        return tuple([card for card in pack if card.bit & used])

    def _deal(self, action: Deal) -> None:
        state = self.state
        if not isinstance(state.phase, Dealing) or action.seat != state.dealer:
            raise self._wrong_moment(action)
        if action not in state.legal(action.seat):
            raise Illegal(action, state.rules.dealing.cites.packets, "wrong_packets")
        self.tell(self._dealt(action.packets))
        if state.rules.turns_a_card:
            self.tell(TurnedUp(self.state.stock[0] if self.state.stock else self._last_card()))
        elif isinstance(state.rules.trump_choice, Drawn) and state.rules.trump_choice.by == "last_card":
            self.tell(Contracted(Contract(trump=Trump(self._last_card().suit.value))))
        elif isinstance(state.rules.trump_choice, Drawn):
            trump = self.chance.choice([Trump(suit.value) for suit in SUITS])
            self.tell(TrumpDrawn(trump))
            self.tell(Contracted(Contract(trump=trump)))
        elif isinstance(state.rules.trump_choice, Auction):
            self._show_suit()

    def _last_card(self) -> Card:
        """The last card of the pack: where all are dealt it lies face up on the dealer's last pile."""
        return self.state.pack[-1]

    def _dealt(self, packets: tuple[int, ...]) -> Dealt:
        state = self.state
        table = state.rules.table
        match state.rules.dealing.layout:
            case Piles(piles=piles, hand=False):
                return Dealt(packets, {}, {}, dealing.deal_only_piles(state.pack, table, state.dealer, piles))
            case Piles(piles=piles):
                hands, laid = dealing.deal_piles(state.pack, table, state.dealer, piles)
                return Dealt(packets, hands, {}, laid)
            case Hands():
                hands, _ = dealing.deal_packets(state.pack, table, state.dealer, packets)
                return Dealt(packets, hands)
            case _:
                hands, _ = dealing.deal_packets(state.pack, table, state.dealer, packets)
                return Dealt(packets, hands, blind=packets == (1,))

    # Choosing trump

    def _call(self, call: Call) -> None:
        choosing = self.state.phase
        if not isinstance(choosing, Choosing):
            raise self._wrong_moment(call)
        if isinstance(call, AskRedeal) and call not in self.state.legal(call.seat):
            raise Illegal(call, choosing.rules.trump_choice.clauses[0])
        self.tell(Called(choosing.check(call)))
        after = self.state.phase
        assert isinstance(after, Choosing)
        if after.done:
            self._close_choice(after)
        self._show_suit()

    def _show_suit(self) -> None:
        """The next suit offered by lot. Luck tells what it drew before once more, and then goes on."""
        choosing = self.state.phase
        if not isinstance(choosing, Choosing) or not choosing.awaits_suit:
            return
        suits = [Trump(suit.value) for suit in SUITS]
        for _ in choosing.offered:
            self.chance.choice(suits)
        for _ in range(MOST_DRAWS):
            self.tell(TrumpDrawn(self.chance.choice(suits)))
            if not self._awaits_suit():
                return
        self.tell(TrumpDrawn(next(suit for suit in suits if suit not in choosing.offered)))

    def _awaits_suit(self) -> bool:
        return isinstance(self.state.phase, Choosing) and self.state.phase.awaits_suit

    def _close_choice(self, choosing: Choosing) -> None:
        if choosing.standing is not None:
            self.tell(Contracted(choosing.standing))
            self._deal_rest(choosing.standing)
            self._deal_to_discard(choosing.standing)
            self._declare_before_lead()
        elif choosing.guesses:
            assert choosing.turned is not None
            self.tell(Contracted(Contract(trump=Trump(choosing.turned.suit.value))))
        else:
            self._void("refused_hand" if isinstance(choosing, Buying) and choosing.refused else "passed_out")

    def _deal_rest(self, contract: Contract) -> None:
        state = self.state
        layout = state.rules.dealing.layout
        if not isinstance(layout, Hands) or not layout.rest:
            return
        takes = state.turned is not None and state.rules.takes_turned
        has_turned = contract.turned_to(state.rules.table) if takes else None
        hands = dealing.deal_rest(state.stock, state.rules.table, state.dealer, has_turned, layout.rest)
        self.tell(Dealt((layout.rest,), hands))
        if layout.shown:
            self.tell(BottomShown(self.state.stock[-1]))
        if state.rules.auto:
            self.tell(self._swap())

    def _swap(self) -> SevenSwapped | None:
        """Done for whoever holds the seven, where words are said for the players (CL-3)."""
        seven, held = self.state.seven_to_swap, self.state.held
        if seven is None or held is None:
            return None
        holder = next((seat for seat, hand in held.hands.items() if seven in hand), None)
        return SevenSwapped(holder, seven) if holder is not None else None

    def _answer_swap(self, action: Swap | KeepHand) -> None:
        swapping = self.state.phase
        if not isinstance(swapping, Swapping) or action.seat != swapping.waiting[0]:
            raise self._wrong_moment(action)
        cites = self.state.rules.dealing.cites
        seven = self.state.seven_to_swap
        assert seven is not None
        if isinstance(action, Swap) and seven not in self._hand(action.seat):
            raise Illegal(action, cites.swap or cites.packets, "not_in_hand")
        swaps = isinstance(action, Swap)
        self.tell(SevenSwapped(action.seat, seven) if swaps else HandKept(action.seat))
        self._declare_before_lead()

    def _hand(self, seat: Seat) -> Cards:
        held = self.state.held
        return held.hands[seat] if held is not None else NO_CARDS

    def _deal_to_discard(self, contract: Contract) -> None:
        """The cards left over go to the taker, who lays as many aside (T3-1-discard)."""
        state = self.state
        if state.rules.discards and contract.seat is not None:
            self.tell(Dealt((state.rules.discards,), {contract.seat: state.stock[: state.rules.discards]}))

    def _discard(self, action: Discard) -> None:
        discarding = self.state.phase
        if not isinstance(discarding, Discarding) or action.seat != discarding.seat:
            raise self._wrong_moment(action)
        cards, hand = Cards(map(_a_card, action.cards)), self._hand(action.seat)
        once = len(cards) == len(action.cards) == discarding.number
        if not once or not cards <= hand:
            cites = self.state.rules.dealing.cites
            raise Illegal(action, cites.discard or cites.packets, "wrong_discard")
        self.tell(Discarded(action.seat, tuple(cards)))
        self._declare_before_lead()

    # Playing

    def _play(self, action: Play | PlayBlind) -> None:
        playing, talk = self.state.phase, self.state.talk
        if not isinstance(playing, Playing) or action.seat != playing.turn:
            raise self._wrong_moment(action)
        if talk is not None and talk.speaker is not None:
            raise Illegal(action, talk.part.clauses[0], "declarations_first")
        card, wrong = self._judged_card(playing, action)
        if self._declare_for(action.seat, playing):
            return
        say = self._word(playing, action, card)
        uncovered = playing.pile_turned(action.seat, card)
        self.tell(CardPlayed(action.seat, card, say, wrong))
        if uncovered is not None and not playing.turns_piles_late:
            self.tell(uncovered)
        self._settle_declarations()
        self._close_trick()

    def _judged_card(self, playing: Playing, action: Play | PlayBlind) -> tuple[Card, str | None]:
        """The card meant; one that may not be played is refused, or its clause noted for the referee."""
        seat, rules = action.seat, playing.rules
        if playing.blind or isinstance(action, PlayBlind):
            if not (playing.blind and isinstance(action, PlayBlind)):
                raise Illegal(action, rules.play.clauses[0], "wrong_phase")
            (card,) = playing.held.hands[seat]
            return card, None
        card = _a_card(action.card)
        if card in playing.legal_cards(seat):
            return card, None
        if card not in playing.held.playable(seat):
            raise Illegal(action, rules.play.clauses[0], "not_in_hand")
        clause = playing.refusals(seat)[card]
        if rules.strict:
            raise Illegal(action, clause)
        return card, clause

    def _word(self, playing: Playing, action: Play | PlayBlind, card: Card) -> Word | None:
        if playing.rules.auto:
            return playing.automatic_word(action.seat, card)
        say = action.say if isinstance(action, Play) else None
        if say is not None and say != playing.word(action.seat, card):
            belote = playing.rules.belote
            clauses = belote.clauses if belote is not None else playing.rules.play.clauses
            raise Illegal(action, clauses[0], "word_not_yours")
        return say

    def _declare_for(self, seat: Seat, playing: Playing) -> bool:
        """With words said for the player: announce what the hand has. True if that voids the deal."""
        talk = self.state.talk
        if talk is None or playing.won or not playing.rules.auto or talk.part.said == "before_lead":
            return False
        said = talk.automatic(seat)
        self.tell(said)
        if said is not None and said.kinds == SEVENS:
            self._void("sevens")
            return True
        self._win_with_whole_suit()
        return isinstance(self.state.phase, Over)

    def _declare_before_lead(self) -> None:
        """Said before the lead, with words said for the players: all declarations at once (BE-4.1)."""
        talk, rules = self.state.talk, self.state.rules
        if talk is None or not rules.auto or talk.part.said != "before_lead":
            return
        for seat in rules.table.from_(talk.first):
            self.tell(talk.automatic(seat))
        self._win_with_whole_suit()

    def _win_with_whole_suit(self) -> None:
        """A suit of eight that was announced wins the match, where the rules say so (BE-4.1-belot)."""
        state, playing = self.state, self.state.playing
        if state.talk is None or playing is None:
            return
        for seat in state.talk.said:
            if has_whole_suit(state.talk.part, playing.held.hands[seat]):
                winners = (state.rules.table.side(seat),)
                clause = cite(state.talk.part, "belot")
                self.tell(MatchEnded(winners, clause, deal_end.stakes(state.rules, winners)))
                return

    def _declare(self, action: Declare) -> None:
        state = self.state
        talk, playing = state.talk, state.phase
        if talk is None or not isinstance(playing, Playing):
            raise self._wrong_moment(action)
        if action.seat != (talk.speaker or playing.turn):
            raise self._wrong_moment(action)
        if playing.won or state.rules.auto:
            raise Illegal(action, talk.part.clauses[0], "too_late" if playing.won else "said_for_you")
        talk.check_declare(action)
        self.tell(Declared(action.seat, action.kinds))
        if action.kinds == SEVENS:
            self._void("sevens")
        else:
            self._win_with_whole_suit()

    def _talk(self, action: NameHeight | NotBetter | Show | Withhold) -> None:
        talk = self.state.talk
        if talk is None or talk.speaker != action.seat:
            raise self._wrong_moment(action)
        talk.check_talk(action)
        match action:
            case NameHeight(seat=seat, rank=rank, in_trumps=in_trumps):
                self.tell(HeightNamed(seat, rank, in_trumps))
            case NotBetter(seat=seat):
                self.tell(NotBetterSaid(seat))
            case Show(seat=seat):
                self.tell(talk.proof(seat))
            case Withhold(seat=seat):
                self.tell(talk.unproved_by(seat))
        self._settle_declarations()

    def _settle_declarations(self) -> None:
        """After the first card of the second trick (A-8.3), or the first trick; where words are said for you,
        what counts is shown at once."""
        state = self.state
        if state.talk is None or not isinstance(state.phase, Playing) or len(state.phase.won) != 1:
            return
        if not state.phase.trick and state.talk.part.shown != "first_trick":
            return
        self.tell(state.talk.settlement())
        if not state.rules.auto:
            return
        while self.state.talk is not None and (seat := self.state.talk.speaker) is not None:
            self.tell(self.state.talk.proof(seat))

    def _close_trick(self) -> None:
        playing = self.state.phase
        assert isinstance(playing, Playing)
        if len(playing.trick) < playing.rules.table.size:
            return
        self.tell(playing.trick_won())
        if playing.held.piles:
            self._turn_piles()
        self._settle_declarations()
        if playing.rules.roem is not None:
            self._roem_for(playing.rules)
        if isinstance(self.state.phase, Playing) and self.state.phase.finished:
            self._score(self.state.phase)
        else:
            self._stop_with_enough()

    def _stop_with_enough(self) -> None:
        """The match ends with this trick, where it may and a side has enough (BE-6)."""
        state, playing = self.state, self.state.playing
        end = state.rules.match_end
        if playing is None or not isinstance(end, Target) or end.stops == "after_deal":
            return
        taken = deal_end.taken_so_far(state, playing)
        ending = enough(state.rules, end, state.totals, taken, playing.contract.side)
        if ending is not None:
            stakes = deal_end.stakes(state.rules, ending.winners)
            self.tell(MatchEnded(ending.winners, ending.clause, stakes))

    def _turn_piles(self) -> None:
        """After the trick, where that is when the cards under those played are turned (DE-1)."""
        playing = self.state.playing
        for turned in playing.piles_to_turn() if playing is not None else ():
            self.tell(turned)

    def _roem_for(self, rules: Ruleset) -> None:
        """With words said for the players: the roem of the trick just won."""
        playing = self.state.playing
        if playing is not None and rules.auto and (points := playing.open_roem()):
            self.tell(RoemSaid(playing.won[-1][0], points))

    def _say_roem(self, action: SayRoem) -> None:
        playing = self.state.playing
        if action not in self.state.legal(action.seat):
            raise self._wrong_moment(action)
        assert playing is not None
        self.tell(RoemSaid(action.seat, playing.open_roem()))

    # The count

    def _at_count(self, action: ClaimRebelote | Count) -> None:
        counting = self.state.phase
        if not isinstance(counting, Counting):
            raise self._wrong_moment(action)
        if action not in self.state.legal(action.seat):
            belote = self.state.rules.belote
            clause = belote.clauses[0] if belote is not None else self.state.rules.scoring.clauses[0]
            raise Illegal(action, clause, "nothing_to_claim")
        match action:
            case ClaimRebelote(seat=seat):
                forgotten = self.state.claimable(counting.playing, seat)
                self.tell(RebeloteClaimed(seat, forgotten[0]))
            case Count(seat=seat):
                self.tell(Counted(seat))
                self._score_if_all_counted()

    def _score_if_all_counted(self) -> None:
        counting = self.state.phase
        assert isinstance(counting, Counting)
        if len(counting.counted) == len(self.state.rules.table.sides):
            self._score(counting.playing)

    def _show_last(self) -> None:
        """Declarations that are shown after the last trick (BG-5.1)."""
        talk = self.state.talk
        if talk is not None and talk.part.shown == "last_trick" and talk.settled:
            for seat in talk.showing():
                self.tell(talk.proof(seat))

    def _score(self, playing: Playing) -> None:
        self._show_last()
        summary = deal_end.summary(self.state, playing)
        score = score_deal(self.state.rules, summary, self.state.pending)
        self._mark(summary, deal_end.with_unproved(self.state, score), playing)

    def _mark(self, summary: DealSummary, score: DealScore, playing: Playing | None) -> None:
        """Write a score down, see whether the match is over, and gather the pack for the next deal."""
        state = self.state
        totals = {side: total + score.score[side] for side, total in state.totals.items()}
        ending = match_end(
            state.rules, totals, summary, score, awaiting=state.awaiting, deal_number=state.deal_number
        )
        next_dealer = next_to_deal(state.rules, state.dealer, score)
        pack = None if ending.over else deal_end.gathered(state, playing, next_dealer, self.chance)
        self.tell(DealScored(summary, score, totals, ending.awaiting))
        if ending.over:
            self.tell(MatchEnded(ending.winners, ending.clause, deal_end.stakes(state.rules, ending.winners)))
        self.tell(pack)

    def _void(self, cause: VoidCause) -> None:
        """No score: the same player deals again, or the next one where the rules say so."""
        state = self.state
        moves = cause == "passed_out" and state.rules.dealing.passed_out == "next_dealer"
        dealer = state.rules.table.next(state.dealer) if moves else state.dealer
        pack = deal_end.gathered(state, state.playing, dealer, self.chance)
        self.tell(DealVoided(cause, dealer))
        self.tell(pack)

    # The table's own justice

    def _at_table(self, action: TableAction) -> None:
        state = self.state
        if state.rules.strict:
            raise Illegal(action, state.rules.penalties.clauses[0], "strict_table")
        if action not in state.table_actions(action.seat) and action not in state.legal(action.seat):
            raise self._wrong_moment(action)
        match action:
            case Misdeal(seat=seat):
                self.tell(Misdealt(seat))
            case Expose(seat=seat, card=card):
                self.tell(CardExposed(seat, card))
            case Excuse(seat=seat, card=card):
                self.tell(CardExcused(seat, card))
            case Propose(seat=seat, remedy=remedy):
                self.tell(Proposed(seat, remedy))
            case Accept() | Refuse():
                self._answer(action)
            case CallReferee():
                self._referee(action)

    def _answer(self, action: Accept | Refuse) -> None:
        proposal = self.state.proposal
        assert proposal is not None
        agreed = isinstance(action, Accept)
        self.tell(Answered(action.seat, proposal.remedy, agreed))
        if not agreed or self.state.proposal is not None:
            return
        if isinstance(self.state.phase, Misdealing):
            self._void("misdeal" if proposal.remedy == "let_pass" else "agreement")
        elif proposal.remedy == "void":
            self._void("agreement")

    def _referee(self, action: CallReferee) -> None:
        state = self.state
        if isinstance(state.phase, Misdealing):
            self._rule_on_misdeal(action)
            return
        playing = state.playing
        assert playing is not None
        at_end = isinstance(state.phase, Counting)
        wrong = next((w for w in playing.wrong if at_end or _is_fresh(playing, w)), None)
        if wrong is None:
            self.tell(Ruled(action.seat, None, None, None))
            return
        self._rule_on_card(action, playing, wrong, at_end=at_end)

    def _rule_on_misdeal(self, action: CallReferee) -> None:
        state = self.state
        side = state.rules.table.side(state.dealer)
        penalty = judge(state.rules, "misdeal", side, consecutive=min(state.misdeals + 1, 3))
        self.tell(Ruled(action.seat, "misdeal", side, penalty))
        if penalty.redeal:
            self._void("misdeal")
        else:
            self._mark(DealSummary(), deal_end.penalty_only(state, penalty), None)

    def _projects(self) -> int:
        """All declarations shown so far."""
        talk = self.state.talk
        return sum(talk.shown.values()) if talk is not None else 0

    def _rule_on_card(self, action: CallReferee, playing: Playing, wrong: WrongCard, *, at_end: bool) -> None:
        rules = self.state.rules
        side = rules.table.side(wrong.seat)
        round_lost = rules.penalties.wrong_card == "lost_round"
        penalty = judge(
            rules,
            "wrong_card",
            side,
            noticed="end_of_deal" if at_end else "at_once",
            suit=wrong.card.suit.value,
            broken=wrong.clause,
            points=self._projects() if round_lost else sum(playing.roem.values()),
            trump=playing.contract.trump,
            contre=playing.contract.contre,
        )
        self.tell(Ruled(action.seat, "wrong_card", side, penalty, wrong.card))
        if penalty.redeal:
            self._void("wrong_card")
        elif any(penalty.score.values()):
            self._mark(DealSummary(), deal_end.penalty_only(self.state, penalty), playing)


TableAction = Misdeal | Expose | Excuse | CallReferee | Propose | Accept | Refuse


def _a_card(card: object) -> Card:
    """Structs don't check what they are given: a text in place of a card is caught here."""
    if not isinstance(card, Card):
        raise BadCard(card, 'expected a Card, as in Card("JH")')
    return card


def _is_fresh(playing: Playing, wrong: WrongCard) -> bool:
    """Noticed at once: the trick still lies open, or nobody has led to the next."""
    now = len(playing.won)
    return wrong.trick == now or (wrong.trick == now - 1 and not playing.trick)
