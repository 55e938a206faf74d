"""Our bots against colver's: `python -m bench.colver --play isdd --time 20 --pairs 1500 --resume FILE`.

Card play alone, with every contract called by a third bot, in raw points; with `--bidding maxi` or `improved`
colver calls as well, and the marked score of its own rules counts (bench/colver.toml). Both sides have one
core and the same time for every move. It is the arena that plays, resumes and tells the result.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from bench import install
from bench.peers.colver_table import BIDDINGS, PLAYS, REQUIREMENT
from rebelote.cli import main as rebelote

RULES = Path("bench/colver.toml")
PATIENCE_S = 60
"""colver can't be interrupted while it solves a world, and some worlds take seconds."""


def main() -> None:
    words = arena_words(sys.argv[1:])
    os.chdir(install.ROOT)
    _prepare(install.install("colver", REQUIREMENT))
    rebelote(words)


def _prepare(folder: Path) -> None:
    """Let the program that the arena starts find this Python, colver and one core."""
    os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    os.environ["PYTHONPATH"] = os.pathsep.join((str(install.ROOT), str(folder)))
    os.environ["RAYON_NUM_THREADS"] = "1"


def arena_words(arguments: list[str]) -> list[str]:
    """The command of our own arena that plays what is asked for."""
    options = _options(arguments)
    objective = "points" if options.bidding is None else "marks"
    bidding = options.bidding or BIDDINGS[0]
    program = f"python -m bench.peers.colver_agent {options.play} {bidding} {options.time} {objective}"
    words = [
        "arena",
        options.bot or f"expert@{options.time}ms",
        f"cmd@{PATIENCE_S}s:{program}",
        "--rules",
        str(RULES),
    ]
    words += ["--deals", str(options.pairs), "--seed", str(options.seed), "--lang", options.lang]
    if options.bidding is None:
        words += ["--fixed-contract", options.contracts]
    for name in ("jobs", "resume", "json", "plot"):
        value = getattr(options, name)
        words += [f"--{name}", str(value)] if value is not None else []
    return words


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.colver", description="Our bots against colver's.")
    parser.add_argument("--play", choices=PLAYS, default=PLAYS[0], help="how colver plays its cards")
    parser.add_argument("--bidding", choices=BIDDINGS, help="let both sides call, colver so")
    parser.add_argument("--contracts", default="habitue", help="who calls where colver does not")
    parser.add_argument("--time", type=int, default=20, help="milliseconds for each of colver's moves")
    parser.add_argument("--bot", help="our player (default: expert with the same time)")
    parser.add_argument("--pairs", type=int, default=200, help="deals, each played twice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="processes; all cores by default")
    parser.add_argument("--resume", type=_absolute, help="keep every pair in this file, and go on from it")
    parser.add_argument("--json", type=_absolute, help="write the result here")
    parser.add_argument("--plot", type=_absolute, help="draw how it settled, as SVG")
    parser.add_argument("--lang", choices=("fr", "en"), default="en")
    return parser.parse_args(arguments)


def _absolute(text: str) -> Path:
    return Path(text).absolute()


if __name__ == "__main__":
    main()
