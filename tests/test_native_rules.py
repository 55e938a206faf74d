"""The engine and the native core walk the same random deals and agree at every node."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
import zlib
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from rebelote.actions import Play
from rebelote.cards import PACK, Cards, Trump
from rebelote.phases.playing import Playing
from rebelote.phases.roem import roem_of
from rebelote.ruleset import Obligations
from rebelote.ruleset.loading import load
from rebelote.solver import PlaySpec, Position
from tests.support.random_positions import VARIANTS, after, begun

NODES = 10_000
replace = msgspec.structs.replace


@pytest.mark.parametrize("name", VARIANTS)
def test_walks_agree(name: str) -> None:
    rules, rng = VARIANTS[name], random.Random(zlib.crc32(name.encode()))
    nodes = 0
    while nodes < NODES:
        trump = rng.choice(list(Trump))
        nodes += walk(begun(rules, trump, rng), rng)


@pytest.mark.parametrize("players", ["pairs", "alone"])
def test_walks_agree_by_any_obligations(players: str) -> None:
    """Every combination of the keys of `play`, whether or not a game has it."""
    rules, rng = load("ffb-contree" if players == "pairs" else "comptoir"), random.Random(players)
    fields = {field.name: get_args(field.type) for field in msgspec.structs.fields(Obligations)}
    choices = {name: known or (True, False) for name, known in fields.items() if name not in NOT_DUTIES}
    assert {"cannot_overruff", "plain", "leads"} <= set(choices)
    combinations = list(itertools.product(*choices.values()))
    for chosen in rng.sample(combinations, 150):
        play = replace(rules.play, **dict(zip(choices, chosen, strict=True)))
        walk(begun(replace(rules, play=play), rng.choice(list(Trump)), rng), rng)


NOT_DUTIES = ("clauses", "cites", "first_lead")


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


def test_illegal_cards_are_refused() -> None:
    playing = begun(VARIANTS["ffb-contree"], Trump.HEARTS, random.Random(1))
    board = position_of(playing).board
    assert playing.turn is not None
    other = next(card for card in PACK if card not in playing.held.hands[playing.turn])
    with pytest.raises(ValueError, match="may not be played"):
        board.play(other.index)
    with pytest.raises(ValueError, match="nothing was played"):
        board.undo()
    assert Cards.of_mask(board.legal()) == playing.held.hands[playing.turn]


def test_the_stub_is_the_modules(tmp_path: Path) -> None:
    """`make stubs` writes it; a change of the bindings that forgets it is caught here."""
    stub = tmp_path / "_native.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "rebelote._native", "-o", str(stub)]
    subprocess.run(command, check=True)
    committed = Path(__file__).parents[1] / "src" / "rebelote" / "_native.pyi"
    assert committed.read_text("utf-8") == stub.read_text("utf-8")
