"""Deals and the contracts that sensible players would call on them, thousands at once.

What a hand is worth at a trump, and what a call needs, are habitue's (bidding.json, which
training/export_bidding.py writes), blurred so that the players who learn from these calls meet bold and timid
partners. Here cards are numbered before trump is known: `8 * suit + rank` with the ranks of a plain suit,
A T K Q J 9 8 7.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor

from training.table import (
    ANY,
    FREE,
    FREE_BEFORE_A_RUFF,
    OVER_IF_ABLE,
    OVER_OR_DISCARD,
    RUFF,
    Contracts,
    Law,
    constant,
)

BIDDING: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "bidding.json").read_text("utf-8"))
NEEDS: Final[dict[str, float]] = BIDDING["needs"]
RANKS = "ATKQJ98" + "7"
TRUMP_PLACE = (2, 3, 4, 5, 0, 1, 6, 7)
"""Where each plain rank stands among trumps."""
AS_TRUMPS = tuple(
    sum(1 << TRUMP_PLACE[place] for place in range(8) if mask >> place & 1) for mask in range(256)
)
TRUMP_FIRST = ((0, 1, 2, 3), (1, 0, 2, 3), (2, 0, 1, 3), (3, 0, 1, 2))
HALF = 81


@dataclass
class Worth:
    """Tables of what the cards of a suit add: as trump, as a side suit without and with trumps to ruff."""

    trump: Tensor
    side: Tensor  # [2, 256]

    def of(self, suits: Tensor) -> Tensor:
        """`suits` [..., 4] holds one byte a suit; the answer [..., 4] is the hand's worth at each trump."""
        counts = _counts(suits.device)[suits]
        can_ruff = (counts > 2).long()
        total = self.trump[suits]
        for trump in range(4):
            for suit in range(4):
                if suit != trump:
                    total[..., trump] += self.side[can_ruff[..., trump], suits[..., suit]]
        return total


def worth(layout: str, role: str, device: torch.device) -> Worth:
    tables = BIDDING["tables"][layout][role]
    side = [tables["side"], tables["side_with_trumps"]]
    return Worth(torch.tensor(tables["trumps"], device=device), torch.tensor(side, device=device))


def _counts(device: torch.device) -> Tensor:
    return constant(tuple(mask.bit_count() for mask in range(256)), device)


def _bytes(masks: Tensor) -> Tensor:
    return (masks[..., None] >> (8 * torch.arange(4, device=masks.device))) & 0xFF


def deal(number: int, device: torch.device) -> Tensor:
    """Packs in an order of chance: [number, 32]."""
    return torch.rand(number, 32, device=device).argsort(1)


def _hand(cards: Tensor) -> Tensor:
    return (torch.ones_like(cards) << cards).sum(-1)


def canonical(masks: Tensor, trump: Tensor) -> Tensor:
    """Sets of cards renumbered for the trump in play (see training/table.py): [tables, n] and [tables]."""
    device = masks.device
    suits = _bytes(masks)
    order = constant(TRUMP_FIRST, device)[trump]
    suits = suits.gather(-1, order[:, None].expand(suits.shape))
    table = constant(AS_TRUMPS, device)
    suits[..., 0] = table[suits[..., 0]]
    return (suits << (8 * torch.arange(4, device=device))).sum(-1)


class Callers:
    """Makes tables with their contracts: half of them by auction, half by the turned card.

    With `blur` 0 all call as habitue does, contre and capot apart; with 1 some are bold and some timid, some
    jump to what they may be paid for, and some raise their partners.
    """

    def __init__(self, device: torch.device, blur: float = 1.0) -> None:
        self.device = device
        self.blur = blur
        self.alone = worth("hands", "solo", device)
        self.support = worth("hands", "support", device)
        self.taking = worth("turn_up", "solo", device)

    def auction(self, number: int) -> tuple[Tensor, Contracts]:
        device = self.device
        hands = _hand(deal(number, device).view(number, 4, 8))
        suits = _bytes(hands)
        blur = self._blur(number)
        alone = self.alone.of(suits) + blur
        support = self.support.of(suits) + blur / 2
        bids = torch.zeros(number, 4, 4, device=device)
        bid_at = torch.full((number, 4, 4), -1, device=device)
        value = torch.full((number,), 70.0, device=device)
        trump = torch.zeros(number, dtype=torch.long, device=device)
        taker = torch.full((number,), -1, device=device)
        rows = torch.arange(number, device=device)
        jumps = torch.rand(number, device=device) < 0.3 * self.blur
        for turn in range(12):
            seat = turn % 4
            partner = bids[:, (seat + 2) % 4]
            # A partner's bid helps unless an opponent has bid the suit since.
            theirs = torch.maximum(bid_at[:, (seat + 1) % 4], bid_at[:, (seat + 3) % 4])
            helps = bid_at[:, (seat + 2) % 4] > theirs
            helped = torch.maximum(alone[:, seat], partner + NEEDS["slack"] + support[:, seat])
            hope = torch.where(helps, helped, alone[:, seat]) - NEEDS["bid"]
            best, suit = hope.max(1)
            ours = (taker >= 0) & ((taker - seat) % 2 == 0)
            raising = ours & (trump == suit) & (torch.rand(number, device=device) < 0.5 * self.blur)
            least = value + 10
            paid = torch.maximum(least, ((best - NEEDS["paid_call"]) // 10) * 10)
            level = torch.where(jumps, paid, least).clamp(max=160)
            bidding = (best >= least) & (~ours | raising) & (least <= 160)
            value = torch.where(bidding, level, value)
            trump = torch.where(bidding, suit, trump)
            taker = torch.where(bidding, torch.full_like(taker, seat), taker)
            bids[rows, seat, suit] = torch.where(bidding, level, bids[rows, seat, suit])
            before = bid_at[rows, seat, suit]
            bid_at[rows, seat, suit] = torch.where(bidding, torch.full_like(before, turn), before)
        # Where nobody called, the one who came nearest to it has to.
        nobody = taker < 0
        nearest = alone.flatten(1).argmax(1)
        taker = torch.where(nobody, nearest // 4, taker)
        trump = torch.where(nobody, nearest % 4, trump)
        value = torch.where(nobody, torch.full_like(value, 80.0), value)
        nobodys = bids[rows, taker, trump]
        bids[rows, taker, trump] = torch.where(nobody, torch.full_like(nobodys, 80.0), nobodys)
        order = constant(TRUMP_FIRST, device)[trump]
        bids = bids.gather(-1, order[:, None].expand(bids.shape)) / 160
        contracts = Contracts(
            taker,
            value,
            self._contract_aims(value),
            bids,
            torch.zeros(number, 4, dtype=torch.long, device=device),
            torch.zeros(number, device=device),
        )
        return canonical(hands, trump), contracts

    def _blur(self, number: int) -> Tensor:
        """How much more than there is each player sees: in all, and at each trump."""
        device = self.device
        whole = torch.randn(number, 4, 1, device=device) * 5 + torch.randn(number, 4, 4, device=device) * 4
        return whole * self.blur

    def _contract_aims(self, value: Tensor) -> Tensor:
        """Points, or marks by the points made, by the call, or by both; sometimes doubled."""
        kind = torch.randint(0, 6, value.shape, device=self.device)
        for_marks = (kind >= 2).float()
        weight = ((kind == 2) | (kind == 3) | (kind == 5)).float()
        pays_call = (kind >= 4).float()
        bonus = pays_call * value / 2 + (1 - weight) * 40
        forfeit = 81 + pays_call * value / 2
        return torch.stack([for_marks, weight, bonus, forfeit], 1)

    def turn_up(self, number: int) -> tuple[Tensor, Contracts]:
        device = self.device
        pack = deal(number, device)
        first = pack[:, :20].view(number, 4, 5)
        turned, rest = pack[:, 20], pack[:, 21:]
        rows = torch.arange(number, device=device)
        suits = _bytes(_hand(first) | (torch.ones_like(turned) << turned)[:, None])
        hope = self.taking.of(suits) + self._blur(number) - HALF - NEEDS["take"]
        turned_suit = turned // 8
        promised = hope[rows, :, turned_suit]
        in_round_1 = promised > 0
        seats = torch.arange(4, device=device)[None]
        elsewhere = hope.masked_fill((seats == turned_suit[:, None])[:, None], -1000.0)
        best, suit = elsewhere.max(2)
        in_round_2 = best > 0
        willing = torch.cat([in_round_1, in_round_2], 1).long()
        call = willing.argmax(1)
        nobody = willing.sum(1) == 0
        call = torch.where(nobody, torch.maximum(promised, best).argmax(1) + 4, call)
        second = call >= 4
        taker = call % 4
        trump = torch.where(second, suit[rows, taker], turned_suit)
        # The taker gets the turned card and two more, the others three.
        one = torch.ones_like(turned) << turned
        shares = constant(((0, 2, 5, 8), (0, 3, 5, 8), (0, 3, 6, 8), (0, 3, 6, 9)), device)[taker]
        sizes = 3 - (seats == taker[:, None]).long()
        places = torch.arange(11, device=device)[None, None]
        mine = (places >= shares[..., None]) & (places < (shares + sizes)[..., None])
        hands = _hand(first) | (mine.long() * (torch.ones_like(rest) << rest)[:, None]).sum(-1)
        hands[rows, taker] |= one
        known = torch.zeros(number, 4, dtype=torch.long, device=device)
        known[rows, taker] = one
        needed = torch.where(torch.rand(number, device=device) < 0.8, 82.0, 81.0)
        for_marks = (torch.rand(number, device=device) < 0.7).float()
        aims = torch.stack(
            [for_marks, torch.ones_like(needed), torch.zeros_like(needed), torch.full_like(needed, 81.0)], 1
        )
        contracts = Contracts(
            taker,
            needed,
            aims,
            torch.zeros(number, 4, 4, device=device),
            canonical(known, trump),
            second.float(),
        )
        return canonical(hands, trump), contracts

    def tables(self, number: int) -> tuple[Tensor, Contracts, Law]:
        half = number // 2
        one, other = self.auction(number - half), self.turn_up(half)
        hands = torch.cat([one[0], other[0]])
        joined = Contracts(
            *(torch.cat([a, b]) for a, b in zip(vars(one[1]).values(), vars(other[1]).values(), strict=True))
        )
        return hands, joined, self._laws(number - half, half)

    def _laws(self, auctions: int, turn_ups: int) -> Law:
        """The laws of the books, and now and then any other."""
        device, number = self.device, auctions + turn_ups
        contree = (FREE, OVER_OR_DISCARD, 0, 1)
        ffb = (FREE, OVER_OR_DISCARD, 1, 1)
        annonces = (FREE_BEFORE_A_RUFF, OVER_IF_ABLE, 1, 1)
        classique = (FREE, OVER_IF_ABLE, 1, 1)
        books = constant((contree, classique, ffb, classique, annonces), device)
        by_auction = constant((0, 0, 0, 1, 1), device)[torch.randint(0, 5, (auctions,), device=device)]
        by_turn_up = constant((2, 2, 3, 3, 4), device)[torch.randint(0, 5, (turn_ups,), device=device)]
        book = books[torch.cat([by_auction, by_turn_up])]
        other = torch.stack(
            [
                torch.randint(FREE, RUFF + 1, (number,), device=device),
                torch.randint(OVER_OR_DISCARD, ANY + 1, (number,), device=device),
                torch.randint(0, 2, (number,), device=device),
                torch.randint(0, 2, (number,), device=device),
            ],
            1,
        )
        rare = (torch.rand(number, device=device) < 0.15)[:, None]
        chosen = torch.where(rare, other, book)
        return Law(chosen[:, 0], chosen[:, 1], chosen[:, 2].bool(), chosen[:, 3].bool())
