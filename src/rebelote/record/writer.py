"""Writing a match down: each event in the record's phrases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

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
    Excuse,
    Expose,
    KeepHand,
    Misdeal,
    NameHeight,
    NotBetter,
    Play,
    PlayBlind,
    Propose,
    Refuse,
    SayRoem,
    Show,
    Swap,
    Withhold,
)
from rebelote.cards import Card
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
from rebelote.phases.talking import SEVENS
from rebelote.record.phrases import CARD, INLINE, Phrase, deed, keyword_phrase, one_word
from rebelote.results import Contract, DealSummary, Penalty
from rebelote.state import State
from rebelote.table import Seat, Side

CONTRE_WORDS: Final = ((), ("contre",), ("surcontre",), ("four",), ("gahwa",))


class RecordWriter:
    """Tells what each event adds to a record. It follows the match: `state` is where it stands."""

    def __init__(self, started: MatchStarted) -> None:
        self.state = State.start(started)
        self._in_trick = False
        self._has_heading = False
        self._asides: list[Phrase] = []

    def tell(self, event: Event) -> list[Phrase]:
        """The phrases of the next event."""
        phrases = list(self._tell(event))
        self.state = self.state.evolve(event)
        if isinstance(event, Dealt):
            phrases.extend(_hands(self.state))
        if phrases:
            self._in_trick = phrases[-1].kind in INLINE and not isinstance(event, TrickWon)
        return phrases

    def _tell(self, event: Event) -> Iterator[Phrase]:
        match event:
            case Shuffled() | PackCut():
                yield from self._before_cut(event)
            case Declared(seat=seat, kinds=kinds) if self._is_said_before_lead():
                yield keyword_phrase("says", f"{seat}:", *kinds)
            case Declared(kinds=kinds) if self._is_said_with_card(event):
                self._asides.append(Phrase("declared", kinds))
            case CardPlayed():
                yield from self._card(event)
            case PileTurned(seat=seat, card=card) if not self._trick_lies_open():
                yield keyword_phrase("uncovered", f"{seat}:", card.text)
            case Ruled() | DeclarationsShown() | DeclarationsUnproved():
                yield from self._deed(event)
                yield _finding(event)
            case DealScored():
                self._has_heading = False
                yield from _score(self.state, event)
            case DealVoided(cause=cause, next_dealer=dealer):
                self._has_heading = False
                yield keyword_phrase("void", cause, "dealer", dealer)
            case _:
                yield from self._deed(event)
                yield from _consequence(event)

    def _deed(self, event: Event) -> Iterator[Phrase]:
        action = action_of(self.state, event)
        if action is not None:
            yield deed(action)

    def _is_said_before_lead(self) -> bool:
        talk = self.state.talk
        return self.state.rules.auto and talk is not None and talk.part.said == "before_lead"

    def _trick_lies_open(self) -> bool:
        playing = self.state.playing
        return playing is not None and bool(playing.trick)

    def _is_said_with_card(self, event: Declared) -> bool:
        """Words said for the player go with his card; a carré of sevens ends the deal before he plays it."""
        return self.state.rules.auto and event.kinds != SEVENS

    def _before_cut(self, event: Shuffled | PackCut) -> Iterator[Phrase]:
        if not self._has_heading:
            self._has_heading = True
            yield keyword_phrase("deal", str(self.state.deal_number), "by", self.state.dealer)
        if isinstance(event, Shuffled):
            yield keyword_phrase("pack", *_texts(event.order))
        else:
            yield deed(Cut(event.seat, event.at))

    def _card(self, event: CardPlayed) -> Iterator[Phrase]:
        playing = self.state.playing
        assert playing is not None
        if not self._in_trick:
            yield keyword_phrase("trick", str(len(playing.won) + 1), f"{event.seat}:")
        yield Phrase(CARD, (f"?{event.card.text}" if playing.blind else event.card.text,))
        if event.say is not None:
            yield Phrase("said", (event.say,))
        yield from self._asides
        self._asides = []
        if event.wrong is not None:
            yield keyword_phrase("wrong", one_word(event.wrong))


def phrases_of(log: Iterable[Event]) -> Iterator[Phrase]:
    """A whole log in phrases. It begins with the start of the match."""
    events = iter(log)
    started = next(events)
    assert isinstance(started, MatchStarted)
    scribe = RecordWriter(started)
    for event in events:
        yield from scribe.tell(event)


def action_of(state: State, event: Event) -> Action | None:
    """The action that this event answers; None for what only follows from one."""
    match event:
        case PackCut(seat=seat, at=at):
            return Cut(seat, at)
        case Dealt(packets=packets):
            return Deal(state.dealer, packets) if state.contract is None else None
        case Called(call=call):
            return call
        case CardPlayed(seat=seat, card=card, say=say):
            blind = state.playing is not None and state.playing.blind
            return PlayBlind(seat) if blind else Play(seat, card, say)
        case Declared() | HeightNamed() | NotBetterSaid() | DeclarationsShown() | DeclarationsUnproved():
            return _talk_of(state, event)
        case Discarded(seat=seat, cards=cards):
            return Discard(seat, cards)
        case SevenSwapped(seat=seat):
            return None if state.rules.auto else Swap(seat)
        case HandKept(seat=seat):
            return KeepHand(seat)
        case RebeloteClaimed(seat=seat):
            return ClaimRebelote(seat)
        case RoemSaid(seat=seat):
            return None if state.rules.auto else SayRoem(seat)
        case Counted(seat=seat):
            return Count(seat)
        case CardExposed() | CardExcused() | Misdealt() | Ruled() | Proposed() | Answered():
            return _table_action_of(event)
        case _:
            return None


def _is_shown_for(state: State) -> bool:
    """Shown without a word of the player: words are said for him, or all is shown after the last trick."""
    return state.rules.auto or (state.talk is not None and state.talk.part.shown == "last_trick")


def _talk_of(
    state: State,
    event: Declared | HeightNamed | NotBetterSaid | DeclarationsShown | DeclarationsUnproved,
) -> Action | None:
    match event:
        case Declared(seat=seat, kinds=kinds):
            return Declare(seat, kinds) if not state.rules.auto or kinds == SEVENS else None
        case HeightNamed(seat=seat, rank=rank, in_trumps=in_trumps):
            return NameHeight(seat, rank, in_trumps)
        case NotBetterSaid(seat=seat):
            return NotBetter(seat)
        case DeclarationsShown(seat=seat):
            return None if _is_shown_for(state) else Show(seat)
        case DeclarationsUnproved(seat=seat):
            return None if _is_shown_for(state) else Withhold(seat)


def _table_action_of(
    event: CardExposed | CardExcused | Misdealt | Ruled | Proposed | Answered,
) -> Action:
    match event:
        case CardExposed(seat=seat, card=card):
            return Expose(seat, card)
        case CardExcused(by=seat, card=card):
            return Excuse(seat, card)
        case Misdealt(seat=seat):
            return Misdeal(seat)
        case Ruled(called_by=seat):
            return CallReferee(seat)
        case Proposed(seat=seat, remedy=remedy):
            return Propose(seat, remedy)
        case Answered(seat=seat, agreed=agreed):
            return Accept(seat) if agreed else Refuse(seat)


# What follows from the actions


def _consequence(event: Event) -> Iterator[Phrase]:
    match event:
        case TurnedUp(card=card):
            yield keyword_phrase("turned", card.text)
        case BottomShown(card=card):
            yield keyword_phrase("bottom", card.text)
        case SevenSwapped(seat=seat, card=card):
            yield keyword_phrase("swapped", f"{seat}:", card.text)
        case TrumpDrawn(trump=trump):
            yield keyword_phrase("trump", trump.value)
        case Contracted(contract=contract):
            yield keyword_phrase("contract", *_contract_words(contract))
        case DeclarationsSettled(winner=winner, carres=carres):
            apart = () if carres is None else ("carres", carres)
            yield keyword_phrase("declarations", winner or "nobody", *apart)
        case PileTurned(card=card):
            yield keyword_phrase("turns", card.text)
        case TrickWon(seat=seat, points=points):
            yield Phrase("won", ("=", seat, str(points)))
        case RoemSaid(seat=seat, points=points):
            yield keyword_phrase("roem", f"{seat}:", str(points))
        case Gathered(order=order):
            yield keyword_phrase("gathered", *_texts(order))
        case MatchEnded(winners=winners, clause=clause, stakes=stakes):
            yield keyword_phrase("winner", *winners, "by", one_word(clause))
            if stakes:
                yield keyword_phrase("stakes", *_marks(stakes))
        case _:
            return


def _contract_words(contract: Contract) -> tuple[str, ...]:
    seat = () if contract.seat is None else (contract.seat,)
    value = () if contract.value is None else (str(contract.value),)
    more = [name for name in ("closed", "to_partner") if getattr(contract, name) is True]
    return (*seat, *value, contract.trump.value, *CONTRE_WORDS[contract.contre], *more)


def _finding(event: Ruled | DeclarationsShown | DeclarationsUnproved) -> Phrase:
    match event:
        case Ruled(fault=fault, offender=offender, penalty=penalty):
            if fault is None or offender is None or penalty is None:
                return keyword_phrase("ruling", "nothing")
            return keyword_phrase("ruling", fault, offender, *_penalty_words(penalty))
        case DeclarationsShown(seat=seat, shown=shown):
            each = ((one.kind, *_texts(one.cards), str(one.points)) for one in shown)
            return keyword_phrase("shown", f"{seat}:", *(word for words in each for word in words))
        case DeclarationsUnproved(seat=seat, points=points):
            return keyword_phrase("unproved", f"{seat}:", str(points))


def _penalty_words(penalty: Penalty) -> Iterator[str]:
    yield one_word(penalty.clause)
    yield from _marks({side: points for side, points in penalty.score.items() if points})
    if penalty.redeal:
        yield "redeal"
    if penalty.may_not_take is not None:
        yield from ("may_not_take", penalty.may_not_take)
    if penalty.barred is not None:
        yield from ("barred", penalty.barred)


def _hands(state: State) -> Iterator[Phrase]:
    """Every hand as it is after the deal, in the order of dealing."""
    held = state.held
    assert held is not None
    for seat in state.rules.table.after(state.dealer):
        if not held.hands[seat]:
            continue
        yield keyword_phrase("hand", f"{seat}:", *_texts(held.hands[seat]))
    for seat in state.rules.table.after(state.dealer) if held.piles else ():
        piles = (f"{_face(pile.top)}/{_face(pile.under)}" for pile in held.piles[seat])
        yield keyword_phrase("piles", f"{seat}:", *piles)


def _face(card: Card | None) -> str:
    return card.text if card is not None else "?"


def _score(state: State, event: DealScored) -> Iterator[Phrase]:
    score = event.score
    yield from _tally(event.summary)
    for line in score.lines:
        side = line.side or "-"
        yield keyword_phrase("why", side, str(line.points), one_word(line.clause), one_word(line.label))
    sides = state.rules.table.sides
    yield keyword_phrase("score", score.result, *_marks({side: score.score[side] for side in sides}))
    if score.pending:
        yield keyword_phrase("held", str(score.pending))
    yield keyword_phrase("totals", *_marks({side: event.totals[side] for side in sides}))
    if event.awaiting is not None:
        yield keyword_phrase("awaiting", event.awaiting)


def _tally(summary: DealSummary) -> Iterator[Phrase]:
    """What each side has, before it is scored."""
    counts = {
        "guessed": summary.bids,
        "tricks": summary.tricks,
        "cards": summary.cards,
        "belote": {side: number for side, number in summary.belote.items() if number},
        "declarations": {side: points for side, points in summary.declarations.items() if points},
    }
    for side in summary.tricks:
        found = [(name, str(of_sides[side])) for name, of_sides in counts.items() if side in of_sides]
        last = ("last",) if side == summary.last else ()
        yield keyword_phrase("tally", f"{side}:", *(word for pair in found for word in pair), *last)


def _marks(marks: Mapping[Seat, float] | Mapping[Side, int]) -> Iterator[str]:
    for name, points in marks.items():
        yield from (name, str(points))


def _texts(cards: Iterable[Card]) -> Iterator[str]:
    return (card.text for card in cards)
