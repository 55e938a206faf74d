"""The search against plain minimax, in points, tricks and marks."""

from __future__ import annotations

import itertools
import random
import threading
import zlib

import msgspec
import pytest

from rebelote import _native
from rebelote.cards import PACK, Card, Cards, Trump
from rebelote.catalog import load
from rebelote.deal import Contract
from rebelote.ruleset import GapScoring, Obligations, Ruleset
from rebelote.solver import BadPosition, PlaySpec, Position, Sheet, Solution, Solver, playouts
from rebelote.table import Seat, Side
from tests.play import VARIANTS, begun, played

replace = msgspec.structs.replace
PROFILES = list(
    itertools.product(
        ("ruff", "free_before_a_ruff", "free"),
        ("over_or_discard", "over_if_able", "any"),
        ("trump", "any"),
        (True, False),
    )
)
PLAY = load("ffb-contree").play


def profile(n: int) -> Obligations:
    master, ruffed, under, lead = PROFILES[n]
    return replace(
        PLAY,
        partner_master=master,
        partner_ruffed=ruffed,
        cannot_overruff=under,
        lead_beats_partner=lead,
    )


def ending(rules: Ruleset, trump: Trump, cards: int, rng: random.Random) -> Position:
    """A random position with `cards` tricks to come, mostly in the middle of a trick."""
    playing = played(begun(rules, trump, rng, cards), rng.randrange(rules.table.size), rng)
    missing = 0 if rules.seating.places == "ring" else rules.tricks - cards
    winners = rules.table.seats[: rng.choice((1, 2))]  # often one side has had every trick so far
    return Position.of(replace(playing, won=tuple((rng.choice(winners), ()) for _ in range(missing))))


def check(solver: Solver, position: Position) -> None:
    spec = position.spec
    for side in spec.table.sides[:2]:
        seat = spec.any_seat(side)
        solution = solver.solve(position, side)
        wanted = _native.minimax(position.board, seat)
        assert solution.value == wanted, (position, side)
        assert solution.cards == by_minimax(position, seat), (position, side)
        assert line_value(position, side, solution) == wanted


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
    return 0 if others or not position.spec.has_sweeps or position.spec.counting == "tricks" else 90


def line_value(position: Position, side: Side, solution: Solution) -> int:
    """What the side takes if the line is played."""
    board, table = position.board.copy(), position.spec.table
    for seat, card in solution.line:
        assert table.order[board.turn] == seat
        board.play(card.index)
    assert board.finished
    seats = [position.spec.place(seat) for seat in table.members(side)]
    return sum(board.taken(n) for n in seats) + sweep(position, board, seats[0])


@pytest.mark.parametrize("n", range(len(PROFILES)))
def test_every_profile_of_obligations(n: int) -> None:
    rules, rng, solver = replace(load("ffb-contree"), play=profile(n)), random.Random(n), Solver(0.5)
    for cards, number in ((4, 40), (5, 12)):
        for _ in range(number):
            check(solver, ending(rules, Trump.HEARTS, cards, rng))


@pytest.mark.parametrize("trump", [Trump.SANS_ATOUT, Trump.TOUT_ATOUT])
@pytest.mark.parametrize("lead_beats_partner", [True, False])
def test_without_a_trump_suit(trump: Trump, lead_beats_partner: bool) -> None:
    play = replace(PLAY, lead_beats_partner=lead_beats_partner)
    rules, rng, solver = replace(load("ffb-contree"), play=play), random.Random(7), Solver(0.5)
    for cards, number in ((4, 60), (5, 6)):
        for _ in range(number):
            check(solver, ending(rules, trump, cards, rng))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_ruleset(name: str) -> None:
    rules, rng, solver = VARIANTS[name], random.Random(zlib.crc32(name.encode())), Solver(0.5)
    cards = {2: 6, 3: 4, 4: 4, 5: 3, 6: 3}[rules.table.size]
    for n in range(12):
        trump = Trump.HEARTS if n < 8 else rng.choice(list(Trump))
        check(solver, ending(rules, trump, cards, rng))
