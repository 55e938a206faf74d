"""Which deals the problems that ship come from, and what one such deal gives."""

from __future__ import annotations

import tomllib
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from rebelote.bots import SearchTools
from rebelote.codec import decoder, encode
from rebelote.problems.finding import find
from rebelote.problems.making import make
from rebelote.problems.record import Problem
from rebelote.solver import Solver

SEEDS: Final = Path(__file__).with_name("problem_seeds.toml")
"""The seeds of the deals, each with the ids of the problems that ship; written by `choose`."""
GAMES: Final = (
    *("classique",) * 8,
    *("ffb-contree",) * 7,
    *("coinche",) * 3,
    *("ffb-belote",) * 2,
    *("belote-annonces", "belote-501", "belote-501", "premiere", "premiere-grands"),
)
"""By seed. Escalier and comptoir, where one plays for a number or with open piles, have no such themes."""
PLAYERS: Final = ("expert@10w", "habitue")
"""By seed too."""
OF_A_DEAL: Final = 8
"""Decisions of one deal, at most."""


class Seed(NamedTuple):
    """A deal and who plays it; `rare`: only problems of themes that seldom come up are looked for."""

    number: int
    rare: bool


class Played(msgspec.Struct, frozen=True):
    """A deal that was played, and the problems in it."""

    seed: Seed
    problems: tuple[Problem, ...]


def played(seed: Seed) -> Played:
    """With tools of its own: what was played before must not matter."""
    tools, solver = SearchTools(), Solver()
    game, players = GAMES[seed.number % len(GAMES)], PLAYERS[seed.number % len(PLAYERS)]
    found = islice(find(game, seed.number, players, tools, rare=seed.rare), OF_A_DEAL)
    made = (make(each, tools, solver) for each in found)
    return Played(seed, tuple(problem for problem in made if problem is not None))


_decoder: msgspec.json.Decoder[Played] = decoder(Played)


def append(deal: Played, file: Path) -> None:
    with file.open("ab") as lines:
        lines.write(encode(deal) + b"\n")


def read_played(file: Path) -> Iterator[Played]:
    return map(_decoder.decode, file.read_bytes().splitlines())


def write_seeds(deals: Iterable[Played], ids: Container[str]) -> None:
    lines = ["# Where the problems that ship come from: python -m training.problems remake"]
    ordered = sorted(deals, key=lambda deal: deal.seed)
    for table, rare in (("any", False), ("rare", True)):
        lines += ["", f"[{table}]"]
        for deal in ordered:
            if deal.seed.rare == rare:
                kept = [problem.id for problem in deal.problems if problem.id in ids]
                lines.append(f"{deal.seed.number} = {kept}".replace("'", '"'))
    SEEDS.write_text("\n".join(lines) + "\n")


def read_seeds() -> Mapping[Seed, tuple[str, ...]]:
    """The ids of the problems that ship, by the seed of their deal."""
    tables = tomllib.loads(SEEDS.read_text())
    return {
        Seed(int(number), table == "rare"): tuple(ids)
        for table, seeds in tables.items()
        for number, ids in seeds.items()
    }
