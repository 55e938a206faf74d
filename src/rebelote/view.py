"""What one seat knows. Folded from redacted events only, so it can't hold a secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Self

import msgspec

from rebelote.actions import Accept, Action, Call, Refuse, Word
from rebelote.card_order import Trick
from rebelote.cards import NO_CARDS, Card, Cards, Rank, parse_card
from rebelote.events import (
    Called,
    CardPlayed,
    Contracted,
    DealScored,
    DealVoided,
    Event,
    MatchStarted,
    TrickWon,
)
from rebelote.language.display import format_sheet, format_situation
from rebelote.language.text import Lang
from rebelote.phases.belote import companion, may_be_said
from rebelote.phases.choosing import Choosing
from rebelote.phases.obligations import legal_cards
from rebelote.phases.playing import Playing
from rebelote.results import Contract
from rebelote.ruleset import Ruleset
from rebelote.situation import Situation
from rebelote.table import Seat

replace = msgspec.structs.replace

_OPEN_PLAY: Final = frozenset({CardPlayed, TrickWon})
_CALLS: Final = frozenset({Called})
_CALLS_TO_THE_END: Final = frozenset({Called, Contracted})


class Observed(msgspec.Struct, frozen=True, gc=False):
    """A card that was played, and what lay on the table before it."""

    seat: Seat
    card: Card
    before: Trick
    barred: Cards
    say: Word | None


class SheetEntry(msgspec.Struct, frozen=True, gc=False):
    """A deal on the score sheet. `contred` is what a contre did: «×2», or nothing."""

    number: int
    dealer: Seat
    scored: DealScored
    contred: str = ""

    @classmethod
    def of(cls, number: int, dealer: Seat, scored: DealScored, rules: Ruleset) -> Self:
        """The line of a deal that was scored."""
        contract = scored.summary.contract
        return cls(number, dealer, scored, rules.contre_mark(contract.contre) if contract is not None else "")


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet: every deal that was marked, in order. Print it."""

    entries: tuple[SheetEntry, ...] = ()

    def plus(self, entry: SheetEntry) -> Sheet:
        """The sheet with one deal more."""
        return Sheet((*self.entries, entry))

    def __iter__(self) -> Iterator[SheetEntry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, place: int) -> SheetEntry:
        return self.entries[place]

    def show(self, lang: Lang = "fr", *, ascii: bool = False) -> str:
        """The sheet as a table of text."""
        return format_sheet(self.entries, lang, ascii=ascii)

    def __str__(self) -> str:
        return self.show()


class View(msgspec.Struct, frozen=True, gc=False):
    """The match as `seat` sees it; a spectator has no seat. `calls` and `observed` are of this deal.

    Made from the events that the seat may see and nothing else, so it can be handed to a bot or a page:
    `match.view("E").legal()`, `view.why_not(card)`, `view.could_hold("N")`.
    """

    seat: Seat | None
    situation: Situation
    seq: int = 1
    sheet: Sheet = Sheet()
    calls: tuple[Call, ...] = ()
    observed: tuple[Observed, ...] = ()

    @classmethod
    def start(cls, event: MatchStarted, seat: Seat | None) -> Self:
        """What a seat knows when the match begins."""
        return cls(seat, Situation.start(event))

    def evolve(self, event: Event) -> Self:
        """The view after an event that was redacted for this seat."""
        seq, situation = self.seq + 1, self.situation.evolve(event)
        match event:
            case CardPlayed():
                observed = (*self.observed, self._observe(event))
                return replace(self, seq=seq, situation=situation, observed=observed)
            case Called(call=call):
                return replace(self, seq=seq, situation=situation, calls=(*self.calls, call))
            case DealScored():
                sheet = self.sheet.plus(self._sheet_entry(event))
                return replace(self, seq=seq, situation=situation, sheet=sheet, calls=(), observed=())
            case DealVoided():
                return replace(self, seq=seq, situation=situation, calls=(), observed=())
            case _:
                return replace(self, seq=seq, situation=situation)

    def may_take_over(self, events: Iterable[Event], public: View) -> bool:
        """Is all that these events change for this seat in a spectator's view after them, but for the hands?
        So it is with calls; with the contract, where the cards are played next, without announcements or a
        discard that one side knows; so too with cards at a table that judges at once, where everybody
        sees his own; and when nobody holds a card any more.
        """
        now, phase = self.situation, public.situation.phase
        if isinstance(phase, Playing):
            if public.situation.talk is not None:
                return False
            if isinstance(now.phase, Playing):
                return (
                    now.talk is None
                    and now.rules.strict
                    and not now.blind
                    and not now.discarded.mask
                    and _OPEN_PLAY.issuperset(map(type, events))
                )
            return (
                isinstance(now.phase, Choosing)
                and not now.discarded
                and _CALLS_TO_THE_END.issuperset(map(type, events))
            )
        if isinstance(phase, Choosing):
            return isinstance(now.phase, Choosing) and _CALLS.issuperset(map(type, events))
        return public.situation.held is None

    def taking_over(self, public: View) -> Self:
        """The same as `evolve` with each event, where it may: what all see is worked out once for all."""
        now, after = self.situation, public.situation
        if isinstance(now.phase, Playing) and isinstance(after.phase, Playing):
            seat = self.seat
            assert seat is not None
            hand = now.phase.held.hands[seat].mask
            for seen in public.observed[len(self.observed) :]:
                if seen.seat == seat:
                    hand &= ~seen.card.bit
            held = after.phase.held.with_hand(seat, Cards.of_mask(hand))
            situation = replace(now, phase=replace(after.phase, held=held))
            return replace(self, situation=situation, seq=public.seq, observed=public.observed)
        if isinstance(after.phase, Playing):
            assert now.dealt is not None
            after = replace(after, phase=replace(after.phase, held=now.dealt))
        if after.held is not None:
            after = replace(after, dealt=now.dealt)
        return replace(
            self,
            situation=after,
            seq=public.seq,
            sheet=public.sheet,
            calls=public.calls,
            observed=public.observed,
        )

    def _sheet_entry(self, event: DealScored) -> SheetEntry:
        now = self.situation
        return SheetEntry.of(now.deal_number, now.dealer, event, now.rules)

    def _observe(self, event: CardPlayed) -> Observed:
        playing = self.situation.phase
        assert isinstance(playing, Playing)
        return Observed(event.seat, event.card, playing.trick, playing.barred_cards(event.seat), event.say)

    # What a player asks

    @property
    def rules(self) -> Ruleset:
        """What is played."""
        return self.situation.rules

    @property
    def contract(self) -> Contract | None:
        """What was called, once that is settled."""
        return self.situation.contract

    @property
    def hand(self) -> Cards:
        """One's own cards, as far as one sees them."""
        held = self.situation.held
        return NO_CARDS if held is None or self.seat is None else held.hands[self.seat]

    @property
    def trick(self) -> Trick:
        """The cards on the table, in the order played."""
        playing = self.situation.playing
        return playing.trick if playing is not None else ()

    @property
    def last_trick(self) -> tuple[Seat, Trick] | None:
        """The last trick gathered, and who won it: the only one that may be looked at again."""
        playing = self.situation.playing
        return playing.last_trick if playing is not None else None

    def actors(self) -> tuple[Seat, ...]:
        """Who has something to do now, the one whose turn it is first."""
        return self.situation.actors()

    def legal(self) -> tuple[Action, ...]:
        """What this seat may do now; a spectator nothing."""
        return () if self.seat is None else self.situation.legal(self.seat)

    def answers(self) -> tuple[Action, ...]:
        """What has to be chosen from now: the answers to an open proposal, else what the rules allow."""
        answers = tuple(each for each in self.table_actions() if isinstance(each, Accept | Refuse))
        return answers or self.legal()

    def table_actions(self) -> tuple[Action, ...]:
        """At a table that judges afterwards, what else this seat may do: see `Situation.table_actions`."""
        return () if self.seat is None else self.situation.table_actions(self.seat)

    def why_not(self, card: Card | str) -> str | None:
        """The clause that forbids playing this card of one's own now; None if it may be played."""
        card = parse_card(card) if isinstance(card, str) else card
        playing = self.situation.phase
        if not isinstance(playing, Playing) or self.seat is None or self.seat != playing.turn:
            return self.rules.play.clauses[0]
        if card not in playing.held.playable(self.seat):
            return self.rules.play.clauses[0]
        return playing.refusals(self.seat).get(card)

    # What the others could hold

    def unseen(self) -> Cards:
        """The cards whose place this reader does not know."""
        held = self.situation.held
        if held is None:
            return self.rules.cards
        seen = Cards(observed.card for observed in self.observed)
        for seat in self.rules.table:
            seen = seen | held.playable(seat)
        turned = self.situation.turned
        apart = Cards(card for card in (turned, self.situation.bottom) if card is not None)
        return self.rules.cards - (seen | apart | self.situation.discarded)

    def could_hold(self, seat: Seat | str) -> Cards:
        """The cards that may be in that hand, by all that this reader has seen: its known cards included."""
        seat, held = Seat(seat), self.situation.held
        if held is None:
            return self.rules.cards
        known = held.hands[seat]
        if not held.hidden[seat]:
            return known
        return known | self._not_ruled_out(seat)

    def _not_ruled_out(self, seat: Seat) -> Cards:
        """Unseen cards with which the seat would not have had to play or say otherwise."""
        left = self.unseen()
        if not self.rules.strict:
            return left
        for observed in self.observed:
            if observed.seat == seat:
                left = left - self._ruled_out_by(observed, left)
        return left

    def _ruled_out_by(self, observed: Observed, among: Cards) -> Cards:
        """A card is ruled out if, holding just it and the card played, the latter would have been illegal.

        Every obligation only narrows as a hand grows, so what two cards forbid, a whole hand forbids.
        """
        playing = self.situation.playing
        assert playing is not None
        play, order, table = self.rules.play, playing.order, self.rules.table
        seat, card = observed.seat, observed.card
        free = not observed.before and not observed.barred and play.leads == "any"
        refuted = Cards(
            other
            for other in (NO_CARDS if free else among)
            if card
            not in legal_cards(
                play, order, table, seat, Cards((card, other)), observed.before, observed.barred
            )
        )
        return refuted | self._unsaid_companion(playing, observed)

    def _unsaid_companion(self, playing: Playing, observed: Observed) -> Cards:
        """Where words are said for the players, no «belote» means that the other card is elsewhere."""
        belote, card = self.rules.belote, observed.card
        if belote is None or not self.rules.auto or card not in playing.royals_here or playing.held.piles:
            return NO_CARDS
        silent = belote.said == "second" or (belote.said == "king_first" and card.rank is Rank.QUEEN)
        led = observed.before[0][1].suit if observed.before else None
        silent = silent or not may_be_said(belote, playing.order, led, card)
        return NO_CARDS if silent or observed.say is not None else Cards((companion(card),))

    # Printing

    def show(self, lang: Lang = "fr", *, ascii: bool = False) -> str:
        """The table as this seat sees it, and what it may do."""
        return format_situation(self.situation, self.seat, lang, ascii=ascii)

    def __str__(self) -> str:
        return self.show()

    def __repr__(self) -> str:
        return f"<View of {self.seat or 'a spectator'}: {self.situation.in_one_line()}, {self.seq} events>"
