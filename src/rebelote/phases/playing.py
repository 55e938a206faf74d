"""The play of the cards: whose turn, what lies on the table, what each side has won."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rebelote.actions import Play, PlayBlind, SayRoem, Word
from rebelote.card_order import Order, Trick, order_at
from rebelote.cards import NO_CARDS, SUIT_CARDS, Card, Cards, Suit
from rebelote.events import (
    CardExcused,
    CardExposed,
    CardPlayed,
    PileTurned,
    RoemSaid,
    TrickWon,
)
from rebelote.phases.belote import Royal, automatic_word, may_be_said, royal_cards, words_for
from rebelote.phases.held import Held
from rebelote.phases.obligations import legal_cards, refusals
from rebelote.phases.roem import roem_of
from rebelote.results import Contract
from rebelote.ruleset import Auction, Piles, Ruleset
from rebelote.table import Seat, Side

replace = msgspec.structs.replace


class WrongCard(msgspec.Struct, frozen=True, gc=False):
    """A card laid against the rules, in the trick of that number (from 0)."""

    trick: int
    seat: Seat
    card: Card
    clause: str


class Barred(msgspec.Struct, frozen=True, gc=False):
    """A suit that a side may not play in the trick of that number (C-8B)."""

    side: Side
    suit: Suit
    trick: int


def first_leader(rules: Ruleset, dealer: Seat, contract: Contract) -> Seat:
    """Who leads to the first trick."""
    caller_leads = rules.play.first_lead == "taker" or _slam_leads(rules, contract)
    return contract.seat if caller_leads and contract.seat is not None else rules.table.next(dealer)


def _slam_leads(rules: Ruleset, contract: Contract) -> bool:
    """Is it a slam that its caller leads to (AN-2.3)?"""
    part = rules.trump_choice
    slams = part.slams if isinstance(part, Auction) else ()
    return any(slam.name == contract.value and slam.leads == "caller" for slam in slams)


class Playing(msgspec.Struct, frozen=True, gc=False):
    """`turn` is None while a full trick waits to be gathered."""

    rules: Ruleset
    contract: Contract
    order: Order
    length: int
    held: Held
    turn: Seat | None
    royals_here: Cards
    points: Mapping[Side, int]
    blind: bool = False
    trick: Trick = ()
    won: tuple[tuple[Seat, Trick], ...] = ()
    royals: tuple[Royal, ...] = ()
    exposed: Mapping[Seat, Cards] = {}
    barred: tuple[Barred, ...] = ()
    wrong: tuple[WrongCard, ...] = ()
    forgiven: tuple[Suit, ...] = ()
    roem: Mapping[Side, int] = {}
    roem_said_of: int = 0

    @classmethod
    def start(
        cls, rules: Ruleset, contract: Contract, held: Held, leader: Seat, length: int, *, blind: bool = False
    ) -> Playing:
        rules = rules.as_played(closed=contract.closed is True)
        order = order_at(rules.card_values, contract.trump)
        return cls(
            rules,
            contract,
            order,
            length,
            held,
            leader,
            royal_cards(rules.belote, order),
            dict.fromkeys(rules.table.sides, 0),
            blind,
        )

    def with_discard(self, cards: Cards) -> Playing:
        """What the taker laid aside, as far as the reader knows it, counts for him (T3-1-discard)."""
        side = self.contract.side
        if not cards or side is None:
            return self
        return replace(self, points={**self.points, side: self.points[side] + self.order.total(cards)})

    @property
    def finished(self) -> bool:
        return len(self.won) == self.length

    @property
    def last_trick(self) -> tuple[Seat, Trick] | None:
        """The trick that may be looked at again (A-5.1, B-5.2, C-6.9)."""
        return self.won[-1] if self.won else None

    def laid_cards(self) -> Cards:
        """Every card played so far."""
        mask = 0
        for trick in self.laid_tricks():
            for _, card in trick:
                mask |= card.bit
        return Cards.of_mask(mask)

    def laid_tricks(self) -> tuple[Trick, ...]:
        """The open trick, then those won, the last first."""
        return (self.trick, *[trick for _, trick in reversed(self.won)])

    def tricks(self) -> dict[Side, int]:
        side = self.rules.table.side
        taken = dict.fromkeys(self.rules.table.sides, 0)
        for winner, _ in self.won:
            taken[side(winner)] += 1
        return taken

    def open_roem(self) -> int:
        """What lies in the last trick and may still be said: nobody has led to the next (KL-4)."""
        part = self.rules.roem
        if part is None or self.trick or self.roem_said_of == len(self.won):
            return 0
        _, trick = self.won[-1]
        return roem_of(part, self.order, (card for _, card in trick))

    # What may be played

    def barred_cards(self, seat: Seat) -> Cards:
        """All cards of the suits that the seat's side may not play in this trick (C-8B)."""
        if not self.barred:
            return NO_CARDS
        side, now = self.rules.table.side(seat), len(self.won)
        suits = [bar.suit for bar in self.barred if bar.trick == now and bar.side == side]
        return Cards(card for suit in suits for card in SUIT_CARDS[suit])

    def legal_cards(self, seat: Seat) -> Cards:
        hand = self.held.playable(seat)
        rules = self.rules
        barred = self.barred_cards(seat)
        lawful = legal_cards(rules.play, self.order, rules.table, seat, hand, self.trick, barred)
        if not self.exposed:
            return lawful
        return (self.exposed.get(seat, NO_CARDS) & lawful) or lawful

    def refusals(self, seat: Seat) -> dict[Card, str]:
        """The cards of one's own that may not be played now, with the clause."""
        hand, rules = self.held.playable(seat), self.rules
        refused = refusals(
            rules.play, self.order, rules.table, seat, hand, self.trick, self.barred_cards(seat)
        )
        if not self.exposed:
            return refused
        shown = self.legal_cards(seat)
        return refused | {
            card: rules.play.cites.shown for card in hand if card not in refused and card not in shown
        }

    def legal(self, seat: Seat) -> tuple[Play | PlayBlind | SayRoem, ...]:
        """A card each; with words to be said by hand, also the card with its word, and roem first."""
        if seat != self.turn:
            return ()
        if self.blind:
            return (PlayBlind(seat),)
        cards = self.legal_cards(seat)
        plain: tuple[Play | SayRoem, ...] = tuple([Play(seat, card) for card in cards])
        if not self.rules.auto and self.open_roem():
            plain = (SayRoem(seat), *plain)
        if self.rules.auto or not cards.mask & self.royals_here.mask:
            return plain
        spoken = (Play(seat, card, self.word(seat, card)) for card in cards & self.royals_here)
        return plain + tuple(play for play in spoken if play.say is not None)

    def word(self, seat: Seat, card: Card) -> Word | None:
        """The word that a player may say with this card."""
        if not self._may_say(card):
            return None
        assert self.rules.belote is not None
        return words_for(self.rules.belote, seat, card, self.held.playable(seat), self.royals)

    def automatic_word(self, seat: Seat, card: Card) -> Word | None:
        if not self._may_say(card):
            return None
        assert self.rules.belote is not None
        return automatic_word(self.rules.belote, seat, card, self.held.playable(seat), self.royals)

    def _may_say(self, card: Card) -> bool:
        belote = self.rules.belote
        if belote is None or card not in self.royals_here:
            return False
        led = self.trick[0][1].suit if self.trick else None
        return may_be_said(belote, self.order, led, card)

    # What happens

    def after_card(self, event: CardPlayed) -> Playing:
        seat, card = event.seat, event.card
        trick = (*self.trick, (seat, card))
        table = self.rules.table
        turn = None if len(trick) == table.size else table.next(seat)
        after = replace(self, held=self.held.without(seat, card), trick=trick, turn=turn)
        if card.bit & self.royals_here.mask:
            after = replace(after, royals=(*self.royals, Royal(seat, card, event.say)))
        if self.exposed and card in self.exposed.get(seat, NO_CARDS):
            exposed = {**self.exposed, seat: self.exposed[seat].without(card)}
            after = replace(after, exposed=exposed)
        if event.wrong is not None:
            wrong = WrongCard(len(self.won), seat, card, event.wrong)
            after = replace(after, wrong=(*self.wrong, wrong))
        return after

    def trick_won(self) -> TrickWon:
        """Who takes the full trick, and the points of its cards."""
        winner, _ = self.order.winner(self.trick)
        return TrickWon(winner, self.order.total(card for _, card in self.trick))

    def after_trick(self, event: TrickWon) -> Playing:
        side = self.rules.table.side(event.seat)
        return replace(
            self,
            trick=(),
            turn=event.seat,
            won=(*self.won, (event.seat, self.trick)),
            points={**self.points, side: self.points[side] + event.points},
        )

    def after_roem(self, event: RoemSaid) -> Playing:
        side = self.rules.table.side(event.seat)
        said = {**self.roem, side: self.roem.get(side, 0) + event.points}
        return replace(self, roem=said, roem_said_of=len(self.won))

    def after_pile(self, event: PileTurned) -> Playing:
        return replace(self, held=self.held.turn_pile(event.seat, event.pile, event.card))

    def pile_turned(self, seat: Seat, card: Card) -> PileTurned | None:
        """The card that playing `card` uncovers, if it lay on a pile."""
        if not self.held.piles or (place := self.held.pile_of(seat, card)) is None:
            return None
        under = self.held.piles[seat][place].under
        return PileTurned(seat, place, under) if under is not None else None

    @property
    def turns_piles_late(self) -> bool:
        """Is the card under one that was played turned after the trick only?"""
        layout = self.rules.dealing.layout
        return isinstance(layout, Piles) and layout.uncovered == "after_trick"

    def piles_to_turn(self) -> tuple[PileTurned, ...]:
        """After a trick, the cards that lay under those played to it, in the order of play."""
        if not self.turns_piles_late or not self.won:
            return ()
        return tuple(
            PileTurned(seat, place, pile.under)
            for seat, _ in self.won[-1][1]
            for place, pile in enumerate(self.held.piles[seat])
            if pile.top is None and pile.under is not None
        )

    def after_exposure(self, event: CardExposed) -> Playing:
        seen = replace(self, held=self.held.reveal(event.seat, event.card))
        if self.rules.penalties.shown_card == "none":
            return seen
        exposed = self.exposed.get(event.seat, NO_CARDS).plus(event.card)
        return replace(seen, exposed={**self.exposed, event.seat: exposed})

    def after_excuse(self, event: CardExcused) -> Playing:
        exposed = {seat: cards.without(event.card) for seat, cards in self.exposed.items()}
        return replace(self, exposed=exposed)
