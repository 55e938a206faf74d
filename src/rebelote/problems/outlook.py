"""A position in worlds that fit the view, each solved with open cards: all of them where they are few."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from rebelote import _native
from rebelote.bots.expert.hidden_hands import MOST_DRAWN, believe
from rebelote.bots.expert.places import NOBODY
from rebelote.bots.inference import Inference
from rebelote.bots.search_tools import SearchTools
from rebelote.cards import PACK, Card, Cards
from rebelote.phases.playing import Playing
from rebelote.problems.marked import KnownSheet, ScoreMemory
from rebelote.results import Result
from rebelote.solver import Position, Solver
from rebelote.table import Seat, Side
from rebelote.view import View

ALL: Final = 1000
"""Where so few deals fit, every one is solved."""
OFTEN: Final = 12
"""How often each is drawn on average, so that hardly ever one is missing."""
DRAWN: Final = 30
"""Worlds drawn for one that is kept, where they are many."""


Dealt = tuple[tuple[int, ...], tuple[int, ...]]
"""The hidden cards by seat, as masks, and those in no hand."""
Line = tuple[tuple[Seat, Card], ...]
"""Cards in the order played, and who plays each."""


class World(NamedTuple):
    """A deal that fits, every card open, and what each card marks in it, the others' marks taken off."""

    position: Position
    sheet: KnownSheet
    values: Mapping[Card, int]


class Outlook:
    """`worlds` are all that fit, equally likely, if `is_complete`; else drawn, likelier ones more often."""

    def __init__(self, view: View, tools: SearchTools, solver: Solver, number: int, seed: int) -> None:
        self.view = view
        self.solver = solver
        self.inference = Inference(view)
        playing = view.situation.phase
        assert isinstance(playing, Playing)
        self.playing = playing
        self.table = view.rules.table
        self.side = self.table.side(self.inference.seat)
        self.spec = tools.compiled(view.rules).spec_of(playing.contract)
        self.pairs = tools.compiled(view.rules).royal_pairs(self.spec.trump)
        worlds = self.inference.worlds()
        self.count = worlds.count if worlds is not None else 0
        self.is_complete = 0 < self.count <= ALL and not self.inference.spare and view.situation.talk is None
        self.memory = ScoreMemory()
        deals = self._every(worlds, seed) if self.is_complete and worlds is not None else []
        self.is_complete = self.is_complete and len(deals) == self.count
        if not self.is_complete:
            deals = self._drawn(believe(self.inference, tools.compiled(view.rules)), number, seed)
        self.worlds = [self._solve(list(hidden), list(spare)) for hidden, spare in deals]

    def _drawn(self, belief: _native.Belief | None, number: int, seed: int) -> list[Dealt]:
        if belief is None:
            return []
        drawn = max(number * DRAWN, 50)
        belief.draw(drawn, number, drawn * MOST_DRAWN, seed, lambda: True)
        return [(tuple(hidden), tuple(spare)) for hidden, spare in belief.worlds()]

    def _every(self, worlds: _native.Worlds, seed: int) -> list[Dealt]:
        """Drawn, all equally likely, until none can be missing: the caller counts them."""
        order = self.inference.order
        owned = [self.inference.owned(seat).mask for seat in order]
        belief = _native.Belief(worlds, [*range(len(order)), NOBODY], owned, 0, 0, [], None, None)
        return sorted(set(self._drawn(belief, OFTEN * self.count, seed)))

    def _solve(self, hidden: list[int], spare: list[int]) -> World:
        position = self._position(hidden, spare)
        sheet = KnownSheet(
            contract=self.playing.contract,
            points=self.playing.points,
            belote=self._belotes(position),
            declarations=self._declared(),
            pending=self.view.situation.pending,
            bids=self.view.situation.guesses,
            memory=self.memory,
        )
        return World(position, sheet, self.solver.solve_marks(position, sheet, self.side).cards)

    def _position(self, hidden: list[int], spare: list[int]) -> Position:
        playing, order = self.playing, self.inference.order
        hands = {
            seat: self.inference.playable(seat) | Cards.of_mask(hidden[place])
            for place, seat in enumerate(order)
        }
        under = [PACK[card] for card in spare]
        piles: dict[Seat, list[tuple[Card, Card]]] = {}
        for seat in order:
            for pile in playing.held.piles.get(seat, ()):
                if pile.covers and pile.top is not None:
                    piles.setdefault(seat, []).append((pile.top, under.pop(0)))
        for seat in order:
            waits = [pile for pile in playing.held.piles.get(seat, ()) if pile.covers and pile.top is None]
            for _ in waits:
                hands[seat] = hands[seat].plus(under.pop(0))
        leader = playing.trick[0][0] if playing.trick else playing.turn
        assert leader is not None
        return Position(self.spec, hands, leader, playing.trick, playing.tricks(), piles)

    def _belotes(self, position: Position) -> Mapping[Side, int]:
        found = dict.fromkeys(self.table.sides, 0)
        for seat, cards in position.holdings().items():
            had = cards.mask | self.inference.laid_by(seat).mask
            found[self.table.side(seat)] += sum(not pair & ~had for pair in self.pairs)
        return found

    def _declared(self) -> Mapping[Side, int]:
        talk = self.view.situation.talk
        return {side: talk.shown.get(side, 0) if talk is not None else 0 for side in self.table.sides}

    # What it says

    def mean(self, card: Card) -> float:
        """What a card marks on average, everybody playing as if the cards were open."""
        return sum(world.values[card] for world in self.worlds) / len(self.worlds)

    def share(self, card: Card, holds: Callable[[World, int], bool]) -> float:
        """In which share of the worlds this is true of what the card marks."""
        return sum(holds(world, world.values[card]) for world in self.worlds) / len(self.worlds)

    def chance_of_result(self, card: Card, result: Result) -> float | None:
        """In which share of the worlds the contract comes out so; None where marks don't tell."""
        if self.playing.contract.side is None or not self.worlds:
            return None
        found = 0
        for world in self.worlds:
            told = world.sheet.result(self.spec, self.side, self.playing.length, world.values[card])
            if told is None:
                return None
            found += told == result
        return found / len(self.worlds)

    def line(self, world: World, card: Card, tricks: int | None = None) -> Line:
        """The deal from this card on in that world, nobody erring: first for marks, then for points.

        It goes to the end, or to that of so many tricks.
        """
        position, sheet = world.position, world.sheet
        played = [(position.turn, card)]
        last = position.tricks_left - tricks + 1 if tricks is not None else 1
        while position.tricks_left > max(last, 1) or len(position.trick) + 1 < self.table.size:
            position, sheet = after_card(position, sheet, played[-1][1])
            played.append((position.turn, self._best(position, sheet)))
        return tuple(played)

    def _best(self, position: Position, sheet: KnownSheet) -> Card:
        legal = position.legal()
        if len(legal) == 1:
            return next(iter(legal))
        side = self.table.side(position.turn)
        marks = self.solver.solve_marks(position, sheet, side).cards
        points = self.solver.solve(position, side, line=False).cards
        cheap = self.spec.order.points
        return max(legal, key=lambda card: (marks[card], points[card], -cheap[card.index], -card.index))


def after_card(position: Position, sheet: KnownSheet, card: Card) -> tuple[Position, KnownSheet]:
    """The position once the card is laid, the trick gathered if it was its last; with the points so far."""
    spec, table, seat = position.spec, position.spec.table, position.turn
    trick = (*position.trick, (seat, card))
    turned = [under for top, under in position.piles.get(seat, ()) if top is card]
    hands = {**position.hands, seat: position.hands[seat].without(card) | Cards(turned)}
    piles = {who: [pile for pile in row if pile[0] is not card] for who, row in position.piles.items()}
    if len(trick) < table.size:
        return Position(spec, hands, position.leader, trick, position.tricks, piles), sheet
    winner, _ = spec.order.winner(trick)
    side = table.side(winner)
    tricks = {**position.tricks, side: position.tricks.get(side, 0) + 1}
    points = {**sheet.points, side: sheet.points.get(side, 0) + spec.order.total(card for _, card in trick)}
    return Position(spec, hands, winner, (), tricks, piles), dataclasses.replace(sheet, points=points)
