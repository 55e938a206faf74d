"""The problems that ship, from self-play to their file.

    python -m training.problems find found.jsonl --seeds 1000 3000     decisions with one clear answer (hours)
    python -m training.problems make found.jsonl … --out problems.xz   explained, refuted, selected (minutes)
    python -m training.problems check --every 1                        judged anew, with other seeds
    python -m training.problems show --theme fork                      to read them

The same seeds give the same problems. docs/problems.md says what is asked of one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rebelote.bots import SearchTools
from rebelote.codec import decoder, encode
from rebelote.language.labels import label
from rebelote.problems.checking import faults_of_shape, is_exact, is_still_best
from rebelote.problems.finding import Found, find
from rebelote.problems.making import make
from rebelote.problems.record import FILE, Problem, read_lines, read_problem, write_problems
from rebelote.problems.selecting import select
from rebelote.problems.telling import explanation, tell_ending, tell_wrong
from rebelote.solver import Solver

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
CHECK_DEPTH: Final = 400
CHECK_SEED: Final = 77_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(dest="command", required=True)
    finding = commands.add_parser("find")
    finding.add_argument("out", type=Path)
    finding.add_argument("--seeds", type=int, nargs=2, required=True)
    finding.add_argument("--rare", action="store_true", help="only of themes that seldom come up")
    making = commands.add_parser("make")
    making.add_argument("found", type=Path, nargs="+")
    making.add_argument("--out", type=Path, default=FILE)
    checking = commands.add_parser("check")
    checking.add_argument("--every", type=int, default=1)
    checking.add_argument("--depth", type=int, default=CHECK_DEPTH)
    showing = commands.add_parser("show")
    showing.add_argument("--theme")
    showing.add_argument("--every", type=int, default=1)
    asked = parser.parse_args()
    match asked.command:
        case "find":
            find_all(asked.out, *asked.seeds, rare=asked.rare)
        case "make":
            make_all(asked.found, asked.out)
        case "check":
            sys.exit(check_all(asked.every, asked.depth))
        case _:
            show_all(asked.theme, asked.every)


def find_all(out: Path, first: int, last: int, *, rare: bool) -> None:
    """A line for each, as it is found: it can be stopped at any time."""
    tools = SearchTools()
    with out.open("ab", buffering=0) as file:
        for seed in range(first, last):
            game, players = GAMES[seed % len(GAMES)], PLAYERS[seed % len(PLAYERS)]
            for number, found in enumerate(find(game, seed, players, tools, rare=rare), 1):
                file.write(encode(found) + b"\n")
                if number == OF_A_DEAL:
                    break


def make_all(files: list[Path], out: Path) -> None:
    tools, solver = SearchTools(), Solver()
    made = [problem for found in _read(files) if (problem := make(found, tools, solver)) is not None]
    kept = select(made)
    write_problems(kept, out)
    print(f"{len(made)} made, {len(kept)} kept, {out.stat().st_size} bytes")
    for name, counts in (
        ("first theme", Counter(problem.themes[0] for problem in kept)),
        ("game", Counter(problem.rules for problem in kept)),
        ("rating", Counter(problem.rating // 200 * 200 for problem in kept)),
    ):
        print(name, dict(sorted(counts.items(), key=str)))


def _read(files: list[Path]) -> Iterator[Found]:
    read = decoder(Found)
    for file in files:
        yield from map(read.decode, file.read_bytes().splitlines())


def check_all(every: int, depth: int) -> int:
    """How many are not sound."""
    tools, solver, bad = SearchTools(), Solver(), 0
    problems = [read_problem(line) for line in read_lines()][::every]
    for number, problem in enumerate(problems):
        faults = [*faults_of_shape(problem)]
        if not is_still_best(problem, tools, depth, CHECK_SEED + number):
            faults.append("another answer is better")
        if not is_exact(problem, tools, solver):
            faults.append("not best of all possible deals")
        bad += bool(faults)
        for fault in faults:
            print(f"{problem.id}: {fault}")
    print(f"{len(problems)} checked, {bad} not sound")
    return min(bad, 1)


def show_all(theme: str | None, every: int) -> None:
    for line in read_lines()[::every]:
        problem = read_problem(line)
        if theme is None or theme in problem.themes:
            _show(problem)


def _show(problem: Problem) -> None:
    rules = problem.view.rules
    print(f"\n{problem.id}  {problem.rating}  {', '.join(problem.themes)}\n{problem.view}")
    for choice in problem.choices:
        named = label(choice.action, rules, None, "fr")
        if choice.is_right:
            print(f"  = {named}")
            continue
        told = " ".join([tell_wrong(choice, rules, "fr"), *tell_ending(choice, problem, "fr")])
        print(f"  x {named} (-{choice.behind} ± {choice.error}): {told}")
    for sentence in explanation(problem, "fr"):
        print(f"    {sentence}")


if __name__ == "__main__":
    main()
