"""The problems that ship, from self-play to their file.

    python -m training.problems search made.jsonl --seeds 1 3000   play those deals, explain what is clear
    python -m training.problems choose made.jsonl …                those that ship, and the seeds of them
    python -m training.problems remake                             the same file again, from those seeds alone
    python -m training.problems remake --sample 20                 some of them, held against those that ship
    python -m training.problems check --every 1                    judged anew, with other seeds
    python -m training.problems show --theme fork                  to read them

The same seeds give the same problems, byte by byte. docs/problems.md says what is asked of one.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Final

from rebelote.bots import SearchTools
from rebelote.language.labels import label
from rebelote.problems.checking import faults_of_shape, is_exact, is_still_best
from rebelote.problems.record import FILE, Problem, read_lines, read_problem, write_problems
from rebelote.problems.selecting import select
from rebelote.problems.telling import explanation, tell_ending, tell_wrong
from rebelote.solver import Solver
from training.problem_seeds import SEEDS, Played, Seed, append, played, read_played, read_seeds, write_seeds

CHECK_DEPTH: Final = 400
CHECK_SEED: Final = 77_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(dest="command", required=True)
    searching = commands.add_parser("search")
    searching.add_argument("out", type=Path)
    searching.add_argument("--seeds", type=int, nargs=2, required=True)
    searching.add_argument("--rare", action="store_true", help="only of themes that seldom come up")
    choosing = commands.add_parser("choose")
    choosing.add_argument("made", type=Path, nargs="+")
    remaking = commands.add_parser("remake")
    remaking.add_argument("--out", type=Path, default=FILE)
    remaking.add_argument("--sample", type=int, help="only so many problems, compared and not written")
    for parallel in (searching, remaking):
        parallel.add_argument("--jobs", type=int, default=os.cpu_count())
    checking = commands.add_parser("check")
    checking.add_argument("--every", type=int, default=1)
    checking.add_argument("--depth", type=int, default=CHECK_DEPTH)
    showing = commands.add_parser("show")
    showing.add_argument("--theme")
    showing.add_argument("--every", type=int, default=1)
    asked = parser.parse_args()
    match asked.command:
        case "search":
            search([Seed(number, asked.rare) for number in range(*asked.seeds)], asked.out, asked.jobs)
        case "choose":
            choose([each for file in asked.made for each in read_played(file)])
        case "remake" if asked.sample:
            sys.exit(compare(asked.sample, asked.jobs))
        case "remake":
            remake(asked.out, asked.jobs)
        case "check":
            sys.exit(check_all(asked.every, asked.depth))
        case _:
            show_all(asked.theme, asked.every)


def search(seeds: Iterable[Seed], out: Path, jobs: int) -> None:
    """A line for each deal, as it is played: it can be stopped at any time, and goes on where it was."""
    known = {each.seed for each in read_played(out)} if out.exists() else set()
    for each in _play([seed for seed in seeds if seed not in known], jobs):
        append(each, out)


def _play(seeds: list[Seed], jobs: int) -> Iterator[Played]:
    with Pool(jobs) as pool:
        yield from pool.imap_unordered(played, seeds)


def choose(deals: list[Played]) -> None:
    """Until what is selected of the deals that it came from is the same again."""
    while True:
        kept = select(problem for deal in deals for problem in deal.problems)
        ids = {problem.id for problem in kept}
        useful = [deal for deal in deals if any(problem.id in ids for problem in deal.problems)]
        if len(useful) == len(deals):
            break
        deals = useful
    write_problems(kept, FILE)
    write_seeds(deals, ids)
    _tell(kept, FILE)


def remake(out: Path, jobs: int) -> None:
    """The file that ships, from the seeds that are written down."""
    deals = _play(list(read_seeds()), jobs)
    kept = select(problem for deal in deals for problem in deal.problems)
    write_problems(kept, out)
    _tell(kept, out)


def _tell(kept: list[Problem], out: Path) -> None:
    print(f"{len(kept)} problems, {out.stat().st_size} bytes")
    for name, counts in (
        ("first theme", Counter(problem.themes[0] for problem in kept)),
        ("theme", Counter(theme for problem in kept for theme in problem.themes)),
        ("game", Counter(problem.rules for problem in kept)),
        ("rating", Counter(problem.rating // 200 * 200 for problem in kept)),
    ):
        print(name, dict(sorted(counts.items(), key=str)))


def compare(number: int, jobs: int) -> int:
    """So many problems, drawn by lot, made from their seeds: how many are not those that ship?"""
    shipped = {problem.id: problem for problem in map(read_problem, read_lines())}
    seed_of = {name: seed for seed, ids in read_seeds().items() for name in ids}
    drawn = random.sample(sorted(shipped), number)
    seeds = {seed_of[name] for name in drawn if name in seed_of}
    made = {problem.id: problem for deal in _play(list(seeds), jobs) for problem in deal.problems}
    other = [name for name in drawn if made.get(name) != shipped[name]]
    for name in other:
        how = "made otherwise" if name in made else "not made"
        print(f"{name}: {how} ({SEEDS.name}: {seed_of.get(name)})")
    print(f"{number} made again, {len(other)} of them otherwise")
    return min(len(other), 1)


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
