"""`python -m tests.faults`: faults for some minutes."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys

import pytest

from tests.faults.injections import every_fault
from tests.faults.mutants import SCENARIOS, caught
from tests.faults.run import Options, run
from tests.faults.tables import every_kind


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    words.add_argument("--tables", type=int, default=120)
    words.add_argument("--minutes", type=float, default=4.0, help="how long faults happen")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--nodes", type=int, default=3)
    words.add_argument("--pace", type=float, default=0.5, help="seconds that a person thinks, on average")
    words.add_argument("--closing", type=float, default=120.0, help="seconds that the last matches may take")
    words.add_argument("--no-redis", action="store_true")
    words.add_argument("--only", action="append", help="only faults of this name, such as KillNode")
    words.add_argument("--mutant", choices=SCENARIOS, help="a server without this guard: is it caught?")
    given = words.parse_args()
    print(f"seed {given.seed}", flush=True)
    try:
        return _try_mutant(given) if given.mutant else _try_server(given)
    except pytest.skip.Exception as missing:
        print(missing)
        return 0


def _try_mutant(given: argparse.Namespace) -> int:
    shown = asyncio.run(caught(given.mutant, given.seed))
    for violation in shown[:5]:
        print(violation)
    print(f"{given.mutant}: {'caught' if shown else 'not caught'}")
    return 0 if shown else 1


def _try_server(given: argparse.Namespace) -> int:
    faults = [each for each in every_fault() if not given.only or type(each).__name__ in given.only]
    options = Options(
        every_kind(given.tables, random.Random(given.seed)),
        seconds=60 * given.minutes,
        seed=given.seed,
        faults=faults,
        nodes=given.nodes,
        with_redis=not given.no_redis,
        pace=given.pace,
        closing=given.closing,
    )
    outcome = asyncio.run(run(options, lambda line: print(line, flush=True)))
    for line in outcome.figures.lines():
        print(line)
    for violation in outcome.violations[:50]:
        print(f"seed {given.seed}, {violation}")
    print(f"{len(outcome.violations)} violations")
    return 1 if outcome.violations else 0


if __name__ == "__main__":
    sys.exit(main())
