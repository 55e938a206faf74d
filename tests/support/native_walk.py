"""A deal played at random in the engine and in the native core, compared at every node."""

from __future__ import annotations

import random

from rebelote.actions import Play
from rebelote.cards import PACK
from rebelote.phases.playing import Playing
from rebelote.phases.roem import roem_of
from rebelote.solver import PlaySpec, Position
from tests.support.random_positions import after


def walk(playing: Playing, rng: random.Random) -> int:
    """Play a deal at random in both; return the number of nodes compared."""
    table, start = playing.rules.table, position_of(playing)
    board, worth = start.board, start.worth_left
    nodes = 0
    while not playing.finished:
        seat = playing.turn
        assert seat is not None
        legal = playing.legal_cards(seat)
        assert (table.order[board.turn], board.legal()) == (seat, legal.mask)
        card = rng.choice(list(legal))
        board.play(card.index)
        if rng.random() < 0.1:  # undo and play again
            board.undo()
            assert (table.order[board.turn], board.legal()) == (seat, legal.mask)
            assert board.hand(board.turn) == playing.held.playable(seat).mask
            board.play(card.index)
        playing = after(playing, Play(seat, card))
        assert [PACK[n] for n in board.trick] == [each for _, each in playing.trick]
        assert table.order[board.leader] == (playing.trick[0][0] if playing.trick else playing.turn)
        nodes += 1
    tricks = dict.fromkeys(table.seats, 0)
    for winner, _ in playing.won:
        tricks[winner] += 1
    assert {seat: board.tricks_won(n) for n, seat in enumerate(table.order)} == tricks
    assert board.finished
    assert points_by_side(start.spec, board_taken(board, table.size)) == expected(playing, start.spec)
    assert [board.roem(n) for n in range(table.size)] == roem_by_seat(playing)
    assert sum(board_taken(board, table.size)) == worth
    return nodes


def position_of(playing: Playing) -> Position:
    return Position.of(playing)


def board_taken(board: object, size: int) -> list[int]:
    return [board.taken(n) for n in range(size)]  # type: ignore[attr-defined]


def points_by_side(spec: PlaySpec, taken: list[int]) -> dict[str, int]:
    table = spec.table
    return {side: sum(taken[spec.place(seat)] for seat in table.members(side)) for side in table.sides}


def expected(playing: Playing, spec: PlaySpec) -> dict[str, int]:
    """What each side took, by the engine's own account."""
    table = playing.rules.table
    last = table.side(playing.won[-1][0])
    counted = playing.points if spec.counting == "points" else playing.tricks()
    return {side: number + (spec.last_trick if side == last else 0) for side, number in counted.items()}


def roem_by_seat(playing: Playing) -> list[int]:
    """What lay in each seat's tricks, trick by trick (KL-4)."""
    table, part = playing.rules.table, playing.rules.roem
    found = dict.fromkeys(table.order, 0)
    for winner, trick in playing.won if part is not None else ():
        assert part is not None
        found[winner] += roem_of(part, playing.order, (card for _, card in trick))
    return list(found.values())
