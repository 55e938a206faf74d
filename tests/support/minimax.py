"""The solver held against plain minimax, in endings of a few tricks."""

from __future__ import annotations

import random

import msgspec

from rebelote import _native
from rebelote.cards import Card, Trump
from rebelote.results import Contract
from rebelote.ruleset import Auction, Ruleset, Staircase
from rebelote.solver import Position, Sheet, Solution, Solver
from rebelote.table import Side
from tests.support.random_positions import begun, played

replace = msgspec.structs.replace


def ending(rules: Ruleset, trump: Trump, cards: int, rng: random.Random, laid: int = 0) -> Position:
    """A random position with `cards` tricks to come and at least `laid` cards on the table."""
    playing = played(begun(rules, trump, rng, cards), rng.randrange(laid, rules.table.size), rng)
    missing = 0 if isinstance(rules.dealing.layout, Staircase) else rules.tricks - cards
    winners = rules.table.seats[: rng.choice((1, 2))]  # often one side has had every trick so far
    return Position.of(replace(playing, won=tuple((rng.choice(winners), ()) for _ in range(missing))))


def check(solver: Solver, position: Position, rng: random.Random) -> None:
    spec = position.spec
    side = rng.choice(spec.table.sides)
    solution = solver.solve(position, side)
    wanted = by_minimax(position, spec.any_seat(side))
    best = max if spec.table.side(position.turn) == side else min
    assert solution.cards == wanted, (position, side)
    assert solution.value == best(wanted.values())
    assert line_value(position, side, solution) == solution.value


def by_minimax(position: Position, seat: int) -> dict[Card, int]:
    values = {}
    for card in position.legal():
        board = position.board.copy()
        board.play(card.index)
        values[card] = _native.minimax(board, seat)  # counts from when the board was made
    return values


def sweep(position: Position, board: _native.Board, seat: int) -> int:
    table = position.spec.table
    own = table.side(table.order[seat])
    others = sum(board.tricks_won(n) for n, each in enumerate(table.order) if table.side(each) != own)
    return 0 if others else position.spec.sweep


def line_value(position: Position, side: Side, solution: Solution) -> int:
    """What the side takes if the line is played."""
    board, table = position.board.copy(), position.spec.table
    for seat, card in solution.line:
        assert table.order[board.turn] == seat
        board.play(card.index)
    assert board.finished
    seats = [position.spec.place(seat) for seat in table.members(side)]
    return sum(board.taken(n) for n in seats) + sweep(position, board, seats[0])


def contracts(rules: Ruleset, trump: Trump, rng: random.Random) -> Contract:
    """A contract that can be called, often contred, sometimes capot."""
    side = rng.choice(rules.table.sides)
    choice = rules.trump_choice
    if isinstance(choice, Auction):
        numbers = range(choice.lowest, choice.highest + 1, choice.step) if choice.step else ()
        capot = ["capot"] if "capot" in choice.slam_names else []
        value = rng.choice([*capot, *numbers]) if numbers else None
        contre = rng.randint(0, len(choice.ladder))
        return Contract(side=side, trump=trump, value=value, contre=contre)
    return Contract(side=side if rules.has_taker else None, trump=trump)


def sheet_for(position: Position, rng: random.Random) -> Sheet:
    """What might have happened before the position: points shared out, a belote, declarations."""
    rules, spec = position.spec.rules, position.spec
    first, second = spec.table.sides[:2]
    gone = spec.whole(8) - position.worth_left
    won = [side for side in (first, second) if position.tricks.get(side)]
    taken = rng.randint(0, gone) if len(won) == 2 else gone * (first in won)
    belote = {first: 0, second: 0}
    if rules.belote is not None:
        belote[rng.choice((first, second))] = rng.randint(0, 1)
    declared = {rng.choice((first, second)): rng.choice((0, 20, 50))} if rules.declarations else {}
    return Sheet(contracts(rules, spec.trump, rng), {first: taken, second: gone - taken}, belote, declared)


def check_marks(solver: Solver, position: Position, sheet: Sheet, side: Side) -> None:
    by_points, every_trick, no_trick = sheet.marks(position, side)
    before, seat = sheet.before(position, side), position.spec.any_seat(side)
    solution = solver.solve_marks(position, sheet, side)
    for card, value in solution.cards.items():
        board = position.board.copy()
        board.play(card.index)
        wanted = _native.minimax_marks(board, seat, by_points, every_trick, no_trick, before)
        assert value == wanted, (position, sheet, side, card)
