"""Thousands of deals at once, as tensors: the cards, the law, the calls, and what each seat has seen.

Cards are numbered for the trump in play: suit 0 is trump, 1 to 3 the others, eight ranks each from the
strongest down, so a card is `8 * suit + rank` and a set of cards a 32-bit mask. Seat 0 leads to the first
trick, and the play goes 0, 1, 2, 3. tests/test_training.py holds the rules here against rebelote's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor

TRUMP_POINTS = (20, 14, 11, 10, 4, 3, 0, 0)
PLAIN_POINTS = (11, 10, 4, 3, 2, 0, 0, 0)
LAST_TRICK = 10
ALL_POINTS = 162
TRUMPS = 0xFF

BINS = 84
"""Two points a bin, then every trick to the takers, every trick to the defence."""
CAPOT, CHECKED = 82, 83

FREE, FREE_BEFORE_A_RUFF, RUFF = 0, 1, 2
OVER_OR_DISCARD, OVER_IF_ABLE, ANY = 0, 1, 2


@dataclass
class Law:
    """What a hand must play, one row a table: the fields of rebelote's `Obligations`."""

    partner_master: Tensor
    partner_ruffed: Tensor
    underruff: Tensor  # under an opponent's ruff that can't be beaten, a trump all the same
    lead_beats_partner: Tensor

    def spread(self) -> Law:
        """With room for a second dimension."""
        return Law(*(each[:, None] for each in vars(self).values()))


def legal(hand: Tensor, led: Tensor, best: Tensor, partner_holds: Tensor, law: Law) -> Tensor:
    """The cards of `hand` that may be played; `led` is -1 for who leads, `best` holds the trick."""
    top = best.clamp(min=0)
    below = (torch.ones_like(hand) << top) - 1
    trumped = top < 8
    suit_of_best = torch.full_like(hand, 0xFF) << (top // 8 * 8)
    beating = torch.where(trumped, below & TRUMPS, (below & suit_of_best) | TRUMPS)

    following = hand & (torch.full_like(hand, 0xFF) << (8 * led.clamp(min=0)))
    higher = following & beating
    must_rise = (led == 0) & (higher != 0) & (law.lead_beats_partner | ~partner_holds)
    follow = torch.where(must_rise, higher, following)

    trumps, side = hand & TRUMPS, hand & ~TRUMPS
    over = trumps & beating
    let_off = partner_holds & (
        (law.partner_master == FREE) | ((law.partner_master == FREE_BEFORE_A_RUFF) & ~trumped)
    )
    discards = torch.where(law.partner_ruffed == OVER_OR_DISCARD, side != 0, over != 0)
    on_partner = torch.where(trumped & discards & (law.partner_ruffed != ANY), side | over, hand)
    stuck = torch.where(law.underruff, trumps, hand)
    ruff = torch.where(trumped & (over == 0), stuck, over)
    void = torch.where(trumps == 0, hand, torch.where(let_off, on_partner, ruff))

    return torch.where(led < 0, hand, torch.where(following != 0, follow, void))


@cache
def constant(values: Any, device: torch.device) -> Tensor:
    """A tuple as a tensor, sent to the device once."""
    return torch.tensor(values, device=device)


def bits(masks: Tensor) -> Tensor:
    """Each mask as 32 zeros and ones."""
    places = torch.arange(32, dtype=torch.int32, device=masks.device)
    return (masks.to(torch.int32)[..., None] >> places) & 1


@dataclass
class Contracts:
    """What is played for, one row a table, and what the calls said."""

    taker: Tensor  # seat
    needed: Tensor  # points that make the contract
    aims: Tensor  # [tables, 4]: plays for marks?, weight of the points, bonus, forfeit (see `utility`)
    bids: Tensor  # [tables, seats, suits]: the last value bid there, as a share of 160
    known: Tensor  # [tables, seats]: cards that everybody saw go into that hand
    second_round: Tensor


def utility(contracts: Contracts) -> Tensor:
    """What each bin is worth to the takers, in points: [tables, BINS].

    For points, what they make beyond half. For marks: made, `weight` times that and a bonus; else forfeit.
    """
    device = contracts.needed.device
    points = constant((*(2.0 * place + 1 for place in range(CAPOT)), 252.0, -90.0), device)
    margin = (points - ALL_POINTS / 2)[None]
    plays_for_marks, weight, bonus, forfeit = contracts.aims.unbind(1)
    made = points[None] >= contracts.needed[:, None]
    made[:, CAPOT].fill_(True)
    made[:, CHECKED].fill_(False)
    marks = torch.where(made, weight[:, None] * margin + bonus[:, None], -forfeit[:, None])
    plain = margin.clone()
    plain[:, CAPOT].fill_(81.0)
    plain[:, CHECKED].fill_(-81.0)
    return torch.where(plays_for_marks[:, None] > 0, marks, plain)


class Tables:
    """Deals in progress, all at the same card."""

    def __init__(self, hands: Tensor, contracts: Contracts, law: Law) -> None:
        self.hands = hands.clone()
        self.contracts = contracts
        self.law = law
        self.number = len(hands)
        self.device = hands.device
        self.rows = torch.arange(self.number, device=self.device)
        zeros = torch.zeros_like(hands)
        self.played, self.led_cards, self.ruled_out = zeros.clone(), zeros.clone(), zeros.clone()
        self.trick = torch.full_like(hands, -1)
        self.leader = torch.zeros_like(self.rows)
        self.best = torch.full_like(self.rows, -1)
        self.holder = torch.zeros_like(self.rows)
        self.led = torch.full_like(self.rows, -1)
        self.points = torch.zeros(self.number, 2, dtype=torch.long, device=self.device)
        self.tricks = torch.zeros(self.number, 2, dtype=torch.long, device=self.device)
        self.cards_played = 0
        self.worth = constant(TRUMP_POINTS + PLAIN_POINTS * 3, self.device)

    @property
    def turn(self) -> Tensor:
        return (self.leader + self.cards_played % 4) % 4

    def partner_holds(self) -> Tensor:
        return (self.best >= 0) & ((self.holder - self.turn) % 2 == 0)

    def legal(self) -> Tensor:
        return legal(self.hands[self.rows, self.turn], self.led, self.best, self.partner_holds(), self.law)

    def play(self, card: Tensor) -> None:
        seat = self.turn
        one = torch.ones_like(card) << card
        self._learn(seat, card)
        self.hands[self.rows, seat] &= ~one
        self.played[self.rows, seat] |= one
        leads = self.cards_played % 4 == 0
        if leads:
            self.led_cards[self.rows, seat] |= one
            self.led = card // 8
        suit, best_suit = card // 8, self.best // 8
        beats = (self.best < 0) | torch.where(suit == best_suit, card < self.best, suit == 0)
        self.best = torch.where(beats, card, self.best)
        self.holder = torch.where(beats, seat, self.holder)
        self.trick[self.rows, seat] = card
        self.cards_played += 1
        if self.cards_played % 4 == 0:
            self._gather()

    def _learn(self, seat: Tensor, card: Tensor) -> None:
        """What the seat can't hold: a card beside which the one played would have been illegal."""
        others = torch.arange(32, device=self.device)[None]
        one = torch.ones_like(card) << card
        pairs = one[:, None] | (torch.ones_like(others) << others)
        allowed = legal(
            pairs, self.led[:, None], self.best[:, None], self.partner_holds()[:, None], self.law.spread()
        )
        refuted = ((allowed & one[:, None]) == 0).long() << others
        self.ruled_out[self.rows, seat] |= refuted.sum(1)

    def _gather(self) -> None:
        value = self.worth[self.trick].sum(1)
        if self.cards_played == 32:
            value = value + LAST_TRICK
        side = self.holder % 2
        self.points[self.rows, side] += value
        self.tricks[self.rows, side] += 1
        self.leader = self.holder
        self.trick = torch.full_like(self.trick, -1)
        self.best = torch.full_like(self.best, -1)
        self.led = torch.full_like(self.led, -1)

    def outcome(self) -> Tensor:
        """The bin of each deal that is over."""
        side = self.contracts.taker % 2
        made, tricks = self.points[self.rows, side], self.tricks[self.rows, side]
        found = made // 2
        found = torch.where(tricks == 8, torch.full_like(found, CAPOT), found)
        return torch.where(tricks == 0, torch.full_like(found, CHECKED), found)


SETS = 21
SCALARS = 64
FEATURES = SETS * 32 + SCALARS
HIDDEN = 3 * 32
"""What a critic sees besides: the other hands."""


def observe(tables: Tables) -> tuple[Tensor, Tensor]:
    """What the seat in turn knows: sets of cards as masks [tables, SETS], and numbers [tables, SCALARS].

    Seats are counted from the one in turn: 0 itself, 2 its partner.
    """
    rows, seat, contracts = tables.rows, tables.turn, tables.contracts
    around = (seat[:, None] + torch.arange(4, device=tables.device)[None]) % 4
    column = rows[:, None]
    hand = tables.hands[rows, seat]
    everything = torch.full_like(hand, 0xFFFFFFFF)
    gone = tables.played[:, 0] | tables.played[:, 1] | tables.played[:, 2] | tables.played[:, 3]
    known = contracts.known[column, around] & ~gone[:, None]
    placed = hand | gone | known[:, 0] | known[:, 1] | known[:, 2] | known[:, 3]
    unseen = (everything & ~placed)[:, None]
    could_hold = (unseen & ~tables.ruled_out[column, around[:, 1:]]) | known[:, 1:]
    on_table = tables.trick[column, around[:, 1:]]
    trick = torch.where(on_table >= 0, torch.ones_like(on_table) << on_table.clamp(min=0), 0)
    sets = torch.cat(
        [
            hand[:, None],
            tables.legal()[:, None],
            tables.played[column, around],
            tables.led_cards[column, around],
            could_hold,
            known[:, 1:],
            trick,
            (everything & ~placed)[:, None],
            gone[:, None],
        ],
        1,
    )
    return sets, _numbers(tables, around)


def peek(tables: Tables) -> Tensor:
    """The other hands, from the next seat on: what only a critic may see."""
    around = (tables.turn[:, None] + torch.arange(1, 4, device=tables.device)[None]) % 4
    return tables.hands[tables.rows[:, None], around]


def _numbers(tables: Tables, around: Tensor) -> Tensor:
    rows, contracts, law = tables.rows, tables.contracts, tables.law
    column = rows[:, None]
    seats = torch.arange(4, device=tables.device)[None]
    mine = (tables.turn % 2)[:, None]
    sides = torch.cat([mine, 1 - mine], 1)
    points, tricks = tables.points[column, sides].float(), tables.tricks[column, sides].float()
    takers_points = tables.points[rows, contracts.taker % 2].float()
    lying = torch.where(tables.trick >= 0, tables.worth[tables.trick.clamp(min=0)], 0).sum(1).float()
    holder = torch.where(tables.best >= 0, (tables.holder - tables.turn) % 4, -1)
    columns = [
        ((contracts.taker - tables.turn) % 4)[:, None] == seats,
        ((tables.leader - tables.turn) % 4)[:, None] == seats,
        ((3 - tables.turn) % 4)[:, None] == seats,
        holder[:, None] == seats,
        (torch.full_like(column, tables.cards_played // 4) == torch.arange(8, device=tables.device)[None]),
        points / ALL_POINTS,
        tricks / 8,
        lying[:, None] / 40,
        contracts.needed[:, None] / ALL_POINTS,
        (contracts.needed - takers_points)[:, None] / ALL_POINTS,
        contracts.aims * constant((1.0, 1.0, 1 / 160, 1 / 160), tables.device),
        law.partner_master[:, None] == torch.arange(3, device=tables.device)[None],
        law.partner_ruffed[:, None] == torch.arange(3, device=tables.device)[None],
        law.underruff[:, None],
        law.lead_beats_partner[:, None],
        contracts.second_round[:, None],
        contracts.bids[column, around].flatten(1),
    ]
    numbers = torch.cat([each.float() for each in columns], 1)
    padding = numbers.new_zeros(len(numbers), SCALARS - numbers.shape[1])
    return torch.cat([numbers, padding], 1)


def unpack(sets: Tensor, numbers: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
    """One row of features a table, the sets first."""
    return torch.cat([bits(sets).flatten(1).to(dtype), numbers.to(dtype)], 1)
