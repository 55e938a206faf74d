"""Card play at full speed: exact values with open cards, random playouts, and deals of hidden cards.

The typed face of the native core. Python states the rules; a PlaySpec hands the core what it needs of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import sqrt
from typing import Final, Literal, final

from rebelote import _native
from rebelote.card_order import Order, Trick, order_at
from rebelote.cards import NO_CARDS, PACK, RANKS, SUITS, Card, Cards, Trump
from rebelote.errors import RebeloteError
from rebelote.phases.belote import companion, royal_cards
from rebelote.phases.obligations import legal_cards
from rebelote.phases.playing import Playing
from rebelote.phases.scoring import score_deal
from rebelote.results import Contract, DealSummary
from rebelote.ruleset import GapScoring, PointScoring, Ruleset, Staircase, TrickScoring
from rebelote.table import Seat, Side, Table

Counting = Literal["points", "tricks"]
LAST_TRICK_OF_A_SWEEP: Final = 100
DEFAULT_TABLE_MB: Final = 0.625


class BadPosition(RebeloteError):
    """Cards, seats or tricks that can't be together. `code` is the referee's word for it."""

    def __init__(self, message: str, code: str = "inconsistent") -> None:
        self.code = code
        super().__init__(message)


# What is played


@final
class PlaySpec:
    """The play of the cards by one ruleset at one trump, compiled for the core.

    `counting` says what a value counts: points in cards with the last trick's bonus, and 100 for the last
    trick of a side that takes them all (A-9), unless `sweeps` is false; or tricks, the last one as often as
    the ruleset says.
    """

    __slots__ = ("_sweeps", "core", "counting", "order", "rules", "table", "trump")

    def __init__(
        self, rules: Ruleset, trump: Trump, counting: Counting | None = None, *, sweeps: bool = True
    ) -> None:
        self.rules = rules
        self.trump = trump
        self._sweeps = sweeps
        self.table: Table = rules.table
        self.order: Order = order_at(rules.card_values, trump)
        self.counting: Counting = counting or ("tricks" if rules.counts_tricks else "points")
        self.core = self._compiled()

    def _compiled(self) -> _native.PlaySpec:
        by_points = self.counting == "points"
        play, last = self.rules.play, self.last_trick
        return _native.PlaySpec(
            seats=self.table.size,
            partners=len(self.table.sides) < self.table.size,
            trumps={Trump.SANS_ATOUT: "none", Trump.TOUT_ATOUT: "all"}.get(self.trump, "suit"),
            trump=SUITS.index(self.trump.suit) if self.trump.suit else 0,
            partner_master=play.partner_master,
            partner_ruffed=play.partner_ruffed,
            cannot_overruff=play.cannot_overruff,
            lead_beats_partner=play.lead_beats_partner,
            order=[self._strongest_first(PACK[n : n + len(RANKS)]) for n in range(0, len(PACK), len(RANKS))],
            points=self.order.points if by_points else [0] * len(PACK),
            trick=0 if by_points else 1,
            last=last,
            sweep=LAST_TRICK_OF_A_SWEEP - last if by_points and self.has_sweeps else 0,
        )

    def _strongest_first(self, suit: Sequence[Card]) -> list[int]:
        def stronger(card: Card) -> int:
            return sum(other in self.order.beaten_by[card.index] for other in suit)

        return [RANKS.index(card.rank) for card in sorted(suit, key=stronger)]

    @property
    def last_trick(self) -> int:
        """What the last trick brings beyond its cards, or beyond the one trick that it is."""
        if self.counting == "points":
            return self.rules.card_values.last_trick
        scoring = self.rules.scoring
        return scoring.last_counts - 1 if isinstance(scoring, TrickScoring) else 0

    @property
    def has_sweeps(self) -> bool:
        """Does a capot pay? Not where each just marks what it took (D6-points)."""
        return self._sweeps and not isinstance(self.rules.scoring, PointScoring)

    def whole(self, tricks: int) -> int:
        """All that a deal of that many tricks brings, sweeps apart."""
        return (self.order.pack_total if self.counting == "points" else tricks) + self.last_trick

    def place(self, seat: Seat) -> int:
        """A seat's number in the core: its turn in the direction of play."""
        return self.table.order.index(seat)

    def any_seat(self, side: Side) -> int:
        return self.place(self.table.members(side)[0])


@dataclass(frozen=True)
class Position:
    """A deal in the middle of its play, every card open.

    `hands` are what each may play now, the visible tops of piles included; `piles` name the tops that still
    cover a card, with that card. `tricks` are those already won, by side. Raises BadPosition if it can't be.
    """

    spec: PlaySpec
    hands: Mapping[Seat, Cards]
    leader: Seat
    trick: Trick = ()
    tricks: Mapping[Side, int] = field(default_factory=dict)
    piles: Mapping[Seat, Sequence[tuple[Card, Card]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_position(self)

    @classmethod
    def of(cls, playing: Playing, counting: Counting | None = None) -> Position:
        """The position of a deal in the engine, all its hands known."""
        held, table = playing.held, playing.rules.table
        piles = {
            seat: tuple((p.top, p.under) for p in row if p.top is not None and p.under is not None)
            for seat, row in held.piles.items()
        }
        leader = playing.trick[0][0] if playing.trick else playing.turn
        assert leader is not None
        return cls(
            PlaySpec(playing.rules, playing.contract.trump, counting),
            {seat: held.playable(seat) for seat in table},
            leader,
            playing.trick,
            playing.tricks(),
            piles,
        )

    @cached_property
    def board(self) -> _native.Board:
        table = self.spec.table
        won = dict.fromkeys(table.seats, 0) | {
            table.members(side)[0]: number for side, number in self.tricks.items()
        }
        return _native.Board(
            self.spec.core,
            [self.hands[seat].mask for seat in table.order],
            self.spec.place(self.leader),
            [card.index for _, card in self.trick],
            [won[seat] for seat in table.order],
            [(top.index, under.index) for row in self.piles.values() for top, under in row],
        )

    @property
    def turn(self) -> Seat:
        return self.spec.table.from_(self.leader)[len(self.trick)]

    @property
    def tricks_left(self) -> int:
        return self.board.tricks_left

    @property
    def worth_left(self) -> int:
        """All that is still to be taken, the cards on the table included, sweeps apart."""
        return self.board.worth_left

    def legal(self) -> Cards:
        return Cards.of_mask(self.board.legal())

    def holdings(self) -> dict[Seat, Cards]:
        """Every card that a seat has still to play, covered ones too."""
        return {
            seat: hand | Cards(under for _, under in self.piles.get(seat, ()))
            for seat, hand in self.hands.items()
        }


def _check_position(position: Position) -> None:
    table = position.spec.table
    if set(position.hands) != set(table.seats):
        raise BadPosition(f"hands: expected one for each of {' '.join(table.seats)}")
    if position.leader not in table.seats:
        raise BadPosition(f"leader: there is no seat {position.leader} (seats: {' '.join(table.seats)})")
    _check_trick(position)
    _check_cards(position)
    _check_counts(position)
    _check_played(position)


def _check_trick(position: Position) -> None:
    table, trick = position.spec.table, position.trick
    if len(trick) >= table.size:
        raise BadPosition(f"trick: it is complete, with {len(trick)} cards on the table")
    if trick and trick[0][0] != position.leader:
        raise BadPosition(f"trick: {position.leader} leads, so the first card is not {trick[0][0]}'s")
    for (before, _), (seat, _) in pairwise(trick):
        if seat != table.next(before):
            raise BadPosition(f"trick: after {before} plays {table.next(before)}, not {seat}")


def _check_cards(position: Position) -> None:
    places: dict[Card, str] = {}
    found = [(card, "the trick") for _, card in position.trick]
    found += [(card, f"{seat}'s hand") for seat, hand in position.hands.items() for card in hand]
    for seat, row in position.piles.items():
        found += [(under, f"{seat}'s piles") for _, under in row]
    for card, where in found:
        if card in places:
            raise BadPosition(f"{card.text} is in {places[card]} and in {where}", "duplicate_card")
        places[card] = where
    for seat, row in position.piles.items():
        tops = [top for top, _ in row]
        if len(set(tops)) != len(tops) or not Cards(tops) <= position.hands.get(seat, NO_CARDS):
            raise BadPosition(f"piles: the tops of {seat}'s piles are each once among the cards to play")


def _check_counts(position: Position) -> None:
    spec = position.spec
    laid = {seat for seat, _ in position.trick}
    sizes = {seat: len(cards) + (seat in laid) for seat, cards in position.holdings().items()}
    left = sizes[position.leader]
    for seat, size in sizes.items():
        if size != left:
            raise BadPosition(
                f"hands: counting the table, {seat} has {size} cards left and {position.leader} has {left}"
            )
    if left == 0:
        raise BadPosition("hands: there is no card left to play")
    for side, number in position.tricks.items():
        if side not in spec.table.sides or number < 0:
            raise BadPosition(f"tricks: {side} can't have won {number}")
    _check_length(spec.rules, sum(position.tricks.values()), left)


def _check_length(rules: Ruleset, won: int, left: int) -> None:
    match rules.dealing.layout:
        case Staircase(top=top):
            most = top[rules.seating.players]
            if won + left > most:
                raise BadPosition(f"tricks: {won} won and {left} to come; a deal has {most} at most")
        case _:
            if won + left != rules.tricks:
                raise BadPosition(f"tricks: {won} won and {left} to come, and a deal has {rules.tricks}")


def _check_played(position: Position) -> None:
    """The cards on the table were laid by the rules."""
    spec = position.spec
    for n, (seat, card) in enumerate(position.trick):
        hand = position.hands[seat].plus(card)
        if card not in legal_cards(spec.rules.play, spec.order, spec.table, seat, hand, position.trick[:n]):
            held = " ".join(each.text for each in hand)
            raise BadPosition(f"trick: {seat} might not play {card.text}, holding {held}")


# What comes out


@dataclass(frozen=True, slots=True)
class Solution:
    """`value` is what the side still takes with best play by all; `cards` the same after each legal card.

    `line` is one way to play to the end in which nobody errs. `nodes` counts the positions searched.
    """

    side: Side
    value: int
    cards: Mapping[Card, int]
    line: Trick = ()
    nodes: int = 0

    def best(self, position: Position) -> Cards:
        """The cards that keep the value."""
        return Cards(card for card in position.legal() if self.cards[card] == self.value)


Solved = tuple[int, list[tuple[int, int]], list[int], int]


def _solution(position: Position, side: Side, solved: Solved) -> Solution:
    value, cards, line, nodes = solved
    by_card = {PACK[card]: each for card, each in sorted(cards)}
    return Solution(side, value, by_card, _seated(position, line) if line else (), nodes)


def _seated(position: Position, line: Sequence[int]) -> Trick:
    """A line of cards with who plays each."""
    board, order = position.board.copy(), position.spec.table.order
    played: list[tuple[Seat, Card]] = []
    for card in line:
        played.append((order[board.turn], PACK[card]))
        board.play(card)
    return tuple(played)


@dataclass(frozen=True, slots=True)
class Playouts:
    """Random play to the end, `number` times: what each side took on average, and how widely it varied."""

    number: int
    mean: Mapping[Side, float]
    deviation: Mapping[Side, float]
    sweeps: Mapping[Side, int]


def playouts(position: Position, number: int, *, seed: int, threads: int = 1) -> Playouts:
    """Random legal cards to the end of the deal. What comes out depends on the seed, not on the threads."""
    points, squares, sweeps = _native.playouts(position.board, number, seed, threads)
    spec = position.spec
    table, places = spec.table, {seat: spec.place(seat) for seat in spec.table}
    mean = {side: sum(points[places[seat]] for seat in table.members(side)) / number for side in table.sides}
    return Playouts(
        number,
        mean,
        {
            side: sqrt(max(0.0, squares[spec.any_seat(side)] / number - mean[side] ** 2))
            for side in table.sides
        },
        {side: sweeps[spec.any_seat(side)] for side in table.sides},
    )


# Hidden cards


@final
class Worlds:
    """The deals of the hidden cards that agree with what is known, each equally likely.

    `could_hold` gives the hidden cards that a seat may have, `sizes` how many of them it has; `spare` cards
    are held by nobody. The consistent deals are counted, so drawing one never fails and never takes long.
    """

    __slots__ = ("core", "seats")

    def __init__(self, could_hold: Mapping[Seat, Cards], sizes: Mapping[Seat, int], spare: int = 0) -> None:
        self.seats = tuple(could_hold)
        hidden = Cards.of_mask(0)
        for cards in could_hold.values():
            hidden = hidden | cards
        places = [*(could_hold[seat] for seat in self.seats), *([hidden] if spare else [])]
        room = [*(sizes.get(seat, 0) for seat in self.seats), *([spare] if spare else [])]
        holders = [sum(1 << n for n, cards in enumerate(places) if card in cards) for card in PACK]
        try:
            self.core = _native.Worlds(holders, room)
        except ValueError as error:
            raise BadPosition(f"hidden cards: {error}") from None

    @property
    def count(self) -> int:
        """How many deals there are."""
        return self.core.count

    def deal(self, number: int, *, seed: int) -> list[dict[Seat, Cards]]:
        """That many deals, drawn at random and independently."""
        if not self.count:
            raise BadPosition("hidden cards: no deal agrees with what is known")
        return [
            {seat: Cards.of_mask(mask) for seat, mask in zip(self.seats, world, strict=False)}
            for world in self.core.deal(number, seed)
        ]


def deal_worlds(
    could_hold: Mapping[Seat, Cards], sizes: Mapping[Seat, int], number: int, *, seed: int, spare: int = 0
) -> list[dict[Seat, Cards]]:
    """Deals of hidden cards, uniformly over those that agree with who could hold what."""
    return Worlds(could_hold, sizes, spare).deal(number, seed=seed)


# Marks

Score = Mapping[Side, int]
"""What each side marks."""


@dataclass(frozen=True)
class Sheet:
    """What a deal is played for: with it a solver maximises marks instead of points.

    `points` are what each side has taken so far (cards, or tricks where those count); `belote` how many each
    side has, by default read from the hands; `bids` are escalier's guesses.
    """

    contract: Contract | None = None
    points: Mapping[Side, int] = field(default_factory=dict)
    belote: Mapping[Side, int] | None = None
    declarations: Mapping[Side, int] = field(default_factory=dict)
    pending: int = 0
    bids: Mapping[Side, int] = field(default_factory=dict)

    def marks(self, position: Position, side: Side) -> tuple[list[int], int, int]:
        """The side's mark less the other's by its points, for every trick, and for none.

        Among players who are each alone it is the side's own mark.
        """
        spec = position.spec
        length = sum(position.tricks.values()) + position.tricks_left
        belote = self.belote if self.belote is not None else held_belotes(position)

        def mark(score: Score) -> int:
            others = 0 if isinstance(spec.rules.scoring, GapScoring) else sum(score.values()) - score[side]
            return score[side] - others

        whole = spec.whole(length)
        outcome = Outcomes(self, spec, length, side, belote)
        by_points = [mark(outcome.score(points)) for points in range(whole + 1)]
        return by_points, mark(outcome.every_trick()), mark(outcome.no_trick())

    def summary(
        self,
        spec: PlaySpec,
        side: Side,
        points: int,
        tricks: int,
        length: int,
        belote: Mapping[Side, int],
    ) -> DealSummary:
        """A deal that comes out so. Who won the last trick matters only through the points."""
        others = [each for each in spec.table.sides if each != side]
        if self.bids:
            return DealSummary(bids=self.bids, tricks={side: tricks, others[0]: length - tricks})
        by_points = spec.counting == "points"
        has_last = points >= spec.last_trick if by_points and tricks else points > tricks
        has_last = has_last or tricks == length
        cards = points - spec.last_trick * has_last if by_points else 0
        total = spec.order.pack_total if by_points else 0
        return DealSummary(
            contract=self.contract,
            tricks={side: tricks, others[0]: length - tricks},
            cards={side: cards, others[0]: total - cards},
            last=side if has_last else others[0],
            belote=belote,
            declarations=self.declarations,
        )

    def before(self, position: Position, side: Side) -> int:
        """What the side had taken when the position arose."""
        spec, won = position.spec, sum(position.tricks.values())
        if spec.counting == "tricks":
            return position.tricks.get(side, 0)
        known, whole = sum(self.points.values()) + position.worth_left, spec.whole(won + position.tricks_left)
        if known != whole:
            raise BadPosition(f"points: those taken and those to come make {known}, not {whole}")
        return self.points.get(side, 0)


@dataclass(frozen=True)
class Outcomes:
    """What each side marks, by how a deal of so many tricks comes out for one of them."""

    sheet: Sheet
    spec: PlaySpec
    length: int
    side: Side
    belote: Mapping[Side, int]

    def score(self, points: int) -> Score:
        """With so many points, and a trick at least for each side if that can be."""
        if self.spec.counting == "points":
            return self._score(points, min(1, self.length - 1))
        last = self.spec.last_trick if points > self.spec.last_trick else 0
        return self._score(points, min(points - last, self.length))

    def every_trick(self) -> Score:
        return self._score(self.spec.whole(self.length), self.length)

    def no_trick(self) -> Score:
        return self._score(0, 0)

    def _score(self, points: int, tricks: int) -> Score:
        summary = self.sheet.summary(self.spec, self.side, points, tricks, self.length, self.belote)
        return score_deal(self.spec.rules, summary, self.sheet.pending).score


def held_belotes(position: Position) -> dict[Side, int]:
    """The belotes that are still in one hand each. Kings are taken to be played before queens (B-7)."""
    spec = position.spec
    royals = royal_cards(spec.rules.belote, spec.order)
    found = dict.fromkeys(spec.table.sides, 0)
    for seat, cards in position.holdings().items():
        whole = [card for card in royals & cards if companion(card) in cards]
        found[spec.table.side(seat)] += len(whole) // 2
    return found


# The solver


@final
class Solver:
    """Exact values with open cards. Owns its tables; give each thread a solver of its own.

    Where more than two play alone, a side's value is what it takes against all the others together.
    """

    __slots__ = ("_core",)

    def __init__(self, table_mb: float = DEFAULT_TABLE_MB) -> None:
        if not table_mb > 0:
            raise RebeloteError(f"table_mb: expected a positive number, not {table_mb}")
        self._core = _native.Solver(max(int(table_mb * 2**20), 1024))

    def solve(self, position: Position, side: Side | None = None, *, line: bool = True) -> Solution:
        """The value for a side (by default that of the player to move), of every card, and a line of play."""
        side = self._side(position, side)
        seat = position.spec.any_seat(side)
        return _solution(position, side, self._core.solve(position.board, seat, line))

    def solve_marks(self, position: Position, sheet: Sheet, side: Side | None = None) -> Solution:
        """Values in marks: by how much the side outscores the other on the sheet, both playing for that."""
        side = self._side(position, side)
        by_points, every_trick, no_trick = sheet.marks(position, side)
        before = sheet.before(position, side)
        seat = position.spec.any_seat(side)
        solved = self._core.solve_marks(position.board, seat, by_points, every_trick, no_trick, before)
        return _solution(position, side, solved)

    def solve_many(
        self, positions: Iterable[Position], sides: Iterable[Side] | None = None, *, threads: int = 1
    ) -> list[Solution]:
        """Many positions at once, without lines. Every thread gets tables of its own, which stay."""
        every = list(positions)
        chosen = [self._side(position, None) for position in every] if sides is None else list(sides)
        asked = [
            (position.board, position.spec.any_seat(side))
            for position, side in zip(every, chosen, strict=True)
        ]
        answers = self._core.solve_many(asked, threads)
        return [
            _solution(position, side, solved)
            for position, side, solved in zip(every, chosen, answers, strict=True)
        ]

    def solve_worlds(
        self,
        spec: PlaySpec,
        hands: Mapping[Seat, Cards],
        could_hold: Mapping[Seat, Cards],
        number: int,
        *,
        seed: int,
        leader: Seat,
        trick: Trick = (),
        tricks: Mapping[Side, int] | None = None,
        tricks_left: int,
        side: Side | None = None,
        threads: int = 1,
    ) -> list[tuple[dict[Seat, Cards], Solution]]:
        """Deal the hidden cards at random, `number` times, and solve each world, all in the core.

        `hands` are the cards known to be held; each seat gets as many hidden ones as it lacks. All that is
        hidden is held by somebody.
        """
        order, laid = spec.table.order, {seat for seat, _ in trick}
        known = {seat: hands.get(seat, NO_CARDS) for seat in order}
        sizes = {seat: tricks_left - (seat in laid) - len(known[seat]) for seat in order}
        worlds = Worlds({seat: could_hold.get(seat, NO_CARDS) for seat in order}, sizes)
        if not worlds.count:
            raise BadPosition("hidden cards: no deal agrees with what is known")
        first = Position(
            spec,
            {seat: known[seat] | dealt for seat, dealt in worlds.deal(1, seed=seed)[0].items()},
            leader,
            trick,
            tricks or {},
        )
        side = self._side(first, side)
        won = {spec.table.members(each)[0]: n for each, n in first.tricks.items()}
        solved = self._core.solve_worlds(
            spec.core,
            worlds.core,
            [known[seat].mask for seat in order],
            spec.place(leader),
            [card.index for _, card in trick],
            [won.get(seat, 0) for seat in order],
            spec.any_seat(side),
            number,
            seed,
            threads,
        )
        return [
            (
                {seat: Cards.of_mask(mask) for seat, mask in zip(order, dealt, strict=False)},
                _solution(first, side, answer),
            )
            for dealt, answer in solved
        ]

    @staticmethod
    def _side(position: Position, side: Side | None) -> Side:
        return side if side is not None else position.spec.table.side(position.turn)

    @property
    def bytes(self) -> int:
        """The memory of all its tables."""
        return self._core.bytes

    @property
    def nodes(self) -> int:
        """Positions searched since it was made."""
        return self._core.nodes

    def forget(self) -> None:
        """Empty the tables. Values never depend on it, only times."""
        self._core.forget()
