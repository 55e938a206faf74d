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

from rebelote.cards import PACK, Cards, Trump
from rebelote.ruleset import Obligations
from rebelote.ruleset.loading import load
from tests.support.native_walk import position_of, walk
from tests.support.random_positions import VARIANTS, begun

NODES = 10_000
replace = msgspec.structs.replace


@pytest.mark.untraced
@pytest.mark.parametrize("name", VARIANTS)
def test_walks_agree(name: str) -> None:
    rules, rng = VARIANTS[name], random.Random(zlib.crc32(name.encode()))
    nodes = 0
    while nodes < NODES:
        trump = rng.choice(list(Trump))
        nodes += walk(begun(rules, trump, rng), rng)


@pytest.mark.untraced
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
